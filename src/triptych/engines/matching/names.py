"""The names of a text, and whether another text holds them."""

from __future__ import annotations

import re
import unicodedata

from triptych.engines.text.words import STOP_WORDS

_WORD = re.compile(r"[^\W_](?:[\w'’&.-]*[^\W_])?")
_ENDINGS = ("s", "n", "an", "ish", "ese", "i", "ic", "es")
#: Between the parts of "Franco-German" and "Parameter.empty", but not of "U.S.".
_BETWEEN_PARTS = re.compile(r"[-–/]|(?<=\w\w)\.(?=\w\w)")


def names(text: str) -> list[str]:
    """Return the capitalised words and acronyms of a sentence, without the possessive's "s".

    A first word that only begins with a capital letter may be any word, and is left out.

    Examples
    --------
    >>> names("The capital of Malawi is Lilongwe, says the UN.")
    ['Malawi', 'Lilongwe', 'UN']
    """
    every: list[str] = []
    for place, match in enumerate(_WORD.finditer(text)):
        word = re.sub(r"['’]s?$", "", match[0])
        is_capitalised = any(map(str.isupper, word if place else word[1:]))
        is_name = word.isupper() or word.casefold() not in STOP_WORDS
        if is_capitalised and is_name and word not in {"I", "A"}:
            every.append(word)
    return every


def names_hold(claim: str, passage: str) -> bool:
    """Return whether a passage holds every name of a claim.

    "Malawian" is found in "Malawi", and "UN" in "United Nations".

    Examples
    --------
    >>> names_hold("The UN meets in New York.", "The United Nations meet in New York City.")
    True
    >>> names_hold("The UN meets in Geneva.", "The United Nations meet in New York City.")
    False
    """
    words = [re.sub(r"['’]s?$", "", word) for word in _WORD.findall(passage)]
    parts = {part for word in words for part in (word, *_BETWEEN_PARTS.split(word))}
    in_any_case = {_folded(part) for part in parts}
    # "Southwest Africa" is not found in "Southeast Africa, which borders it to the southwest".
    capital = {_folded(part) for part in parts if not part.islower()}
    initials = "".join(word[0] if word[0].isupper() else " " for word in words)
    initials = f"{initials} {initials.replace(' ', '')}"
    for name in names(claim):
        for part in _BETWEEN_PARTS.split(name):
            folded = _folded(part)
            there = in_any_case if part.islower() else capital
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
