"""The description and the passages of a page that support a query."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
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

#: Where a sentence may end: at the end of a line, or after a stop. Looked at closely afterwards,
#: since a pattern that looks behind itself everywhere takes ten times as long.
_MAYBE = re.compile(r"\n|[.!?][\"”’')\]]?(?=[^\S\n])")
_BEFORE = re.compile(r"[a-z0-9)\]”’\"']{2}\Z")
_BEFORE_QUOTED = re.compile(r"[a-z0-9]{2}\Z")
_AFTER = re.compile(r"\s*[\"“(\[]?[A-Z0-9]")


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
    for border in _MAYBE.finditer(text):
        end = border.end()
        if _ends(text, border.start(), end):
            _put(spans, text, start, end)
            start = end
    _put(spans, text, start, len(text))
    return spans


def _ends(text: str, stop: int, end: int) -> bool:
    """Return whether a sentence ends at `end`, where white space follows the stop at `stop`."""
    if text[stop] == "\n":
        return True
    # A word of two small letters or digits at least before it, and a capital after it.
    before = _BEFORE if end == stop + 1 else _BEFORE_QUOTED
    return bool(before.search(text, max(0, stop - 2), stop) and _AFTER.match(text, end))


def _put(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    sentence = text[start:end]
    begin = start + len(sentence) - len(sentence.lstrip())
    stop = start + len(sentence.rstrip())
    if begin < stop:
        spans.append((begin, stop))


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
    first = max(
        range(len(sentences)),
        key=lambda place: (_worth(sentences[place], matches, weights), -place),
    )
    start, end = sentences[first]
    for _, after in sentences[first + 1 :]:
        if end - start >= _LEAST or after - start > _MOST:
            break
        end = after
    for before, _ in reversed(sentences[:first]):
        if end - start >= _LEAST or end - before > _MOST:
            break
        start = before
    start, end = _window(text, start, end, matches, weights)
    if end - start < _LEAST and end < len(text):
        # The next sentence is too long: its beginning is better than nothing.
        stop = start + _MOST if start + _MOST < len(text) else len(text)
        space = text.rfind(" ", end, stop + 1)
        end = stop if stop == len(text) else space if space > end else end
    shown = marked(_LINES.sub(" ", text[start:end]), _within(matches, start, end), start)
    shown = re.sub(r" {2,}", " ", shown)
    opening = "… " if any(begin < start < stop for begin, stop in sentences) else ""
    closing = " …" if any(begin < end < stop for begin, stop in sentences) else ""
    return f"{opening}{shown}{closing}"


_LINES = re.compile(r"\s")


def _within(matches: Sequence[Match], start: int, end: int) -> list[Match]:
    """Return what lies within a part of the text."""
    return [place for place in matches if start <= place.start and place.end <= end]


def _worth(span: tuple[int, int], matches: Sequence[Match], weights: Mapping[str, float]) -> float:
    roots = {place.stem for place in _within(matches, *span)}
    return sum(weights.get(root, 1.0) for root in roots)


def _window(
    text: str, start: int, end: int, matches: Sequence[Match], weights: Mapping[str, float]
) -> tuple[int, int]:
    """Return the part of a long sentence with most matches, between words."""
    if end - start <= _MOST:
        return start, end
    begins = [start, *(place.start - 40 for place in _within(matches, start, end))]
    best, room = start, _MOST
    most = -1.0
    for begin in begins:
        begin = max(start, min(begin, end - room))
        worth = _worth((begin, begin + room), matches, weights)
        if worth > most:
            best, most = begin, worth
    stop = min(end, best + room)
    if best > start:
        space = text.find(" ", best, best + 30)
        best = space + 1 if space >= 0 else best
    if stop < end:
        space = text.rfind(" ", stop - 30, stop)
        stop = space if space > best else stop
    return best, stop


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
