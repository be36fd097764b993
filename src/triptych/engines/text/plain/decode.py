"""From bytes to text."""

from __future__ import annotations

import codecs

#: The first bytes of a text may tell its encoding (The Unicode Standard, section 23.8).
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class TextFileError(ValueError):
    """The bytes are no text, or hold none."""


def decode(content: bytes, charset: str | None = None) -> str:
    """Return the text of a file.

    Parameters
    ----------
    content : bytes
        What the file holds.
    charset : str, optional
        Its encoding, where a header tells it. Without one, and without a byte-order mark, it is
        read as UTF-8, and where that fails as Windows-1252, which holds most other Western text.

    Raises
    ------
    TextFileError
        If the file is binary, blank, or not in the encoding told.

    Examples
    --------
    >>> decode("Crème".encode("utf-16")), decode("Crème".encode("latin-1"))
    ('Crème', 'Crème')
    """
    told = next((name for mark, name in _MARKS.items() if content.startswith(mark)), charset)
    if not told and b"\0" in content:
        raise TextFileError("The file is not a text: give its kind of content as type.")
    try:
        text = content.decode(told or "utf-8")
    except (UnicodeDecodeError, LookupError):
        if told:
            raise TextFileError(f"The file is no text in {told}: save it in UTF-8.") from None
        text = content.decode("cp1252", "replace")
    if not text.strip():
        raise TextFileError("The file holds no text: give one that does.")
    return text
