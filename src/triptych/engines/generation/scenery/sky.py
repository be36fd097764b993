"""The sky with sun, moon, stars and clouds, its weather, and space."""

from __future__ import annotations

import math
from itertools import pairwise

from triptych.engines.generation.palette import mixed
from triptych.engines.generation.scenery.pen import (
    blend,
    circle,
    commands,
    ellipse,
    glow,
    line,
    number,
    polygon,
    puff,
)
from triptych.engines.generation.scenery.view import View


def sky(view: View, floor: float) -> str:
    """Return the sky down to `floor`."""
    top, middle, low = view.sky
    parts = [blend(0, floor, view.width, (0, top), (0.55, middle), (1, low))]
    clear = view.weather in ("clear", "wind")
    if view.time == "night" and clear and view.shows("stars"):
        parts.append(stars(view, floor * 0.85, 90))
    if clear:
        parts.append(_luminary(view, floor))
    if view.shows("clouds"):
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
        if not view.shows("moons"):
            return ""
        y = view.between(0.16, 0.3) * floor
        moon = circle(x, y, 2.6 * size, "url(#shine)") + circle(x, y, 0.85 * size, "#f6f1d6")
        for across, down, share in ((-0.25, -0.2, 0.2), (0.3, 0.15, 0.15), (-0.05, 0.4, 0.1)):
            moon += circle(x + across * size, y + down * size, share * size, "#e3dcb8")
        return _defined("#cfd8ff", 0.5) + moon
    if not view.shows("suns"):
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
    top, middle, _ = view.sky
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


_INDOORS = frozenset({"room", "table", "underwater", "space", "moon"})


def before(view: View) -> str:
    """Return what falls or drifts in front of everything; nothing indoors."""
    if view.place in _INDOORS or (view.place is None and view.setting.backdrop):
        return ""
    if view.weather in ("rain", "storm"):
        return _rain(view, 150 if view.weather == "rain" else 230)
    if view.weather == "snow":
        return _snow(view)
    if view.weather == "fog":
        return _fog(view)
    if view.weather == "wind":
        return _wind(view)
    return ""


def behind(view: View) -> str:
    """Return what strikes in the sky behind everything."""
    if view.weather != "storm" or view.place in _INDOORS or not view.shows("lightning"):
        return ""
    x, size = view.between(0.25, 0.75) * view.width, view.horizon * 0.8
    points = [(0.0, 0.0), (-0.1, 0.42), (-0.01, 0.4), (-0.08, 0.68), (0.0, 0.66), (-0.1, 1.0)]
    back = [(0.05, 0.58), (-0.02, 0.6), (0.07, 0.33), (0.0, 0.35), (0.06, 0.0)]
    bolt = [(x + size * across, size * down) for across, down in points + back]
    return polygon(bolt, "#fff4c2", ' fill-opacity=".92" class="glowing"')


def _rain(view: View, count: int) -> str:
    path = ""
    for _ in range(count):
        x, y = view.between(-0.05, 1.1) * view.width, view.between(-0.05, 1) * view.height
        length = view.side * view.between(0.018, 0.04)
        path += f"M{number(x)} {number(y)}l-{number(length * 0.28)} {number(length)}"
    return line(path, "#dcecf7", max(0.0017 * view.side, 0.7), ' stroke-opacity=".6"')


def _snow(view: View) -> str:
    flakes = []
    for _ in range(170):
        size = view.side * view.between(0.0016, 0.0052)
        x, y = view.between(0, view.width), view.between(0, view.height)
        flakes.append(circle(x, y, max(size, 0.8), "#ffffff"))
    return f'<g fill-opacity=".88">{"".join(flakes)}</g>'


def _fog(view: View) -> str:
    """Return veils that thicken towards the horizon."""
    colour = view.sky[2]
    parts = []
    top, bottom, count = view.horizon - 0.34 * view.height, float(view.height), 48
    edges = [round(top + (bottom - top) * index / count) for index in range(count + 1)]
    for index, (edge, following) in enumerate(pairwise(edges)):
        far = (index + 0.5) / count * (bottom - top) + top - view.horizon
        spread = (0.16 if far < 0 else 0.3) * view.height
        opacity = 0.52 * math.exp(-((far / spread) ** 2)) + 0.06
        parts.append(
            f'<rect y="{edge}" width="{view.width}" height="{following - edge}" fill="{colour}" '
            f'fill-opacity="{opacity:.3f}"/>'
        )
    return f'<g shape-rendering="crispEdges">{"".join(parts)}</g>'


def _wind(view: View) -> str:
    path = ""
    for _ in range(9):
        x, y = view.between(0, 0.85) * view.width, view.between(0.08, 0.8) * view.height
        length = view.side * view.between(0.1, 0.22)
        curl = length * 0.13
        path += commands("M", x, y, "q", length * 0.4, -curl * 0.5, length * 0.8, 0)
        path += commands("c", curl * 1.6, 0, curl * 1.4, -curl * 1.6, curl * 0.2, -curl)
    return line(path, "#ffffff", max(0.0026 * view.side, 0.9), ' stroke-opacity=".6"')


def space(view: View) -> str:
    """Return stars, veils of light and a far planet."""
    stops = (0, "#070b22"), (0.6, "#141a44"), (1, "#2a1f4f")
    parts = [blend(0, view.height, view.width, *stops)]
    defined = ""
    for index, colour in enumerate(("#6b4fc0", "#2f7fc4")):
        x, y = view.between(0.1, 0.9) * view.width, view.between(0.15, 0.85) * view.height
        defined += glow(f"veil{index}", colour, 0.42, 0.45)
        parts.append(ellipse(x, y, 0.24 * view.side, 0.14 * view.side, f"url(#veil{index})"))
    if view.shows("stars of space"):
        parts.append(stars(view, view.height, 150))
    if view.shows("planets") and view.draw.random() < 0.7:
        x = view.width * (0.1 if view.draw.random() < 0.5 else 0.9)
        y, radius = view.between(0.75, 0.95) * view.height, 0.13 * view.side
        colour, shade = (("#c97f5a", "#a4614a"), ("#6f9fc9", "#4f7aa8"))[int(view.draw.integers(2))]
        parts.append(circle(x, y, radius, colour))
        for down, high in ((-0.45, 0.09), (0.05, 0.13), (0.5, 0.08)):
            reach = (1 - down**2) ** 0.5 * 0.97
            parts.append(
                ellipse(
                    x, y + down * radius, reach * radius, high * radius, shade, ' fill-opacity=".5"'
                )
            )
    return f"<defs>{defined}</defs>" + "".join(parts)
