"""Names, dates, prices, numbers and sentences as pages of six languages write them."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from training.scrape.make import Make

_FOLDER = Path(__file__).parent


@cache
def _lists() -> dict[tuple[str, str], list[str]]:
    lines = (_FOLDER / "words.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {(group, language): values.split("; ") for group, language, values in rows}


def words(make: Make, group: str) -> list[str]:
    """Return the list of words of a group in the page's language."""
    lists = _lists()
    return lists.get((group, make.language)) or lists.get((group, "*")) or lists[group, "en"]


def word(make: Make, group: str) -> str:
    """Return one word of a group."""
    return str(make.pick(words(make, group)))


def always(make: Make, name: str, options: Sequence[Any]) -> Any:
    """Return one of some options, the same throughout a page for the same name."""
    return Random(f"{name} {make.seed}").choice(options)


def count(make: Make, least: int, most: int) -> int:
    """Return a whole number in a range, its ends included."""
    return make.random.randint(least, most)


# -- people and places ----------------------------------------------------------------------------
def person(make: Make) -> str:
    """Return a person's name, written the same way throughout the page."""
    first, last = word(make, "first"), word(make, "last")
    form = always(make, "person", ["plain"] * 6 + ["last first", "initial", "middle"])
    if form == "last first":
        return f"{last}, {first}"
    if form == "initial":
        return f"{first[0]}. {last}"
    if form == "middle":
        return f"{first} {make.pick('ABCEHJKMRST')}. {last}"
    return (
        f"{first} {last}" if make.chance(0.9) else f"{make.pick(['Dr.', 'Prof.'])} {first} {last}"
    )


def people(make: Make, least: int, most: int) -> list[str]:
    """Return a few different names."""
    return distinct(make, person, least, most)


def distinct(make: Make, maker: Any, least: int, most: int) -> list[str]:
    """Return a few different values that a function makes."""
    wanted = count(make, least, most)
    values: dict[str, None] = {}
    for _ in range(wanted * 8):
        if len(values) < wanted:
            values[maker(make)] = None
    return list(values)


def brand(make: Make) -> str:
    """Return a coined name."""
    return f"{word(make, 'coin_a')}{word(make, 'coin_b')}"


def company(make: Make) -> str:
    """Return a company's name."""
    stem = make.pick([brand(make), word(make, "last"), f"{brand(make)} {word(make, 'city')}"])
    return f"{stem} {word(make, 'suffix')}".replace("&", "&amp;") if make.chance(0.7) else stem


def club(make: Make) -> str:
    """Return a sports club's name."""
    city, league = word(make, "city"), word(make, "league")
    return str(make.pick([f"{league} {city}", f"{city} {league}", city]))


def address_lines(make: Make, city: str = "") -> list[str]:
    """Return the lines of a postal address."""
    lines: list[str]
    street, house = word(make, "street"), count(make, 1, 240)
    city = city or word(make, "city")
    five = f"{count(make, 10000, 98999)}"
    if make.language == "en":
        state = make.pick(["MA", "OR", "TX", "CO", "OH"])
        lines = make.pick(
            [
                [f"{house} {street}", f"{city}, {state} {five}"],
                [f"{house} {street}", city, f"{make.pick('BLSNW')}{count(make, 1, 20)} 4QT"],
            ]
        )
    elif make.language == "fr":
        lines = [f"{house}, {street}", f"{five} {city}"]
    elif make.language == "es":
        lines = [f"{street}, {house}", f"{five} {city}"]
    elif make.language == "it":
        lines = [f"{street} {house}", f"{five} {city} (TO)"]
    elif make.language == "nl":
        lines = [f"{street} {house}", f"{five[:4]} {make.pick(['AB', 'KL', 'XD'])} {city}"]
    else:
        lines = [f"{street} {house}", make.pick([five, five[:4]]) + f" {city}"]
    if make.chance(0.25):
        lines.append(word(make, "home_land"))
    return lines


def address(make: Make, city: str = "") -> str:
    """Return an address of one or of several lines."""
    between = always(make, "address", ["<br>", "<br/>\n", ", ", ", ", " · "])
    return str(between.join(address_lines(make, city)))


def phone(make: Make) -> str:
    """Return a phone number in the country's format."""
    a, b, c = count(make, 200, 989), count(make, 200, 989), count(make, 1000, 9989)
    forms = {
        "en": [f"({a}) {b}-{c}", f"+1 {a} {b} {c}", f"{a}-{b}-{c}", f"+44 20 7{b} {c}"],
        "de": [f"+49 {a} {b}{c}", f"0{a} / {b} {c}", f"0{a}-{b}{c}", f"+41 44 {a} {c % 90 + 10}"],
        "fr": [f"01 {a % 90 + 10} {b % 90 + 10} {c % 90 + 10} 34", f"+33 1 {a % 90 + 10} 22 18 70"],
        "es": [f"9{a % 90 + 10} {b} {c % 900 + 100}", f"+34 {a} {b} {c % 900 + 100}"],
        "it": [f"0{a % 90 + 10} {b}{c}", f"+39 {a} {b}{c}"],
        "nl": [f"0{a % 90 + 10} - {b} {c}", f"+31 {a % 90 + 10} {b}{c}"],
    }
    return str(make.pick(forms[make.language]))


