"""How much of what was found travels: a hostile page says the same thing a thousand times over."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from triptych.engines.scrape import Extraction, Field

#: Characters of all values together, and of the HTML of all elements.
MOST_TEXT = MOST_HTML = 4_000_000


def bounded(extraction: Extraction) -> tuple[dict[str, Field], list[dict[str, str]]]:
    """Return fields and records whose values and HTML are of bounded length.

    The first value of all is always kept; a field that is cut says so in its note. Elements whose
    HTML would be too much keep their texts.
    """
    text = html = 0
    fields: dict[str, Field] = {}
    for key, field in extraction.fields.items():
        fields[key], text, html = _cut(field, text, html)
    records: list[dict[str, str]] = []
    text = 0
    for record in extraction.records:
        kept: dict[str, str] = {}
        for key, value in record.items():
            if text + len(value) <= MOST_TEXT or not text:
                kept[key] = value
                text += len(value)
        if kept:
            records.append(kept)
        if len(kept) < len(record):
            break
    return fields, records


def _cut(field: Field, text: int, html: int) -> tuple[Field, int, int]:
    """Return what is left of a field after so many characters, and how many there are then."""
    values: list[str] = []
    for value in field.values:
        if text + len(value) > MOST_TEXT and text:
            break
        text += len(value)
        values.append(value)
    elements = []
    # Each value has its element, or all are in one.
    several = len(field.elements) == len(field.values)
    for element in field.elements[: len(values)] if several else field.elements:
        html += len(element.html) + len(element.text)
        elements.append(element if html <= MOST_HTML else replace(element, html=""))
        if html > 2 * MOST_HTML:
            break
    if len(values) < len(field.values):
        count = f"the first {len(values):,} of {len(field.values):,}" if values else "none"
        note = f"The values of this page are too long to give all: {count} are here. {field.note}"
        field = replace(field, note=note.strip())
    return replace(field, values=tuple(values), elements=tuple(elements)), text, html
