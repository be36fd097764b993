"""What the tutorial finds on the sample pages."""

from __future__ import annotations

import pytest

from triptych import samples
from triptych.engines.scrape import extract


def _values(page: str, *prompts: str) -> list[tuple[str, ...]]:
    html = samples.path(f"pages/{page}").read_text(encoding="utf-8")
    fields = extract(html, {prompt: prompt for prompt in prompts}).fields
    return [fields[prompt].values for prompt in prompts]


def test_a_tool_in_five_prompts() -> None:
    prompts = ("name", "daily fee", "weight", "deposit", "available from")
    values = [("Folding ladder",), ("€2.00",), ("14.5 kg",), ("€20",), ("9 January 2027",)]
    assert _values("tools/folding-ladder/index.html", *prompts) == values


def test_the_listing_as_records() -> None:
    html = samples.path("pages/tools/index.html").read_text(encoding="utf-8")
    records = extract(html, {"tool": "names of all tools", "fee": "prices"}).records
    assert len(records) == 8
    assert records[0] == {"tool": "Cordless drill", "fee": "€3.00"}
    assert records[7] == {"tool": "Spirit level, 60 cm", "fee": "€0.50"}


@pytest.mark.parametrize(
    ("page", "prompts", "values"),
    [
        ("akkuschrauber.html", ("Gewicht",), [("1,6 kg",)]),
        ("visseuse.html", ("tarif", "poids"), [("3,00 €",), ("1,6 kg",)]),
        ("visit.html", ("phone number", "email"),
         [("+353 20 910 0123",), ("desk@repair-cafe.example",)]),
        ("sqlite/stricttables.html", ("data types",),
         [("INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY")]),
        ("sqlite/stricttables.html", ("allowed data types",),
         [("INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY")]),
        ("python/whatsnew/3.1.html", ("author",), [("Raymond Hettinger",)]),
    ],
)  # fmt: skip
def test_pages_of_other_makes(
    page: str, prompts: tuple[str, ...], values: list[tuple[str, ...]]
) -> None:
    assert _values(page, *prompts) == values


@pytest.mark.parametrize(
    ("page", "prompt"),
    [
        ("tools/folding-ladder/index.html", "power in watts"),
        ("tools/spirit-level/index.html", "rating"),
        ("sqlite/chronology.html", "price"),
        ("app.html", "daily fee"),
    ],
)
def test_what_is_not_there_stays_empty(page: str, prompt: str) -> None:
    assert _values(page, prompt) == [()]
