"""Deep research: a long answer to a question, every sentence of it found in a page it cites."""

from triptych.engines.research.checking import checked_report, material
from triptych.engines.research.passages import Page, passages
from triptych.engines.research.plan import SubQuestion, plan
from triptych.engines.research.report import Report
from triptych.engines.research.research import Research

__all__ = [
    "Page",
    "Report",
    "Research",
    "SubQuestion",
    "checked_report",
    "material",
    "passages",
    "plan",
]
