"""What a person can turn: classes, confidence, size. All of it by style sheet, without a script.

Scripts do not run in every place that shows a reply: not in a notebook that is not trusted, not in
a widget. Check boxes and radio buttons do their part of a style sheet everywhere, by `:has()`.
Where styles are stripped too, the picture stays as it is, with everything on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from triptych.views.base import theme
from triptych.views.base.markup import escape
from triptych.views.base.units import shortened
from triptych.views.detection.svg import USUAL, WIDTHS

if TYPE_CHECKING:
    from triptych.views.detection.scene import Scene

ROOT = "triptych-detection"
#: Steps of the confidence.
_STEP = 0.05
_ZOOMS = (1, 2, 4)
#: More classes have no check box of their own.
_MOST_CLASSES = 60
#: In rem, of the whole picture.
_TALLEST, _WIDEST = 36, 60
#: Rows of the table whose box lights up when one points at them.
_MOST_PAIRED = 60
_LETTER = 14
# JupyterLab looks for it on the very element that has the focus, and takes no keys from it.
_KEYS = 'data-lm-suppress-shortcuts="true"'
_LIT = "fill-opacity: .12; stroke-opacity: 1; stroke-width: 4px"


def steps(scene: Scene) -> list[float]:
    """Return the confidences to choose from: from below the least of the objects to the most."""
    sure = [one.confidence for one in scene.objects if one.confidence is not None]
    if len(sure) < len(scene.objects) or not sure:
        return []
    first, last = (floor(round(end / _STEP, 6)) for end in (min(sure), max(sure)))
    return [round(number * _STEP, 2) for number in range(first, last + 1)]


def marks(scene: Scene) -> list[str]:
    """Return the classes of each object's elements: its number, its kind, its confidence."""
    kinds = {kind: place for place, kind in enumerate(scene.kinds)}
    limits = steps(scene)
    classes = []
    for place, one in enumerate(scene.objects):
        own = [f"triptych-o{place}", f"triptych-k{kinds[one.kind]}"]
        if limits and one.confidence is not None:
            own.append(f"triptych-s{sum(one.confidence >= limit for limit in limits) - 1}")
        classes.append(" ".join(own))
    return classes


def controls(scene: Scene) -> str:
    """Return the controls above the picture."""
    if not scene.objects:
        return ""
    limits = steps(scene)
    # As wide as the picture, but with room for the sizes beside the confidence.
    width = max(40.0, _widest(scene))
    # A form of its own keeps its radio buttons apart from those of the same reply shown elsewhere.
    return (
        f'<form method="dialog" autocomplete="off" style="max-width: {width:.1f}rem">'
        f"{_classes(scene)}<div>{_confidence(scene, limits) if len(limits) > 1 else ''}{_zoom()}"
        f'</div><button {_KEYS} type="reset">Reset</button></form>'
    )


def style(scene: Scene) -> str:
    """Return the style sheet: what the controls do, and how they look."""
    rules = [_look(), *_sizes(scene), *_paired(scene)]
    rules += [
        f".{ROOT}:has(.triptych-class-{place}:not(:checked)) "
        f":is(.triptych-k{place}, tr:has(.triptych-k{place})) {{ display: none }}"
        for place in range(min(len(scene.kinds), _MOST_CLASSES))
    ]
    for number in range(1, len(steps(scene))):
        less = ", ".join(f".triptych-s{step}, tr:has(.triptych-s{step})" for step in range(number))
        rules.append(
            f".{ROOT}:has(.triptych-least-{number}:checked) :is({less}) {{ display: none }}"
        )
    return f"<style>{' '.join(rules)}</style>"


def root(*parts: str) -> str:
    """Return what the style sheet is about, with the colours that it names."""
    colours = (
        f"--ink: {theme.INK}; --faint: {theme.FAINT_INK}; --rule: {theme.RULE}; "
        f"--surface: {theme.SURFACE}; --score: {theme.SCORE}"
    )
    return f'<div class="{ROOT}" style="{colours}">{"".join(parts)}</div>'


