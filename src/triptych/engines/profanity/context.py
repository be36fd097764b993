"""Decide what the letters alone do not: the language of a sentence, a name, another letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from itertools import groupby

from triptych.engines.profanity import folding
from triptych.engines.profanity.automaton import Ambiguity, Entry, word_lists

# Letters that a language counts as letters of their own: there they never are mere decoration.
_ALPHABETS = {
    "cs": "áčďéěíňóřšťúůýž", "da": "æøå", "de": "äöüß", "eo": "ĉĝĥĵŝŭ", "es": "ñáéíóúü",
    "fi": "åäö", "fr": "éèàçêëîïôûùâ", "fr-CA": "éèàçêëîïôûùâ", "hu": "áéíóöőúüű",
    "it": "àèéìòù", "kab": "čḍɛǧḥɣṛṣṭẓ", "no": "æøå", "pl": "ąćęłńóśźż", "pt": "ãõçáéíóúâêôà",
    "sv": "åäö", "tr": "çğıöşü",
}  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
# Small, or at the beginning, or among capitals, it is a word of other languages ("in" in Swedish).
_ENGLISH_I = re.compile(r"(?<=[\w,;] )I(?=['\u2019]| [a-z])")
_WINDOW = 80
_NEAR = 3
_PASSAGE = 10
_SHORT = 3
_PERSON = frozenset({"you", "your", "my", "his", "her", "our", "their", "such", "dumb", "kiss"})
_ADDRESSED = frozenset({"you", "your", "my", "dumb", "such", "stupid", "fucking"})
# Words after which a capitalised word is still a common noun.
_DETERMINERS = frozenset(
    {"a", "an", "such", "you", "your", "my", "his", "her", "this", "that", "what", "fucking"}
    | {"stupid", "little", "big", "total", "complete"}
)


@lru_cache(maxsize=1)
def _ambiguities() -> dict[tuple[str, str], list[Ambiguity]]:
    by_form: dict[tuple[str, str], list[Ambiguity]] = {}
    for ambiguity in word_lists().ambiguities:
        for form in ambiguity.forms:
            by_form.setdefault((ambiguity.language, form), []).append(ambiguity)
    return by_form


@lru_cache(maxsize=1)
def _languages_of() -> dict[str, list[str]]:
    languages: dict[str, list[str]] = {}
    for language, function_words in word_lists().function_words.items():
        for word in function_words:
            languages.setdefault(word, []).append(language)
    return languages


class Evidence:
    """Count the function words around places of a text, by language."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._counts: dict[int, Counter[str]] = {}

    def around(self, start: int) -> Counter[str]:
        """Return the counts for the surroundings of a place.

        Places near one another share their surroundings, so that a text full of profanity is not
        counted anew at every word of it.
        """
        bucket = start // _WINDOW
        counts = self._counts.get(bucket)
        if counts is None:
            languages_of = _languages_of()
            around = self.text[max(0, (bucket - 1) * _WINDOW) : (bucket + 2) * _WINDOW]
            counts = self._counts[bucket] = Counter(
                language
                for word in _WORD.findall(around.lower())
                for language in languages_of.get(word, ())
            )
            counts["en"] += len(_ENGLISH_I.findall(around))
        return counts


def _is_marked(letter: str) -> bool:
    """Return whether a letter is a Latin letter with a mark, as many alphabets have."""
    return "\u00df" <= letter < "\u0250"


def same_letters(letters: str, entry: Entry, *, runs: bool) -> bool:
    """Return whether letters and entry agree where their language distinguishes letters.

    English, Hindi and Filipino (as written here) have no marked letters of their own: there any
    mark is decoration, elsewhere it makes another letter (in Turkish it makes "elegant"). `letters`
    has one character for every letter of the entry, or with `runs` for every run of one letter.
    """
    alphabet = _ALPHABETS.get(entry.language)
    form = entry.form.strip("*")
    if alphabet is None or (letters.isascii() and form.isascii()):
        return True
    if runs:
        folded = zip(form.translate(folding.PLAIN), form, strict=True)
        form = "".join(next(run)[1] for _, run in groupby(folded, key=lambda pair: pair[0]))
    if len(letters) != len(form):
        return True
    for written, listed in zip(letters, form, strict=True):
        small = written.lower()[0]
        if small != listed and (listed in alphabet or _is_marked(small)):
            return False
    return True


def same_script(text: str, start: int, end: int, letters: str, entry: Entry) -> bool:
    """Return whether a word is of the entry's script, mixed, or foreign in its surroundings.

    A word wholly of another script is an ordinary word of that script ("соск" is Russian) unless
    the letters around it are of the entry's.
    """
    if letters.isascii() and entry.form.isascii():
        return True
    scripts = {folding.script(letter) for letter in letters if letter.isalpha()}
    own = next((folding.script(letter) for letter in entry.form if not letter.isascii()), "latin")
    if own in scripts or len(scripts) != 1:
        return True
    around = text[max(0, start - 40) : start] + text[end : end + 40]
    neighbours = [folding.script(letter) for letter in around if letter.isalpha()]
    return neighbours.count(own) > len(neighbours) / 2


