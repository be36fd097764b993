"""Deep research: a long answer to a question, every sentence of it found in a page it cites."""

from triptych.engines.research.aspects import Aspect
from triptych.engines.research.checking import checked_report, material
from triptych.engines.research.gaps import gaps, novelty
from triptych.engines.research.outline import Outline, Section, outline
from triptych.engines.research.passages import Page, Passage, passages
from triptych.engines.research.plan import Plan, SubQuestion, plan
from triptych.engines.research.relevance import Evidence
from triptych.engines.research.report import (
    Difference,
    Report,
    ReportSection,
    ReportSentence,
    numbered,
)
from triptych.engines.research.research import Research
from triptych.engines.research.writing import write

__all__ = [
    "Aspect",
    "Difference",
    "Evidence",
    "Outline",
    "Page",
    "Passage",
    "Plan",
    "Report",
    "ReportSection",
    "ReportSentence",
    "Research",
    "Section",
    "SubQuestion",
    "checked_report",
    "gaps",
    "material",
    "novelty",
    "numbered",
    "outline",
    "passages",
    "plan",
    "write",
]
