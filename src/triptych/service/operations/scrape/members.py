"""What was found, as members of a reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from triptych.service.operations.scrape.bounds import bounded
from triptych.service.operations.scrape.finding import Finding


def members(finding: Finding, boxes: Mapping[str, list[Any]]) -> dict[str, Any]:
    """Return the members of a reply that say what was found.

    Parameters
    ----------
    finding : Finding
        What was found.
    boxes : mapping of str to list
        By key, where each element is on the drawn page.
    """
    fields, records = bounded(finding.extraction)
    reply: dict[str, Any] = {
        "context": {key: list(field.values) for key, field in fields.items()},
        "selectors": {key: list(field.selectors) for key, field in fields.items()},
        "data": [],
        "records": records,
    }
    for key, field in fields.items():
        elements = [
            {
                "html": element.html,
                "text": element.text,
                "attributes": [
                    {"name": name, "value": value} for name, value in element.attributes
                ],
            }
            for element in field.elements
        ] or [{"html": "", "text": value, "attributes": []} for value in field.values]
        at = boxes.get(key, [])
        if len(at) == len(elements):
            elements = [element | {"box": box} for element, box in zip(elements, at, strict=True)]
        told = {
            "confidence": field.confidence,
            "source": field.source,
            "label": field.label,
            "note": field.note,
        }
        reply["data"].append(
            {
                "key": key,
                "selector": field.selectors[0] if field.selectors else "",
                "results": elements,
                **{name: value for name, value in told.items() if value not in ("", None)},
            }
        )
    if finding.template is not None:
        reply["template"] = finding.template.to_members()
    return reply