def _is_name(text: str, start: int, end: int) -> bool:
    word = text[start:end]
    if not word[:1].isupper() or not word[1:].islower():
        return False
    before = _WORD.findall(text[max(0, start - 30) : start])
    return not before or before[-1].lower() not in _DETERMINERS


def _neighbours(text: str, start: int, end: int, count: int) -> list[str]:
    before = _WORD.findall(text[max(0, start - _WINDOW) : start].lower())[-count:]
    return before + _WORD.findall(text[end : end + _WINDOW].lower())[:count]


def _is_near(text: str, start: int, end: int, words: Collection[str]) -> bool:
    near = _neighbours(text, start, end, _NEAR)
    return not near or not frozenset(words).isdisjoint(near)


def _is_excused(text: str, start: int, end: int, words: Collection[str]) -> bool:
    """Return whether the passage is about the thing; "kiss my ass, donkey" is not."""
    before = _WORD.findall(text[max(0, start - _WINDOW) : start].lower())[-1:]
    if not _ADDRESSED.isdisjoint(before):
        return False
    return not frozenset(words).isdisjoint(_neighbours(text, start, end, _PASSAGE))


def _joins(text: str, start: int, end: int) -> bool:
    """Return whether a word joins two others, as in "Chorlton-cum-Hardy" and "Stow cum Quy"."""
    if text[start - 1 : start] == "-" and text[end : end + 1] == "-":
        return True
    before, after = text[:start].rstrip(), text[end : end + 3].lstrip()
    name = before[max(0, len(before) - 30) :].rpartition(" ")[2][:1]
    return text[start:end].islower() and name.isupper() and after[:1].isupper()


def _is_file_ending(text: str, start: int, end: int) -> bool:
    """Return whether a short word is what a file name ends in: one dot before it, no other."""
    if end - start > _SHORT or text[start - 1 : start] != "." or not text[start:end].islower():
        return False
    name = text[max(0, start - _WINDOW) : start - 1].rpartition(" ")[2]
    return "." not in name


def _is_acronym(text: str, start: int, end: int) -> bool:
    """Return whether a short word in capitals stands between words in small letters.

    Whoever raises the voice for one word names the target: "you ASS" is not an acronym.
    """
    if end - start > _SHORT or not text[start:end].isupper():
        return False
    before = _WORD.findall(text[max(0, start - _WINDOW) : start])[-4:]
    around = before + _WORD.findall(text[end : end + _WINDOW])[:4]
    small = sum(word.islower() for word in around)
    return small * 2 > len(around) and _PERSON.isdisjoint(map(str.lower, before))


def _is_ordinary(evidence: Evidence, start: int, end: int, entry: Entry) -> bool:
    """Return whether the word as written is an ordinary one of the language of the sentence."""
    others = word_lists().ordinary.get(evidence.text[start:end].lower())
    if others is None:
        return False
    counts = evidence.around(start)
    own = entry.language.partition("-")[0]
    return any(counts[other] > counts[own] for other in others if other != own)


def is_meant(
    evidence: Evidence, start: int, end: int, entry: Entry, languages: Collection[str] | None
) -> bool:
    """Return whether a plainly written entry is meant, and not a name or another language's word.

    A caller who names `languages` has given the language of the text.
    """
    text = evidence.text
    if entry.form.isascii() and (
        _is_file_ending(text, start, end)
        or (not frozenset(entry.form).isdisjoint("aeiouy") and _is_acronym(text, start, end))
    ):
        return False
    if languages is None and _is_ordinary(evidence, start, end, entry):
        return False
    for ambiguity in _ambiguities().get((entry.language, entry.form), ()):
        if ambiguity.condition == "name" and _is_name(text, start, end):
            return False
        if ambiguity.condition == "joining" and _joins(text, start, end):
            return False
        if ambiguity.condition == "unless" and _is_excused(text, start, end, ambiguity.words):
            return False
        if ambiguity.condition == "near" and not _is_near(text, start, end, ambiguity.words):
            return False
        if ambiguity.condition == "in":
            if languages is not None and not ambiguity.words & frozenset(languages):
                continue
            counts = evidence.around(start)
            own = counts[entry.language.partition("-")[0]]
            other = max((counts[language] for language in ambiguity.words), default=0)
            if entry.language == "en":
                meant = own >= other
            else:
                few = len(_WORD.findall(text[max(0, start - _WINDOW) : end + _WINDOW])) <= 3
                meant = own >= other and (own > 0 or few)
            if not meant:
                return False
    return True
