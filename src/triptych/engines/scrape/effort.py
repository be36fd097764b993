"""How long a CSS selector may take on a page: those of callers are not all meant well."""

from __future__ import annotations

import math
import re

import numpy as np

from triptych.engines.scrape.document import Document

#: Comparisons of an element with a part of a selector; about two seconds of them.
MOST_STEPS = 3e8
_IN_BRACKETS = re.compile(r"\[[^\]]*\]|\"[^\"]*\"|'[^']*'|\\.")
_COMBINED = re.compile(r"\s*([>+~,(])\s*|\s+(?=\))")
# What these hold is matched too, wherever it stands.
_NESTING = re.compile(r":(?:has|is|not|where)\(")
_TAG = re.compile(r"[a-z][a-z0-9]*")


class Effort:
    """Bounds how long selectors take on a page.

    A parser steps back at each ``a b`` and ``a ~ b`` that fails: elements `n` deep are compared
    `n ** k` times where a selector has `k` of them; ``:nth-child()`` counts the elements beside
    each, and ``:has()`` looks at all that is in each.

    Parameters
    ----------
    document : Document
        The page.

    Examples
    --------
    >>> from triptych.engines.scrape.document import parse
    >>> effort = Effort(parse("<div>" * 1_000))
    >>> effort.affordable("div > p"), effort.affordable("q div div div div")
    (True, False)
    """

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        self.depth = np.array([node.depth for node in nodes], float)
        self.inside = np.array([node.end - node.index for node in nodes], float)
        self.tags = np.array([node.tag[:20] for node in nodes], dtype=np.str_)
        self.brothers = np.ones(len(nodes))
        for node in nodes:
            self.brothers[node.children] = len(node.children)

    def affordable(self, selector: str) -> bool:
        """Tell whether a selector, valid or not, is tried in about two seconds at worst."""
        bare = _COMBINED.sub(r"\1", _IN_BRACKETS.sub("", selector).strip().lower())
        # A list within brackets is counted as if it were one without.
        return sum(map(self._steps, bare.split(","))) < MOST_STEPS

    def _steps(self, part: str) -> float:
        last = _TAG.match(re.split(r"[\s>+~]", part)[-1])
        # Selectors are read from their end: only elements of that name are looked at further.
        named = last is not None and not _NESTING.search(part)
        tried = self.tags == last[0] if named and last else slice(None)
        deep, wide = part.count(" "), part.count("~")
        counted, holds = part.count(":nth-"), part.count(":has(") + part.count("contains(")
        brothers = self.brothers[tried]
        each = np.maximum(self.depth[tried] ** min(deep, 50) / math.factorial(min(deep, 50)), 1)
        each *= np.maximum(brothers ** min(wide, 20), 1) * (1 + min(counted, 3) * brothers)
        return float((each * self.inside[tried] ** min(holds, 20)).sum())
