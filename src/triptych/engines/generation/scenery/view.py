"""What every painter of scenery needs to know, and the light of the hour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from numpy.random import Generator

from triptych._colours import RGB, parse
from triptych.engines.generation.layout.stage import Stage
from triptych.engines.generation.palette import mixed, text
from triptych.engines.generation.scene import Place, Season, Setting, TimeOfDay, Weather


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

    def shows(self, *drawings: str) -> bool:
        """Say whether scenery may show what these drawings show."""
        return not self.asked & set(drawings)

    def between(self, low: float, high: float) -> float:
        """Return a number by chance."""
        return float(self.draw.uniform(low, high))


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

    Parameters
    ----------
    colour : str
        ``"#rrggbb"``.
    time, weather : str
        When.
    strength : float
        1 for the land; less changes less.

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
