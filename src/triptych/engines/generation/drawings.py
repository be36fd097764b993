"""The library of drawings, and finding in it what a noun means."""

from __future__ import annotations

import json
import lzma
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from triptych.engines.generation.raster import levels
from triptych.engines.generation.scene import Colour
from triptych.models.files import verified

LIBRARY_FILE = "generation/library.json.xz"

#: Where a thing is met: standing or lying, flying, over all, or swimming.
Home = Literal["ground", "air", "sky", "water"]

#: Columns of the upper edge of a drawing, the pixels it is read from, and their least opacity.
COLUMNS = 16
_PIXELS, _PAINTED = 64, 100
#: Every place of an SVG that makes or names an identifier.
_IDENTIFIER = re.compile(r'(\bid="|href="#|url\(#)')
#: What an emoji's code may carry beside what it shows.
_TONE_OR_VARIANT = re.compile("[\ufe0e\ufe0f\U0001f3fb-\U0001f3ff]")


class UnknownDrawingError(KeyError):
    """No drawing of the library has this name."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Drawing:
    """One drawing of the library.

    Attributes
    ----------
    name : str
        As its source, Noto Emoji, calls it: ``"red-apple"``.
    character : str
        The emoji it draws.
    group, subgroup : str
        Of what kind that is: ``"food-drink"`` and ``"food-fruit"``.
    words : tuple of str
        What it is called, its plainest name first, then its keywords.
    home : {"ground", "air", "sky", "water"}
        Where what it shows is met.
    height : float
        How high that is, in metres.
    colour : str
        The basic colour that most of it has.
    bounds : tuple of float
        Left, top, width and height of what is visible of it, within its 128 by 128 units.
    body : str
        SVG elements for a ``viewBox`` of ``0 0 128 128``. They carry identifiers: `prefixed`
        keeps those of several drawings in one picture apart.
    """

    name: str
    character: str
    group: str
    subgroup: str
    words: tuple[str, ...]
    home: Home
    height: float
    colour: Colour
    bounds: tuple[float, float, float, float]
    body: str


def prefixed(svg: str, prefix: str) -> str:
    """Return SVG elements with a prefix before all of their identifiers.

    Examples
    --------
    >>> prefixed('<path id="a" fill="url(#a)"/>', "d1")
    '<path id="d1a" fill="url(#d1a)"/>'
    """
    return _IDENTIFIER.sub(rf"\g<1>{prefix}", svg)


def drawing(name: str) -> Drawing:
    """Return the drawing of this name, one of `names`.

    Raises
    ------
    UnknownDrawingError
        If there is none of this name; it is a `KeyError`.
    triptych.models.files.CorruptModelError
        If the shipped library is missing or damaged.

    Examples
    --------
    >>> apple = drawing("red-apple")
    >>> apple.colour, apple.home, apple.words[:2]
    ('red', 'ground', ('red apple', 'apple'))
    """
    try:
        return library()[name]
    except KeyError:
        raise UnknownDrawingError(
            f"There is no drawing {name!r}: choose one of names(), such as 'red-apple'."
        ) from None


def names() -> tuple[str, ...]:
    """Return the names of all drawings, sorted.

    Examples
    --------
    >>> "red-apple" in names()
    True
    """
    return tuple(library())


@cache
def library() -> dict[str, Drawing]:
    """Return all drawings by name."""
    return {
        row["name"]: Drawing(
            **{**row, "words": tuple(row["words"]), "bounds": tuple(row["bounds"])}
        )
        for row in _content()["drawings"]
    }


@cache
def meanings() -> dict[str, tuple[str, ...]]:
    """Return the drawings that show each noun, the best first; nouns in the singular."""
    return {noun: tuple(drawings) for noun, drawings in _content()["meanings"].items()}


@cache
def alike() -> frozenset[str]:
    """Return the nouns of which any drawing is as good as the first: ``"animal"``."""
    return frozenset(_content()["alike"])


@cache
def kinds() -> dict[str, str]:
    """Return, for nouns that have no drawing of their own, the noun of which they are a kind."""
    return dict(_content()["kinds"])


@cache
def undrawable() -> frozenset[str]:
    """Return single words that are mostly nouns, and that no drawing shows."""
    return frozenset(_content()["undrawable"])


@cache
def plurals() -> dict[str, str]:
    """Return irregular plurals with their singulars."""
    return dict(_content()["plurals"])


@cache
def characters() -> dict[str, str]:
    """Return the drawing of each emoji, the emoji without skin tone and variant."""
    return {bare(drawing.character): name for name, drawing in library().items()}


def bare(emoji: str) -> str:
    """Return an emoji without skin tone and variant."""
    return _TONE_OR_VARIANT.sub("", emoji)


@cache
def _content() -> Any:
    """Return the shipped library, read and verified once."""
    return json.loads(lzma.decompress(verified(LIBRARY_FILE)))


#: Endings of regular plurals, and what they stand for in the singular.
_ENDINGS = (("men", "man"), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""))

#: How many of the best drawings may be exchanged for their colour.
_NEAR = 2


@lru_cache(maxsize=256)
def upper_edge(name: str) -> NDArray[np.float64]:
    """Return how far below the top of its box a drawing begins, from left to right.

    ndarray of float64, (16,): 0 where the drawing reaches the top of its box, 1 where a column is
    empty.
    """
    painted = levels(drawing(name).body, drawing(name).bounds, _PIXELS)[..., 3] > _PAINTED
    first = np.where(painted.any(0), painted.argmax(0), _PIXELS) / _PIXELS
    # A foot covers some columns, and rests on the highest of them.
    return np.asarray(first.reshape(COLUMNS, -1).min(1))


def find(noun: str, *, colour: Colour | None = None) -> tuple[str, ...]:
    """Return the names of the drawings that show what a noun means, the best first.

    A noun that is no drawing's name or synonym is looked up among the kinds of things in WordNet
    (G. A. Miller, "WordNet: A Lexical Database for English", 1995): a galleon is a ship.

    Parameters
    ----------
    noun : str
        One or more words, in the singular or the plural: ``"fire trucks"``.
    colour : str, optional
        A drawing that has this basic colour by itself is preferred.

    Returns
    -------
    tuple of str
        Empty where no drawing shows it.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the shipped library is missing or damaged.

    Examples
    --------
    >>> find("apples")
    ('red-apple', 'green-apple')
    >>> find("apple", colour="green")
    ('green-apple', 'red-apple')
    >>> find("galleon")[0], find("freedom")
    ('sailboat', ())
    """
    known = singular(noun)
    if known is None:
        return ()
    drawings = _shown(known)
    if colour is None:
        return drawings
    called = meanings().get(f"{colour} {known}", ())
    # Only the next best may go first: another kind of fish is too high a price for a colour.
    near = drawings if known in alike() else drawings[:_NEAR]
    fitting = [
        name for name in near if drawing(name).colour == colour and not name.endswith("-face")
    ]
    return tuple(dict.fromkeys([*called, *fitting, *drawings]))


@lru_cache(maxsize=8192)
def singular(noun: str) -> str | None:
    """Return a noun, in the singular or the plural, as the library knows it; else None.

    Examples
    --------
    >>> singular("Mice"), singular("sun hats"), singular("scissors"), singular("freedom")
    ('mouse', 'sun hat', 'scissors', None)
    """
    candidates = list(_singulars(plain(noun)))
    for table in (meanings(), kinds()):
        for candidate in candidates:
            if candidate in table and _shown(candidate):
                return candidate
    return None


def names_something(word: str) -> bool:
    """Return whether a word is mostly used as a noun, though no drawing shows it.

    Examples
    --------
    >>> names_something("fences"), names_something("beautiful"), names_something("apple")
    (True, False, False)
    """
    return singular(word) is None and any(
        candidate in undrawable() for candidate in _singulars(plain(word))
    )


def related(noun: str) -> frozenset[str]:
    """Return all drawings that a noun may speak of, loosely: those with it as a keyword too.

    Examples
    --------
    >>> {"dog", "horse-face"} <= related("animals")
    True
    """
    words = set(_singulars(plain(noun)))
    keyed = {name for name, one in library().items() if words.intersection(one.words)}
    return frozenset(keyed.union(find(noun)))


def plain(noun: str) -> str:
    """Return a noun in small letters, without accents, hyphens and apostrophes."""
    letters = unicodedata.normalize("NFKD", re.sub("['’]", "", noun.lower()))
    plain_letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub("[^a-z0-9]+", " ", plain_letters).split())


def _shown(known: str) -> tuple[str, ...]:
    """Return the drawings of a noun of one of the tables."""
    return meanings().get(known) or meanings().get(kinds().get(known, ""), ())


def _singulars(noun: str) -> Iterator[str]:
    """Yield the noun itself, and what it may be the plural of."""
    yield noun
    head, of, rest = noun.partition(" of ")
    if of:
        # "Cups of coffee": the first noun has the plural.
        yield from (f"{single} of {rest}" for single in _singulars(head))
        return
    before, space, last = noun.rpartition(" ")
    if last in plurals():
        yield before + space + plurals()[last]
    for ending, single in _ENDINGS:
        if last.endswith(ending) and len(last) > len(ending) + 1 and not last.endswith("ss"):
            yield before + space + last.removesuffix(ending) + single
