"""Open a PDF and read its pages."""

from __future__ import annotations

import re
from threading import Lock
from typing import TYPE_CHECKING

from triptych.engines.page.pdf.errors import (
    BrokenPDFError,
    EmptyPDFError,
    EncryptedPDFError,
    LongPDFError,
    ScannedPDFError,
)
from triptych.engines.page.pdf.layout import page_text

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfiumError

#: Most pages of one file.
MAX_PAGES = 2_000
#: Most characters of one file; books of 2,000 pages have some five million.
MAX_CHARACTERS = 20_000_000

# PDFium serves one thread at a time. The lock is given up after each page, so that a long file
# does not keep short ones waiting.
_PDFIUM = Lock()
_NO_PAGES = re.compile(rb"/Kids\s*\[\s*\]")


def read_pdf(content: bytes) -> list[str]:
    r"""Return the text of each page of a PDF.

    The text is taken from the file by PDFium (https://pdfium.googlesource.com/pdfium); pictures
    are not looked at. A line of the page is a line of the text, and a blank line stands between
    paragraphs: where lines are further apart than is usual on the page. Words that were divided
    at the end of a line are whole again.

    Parameters
    ----------
    content : bytes
        The file, of at most 2,000 pages.

    Returns
    -------
    list of str
        One text for each page, in order; empty for a page without text. At least one is not empty.

    Raises
    ------
    EncryptedPDFError
        If it needs a password.
    EmptyPDFError
        If it has no bytes, no pages, or nothing on them.
    ScannedPDFError
        If there are pictures on its pages, but no text.
    LongPDFError
        If it has more than 2,000 pages, or 20 million characters.
    BrokenPDFError
        If it is damaged beyond repair, or no PDF.

    All of them are `PDFError`, a `ValueError`.

    Examples
    --------
    >>> page = "<</Type/Page/Parent 1 0 R/Contents 3 0 R/Resources<</Font<</F 4 0 R>>>>>>"
    >>> drawn = "BT /F 12 Tf 50 700 Td (Tea and rain.) Tj ET"
    >>> objects = ["<</Type/Pages/Count 1/Kids[2 0 R]/MediaBox[0 0 595 842]>>", page,
    ...     f"<</Length {len(drawn)}>>stream\n{drawn}\nendstream",
    ...     "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>", "<</Type/Catalog/Pages 1 0 R>>"]
    >>> body = "".join(f"{n} 0 obj\n{o}\nendobj\n" for n, o in enumerate(objects, 1))
    >>> read_pdf(f"%PDF-1.7\n{body}trailer<</Root 5 0 R>>\n%%EOF".encode())
    ['Tea and rain.']
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
        raise BrokenPDFError("A page of the PDF is damaged: save the PDF anew.") from None
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
            if textpage.count_chars() > left:
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
    return BrokenPDFError("The file is damaged or not a PDF: open it and save it as a PDF anew.")
