"""Styles that paint a finished picture again: with brush, pencil, wash or squares.

The picture is rendered small, and what is seen there is painted with shapes, so that the result is
vectors again. After Haeberli, "Paint by Numbers: Abstract Image Representations" (1990).
"""

from __future__ import annotations

import io
from itertools import pairwise

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from triptych.engines.generation.raster import to_png
from triptych.engines.generation.scene import Style
from triptych.engines.generation.scenery.pen import number

Floats = NDArray[np.float64]
PAINTED_AGAIN: frozenset[Style] = frozenset(
    {"oil painting", "pixel art", "pencil sketch", "watercolour"}
)


def repaint(svg: str, body: str, style: Style, width: int, height: int, seed: int) -> str:
    """Return the elements of a picture, painted again in one of the styles `PAINTED_AGAIN`.

    `svg` is the whole picture; `body` are its elements, to which some styles add.
    """
    draw = np.random.default_rng((seed, 4))
    if style == "pixel art":
        return _squares(_seen(svg, width, height, 88), width, height)
    if style == "oil painting":
        return _brushed(_seen(svg, width, height, 210), width, height, draw)
    if style == "pencil sketch":
        return body + _hatched(_seen(svg, width, height, 160), width, height, draw)
    return body + _washed(_seen(svg, width, height, 120), width, height, draw)


def _seen(svg: str, width: int, height: int, longest: int) -> Floats:
    """Return the picture rendered small; (rows, columns, 3), from 0 to 255."""
    from PIL import Image

    scale = longest / max(width, height)
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    picture = Image.open(io.BytesIO(to_png(svg, *size))).convert("RGB")
    return np.asarray(picture, np.float64)


def _squares(levels: Floats, width: int, height: int) -> str:
    """Return one square for each run of pixels of one of few colours."""
    rows, columns, _ = levels.shape
    few = np.clip(np.rint(levels / 24) * 24, 0, 255).astype(np.int64)
    codes = (few[..., 0] << 16) | (few[..., 1] << 8) | few[..., 2]
    parts = []
    for row in range(rows):
        top, bottom = round(row * height / rows), round((row + 1) * height / rows)
        starts = [0, *(np.flatnonzero(np.diff(codes[row])) + 1).tolist(), columns]
        for start, end in pairwise(starts):
            left, right = round(start * width / columns), round(end * width / columns)
            parts.append(
                f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" '
                f'fill="#{int(codes[row, start]):06x}"/>'
            )
    return f'<g shape-rendering="crispEdges">{"".join(parts)}</g>'


def _slopes(levels: Floats) -> tuple[Floats, Floats]:
    """Return the direction along edges, in radians, and how strong the edges are."""
    grey = levels @ np.array([0.3, 0.59, 0.11])
    for axis in (0, 1):
        grey = (np.roll(grey, 1, axis) + grey * 2 + np.roll(grey, -1, axis)) / 4
    down, across = np.gradient(grey)
    return np.arctan2(down, across) + np.pi / 2, np.hypot(across, down)


def _brushed(levels: Floats, width: int, height: int, draw: Generator) -> str:
    """Return brush strokes: large ones everywhere, then small ones where there is detail."""
    rows, columns, _ = levels.shape
    scale = width / columns
    direction, edge = _slopes(levels)
    parts = []
    for pixels, least in ((10.0, -1.0), (4.8, 2.5), (2.6, 8.0)):
        spots = np.stack(
            np.meshgrid(
                np.arange(pixels / 2, rows, pixels * 0.74),
                np.arange(pixels / 2, columns, pixels * 0.92),
                indexing="ij",
            ),
            -1,
        ).reshape(-1, 2)
        spots = draw.permutation(spots + draw.normal(0, pixels * 0.22, spots.shape))
        at = np.clip(spots.astype(np.int64), 0, (rows - 1, columns - 1))
        row, column = at[edge[at[:, 0], at[:, 1]] >= least].T
        spots = spots[edge[at[:, 0], at[:, 1]] >= least]
        free = draw.normal(0.25, 0.35, len(spots))
        angles = np.where(edge[row, column] > 1.5, direction[row, column], free)
        colours = levels[row, column] * (1 + draw.normal(0, 0.035, (len(spots), 1)))
        colours = np.clip(colours + draw.normal(0, 4, colours.shape), 0, 255).astype(np.int64)
        reaches = pixels * scale * draw.uniform(0.8, 1.2, len(spots))
        parts += _strokes(spots * scale, reaches, pixels * scale * 0.42, angles, colours)
    base = "#{:02x}{:02x}{:02x}".format(*(int(part) for part in levels.mean((0, 1))))
    return f'<rect width="{width}" height="{height}" fill="{base}"/>{"".join(parts)}'


#: A stroke: leaf-shaped, blunt at its beginning; along it in its reach, aside in half its width.
_STROKE = np.array(
    [(-1, 0.7), (-1.1, 0), (-1, -0.7), (0, -1.25), (1, -0.35), (0.95, 0.5), (0, 1.2), (-1, 0.7)]
)


