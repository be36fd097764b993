"""Pages with known fields, and when a value is right, for `benchmarks/scrape.py`."""

from __future__ import annotations

import gzip
import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LISTS = ("ingredients", "instructions")
Page = dict[str, Any]
# Prompts for what pages of other verticals plainly do not have; after each those that may.
ABSENT = {
    "Engine": ("auto",),
    "Fuel economy": ("auto",),
    "ISBN-13": ("book",),
    "Publisher": ("book", "recipe-en"),
    "Author": ("book", "movie", "restaurant", "recipe-en"),
    "Director": ("movie",),
    "MPAA rating": ("movie",),
    "Team": ("nbaplayer",),
    "Height": ("nbaplayer", "auto", "camera"),
    "Weight": ("nbaplayer", "auto", "camera", "recipe-en"),
    "Cuisine": ("restaurant", "recipe-en"),
    "University type": ("university",),
    "Prep time": ("recipe-en",),
    "Servings": ("recipe-en",),
    "Ingredients": ("recipe-en",),
    "Instructions": ("recipe-en",),
}
Answers = dict[str, list[str]]
_MINUTES = {"d": 1440, "h": 60, "m": 1}


def pages(path: Path) -> Iterator[Page]:
    """Yield the pages of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def absent(page: Page) -> list[str]:
    """Return prompts for what a page does not have."""
    return [prompt for prompt, may in ABSENT.items() if page["vertical"] not in may]


def plain(text: object) -> str:
    """Return a text as single fields are compared."""
    folded = unicodedata.normalize("NFKC", html.unescape(str(text))).casefold()
    return " ".join(folded.split()).strip(" .,;:|")


def bare(text: object) -> str:
    """Return a text as lines of lists are compared."""
    return re.sub(r"[\W_]+", "", plain(text))


def minutes(text: str) -> float | None:
    """Return a duration, None where there is none."""
    parts = re.findall(r"(\d+(?:\.\d+)?)\s*([dhm])", plain(text))
    if parts:
        once = {unit: float(number) for number, unit in reversed(parts)}
        return sum(number * _MINUTES[unit] for unit, number in once.items())
    return float(text) if text.strip().isdigit() else None


def number(text: str) -> float | None:
    """Return the first number of a text."""
    match = re.search(r"\d+(?:[.,]\d+)?", plain(text))
    return float(match[0].replace(",", ".")) if match else None


def right(field: str, value: str, truths: Sequence[object]) -> bool:
    """Return whether a value is one of the true ones."""
    if field == "prep_time":
        found = minutes(value)
        return found is not None and any(abs(found - float(str(t))) < 0.5 for t in truths)
    if field == "rating":
        found = number(value)
        return found is not None and any(abs(found - float(str(t))) <= 0.051 for t in truths)
    if field == "yields" and len(value) < 60:
        found = number(value)
        return any(plain(value) == plain(t) or found == number(str(t)) for t in truths)
    return any(plain(value) == plain(truth) for truth in truths)


def set_f1(values: Sequence[str], truths: Sequence[object]) -> float:
    """Return F1 of two lists as sets of lines."""
    found, true = {bare(v) for v in values}, {bare(t) for t in truths}
    return 2 * len(found & true) / (len(found) + len(true)) if found or true else 1.0


def figures(count: Counter[str]) -> str:
    """Return precision, recall and F1 of what was counted as true, found and right."""
    precision = count["right"] / max(1, count["found"])
    recall = count["right"] / max(1, count["true"])
    both = 2 * precision * recall / max(1e-9, precision + recall)
    return f"P {precision:.3f} R {recall:.3f} F1 {both:.3f} ({count['right']}/{count['true']})"


def weights_without(folder: Path | None, site: str) -> None:
    """Let the engine rank by the weights fitted without a site, `<folder>/<site>.json`."""
    from triptych.engines.scrape import ranking
    from triptych.models.regressions import Ranker

    if folder is not None:
        data = json.loads((folder / f"{site}.json").read_text("utf-8"))
        model = Ranker(data["weights"], tuple(data["certainty"]))
        ranking.ranker = lambda: model  # type: ignore[attr-defined,assignment]
