"""Pages with known answers as examples: which candidates answer which prompts.

Pages are of three sources: labelled ones, ones whose structured data tell the answers (taken out of
the page before it is read), and generated ones. Each site is in one part for good: to learn from,
to choose with, or to measure.
"""

from __future__ import annotations

import csv
import gzip
import hashlib
import html as entities
import json
import random
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dateutil import parser as dates  # type: ignore[import-untyped]

_FILES = (
    "swde_half_a", "recipes_half_a", "pages_labelled/articles", "pages_labelled/recipes",
    "pages_labelled/contact_pages", "pages_labelled/court_lists", "pages_labelled/lists_and_others",
    "pages_structured/articles", "pages_structured/recipes",
    "pages_structured/products_events_places_others", "pages_structured/schemaorg_examples",
)  # fmt: skip
_JSON_SCRIPT = re.compile(r"<script\b[^>]*json[^>]*>.*?</script\s*>", re.IGNORECASE | re.DOTALL)
_META = re.compile(r"<meta\b[^>]*>", re.IGNORECASE)
_STATED = re.compile(
    r"\s(?:item(?:prop|scope|type|id|ref)|property|typeof|vocab|resource|about|datatype)"
    r"(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+))?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[^\d]{0,8}?(\d[\d\s.,'’]*)[^\d]{0,12}")
#: How the sources of written pages begin.
EVERYDAY = "everyday pages"
#: How many wordings of a question are learned from: more where there are few pages.
_WORDINGS = {"generated": 2, "swde": 4, "lists_and_others": 6, "court_lists": 6}
_USUAL_WORDINGS = 3
#: Parts of a hundred sites: to measure with, and to choose with.
_MEASURE, _CHOOSE = 15, 30
#: Longer values are not numbers or dates.
_LONGEST_SAME = 40


@dataclass
class Question:
    """What to ask of a page: wordings, the values that are right, and whether all are asked for."""

    field: str
    prompts: list[str]
    values: list[str]
    many: bool


def some_wordings(page: LabelledPage, question: Question, chance: random.Random) -> list[str]:
    """Return the wordings of a question that are learned from."""
    count = _WORDINGS.get(page.source, _USUAL_WORDINGS)
    return chance.sample(question.prompts, min(count, len(question.prompts)))


@dataclass
class LabelledPage:
    """A page with questions."""

    source: str
    site: str
    vertical: str
    part: str
    html: str
    #: With its structured data; empty where that is not known.
    stating: str = ""
    questions: list[Question] = field(default_factory=list)


def part_of(site: str) -> str:
    """Return the part of a site, by a hash of its name."""
    place = int(hashlib.sha256(site.encode()).hexdigest(), 16) % 100
    return "measure" if place < _MEASURE else "choose" if place < _CHOOSE else "learn"


def without_structured_data(page: str) -> str:
    """Return a page without what it states for machines."""
    page = _META.sub("", _JSON_SCRIPT.sub("", page))
    return re.sub(r"<[a-zA-Z][^<>]*>", lambda tag: _STATED.sub("", tag[0]), page)


def wordings(file: Path) -> dict[tuple[str, str], list[str]]:
    """Return the prompts of a field of a vertical; under the field "-" those of what is absent."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found[row["vertical"], row["field"]].append(row["prompt"])
    return found


_LISTS = frozenset(
    ("ingredients", "instructions", "tags", "people", "roles", "case_names", "docket_numbers",
     "decision_dates", "judges", "phone", "email", "fax")
)  # fmt: skip


def labelled(folder: Path, prompts: dict[tuple[str, str], list[str]]) -> Iterator[LabelledPage]:
    """Yield the pages of the data folder."""
    for name in _FILES:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for line in lines:
                data: dict[str, Any] = json.loads(line)
                source = name.split("/")[-1].removesuffix("_half_a")
                if name.startswith("pages_structured"):
                    source = f"structured {source}"
                page = LabelledPage(
                    source, data["site"], data["vertical"], part_of(data["site"]),
                    without_structured_data(data["html"]), data["html"],
                )  # fmt: skip
                for key, gold in data["gold"].items():
                    values = [str(value) for value in gold["values"] if str(value).strip()]
                    words = [gold["prompt"], *prompts.get((data["vertical"], key), [])]
                    distinct = {plain(value) for value in values}
                    page.questions.append(
                        Question(key, words, values, len(distinct) > 1 or key in _LISTS)
                    )
                absent = prompts.get((data["vertical"], "-"), [])
                if absent:
                    page.questions.append(Question("-", absent, [], False))
                yield page


def everyday(file: Path, part: str) -> Iterator[LabelledPage]:
    """Yield the everyday pages of a file, which are all in one part."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            data = json.loads(line)
            name = EVERYDAY + (" not in English" if data["lang"] != "en" else "")
            questions = [
                Question(str(at), one["prompts"], one["values"], one["answer"] == "all")
                for at, one in enumerate(data["questions"])
            ]
            yield LabelledPage(name, data["id"], data["kind"], part, data["html"], "", questions)


