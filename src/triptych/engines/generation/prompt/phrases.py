"""Fixed phrases: how things lie to each other, where, when and in what manner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple, cast

from triptych.engines.generation.prompt.words import (
    DETERMINERS,
    colour_of,
    is_basic,
    phrases,
    words_of,
)
from triptych.engines.generation.scene import Colour, RelationKind

#: What someone wears lies on them, or before them.
WEARING = frozenset(["wearing", "dressed in", "wears", "wear"])
#: After these an idiom is another phrase: "on the left of".
_CONTINUATIONS = ("of", "side", "hand", "from")
#: The most words of a phrase, with its determiners and what describes it.
_LONGEST_RELATION, _LONGEST_SETTING = 6, 8
_SETTINGS = ("place", "weather", "time", "season", "style")
_PREPOSITIONS = words_of("setting prepositions")
_SKIPPED = DETERMINERS | words_of("described")
_ADJECTIVES = words_of("setting adjectives")


class Phrase(NamedTuple):
    """A phrase that relates things.

    Attributes
    ----------
    words : int
        How many words it takes.
    kind : str
        As of `Relation`.
    reversed : bool
        Whether what follows is the subject: "surrounded by".
    text : str
        The phrase, without determiners.
    """

    words: int
    kind: RelationKind
    reversed: bool
    text: str


class Idiom(NamedTuple):
    """A phrase that places a thing without naming another: how many words it takes, its meaning."""

    words: int
    meaning: str


class SettingPhrase(NamedTuple):
    """A phrase about the setting.

    Attributes
    ----------
    words : int
        How many words it takes.
    values : dict of str to str
        Attributes of `Setting` with their values.
    describes : bool
        Whether it is an adjective, so that what it describes may follow.
    """

    words: int
    values: dict[str, str]
    describes: bool


def relation_at(words: list[str], place: int) -> Phrase | None:
    """Read the longest phrase that begins at a word and relates what is around it.

    Examples
    --------
    >>> relation_at("to the left of a dog".split(), 0)
    Phrase(words=4, kind='left of', reversed=False, text='to left of')
    """
    phrase: list[str] = []
    longest = None
    for end in range(place, min(len(words), place + _LONGEST_RELATION)):
        if phrase and words[end] in DETERMINERS:
            following = words[end + 1 : end + 2]
            if following and " ".join([*phrase, *following]) not in _relation_beginnings():
                break
            continue
        phrase.append(words[end])
        text = " ".join(phrase)
        if text in _relations():
            longest = Phrase(end + 1 - place, *_relations()[text], text)
        elif text not in _relation_beginnings():
            break
    return longest


def idiom_at(words: list[str], place: int) -> Idiom | None:
    """Read the idiom that begins at a word, if one does.

    Examples
    --------
    >>> idiom_at("on the left".split(), 0)
    Idiom(words=3, meaning='left')
    >>> idiom_at("on the left of a dog".split(), 0)
    """
    for phrase, meaning in phrases("idiom").items():
        end = _end(words, place, phrase)
        if end and (phrase.endswith("of") or not set(words[end : end + 1]) & set(_CONTINUATIONS)):
            return Idiom(end - place, meaning)
    return None


def _end(words: list[str], place: int, phrase: str) -> int:
    """Return where a phrase ends, with a determiner within it; 0 if it does not begin here."""
    for number, word in enumerate(phrase.split()):
        if number and words[place : place + 1] in (["the"], ["its"]):
            place += 1
        if words[place : place + 1] != [word]:
            return 0
        place += 1
    return place


def setting_at(words: list[str], place: int) -> SettingPhrase | None:
    """Read the longest phrase about the setting that begins at a word.

    Examples
    --------
    >>> setting_at("on a pink table".split(), 0).values
    {'place': 'table', 'backdrop': 'pink'}
    """
    backdrop = _backdrop(words, place)
    if backdrop:
        return backdrop
    return max(_setting_phrases(words, place), key=lambda phrase: phrase.words, default=None)


def _setting_phrases(words: list[str], place: int) -> Iterator[SettingPhrase]:
    """Yield all phrases that begin at a word, whatever is skipped within them."""
    # Where the next word is, the phrase so far, and a colour that was skipped.
    open_ends: list[tuple[int, str, Colour | None]] = [(place, "", None)]
    while open_ends:
        end, phrase, colour = open_ends.pop()
        if end >= min(len(words), place + _LONGEST_SETTING):
            continue
        word = words[end]
        longer = f"{phrase} {word}".strip()
        if longer in _settings():
            attribute, value = _settings()[longer]
            values = {attribute: value}
            if value == "table" and colour:
                values["backdrop"] = colour
            yield SettingPhrase(end + 1 - place, values, word in _ADJECTIVES and not phrase)
        if longer in _setting_beginnings():
            open_ends.append((end + 1, longer, colour))
        if phrase and (word in _SKIPPED or is_basic(word)):
            open_ends.append((end + 1, phrase, colour or colour_of(word)))


def _backdrop(words: list[str], place: int) -> SettingPhrase | None:
    """Read "on a plain white background", or "white background"."""
    colour = None
    for end in range(place, min(len(words), place + 7)):
        word = words[end]
        if word in ("background", "backdrop") and colour:
            return SettingPhrase(end + 1 - place, {"backdrop": colour}, False)
        if is_basic(word) or word == "orange":
            colour = colour_of(word)
        elif word not in _SKIPPED and not (end == place and word in _PREPOSITIONS):
            return None
    return None


@cache
def _relations() -> dict[str, tuple[RelationKind, bool]]:
    """Return what phrases mean, and whether their subject follows."""
    meanings = {
        phrase: (cast(RelationKind, kind), about == "reversed relation")
        for about in ("relation", "reversed relation")
        for phrase, kind in phrases(about).items()
    }
    return meanings | dict.fromkeys(WEARING, ("on", True))


@cache
def _relation_beginnings() -> frozenset[str]:
    return _beginnings(_relations())


@cache
def _settings() -> dict[str, tuple[str, str]]:
    """Return attributes of `Setting` with their values by phrase."""
    return {
        phrase: (attribute, value)
        for attribute in _SETTINGS
        for phrase, value in phrases(attribute).items()
    }


@cache
def _setting_beginnings() -> frozenset[str]:
    return _beginnings(_settings())


def _beginnings(texts: Iterable[str]) -> frozenset[str]:
    """Return all beginnings of phrases, so that no other is followed."""
    split = [text.split() for text in texts]
    return frozenset(" ".join(words[:end]) for words in split for end in range(1, len(words) + 1))
