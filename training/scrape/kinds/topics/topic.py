"""What pages say of one topic, in English or in six languages, read from a file of its own.

A line of ``NAME.tsv`` has a language, a key, labels as pages write them, prompts as people type
them, prompts for all of a list, and values; "|" stands between alternatives. The key "-" has the
names of things, what such a thing is called, its plurals, and sentences about it. Slots in values
(``{int 10-500}``, ``{date}``) are filled anew for each page.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.make import Make

_FOLDER = Path(__file__).parent
_SLOT = re.compile(r"\{(\w+)(?: ([\d.]+)-([\d.]+))?\}")


class Property(NamedTuple):
    """What is said of a thing in one language."""

    labels: list[str]
    prompts: list[str]
    several: list[str]
    values: list[str]


def topics() -> list[str]:
    """Return the names of all topics."""
    return sorted(file.stem for file in _FOLDER.glob("*.tsv"))


@cache
def properties(topic: str) -> dict[str, dict[str, Property]]:
    """Return the properties of a topic by language and key."""
    found: dict[str, dict[str, Property]] = {}
    for line in (_FOLDER / f"{topic}.tsv").read_text("utf-8").splitlines():
        language, key, *cells = line.split("\t")
        lists = [[one.strip() for one in cell.split("|") if one.strip()] for cell in cells]
        found.setdefault(language, {})[key] = Property(*lists)
    return found


def filled(make: Make, pattern: str) -> str:
    """Return a value with its slots filled, as HTML."""
    return escape(_SLOT.sub(lambda slot: _slot(make, slot[1], slot[2], slot[3]), pattern), False)


def _slot(make: Make, name: str, low: str | None, high: str | None) -> str:
    if low is not None and high is not None:
        least, most = float(low), float(high)
        decimals = len(low.partition(".")[2]) or len(high.partition(".")[2])
        amount = make.random.uniform(least, most)
        if name == "money":
            return value.money(make, amount, 2 if most < 1000 or decimals else 0)
        if name == "year":
            return str(int(amount))
        return value.number(make, amount, decimals if name == "num" else 0)
    if name == "phone":
        return value.phone(make)
    simple = {
        "date": lambda: value.date(make),
        "time": lambda: value.clock(make, value.moment(make)),
        "duration": lambda: value.duration(make, value.count(make, 10, 400)),
        "percent": lambda: value.percent(make, make.random.uniform(1, 95)),
        "year": lambda: str(value.count(make, 1950, 2027)),
        "email": lambda: value.email(make),
        "url": lambda: f"https://www.{value.slug(value.brand(make))}.example",
        "person": lambda: value.person(make),
        "company": lambda: value.company(make),
        "city": lambda: value.word(make, "city"),
        "country": lambda: value.word(make, "land"),
        "street": lambda: value.address_lines(make)[0],
        "postcode": lambda: value.code(make, make.pick(["99999", "9999", "AA9 9AA"])),
        "address": lambda: value.address(make),
        "code": lambda: value.code(make, value.always(make, "code", ["AA-999", "A9999", "AAA999"])),
        "long": lambda: value.code(make, "9999999999999"),
        "size": lambda: " x ".join(str(value.count(make, 5, 120)) for _ in "123") + " cm",
        "rating": lambda: value.rating(make),
        "count": lambda: value.number(make, value.count(make, 3, 9000)),
        "int": lambda: str(value.count(make, 1, 500)),
        "num": lambda: value.number(make, make.random.uniform(0.1, 50), 1),
        "money": lambda: value.money(make, make.random.uniform(2, 900)),
    }
    return simple[name]()
