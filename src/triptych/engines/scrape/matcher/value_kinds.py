"""Kinds of values by their form: prices, dates, persons, telephone numbers and so on."""

from __future__ import annotations

import re
from functools import lru_cache

from triptych.engines.scrape.elements.words import has_digit
from triptych.models.files import rows


def _forms() -> dict[str, str]:
    """Return a regular expression for each kind, with the parts that several share filled in."""
    parts: dict[str, str] = {}
    forms: dict[str, str] = {}
    for name, pattern in rows("scrape/value_kinds.tsv"):
        if name.startswith("<"):
            parts[name] = pattern
            continue
        for part, own in parts.items():
            pattern = pattern.replace(part, own)
        forms[name] = pattern
    return forms


_FORMS = _forms()
_CASE_SENSITIVE = {"place", "certificate", "code"}
_PATTERNS = {
    name: re.compile(form, 0 if name in _CASE_SENSITIVE else re.IGNORECASE)
    for name, form in _FORMS.items()
}
_PERSON = re.compile(
    r"(?:(?:by|dr|mr|mrs|ms|prof)\.?\s+)?[^\W\d_][\w.'’-]*(?:\s+(?:de|van|von|der|la|le|di|da|del|bin|"
    r"al|y|and|&))*(?:\s+[^\W\d_][\w.'’-]*){0,3}(?:,?\s+(?:jr|sr|ii|iii)\.?)?",
    re.IGNORECASE,
)
_ANYWHERE = {
    name: re.compile(rf"(?<![\w.])(?:{_FORMS[name]})(?!\w)", re.IGNORECASE)
    for name in ("price", "email", "fuel", "length", "mass")
}
KINDS = (*_FORMS, "person", "name", "prose", "step", "title")
_WITHOUT_DIGITS = frozenset(
    ("email", "url", "rating", "date", "certificate", "address", "place", "ingredient")
)
_EDGES = " .;:|,–-•·"
_LONGEST_FORM = 240


@lru_cache(maxsize=50_000)
def _fit(kind: str, value: str) -> float:
    text = value.strip(_EDGES)
    if not text:
        return 0.0
    if kind in _PATTERNS:
        return _form(kind, text)
    count = len(text.split())
    digits = sum(map(str.isdigit, text))
    letters = sum(map(str.isalpha, text))
    if letters < 2:
        return 0.0
    if kind == "person":
        if digits or count > 5 or not _PERSON.fullmatch(text):
            return 0.0
        capitals = sum(word[:1].isupper() for word in text.split())
        return 1.0 if 2 <= count <= 4 and capitals >= 2 else 0.5
    if kind == "name":
        fits = count <= 8 and len(text) <= 80 and digits <= len(text) / 3
        return (1.0 if not digits else 0.6) if fits else 0.0
    if kind == "title" and count == 1 and digits * 3 >= len(text):
        return 0.3  # rather a number of an article
    if kind == "title":
        fits = len(text) <= 200 and count <= 25 and letters >= len(text) / 3
        return (1.0 if count <= 14 else 0.5) if fits else 0.0
    if letters <= len(text) / 2:
        return 0.0
    if kind == "prose":
        return min(1.0, len(text) / 160) if count >= 8 else 0.0
    return 1.0 if kind == "step" and count >= 4 else 0.0


def _form(kind: str, text: str) -> float:
    if len(text) > _LONGEST_FORM or (kind not in _WITHOUT_DIGITS and not has_digit(text)):
        return 0.0
    if kind == "certificate" and text.isdigit():
        return 0.5 if text in ("12", "15", "18") else 0.0
    if _PATTERNS[kind].fullmatch(text):
        enough = kind != "phone" or 7 <= sum(map(str.isdigit, text)) <= 15
        return 1.0 if enough else 0.0
    if kind in _ANYWHERE and len(text) <= 80 and _ANYWHERE[kind].search(text):
        return 0.5
    return 0.0


def kinds(value: str) -> dict[str, float]:
    """Return all kinds a value may be of, each with how well its form fits.

    Examples
    --------
    >>> kinds("9780312605391")["isbn"]
    1.0
    """
    return {kind: score for kind in KINDS if (score := _fit(kind, value))}
