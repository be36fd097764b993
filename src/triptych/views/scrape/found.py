"""A scrape taken apart: what each prompt found, and the things that the values form."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite

from triptych._boxes import colour_of
from triptych._colours import CATEGORIES
from triptych.contract import ScrapeReply, ScrapeRequest

_UNKNOWN = "?"
#: Five hues that nobody takes for each other, as many as there are prompts; then those close by.
_HUES = [hue for hue in CATEGORIES if hue not in ("#3E9BD0", "#D55E00")]
_OTHER_HUES = [hue for hue in CATEGORIES if hue not in _HUES]
#: Pixels between an element and its outline, and between outlines of the same element.
_AIR, _APART = 3.0, 4.0


@dataclass(frozen=True, slots=True)
class Part:
    """What one prompt found.

    Attributes
    ----------
    number : int
        Its place, from 0.
    key, prompt : str
        Its name, and the description that was given for it; empty where none is known.
    colour : str
        As `#RRGGBB`.
    values : sequence of str
        In the order of the page.
    tags : sequence of str
        Names of the elements they are in, in small letters.
    boxes : sequence of tuple of float
        Left, top, width and height of elements, in CSS pixels of the page.
    selectors : sequence of str
        The most lasting first.
    confidence : float or None
        0 to 1.
    source, label, note : str
        As the contract has them; empty where they are not told.
    """

    number: int
    key: str
    prompt: str
    colour: str
    values: Sequence[str]
    tags: Sequence[str]
    boxes: Sequence[tuple[float, float, float, float]]
    selectors: Sequence[str]
    confidence: float | None
    source: str
    label: str
    note: str

    @property
    def found(self) -> bool:
        """Whether it found anything."""
        return bool(self.values)


def keys(reply: ScrapeReply) -> list[str]:
    """Return the keys in the order they were asked for, then those that only the reply has."""
    request = reply.request
    asked: list[str] = []
    if isinstance(request, ScrapeRequest):
        asked = [*request.prompts, *(request.selectors or ())]
    told = [*reply.context, *(field.key for field in reply.data)]
    return list(dict.fromkeys([*asked, *told, *(key for one in reply.records for key in one)]))


def parts(reply: ScrapeReply) -> list[Part]:
    """Return what each prompt found, in the order of the prompts."""
    request = reply.request
    prompts: Mapping[str, str] = request.prompts if isinstance(request, ScrapeRequest) else {}
    names = keys(reply)
    return [
        _part(reply, number, key, prompts.get(key, ""), colour)
        for number, (key, colour) in enumerate(zip(names, colours(names), strict=True))
    ]


def _part(reply: ScrapeReply, number: int, key: str, prompt: str, colour: str) -> Part:
    fields = [field for field in reply.data if field.key == key]
    elements = [element for field in fields for element in field.results]
    selectors = reply.selectors.get(key) or [field.selector for field in fields if field.selector]

    def told(name: str) -> str:
        return next((str(value) for field in fields if (value := getattr(field, name))), "")

    sure = [field.confidence for field in fields if field.confidence is not None]
    return Part(
        number=number,
        key=key,
        prompt=prompt,
        colour=colour,
        values=reply.context.get(key) or [element.text for element in elements],
        tags=[_tag(element.html) for element in elements],
        boxes=[box for element in elements if (box := _box(element.box))],
        selectors=selectors,
        confidence=min(max(sure[0], 0.0), 1.0) if sure else None,
        source=told("source"),
        label=told("label"),
        note=told("note"),
    )


def things(reply: ScrapeReply) -> list[dict[str, str]]:
    """Return the things of the page, each with its values by key.

    A service that tells of no records says by their order what belongs together: the n-th name
    with the n-th price.
    """
    if reply.records:
        return list(reply.records)
    found = {part.key: part.values for part in parts(reply) if part.found}
    return [
        {key: value for key, value in zip(found, row, strict=True) if value is not None}
        for row in zip_longest(*found.values())
    ]


def colours(names: Iterable[str]) -> list[str]:
    """Return a colour for each name: its own on every page, unless another of the page has it.

    Examples
    --------
    >>> colours(["price", "name"]) == colours(["name", "price"])[::-1]
    True
    >>> len(set(colours(["price", "cost", "name", "author", "date"])))
    5
    """
    dealt: dict[str, str] = {}
    for name in names:
        first = zlib.crc32(name.encode("utf-8", "replace"))
        turn = [_HUES[(first + step) % len(_HUES)] for step in range(len(_HUES))]
        free = (hue for hue in (*turn, *_OTHER_HUES) if hue not in dealt.values())
        dealt[name] = next(free, None) or colour_of(name)
    return list(dealt.values())


def outlines(
    found: Iterable[Part], most: int
) -> list[tuple[Part, tuple[float, float, float, float]]]:
    """Return the boxes of prompts, a little larger than their elements, so that all is to be seen.

    Parameters
    ----------
    found : iterable of Part
        What was found.
    most : int
        Boxes of one prompt.
    """
    around: dict[tuple[int, ...], int] = {}
    drawn = []
    for part in found:
        for left, top, width, height in part.boxes[:most]:
            same = (round(left), round(top), round(width), round(height))
            air = _AIR + _APART * around.get(same, 0)
            around[same] = around.get(same, 0) + 1
            drawn.append((part, (left - air, top - air, width + 2 * air, height + 2 * air)))
    return drawn


def _box(given: Sequence[float] | None) -> tuple[float, float, float, float] | None:
    """Return a box that has an area, or None."""
    if given is None or len(given) != 4 or not all(map(isfinite, given)):
        return None
    left, top, width, height = given
    return (left, top, width, height) if width >= 1 and height >= 1 else None


def _tag(html: str) -> str:
    begun = html.lstrip()[1:40].split(">")[0].split()
    return begun[0].rstrip("/").lower() if begun else _UNKNOWN
