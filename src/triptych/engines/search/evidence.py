"""The description and the passages of a page that support a query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

import numpy as np

from triptych.engines.index.passages import SCALE, Passages
from triptych.engines.page import WebPage
from triptych.engines.text.words import WORD, stem

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Characters of a description: it grows by sentences to the least, and is cut at the most.
_LEAST, _MOST = 160, 240

#: Where a sentence ends: at the end of a line, or after a stop, with a word of two small letters or
#: digits at least before it and a capital after it.
_BORDER = re.compile(r"\n|[a-z0-9)\]”’\"']{2}[.!?][\"”’')\]]?[^\S\n]+(?=[\"“(\[]?[A-Z0-9])")


class Match(NamedTuple):
    """A word of a text that has a stem of the query."""

    start: int
    end: int
    stem: str


def sentences_of(text: str) -> list[tuple[int, int]]:
    r"""Return where the sentences of a text are, roughly but at once.

    `triptych.engines.text.sentences` knows more stops, but a search looks at dozens of passages and
    has a millisecond. Where it is doubtful whether a sentence ends, it does not.

    Examples
    --------
    >>> text = "It rained. Dr. E. Lee, of the U.S. Navy, left.\n\nNobody came"
    >>> [text[start:end] for start, end in sentences_of(text)]
    ['It rained.', 'Dr. E. Lee, of the U.S. Navy, left.', 'Nobody came']
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for end in (*(border.end() for border in _BORDER.finditer(text)), len(text)):
        sentence = text[start:end]
        if words := sentence.strip():
            begin = start + sentence.index(words)
            spans.append((begin, begin + len(words)))
        start = end
    return spans


def occurrences(text: str, stems: Collection[str]) -> list[Match]:
    """Return the words of a text that have one of these stems, in order.

    Examples
    --------
    >>> occurrences("Running water runs.", {"run"})
    [Match(start=0, end=7, stem='run'), Match(start=14, end=18, stem='run')]
    """
    folded = text.lower()
    if not text.isascii():
        # Faster on a long text than to translate every letter.
        folded = _ACCENTED.sub(lambda letter: _letters()[letter[0]], folded)
    if len(folded) != len(text):
        # A letter whose small form is two: then places would shift.
        folded = text
    matches = []
    for root in stems:
        # What changes most is the end: "happy" has the stem "happi".
        beginning = root[: max(2, len(root) - 1)]
        at = folded.find(beginning)
        while at >= 0:
            word = WORD.match(folded, at)
            after = at + 1
            if word and (at == 0 or not WORD.match(folded, at - 1)):
                after = word.end()
                if stem(word[0]) == root:
                    matches.append(Match(at, after, root))
            at = folded.find(beginning, after)
    return sorted(matches)


_ACCENTED = re.compile("[\u00c0-\u024f]")


@cache
def _letters() -> dict[str, str]:
    """Return the Latin letters with accents, and those without; others as they are."""
    plain = {chr(code): normalize("NFKD", chr(code))[0] for code in range(0xC0, 0x250)}
    return {letter: base if base.isascii() else letter for letter, base in plain.items()}


def marked(text: str, matches: Iterable[Match], start: int = 0) -> str:
    """Return HTML of a text in which words are marked; `start` is where it began."""
    parts, last = [], 0
    for place in matches:
        begin, end = place.start - start, place.end - start
        if last <= begin and end <= len(text):
            parts += [escape(text[last:begin]), "<em>", escape(text[begin:end]), "</em>"]
            last = end
    return "".join([*parts, escape(text[last:])])


def described(text: str, weights: Mapping[str, float]) -> str:
    """Return about 200 characters of a passage that hold most of the query, as escaped HTML.

    Matching words are in ``<em>``, an ellipsis marks cuts; `weights` are those of the stems.
    """
    sentences = sentences_of(text)
    if not sentences:
        return ""
    matches = occurrences(text, weights)
    starts = [start for start, _ in sentences]
    # Of a long sentence, a part from some words before a match.
    parts = [
        (begin, end)
        for start, end in sentences
        if end - start > _MOST
        for match in matches
        if start < (begin := text.rfind(" ", 0, max(1, match.start - 40)) + 1) < end
    ]

    def worth(part: tuple[int, int]) -> tuple[float, bool, int]:
        start, end = part[0], min(part[1], part[0] + _MOST)
        stems = {match.stem for match in matches if start <= match.start and match.end <= end}
        return sum(weights[stem] for stem in stems), start in starts, -start

    start, _ = max(sentences + parts, key=worth)
    end = max((end for _, end in sentences if end <= start + _MOST), default=start)
    for earlier in reversed([one for one in starts if one < start]):
        if end - start >= _LEAST or end - earlier > _MOST:
            break
        start = earlier
    if end - start < _LEAST and end < len(text):
        # The next sentence is too long: its beginning is better than nothing.
        stop = min(start + _MOST, len(text))
        space = text.rfind(" ", start, stop)
        end = stop if stop == len(text) or space <= max(start, end) else space
    shown = marked(_LINES.sub(" ", text[start:end]), matches, start)
    shown = re.sub(r" {2,}", " ", shown)
    opening = "… " if any(begin < start < stop for begin, stop in sentences) else ""
    closing = " …" if any(begin < end < stop for begin, stop in sentences) else ""
    return f"{opening}{shown}{closing}"


_LINES = re.compile(r"\s")


#: Passages of a page at most.
_MOST_PASSAGES = 5
#: Characters of a passage where a page has no vectors: about what has 200 word pieces.
_PASSAGE = 900


def evidence(
    page: WebPage,
    passages: Passages | None,
    weights: Mapping[str, float],
    vector: NDArray[np.float32] | None,
    near: float,
) -> tuple[str, tuple[str, ...]]:
    """Return a description (HTML) and the passages of a page that support a query, best first.

    A passage is worth the share of the query's words that are in it, rare ones counting more
    (`weights`, by stem), and its cosine to the query's `vector`; without any of the words, it
    supports the query from the cosine `near` on. `passages` is None of a page without vectors. Of
    a page with a text at least one passage is returned; of one without, the description is its
    own.
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
    # Of a given page, only the beginning may have been read.
    # One letter occurs too often in a long page to be looked for beside words.
    telling = [stem for stem in weights if len(stem) > 1] or list(weights)
    matches = occurrences(page.text[: spans[-1, 1]], telling)
    rows = np.searchsorted(spans[:, 0], [word.start for word in matches], side="right") - 1
    held[rows, [column[word.stem] for word in matches]] = 1
    share = held[:, :-1] @ np.array(list(weights.values()))
    share /= max(sum(weights.values()), 1e-9)
    cosines = np.zeros(len(spans))
    if passages is not None and vector is not None and len(passages.vectors) == len(spans):
        cosines = passages.vectors.astype(np.float32) @ vector / SCALE
    worth = share + cosines
    order = np.argsort(-worth, kind="stable")
    supporting = [at for at in order[:_MOST_PASSAGES] if share[at] > 0 or cosines[at] >= near]
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