def plain(text: str) -> str:
    """Return a text as values are compared: NFKC, folded, white space and outer signs aside."""
    folded = unicodedata.normalize("NFKC", entities.unescape(text)).casefold()
    return " ".join(folded.split()).strip(" .,;:|")


def number(text: str) -> float | None:
    """Return the number that a text is, with a unit or a currency; None if it is more."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    digits = re.sub(r"[\s'’]", "", match[1]).strip(".,")
    if re.search(r"[.,]\d{1,2}$", digits):
        digits = re.sub(r"[.,](?=.*[.,])", "", digits).replace(",", ".")
    else:
        digits = re.sub(r"[.,]", "", digits)
    try:
        return float(digits)
    except ValueError:
        return None


def date(text: str) -> object:
    """Return the date that a text is; None if it is none."""
    if not re.search(r"\d", text) or len(text) > 40:
        return None
    try:
        return dates.parse(text).date()
    except (ValueError, OverflowError):
        return None


def same(one: str, other: str) -> bool:
    """Return whether two values are the same."""
    if plain(one) == plain(other):
        return True
    if (first := number(one)) is not None and first == number(other):
        return True
    day = date(one)
    return day is not None and day == date(other)


def within(value: str, text: str) -> tuple[int, int] | None:
    """Return where a value stands in a text, by its words; None where it does not."""
    parts = [re.escape(part) for part in value.strip(" .,;:|").split()]
    if not parts:
        return None
    match = re.search(r"(?<!\w)" + r"\s+".join(parts) + r"(?!\w)", text, re.IGNORECASE)
    return match.span() if match else None


@dataclass(slots=True)
class Target:
    """Which candidates of a page answer a question, and where in them the values stand."""

    #: Place among the candidates, and the characters of the values in it.
    right: dict[int, list[tuple[int, int]]]
    #: The same of candidates with more than the values, which others hold alone.
    around: dict[int, list[tuple[int, int]]]


def target(
    values: Sequence[str], candidates: Sequence[str], folded: Sequence[str]
) -> Target | None:
    """Return which of some candidates hold values; None where none does and one should."""
    right: dict[int, list[tuple[int, int]]] = {}
    around: dict[int, list[tuple[int, int]]] = {}
    at: dict[str, list[int]] = defaultdict(list)
    for place, text in enumerate(folded):
        at[text].append(place)
    for value in values:
        wanted = plain(value)
        exact = at.get(wanted, [])
        for place in exact:
            right.setdefault(place, []).append((0, len(candidates[place])))
        holders = [
            (len(candidates[place]), place, span)
            for place, text in enumerate(candidates)
            if place not in exact and len(text) < 4000 and wanted in folded[place]
            and (span := within(value, text))
        ]  # fmt: skip
        if not exact and holders and (len(wanted) > 2 or len(holders) == 1):
            shortest = min(holders)[0]
            for length, place, span in holders:
                if length <= 1.2 * shortest:
                    right.setdefault(place, []).append(span)
        if not exact and not holders:
            for place, text in enumerate(candidates):
                if len(text) < _LONGEST_SAME and same(text, value):
                    right.setdefault(place, []).append((0, len(text)))
        for _, place, span in holders:
            around.setdefault(place, []).append(span)
    if values and not right:
        return None
    return Target(right, {place: own for place, own in around.items() if place not in right})


def targets(
    questions: Sequence[Question], candidates: Sequence[str]
) -> Iterator[tuple[Question, Target]]:
    """Yield the questions of a page whose answer is known among its candidates, with it."""
    folded = [plain(text) for text in candidates]
    for question in questions:
        found = target(question.values, candidates, folded)
        if found is not None:
            yield question, found
