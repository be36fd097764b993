"""From bytes to text, whatever their encoding."""

from __future__ import annotations

import codecs
import re

#: The first bytes of a text may name its encoding (The Unicode Standard, section 23.8).
_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
#: Browsers look for a declaration in the first 1,024 bytes; some pages write it later.
_DECLARATION_BYTES = 4096
_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?\b(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I
)
#: In the web these names mean the wider of two encodings (WHATWG Encoding Standard).
_WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"}
_UNPRINTED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufdd0-\ufdef\ufffe\uffff]")
_KANA = re.compile("[\u3040-\u30ff]")
_LEAST_KANA = 0.2


class TextFileError(ValueError):
    """The bytes are not text, or hold none."""


def decode_file(content: bytes, charset: str | None = None) -> str:
    """Return the text of a file, whose encoding a header may name (`charset`).

    Without that, and without a byte-order mark, it is read as UTF-8, and where that fails as
    Windows-1252, which holds most other Western text. `TextFileError` if it is binary, blank, or
    not in the encoding that is named.

    Examples
    --------
    >>> decode_file("Crème".encode("utf-16")), decode_file("Crème".encode("latin-1"))
    ('Crème', 'Crème')
    """
    mark, encoding = _byte_order_mark(content)
    named = encoding or charset
    if not named and b"\0" in content:
        raise TextFileError("The file is not text: give its kind of content as type.")
    try:
        text = content[len(mark) :].decode(named or "utf-8")
    except (UnicodeDecodeError, LookupError):
        if named:
            raise TextFileError(f"The file is not valid {named} text: save it as UTF-8.") from None
        text = content.decode("cp1252", "replace")
    if not text.strip():
        raise TextFileError("The file holds no text: give one that does.")
    return text


def decode_page(content: bytes, media_type: str = "", *, declared: bool = True) -> str:
    r"""Return the characters of a web page, as browsers read them, with whatever errors.

    The encoding is that of a byte-order mark, else of the header (`media_type`), else of the page's
    declaration, where a page of this kind may have one (`declared`); a name that is unknown or
    wrong is passed over for UTF-8, and what is not that either is read as Windows-1252, or as Shift
    JIS or EUC-JP where that makes Japanese of it.

    Examples
    --------
    >>> decode_page("naïve".encode("latin-1"), "text/plain; charset=iso-8859-1")
    'naïve'
    >>> decode_page("naïve".encode(), "text/html; charset=windows-31j-or-so")
    'naïve'
    """
    mark, encoding = _byte_order_mark(content)
    if encoding:
        return _cleaned(content[len(mark) :].decode(encoding, "replace"))
    named = re.findall(r"charset\s*=\s*[\"']?([\w.:-]+)", media_type, re.I)
    if declared and (declaration := _DECLARED.search(content[:_DECLARATION_BYTES])):
        named.append(declaration[1].decode("ascii", "replace"))
    codec_names = [name for name in map(_codec, named) if name]
    for name in (*codec_names, "utf-8"):
        try:
            return _cleaned(content.decode(name))
        except UnicodeError:
            continue
    # A few broken bytes in what is else UTF-8 stay few.
    text = content.decode(codec_names[0] if codec_names else "utf-8", "replace")
    if {*codec_names} <= {"utf-8"} and text.count("\ufffd") > len(text) // 200:
        text = _japanese(content) or content.decode("cp1252", "replace")
    return _cleaned(text)


def _byte_order_mark(content: bytes) -> tuple[bytes, str]:
    """Return a text's byte-order mark and the encoding it names; both empty if it has none."""
    marks = (pair for pair in _MARKS.items() if content.startswith(pair[0]))
    return next(marks, (b"", ""))


def _japanese(content: bytes) -> str:
    """Return Japanese text in an encoding that is not named; empty where it is not such text.

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
        codec = codecs.lookup(name).name
        # hex, zip and the like are not encodings of text; a page that is read as ASCII so far and
        # names UTF-16 is wrong about it.
        "a".encode(codec)
    except (LookupError, UnicodeError, ValueError):
        return ""
    if codec.startswith(("utf-16", "utf-32", "idna", "punycode", "unicode_escape", "raw_")):
        return ""
    return _WIDER.get(codec, codec)


def _cleaned(text: str) -> str:
    return _UNPRINTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
