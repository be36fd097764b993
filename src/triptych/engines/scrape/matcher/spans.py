"""Where in a text the values of a prompt stand, by a logit of each of its word pieces.

Several values are runs of likely pieces, each with the less likely ones beside it (hysteresis,
J. Canny 1986). One value is chosen among all runs of whole words by a conditional logit (D.
McFadden 1974), whose weights are in ``models/scrape/calibration.json``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.elements.words import stems
from triptych.engines.text.words import STOP_WORDS, stem
from triptych.models.tokens import text_tokenizer

Span = tuple[int, int]

#: Two values stand apart where the text between them has one of these.
_APART = re.compile(r"[,;/|·•&\n]|\b(?:and|or|und|oder|et|ou|y|o|e|en)\b", re.IGNORECASE)
#: So do two sentences.
_SENTENCE = re.compile(r"[.!?]\s")
#: What a value does not end with; "A-" is a mark.
_LOOSE_END = re.compile(r"(?:[ ,;:|\n]|(?<=\s)[–—·•-])+$")
_EDGES = " .,;:|/·•()\n"
#: Signs behind which a word may begin, and before which one may end.
_OPENING = frozenset("([\"'“«‘’/»")
_CLOSING = re.compile(r"[,;:)\]/»”\"]|[.!?](?!\S)")
#: "3:58" and "1,250.00" are one.
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)+")
#: Of a text with so many likely pieces, all is the value.
_NEARLY_ALL = 0.85
#: Logits beside a likely piece that still belong to its value, and less likely ones that part two.
_BESIDE, _PARTING = -1.0, -2.0
#: Logits beyond are as certain as this.
_CERTAIN = 3.0
#: A number and what may stand between it and the word it belongs to, in the characters before the
#: word: "10. May".
_BEFORE_WORD, _NUMBER_BEFORE = 4, re.compile(r"\d[ .]*\Z")
#: Words of so few letters are not compared with those of the prompt.
_SHORT = 2
#: The prefix of tokens that continue a word (WordPiece).
_CONTINUES = "##"
#: What is known of a run of pieces: `runs` says how it is computed.
FEATURES = (
    "sum", "certain", "mean", "least", "most", "first", "before", "after", "ends_apart", "signs",
    "lines", "unclosed", "after_number", "one_word", "in_prompt", "capital", "stop_word_first",
    "stop_word_last",
)  # fmt: skip


class Pieces(NamedTuple):
    """The word pieces of a text that were read."""

    text: str
    #: The characters that each stands for.
    places: Sequence[Span]
    #: That each is in a value, (pieces,).
    logits: NDArray[np.float32]
    #: The token of each, in English.
    tokens: Sequence[int]

    def span(self, first: int, last: int) -> Span:
        """Return where a run of pieces stands; behind the last one read, the text may go on."""
        end = len(self.text) if last == len(self.places) else self.places[last - 1][1]
        return self.places[first][0], end


def is_whole(pieces: Pieces) -> bool:
    """Return whether all of a text is the value: where no piece or nearly every one is likely."""
    likely = int((pieces.logits > 0).sum())
    return not likely or likely >= _NEARLY_ALL * len(pieces.logits)


def several_values(pieces: Pieces) -> tuple[Span, ...]:
    """Return where the values of a text stand; all of it where none does."""
    text = pieces.text
    whole = ((0, len(text)),)
    if is_whole(pieces):
        return whole
    starts, ends = _bounds(pieces)
    found = []
    for first, last in _likely_runs(pieces):
        start, end = starts[bisect_right(starts, first) - 1], ends[bisect_left(ends, last)]
        found.append(_closed(text, *pieces.span(start, end)))
    spans = tuple(span for span in dict.fromkeys(found) if text[slice(*span)].strip(_EDGES))
    return spans or whole


def _likely_runs(pieces: Pieces) -> list[Span]:
    """Return the first pieces of the runs in which one is likely, and where each ends."""
    text, places, logits, _ = pieces
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


def one_value(pieces: Pieces, prompt: str, weights: Sequence[float]) -> Span:
    """Return where the one value of a text stands, by the weights of `FEATURES`."""
    if is_whole(pieces):
        return 0, len(pieces.text)
    spans, features = runs(pieces, prompt)
    return spans[int(np.argmax(features @ np.asarray(weights)))]


def runs(pieces: Pieces, prompt: str) -> tuple[list[Span], NDArray[np.float64]]:
    """Return all runs of whole words, and their `FEATURES`, (runs, features).

    The text has at least one piece. Logits are bounded. "certain" is the sum of their hyperbolic
    tangents, "before" and "after" are those beside a run. A run "ends apart" at the end of the text
    or of a line, or before a sign. "in_prompt" is the share of its words that are in the prompt.
    """
    text, places, _, tokens = pieces
    bounded = np.clip(pieces.logits.astype(float), -_CERTAIN, _CERTAIN)
    logits, certain = bounded.tolist(), np.tanh(bounded / 2).tolist()
    # What is before a run is at its first piece, what is after it behind its last one.
    around = [-_CERTAIN, *logits, -_CERTAIN]
    count = len(logits)
    signs = [_is_sign(text[start:end]) for start, end in places]
    between = ["", *(text[one[1] : other[0]] for one, other in pairwise(places))]
    lines = ["\n" in one for one in between]
    after_number = [
        _NUMBER_BEFORE.search(text[max(0, start - _BEFORE_WORD) : start]) is not None
        for start, _ in places
    ]
    words, of_word = _words(tokens)
    is_stop_word = [word in STOP_WORDS for word in words]
    of_prompt = stems(prompt)
    in_prompt = [len(word) > _SHORT and stem(word) in of_prompt for word in words]
    starts, ends = _bounds(pieces)
    spans, rows = [], []
    for first, last in ((start, end) for start in starts for end in ends if start < end):
        span, inside = pieces.span(first, last), logits[first:last]
        own = range(of_word[first], of_word[last - 1] + 1)
        spans.append(span)
        rows.append(
            (
                sum(inside),
                sum(certain[first:last]),
                sum(inside) / len(inside),
                min(inside),
                max(inside),
                inside[0],
                around[first],
                around[last + 1],
                last == count or signs[last] or lines[last],
                sum(signs[first:last]),
                sum(lines[first:last]),
                _is_unclosed(text[slice(*span)]),
                after_number[first],
                len(own) == 1,
                sum(in_prompt[word] for word in own) / len(own),
                text[span[0]].isupper(),
                is_stop_word[own[0]],
                is_stop_word[own[-1]],
            )
        )
    return spans, np.asarray(rows, float)


def _words(tokens: Sequence[int]) -> tuple[list[str], list[int]]:
    """Return the words that tokens form, and for each token the place of its word."""
    words: list[str] = []
    places = []
    for token in tokens:
        piece = text_tokenizer().id_to_token(token) or ""
        if piece.startswith(_CONTINUES) and words:
            words[-1] += piece.removeprefix(_CONTINUES)
        else:
            words.append(piece)
        places.append(len(words) - 1)
    return words, places


def _bounds(pieces: Pieces) -> tuple[list[int], list[int]]:
    """Return at which pieces words begin, and before which they end."""
    text, places, logits, _ = pieces
    numbers = [word.span() for word in _NUMBER.finditer(text)]
    starts = [at for at in range(len(logits)) if _begins(text, places, at, numbers)]
    ends = [at for at in range(1, len(logits) + 1) if _ends(text, places, at, numbers)]
    return starts, ends


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
    return _CLOSING.match(text, start) is not None and not _is_inside(start, numbers)


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
    text, places, logits, _ = pieces
    starts = [start for start, _ in places]
    # A text may be much longer than what is read of it.
    end = places[-1][1] if places else 0
    for sign in _APART.finditer(text, 0, end):
        first, last = bisect_left(starts, sign.start()), bisect_left(starts, sign.end())
        if 0 < first < last < len(places):
            yield sign.span(), float(logits[first])


def _closed(text: str, start: int, end: int) -> Span:
    """Return a span with the bracket that closes one in it, or without what is not closed."""
    if text.count("(", start, end) <= text.count(")", start, end):
        return start, end
    return start, end + 1 if text[end : end + 1] == ")" else text.rindex("(", start, end)


def texts_of(text: str, spans: Iterable[Span]) -> list[str]:
    """Return the values that stand at some places of a text, without the signs around them."""
    return [_LOOSE_END.sub("", text[start:end].lstrip(" ,;:|\n")) for start, end in spans]
