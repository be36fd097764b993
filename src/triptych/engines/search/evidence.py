"""What of a page supports a query."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from triptych.engines.index.passages import SCALE, Passages
from triptych.engines.page import WebPage
from triptych.engines.search.highlight import described, occurrences, sentences_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Passages of a page at most.
_MOST = 5
#: Characters of a passage where a page has no vectors: about what has 200 word pieces.
_PASSAGE = 900


def evidence(
    page: WebPage,
    passages: Passages | None,
    weights: Mapping[str, float],
    vector: NDArray[np.float32] | None,
    near: float,
) -> tuple[str, tuple[str, ...]]:
    """Return a description and the passages that support a query.

    A passage is worth the share of the query's words that stand in it, the rarer the more, and
    its cosine to the query.

    Parameters
    ----------
    page : WebPage
        The page.
    passages : Passages or None
        Where they are, with vectors, if known.
    weights : mapping of str to float
        How much each stem of the query tells.
    vector : ndarray of float32, (384,), or None
        Of the query.
    near : float
        Least cosine of a passage that supports the query without any of its words.

    Returns
    -------
    str
        HTML; of a page without a text, what it says of itself.
    tuple of str
        Best first; at least one where there is a text.
    """
    spans = passages.spans if passages is not None else _cut(page.text)
    spans = spans[spans[:, 1] > spans[:, 0]]
    if not len(spans):
        return escape(page.description), ()
    if len(spans) == 1:
        text = page.text[slice(*spans[0].tolist())]
        return described(text, weights), (text,)
    held = np.zeros((len(spans), len(weights) + 1))
    column = {stem: place for place, stem in enumerate(weights)}
    # Of a page at hand, only the beginning may have been read.
    # One letter is found too often in a long page to be looked for beside words.
    telling = [stem for stem in weights if len(stem) > 1] or list(weights)
    found = occurrences(page.text[: spans[-1, 1]], telling)
    rows = np.searchsorted(spans[:, 0], [word.start for word in found], side="right") - 1
    held[rows, [column[word.stem] for word in found]] = 1
    share = held[:, :-1] @ np.array(list(weights.values()))
    share /= max(sum(weights.values()), 1e-9)
    cosines = np.zeros(len(spans))
    if passages is not None and vector is not None and len(passages.vectors) == len(spans):
        cosines = passages.vectors.astype(np.float32) @ vector / SCALE
    worth = share + cosines
    order = np.argsort(-worth, kind="stable")
    supporting = [at for at in order[:_MOST] if share[at] > 0 or cosines[at] >= near]
    texts = [page.text[slice(*spans[at].tolist())] for at in supporting or order[:1]]
    return described(texts[0], weights), tuple(texts)


def _cut(text: str) -> NDArray[np.int32]:
    """Return passages of a page without vectors: as many sentences as fit."""
    spans: list[tuple[int, int]] = []
    for start, end in sentences_of(text):
        if spans and end - spans[-1][0] <= _PASSAGE:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return np.array(spans, np.int32).reshape(-1, 2)
