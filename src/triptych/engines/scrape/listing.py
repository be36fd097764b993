"""Lists of values, and the columns of a page's items."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triptych.engines.scrape.document import Node

# A list has to be named or headed as the prompt asks, and of the right kind.
LEAST_SCORE = 2.0
NUMBERED = re.compile(r"^(?:step\s*)?\d{1,2}\s*[.):]?\s+(?=[^\W\d_])", re.IGNORECASE)
MARKS = "▢☐□•·*–- "


@dataclass(slots=True, eq=False)
class Listing:
    """Elements of one form, in the order of the page, and how well they answer a prompt.

    The support is how well a name, a heading or a label near them fits, 0 to 1; the label is what
    the first begins with.
    """

    nodes: list[Node]
    values: list[str]
    score: float
    support: float
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """Elements, at most one in each item, their texts, and the labels that all share."""

    nodes: list[Node]
    values: list[str]
    labels: frozenset[str]


def item_text(text: str) -> str:
    r"""Return an item's text on one line, without the mark it begins with.

    Examples
    --------
    >>> item_text("• green\n  tea")
    'green tea'
    """
    line = " ".join(text.split())
    return line.strip(MARKS) or line
