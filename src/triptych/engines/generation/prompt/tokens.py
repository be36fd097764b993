"""Cut a prompt into words, marks and emoji."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from triptych.engines.generation.drawings.pack import bare, characters

#: What prompts carry beside words: weights such as ``:1.3)`` and options such as ``--ar 16:9``.
_NOT_PROSE = re.compile(r":\d+(?:\.\d+)?\)|--[a-z]+(?: [\d.:]+)?", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s\b|(?<=s)['’](?!\w)")
_PARTS = re.compile(r"[a-z0-9]+(?:['’][a-z]+)*|[^\s\w]", re.IGNORECASE)
_COMMAS, _STOPS = frozenset(",;"), frozenset(".!?:\n")


def tokens(prompt: str) -> list[str]:
    """Return the words of a prompt in small letters, with ``","``, ``"."`` and emoji between them.

    Examples
    --------
    >>> tokens("Two T-shirts, a king's crown!")
    ['two', 't', 'shirts', ',', 'a', "king's", 'crown', '.']
    """
    text = _NOT_PROSE.sub(" ", prompt.replace("&", " and "))
    found: list[str] = []
    place = 0
    for emoji in _emoji().finditer(text):
        found += _words(text[place : emoji.start()])
        found.append(bare(emoji.group()))
        place = emoji.end()
    return found + list(_words(text[place:]))


def _words(text: str) -> Iterator[str]:
    letters = unicodedata.normalize("NFKD", text.replace("\n", ". "))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    for part in _PARTS.findall(_POSSESSIVE.sub("’s", plain)):
        word = part.lower().replace("’", "'")
        if word in _COMMAS:
            yield ","
        elif word in _STOPS:
            yield "."
        elif word[0].isalnum():
            yield word


@cache
def _emoji() -> re.Pattern[str]:
    """Return a pattern of all emoji that are drawn, with skin tones and variants."""
    # Longest first, since families and professions begin with a person.
    known = sorted((one for one in characters() if not one.isascii()), key=len, reverse=True)
    optional = "[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]?"
    return re.compile("|".join(optional.join(map(re.escape, one)) + optional for one in known))