def email(make: Make) -> str:
    """Return an e-mail address."""
    who = make.pick(["info", "contact", "hello", "office", "jobs", "support", "sales"])
    return f"{who}@{brand(make).lower()}.{always(make, 'tld', ['com', 'org', 'net', 'eu', 'io'])}"


def link(make: Make, *parts: str) -> str:
    """Return an address, absolute or relative as all of the page's addresses are."""
    host = always(make, "host", words(make, "coin_a")) + always(make, "host", words(make, "coin_b"))
    root = always(make, "root", ["/", "/", f"https://www.{host.lower()}.com/", "../"])
    path = "/".join(slug(part) for part in parts)
    return f"{root}{path}{always(make, 'ending', ['', '', '.html', '/'])}"


def slug(text: str) -> str:
    """Return a text as it stands in an address."""
    letters = "".join(one if one.isalnum() or one == "." else "-" for one in text.lower())
    return "-".join(part for part in letters.split("-") if part)


# -- numbers --------------------------------------------------------------------------------------
def number(make: Make, value: float, decimals: int = 0) -> str:
    """Return a number with the language's signs for thousands and decimals."""
    text = f"{value:,.{decimals}f}"
    if make.language == "en":
        return text
    thousands = {"fr": "\u202f"}.get(make.language, ".")
    return text.replace(",", "_").replace(".", ",").replace("_", thousands)


def sign_of_money(make: Make) -> str:
    """Return the page's currency."""
    signs = {"en": ["$", "$", "£", "€", "USD", "A$"], "de": ["€", "€", "€", "CHF", "EUR"]}
    return str(always(make, "money", signs.get(make.language, ["€", "€", "€", "EUR"])))


def money(make: Make, value: float, decimals: int = 2) -> str:
    """Return a price in the page's currency and way of writing."""
    sign, amount = sign_of_money(make), number(make, value, decimals)
    if make.language == "en" and len(sign) < 3:
        return f"{sign}{amount}"
    before = always(
        make, "money first", [True] if make.language in ("en", "nl") else [False, False, True]
    )
    if not decimals and make.language == "de" and always(make, "dash", [True, False, False]):
        amount = f"{amount},–"
    space = always(make, "money space", [" ", " ", "\u00a0"])
    return f"{sign}{space}{amount}" if before else f"{amount}{space}{sign}"


def percent(make: Make, value: float, decimals: int = 1, sign: bool = False) -> str:
    """Return a percentage."""
    text = number(make, abs(value), decimals)
    before = ("+" if value >= 0 else always(make, "minus", ["-", "−"])) if sign else ""
    return f"{before}{text}{always(make, 'percent', ['%', '%', ' %'])}"


def rating(make: Make) -> str:
    """Return a rating in the page's scale."""
    form = always(make, "rating", ["5", "5", "10", "of 5", "of 10", "grade"])
    if form in ("5", "of 5"):
        value = number(make, count(make, 24, 50) / 10, 1)
    else:
        value = number(make, count(make, 58, 98) / 10, 1)
    return value + {"of 5": "/5", "of 10": " / 10"}.get(form, "")


def code(make: Make, pattern: str) -> str:
    """Return a number by a pattern: 9 is a digit, A a capital letter, x a hexadecimal digit."""
    signs = {"9": "0123456789", "A": "ABCDEFGHJKLMNPRSTUVWXZ", "x": "0123456789abcdef"}
    return "".join(make.pick(signs[one]) if one in signs else one for one in pattern)


# -- times ----------------------------------------------------------------------------------------
def day(make: Make, year: int | None = None) -> datetime.date:
    """Return a day."""
    start = datetime.date(year or count(make, 2016, 2027), 1, 1)
    return start + datetime.timedelta(days=count(make, 0, 364))


def later(date: datetime.date, days: int) -> datetime.date:
    """Return the day that many days later."""
    return date + datetime.timedelta(days=days)


