"""SVG elements that scenery is made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.random import Generator

from triptych._colours import parse
from triptych.engines.generation.palette import text

Point = tuple[float, float]


def number(value: float) -> str:
    """Return a number as SVG writes it, to a tenth of a pixel.

    Examples
    --------
    >>> number(3.04), number(-2.55001)
    ('3', '-2.6')
    """
    return f"{value:.1f}".removesuffix(".0")


def commands(*pieces: str | float) -> str:
    """Return path data of commands and numbers.

    Examples
    --------
    >>> commands("M", 1, 2.5, "h", -3.0, "z")
    'M 1 2.5 h -3 z'
    """
    return " ".join(piece if isinstance(piece, str) else number(piece) for piece in pieces)


def rectangle(
    left: float, top: float, width: float, height: float, fill: str, more: str = ""
) -> str:
    """Return a rectangle."""
    return (
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{fill}"{more}/>'
    )


def circle(x: float, y: float, radius: float, fill: str, more: str = "") -> str:
    """Return a circle."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{more}/>'


def ellipse(x: float, y: float, across: float, down: float, fill: str, more: str = "") -> str:
    """Return an ellipse of these radii."""
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(across)}" '
        f'ry="{number(down)}" fill="{fill}"{more}/>'
    )


def polygon(points: Sequence[Point], fill: str, more: str = "") -> str:
    """Return a polygon."""
    corners = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return f'<path d="M{corners}z" fill="{fill}"{more}/>'


def line(path: str, stroke: str, width: float, more: str = "") -> str:
    """Return a path that is drawn, not filled."""
    return (
        f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{number(width)}" '
        f'stroke-linecap="round"{more}/>'
    )


def fade(name: str, *stops: tuple[float, str]) -> str:
    """Return the definition of a gradient from top to bottom."""
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{_stops(stops)}</linearGradient>'
    )


def blend(top: float, bottom: float, width: float, *stops: tuple[float, str]) -> str:
    """Return a gradient from `top` down to `bottom` over the whole width, as bands.

    Bands of one colour each, no more apart than eight bits can tell, are painted many times faster
    than a gradient of this size, and look the same.
    """
    places = [at for at, _ in stops]
    colours = np.array([parse(colour) for _, colour in stops]) * 255
    steps = int(np.abs(np.diff(colours, axis=0)).max(1).sum())
    top, bottom = round(top), round(bottom)
    count = max(min(steps, (bottom - top) // 3), 1)
    edges = [round(edge) for edge in np.linspace(top, bottom, count + 1)]
    middles = (np.arange(count) + 0.5) / count
    levels = np.stack([np.interp(middles, places, colours[:, part]) for part in range(3)], 1)
    bands = "".join(
        f'<rect y="{edge}" width="{number(width)}" height="{following - edge}" fill="{text(rgb)}"/>'
        for (edge, following), rgb in zip(pairwise(edges), levels / 255, strict=True)
    )
    return f'<g shape-rendering="crispEdges">{bands}</g>'


def glow(name: str, colour: str, opacity: float, middle: float = 0.35) -> str:
    """Return the definition of a gradient that fades outwards to nothing."""
    return (
        f'<radialGradient id="{name}"><stop stop-color="{colour}" stop-opacity="{opacity}"/>'
        f'<stop offset="{middle}" stop-color="{colour}" stop-opacity="{opacity * 0.45:.3f}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
    )


def _stops(stops: Sequence[tuple[float, str]]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{colour}"/>' for at, colour in stops)


def smooth(points: Sequence[Point]) -> str:
    """Return a path through points, rounded by quadratic curves."""
    path = f"M{number(points[0][0])} {number(points[0][1])}"
    for (x, y), (next_x, next_y) in pairwise(points[1:]):
        path += f"Q{number(x)} {number(y)} {number((x + next_x) / 2)} {number((y + next_y) / 2)}"
    return path + f"L{number(points[-1][0])} {number(points[-1][1])}"


def peaks(
    width: float, base: float, rise: float, floor: float, count: int, draw: Generator
) -> list[Point]:
    """Return the corners of a jagged edge, from left to right, closed at `floor`."""
    middles = (np.arange(count) + draw.uniform(0.25, 0.75, count)) / count * 1.2 - 0.1
    points: list[Point] = [(-0.1 * width, floor), (-0.1 * width, base)]
    for index, middle in enumerate(middles):
        top = base - rise * float(draw.uniform(0.55, 1.0))
        span = 0.5 / count
        points += [
            (float(middle - span * 0.45) * width, base - 0.52 * (base - top)),
            (float(middle - span * 0.3) * width, base - 0.6 * (base - top)),
            (float(middle) * width, top),
            (float(middle + span * 0.28) * width, base - 0.62 * (base - top)),
            (float(middle + span * 0.5) * width, base - 0.46 * (base - top)),
        ]
        if index < count - 1:
            dip = base - rise * float(draw.uniform(0.1, 0.3))
            points.append((float(middle + middles[index + 1]) / 2 * width, dip))
    return [*points, (1.1 * width, base), (1.1 * width, floor)]


def puff(x: float, y: float, width: float, fill: str, draw: Generator, more: str = "") -> str:
    """Return a cloud: overlapping rounds on a flat base, as one shape."""
    lobes = int(draw.integers(4, 7))
    path = f"M{number(x - width / 2)} {number(y)}"
    spans = draw.uniform(0.7, 1.3, lobes)
    # Lobes are higher towards the middle.
    at = x - width / 2
    for index, span in enumerate(spans / spans.sum() * width):
        middle = (index + 0.5) / lobes
        high = 0.62 + 0.5 * math.sin(math.pi * middle)
        end_y = (
            y if index == lobes - 1 else y - width * 0.1 * math.sin(math.pi * (index + 1) / lobes)
        )
        path += (
            f"A{number(span * 0.6)} {number(span * 0.6 * high)} 0 0 1 "
            f"{number(at + span)} {number(end_y)}"
        )
        at += span
    corner = width * 0.05
    path += commands("q", 0, corner, -corner, corner, "H", x - width / 2 + corner)
    path += commands("q", -corner, 0, -corner, -corner, "z")
    return f'<path d="{path}" fill="{fill}"{more}/>'


def tree(x: float, foot: float, height: float, crown: str, trunk: str, draw: Generator) -> str:
    """Return a round tree."""
    width = height * float(draw.uniform(0.42, 0.55))
    stem = height * 0.07
    return (
        polygon(
            [
                (x - stem / 2, foot),
                (x - stem * 0.3, foot - height * 0.6),
                (x + stem * 0.3, foot - height * 0.6),
                (x + stem / 2, foot),
            ],
            trunk,
        )
        + ellipse(x, foot - height * 0.62, width * 0.62, height * 0.3, crown)
        + ellipse(x + width * 0.08, foot - height * 0.8, width * 0.42, height * 0.22, crown)
    )


def fir(x: float, foot: float, height: float, fill: str) -> str:
    """Return a fir."""
    points: list[Point] = []
    shape = ((0.0, 0.0), (0.4, 0.15), (0.38, 0.09), (0.68, 0.2), (0.66, 0.13), (1, 0.25))
    for share, wide in shape:
        points.append((x + wide * height, foot - height * (1 - share) - height * 0.08))
    mirror = [(2 * x - right, y) for right, y in reversed(points)]
    return polygon(points + mirror, fill) + rectangle(
        x - 0.025 * height, foot - 0.09 * height, 0.05 * height, 0.09 * height, fill
    )
