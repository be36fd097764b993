"""Two replies to the same question, or to two, and where they differ."""

from triptych.views.comparison.differences import ABSENT, Difference, differences
from triptych.views.comparison.page import Side, answered, comparison

__all__ = ["ABSENT", "Difference", "Side", "answered", "comparison", "differences"]
