"""Phrases that say how things lie to each other."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from triptych.engines.generation.description import RelationKind
from triptych.engines.generation.prompt.words import DETERMINERS

_PHRASES: dict[tuple[RelationKind, bool], str] = {
    (
        "above",
        False,
    ): """above|over|flying over|hovering over|hovering above|flying above|high above|
        jumping over|leaping over|floating above|floating over|soaring over|soaring above|
        up above|higher than|directly above|right above|just above|overhead|hanging over|
        hanging above|arching over|on top in""",
    ("below", False): """below|under|underneath|beneath|directly below|lower than|right below|
        just below|directly under|right under|in shade of|hanging from""",
    ("on", False): """on|on top of|atop|onto|upon|sitting on|standing on|resting on|lying on|
        perched on|perched atop|riding|riding on|on back of|placed on|sits on|stands on|on top""",
    ("on", True): "topped with|topped by|carrying on its back|crowned with",
    ("in front of", False): """in front of|in front|in front from|before|ahead of|
        directly in front of|right in front of|standing in front of|at front of|in foreground of""",
    ("behind", False): """behind|in back of|at back of|right behind|directly behind|
        hiding behind|standing behind|beyond|in background of|following""",
    ("behind", True): "followed by|in front of backdrop of|against backdrop of",
    ("left of", False): """left of|to left of|on left of|at left of|on left side of|
        to left side of|left from|to left from|at left side of|on left hand side of|
        left side of|immediately left of|just left of""",
    ("right of", False): """right of|to right of|on right of|at right of|on right side of|
        to right side of|right from|to right from|at right side of|on right hand side of|
        right side of|immediately right of|just right of""",
    ("next to", False): """next to|beside|besides|by|near|nearby|near to|alongside|close to|
        adjacent to|at side of|by side of|against|leaning against|right next to|along with|
        together with|with|accompanied by|side by side with|at|holding|carrying|standing by|
        standing next to|sitting next to|standing beside|sitting beside|at foot of|pulling|
        pushing|in company of|outside|outside of|leaning on|parked next to|to side of|
        directly next to|hugging|kissing""",
    ("between", False): "between|in between|in middle between|in middle of both",
    ("around", False): """around|all around|surrounding|encircling|circling|in circle around|
        in ring around|gathered around|orbiting|scattered around""",
    ("around", True): """surrounded by|encircled by|ringed by|amid|amidst|among|amongst|
        in middle of|in midst of|in center of|in centre of|flanked by|framed by|
        surrounded with|at center of|at centre of|decorated with""",
    ("in", False): """in|inside|inside of|within|into|sitting in|standing in|placed in|
        hiding in|coming out of|peeking out of|out of|emerging from|looking out of|
        popping out of""",
    ("in", True): "filled with|full of|containing|loaded with|filled by|packed with",
}
#: What someone wears lies on them, or before them.
WEARING = frozenset(["wearing", "dressed in", "wears", "wear"])
_LONGEST = 6


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


def relation_at(words: list[str], place: int) -> Phrase | None:
    """Read the longest phrase that begins at a word and relates what is around it.

    Examples
    --------
    >>> relation_at("to the left of a dog".split(), 0)
    Phrase(words=4, kind='left of', reversed=False, text='to left of')
    """
    phrase: list[str] = []
    found = None
    for end in range(place, min(len(words), place + _LONGEST)):
        if not (phrase and words[end] in DETERMINERS):
            phrase.append(words[end])
        elif end + 1 < len(words) and " ".join([*phrase, words[end + 1]]) not in _beginnings():
            break
        text = " ".join(phrase)
        if words[end] in DETERMINERS and phrase:
            continue
        if text in WEARING:
            found = Phrase(end + 1 - place, "on", True, text)
        elif text in _kinds():
            found = Phrase(end + 1 - place, *_kinds()[text], text)
        elif text not in _beginnings():
            break
    return found


@cache
def _kinds() -> dict[str, tuple[RelationKind, bool]]:
    return {
        " ".join(phrase.split()): kind
        for kind, phrases in _PHRASES.items()
        for phrase in phrases.split("|")
    }


@cache
def _beginnings() -> frozenset[str]:
    split = [phrase.split() for phrase in [*_kinds(), *WEARING]]
    return frozenset(" ".join(words[:end]) for words in split for end in range(1, len(words) + 1))