_DATES = {
    "en": ["{d} {M} {y}", "{M} {d}, {y}", "{m3} {d}, {y}", "{y}-{mm}-{dd}", "{dd}/{mm}/{y}",
           "{w3}, {d} {m3} {y}", "{w}, {M} {d}, {y}", "{M} {d}{th}, {y}", "{mm}/{dd}/{yy}"],
    "de": ["{dd}.{mm}.{y}", "{d}. {M} {y}", "{w2}, {dd}.{mm}.{yy}", "{w}, {d}. {M} {y}",
           "{d}.{m}.{y}"],
    "fr": ["{d} {M} {y}", "{dd}/{mm}/{y}", "{w} {d} {M} {y}", "le {d} {M} {y}", "{y}-{mm}-{dd}"],
    "es": ["{d} de {M} de {y}", "{dd}/{mm}/{y}", "{w}, {d} de {M} de {y}", "{d} {m3} {y}"],
    "it": ["{d} {M} {y}", "{dd}/{mm}/{y}", "{w} {d} {M} {y}", "{dd}.{mm}.{y}"],
    "nl": ["{d} {M} {y}", "{dd}-{mm}-{y}", "{w} {d} {M} {y}", "{d} {m3}. {y}"],
}  # fmt: skip
_SHORT_DATES = {
    "en": ["{d} {m3}", "{m3} {d}", "{w3} {d} {m3}", "{w}, {M} {d}", "{w} {d} {M}", "{mm}/{dd}"],
    "de": ["{dd}.{mm}.", "{w2} {dd}.{mm}.", "{w}, {d}. {M}", "{d}. {M}"],
    "fr": ["{d} {M}", "{w} {d} {M}", "{dd}/{mm}"],
    "es": ["{d} {m3}", "{w} {d} de {M}", "{d} de {M}", "{dd}/{mm}"],
    "it": ["{d} {M}", "{w} {d} {M}", "{dd}/{mm}"],
    "nl": ["{d} {M}", "{w} {d} {M}", "{dd}-{mm}", "{w2} {d} {m3}"],
}


def date(make: Make, when: datetime.date | None = None, short: bool = False, use: str = "") -> str:
    """Return a day as the page writes it; dates of another `use` may be written otherwise."""
    when = when or day(make)
    forms = (_SHORT_DATES if short else _DATES)[make.language]
    month, weekday = words(make, "month")[when.month - 1], words(make, "weekday")[when.weekday()]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(when.day % 10 if when.day not in (11, 12, 13) else 0)
    return str(always(make, f"date {short} {use}", forms)).format(
        d=when.day, dd=f"{when.day:02}", m=when.month, mm=f"{when.month:02}", M=month,
        m3=month[:3], y=when.year, yy=f"{when.year % 100:02}", w=weekday, w3=weekday[:3],
        w2=weekday[:2], th=ending or "th",
    )  # fmt: skip


def clock(make: Make, minutes: int) -> str:
    """Return a time of day, given in minutes after midnight."""
    hour, minute = minutes // 60 % 24, minutes % 60
    plain = f"{hour:02}:{minute:02}"
    half = f"{(hour - 1) % 12 + 1}:{minute:02}"
    noon = "pm" if hour > 11 else "am"
    forms = {
        "en": [plain, plain, f"{half} {noon}", f"{half}{noon.upper()}"],
        "de": [plain, plain, f"{plain} Uhr", f"{hour}.{minute:02} Uhr"],
        "fr": [plain, f"{hour}h{minute:02}", f"{hour} h {minute:02}"],
        "es": [plain, f"{hour}:{minute:02} h", plain],
        "it": [plain, f"{hour}.{minute:02}", plain],
        "nl": [plain, f"{hour}.{minute:02} uur", plain],
    }  # fmt: skip
    return str(always(make, "clock", forms[make.language]))


def moment(make: Make) -> int:
    """Return a time of day in minutes after midnight, on five minutes."""
    return count(make, 7 * 12, 22 * 12) * 5


def duration(make: Make, minutes: int) -> str:
    """Return a duration."""
    hours, rest = minutes // 60, minutes % 60
    hour = {"de": "Std.", "nl": "u", "es": "h", "it": "h"}.get(make.language, "h")
    forms = [
        f"{hours} {hour} {rest} min",
        f"{hours}{hour[0].lower()}{rest:02}",
        f"{minutes} min",
        f"{hours}:{rest:02} h",
    ]
    return str(always(make, "duration", forms))


# -- texts ----------------------------------------------------------------------------------------
def _filled(make: Make, text: str) -> str:
    """Return a sentence with its slots for a city, a person, a topic and a number filled."""
    if "{" not in text:
        return text
    return text.format(
        c=word(make, "city"),
        p=f"{word(make, 'first')} {word(make, 'last')}",
        t=word(make, "topic"),
        n=count(make, 2, 98),
        d=word(make, "weekday"),
    )


def sentence(make: Make) -> str:
    """Return a sentence."""
    return _filled(make, word(make, "sense"))


def paragraph(make: Make, least: int = 2, most: int = 4) -> str:
    """Return a few sentences."""
    return " ".join(_filled(make, one) for one in make.some(words(make, "sense"), least, most))


def talk(make: Make) -> str:
    """Return the title of a talk, a course or an article."""
    text = word(make, "talk_form").format(word(make, "topic"))
    return text[:1].upper() + text[1:]


def event(make: Make) -> str:
    """Return the name of an event."""
    topic = word(make, "topic")
    text = word(make, "event_form").format(topic.title() if make.language == "en" else topic)
    return text[:1].upper() + text[1:]


def film(make: Make) -> str:
    """Return the title of a film or a programme."""
    first, second = word(make, "film_a"), word(make, "film_b")
    form = {"en": ["{} {}", "The {} {}"]}.get(make.language, ["{} {}"])
    return str(make.pick(form)).format(first, second)
