"""From the bytes of a page to its characters."""

from __future__ import annotations

import codecs
import re

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
#: Browsers look for a declaration in the first 1,024 bytes; some pages write it later.
_LOOKED_AT = 4096
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?\b(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I
)
#: In the web these names mean the wider of two encodings (WHATWG Encoding Standard).
_MEANT = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"}
_UNPRINTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")

_KANA = re.compile("[\u3040-\u30ff]")
_LEAST_KANA = 0.2


def characters(content: bytes, media_type: str = "", *, declared: bool = True) -> str:
    r"""Return the characters of a page, whatever its encoding.

    A byte-order mark tells it, else the header, else the page; a name that is unknown or wrong is
    passed over for UTF-8, and what is not that either is read as Windows-1252, or as Shift JIS or
    EUC-JP where that makes Japanese of it.

    Parameters
    ----------
    content : bytes
        The page.
    media_type : str
        The header ``Content-Type``, with or without a charset.
    declared : bool
        Whether a page of this kind may name its encoding, as HTML does.

    Examples
    --------
    >>> characters("naïve".encode("latin-1"), "text/plain; charset=iso-8859-1")
    'naïve'
    >>> characters("naïve".encode(), "text/html; charset=windows-31j-or-so")
    'naïve'
    """
    for mark, name in _MARKS.items():
        if content.startswith(mark):
            return _cleaned(content[len(mark) :].decode(name, "replace"))
    told = [*re.findall(r"charset\s*=\s*[\"']?([\w.:-]+)", media_type, re.I)]
    if declared and (found := _DECLARED.search(content[:_LOOKED_AT])):
        told.append(found[1].decode("ascii", "replace"))
    names = [name for name in map(_codec, told) if name]
    for name in (*names, "utf-8"):
        try:
            return _cleaned(content.decode(name))
        except UnicodeError:
            continue
    # A few broken bytes in what is else UTF-8 stay few.
    text = content.decode(names[0] if names else "utf-8", "replace")
    if {*names} <= {"utf-8"} and text.count("\ufffd") > len(text) // 200:
        text = _japanese(content) or content.decode("cp1252", "replace")
    return _cleaned(text)


def _japanese(content: bytes) -> str:
    """Return Japanese text in an encoding it does not tell; nothing where it is no such text.

    No other text has as many syllables of kana in these encodings.
    """
    for name in ("cp932", "euc_jp"):
        try:
            text = content.decode(name)
        except UnicodeError:
            continue
        foreign = sum(letter > "\x7f" for letter in text)
        if len(_KANA.findall(text)) > _LEAST_KANA * foreign:
            return text
    return ""


def _codec(name: str) -> str:
    """Return Python's name of an encoding of texts, or nothing."""
    try:
        found = codecs.lookup(name)
        # hex, zip and the like are no encodings of text; a page that is read as ASCII so far and
        # names UTF-16 is wrong about it.
        "a".encode(found.name)
    except (LookupError, UnicodeError, ValueError):
        return ""
    if found.name.startswith(("utf-16", "utf-32", "idna", "punycode", "unicode_escape", "raw_")):
        return ""
    return _MEANT.get(found.name, found.name)


def _cleaned(text: str) -> str:
    return _UNPRINTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
