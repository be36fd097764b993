"""Why a PDF cannot be read, one class for each reason."""

from __future__ import annotations


class PDFError(ValueError):
    """A PDF cannot be read; the message says what to do."""


class BrokenPDFError(PDFError):
    """It is damaged, or no PDF at all."""


class EmptyPDFError(PDFError):
    """It has no pages, or nothing is on them that could be read."""


class EncryptedPDFError(PDFError):
    """It opens with a password only."""


class LongPDFError(PDFError):
    """It has more pages or more characters than are read."""


class ScannedPDFError(PDFError):
    """Its pages are pictures, without text."""
