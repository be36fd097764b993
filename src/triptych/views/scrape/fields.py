"""The fields and records of a scrape as a view shows them, and their descriptions in words."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import isfinite

from triptych._boxes import colour_of
from triptych._colours import CATEGORIES
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.views.base.units import count, shortened
from triptych.views.search.wording import host_label, link

_UNKNOWN = "?"
#: Five hues that are easy to tell apart, as many as there are prompts; then those close by.
_HUES = [hue for hue in CATEGORIES if hue not in ("#3E9BD0", "#7346E8")]
_OTHER_HUES = [hue for hue in CATEGORIES if hue not in _HUES]
#: Pixels between an element and its outline, and between outlines of the same element.
_AIR, _APART = 3.0, 4.0


@dataclass(frozen=True, slots=True)
class ShownField:
    """The values of one prompt or selector."""

    #: Its place, from 0.
    number: int
    #: Its name, and its description; empty if none is known.
    key: str
    prompt: str
    #: As `#RRGGBB`.
    colour: str
    #: In the order of the page.
    values: Sequence[str]
    #: Names of the elements they are in, in small letters.
    tags: Sequence[str]
    #: Left, top, width and height of elements, in CSS pixels of the page.
    boxes: Sequence[tuple[float, float, float, float]]
    #: The most lasting first.
    selectors: Sequence[str]
    #: 0 to 1.
    confidence: float | None
    #: As the contract has them; empty if unknown.
    source: str
    label: str
    note: str


def keys(reply: ScrapeReply) -> list[str]:
    """Return the keys in the order of the request, then those that only the reply has."""
    request = reply.request
    requested: list[str] = []
    if isinstance(request, ScrapeRequest):
        requested = [*request.prompts, *(request.selectors or ())]
    returned = [*reply.context, *(scraped.key for scraped in reply.data)]
    in_records = (key for record in reply.records for key in record)
    return list(dict.fromkeys([*requested, *returned, *in_records]))


def shown_fields(reply: ScrapeReply) -> list[ShownField]:
    """Return the fields in the order of the prompts."""
    request = reply.request
    prompts: Mapping[str, str] = request.prompts if isinstance(request, ScrapeRequest) else {}
    names = keys(reply)
    return [
        _field(reply, number, key, prompts.get(key, ""), colour)
        for number, (key, colour) in enumerate(zip(names, colours(names), strict=True))
    ]


def _field(reply: ScrapeReply, number: int, key: str, prompt: str, colour: str) -> ShownField:
    scraped = [one for one in reply.data if one.key == key]
    elements = [element for one in scraped for element in one.results]
    selectors = reply.selectors.get(key) or [one.selector for one in scraped if one.selector]

    def first(name: str) -> str:
        return next((str(value) for one in scraped if (value := getattr(one, name))), "")

    confidence = next((one.confidence for one in scraped if one.confidence is not None), None)
    return ShownField(
        number=number,
        key=key,
        prompt=prompt,
        colour=colour,
        values=reply.context.get(key) or [element.text for element in elements],
        tags=[_tag(element.html) for element in elements],
        boxes=[box for element in elements if (box := _box(element.box))],
        selectors=selectors,
        confidence=None if confidence is None else min(max(confidence, 0.0), 1.0),
        source=first("source"),
        label=first("label"),
        note=first("note"),
    )


def records(reply: ScrapeReply) -> list[dict[str, str]]:
    """Return the records of the page, each with its values by key.

    Of a reply without records, the n-th values of all keys form the n-th record.
    """
    if reply.records:
        return list(reply.records)
    values = {field.key: field.values for field in shown_fields(reply) if field.values}
    return [
        {key: value for key, value in zip(values, row, strict=True) if value is not None}
        for row in zip_longest(*values.values())
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
    colour_by_name: dict[str, str] = {}
    for name in names:
        first = zlib.crc32(name.encode("utf-8", "replace"))
        turn = [_HUES[(first + step) % len(_HUES)] for step in range(len(_HUES))]
        free = (hue for hue in (*turn, *_OTHER_HUES) if hue not in colour_by_name.values())
        colour_by_name[name] = next(free, None) or colour_of(name)
    return list(colour_by_name.values())


def outlines(
    fields: Iterable[ShownField], most: int
) -> list[tuple[ShownField, tuple[float, float, float, float]]]:
    """Return the boxes of prompts, a little larger than their elements, so that all is to be seen.

    Parameters
    ----------
    fields : iterable of ShownField
        The fields.
    most : int
        Boxes of one prompt.
    """
    around: dict[tuple[int, ...], int] = {}
    drawn = []
    for field in fields:
        for left, top, width, height in field.boxes[:most]:
            same = (round(left), round(top), round(width), round(height))
            air = _AIR + _APART * around.get(same, 0)
            around[same] = around.get(same, 0) + 1
            drawn.append((field, (left - air, top - air, width + 2 * air, height + 2 * air)))
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


_STATED = {
    "json-ld": "stated by the page as JSON-LD",
    "microdata": "stated by the page as microdata",
    "rdfa": "stated by the page as RDFa",
    "meta": "stated by the page in its metadata",
    "attribute": "in an attribute of the element",
    "selector": "by the selector that was given",
}


def address(reply: ScrapeReply) -> str:
    """Return the address of the page; empty where the page itself was given."""
    request = reply.request
    return reply.url or (request.url if isinstance(request, ScrapeRequest) else None) or ""


def web_address(words: str) -> str | None:
    """Return an address of the web, or None.

    Examples
    --------
    >>> web_address(" https://tea.example/ "), web_address("file:///etc/hosts")
    ('https://tea.example/', None)
    """
    address = link(words)
    return None if address is None or address.lower().startswith("file:") else address


def summary(reply: ScrapeReply) -> str:
    """Return how much was found, in one line.

    Examples
    --------
    >>> summary(ScrapeReply(context={"price": ["3"], "name": []}, url="https://tea.example/"))
    '1 of 2 elements found on tea.example'
    """
    fields = shown_fields(reply)
    number = sum(bool(field.values) for field in fields)
    words = f"{number} of {count(len(fields), 'element')} found" if number else "Nothing found"
    if url := web_address(address(reply)):
        words += f" on {shortened(host_label(url), 60)}"
    facts = [words]
    if len(reply.records) > 1:
        facts.append(count(len(reply.records), "record"))
    if reply.page_position_length > 1:
        facts.append(f"page {reply.page_position:,} of {reply.page_position_length:,}")
    elif reply.page_position > 1:
        facts.append(f"page {reply.page_position:,}")
    if reply.rendered:
        facts.append("drawn by a browser")
    return " · ".join(facts)


def where(field: ShownField) -> str:
    """Return where the values of a prompt stand.

    Examples
    --------
    >>> from triptych.views.scrape.fields import shown_fields
    >>> field = {"key": "p", "selector": "b", "source": "text", "label": "Price:"}
    >>> field["results"] = [{"html": "<b>3</b>", "text": "3"}]
    >>> where(shown_fields(ScrapeReply(data=[field]))[0])
    'text, beside the label “Price:”'
    """
    label = f"beside the label “{shown_label(field)}”" if field.label else ""
    return ", ".join(filter(None, (stated(field), label)))


def stated(field: ShownField) -> str:
    """Return in what of the page the values of a prompt stand."""
    return _STATED.get(field.source, shortened(field.source, 60))


def shown_label(field: ShownField) -> str:
    """Return the label that the values of a prompt stand beside."""
    return shortened(field.label, 60)


def missing(field: ShownField) -> str:
    """Return why a field has no value.

    Examples
    --------
    >>> from triptych.views.scrape.fields import shown_fields
    >>> missing(shown_fields(ScrapeReply(context={"price": []}))[0])
    'Not found.'
    """
    return field.note or "Not found."


def further(values: Sequence[object], shown: int = 1) -> str:
    """Return how many values are not shown; nothing where all are.

    Examples
    --------
    >>> further(["a", "b", "c"])
    '+2 more'
    """
    return f"+{len(values) - shown:,} more" if len(values) > shown else ""
