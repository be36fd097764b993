"""What every painter of scenery needs to know."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.random import Generator

from triptych.engines.generation.description import Place, Season, Setting, TimeOfDay, Weather
from triptych.engines.generation.layout.stage import Stage


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
