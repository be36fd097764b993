"""What every painter of scenery needs to know, and the light of the hour."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.random import Generator

from triptych._colours import RGB, parse
from triptych.engines.generation.layout.stage import Stage
from triptych.engines.generation.palette import mixed, text
from triptych.engines.generation.scene import Place, Season, Setting, TimeOfDay, Weather
from triptych.engines.generation.scenery.pen import number, smooth
from triptych.models.files import rows

#: From the top down to the horizon.
_CLEAR: dict[TimeOfDay, tuple[str, str, str]] = {
    "day": ("#5aa5e4", "#9fd0f3", "#e2f2fb"),
    "dawn": ("#7c9bd6", "#e8b9cb", "#fde3c3"),
    "sunset": ("#4b5597", "#dd7f74", "#fdc983"),
    "night": ("#0a1233", "#1a2858", "#3c4f87"),
}
_OVERCAST: dict[TimeOfDay, tuple[str, str, str]] = {
    "day": ("#93a7b8", "#b7c5d0", "#dbe3e8"),
    "dawn": ("#8d96ad", "#bfb6c1", "#e2d3cf"),
    "sunset": ("#5a587a", "#a77d84", "#d9a98c"),
    "night": ("#0d1226", "#1c2440", "#36415f"),
}
_STORM: dict[TimeOfDay, tuple[str, str, str]] = {
    "day": ("#4c5866", "#6d7b89", "#a3afb8"),
    "dawn": ("#4d5267", "#7d7785", "#b5a6a6"),
    "sunset": ("#38365a", "#6f5568", "#b98374"),
    "night": ("#080b1a", "#141a30", "#2a3350"),
}


def drawings_of(kind: str) -> frozenset[str]:
    """Return the drawings of a kind of `models/generation/sky.tsv`."""
    [drawings] = (drawings for name, drawings in rows("generation/sky.tsv") if name == kind)
    return frozenset(drawings.split())


@dataclass(frozen=True, slots=True)
class View:
    """The frame, what is asked of it, and the chance that varies it.

    Attributes
    ----------
    stage : Stage
        Where ground, water and sky lie.
    setting : Setting
        What was asked.
    asked : frozenset of str
        Drawings that are things of the scene, or forbidden: scenery shows none of them.
    draw : numpy.random.Generator
        Chance; the same for the same seed.
    """

    stage: Stage
    setting: Setting
    asked: frozenset[str]
    draw: Generator

    @property
    def width(self) -> int:
        """Of the picture, in pixels."""
        return self.stage.width

    @property
    def height(self) -> int:
        """Of the picture, in pixels."""
        return self.stage.height

    @property
    def horizon(self) -> float:
        """Where the ground begins, in pixels from the top."""
        return self.stage.horizon

    @property
    def side(self) -> float:
        """A length that fits the frame whatever its shape, for the size of details."""
        return float((self.width * self.height) ** 0.5)

    @property
    def place(self) -> Place | None:
        """Where it is."""
        return self.stage.place

    @property
    def time(self) -> TimeOfDay:
        """The hour, by day if none was asked for."""
        return self.setting.time or "day"

    @property
    def weather(self) -> Weather:
        """The weather, clear if none was asked for."""
        return self.setting.weather or "clear"

    @property
    def season(self) -> Season:
        """The season: summer, or winter if it snows."""
        if self.setting.season is None and self.weather == "snow":
            return "winter"
        return self.setting.season or "summer"

    @property
    def sky(self) -> tuple[str, str, str]:
        """The colours of the sky at its top, half-way down and at the horizon."""
        if self.weather == "storm":
            return _STORM[self.time]
        overcast = self.weather in ("rain", "snow", "fog", "cloudy")
        return (_OVERCAST if overcast else _CLEAR)[self.time]

    @property
    def haze(self) -> str:
        """The colour by day that distance takes on; the light of the hour comes afterwards."""
        return "#dfeefa" if self.time == "night" else self.sky[2]

    def shows(self, kind: str) -> bool:
        """Return whether scenery may show what drawings of a kind show; see `drawings_of`."""
        return not self.asked & drawings_of(kind)

    def between(self, low: float, high: float) -> float:
        """Return a number by chance."""
        return float(self.draw.uniform(low, high))

    def ridge(
        self, fill: str, base: float, rise: float, waves: float, floor: float = 0, more: str = ""
    ) -> str:
        """Return a rolling edge over the whole width, filled down to `floor`, or to the bottom.

        It runs `base` pixels from the top and goes up from there; `waves` are the hills over the
        width.
        """
        across = np.linspace(-0.06, 1.06, max(int(waves * 5), 12))
        phases = self.draw.uniform(0, 2 * math.pi, 3)
        shape = sum(
            weight * np.sin(2 * math.pi * waves * factor * across + phase)
            for weight, factor, phase in zip((0.6, 0.28, 0.12), (1, 1.9, 3.3), phases, strict=True)
        )
        ups = base - rise * (0.5 + 0.5 * np.asarray(shape))
        edge = smooth([(float(x) * self.width, float(y)) for x, y in zip(across, ups, strict=True)])
        foot, far = number(floor or self.height), number(1.06 * self.width)
        path = f"{edge}L{far} {foot}L{number(-0.06 * self.width)} {foot}z"
        return f'<path d="{path}" fill="{fill}"{more}/>'


#: What the light of an hour leaves of red, green and blue, and what it adds.
_HOURS: dict[TimeOfDay, tuple[RGB, str, float]] = {
    "day": ((1.0, 1.0, 1.0), "#ffffff", 0.0),
    "dawn": ((1.0, 0.93, 0.93), "#f3b8c0", 0.09),
    "sunset": ((1.0, 0.86, 0.76), "#f08a4b", 0.10),
    "night": ((0.44, 0.50, 0.68), "#101a40", 0.16),
}
#: How grey weather makes the light, and how much darker.
_SKIES: dict[Weather, tuple[float, float]] = {
    "clear": (0.0, 1.0),
    "wind": (0.0, 1.0),
    "cloudy": (0.12, 0.96),
    "rain": (0.25, 0.86),
    "storm": (0.32, 0.72),
    "snow": (0.12, 1.0),
    "fog": (0.3, 1.0),
}
#: Things catch more light than the land, so that their colours can be told at night.
_ON_THINGS = 0.5


@lru_cache(maxsize=8192)
def lit(colour: str, time: TimeOfDay, weather: Weather, strength: float = 1.0) -> str:
    """Return a colour of the day as it looks at an hour and in a weather.

    The strength is 1 for the land; less changes less.

    Examples
    --------
    >>> lit("#ffffff", "day", "clear")
    '#ffffff'
    """
    factors, added, share = _HOURS[time]
    grey, bright = _SKIES[weather]
    parts = parse(colour)
    mean = 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2]
    bright = 1 - (1 - bright) * strength
    new = []
    for part, factor in zip(parts, factors, strict=True):
        toned = (part + (mean - part) * grey * strength) * bright
        new.append(toned * (1 - (1 - factor) * strength))
    return mixed(text((new[0], new[1], new[2])), added, share * strength)


def lit_thing(colour: str, time: TimeOfDay, weather: Weather) -> str:
    """Return a colour of a thing as it looks at an hour and in a weather."""
    return lit(colour, time, weather, _ON_THINGS)
