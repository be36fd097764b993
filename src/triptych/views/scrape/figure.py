"""A scrape as a figure: the page with its elements outlined, and a line for each prompt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from triptych._boxes import Box
from triptych._colours import ink_on
from triptych.contract import ScrapeReply
from triptych.views.base.sheet import MARGIN, WIDTH, Run, Sheet
from triptych.views.base.theme import palette
from triptych.views.base.units import count, shortened
from triptych.views.scrape.fields import (
    ShownField,
    further,
    missing,
    outlines,
    shown_fields,
    summary,
    where,
)
from triptych.views.scrape.screenshot import (
    Rectangle,
    Screenshot,
    free_place,
    pixels,
    plain_on,
    screenshot,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_FIELDS, _MOST_BOXES = 12, 60
# In points: the columns of key, confidence and values.
_KEY, _BAR, _VALUE = MARGIN + 16, 168.0, 236.0
_BAR_WIDTH = 30.0
#: The height of the page as a share of its width, and pixels around the outlined elements.
_TALLEST, _AROUND = 0.95, 70.0
_POINTS_PER_PIXEL = 0.75


def scrape_figure(reply: ScrapeReply, *, dark: bool) -> Figure:
    """Return the picture of a scrape."""
    colours = palette(dark=dark)
    drawn = Sheet(colours)
    drawn.write([Run(summary(reply), colours.ink, 12.5, bold=True)], leading=16)
    for warning in reply.warnings:
        drawn.write([Run(f"Note: {warning.message}", colours.ink)], leading=15, most=3)
    drawn.height += 10
    fields = shown_fields(reply)
    _page(drawn, reply, fields)
    for field in fields[:_MOST_FIELDS]:
        _field(drawn, field)
    if len(fields) > _MOST_FIELDS:
        left = count(len(fields) - _MOST_FIELDS, "more element")
        drawn.write([Run(f"… and {left}", colours.faint)], leading=18)
    return drawn.figure()


def _page(drawn: Sheet, reply: ScrapeReply, fields: Sequence[ShownField]) -> None:
    """Draw the part of the page with outlined elements, if the reply has its screenshot."""
    shot, picture = screenshot(reply), pixels(reply)
    if shot is None or picture is None:
        return
    boxes = [(field, Box(*box)) for field, box in outlines(fields, _MOST_BOXES)]
    boxes = [one for one in boxes if one[1].top < shot.height and one[1].left < shot.width]
    first = min((box.top for _, box in boxes), default=0.0)
    last = max((box.top + box.height for _, box in boxes), default=shot.height)
    top = max(0.0, first - _AROUND)
    bottom = min(shot.height, last + _AROUND, top + _TALLEST * shot.width)
    scale = min((WIDTH - 2 * MARGIN) / shot.width, _POINTS_PER_PIXEL)
    across, down = picture.width / shot.width, picture.height / shot.height
    cut = picture.crop((0, round(top * down), round(shot.width * across), round(bottom * down)))
    cut.thumbnail((1600, 1600))
    begun, width, height = drawn.height, shot.width * scale, (bottom - top) * scale
    drawn.picture(cut, MARGIN, begun, width, height)
    drawn.box(MARGIN, begun - 0.5, width, 0.5, drawn.colours.faint)
    drawn.box(MARGIN, begun + height, width, 0.5, drawn.colours.faint)
    seen = [(field, box) for field, box in boxes if box.top < bottom]
    for field, box in seen:
        left, upper = MARGIN + box.left * scale, begun + (box.top - top) * scale
        right = min(MARGIN + width, left + box.width * scale)
        lower = min(begun + height, upper + box.height * scale)
        drawn.outline(left, upper, right - left, lower - upper, field.colour)
    moved = [(field, box._replace(top=box.top - top)) for field, box in seen]
    part_of_page = Screenshot("", shot.width, bottom - top)
    _names(drawn, moved, scale, part_of_page, plain_on(cut, part_of_page))
    drawn.height = begun + height + 12


def _names(
    drawn: Sheet,
    seen: Sequence[tuple[ShownField, Box]],
    scale: float,
    part_of_page: Screenshot,
    plain: Callable[[Rectangle], bool],
) -> None:
    """Write the name of each prompt by its first box, in pixels of the field that is shown."""
    first: dict[int, tuple[ShownField, Box]] = {}
    for field, box in seen:
        first.setdefault(field.number, (field, box))
    taken: list[Rectangle] = []
    for field, box in first.values():
        run = Run(shortened(field.key, 28), ink_on(field.colour), 9, bold=True)
        wide, high = run.width + 8, 12.0
        size = wide / scale, high / scale
        place = free_place(box, size, part_of_page, taken, plain, [other for _, other in seen])
        if place is not None:
            left = MARGIN + place.x * scale + place.across / 100 * wide
            upper = drawn.height + place.y * scale + place.down / 100 * high
            drawn.box(left, upper, wide, high, field.colour)
            drawn.place(run, left + wide / 2, upper + 9)


def _field(drawn: Sheet, field: ShownField) -> None:
    colours = drawn.colours
    top = drawn.height
    drawn.box(MARGIN, top, WIDTH - 2 * MARGIN, 0.6, colours.grid)
    drawn.height += 4
    drawn.box(MARGIN, top + 8, 9, 9, field.colour)
    key = Run(shortened(field.key, 60), colours.ink, 10, bold=True)
    drawn.write([key], left=_KEY, right=_BAR - 8, leading=13.5, most=2)
    bottom, drawn.height = drawn.height, top + 4
    if field.confidence is not None and field.values:
        number = Run(f"{field.confidence:.2f}", colours.ink, 9)
        drawn.place(number, _BAR + 10, top + 17)
        drawn.box(_BAR + 24, top + 11, _BAR_WIDTH, 6, colours.grid)
        drawn.box(_BAR + 24, top + 11, _BAR_WIDTH * field.confidence, 6, colours.score)
    if field.values:
        runs = [Run(shortened(field.values[0], 300), colours.ink, 10)]
        if rest := further(field.values):
            runs.append(Run(f"  {rest}", colours.faint, 9))
        drawn.write(runs, left=_VALUE, leading=13.5, most=2)
        if words := where(field):
            drawn.write([Run(words, colours.faint, 9)], left=_VALUE, leading=12, most=1)
    else:
        drawn.write([Run(missing(field), colours.faint, 9.5)], left=_VALUE, leading=13.5, most=2)
    drawn.height = max(bottom, drawn.height) + 8
