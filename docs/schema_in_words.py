"""A JSON Schema in words: the type of a value and its limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

_KINDS = {
    "boolean": "true or false",
    "integer": "whole number",
    "null": "null",
    "number": "number",
    "object": "object",
}


def in_words(schema: Mapping[str, Any], link: Callable[[str], str] = str) -> str:
    """Return the type of a value in Markdown; null is not mentioned, since it means omitted.

    Parameters
    ----------
    schema : mapping
        JSON Schema as pydantic writes it.
    link : callable, optional
        Returns the Markdown for an object of the given name, for instance a link.

    Examples
    --------
    >>> in_words({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]})
    'whole number, at least 1'
    >>> in_words({"type": "array", "items": {"enum": ["page", "link"]}})
    'list of `"page"` or `"link"`'
    """
    if "$ref" in schema:
        return link(str(schema["$ref"]).rpartition("/")[2])
    if "anyOf" in schema:
        branches = [branch for branch in schema["anyOf"] if branch != {"type": "null"}]
        return "; or ".join(in_words(branch, link) for branch in branches)
    if "enum" in schema or "const" in schema:
        *others, last = (f"`{json.dumps(value)}`" for value in _choices(schema))
        return f"{', '.join(others)} or {last}" if others else last
    match schema.get("type"):
        case "string":
            kind, sizes = "string", _between(schema, "minLength", "maxLength", "character")
        case "array":
            kind = f"list of {_several(schema.get('items', {}), link)}"
            sizes = _between(schema, "minItems", "maxItems", "item")
        case "object" if isinstance(schema.get("additionalProperties"), Mapping):
            kind = f"object of {_several(schema['additionalProperties'], link)}, by key"
            sizes = _between(schema, "minProperties", "maxProperties", "key")
        case "integer" | "number" as name:
            kind, sizes = _KINDS[name], _range(schema)
        case str(name):
            kind, sizes = _KINDS[name], ""
        case _:
            kind, sizes = "anything", ""
    pattern = f"matching `{schema['pattern']}`" if "pattern" in schema else ""
    return ", ".join(part for part in (kind, sizes, pattern) if part)


def _choices(schema: Mapping[str, Any]) -> list[Any]:
    return list(schema["enum"]) if "enum" in schema else [schema["const"]]


def _several(schema: Mapping[str, Any], link: Callable[[str], str]) -> str:
    """Return the plural of a type, if it has one that reads well."""
    words = in_words(schema, link)
    for one, many in (("string", "strings"), ("whole number", "whole numbers")):
        if words == one or words.startswith(f"{one},"):
            bounds = words[len(one) :].removeprefix(", ")
            return f"{many} ({bounds} each)" if bounds else many
    return "numbers" if words == "number" else words


def _between(schema: Mapping[str, Any], lowest: str, highest: str, noun: str) -> str:
    low, high = schema.get(lowest), schema.get(highest)
    if low and high:
        return f"{low:,} to {_count(high, noun)}"
    if low:
        return f"at least {_count(low, noun)}"
    return f"at most {_count(high, noun)}" if high else ""


def _range(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f"{low:,} to {high:,}"
    limits = {"at least": low, "more than": above, "at most": high, "less than": below}
    return ", ".join(f"{words} {value:,}" for words, value in limits.items() if value is not None)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")
