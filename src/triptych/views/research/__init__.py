"""A research: its report with citations, its sources, and how they were found."""

from triptych.views.research.export import save_report
from triptych.views.research.printing import pdf
from triptych.views.research.view import ResearchView

__all__ = ["ResearchView", "pdf", "save_report"]
