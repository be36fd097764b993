"""The same text as several readers would see it, each with a way back to the offsets.

A view is a folded string between two spaces, so that a word at either end of the text has a border
like any other. The views share `span` and `letters`, which lead back to the visible text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from triptych.engines.profanity import folding

# NumPy takes longer to import than all the rest here, and most texts need neither of the two
# functions that use it.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Offsets: TypeAlias = NDArray[np.int64]

_MARKS = (
    "\u0300-\u036f\u0483-\u0489\u093c\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff"
    "\ufe20-\ufe2f"
)
_ZERO_WIDTH = (
    "\u00ad\u034f\u0640\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff"
)
INVISIBLE = re.compile(f"[{_MARKS}{_ZERO_WIDTH}]")
COMBINING = re.compile(f"[{_MARKS}]")
_MARKED = re.compile(f"[^{_MARKS}{_ZERO_WIDTH}][{_MARKS}]")


@dataclass(frozen=True, slots=True)
class Visible:
    """A text without its invisible characters."""

    text: str
    origin: Offsets | None

    def span(self, original: str, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original text for a span of the visible one.

        Marks that sit on the last character belong to it.
        """
        if self.origin is None:
            return start, end
        first, last = int(self.origin[start]), int(self.origin[end - 1]) + 1
        while last < len(original) and COMBINING.match(original, last):
            last += 1
        return first, last


def visible(text: str) -> Visible:
    """Remove combining marks, joiners, soft hyphens and the like; compose what composes."""
    if text.isascii() or not INVISIBLE.search(text):
        return Visible(text, None)
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).copy()
    for marked in _MARKED.finditer(text):
        composed = unicodedata.normalize("NFC", marked[0])
        if len(composed) == 1:
            codes[marked.start()] = ord(composed)
    hidden = np.zeros(len(codes), dtype=bool)
    for run in re.finditer(f"{INVISIBLE.pattern}+", text):
        hidden[run.start() : run.end()] = True
    origin = np.flatnonzero(~hidden)
    return Visible(codes[origin].tobytes().decode("utf-32-le", "surrogatepass"), origin)


@dataclass(frozen=True, slots=True)
class View:
    """A folded text between two spaces: character i + 1 stands for character i of the text."""

    text: str
    kind: str

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the visible text for a span of the view."""
        return start - 1, end - 1

    def letters(self, visible_text: str, start: int, end: int) -> str:
        """Return the visible characters that stand at a span of the view."""
        return visible_text[start - 1 : end - 1]


def _bordered(text: str) -> str:
    return f" {text} "


def plain(text: str) -> View:
    """Return the view of letters alone."""
    return View(_bordered(text.translate(folding.PLAIN)), "plain")


_CLOSING = re.compile(r"[!|+¡]+")
_LEET = re.compile("[" + re.escape("".join(sorted(folding.LEET_CHARACTERS))) + "]")
_LEET_L = re.compile("[1!|¡]")


def _without_closing_marks(text: str) -> str:
    """Blank exclamation marks that end a word: they are not letters there."""

    def blank(run: re.Match[str]) -> str:
        follows = text[run.end() : run.end() + 1]
        inside = follows.isalnum() or follows in {"@", "$", "*"}
        return run[0] if inside else " " * len(run[0])

    return _CLOSING.sub(blank, text)


def leet(text: str) -> Iterator[View]:
    """Yield the views in which digits and signs stand for letters."""
    if not _LEET.search(text):
        return
    text = _without_closing_marks(text)
    yield View(_bordered(text.translate(folding.LEET_I)), "leet")
    if _LEET_L.search(text):
        yield View(_bordered(text.translate(folding.LEET_L)), "leet")


def running(text: str) -> View | None:
    """Return the view of the scripts without spaces, if there is any such character."""
    if text.isascii() or not folding.RUNNING.search(text):
        return None
    return View(_bordered(text.translate(folding.RUNNING_TEXT)), "running")


_LONG_RUN = re.compile(r"([^\W\d_])\1\1")


@dataclass(frozen=True, slots=True)
class Stretched:
    """A view in which every run of one letter is written once."""

    text: str
    kind: str
    first: Offsets
    lengths: Offsets
    long_before: Offsets

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the visible text for a span of the view."""
        return int(self.first[start]) - 1, int(self.first[end - 1] + self.lengths[end - 1]) - 1

    def letters(self, visible_text: str, start: int, end: int) -> str:
        """Return the first visible character of every run at a span of the view."""
        return "".join(visible_text[index - 1] for index in self.first[start:end].tolist())

    def has_long_run(self, start: int, end: int) -> bool:
        """Return whether a span of the view holds a run of three letters or more."""
        return bool(self.long_before[end] > self.long_before[start])


def stretched(base: View) -> Stretched | None:
    """Return the view without repeats, if any letter comes three times in a row."""
    if not _LONG_RUN.search(base.text):
        return None
    import numpy as np

    codes = np.frombuffer(base.text.encode("utf-32-le"), dtype=np.uint32)
    keep = np.empty(len(codes), dtype=bool)
    keep[0] = True
    np.not_equal(codes[1:], codes[:-1], out=keep[1:])
    keep |= codes == 0x20
    first = np.flatnonzero(keep)
    lengths = np.diff(np.append(first, len(codes)))
    long = (lengths >= 3) & (codes[first] != 0x20)
    text = codes[first].tobytes().decode("utf-32-le")
    return Stretched(text, "stretched", first, lengths, np.concatenate(([0], np.cumsum(long))))
