"""Styles that change colours and lines, and keep every shape a shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from triptych._colours import from_oklab, oklab, parse
from triptych.engines.generation.drawings import prefixed
from triptych.engines.generation.palette import mapped, mixed, text
from triptych.engines.generation.scene import Style
from triptych.engines.generation.scenery.pen import commands

#: Styles in which things are drawn with a line around each of their parts: the colour of the line,
#: or None for a bright one of each part's own; its width as a share of the picture's side; and
#: what fills.
_LINED: dict[Style, tuple[str | None, float, str]] = {
    "line drawing": ("#26262b", 0.0021, "#ffffff"),
    "pencil sketch": ("#4a484c", 0.0016, "#fbf8f1"),
    "blueprint": ("#e8f2ff", 0.0018, "#1d54a6"),
    "neon": (None, 0.0034, "#0b0a1d"),
}
_FIRST_STOP = re.compile(r'id="([^"]+)"(?:(?!</).)*?stop-color="(#[0-9a-f]{6})"', re.DOTALL)
_FILLED = re.compile(r'fill="(#[0-9a-f]{6})"')
#: What shines or throws a shadow has no edge to draw.
_SOFT = re.compile(r'<(?:circle|ellipse) [^>]*fill="url\(#(?:shine|shadow|veil\d)\)"[^>]*/>')
_BANDS = re.compile(r'<g shape-rendering="crispEdges">.*?</g>', re.DOTALL)
_PAGES: dict[Style, str] = {
    "line drawing": "#ffffff",
    "pencil sketch": "#fbf8f1",
    "blueprint": "#17468f",
    "neon": "#0b0a1d",
}


def ground_contact_in(style: Style | None, svg: str) -> str:
    """Return a shadow, or the water around a thing, in a style."""
    return mapped(svg, _vivid) if style == "comic" else thing_in(style, svg)


def has_shadows(style: Style | None) -> bool:
    """Return whether things throw shadows in a style."""
    return style not in _LINED and style != "silhouette"


def line_width(style: Style | None, side: float) -> float | None:
    """Return the width of lines around what is drawn, in pixels; None where there are none.

    `side` is that of a square as large as the picture.
    """
    return max(_LINED[style][1] * side, 0.7) if style in _LINED else None


def thing_in(style: Style | None, body: str) -> str:
    """Return the elements of a drawing in a style.

    Examples
    --------
    >>> thing_in("silhouette", '<path fill="#ff0000"/>')
    '<path fill="#17141f"/>'
    """
    if style is None:
        return body
    if style in _LINED:
        return _lined(body, style)
    if style == "silhouette":
        return mapped(body, lambda _: "#17141f")
    if style == "comic":
        strong = mapped(body, _vivid)
        outline = re.sub(r' ?stroke="[^"]*"', "", mapped(body, lambda _: "#16131a"))
        outline = prefixed(outline, "o")
        around = f'<g stroke="#16131a" stroke-width="4.5" stroke-linejoin="round">{outline}</g>'
        return around + strong
    return mapped(body, _TONES[style]) if style in _TONES else body


def scenery_in(style: Style | None, svg: str, width: int, height: int) -> str:
    """Return the elements of scenery in a style."""
    if style is None:
        return svg
    if style in _LINED:
        page = f'<rect width="{width}" height="{height}" fill="{_PAGES[style]}"/>'
        lines = _lined(_SOFT.sub("", _BANDS.sub("", svg)), style)
        stroke = line_width(style, (width * height) ** 0.5)
        return f'{page}{_grid(style, width, height)}<g stroke-width="{stroke:.2f}">{lines}</g>'
    if style == "silhouette":
        return svg
    if style == "comic":
        return mapped(svg, _vivid) + _dots(width, height)
    return mapped(svg, _TONES[style]) if style in _TONES else svg


def _lined(svg: str, style: Style) -> str:
    """Return elements whose shapes are outlined, in a width that they inherit."""
    ink, _, page = _LINED[style]

    def outlined(match: re.Match[str]) -> str:
        stroke = ink or _bright(match[1])
        fill = page
        if style == "pencil sketch":
            fill = mixed(page, _grey(match[1]), 0.12)
        elif style == "neon":
            fill = mixed(page, match[1], 0.13)
        elif style == "blueprint":
            fill = mixed(page, _grey(match[1]), 0.1)
        return f'fill="{fill}" stroke="{stroke}"'

    ink_only = mapped(svg, lambda colour: colour)
    # A shape filled by a gradient takes the gradient's first colour.
    stops = dict(_FIRST_STOP.findall(ink_only))
    flat = re.sub(
        r'fill="url\(#([^)]+)\)"',
        lambda match: f'fill="{stops.get(match[1], "#808080")}"',
        ink_only,
    )
    # Lines of the drawing keep their width, and take the ink.
    parts = []
    for element in re.split(r"(<[^>]*>)", flat):
        if 'stroke="#' in element:
            element = re.sub(
                r'stroke="(#[0-9a-f]{6})"',
                lambda match: f'stroke="{ink or _bright(match[1])}"',
                element,
            )
        else:
            element = _FILLED.sub(outlined, element)
        parts.append(element)
    return "".join(parts)


def _grid(style: Style, width: int, height: int) -> str:
    """Return the squares of a blueprint's paper."""
    if style != "blueprint":
        return ""
    step = max(width, height) / 32
    path = "".join(f"M{step * i:.1f} 0V{height}" for i in range(1, int(width / step) + 1))
    path += "".join(f"M0 {step * i:.1f}H{width}" for i in range(1, int(height / step) + 1))
    return f'<path d="{path}" stroke="#9cc0f0" stroke-opacity=".22" stroke-width="1"/>'


