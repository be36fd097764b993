"""The drawings: what each shows, and its SVG."""

from __future__ import annotations

import json
import lzma
import re
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from triptych.engines.generation.description import Colour
from triptych.models.files import verified

LIBRARY_FILE = "drawings/library.json.xz"

#: Where a thing is met: standing or lying, flying, over all, or swimming.
Home = Literal["ground", "air", "sky", "water"]

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
        SVG elements for a ``viewBox`` of ``0 0 128 128``. They carry identifiers: use `instance`
        where drawings share a picture.
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

    def instance(self, prefix: str) -> str:
        """Return the body with `prefix` before all of its identifiers.

        Parameters
        ----------
        prefix : str
            Different for each use within one picture; letters and digits, a letter first.

        Returns
        -------
        str
            SVG elements.

        Examples
        --------
        >>> 'id="a1SVG' in drawing("tulip").instance("a1")
        True
        """
        return _IDENTIFIER.sub(rf"\g<1>{prefix}", self.body)


def drawing(name: str) -> Drawing:
    """Return the drawing of this name.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Drawing

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
    return {noun: tuple(found) for noun, found in _content()["meanings"].items()}


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
