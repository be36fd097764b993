"""Nouns that name a kind of what a drawing shows: a lynx is a cat, a galleon is a ship."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .wordnet import WordNet


def _listed(words: str) -> list[str]:
    return words.split()


#: Fields of WordNet in which the drawings of each group are looked for.
_FIELDS = {
    "animals-nature": {5, 20, 17, 19},
    "food-drink": {13, 20, 6},
    "travel-places": {6, 17, 19, 15},
    "activities": {6, 17, 19},
    "objects": {6, 17, 10},
    "people-body": {18, 8},
    "smileys-emotion": {18, 8},
    "symbols": {25, 6},
    "flags": {6},
}
#: Too general: not everything to sit on is a chair, nor everything sewn a coat.
GENERAL = frozenset(
    _listed(
        """
        seat building structure furniture vehicle animal creature beast mammal pet plant food
        drink beverage fruit vegetable insect bug reptile instrument tool toy game snack dessert
        meal dish clothing clothes shelter home store shop can tin container box stone rock wood
        meat nut herb medicine tablet pill capsule lift sign picture paper page document drop
        ball speaker file lamp screen monitor computer machine scale gear plug chain hook net
        track rail mouse mail letter pin button sheet plate seed grass bush shrub worm microbe
        germ virus bacteria leaf glass cup pot pan jar bowl tub bath ring bell bar track fan
        hand arm leg foot skull bone wing paw tooth egg ice fire light cloud star sun moon
        planet world earth globe hole pit circle square triangle cross heart money coin bill
        cash note key lock door window gate bed office temple palace person human adult people
        island wave mountain hill track map calendar folder bag wheel tent camp circus school
        bank factory market museum hotel fish egg berry bean candy sweet chips home dwelling
        needle brush target goal battery radio clock watch wing web nest shell coral statue
        tower monster giant spirit witch hero worker guard doctor judge student artist singer
        bread cheese cake flower dinosaur sea animal blood tear drug ice cream sauce weight
        balance helmet mask ribbon knot rope thread cap chest trunk cart basket barrel bucket
        log plank salt ham horn gem jewel crystal diamond gown robe pants cross bridge slide
        fork spoon block puzzle mirror brick soap ladder shower sponge card medal trophy flag
        shield bomb razor pen pencil chair cold female male music weather weapon water muscle
        art alcohol prince boy girl man woman child baby kid fellow king queen elf
        """
    )
)
#: General too, but true of all that it is said of, and a drawing of it is no lie.
FAR = frozenset(
    _listed(
        """
        bird fish flower tree dog cat snake lizard monkey shark whale boat ship car truck train
        airplane person bread cake cheese dinosaur frog turtle duck bear horse
        """
    )
)
_WORDS = re.compile(r"[a-z]+( [a-z]+){0,2}")


def kinds(
    wordnet: WordNet, meanings: Mapping[str, list[str]], groups: Mapping[str, str], steps: int = 4
) -> dict[str, str]:
    """Return, for nouns that no drawing is called by, the noun of which they name a kind.

    Parameters
    ----------
    wordnet : WordNet
        What is a kind of what.
    meanings : mapping of str to list of str
        The drawings of the nouns that are known.
    groups : mapping of str to str
        The group of each drawing, by its name.
    steps : int
        How many kinds of kinds are gone through; more for the nouns in `FAR`.
    """
    known: dict[str, str] = {}
    for noun, drawings in meanings.items():
        if not drawings or noun in GENERAL - FAR:
            continue
        fields = _FIELDS[groups[drawings[0]]]
        for sense in wordnet.senses.get(noun, []):
            if wordnet.synsets[sense].field in fields:
                # Of several nouns of one meaning the one with a drawing called so is the plainest.
                if sense not in known or noun.replace(" ", "-") == drawings[0]:
                    known[sense] = noun
                break
    found = {}
    for lemma in wordnet.senses:
        main = wordnet.main_sense(lemma)
        if lemma in meanings or not _WORDS.fullmatch(lemma) or main is None:
            continue
        if " " not in lemma and not wordnet.mostly_noun(lemma):
            continue
        kind = _kind(wordnet, known, [main], steps)
        if kind and (kind != "person" or lemma in wordnet.frequencies):
            found[lemma] = kind
    return found


def _kind(
    wordnet: WordNet, known: Mapping[str, str], senses: Iterable[str], steps: int
) -> str | None:
    """Go up from a meaning to the nearest that is known."""
    level = list(senses)
    for step in range(3 * steps):
        for sense in level:
            noun = known.get(sense)
            if noun and (step <= steps or noun in FAR):
                return noun
        level = [above for sense in level for above in wordnet.synsets[sense].kinds_of]
    return None


def undrawable(wordnet: WordNet, drawable: Iterable[str]) -> list[str]:
    """Return the single words that are mostly nouns and that no drawing shows."""
    known = set(drawable)
    found = []
    for lemma in wordnet.senses:
        if lemma in known or not re.fullmatch("[a-z]{3,}", lemma):
            continue
        sense = wordnet.main_sense(lemma)
        made = sense is not None and wordnet.synsets[sense].field == 6
        if sense and wordnet.mostly_noun(lemma) and (made or lemma in wordnet.frequencies):
            found.append(lemma)
    return sorted(found)


def plurals(wordnet: WordNet, singulars: Iterable[str]) -> dict[str, str]:
    """Return the irregular plurals of these nouns, with their singulars."""
    known = set(singulars)
    return {
        plural: single
        for plural, single in wordnet.plurals().items()
        if single in known and re.fullmatch("[a-z]+", plural)
    }
