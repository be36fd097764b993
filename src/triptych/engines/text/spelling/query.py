"""Correct a query."""

from __future__ import annotations

import lzma
import re
from collections.abc import Mapping
from functools import cache
from threading import Lock

from triptych.engines.text.spelling.speller import LONGEST, Speller
from triptych.models.files import verified

#: Words of one query that are looked up; a query of more is a pasted text.
_MOST_WORDS = 16
#: What a word may differ, as a share of what it may elsewhere.
_BESIDE_NAMES = 0.75
#: What is quoted is meant as it stands; else a run without spaces.
_PART = re.compile(r'"[^"]*"?|“[^”]*”?|[^\s"“]+')
#: Words, alone or joined by hyphens, with punctuation around them: no operator, number, path,
#: address, option or identifier.
_PLAIN = re.compile(r"[(\[,;]*[^\W\d_]+(?:[-'’][^\W\d_]+)*['’]?[)\],.;:!?]*")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"(.+?)(['’]s?)")

#: What makes another right word of a right one: plurals, and names of programs.
_ENDINGS = ("s", "js", "db", "io", "ai", "ql", "lang", "ctl", "fs", "hub", "kit")
_BEGINNINGS = (
    *("anti", "auto", "bio", "counter", "cyber", "geo", "hyper", "inter", "macro", "meta", "micro"),
    *("mini", "mono", "multi", "nano", "neuro", "non", "open", "over", "poly", "post", "pre"),
    *("pseudo", "psycho", "py", "quasi", "re", "semi", "sub", "super", "trans", "ultra", "un"),
)

_spellers: list[Speller] = []
_lock = Lock()


@cache
def dictionary_words() -> frozenset[str]:
    """Return English words and names of programs, libraries and brands, read and checked once.

    They are right although an index may lack them.

    Returns
    -------
    frozenset of str
        Some 130,000 words in small letters.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped file is missing or damaged.

    Examples
    --------
    >>> {"kubectl", "numpy", "rhythm"} <= dictionary_words()
    True
    """
    return frozenset(lzma.decompress(verified("dictionary/words.txt.xz")).decode().split("\n"))


def corrected(query: str, vocabulary: Mapping[str, int]) -> str:
    """Return a query with its misspelt words corrected.

    Only a word is changed that neither the index nor a shipped list of English words and names
    knows, and only into a word of the index that is so near that it was probably meant: a noisy
    channel [1]_ of weighted slips and of how common the words are. What is quoted, operators
    (``site:``, ``-word``), numbers, identifiers (``camelCase``, ``snake_case``, ``v2``), and
    words in capitals stay.

    Parameters
    ----------
    query : str
        Words as somebody typed them.
    vocabulary : mapping of str to int
        The words of the index, in small letters, with the number of pages each stands on. The
        mapping is laid out at its first use, in about half a second for 80,000 words, and
        remembered: hand over the same one again, and do not change it.

    Returns
    -------
    str
        The query itself where nothing is to be corrected.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped list of words is missing or damaged.

    References
    ----------
    .. [1] M. D. Kernighan, K. W. Church and W. A. Gale, "A spelling correction program based on
       a noisy channel model", COLING 1990.

    Examples
    --------
    >>> words = {"quantum": 90, "mechanics": 60, "python": 120}
    >>> corrected("quantom mechanics site:example.org numpy", words)
    'quantum mechanics site:example.org numpy'
    """
    left = _MOST_WORDS
    # Beside the name of something that the index lacks, what is unknown is probably a name too.
    listed = dictionary_words()
    words = map(str.lower, _WORD.findall(query))
    beside_names = any(word in listed and word not in vocabulary for word in words)
    strictness = _BESIDE_NAMES if beside_names else 1.0

    def part(found: re.Match[str]) -> str:
        nonlocal left
        text = found[0]
        if left <= 0 or not _PLAIN.fullmatch(text):
            return text
        left -= 1
        return _WORD.sub(lambda word: _word(word[0], vocabulary, strictness), text)

    return _PART.sub(part, query)


def _word(word: str, vocabulary: Mapping[str, int], strictness: float) -> str:
    """Return a word, or the one it probably stands for."""
    if possessive := _POSSESSIVE.fullmatch(word):
        return _word(possessive[1], vocabulary, strictness) + possessive[2]
    small = word.lower()
    if _is_left_alone(word) or _is_known(small, vocabulary):
        return word
    right = _speller(vocabulary).nearest(small, dictionary_words(), strictness)
    if right is None:
        return word
    return right.capitalize() if word[0].isupper() else right


def _is_left_alone(word: str) -> bool:
    return (
        not 2 < len(word) <= LONGEST
        # Abbreviations and names of programs: NASA, iPhone, TensorFlow.
        or any(letter.isupper() for letter in word[1:])
        # Scripts without capitals have no letters to slip on that we know of.
        or any(letter.lower() == letter.upper() for letter in word)
    )


def _is_known(word: str, vocabulary: Mapping[str, int]) -> bool:
    """Tell whether a word, or the known word it is made from, is in the index or the list."""
    listed = dictionary_words()
    if word in vocabulary or word in listed:
        return True
    made_from = (
        *(word.removesuffix(end) for end in _ENDINGS if word.endswith(end)),
        *(word.removeprefix(begin) for begin in _BEGINNINGS if word.startswith(begin)),
    )
    return any(len(one) > 4 and (one in vocabulary or one in listed) for one in made_from)


def _speller(vocabulary: Mapping[str, int]) -> Speller:
    """Return the laid-out vocabulary; the last two are kept."""
    with _lock:
        for speller in _spellers:
            if speller.vocabulary is vocabulary:
                return speller
        _spellers[:] = [Speller(vocabulary), *_spellers[:1]]
        return _spellers[0]
