"""A map as HTML that needs no script: hovering over a point shows its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.views.base import theme
from triptych.views.base.markup import card, escape, heading
from triptych.views.base.thumbnails import address
from triptych.views.base.units import count, shortened
from triptych.views.embedding.scene import Label, MapScene, fitted, labels

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


_WIDTH, _HEIGHT, _MARGIN = 720, 480, 24
#: More points make a notebook heavy; the picture and the frame have them all.
MOST_POINTS = 1500
#: More small pictures cover each other.
MOST_PICTURES = 60
_SIDE = 56
_LETTER, _LINE = 7.6, 15
_CAPTION = "The axes have no unit: near points are similar, and large distances mean little."


def html(drawn: MapScene) -> str:
    """Return the map in a card."""
    return card(heading(drawn.title), fragment(drawn), _legend(drawn), _note(drawn))


def fragment(drawn: MapScene) -> str:
    """Return the map alone, as inline SVG."""
    margin = _MARGIN + (_SIDE / 2 if _few_pictures(drawn) else 0)
    placed = fitted(drawn.points, _WIDTH, _HEIGHT, margin)
    written = labels(drawn, placed, width=_WIDTH, height=_HEIGHT, letter=_LETTER, line=_LINE)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(drawn.title)}" '
        f'style="width: 100%; max-width: 60rem; background: {theme.SURFACE}; border-radius: 4px" '
        f'font-family="inherit">{_points(drawn, placed)}{"".join(map(_label, written))}</svg>'
    )


def _few_pictures(drawn: MapScene) -> bool:
    return not drawn.of_texts and len(drawn.texts) <= MOST_PICTURES


def _points(drawn: MapScene, placed: NDArray[numpy.float64]) -> str:
    radius = 5 if len(placed) <= 100 else 3.5 if len(placed) <= 500 else 2.5
    # Every k-th, so that no part of the data is left out.
    step = -(-len(placed) // MOST_POINTS)
    groups: dict[str, list[str]] = {}
    for row in range(0, len(placed), step):
        x, y = placed[row]
        title = f"<title>{escape(shortened(drawn.texts[row], 120))}</title>"
        picture = address(drawn.inputs[row], _SIDE * 2) if _few_pictures(drawn) else None
        mark = (
            f'<image href="{picture}" x="{x - _SIDE / 2:.0f}" y="{y - _SIDE / 2:.0f}" '
            f'width="{_SIDE}" height="{_SIDE}">{title}</image>'
            if picture
            else f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}">{title}</circle>'
        )
        groups.setdefault(drawn.colouring.colours[row], []).append(mark)
    return "".join(
        f'<g fill="{colour}" fill-opacity=".75">{"".join(marks)}</g>'
        for colour, marks in groups.items()
    )


def _label(label: Label) -> str:
    # The paper's colour around the letters keeps them readable above the points.
    return (
        f'<text x="{label.x:.0f}" y="{label.y:.0f}" text-anchor="middle" dy=".35em" '
        'font-size="12" font-weight="600" pointer-events="none" style="paint-order: stroke; '
        f'stroke: var(--jp-layout-color0, transparent); stroke-width: 4px; fill: currentColor">'
        f"{escape(label.words)}</text>"
    )


def _legend(drawn: MapScene) -> str:
    entries = "".join(
        f'<span style="white-space: nowrap"><span style="display: inline-block; width: .7em; '
        f'height: .7em; border-radius: 50%; background: {colour}"></span> '
        f"{escape(shortened(name, 40))}</span>"
        for name, colour in drawn.colouring.legend.items()
    )
    if not entries:
        return ""
    return (
        '<div style="display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .4em 0">'
        f"{entries}</div>"
    )


def _note(drawn: MapScene) -> str:
    step = -(-len(drawn.texts) // MOST_POINTS)
    shown = -(-len(drawn.texts) // step)
    some = f" {count(shown, 'point')} are drawn, one in {step}." if step > 1 else ""
    return f'<p style="color: {theme.FAINT_INK}; font-size: 12px">{_CAPTION}{some}</p>'
