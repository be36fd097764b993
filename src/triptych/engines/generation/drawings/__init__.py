"""The library of drawings, and finding in it what a noun means."""

from triptych.engines.generation.drawings.find import (
    find,
    names_something,
    related,
    singular,
)
from triptych.engines.generation.drawings.pack import (
    Drawing,
    UnknownDrawingError,
    alike,
    characters,
    drawing,
    names,
)

__all__ = [
    "Drawing",
    "UnknownDrawingError",
    "alike",
    "characters",
    "drawing",
    "find",
    "names",
    "names_something",
    "related",
    "singular",
]
