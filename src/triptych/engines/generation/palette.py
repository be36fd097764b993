"""Colours: their names, and changing those of a drawing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import cast

import numpy as np
from numpy.typing import NDArray

from triptych._colours import Floats, parse, to_oklab
from triptych.engines.generation.scene import Colour
from triptych.models.files import rows

_ROWS = [(cast(Colour, row[0]), row) for row in rows("generation/colours.tsv")]
#: A good example of each basic colour.
EXAMPLES: dict[Colour, str] = {name: row[1] for name, row in _ROWS}
#: Of each basic colour: how much of a drawing's shading is kept, and the darkest and the lightest
#: in OKLab.
SHADING: dict[Colour, tuple[float, float, float]] = {
    name: (float(row[2]), float(row[3]), float(row[4])) for name, row in _ROWS
}
#: Basic colours by their own names and those of their shades; the first that has it counts.
SHADES: dict[str, Colour] = {
    **{word: name for name, row in reversed(_ROWS) for word in row[5].split()},
    **{name: name for name in EXAMPLES},
}
_NAMED = {"red": "#ff0000", "gray": "#808080", "silver": "#c0c0c0", "orange": "#ffa500"}
_COLOUR = re.compile(
    r'(?<=[" ])(fill|stroke|stop-color)="(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}|red|gray|silver|orange|'
    r"rgba\([^)]*\))\""
)


def text(rgb: Iterable[float]) -> str:
    """Return a colour as SVG writes it.

    Examples
    --------
    >>> text((1.0, 0.5, 0.0))
    '#ff8000'
    """
    return "#" + "".join(f"{round(255 * min(max(part, 0.0), 1.0)):02x}" for part in rgb)


def mixed(one: str, other: str, share: float) -> str:
    """Return `one` with a share of `other` in it.

    Examples
    --------
    >>> mixed("#000000", "#ffffff", 0.2)
    '#333333'
    """
    first, second = parse(one), parse(other)
    return text(a + (b - a) * share for a, b in zip(first, second, strict=True))


def mapped(svg: str, change: Callable[[str], str]) -> str:
    """Return SVG elements whose colours, ``"#rrggbb"``, are changed by a function.

    Examples
    --------
    >>> mapped('<path fill="#fff"/>', lambda colour: "#" + colour[1:].replace("f", "0"))
    '<path fill="#000000"/>'
    >>> mapped('<stop stop-color="rgba(9,9,9,.5)" stop-opacity=".5"/>', lambda colour: "#ff8000")
    '<stop stop-color="rgba(255,128,0,.5)" stop-opacity=".5"/>'
    """
    cache: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        colour, opacity = _plain(match[2])
        if colour not in cache:
            cache[colour] = change(colour)
        new = cache[colour]
        if opacity is not None:
            # Not as an attribute of its own: the element may have that one already.
            red, green, blue = (round(255 * part) for part in parse(new))
            new = f"rgba({red},{green},{blue},{opacity})"
        return f'{match[1]}="{new}"'

    return _COLOUR.sub(replace, svg)


def _plain(colour: str) -> tuple[str, str | None]:
    """Return a colour as ``"#rrggbb"``, and its opacity where it has one."""
    if colour.startswith("rgba"):
        red, green, blue, opacity = colour[5:-1].split(",")
        return text(float(part) / 255 for part in (red, green, blue)), opacity.strip()
    return text(parse(_NAMED.get(colour, colour))), None


def names_of(rgb: Floats) -> list[Colour]:
    """Return the basic colour of each of n colours; `rgb` is float64, (n, 3), from 0 to 1."""
    lab = to_oklab(rgb)
    light = lab[:, 0]
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    warm = (hue > 25) & (hue < 100)
    rosy = (hue >= 325) | (hue < 28)
    choices: list[tuple[NDArray[np.bool_], Colour]] = [
        ((light < 0.22) | ((chroma < 0.03) & (light < 0.42)), "black"),
        ((light > 0.92) & (chroma < 0.045), "white"),
        ((chroma < 0.03) | ((chroma < 0.045) & ~warm), "grey"),
        (warm & (light < 0.62) & (chroma < 0.135) & ((hue > 36) | (chroma < 0.1)), "brown"),
        (rosy & (light > 0.68), "pink"),
        ((hue >= 335) & (light > 0.55), "pink"),
        ((hue >= 335) | (hue < 41), "red"),
        (hue < 78, "orange"),
        (hue < 116, "yellow"),
        (hue < 190, "green"),
        (hue < 287, "blue"),
    ]
    conditions = [condition for condition, _ in choices]
    codes = np.select(conditions, range(len(choices)), len(choices))
    labels: list[Colour] = [*(name for _, name in choices), "purple"]
    return [labels[code] for code in codes]
