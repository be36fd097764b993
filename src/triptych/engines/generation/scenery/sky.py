"""The sky: its colours, sun, moon, stars and clouds."""

from __future__ import annotations

from triptych.engines.generation.description import TimeOfDay
from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.pen import blend, circle, glow, puff
from triptych.engines.generation.scenery.view import View

#: From the top down to the horizon.
_COLOURS: dict[TimeOfDay, tuple[str, str, str]] = {
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
#: Drawings that show what the sky would show of itself.
_SUNS = ("sun", "sun-with-face", "sunrise", "sunset", "sunrise-over-mountains")
MOONS = (
    "crescent-moon",
    "full-moon",
    "first-quarter-moon",
    "last-quarter-moon",
    "full-moon-face",
    "new-moon",
    "first-quarter-moon-face",
    "last-quarter-moon-face",
    "waxing-crescent-moon",
    "waning-crescent-moon",
    "waxing-gibbous-moon",
    "waning-gibbous-moon",
)
_STARS = ("star", "glowing-star", "sparkles", "dizzy", "shooting-star")
_CLOUDS = (
    "cloud",
    "sun-behind-cloud",
    "cloud-with-rain",
    "cloud-with-snow",
    "cloud-with-lightning",
    "cloud-with-lightning-and-rain",
)


def sky_colours(view: View) -> tuple[str, str, str]:
    """Return the colours of the sky at its top, half-way down and at the horizon."""
    if view.weather == "storm":
        return _STORM[view.time]
    if view.weather in ("rain", "snow", "fog", "cloudy"):
        return _OVERCAST[view.time]
    return _COLOURS[view.time]


def sky(view: View, floor: float) -> str:
    """Return the sky down to `floor`."""
    top, middle, low = sky_colours(view)
    parts = [blend(0, floor, view.width, (0, top), (0.55, middle), (1, low))]
    clear = view.weather in ("clear", "wind")
    if view.time == "night" and clear and view.shows(*_STARS):
        parts.append(stars(view, floor * 0.85, 90))
    if clear:
        parts.append(_luminary(view, floor))
    if view.shows(*_CLOUDS):
        parts.append(_clouds(view, floor))
    return "".join(parts)


def stars(view: View, floor: float, count: int) -> str:
    """Return stars down to `floor`."""
    bright: list[str] = []
    faint: list[str] = []
    for _ in range(count):
        x, y = view.between(0, view.width), view.between(0, 1) ** 1.3 * floor
        large = view.between(0, 1) > 0.85
        size = view.side * (0.0026 if large else view.between(0.0009, 0.0016))
        (bright if large else faint).append(circle(x, y, max(size, 0.6), "#fffbe8"))
    return f'{"".join(bright)}<g fill-opacity=".7">{"".join(faint)}</g>'


def _luminary(view: View, floor: float) -> str:
    """Return the sun or the moon."""
    x = view.width * (
        view.between(0.12, 0.34) if view.draw.random() < 0.5 else view.between(0.66, 0.88)
    )
    size = 0.045 * view.side
    if view.time == "night":
        if not view.shows(*MOONS):
            return ""
        y = view.between(0.16, 0.3) * floor
        moon = circle(x, y, 2.6 * size, "url(#shine)") + circle(x, y, 0.85 * size, "#f6f1d6")
        for across, down, share in ((-0.25, -0.2, 0.2), (0.3, 0.15, 0.15), (-0.05, 0.4, 0.1)):
            moon += circle(x + across * size, y + down * size, share * size, "#e3dcb8")
        return _defined("#cfd8ff", 0.5) + moon
    if not view.shows(*_SUNS):
        return ""
    if view.time == "day":
        y = view.between(0.16, 0.26) * floor
        disc = circle(x, y, 2.8 * size, "url(#shine)") + circle(x, y, size, "#fff6d0")
        return _defined("#fff3c0", 0.75) + disc
    y = view.between(0.76, 0.88) * floor
    colour = "#ffe9c2" if view.time == "dawn" else "#ffdf9e"
    disc = circle(x, y, 4.4 * size, "url(#shine)") + circle(x, y, 1.35 * size, colour)
    return _defined(colour, 0.8) + disc


def _defined(colour: str, opacity: float) -> str:
    return f"<defs>{glow('shine', colour, opacity)}</defs>"


def _clouds(view: View, floor: float) -> str:
    """Return clouds, more and darker in bad weather."""
    top, middle, _ = sky_colours(view)
    counts = {"clear": 3, "wind": 5, "cloudy": 9, "rain": 9, "storm": 10, "snow": 6, "fog": 0}
    count = counts[view.weather]
    light = {"day": "#ffffff", "dawn": "#fbdcd6", "sunset": "#f3a78c", "night": "#40507f"}[
        view.time
    ]
    heavy = view.weather in ("cloudy", "rain", "storm", "snow")
    parts = []
    for index in range(count):
        row = (index + 0.5) / max(count, 1)
        x = view.width * ((index * 0.618 + view.between(0, 0.25)) % 1.1 - 0.05)
        y = floor * (0.1 + 0.55 * row * (0.7 if heavy else 1))
        width = view.side * view.between(0.2, 0.34) * (1.5 if heavy else 1) * (1 - 0.45 * row)
        colour = mixed(light, middle, 0.35 if not heavy else 0.45 + 0.3 * row)
        if view.weather in ("rain", "storm"):
            colour = mixed(colour, top, 0.5)
        shade = mixed(colour, top, 0.16)
        parts.append(puff(x + width * 0.05, y + width * 0.035, width, shade, view.draw))
        parts.append(puff(x, y, width * 0.92, colour, view.draw))
    return f'<g fill-opacity=".85">{"".join(parts)}</g>'
