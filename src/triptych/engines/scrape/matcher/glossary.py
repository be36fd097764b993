"""Pages and prompts in other languages, read in English word by word.

The matcher was pre-trained on English text; a dictionary carries its knowledge over (D. Hull and
G. Grefenstette, "Querying across languages: a dictionary-based approach", SIGIR 1996). The
glossaries of German, French, Spanish, Italian, Dutch and Portuguese, and their card, are in
``models/glossary``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from triptych._once import once
from triptych.engines.text.language import foreign_language
from triptych.engines.text.words import STOP_WORDS
from triptych.models.files import rows

#: The languages that have a glossary, with the names of their stemmers.
LANGUAGES = {
    "de": "german", "fr": "french", "es": "spanish", "it": "italian", "nl": "dutch",
    "pt": "portuguese",
}  # fmt: skip
#: Languages that write compounds as one word, and those that write all nouns with a capital.
_COMPOUNDING, _CAPITALISING = frozenset({"de", "nl"}), frozenset({"de"})
#: What stands between the parts of a compound.
_LINKS = ("", "s", "es", "n", "en", "er", "e")
#: Letters of the shortest part of a compound, and of the longest compound that is looked at.
_SHORTEST_PART, _LONGEST_COMPOUND = 3, 40
#: An apostrophe ends an article or preposition: "l'adresse".
_WORD = re.compile(r"([^\W\d_]+)(?:['’](?=\w))?")
#: "20 m" is a measure, "2 e 3" has a word.
_MEASURE = re.compile(r"(?<=\d)\s?[b-df-hj-np-tv-z]\b", re.IGNORECASE)
#: Words of the longest expression.
_MOST_WORDS = 4


class Gloss(NamedTuple):
    """A word or expression of a text with what it means."""

    start: int
    end: int
    english: str


class Glossary:
    """The words and expressions of a language with what they mean in English."""

    def __init__(self, code: str) -> None:
        self._compounds = code in _COMPOUNDING
        self._capitals = code in _CAPITALISING
        self._english: dict[str, str] = {}
        for foreign, english in rows(f"glossary/{code}.tsv"):
            # As texts are split: "horaires d'ouverture" is of three words.
            self._english.setdefault(" ".join(_words(foreign)) or foreign, english)
        #: The words that others are explained with.
        self.english_words = {
            word for english in self._english.values() for word in english.split()
        }
        self._stem = _stemmer(LANGUAGES[code])
        self._of_stems: dict[str, str] = {}
        for foreign, english in self._english.items():
            if " " not in foreign:
                self._of_stems.setdefault(self._stem(foreign), english)
        self.english = lru_cache(maxsize=50_000)(self._look_up)

    def _look_up(self, word: str) -> str | None:
        """Return what a lower-case word means; None where that is not known."""
        known = self._english.get(word)
        if known is not None or len(word) < _SHORTEST_PART:
            return known
        if word in self.english_words:
            return word
        known = self._of_stems.get(self._stem(word))
        if known is None and self._compounds and len(word) <= _LONGEST_COMPOUND:
            known = self._compound(word)
        return known

    def is_foreign(self, word: str) -> bool:
        """Return whether a lower-case word is one of the language, and none of English."""
        is_english = word in self.english_words or word in STOP_WORDS
        return not is_english and self.english(word) is not None

    def is_english(self, word: str) -> bool:
        """Return whether a lower-case word is one of English, and none of the language."""
        return word not in self._english and (word in self.english_words or word in STOP_WORDS)

    def _compound(self, word: str) -> str | None:
        """Return what the parts of a compound mean, the first as long as can be."""
        for cut in range(len(word) - _SHORTEST_PART, _SHORTEST_PART - 1, -1):
            for link in _LINKS:
                first = self._part(word[:cut].removesuffix(link))
                rest = self.english(word[cut:]) if first is not None else None
                if rest is not None and rest not in STOP_WORDS:
                    return f"{first} {rest}"
        return None

    def _part(self, word: str) -> str | None:
        """Return what a part of a compound means: a word with a meaning of its own."""
        english = self._english.get(word, word if word in self.english_words else None)
        return None if english in STOP_WORDS or len(word) < _SHORTEST_PART else english

    def glosses(self, text: str, *, keep_names: bool = False) -> Iterator[Gloss]:
        """Yield the known words and expressions of a text, in order.

        With `keep_names`, words with a capital within it are left as they are, but for German.
        """
        measures = {measure.end() for measure in _MEASURE.finditer(text)}
        found = [word for word in _WORD.finditer(text) if word.end() not in measures]
        place = 0
        while place < len(found):
            start = found[place].start()
            beginning = [one[1].lower() for one in found[place : place + _MOST_WORDS]]
            count, english = self._longest(beginning)
            end = found[place + count - 1].end()
            is_name = keep_names and start and text[start].isupper() and not self._capitals
            if english is not None and not is_name:
                yield Gloss(start, end, f"{english} " if text[end - 1] in "'’" else english)
            place += count

    def _longest(self, words: Sequence[str]) -> tuple[int, str | None]:
        """Return of how many words the longest known expression is, at least 1, and its meaning."""
        for count in range(len(words), 1, -1):
            known = self._english.get(" ".join(words[:count]))
            if known is not None:
                return count, known
        return 1, self.english(words[0])

    def translated(self, text: str) -> str:
        """Return a text with what is known of it in English.

        Examples
        --------
        >>> glossary("fr").translated("Prix de l'abonnement : 12 €")
        'price of the subscription : 12 €'
        """
        parts, end = [], 0
        for start, stop, english in self.glosses(text):
            parts += [text[end:start], english]
            end = stop
        return "".join((*parts, text[end:]))


@once
def glossary(code: str) -> Glossary:
    """Return the shipped glossary of one of `LANGUAGES`, read and verified once."""
    return Glossary(code)


def glossary_of(texts: Sequence[str]) -> Glossary | None:
    """Return the glossary of a page's language; None for English, and where there is none."""
    found = foreign_language(" ".join(texts))
    return glossary(found.code) if found is not None and found.code in LANGUAGES else None


def prompt_in_english(prompt: str, of_page: Glossary) -> str:
    """Return a prompt about a page with what is known of it in English.

    It is left as it is if it is in English already, by the words that are of one of both languages
    alone: "Art" is a kind on a German page, and a "connection fee" is no fairy.

    Examples
    --------
    >>> [prompt_in_english(text, glossary("de")) for text in ("Art", "connection fee")]
    ['kind', 'connection fee']
    """
    words = _words(prompt)
    foreign = sum(of_page.is_foreign(word) for word in words)
    english = sum(of_page.is_english(word) for word in words)
    has_expression = any(" " in prompt[one.start : one.end] for one in of_page.glosses(prompt))
    is_english = english > 2 * foreign and not has_expression
    return prompt if is_english else of_page.translated(prompt)


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _stemmer(language: str) -> Callable[[str], str]:
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    analyser = TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.stemmer(language)).build()

    def stem(word: str) -> str:
        return next(iter(analyser.analyze(word)), word)

    return stem
