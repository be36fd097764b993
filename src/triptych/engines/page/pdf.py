"""The text of a PDF, page by page, in paragraphs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from statistics import median, median_low
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from triptych._cancellation import check_cancelled

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfiumError, PdfTextPage


class PDFError(ValueError):
    """A PDF cannot be read; the message says what to do."""


class BrokenPDFError(PDFError):
    """It is damaged, or no PDF at all."""


class CostlyPDFError(PDFError):
    """Reading it takes more time or memory than it may, or makes the decoder fail."""


class EmptyPDFError(PDFError):
    """It has no bytes, no pages, or nothing is on them that could be read."""


class EncryptedPDFError(PDFError):
    """It opens with a password only."""


class LongPDFError(PDFError):
    """It has too many pages (`MAX_PAGES`), or too many characters in all or on a page."""


class ScannedPDFError(PDFError):
    """Its pages are pictures, without text."""


#: Most pages of one file.
MAX_PAGES = 2_000
#: Most characters of one file; books of 2,000 pages have some five million.
MAX_CHARACTERS = 20_000_000
#: Most characters of one page; a large one in small print has some 20,000.
MAX_PAGE_CHARACTERS = 200_000

# PDFium serves one thread at a time. The lock is given up after each page, so that a long file
# does not keep short ones waiting.
_PDFIUM = Lock()
_NO_PAGES = re.compile(rb"/Kids\s*\[\s*\]")


def read_pdf(content: bytes) -> list[str]:
    """Return the text of each page of a PDF, empty for a page without text; not all are empty.

    The text is taken from the file by PDFium (https://pdfium.googlesource.com/pdfium); pictures
    are not looked at. A line of the page is a line of the text, and a blank line is between
    paragraphs: where lines are further apart than is usual on the page. Words that were divided
    at the end of a line are whole again.

    Raises
    ------
    PDFError
        One of its subclasses, each of which says in which case it is raised.
    """
    import pypdfium2

    if not content:
        raise EmptyPDFError("The file is empty: send one that has pages.")
    try:
        with _PDFIUM:
            document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise _cannot_open(error, content) from None
    try:
        return _texts(document)
    except pypdfium2.PdfiumError:
        raise BrokenPDFError("A page of the PDF is damaged: save the PDF again.") from None
    finally:
        with _PDFIUM:
            document.close()


def _texts(document: PdfDocument) -> list[str]:
    with _PDFIUM:
        pages = len(document)
    if pages > MAX_PAGES:
        raise LongPDFError(f"The PDF has {pages:,} pages: send at most {MAX_PAGES:,} at once.")
    texts: list[str] = []
    pictures = False
    left = MAX_CHARACTERS
    for number in range(pages):
        check_cancelled()
        with _PDFIUM:
            text, pictured = _page(document, number, left)
        pictures = pictures or pictured
        left -= len(text)
        texts.append(text)
    if any(texts):
        return texts
    if pictures:
        raise ScannedPDFError(
            "The PDF holds pictures of pages, without text: run text recognition (OCR) on it first."
        )
    raise EmptyPDFError("Nothing on the pages of the PDF is text: send one that has text.")


def _page(document: PdfDocument, number: int, left: int) -> tuple[str, bool]:
    """Return a page's text, and whether a page without text has pictures; holding the lock."""
    from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

    page = document[number]
    try:
        textpage = page.get_textpage()
        try:
            count = textpage.count_chars()
            if count > MAX_PAGE_CHARACTERS:
                raise LongPDFError(
                    f"Page {number + 1} of the PDF has more than {MAX_PAGE_CHARACTERS:,} "
                    "characters: leave it out."
                )
            if count > left:
                raise LongPDFError(
                    f"The PDF has more than {MAX_CHARACTERS:,} characters: send it in parts."
                )
            text = page_text(textpage)
        finally:
            textpage.close()
        return text, not text and any(page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]))
    finally:
        page.close()


def _cannot_open(error: PdfiumError, content: bytes) -> ValueError:
    from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY

    if error.err_code in {FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY}:
        return EncryptedPDFError("The PDF is encrypted: save it without a password first.")
    if _NO_PAGES.search(content):
        return EmptyPDFError("The PDF has no pages: send one that has.")
    return BrokenPDFError("The file is damaged or not a PDF: open it and save it as a PDF again.")


#: PDFium's sign for a hyphen that divides a word at the end of a line.
_HYPHEN = "\x02"
_DIVIDED = re.compile(rf"(\S*){_HYPHEN}(\S*)[ ]?")
_SPACES = re.compile(r"[^\S\n]+")
#: Typographic forms of letters, which no dictionary knows.
_LIGATURE = re.compile("[\ufb00-\ufb06]")
#: Lines this much further apart than is usual on the page are in different paragraphs.
_APART = 1.25
#: Characters whose median is the place of a line, so that a raised figure does not.
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
    text = _LIGATURE.sub(lambda match: unicodedata.normalize("NFKC", match[0]), text)
    text = _SPACES.sub(" ", text)
    return "".join(c for c in text if c == "\n" or unicodedata.category(c)[0] != "C").strip()


def _join(match: re.Match[str]) -> str:
    """Join a divided word; the line ends after it, so that lines keep about their length."""
    before, after = match.groups()
    # A word that had a hyphen already, or goes on with a capital or a number, was a compound.
    hyphen = "-" if "-" in before or not after[:1].islower() else ""
    return f"{before}{hyphen}{after}\n"
