"""Judge the stops of a text with sentencex, in time that grows with the text and not faster."""

from __future__ import annotations

import re

#: sentencex takes time that grows with the square of a paragraph without spaces or with many
#: open quotes; on pieces of this many code points that cannot be felt.
_PIECE = 2_000
#: A border this near to the end of a piece is left to the next piece, which sees what follows.
_MARGIN = 100

#: To sentencex a line break is a border, some whitespace beyond ASCII makes it fail, and a lone
#: surrogate is no text. One character stands for each, so that offsets hold.
_BLANK = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f]")
#: Where the script tells the language, its own abbreviations and question mark are known.
_SCRIPTS = re.compile(r"(?P<el>[\u0370-\u03ff\u1f00-\u1fff])|(?P<ru>[\u0400-\u04ff])")
_NO_TEXT = re.compile(r"[\ud800-\udfff]")


def sentence_starts(text: str) -> list[int]:
    r"""Return where sentences begin, but the first.

    Parameters
    ----------
    text : str
        Any text; line breaks in it mean nothing.

    Returns
    -------
    list of int
        Code points, increasing, each within the text and not 0.

    Examples
    --------
    >>> sentence_starts("Mr. Lee left. Why?\nNobody knew.")
    [14, 19]
    """
    plain = _NO_TEXT.sub("\ufffd", _BLANK.sub(" ", text))
    script = _SCRIPTS.search(plain)
    language = (script and script.lastgroup) or "en"
    starts: list[int] = []
    begin = 0
    while begin < len(plain):
        end = begin + _PIECE
        found = [begin + start for start in _starts(language, plain[begin:end])]
        if end >= len(plain):
            return starts + found
        safe = [start for start in found if start <= end - _MARGIN]
        starts += safe
        # Without a border the sentence goes on in the next piece, which begins at a word.
        begin = safe[-1] if safe else _word_before(plain, end - _MARGIN)
    return starts


def _starts(language: str, piece: str) -> list[int]:
    # Loaded at the first use: who never splits a text need not pay for it.
    from sentencex import get_sentence_boundaries

    try:
        found = get_sentence_boundaries(language, piece)
    except BaseException as error:
        # A panic of its Rust code is no Exception; it costs the borders of one piece, no more.
        if type(error).__name__ != "PanicException":
            raise
        return []
    return [sentence["start_index"] for sentence in found[1:] if sentence["start_index"]]


def _word_before(text: str, end: int) -> int:
    """Return where the last word before an offset begins, or the offset inside a long word."""
    space = text.rfind(" ", end - _MARGIN, end)
    return end if space < 0 else space + 1
