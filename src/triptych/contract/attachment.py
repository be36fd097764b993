"""A file that is sent with a request."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Attachment:
    """The bytes of a file, its name and its media type.

    Parameters
    ----------
    content : bytes
        Its bytes.
    filename : str, default "file"
        A name without a folder.
    media_type : str, default "application/octet-stream"
        As in the `Content-Type` header of the part.

    Examples
    --------
    >>> Attachment(b"%PDF-1.7", "report.pdf", "application/pdf").filename
    'report.pdf'
    """

    content: bytes
    filename: str = "file"
    media_type: str = "application/octet-stream"
