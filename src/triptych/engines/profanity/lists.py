"""Load the word lists of the profanity engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from triptych.models.files import lines, rows


@dataclass(frozen=True, slots=True)
class Entry:
    """One listed form.

    Attributes
    ----------
    form : str
        Lower case, composed (NFC), words separated by one space. A star at either end stands for
        any further letters of the same word.
    language : str
        Language code of the list it comes from.
    severity : int or None
        1 (mild) to 4 (strongest), where the source or we gave one.
    """

    form: str
    language: str
    severity: int | None


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A condition on forms that are ordinary words elsewhere.

    Attributes
    ----------
    language : str
        Language of the entries it is about.
    forms : frozenset of str
        Their forms, as in `Entry`.
    condition : str
        ``"in"``, ``"near"``, ``"unless"``, ``"joining"`` or ``"name"``.
    words : frozenset of str
        For ``"in"`` the other languages, for ``"near"`` the words that must stand near, for
        ``"unless"`` those that must not.
    """

    language: str
    forms: frozenset[str]
    condition: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordLists:
    """Everything that is shipped for the profanity engine."""

    entries: tuple[Entry, ...]
    innocents: tuple[str, ...]
    ambiguities: tuple[Ambiguity, ...]
    ordinary: Mapping[str, frozenset[str]]
    function_words: Mapping[str, frozenset[str]]


def _ambiguity(language: str, forms: str, rule: str) -> Ambiguity:
    condition, _, words = rule.partition(":")
    listed = frozenset(form.strip() for form in forms.split(","))
    return Ambiguity(language, listed, condition, frozenset(words.split()))


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """Return the shipped lists, read and checked once.

    Returns
    -------
    WordLists
        Entries of all languages, the innocents, the ambiguities, the languages of
        the ordinary words that another language lists, and the function words.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped file is missing or is not the one of the release.

    Examples
    --------
    >>> sorted({entry.language for entry in word_lists().entries})[:3]
    ['ar', 'cs', 'da']
    """
    function_words: dict[str, frozenset[str]] = {}
    for language, words in rows("profanity/function_words.txt", "|"):
        function_words[language] = frozenset(words.split()) | function_words.get(
            language, frozenset()
        )
    ordinary: dict[str, frozenset[str]] = {}
    for language, words in rows("profanity/ordinary.txt", "|"):
        for word in words.split():
            ordinary[word] = ordinary.get(word, frozenset()) | {language}
    return WordLists(
        entries=tuple(
            Entry(form, language, None if severity == "-" else int(severity))
            for language, severity, form in rows("profanity/words.tsv")
        ),
        innocents=lines("profanity/innocents.txt"),
        ambiguities=tuple(_ambiguity(*row) for row in rows("profanity/ambiguous.txt", "|")),
        ordinary=MappingProxyType(ordinary),
        function_words=MappingProxyType(function_words),
    )