def fitted(scene: Scene, drawing: str) -> str:
    """Return the picture in a frame in which it can be magnified and moved about."""
    return (
        f'<div {_KEYS} class="triptych-frame" tabindex="0" role="group" aria-label="Picture" '
        'style="overflow: auto; max-height: 44rem">'
        f'<div class="triptych-ground" style="--widest: {_widest(scene):.1f}rem; '
        f'max-width: calc(var(--widest) * var(--zoom, 1))">{drawing}</div></div>'
    )


def _widest(scene: Scene) -> float:
    return min(_WIDEST, _TALLEST * scene.width / scene.height)


def _classes(scene: Scene) -> str:
    entries = "".join(
        f'<label><input {_KEYS} type="checkbox" class="triptych-class-{place}" checked '
        f'style="accent-color: {one.colour}"> {escape(shortened(kind, 40))} '
        f"<b>{number:,}</b></label>"
        for place, (kind, number) in enumerate(scene.kinds.items())
        for one in [next(one for one in scene.objects if one.kind == kind)]
        if place < _MOST_CLASSES
    )
    return f"<fieldset><legend>Show</legend>{entries}</fieldset>"


def _confidence(scene: Scene, limits: Sequence[float]) -> str:
    total = len(scene.objects)
    choices = []
    for place, limit in enumerate(limits):
        left = sum((one.confidence or 0) >= limit for one in scene.objects)
        choices.append(
            # The words of only one are shown, but all have a name for who cannot see them.
            f'<label><input {_KEYS} type="radio" name="least" class="triptych-least-{place}" '
            f'aria-label="{limit:.2f}: {left:,} of {total:,}"{" checked" if place == 0 else ""}>'
            f"<span>{limit:.2f}: {left:,} of {total:,}</span></label>"
        )
    return (
        '<fieldset class="triptych-slider"><legend>Confidence at least</legend>'
        f'<div style="width: {max(8, min(16, 1.4 * len(limits))):.1f}rem">'
        f"{''.join(choices)}</div>"
        "</fieldset>"
    )


def _zoom() -> str:
    choices = "".join(
        f'<label><input {_KEYS} type="radio" name="zoom" class="triptych-zoom-{factor}"'
        f"{' checked' if factor == 1 else ''}><span>{'Fit' if factor == 1 else f'{factor}×'}"
        "</span></label>"
        for factor in _ZOOMS
    )
    return f'<fieldset class="triptych-zoom"><legend>Size</legend>{choices}</fieldset>'


def _sizes(scene: Scene) -> list[str]:
    """Return which layout of the names is seen at what width of the picture."""
    rules = []
    borders = [0, *((one + other) // 2 for one, other in pairwise(WIDTHS)), 100_000]
    for width, (least, most) in zip(WIDTHS, pairwise(borders), strict=True):
        own = [f".{ROOT} .triptych-names-{width} {{ display: inline }}"]
        if width != USUAL:
            own.append(f".{ROOT} .triptych-names-{USUAL} {{ display: none }}")
        # Lengths within the picture are counted in its own pixels.
        size = f"font-size: {_LETTER * scene.width / width:.4g}px"
        own.append(f".{ROOT} .triptych-target text {{ {size} }}")
        rules.append(
            f"@container triptych-ground (min-width: {least}px) and (max-width: {most - 0.1}px) "
            f"{{ {' '.join(own)} }}"
        )
    zooms = [
        f".{ROOT}:has(.triptych-zoom-{factor}:checked) .triptych-ground {{ --zoom: {factor} }}"
        for factor in _ZOOMS[1:]
    ]
    return [*rules, *zooms]


def _paired(scene: Scene) -> list[str]:
    """Return what lights a box up when one points at its row of the table."""
    boxes = ", ".join(
        f".{ROOT}:has(tr:hover .triptych-o{place}) .triptych-target.triptych-o{place} rect"
        for place in range(min(len(scene.objects), _MOST_PAIRED))
    )
    return [f"{boxes} {{ {_LIT} }}"] if boxes else []


@cache
def _look() -> str:
    sheet = (Path(__file__).parent / "look.css").read_text(encoding="utf-8")
    return " ".join(sheet.split())
