"""The score over the text as one file that needs nothing of the page around it."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from triptych.views.base.theme import LIGHT

SIZE = (640, 190)
# In CSS pixels: the picture within its margins, which hold the scale.
_LEFT, _TOP, _WIDTH, _HEIGHT = 80, 20, 548, 150
_LETTERS = 'font-family="sans-serif" font-size="12"'


class Dot(NamedTuple):
    """A point of the picture: percent from the left and from the top, its colour, its name."""

    across: float
    down: float
    colour: str
    name: str


def still(drawing: str, labels: Iterable[tuple[float, str]], dots: Sequence[Dot]) -> str:
    """Return the picture as a `data:` URL of an SVG.

    Parameters
    ----------
    drawing : str
        Elements of SVG in a square of 100 by 100, which is stretched.
    labels : iterable of tuple of float and str
        What stands at the left, at its height, in percent from the top.
    dots : sequence of Dot
        What stands over the drawing.
    """
    width, height = SIZE
    # A page that takes styles away tells no picture whether it is light or dark: so a paper of
    # its own, whatever is around it.
    made = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" color="{LIGHT.ink}">'
        f'<rect width="{width}" height="{height}" fill="{LIGHT.paper}"/>'
        f'<svg x="{_LEFT}" y="{_TOP}" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 100 100" '
        f'preserveAspectRatio="none">{drawing}</svg>'
        f'<g {_LETTERS} fill="{LIGHT.ink}">{"".join(_scale(*label) for label in labels)}'
        f"{''.join(map(_dot, dots))}</g></svg>"
    )
    encoded = base64.b64encode(made.encode("utf-8", "replace")).decode()
    return f"data:image/svg+xml;base64,{encoded}"


def _scale(down: float, words: str) -> str:
    y = _TOP + down / 100 * _HEIGHT
    return f'<text x="{_LEFT - 8}" y="{y:.1f}" dy=".35em" text-anchor="end">{escape(words)}</text>'


def _dot(dot: Dot) -> str:
    x, y = _LEFT + dot.across / 100 * _WIDTH, _TOP + dot.down / 100 * _HEIGHT
    # Away from the middle, where the line between the points runs.
    named = y - 8 if dot.down <= 50 else y + 17
    anchor = "start" if dot.across < 8 else "end" if dot.across > 92 else "middle"
    # Strict XML: a single control character would lose the whole picture.
    name = escape("".join(filter(str.isprintable, dot.name)))
    words = f'<text x="{x:.1f}" y="{named:.1f}" text-anchor="{anchor}">{name}</text>'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{dot.colour}"/>{words if name else ""}'
