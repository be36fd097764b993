"""Deep research: a long answer to a question, every sentence of it found in a page it cites."""

from triptych.engines.research.aspects import Aspect
from triptych.engines.research.checking import checked_report, material
from triptych.engines.research.gaps import gaps, novelty
from triptych.engines.research.outline import outline
from triptych.engines.research.passages import Page, passages
from triptych.engines.research.plan import SubQuestion, plan
from triptych.engines.research.report import Report
from triptych.engines.research.research import Research
from triptych.engines.research.writing import write

__all__ = [
    "Aspect",
    "Page",
    "Report",
    "Research",
    "SubQuestion",
    "checked_report",
    "gaps",
    "material",
    "novelty",
    "outline",
    "passages",
    "plan",
    "write",
]
