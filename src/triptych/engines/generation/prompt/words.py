"""The words of a prompt: how it is cut into them, and what the small ones mean."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from triptych.engines.generation.drawings import bare, characters
from triptych.engines.generation.palette import EXAMPLES, SHADES
from triptych.engines.generation.scene import Colour
from triptych.models.files import rows

#: What prompts carry beside words: weights such as ``:1.3)`` and options such as ``--ar 16:9``.
_NOT_PROSE = re.compile(r":\d+(?:\.\d+)?\)|--[a-z]+(?: [\d.:]+)?", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s\b|(?<=s)['’](?!\w)")
_PARTS = re.compile(r"[a-z0-9]+(?:['’][a-z]+)*|[^\s\w]", re.IGNORECASE)
_COMMAS, _STOPS = frozenset(",;"), frozenset(".!?:\n")
#: No kind of thing is drawn more often than this.
MOST = 24


def words_of(name: str) -> frozenset[str]:
    """Return one of the lists of `models/generation/words.tsv`."""
    table = rows("generation/words.tsv")
    return frozenset(word for key, words in table if key == name for word in words.split())


@cache
def phrases(about: str) -> dict[str, str]:
    """Return phrases with their meanings, as `models/generation/phrases.tsv` lists them."""
    table = rows("generation/phrases.tsv")
    return {phrase: meaning for key, meaning, phrase in table if key == about}


DETERMINERS, PRONOUNS, BACK = words_of("determiners"), words_of("pronouns"), words_of("back")
AND, BE, NEGATIONS = words_of("and"), words_of("be"), words_of("negations")
FILLER, THINGS_TOO, ACTIONS = words_of("filler"), words_of("things too"), words_of("actions")
ATTRIBUTES, CONTAINERS = words_of("attributes"), words_of("containers")
ON_THE_HEAD, ON_THE_BODY = words_of("on the head"), words_of("on the body")
FEMALE, MALE = words_of("female"), words_of("male")
#: Before a colour they only say how light or deep it is.
DEEPER = words_of("deeper")
_PLAIN_COLOURS = frozenset(EXAMPLES) - {"orange"} | words_of("plain colours")
_COLOURS: dict[str, Colour] = dict(SHADES)
_SIZES = {word: size for size in (0.4, 0.6, 1.0, 1.6, 2.2) for word in words_of(f"size {size}")}
_NUMBERS = {word: int(number) for word, number in phrases("number").items()}
#: The most words of a vague amount.
_LONGEST = 3


def tokens(prompt: str) -> list[str]:
    """Return the words of a prompt in small letters, with ``","``, ``"."`` and emoji between them.

    Examples
    --------
    >>> tokens("Two T-shirts, a king's crown!")
    ['two', 't', 'shirts', ',', 'a', "king's", 'crown', '.']
    """
    text = _NOT_PROSE.sub(" ", prompt.replace("&", " and "))
    parts: list[str] = []
    place = 0
    for emoji in _emoji().finditer(text):
        parts += _plain_words(text[place : emoji.start()])
        parts.append(bare(emoji.group()))
        place = emoji.end()
    return parts + list(_plain_words(text[place:]))


def _plain_words(text: str) -> Iterator[str]:
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


class Amount(NamedTuple):
    """An amount that was read.

    Attributes
    ----------
    words : int
        How many words it takes.
    number : int
        From 0 to `MOST`.
    """

    words: int
    number: int


def amount(words: list[str], place: int) -> Amount | None:
    """Read the amount that begins at a word, if one does.

    Examples
    --------
    >>> amount("twenty one cats".split(), 0)
    Amount(words=2, number=21)
    >>> amount("a couple of dogs".split(), 0)
    Amount(words=3, number=2)
    """
    for length in range(min(_LONGEST, len(words) - place), 0, -1):
        count = phrases("amount").get(" ".join(words[place : place + length]))
        if count is None:
            continue
        following = place + length
        if words[following - 1] != "of" and words[following : following + 1] == ["of"]:
            length += 1
        return Amount(length, int(count))
    word = words[place]
    if word.isdigit() and word.isascii():
        # Years and pixels count nothing.
        return Amount(1, min(int(word), MOST)) if len(word) < 4 else None
    if word not in _NUMBERS:
        return None
    value, length = _NUMBERS[word], 1
    unit = _NUMBERS.get(words[place + 1], 0) if place + 1 < len(words) else 0
    if 20 <= value < 100 and 0 < unit < 10:
        value, length = value + unit, 2
    following = place + length
    if words[following : following + 1] == ["dozen"]:
        value, length = value * 12, length + 1
    if words[place + length : place + length + 1] == ["of"]:
        length += 1
    return Amount(length, min(value, MOST))


def colour_of(word: str) -> Colour | None:
    """Return the basic colour of a colour's name.

    Examples
    --------
    >>> colour_of("crimson"), colour_of("fluffy")
    ('red', None)
    """
    return _COLOURS.get(word)


def is_basic(word: str) -> bool:
    """Return whether the word is a colour's and, unless it is orange, no thing's name."""
    return word in _PLAIN_COLOURS


def size_of(word: str) -> float | None:
    """Return by which factor an adjective makes a thing larger.

    Examples
    --------
    >>> size_of("tiny"), size_of("red")
    (0.4, None)
    """
    return _SIZES.get(word)
