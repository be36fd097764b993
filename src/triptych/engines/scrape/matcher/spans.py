"""Where in a text the values of a prompt stand, by a logit of each of its word pieces.

Several values are runs of likely pieces, each with the less likely ones beside it (hysteresis,
J. Canny 1986). One value is chosen among all runs of whole words by a conditional logit (D.
McFadden 1974), whose weights are in ``models/scrape/calibration.json``.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Span = tuple[int, int]

#: Two values stand apart where the text between them has one of these.
_APART = re.compile(r"[,;/|·•&\n]|\b(?:and|or|und|oder|et|ou|y|o|e|en)\b", re.IGNORECASE)
#: So do two sentences.
_SENTENCE = re.compile(r"[.!?]\s")
_FULL_STOP = re.compile(r"[.!?](?!\S)")
#: What a value does not end with; "A-" is a mark.
_LOOSE_END = re.compile(r"(?:[ ,;:|\n]|(?<=\s)[–—·•-])+$")
_EDGES = " .,;:|/·•()\n"
_OPENING, _CLOSING = frozenset("([\"'“«‘’/»"), frozenset(',;:)]/»”"')
#: "3:58" and "1,250.00" are one.
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)+")
_WORD = re.compile(rf"{_NUMBER.pattern}|[^\W_]+")
#: Of a text with so many likely pieces, all is the value.
_NEARLY_ALL = 0.85
#: Logits beside a likely piece that still belong to its value, and less likely ones that part two.
_BESIDE, _PARTING = -1.0, -2.0
#: Logits beyond are as certain as this.
_CERTAIN = 3.0
#: What is known of a run of pieces: `runs` says how it is computed.
FEATURES = (
    "sum", "certain", "mean", "least", "most", "first", "last", "before", "after", "starts_apart",
    "ends_apart", "apart", "signs", "sentences", "lines", "whole", "length", "unclosed", "outside",
)  # fmt: skip


class Pieces(NamedTuple):
    """The word pieces of a text that were read."""

    text: str
    #: The characters that each stands for.
    places: Sequence[Span]
    #: That each is in a value, (pieces,).
    logits: NDArray[np.float32]


def is_whole(pieces: Pieces) -> bool:
    """Return whether all of a text is the value: where no piece or nearly every one is likely."""
    likely = int((pieces.logits > 0).sum())
    return not likely or likely >= _NEARLY_ALL * len(pieces.logits)


def several_values(pieces: Pieces) -> tuple[Span, ...]:
    """Return where the values of a text stand; all of it where none does."""
    text, places, logits = pieces
    whole = ((0, len(text)),)
    if is_whole(pieces):
        return whole
    found: list[Span] = []
    for first, last in _likely_runs(pieces):
        end = len(text) if last == len(logits) else places[last - 1][1]
        found.append(_closed(text, *_to_words(text, places[first][0], end)))
    spans = tuple(span for span in dict.fromkeys(found) if text[slice(*span)].strip(_EDGES))
    return spans or whole


def _likely_runs(pieces: Pieces) -> list[Span]:
    """Return the first pieces of the runs in which one is likely, and where each ends."""
    text, places, logits = pieces
    beside = np.concatenate([[False], logits > _BESIDE, [False]])
    bounds = np.flatnonzero(beside[1:] != beside[:-1]).reshape(-1, 2).tolist()
    runs: list[Span] = []
    for first, last in bounds:
        if not (logits[first:last] > 0).any():
            continue
        if runs:
            begin, end = runs[-1]
            between = text[places[end - 1][1] : places[first][0]]
            is_apart = _APART.search(between) or _SENTENCE.search(between)
            if not is_apart and logits[end:first].min() > _PARTING:
                runs[-1] = begin, last
                continue
        runs.append((first, last))
    return runs


def one_value(pieces: Pieces, weights: Sequence[float]) -> Span:
    """Return where the one value of a text stands, by the weights of `FEATURES`."""
    if not is_whole(pieces):
        spans, features = runs(pieces)
        if spans:
            return spans[int(np.argmax(features @ np.asarray(weights)))]
    return 0, len(pieces.text)


def runs(pieces: Pieces) -> tuple[list[Span], NDArray[np.float64]]:
    """Return all runs of whole words, and their `FEATURES`, (runs, features).

    Logits are bounded. "certain" is the sum of their hyperbolic tangents, "before" and "after" are
    those beside a run, "outside" is the highest of others. A run "starts apart" at the start of the
    text, of a line or behind a sign, "ends apart" likewise, and is "apart" where both hold.
    """
    text, places, _ = pieces
    logits = np.clip(pieces.logits.astype(float), -_CERTAIN, _CERTAIN)
    count = len(logits)
    numbers = [word.span() for word in _NUMBER.finditer(text)]
    starts = [at for at in range(count) if _begins(text, places, at, numbers)]
    ends = [at for at in range(1, count + 1) if _ends(text, places, at, numbers)]
    pairs = [(start, end) for start in starts for end in ends if start < end]
    if not pairs:
        return [], np.zeros((0, len(FEATURES)))
    first, last = np.asarray(pairs).T
    signs = np.asarray([_is_sign(text[slice(*place)]) for place in places])
    lines = np.asarray([at > 0 and "\n" in _before(text, places, at) for at in range(count)])
    sentences = np.asarray([bool(_SENTENCE.match(text, *place[:1])) for place in places])
    least = np.zeros((count, count + 1))
    most = np.zeros((count, count + 1))
    for at in starts:
        least[at, at + 1 :] = np.minimum.accumulate(logits[at:])
        most[at, at + 1 :] = np.maximum.accumulate(logits[at:])
    edge = np.asarray([-_CERTAIN])
    earlier = np.maximum.accumulate(np.concatenate([edge, logits]))
    later = np.maximum.accumulate(np.concatenate([edge, logits[::-1]]))[::-1]
    starts_apart = np.concatenate([[True], signs[:-1] | lines[1:]])[first]
    ends_apart = np.concatenate([signs | lines, [True]])[last]
    total = _sums(logits)
    features = (
        total[last] - total[first],
        _sums(np.tanh(logits / 2))[last] - _sums(np.tanh(logits / 2))[first],
        (total[last] - total[first]) / (last - first),
        least[first, last],
        most[first, last],
        logits[first],
        logits[last - 1],
        np.concatenate([edge, logits])[first],
        np.concatenate([logits, edge])[last],
        starts_apart,
        ends_apart,
        starts_apart & ends_apart,
        *(_sums(one)[last] - _sums(one)[first] for one in (signs, sentences, lines)),
        (first == 0) & (last == count),
        np.log(last - first),
        [_is_unclosed(text[places[a][0] : places[b - 1][1]]) for a, b in pairs],
        np.maximum(earlier[first], later[last]),
    )
    # The text may go on behind the last piece that was read.
    spans = [(places[a][0], len(text) if b == count else places[b - 1][1]) for a, b in pairs]
    return spans, np.stack(features, axis=1).astype(float)


def _sums(values: NDArray[np.generic]) -> NDArray[np.float64]:
    return np.concatenate([[0.0], np.cumsum(values, dtype=float)])


def _before(text: str, places: Sequence[Span], at: int) -> str:
    """Return what stands between a piece and the one before it."""
    return text[places[at - 1][1] : places[at][0]]


def _begins(text: str, places: Sequence[Span], at: int, numbers: Sequence[Span]) -> bool:
    """Return whether a piece begins a word."""
    start = places[at][0]
    if not at or start > places[at - 1][1]:
        return True
    return text[start - 1] in _OPENING and not _is_inside(start, numbers)


def _ends(text: str, places: Sequence[Span], at: int, numbers: Sequence[Span]) -> bool:
    """Return whether a word ends before a piece."""
    if at == len(places) or _begins(text, places, at, numbers):
        return True
    start = places[at][0]
    if text[start] in _CLOSING and not _is_inside(start, numbers):
        return True
    return _FULL_STOP.match(text, start) is not None


def _is_inside(place: int, spans: Iterable[Span]) -> bool:
    """Return whether a place is within one of some spans rather than at its edge."""
    return any(start < place < end for start, end in spans)


def _is_sign(piece: str) -> bool:
    return not any(map(str.isalnum, piece)) or _APART.fullmatch(piece) is not None


def _is_unclosed(text: str) -> bool:
    return text.count("(") != text.count(")")


def parted(pieces: Pieces, spans: Iterable[Span], asked: float) -> Iterator[Span]:
    """Yield spans in parts, without the signs that stand between these.

    A sign or an "and" parts two values where it is less likely in one than several are `asked` for,
    both as logits.
    """
    parting = [sign for sign, inside in _signs(pieces) if inside < asked]
    for start, end in spans:
        for first, last in parting:
            if start < first and last < end:
                yield start, first
                start = last
        yield start, end


def _signs(pieces: Pieces) -> Iterator[tuple[Span, float]]:
    """Yield what may part two values, and the logit that it is in one."""
    text, places, logits = pieces
    starts = [start for start, _ in places]
    # A text may be much longer than what is read of it.
    end = places[-1][1] if places else 0
    for sign in _APART.finditer(text, 0, end):
        first, last = bisect_left(starts, sign.start()), bisect_left(starts, sign.end())
        if 0 < first < last < len(places):
            yield sign.span(), float(logits[first])


def _to_words(text: str, start: int, end: int) -> Span:
    """Return a span that begins and ends with a whole word or number."""
    words = [word.span() for word in _WORD.finditer(text)]
    start = next((first for first, last in words if first < start < last), start)
    return start, next((last for first, last in words if first < end < last), end)


def _closed(text: str, start: int, end: int) -> Span:
    """Return a span with the bracket that closes one in it, or without what is not closed."""
    if text.count("(", start, end) <= text.count(")", start, end):
        return start, end
    return start, end + 1 if text[end : end + 1] == ")" else text.rindex("(", start, end)


def texts_of(text: str, spans: Iterable[Span]) -> list[str]:
    """Return the values that stand at some places of a text, without the signs around them."""
    return [_LOOSE_END.sub("", text[start:end].lstrip(" ,;:|\n")) for start, end in spans]