def _dots(width: int, height: int) -> str:
    """Return a screen of printer's dots, larger towards the top."""
    step = max(width, height) / 64
    path = ""
    for row in range(int(height / step * 0.55)):
        radius = step * 0.3 * (1 - row * step / (0.55 * height))
        if radius < 0.4:
            break
        for column in range(int(width / step) + 1):
            x, y = (column + 0.5 * (row % 2)) * step, (row + 0.5) * step
            path += commands("M", x - radius, y)
            for turn in (2 * radius, -2 * radius):
                path += commands("a", radius, radius, 0, 1, 0, turn, 0)
    return f'<path d="{path}" fill="#ffffff" fill-opacity=".28"/>'


@lru_cache(maxsize=4096)
def _toned(colour: str, light: float, contrast: float, chroma: float) -> str:
    """Return a colour with another lightness, contrast and strength in OKLab."""
    lab = oklab(colour)
    lab = np.array([light + contrast * (lab[0] - 0.5), chroma * lab[1], chroma * lab[2]])
    return text(from_oklab(lab))


def _grey(colour: str) -> str:
    return _toned(colour, 0.53, 1.25, 0.0)


def _vivid(colour: str) -> str:
    return _toned(colour, 0.52, 1.12, 1.3)


def _bright(colour: str) -> str:
    """Return the bright light of a colour, as of a neon tube."""
    lab = oklab(colour)
    strength = max(float(np.hypot(lab[1], lab[2])), 0.02)
    factor = 0.2 / strength if strength > 0.035 else 1.0
    return text(from_oklab(np.array([0.78, lab[1] * factor, lab[2] * factor])))


def _sepia(colour: str) -> str:
    return mixed("#38200e", "#fcefd4", parse(_grey(colour))[0])


def _pastel(colour: str) -> str:
    return _toned(colour, 0.79, 0.4, 0.62)


def _watery(colour: str) -> str:
    return _toned(colour, 0.66, 0.72, 0.9)


_TONES: dict[Style, Callable[[str], str]] = {
    "black and white": _grey,
    "sepia": _sepia,
    "pastel": _pastel,
    "watercolour": _watery,
}