def _strokes(
    spots: Floats, reaches: Floats, half: float, angles: Floats, colours: NDArray[np.int64]
) -> list[str]:
    """Return strokes at (n, 2) spots, down and across, in (n, 3) colours."""
    along, aside = _STROKE[:, 0] * reaches[:, None], _STROKE[:, 1] * half
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    x = (spots[:, 1:] + along * cos - aside * sin).round(1)
    y = (spots[:, :1] + along * sin + aside * cos).round(1)
    return [
        f'<path d="M{a[0]} {b[0]}Q{a[1]} {b[1]} {a[2]} {b[2]}Q{a[3]} {b[3]} {a[4]} {b[4]}'
        f'L{a[5]} {b[5]}Q{a[6]} {b[6]} {a[7]} {b[7]}z" fill="#{red:02x}{green:02x}{blue:02x}"/>'
        for a, b, (red, green, blue) in zip(x.tolist(), y.tolist(), colours.tolist(), strict=True)
    ]


def _hatched(levels: Floats, width: int, height: int, draw: Generator) -> str:
    """Return pencil strokes, the more the darker, in up to three directions."""
    rows, columns, _ = levels.shape
    scale = width / columns
    dark = 1 - levels @ np.array([0.3, 0.59, 0.11]) / 255
    # A dark scene is not all dark strokes: its own mean is the paper's middle.
    dark = dark - max(float(dark.mean()) - 0.36, 0.0)
    parts = []
    for least, lean, tone in (
        (0.3, -0.7, "#6a676c"),
        (0.45, -0.5, "#5a575c"),
        (0.6, 0.8, "#4a474c"),
    ):
        path = ""
        for row in range(0, rows, 2):
            for column in range(row % 4 // 2, columns, 2):
                if dark[row, column] + draw.normal(0, 0.03) < least:
                    continue
                x, y = (column + draw.normal(0, 0.4)) * scale, (row + draw.normal(0, 0.4)) * scale
                length = scale * draw.uniform(1.6, 3.0)
                path += f"M{number(x)} {number(y)}l{number(length)} {number(length * lean)}"
        parts.append(
            f'<path d="{path}" stroke="{tone}" stroke-opacity=".55" fill="none" '
            f'stroke-width="{number(max(0.14 * scale, 0.7))}"/>'
        )
    return "".join(parts)


def _washed(levels: Floats, width: int, height: int, draw: Generator) -> str:
    """Return washes of thin paint over a picture, and a rim of bare paper."""
    rows, columns, _ = levels.shape
    scale = width / columns
    parts = []
    for _ in range(420):
        row, column = int(draw.integers(rows)), int(draw.integers(columns))
        colour = levels[row, column]
        # Pigment gathers in some places and runs thin in others.
        thin = draw.random() < 0.5
        colour = colour + (255 - colour) * 0.4 if thin else colour * 0.9
        red, green, blue = (int(part) for part in np.clip(colour, 0, 255))
        size = scale * float(draw.uniform(1.2, 4.2))
        parts.append(
            _blot(
                column * scale, row * scale, size, draw, f'fill="#{red:02x}{green:02x}{blue:02x}" '
            )
        )
    washes = f'<g fill-opacity=".2">{"".join(parts)}</g>'
    return washes + _rim(width, height, draw)


def _blot(x: float, y: float, size: float, draw: Generator, fill: str) -> str:
    """Return an uneven round patch."""
    turns = np.arange(7) / 7 * 2 * np.pi
    reach = size * draw.uniform(0.65, 1.25, 7)
    points = [
        (x + 1.5 * float(r * np.cos(a)), y + float(r * np.sin(a)))
        for r, a in zip(reach, turns, strict=True)
    ]
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(points, [*points[1:], points[0]], strict=True)
    ]
    path = f"M{number(middles[-1][0])} {number(middles[-1][1])}" + "".join(
        f"Q{number(point[0])} {number(point[1])} {number(middle[0])} {number(middle[1])}"
        for point, middle in zip(points, middles, strict=True)
    )
    return f'<path d="{path}z" {fill}/>'


def _rim(width: int, height: int, draw: Generator) -> str:
    """Return the paper that brush strokes left bare at the edges."""
    edge = 0.035 * min(width, height)
    corners = [
        *((x, 0.0) for x in np.linspace(0, width, 26)[:-1]),
        *((float(width), y) for y in np.linspace(0, height, 26)[:-1]),
        *((x, float(height)) for x in np.linspace(width, 0, 26)[:-1]),
        *((0.0, y) for y in np.linspace(height, 0, 26)[:-1]),
    ]
    inner = []
    for x, y in corners:
        depth = edge * float(draw.uniform(0.35, 1.15))
        inner.append(
            (min(max(float(x), depth), width - depth), min(max(float(y), depth), height - depth))
        )
    path = "L".join(f"{number(x)} {number(y)}" for x, y in inner)
    return f'<path fill-rule="evenodd" d="M0 0H{width}V{height}H0zM{path}z" fill="#fdfbf5"/>'
