"""Small pages to try, written for this: a product, a listing, a recipe in German."""

from __future__ import annotations

from pathlib import Path

from triptych.panels.base.panel import Sample

_HERE = Path(__file__).parent


def _sample(label: str, page: str, prompts: dict[str, str] | list[str]) -> Sample:
    html = (_HERE / f"{page}.html").read_text(encoding="utf-8")
    return Sample(label, {"html": html, "element_prompts": prompts})


SAMPLES = (
    _sample(
        "a product",
        "product",
        {"name": "product name", "price": "price", "rating": "rating", "weight": "weight"},
    ),
    _sample(
        "five teas",
        "listing",
        {"tea": "names of the teas", "price": "prices", "origin": "origins of the teas"},
    ),
    _sample(
        "a German recipe",
        "rezept",
        {"Zutaten": "Zutaten", "Dauer": "Zubereitungszeit", "Datum": "Datum der Veröffentlichung"},
    ),
)
