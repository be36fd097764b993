"""All kinds of generated pages, and which of them are kept out of training."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Iterator
from pathlib import Path

from training.scrape.examples import LabelledPage, Question
from training.scrape.make import LANGUAGES, STYLES, Kind, generate

#: A style of class names that is not learned from.
_HELD_OUT_STYLE = "camel"
_ENGLISH = 0.6


def kinds() -> list[Kind]:
    """Return the kinds of all modules of the folders here."""
    found: list[Kind] = []
    for module in pkgutil.walk_packages([str(Path(__file__).parent)], f"{__package__}."):
        if module.name != __name__:
            found.extend(getattr(importlib.import_module(module.name), "KINDS", ()))
    return found


#: Kinds that are not learned from, unlike all others.
HELD_OUT = frozenset(
    ("recipe_page", "paper_page", "companies_in_brief", "company_report", "app_page",
     "repositories", "search_results", "parcel", "flights", "trail")
)  # fmt: skip
_HELD_OUT_TOPICS = frozenset(
    ("camera", "museum", "campsite", "insurance_policy", "wine", "court_case", "ship")
)


def generated(count: int) -> Iterator[LabelledPage]:
    """Yield so many pages of each kind; those of a part have a style or a kind of their own."""
    for kind in kinds():
        name = getattr(kind, "__name__", "kind")
        for seed in range(count):
            chance = random.Random(f"{name} {seed}")
            languages = getattr(kind, "languages", LANGUAGES)
            language = "en" if chance.random() < _ENGLISH else chance.choice(languages)
            style = chance.choice(STYLES)
            page = generate(kind, chance.randrange(1 << 30), language, style)
            is_held_out = name in HELD_OUT or name.partition(" ")[0] in _HELD_OUT_TOPICS
            part = "choose" if is_held_out or style == _HELD_OUT_STYLE else "learn"
            questions = []
            for one in page.questions:
                words = [*one["prompts"].get("en", []), *one["prompts"].get(language, [])]
                questions.append(Question(one["key"], words, one["values"], one["many"]))
            yield LabelledPage("generated", name, name, part, page.html, "", questions)
