"""Choose the drawings of each thing."""

from __future__ import annotations

import random

from triptych.engines.generation.description import Thing
from triptych.engines.generation.drawings import alike, characters, drawing, find
from triptych.engines.generation.prompt.nouns import NounPhrase

#: Below this guidance a drawing of something similar will do.
LOOSE = 4.0
#: Above this guidance even "an animal" is the most usual one.
STRICT = 14.0
#: How many of the best drawings are near enough.
_NEAR = 3


def thing(phrase: NounPhrase, guidance: float, seed: int, place: int) -> Thing:
    """Return what a noun phrase asks for.

    Parameters
    ----------
    phrase : NounPhrase
        Of something that is drawn.
    guidance : float
        How literally it is meant, from 1 to 28.
    seed : int
        What varies the choice where several drawings will do.
    place : int
        Index among the things.
    """
    colour = phrase.colours[0] if phrase.colours else None
    if phrase.noun in characters():
        return Thing(drawing(characters()[phrase.noun]).words[0], (characters()[phrase.noun],))
    found = find(phrase.noun, colour=colour)
    if phrase.sex:
        sexed = tuple(name for name in found if name.startswith(f"{phrase.sex}-"))
        found = (*sexed, *(find(phrase.sex) if _is_person(found) else ()), *found)
    usual = phrase.noun in alike()
    # Not the built-in hash of a string, which differs from run to run.
    dice = random.Random(f"{seed} {place} {phrase.noun}")  # noqa: S311 - no secret
    if usual and guidance < STRICT:
        own = [name for name in found if colour and drawing(name).colour == colour]
        pool = own or list(found)
        dice.shuffle(pool)
    elif guidance < LOOSE:
        pool = list(found[:_NEAR])
        dice.shuffle(pool)
    else:
        pool = [found[0]]
    chosen = tuple(pool[number % len(pool)] for number in range(phrase.count))
    return Thing(phrase.noun, chosen, colour, phrase.size)


def _is_person(found: tuple[str, ...]) -> bool:
    return bool(found) and found[0] in ("person", "child")
