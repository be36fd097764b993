"""From the words of a prompt to what it asks for."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from triptych.engines.generation.drawings import alike, characters, drawing, find, names, related
from triptych.engines.generation.prompt.clause import Link
from triptych.engines.generation.prompt.grammar import Notes, understand
from triptych.engines.generation.prompt.nouns import NounPhrase
from triptych.engines.generation.prompt.words import tokens
from triptych.engines.generation.scene import (
    Description,
    Relation,
    RelationKind,
    Setting,
    Thing,
)

#: Below this guidance a drawing of something similar will do.
LOOSE = 4.0
#: Above this guidance even "an animal" is the most usual one.
STRICT = 14.0
#: The guidance where none is given.
LITERAL = 7.0
_MOST_GUIDANCE = 28.0
#: How many of the best drawings are near enough.
_NEAR = 3
_PEOPLE = frozenset(["person", "people", "human", "man", "woman"])


def thing(phrase: NounPhrase, guidance: float, seed: int, place: int) -> Thing:
    """Return what a noun phrase asks for, the phrase being that of thing number `place`.

    `guidance` from 1 to 28 is how literally it is meant; `seed` varies the choice where several
    drawings will do.
    """
    colour = phrase.colours[0] if phrase.colours else None
    if phrase.noun in characters():
        return Thing(drawing(characters()[phrase.noun]).words[0], (characters()[phrase.noun],))
    drawings = find(phrase.noun, colour=colour)
    if phrase.sex:
        sexed = tuple(name for name in drawings if name.startswith(f"{phrase.sex}-"))
        person = drawings[:1] in (("person",), ("child",))
        drawings = (*sexed, *(find(phrase.sex) if person else ()), *drawings)
    usual = phrase.noun in alike()
    # Not the built-in hash of a string, which differs from run to run.
    dice = random.Random(f"{seed} {place} {phrase.noun}")  # noqa: S311 - no secret
    if usual and guidance < STRICT:
        own = [name for name in drawings if colour and drawing(name).colour == colour]
        pool = own or list(drawings)
        dice.shuffle(pool)
    elif guidance < LOOSE:
        pool = list(drawings[:_NEAR])
        dice.shuffle(pool)
    else:
        pool = [drawings[0]]
    chosen = tuple(pool[number % len(pool)] for number in range(phrase.count))
    return Thing(phrase.noun, chosen, colour, phrase.size)


def read(
    prompt: str,
    *,
    negative_prompt: str | None = None,
    guidance: float | None = None,
    seed: int = 0,
) -> Description:
    """Read what a prompt asks for.

    The grammar is one of rules: noun phrases with their numbers, colours and sizes, and the
    prepositions between them, as English prompts have them. Other words are passed over.

    Parameters
    ----------
    prompt : str
        Of any length; in English. Emoji name their drawings.
    negative_prompt : str, optional
        What must not be in the picture.
    guidance : float, optional
        How literally words are taken, from 1 to 28; 7 where it is not given. Below 4 a similar
        drawing will do, another tree for a tree.
    seed : int
        What varies the choice where several drawings will do, as for "three animals".

    Returns
    -------
    Description
        The same for the same arguments; an empty one where nothing was understood.

    Raises
    ------
    ValueError
        If `guidance` is not between 1 and 28.
    triptych.models.files.CorruptModelError
        If the shipped library is missing or damaged.

    Examples
    --------
    >>> description = read("two red apples on a wooden table, a cat to the left of the apples")
    >>> [(one.noun, one.count, one.colour) for one in description.things]
    [('apple', 2, 'red'), ('cat', 1, None)]
    >>> description.relations, description.setting.place
    ((Relation(subject=1, kind='left of', objects=(0,)),), 'table')
    """
    guidance = LITERAL if guidance is None else guidance
    if not 1 <= guidance <= _MOST_GUIDANCE:
        raise ValueError(f"The guidance is {guidance}: give a number from 1 to 28.")
    notes = understand(tokens(prompt))
    refused = understand(tokens(negative_prompt or ""))
    unwanted = dict.fromkeys([*notes.unwanted, *(one.noun for one in refused.things if one.noun)])
    direct = {name for noun in unwanted for name in find(noun)}
    things = {
        place: thing(phrase, guidance, seed, place)
        for place, phrase in enumerate(notes.things)
        if phrase.noun and phrase.count
    }
    drawn = {
        place: one
        for place, one in things.items()
        if one.noun not in unwanted and one.drawings[0] not in direct
    }
    shown = {name for one in drawn.values() for name in one.drawings}
    return Description(
        things=tuple(drawn.values()),
        relations=_relations(notes, list(drawn)),
        setting=_setting(notes, refused, list(drawn.values())),
        not_drawn=tuple(notes.not_drawn),
        forbidden=frozenset(_forbidden(unwanted) - shown),
    )


def _relations(notes: Notes, drawn: list[int]) -> tuple[Relation, ...]:
    """Return the relations of the things that are kept, each once."""
    places = {old: new for new, old in enumerate(drawn)}
    relations = []
    for subject, kind, objects, loose in [*notes.links, *_sides(notes)]:
        if subject not in places or any(index not in places for index in objects):
            continue
        if loose and _in_sky(notes, subject) != _in_sky(notes, objects[0]):
            # "A house with the moon": the moon is not beside the door.
            continue
        several = len(objects) > 1 or notes.things[objects[0]].count > 1
        if kind == "between" and not several:
            continue
        relations.append(Relation(places[subject], kind, tuple(places[index] for index in objects)))
    return tuple(dict.fromkeys(relations))


def _in_sky(notes: Notes, place: int) -> bool:
    drawings = find(notes.things[place].noun)
    return bool(drawings) and drawing(drawings[0]).home == "sky"


def _sides(notes: Notes) -> list[Link]:
    """Turn "on the left" and "on the right" into relations."""
    left, right = notes.sides["left"], notes.sides["right"]
    if left and right:
        return [Link(left[0], "left of", (right[0],))]
    others = [place for place, one in enumerate(notes.things) if one.noun]
    sides: tuple[tuple[RelationKind, list[int]], ...] = (("left of", left), ("right of", right))
    for side, mine in sides:
        rest = [place for place in others if place not in mine]
        if mine and rest:
            return [Link(mine[0], side, (rest[0],))]
    return []


def _setting(notes: Notes, refused: Notes, things: list[Thing]) -> Setting:
    """Return the setting without what is not wanted in it."""
    values: dict[str, Any] = {
        attribute: value
        for attribute, value in notes.setting.items()
        if refused.setting.get(attribute) != value
    }
    grounded = any(
        drawing(one.drawings[0]).home in ("ground", "water")
        and drawing(one.drawings[0]).subgroup != "animal-bird"
        for one in things
    )
    if values.get("place") == "sky" and grounded:
        # "A house and a rainbow in the sky" has a ground.
        del values["place"]
    return Setting(**values)


def _forbidden(unwanted: Collection[str]) -> set[str]:
    """Return every drawing that shows something unwanted, or has it for a keyword."""
    drawings = {name for noun in unwanted for name in related(noun)}
    if _PEOPLE.intersection(unwanted):
        drawings.update(name for name in names() if drawing(name).group == "people-body")
    return drawings
