"""The research panel."""

from triptych.panels.research.panel import ResearchPanel

__all__ = ["ResearchPanel"]
