"""From the characters of a page, with their places, to lines and paragraphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from statistics import median, median_low
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pypdfium2 import PdfTextPage

#: PDFium's sign for a hyphen that divides a word at the end of a line.
_HYPHEN = "\x02"
_DIVIDED = re.compile(rf"(\S*){_HYPHEN}(\S*)[ ]?")
_SPACES = re.compile(r"[^\S\n]+")
#: Typographic forms of letters, which no dictionary knows.
_LIGATURE = re.compile("[\ufb00-\ufb06]")
#: Lines this much further apart than is usual on the page stand in different paragraphs.
_APART = 1.25
#: Characters whose median tells where a line stands, so that a raised figure does not.
_SEVERAL = 5


class _Line(NamedTuple):
    text: str
    #: Lower edge of its first and of its last characters, in points from below: a line that ends
    #: with a divided word goes on in the next.
    first: float
    last: float


def page_text(page: PdfTextPage) -> str:
    """Return the text of a page: a line for each of its lines, a blank one between paragraphs."""
    lines = [line for line in _lines(page) if line.text]
    gaps = [before.last - line.first for before, line in pairwise(lines)]
    # What lies beside, or above as the next column does, says nothing about the distance of lines.
    usual = median_low([gap for gap in gaps if gap > 1] or [inf])
    borders = ["\n\n" if gap > _APART * usual else "\n" for gap in gaps]
    return "".join(line.text + border for line, border in zip(lines, [*borders, ""], strict=False))


def _lines(page: PdfTextPage) -> Iterator[_Line]:
    from pypdfium2.raw import FPDFText_GetUnicode

    count = page.count_chars()
    characters = [chr(FPDFText_GetUnicode(page, index)) for index in range(count)]
    start = 0
    for index, character in enumerate([*characters, "\n"]):
        if character != "\n":
            continue
        # Spaces and line ends are PDFium's own, and have no place.
        placed = [at for at in range(start, index) if not characters[at].isspace()]
        if placed:
            text = _clean("".join(characters[start:index]))
            yield _Line(text, _edge(page, placed[:_SEVERAL]), _edge(page, placed[-_SEVERAL:]))
        start = index + 1


def _edge(page: PdfTextPage, characters: Sequence[int]) -> float:
    return float(median(page.get_charbox(at, loose=True)[1] for at in characters))


def _clean(text: str) -> str:
    # Where PDFium counts in units of UTF-16, pairs are joined; what is half a character is dropped.
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _DIVIDED.sub(_join, text)
    text = _LIGATURE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    text = _SPACES.sub(" ", text)
    return "".join(c for c in text if c == "\n" or unicodedata.category(c)[0] != "C").strip()


def _join(found: re.Match[str]) -> str:
    """Join a divided word; the line ends after it, so that lines keep about their length."""
    before, after = found.groups()
    # A word that had a hyphen already, or goes on with a capital or a number, was a compound.
    hyphen = "-" if "-" in before or not after[:1].islower() else ""
    return f"{before}{hyphen}{after}\n"
