"""What was found on a page, as members of a reply of bounded length.

A hostile page repeats the same text a thousand times.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from triptych.engines.scrape import Extraction, Field, Template

#: Characters of all values together, and of the HTML of all elements.
MOST_TEXT = MOST_HTML = 4_000_000


def members(
    extraction: Extraction, template: Template | None, boxes: Mapping[str, list[Any]]
) -> dict[str, Any]:
    """Return the members of a reply for fields and records.

    Parameters
    ----------
    extraction : Extraction
        What the engine found.
    template : Template or None
        What it learned of the site.
    boxes : mapping of str to list
        By key, where each element is on the page in the browser.
    """
    fields, records = bounded(extraction)
    reply: dict[str, Any] = {
        "context": {key: list(field.values) for key, field in fields.items()},
        "selectors": {key: list(field.selectors) for key, field in fields.items()},
        "data": [_field(key, field, boxes.get(key, [])) for key, field in fields.items()],
        "records": records,
    }
    return reply | ({} if template is None else {"template": template.to_members()})


def _field(key: str, field: Field, boxes: list[Any]) -> dict[str, Any]:
    elements = [
        {
            "html": element.html,
            "text": element.text,
            "attributes": [{"name": name, "value": value} for name, value in element.attributes],
        }
        for element in field.elements
    ] or [{"html": "", "text": value, "attributes": []} for value in field.values]
    if len(boxes) == len(elements):
        elements = [element | {"box": box} for element, box in zip(elements, boxes, strict=True)]
    details = {
        name: value
        for name in ("confidence", "source", "label", "note")
        if (value := getattr(field, name)) != ""
    }
    selector = field.selectors[0] if field.selectors else ""
    return {"key": key, "selector": selector, "results": elements, **details}


def bounded(extraction: Extraction) -> tuple[dict[str, Field], list[dict[str, str]]]:
    """Return fields and records whose values and HTML are of bounded length.

    The first value of all is always kept; a field that is cut has a note of it. Elements whose
    HTML would be too much keep their texts.
    """
    text = html = 0
    fields: dict[str, Field] = {}
    for key, field in extraction.fields.items():
        fields[key], text, html = _cut(field, text, html)
    records: list[dict[str, str]] = []
    text = 0
    for record in extraction.records:
        row: dict[str, str] = {}
        for key, value in record.items():
            if text + len(value) <= MOST_TEXT or not text:
                row[key] = value
                text += len(value)
        if row:
            records.append(row)
        if len(row) < len(record):
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
