"""What weather puts before the scene: rain, snow, fog, lightning, wind."""

from __future__ import annotations

import math
from itertools import pairwise

from triptych.engines.generation.scenery.pen import circle, commands, line, number, polygon
from triptych.engines.generation.scenery.sky import sky_colours
from triptych.engines.generation.scenery.view import View

_INDOORS = frozenset({"room", "table", "underwater", "space", "moon"})
_LIGHTNING = ("high-voltage", "cloud-with-lightning", "cloud-with-lightning-and-rain")


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
    if view.weather != "storm" or view.place in _INDOORS or not view.shows(*_LIGHTNING):
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
    colour = sky_colours(view)[2]
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
