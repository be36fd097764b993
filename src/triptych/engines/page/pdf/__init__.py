"""The text of a PDF, page by page, in paragraphs."""

from triptych.engines.page.pdf.errors import (
    BrokenPDFError,
    EmptyPDFError,
    EncryptedPDFError,
    LongPDFError,
    PDFError,
    ScannedPDFError,
)
from triptych.engines.page.pdf.read import MAX_PAGES, read_pdf

__all__ = [
    "MAX_PAGES",
    "BrokenPDFError",
    "EmptyPDFError",
    "EncryptedPDFError",
    "LongPDFError",
    "PDFError",
    "ScannedPDFError",
    "read_pdf",
]
