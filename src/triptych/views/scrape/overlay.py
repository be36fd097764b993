"""The picture of the page with what was found outlined and named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from triptych._boxes import text_width
from triptych._colours import ink_on
from triptych.views.base.markup import escape
from triptych.views.base.units import shortened
from triptych.views.scrape.found import Part, outlines
from triptych.views.scrape.names import Place, Rectangle, free_place
from triptych.views.scrape.screenshot import Screenshot

#: Boxes of one prompt; more make a notebook heavy.
MOST_BOXES = 200
#: The width in CSS pixels for which the names are kept apart, and the least there is.
_LAID_OUT = 640.0
_LETTER, _LINE, _AIR = 12, 18, 5
_LONGEST_NAME = 28


def overlay(
    shot: Screenshot, found: Sequence[Part], plain: Callable[[Rectangle], bool] = lambda _: False
) -> str:
    """Return the picture in a frame that scrolls, with a box for each element.

    Parameters
    ----------
    shot : Screenshot
        The picture.
    found : sequence of Part
        What to outline.
    plain : callable
        Whether a rectangle of the picture is of one colour, so that a name there hides nothing.
    """
    boxed = [part for part in found if part.boxes]
    place = f'width="{shot.width:.0f}" height="{shot.height:.0f}"'
    many = any(len(part.boxes) > MOST_BOXES for part in boxed)
    note = f'<p class="triptych-note">The first {MOST_BOXES} of each are outlined.</p>'
    top = _share(min((part.boxes[0][1] for part in boxed), default=0.0), shot.height)
    first = f'<i class="triptych-first" style="top: {top}"></i>' if boxed else ""
    return (
        '<div class="triptych-shot" tabindex="0" role="group" aria-label="Picture of the page" '
        'style="max-height: 420px; overflow: auto">'
        f'<div class="triptych-sheet" style="position: relative; max-width: '
        f'{shot.width:.0f}px; min-width: {min(_LAID_OUT, shot.width):.0f}px">'
        f'<svg viewBox="0 0 {shot.width:.0f} {shot.height:.0f}" role="img" '
        f'aria-label="{escape(outlined(boxed))}" style="display: block; width: 100%; height: auto">'
        f'<image href="{escape(shot.address)}" {place} preserveAspectRatio="none"/>'
        f"{''.join(_boxes(boxed))}</svg>{''.join(_names(boxed, shot, plain))}"
        f"{first}</div></div>{note if many else ''}"
    )


def _boxes(found: Sequence[Part]) -> Iterator[str]:
    """Yield the boxes, the largest first: a small one lies above the large one around it."""
    for part, (left, top, width, height) in sorted(
        outlines(found, MOST_BOXES), key=lambda drawn: -drawn[1][2] * drawn[1][3]
    ):
        box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
        # A colour of middling lightness vanishes on some grounds; beside white it cannot.
        yield (
            f'<g class="triptych-box triptych-b{part.number}">'
            f"<title>{escape(shortened(part.key, 80))}</title>"
            f'<rect {box} fill="none" stroke="#FFF" stroke-width="4.5" stroke-opacity=".85" '
            'vector-effect="non-scaling-stroke"/>'
            f'<rect {box} fill="{part.colour}" fill-opacity=".08" stroke="{part.colour}" '
            'stroke-width="2.2" vector-effect="non-scaling-stroke"/></g>'
        )


def _names(
    found: Sequence[Part], shot: Screenshot, plain: Callable[[Rectangle], bool]
) -> Iterator[str]:
    """Yield the names; those of the same element stand in a row."""
    scale = _LAID_OUT / shot.width
    taken: list[Rectangle] = []
    outlined = [box for _, box in outlines(found, MOST_BOXES)]
    together: dict[tuple[float, ...], list[Part]] = {}
    for part in found:
        together.setdefault(part.boxes[0], []).append(part)
    for same in together.values():
        names = [_name(part) for part in same]
        width = sum(text_width(name, _LETTER) + 2 * _AIR for name in names)
        box = next(box for part, box in reversed(outlines(same, 1)))
        size = width / scale, _LINE / scale
        place = free_place(box, size, shot, taken, plain, outlined)
        if place is None:
            place = Place(max(0.0, min(box[0], shot.width - size[0])), max(0.0, box[1]), 0, 0)
        plates = "".join(
            f'<b class="triptych-b{part.number}" dir="auto" style="background: {part.colour}; '
            f'color: {ink_on(part.colour)}">{escape(name)}</b>'
            for part, name in zip(same, names, strict=True)
        )
        # Letters keep their size however wide the picture is, so the names are no part of it.
        yield (
            '<div class="triptych-plates" aria-hidden="true" style="'
            f"left: {_share(place.x, shot.width)}; top: {_share(place.y, shot.height)}; "
            f'transform: translate({place.across}%, {place.down}%)">{plates}</div>'
        )


def _name(part: Part) -> str:
    many = f" ×{len(part.boxes):,}" if len(part.boxes) > 1 else ""
    return shortened(part.key, _LONGEST_NAME) + many


def outlined(found: Sequence[Part]) -> str:
    """Return what a picture shows, in words.

    Examples
    --------
    >>> outlined([])
    'The page'
    """
    named = [shortened(part.key, _LONGEST_NAME) for part in found if part.found]
    return f"The page with {', '.join(named)} outlined" if named else "The page"


def _share(place: float, whole: float) -> str:
    return f"{100 * place / whole:.3f}%"
