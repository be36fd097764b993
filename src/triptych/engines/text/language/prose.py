"""Take from a text what is worth asking for its language."""

from __future__ import annotations

import re
import unicodedata

#: Three pieces of this many characters are read of a longer text: its begin, middle and end.
_PIECE = 1500

_HALF_WORD = re.compile(r"^\S{0,40}\s|\s\S{0,40}$")

#: Addresses, markup and quoted code are in no language. Every part has a bounded start, so that
#: no text, whatever it repeats, takes longer than others of its length.
_NO_LANGUAGE = re.compile(r"```.*?```|`[^`\n]*`|<[^<>]{1,200}>|&#?\w{1,9};|[a-z]{2,9}://\S+", re.S)

#: Mentions, hashtags, mail addresses; identifiers, paths, versions: signs or digits in a word.
_NO_WORD = re.compile(r"^[@#]|\w@\w|^www\.|\w[_/\\=(){}\[\]]\S*\w|\d")

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CODE_SIGN = re.compile(r"[{}\[\]<>=;_|\\$]")
_QUOTATION = re.compile(r'"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»')

#: Laughter and the like, ``haha`` and ``nooo``, are the same everywhere.
_CRY = re.compile(r"(\w)\1\1|(\w\w)\2\2|^(\w\w)\3$")


def sample(text: str) -> str:
    """Return a bounded part of a text, without what is in no language.

    Parameters
    ----------
    text : str
        A text of any length.

    Returns
    -------
    str
        At most about 4,500 characters (more where a ligature is undone), words kept whole.

    Examples
    --------
    >>> sample("Voyez https://example.org @marie 𝓫𝓲𝓮𝓷")
    'Voyez bien'
    """
    if len(text) > 3 * _PIECE:
        middle = (len(text) - _PIECE) // 2
        pieces = (text[:_PIECE], text[middle : middle + _PIECE], text[-_PIECE:])
        text = " ".join(_HALF_WORD.sub(" ", piece) for piece in pieces)
    # Letters of ornament are no script of their own; lone surrogates are no text.
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "ignore").decode())
    parts = _NO_LANGUAGE.sub(" ", text).split()
    # Scripts without spaces have whole sentences in a part: those stay, with their numbers.
    return " ".join(part for part in parts if not (_NO_WORD.search(part) and _western(part)))


def latin_words(prose: str) -> list[str]:
    """Return the words in Latin letters that say in which language a text is, each once.

    Parameters
    ----------
    prose : str
        What `sample` returned.

    Returns
    -------
    list of str
        The words, without quotations if enough is left without them. Empty for code and for
        nothing but names or titles.

    Examples
    --------
    >>> latin_words('She only said "c\u2019est la vie" and left, hahaha.')
    ['She', 'only', 'said', 'and', 'left']
    """
    found = _words(_QUOTATION.sub(" ", prose))
    if len(found) < 3:
        found = _words(prose)
    if len(found) < 12 and all(word.istitle() for word in found):
        return []
    if len(_CODE_SIGN.findall(prose)) * 15 > sum(map(len, found)):
        return []
    return found


def _words(prose: str) -> list[str]:
    """Return the distinct Latin words, in the letters they first had."""
    distinct: dict[str, str] = {}
    for word in _WORD.findall(prose):
        if _western(word) and not _CRY.search(word.lower()):
            distinct.setdefault(word.lower(), word)
    return list(distinct.values())


def _western(part: str) -> bool:
    """Tell whether all letters are Latin: they stand before Greek, or are Vietnamese's."""
    return all(one < "\u0370" or "\u1e00" <= one < "\u1f00" or not one.isalpha() for one in part)
