"""A research: its report with citations, its sources, and how they were found."""

from triptych.views.research.view import ResearchView

__all__ = ["ResearchView"]
