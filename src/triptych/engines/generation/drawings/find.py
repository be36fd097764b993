"""Find the drawings that show what a noun means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from triptych.engines.generation.description import Colour
from triptych.engines.generation.drawings.pack import (
    alike,
    drawing,
    kinds,
    library,
    meanings,
    plurals,
    undrawable,
)

#: Endings of regular plurals, and what they stand for in the singular.
_ENDINGS = (("men", "man"), ("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", ""))

#: How many of the best drawings may be exchanged for their colour.
_NEAR = 2


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
    found = _shown(known)
    if colour is None:
        return found
    called = meanings().get(f"{colour} {known}", ())
    # Only the next best may go first: another kind of fish is too high a price for a colour.
    near = found if known in alike() else found[:_NEAR]
    fitting = [
        name for name in near if drawing(name).colour == colour and not name.endswith("-face")
    ]
    return tuple(dict.fromkeys([*called, *fitting, *found]))


def singular(noun: str) -> str | None:
    """Return the noun as the library knows it; None where it does not.

    Parameters
    ----------
    noun : str
        In the singular or the plural.

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
    """Say whether a word is mostly used as a noun, though no drawing shows it.

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
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub("[^a-z0-9]+", " ", kept).split())


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
