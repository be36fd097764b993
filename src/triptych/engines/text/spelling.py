"""Correct the words of a query that an index does not know."""

from __future__ import annotations

import lzma
import math
import re
from collections.abc import Mapping
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING

from triptych.engines.text.slips import cost
from triptych.models.files import verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
#: Longest word that is looked up: longer ones are addresses, keys, or chemistry.
LONGEST = 28
#: What a word pays, in units of slips, for every tenfold rarer it is than the commonest.
_RARITY = 0.22
#: What a word pays that only this index knows: often a name, or a slip of the page's author.
_UNLISTED = 0.3
#: Highest score of a word that is taken for the one meant, by the number of letters typed. Short
#: words have many neighbours, and many an unknown short word is a name.
_TOLERATED = {3: 1.0, 4: 1.4, 5: 1.65, 6: 1.85, 7: 2.05, 8: 2.15, 9: 2.25, 10: 2.4, 11: 2.5}
_TOLERATED_BEYOND = 2.6
#: Candidates that are compared letter by letter.
_COMPARED = 24


@cache
def dictionary_words() -> frozenset[str]:
    """Return some 130,000 English words and names of programs, libraries and brands.

    In small letters; they are right although an index may lack them.

    Examples
    --------
    >>> {"kubectl", "numpy", "rhythm"} <= dictionary_words()
    True
    """
    return frozenset(lzma.decompress(verified("dictionary/words.txt.xz")).decode().split("\n"))


def corrected(query: str, vocabulary: Mapping[str, int]) -> str:
    """Return a query with its misspelt words corrected, or the query itself.

    Only a word is changed that neither the index nor a shipped list of English words and names
    knows, and only into a word of the index that is so near that it was probably meant: a noisy
    channel (Kernighan, Church, Gale, COLING 1990) of weighted slips and of how common the words
    are. What is quoted, operators (``site:``, ``-word``), numbers, identifiers (``camelCase``,
    ``snake_case``, ``v2``), and words in capitals stay.

    `vocabulary` has the words of the index, in small letters, with the number of pages each stands
    on. It is laid out at its first use, in about half a second for 80,000 words, and remembered:
    pass the same mapping again, and do not change it.

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

    def part(match: re.Match[str]) -> str:
        nonlocal left
        text = match[0]
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
    """Return whether a word, or the known word it is made from, is in the index or the list."""
    listed = dictionary_words()
    if word in vocabulary or word in listed:
        return True
    made_from = (
        *(word.removesuffix(end) for end in _ENDINGS if word.endswith(end)),
        *(word.removeprefix(begin) for begin in _BEGINNINGS if word.startswith(begin)),
    )
    return any(len(one) > 4 and (one in vocabulary or one in listed) for one in made_from)


def _speller(vocabulary: Mapping[str, int]) -> Speller:
    """Return the laid-out vocabulary; the last two are remembered."""
    with _lock:
        for speller in _spellers:
            if speller.vocabulary is vocabulary:
                return speller
        _spellers[:] = [Speller(vocabulary), *_spellers[:1]]
        return _spellers[0]


class Speller:
    """The words of an index and their numbers of pages, laid out for finding those near another."""

    def __init__(self, vocabulary: Mapping[str, int]) -> None:
        import numpy as np

        self.vocabulary = vocabulary
        usable = [word for word in vocabulary if word.isalpha() and 2 < len(word) <= LONGEST]
        self._words = np.array(usable, dtype=object)
        self._lengths = np.fromiter(map(len, usable), dtype=np.int8, count=len(usable))
        self._letters = np.fromiter(map(letters_of, usable), dtype=np.uint32, count=len(usable))
        self._most = max(vocabulary.values(), default=1)

    def nearest(self, typed: str, listed: frozenset[str], strictness: float = 1.0) -> str | None:
        """Return the word that is probably meant, or None where none is near enough.

        A word's score is the cost of the slips and of its rarity together; the score that is
        tolerated is multiplied by `strictness`. Words in `listed` are right whatever the index
        holds.
        """
        limit = strictness * tolerated(len(typed))
        best = None
        near = self._near(typed, most_edits(len(typed)))
        # The commonest first: once one is found, others need only be compared as far.
        for price, word in sorted((self._price(word, listed), word) for word in near):
            score = price + cost(typed, word, limit - price) if price < limit else limit
            if score < limit:
                best, limit = word, score
        return best

    def _price(self, word: str, listed: frozenset[str]) -> float:
        rarity = math.log10(self._most / max(1, self.vocabulary[word]))
        return _RARITY * rarity + (0 if word in listed else _UNLISTED)

    def _near(self, typed: str, edits: int) -> list[str]:
        """Return the words within so many edits."""
        import numpy as np
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        # An edit changes at most two of the letters that a word is made of, and its length by
        # one: most words are ruled out without a look at them.
        near = np.abs(self._lengths - len(typed)) <= edits
        near &= np.bitwise_count(self._letters ^ np.uint32(letters_of(typed))) <= 2 * edits
        words: NDArray[np.object_] = self._words[near]
        if not len(words):
            return []
        distances = process.cdist(
            [typed], words, scorer=OSA.distance, score_cutoff=edits, dtype=np.uint8
        )[0]
        close = np.flatnonzero(distances <= edits)
        if len(close) > _COMPARED:
            counts = np.array([self.vocabulary[word] for word in words[close]])
            order = np.lexsort((-counts, distances[close]))
            close = close[order[:_COMPARED]]
        return list(words[close])


def most_edits(length: int) -> int:
    """Return how many letters of a word may be wrong."""
    return 1 if length <= 4 else 2 if length <= 8 else 3


def tolerated(length: int) -> float:
    """Return the highest score at which a word of this length may still be meant."""
    return _TOLERATED.get(length, _TOLERATED_BEYOND)


def letters_of(word: str) -> int:
    """Return the letters of a word as a set of 32 bits; all that are not a to z share six.

    An edit changes at most two bits, so words whose sets differ in more than twice as many bits
    as edits are allowed need no comparing.

    Examples
    --------
    >>> letters_of("tea") == letters_of("eat"), (letters_of("tea") ^ letters_of("sea")).bit_count()
    (True, 2)
    """
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) - 97 if "a" <= letter <= "z" else 26 + ord(letter) % 6)
    return bits
