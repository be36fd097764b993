"""Whether a prompt asks for several values."""

from __future__ import annotations

import re

from triptych.engines.scrape.elements.words import normalized, vocabulary
from triptych.engines.text.words import singular

_MANY = frozenset(vocabulary("several"))
#: What stands behind the head of a prompt: "prices of all plans".
_BETWEEN = re.compile(
    r"\s+(?:of|in|for|from|on|with|at|that|which|who|whose|where|des|der|du|de|della|del|"
    r"dello|van|von|vom|da|do|pour|für)\s+"
)


def asks_for_several(prompt: str) -> bool:
    """Return whether a prompt asks for several values: by "all" and the like, or an English plural.

    Examples
    --------
    >>> [asks_for_several(text) for text in ("Prices of the plans", "Price", "alle Preise")]
    [True, False, True]
    """
    text = normalized(prompt).replace("?", " ").strip()
    head = _BETWEEN.split(text, maxsplit=1)[0].split()
    return bool(_MANY.intersection(text.split())) or (bool(head) and singular(head[-1]) != head[-1])
