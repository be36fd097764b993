"""The names of a text, and whether another text holds them."""

from __future__ import annotations

import re
import unicodedata

from triptych.engines.text.words import STOP_WORDS
from triptych.models.files import word_list

_WORD = re.compile(r"[^\W_](?:[\w'’&.-]*[^\W_])?")
_ENDINGS = ("s", "n", "an", "ish", "ese", "i", "ic", "es")
#: Sentences and clauses begin with these.
_STARTS = STOP_WORDS.union(word_list("matching/sentence_starts.txt"))


def names(text: str) -> list[str]:
    """Return the capitalised words and acronyms of a sentence, without the possessive's "s".

    The first word counts, too, unless sentences often begin with it.

    Examples
    --------
    >>> names("The capital of Malawi is Lilongwe, says the UN.")
    ['Malawi', 'Lilongwe', 'UN']
    """
    every = []
    for match in _WORD.finditer(text):
        word = re.sub(r"['’]s?$", "", match[0])
        if not any(char.isupper() for char in word):
            continue
        first = not _WORD.search(text, 0, match.start()) and not any(map(str.isupper, word[1:]))
        if first and (word.casefold() in _STARTS or word.casefold().endswith("ly")):
            continue
        if word.casefold() in STOP_WORDS and not word.isupper():
            continue
        if word in {"I", "A"}:
            continue
        every.append(word)
    return every


def names_hold(claim: str, passage: str) -> bool:
    """Return whether a passage holds every name of a claim.

    "Malawian" is found in "Malawi", and "UN" in "United Nations". A first word that is not a name
    is found in its lower case.

    Examples
    --------
    >>> names_hold("The UN meets in New York.", "The United Nations meet in New York City.")
    True
    >>> names_hold("The UN meets in Geneva.", "The United Nations meet in New York City.")
    False
    """
    words = [re.sub(r"['’]s?$", "", word) for word in _WORD.findall(passage)]
    parts = {part for word in words for part in (word, *re.split(r"[-–/]", word))}
    in_any_case = {_folded(part) for part in parts}
    # "Southwest Africa" is not found in "Southeast Africa, which borders it to the southwest".
    capital = {_folded(part) for part in parts if not part.islower()}
    start = _WORD.search(claim)
    initials = "".join(word[0] if word[0].isupper() else " " for word in words)
    initials = f"{initials} {initials.replace(' ', '')}"
    for name in names(claim):
        for part in re.split(r"[-–/]", name):
            folded = _folded(part)
            first = start is not None and start[0].startswith(part)
            there = in_any_case if first or part.islower() else capital
            if not folded or folded.isdigit() or folded in there:
                continue
            if any(
                folded == one + ending or one == folded + ending
                for one in there
                for ending in _ENDINGS
                if min(len(one), len(folded)) > 3
            ):
                continue
            letters = part.replace(".", "")
            if letters.isupper() and 2 <= len(letters) <= 6 and letters in initials:
                continue
            return False
    return True


def _folded(word: str) -> str:
    """Return a word in lower case, without accents and dots."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in plain if char.isalnum())
