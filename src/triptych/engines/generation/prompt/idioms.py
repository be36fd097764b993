"""Fixed phrases that place things without naming another: "on the left", "side by side"."""

from __future__ import annotations

from typing import NamedTuple

_IDIOMS = {
    "each other": ("next to each other", "side by side", "beside each other"),
    "left": ("on left hand side", "on left side", "on left", "at left", "to left"),
    "right": ("on right hand side", "on right side", "on right", "at right", "to right"),
    "background": ("in background", "in distance", "in back"),
    # What is said of a thing, but is not in the picture.
    "likeness": ("made of", "made out of", "shaped like", "in shape of", "looks like", "look like"),
}
#: After these the phrase is another: "on the left of".
_GOES_ON = ("of", "side", "hand", "from")


class Idiom(NamedTuple):
    """A fixed phrase: how many words it takes, and its meaning, as one of the keys above."""

    words: int
    meaning: str


def idiom_at(words: list[str], place: int) -> Idiom | None:
    """Read the fixed phrase that begins at a word, if one does.

    Examples
    --------
    >>> idiom_at("on the left".split(), 0)
    Idiom(words=3, meaning='left')
    >>> idiom_at("on the left of a dog".split(), 0)
    """
    for meaning, phrases in _IDIOMS.items():
        for phrase in phrases:
            end = _end(words, place, phrase)
            if end and (
                phrase.endswith("of") or words[end : end + 1] not in ([w] for w in _GOES_ON)
            ):
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
