"""Pages of facts of organisations: their offices with hours by weekday, and sheets of facts."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    label,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import facts, heading
from training.scrape.make import Make


def offices(make: Make) -> str:
    """Return the offices of an organisation: addresses, phones, and hours by weekday."""
    cities = make.some(value.words(make, "city"), 1, 5)
    chosen = value.count(make, 0, len(cities) - 1)
    weekdays = value.words(make, "weekday")
    day = value.count(make, 0, 6)
    dash = make.pick([" – ", "-", " - "])
    with_fax, with_email = make.chance(0.5), make.chance(0.5)
    blocks = []
    layout = make.pick(["table", "dl", "lines", "spans"])
    for index, city in enumerate(cities):
        one = index == chosen
        lines = []
        for number, weekday in enumerate(weekdays):
            opens = value.clock(make, value.count(make, 14, 20) * 30)
            closes = value.clock(make, value.count(make, 32, 42) * 30)
            hours = f"{opens}{dash}{closes}"
            text = value.word(make, "closed") if number == 6 and make.chance(0.7) else hours
            marked = make.mark("day", text) if one and number == day else text
            lines.append((weekday, marked))
        if layout == "table":
            inner = "".join(f"<tr><td>{a}</td><td>{b}</td></tr>" for a, b in lines)
            hours = f"<table{make.names('hours')}>{inner}</table>"
        elif layout == "dl":
            hours = f"<dl>{''.join(f'<dt>{a}</dt><dd>{b}</dd>' for a, b in lines)}</dl>"
        elif layout == "spans":
            hours = "".join(f"<div><span>{a[:3]}</span><span>{b}</span></div>" for a, b in lines)
        else:
            hours = f"<p>{'<br>'.join(f'{a}: {b}' for a, b in lines)}</p>"
        address = make.mark("address", value.address(make, city))
        phone = make.mark("phone", value.phone(make))
        items = [("address", make.mark("its address", address) if one else address)]
        items.append(("phone", make.mark("its phone", phone) if one else phone))
        if with_fax:
            items.append(("fax", make.mark("fax", value.phone(make))))
        if with_email:
            items.append(("email", make.mark("email", value.email(make))))
        details = "".join(
            f"<p>{text}</p>" if term == "address" else f"<p>{label(make, term)}: {text}</p>"
            for term, text in items
        )
        if value.always(make, "labels", [True, False]):
            details = facts(make, "office", items)
        parts = [details, hours]
        if value.always(make, "hours first", [True, False]):
            parts.reverse()
        blocks.append(
            f"<section{make.names('office')}>{heading(make, make.mark('name', city))}"
            f"{''.join(parts)}</section>"
        )
    title = value.word(make, "offices_title")
    city, weekday = cities[chosen], weekdays[day]
    ask_all(make, "name", "location")
    ask_all(make, "phone", noun="office")
    ask_all(make, "address", noun="office")
    ask_cell(make, "its phone", "phone", city)
    ask_cell(make, "its address", "address", city)
    make.ask(
        "day",
        en=[f"hours in {city} on {weekday}", f"{city} {weekday} opening hours",
            f"{weekday} ({city})",
            f"when is the {city} office open on {weekday}", f"{weekday} hours of {city}"],
        de=[f"Öffnungszeiten {city} {weekday}"], fr=[f"horaires {city} {weekday}"],
        es=[f"horario {city} {weekday}"], it=[f"orari {city} {weekday}"],
        nl=[f"openingstijden {city} {weekday}"],
    )  # fmt: skip
    ask_all(make, "fax", noun="office") if with_fax else ask_one(
        make, "absent fax", "fax", "office"
    )
    if with_email:
        ask_all(make, "email", noun="office")
    ask_absent(make, "price", "vat", "rating", noun="office")
    return page(make, title, top(make, title) + "".join(blocks), crumbs=[title], comments=False)


def fact_sheet(make: Make) -> str:
    """Return a sheet of facts of a company or a town: nothing but labels and values."""
    town = make.chance(0.5)
    name = value.word(make, "city") if town else value.company(make)
    texts = {
        "country": value.word(make, "home_land"),
        "population": value.number(make, value.count(make, 900, 900000)),
        "area": f"{value.number(make, make.random.uniform(4, 400), 1)} km²",
        "density": f"{value.number(make, value.count(make, 20, 4000))} / km²",
        "built": f"{value.count(make, 1100, 1980)}",
        "website": f"www.{value.brand(make).lower()}.org",
        "phone": value.phone(make),
        "fax": value.phone(make),
        "email": value.email(make),
        "employees": value.number(make, value.count(make, 5, 90000)),
        "revenue": value.money(make, make.random.uniform(1, 500), 1),
        "address": value.address(make),
        "vat": value.code(make, "AA999999999"),
        "contact": value.person(make),
        "language": value.word(make, "language"),
    }
    choices = ["country", "population", "area", "density", "built", "website", "phone", "fax"]
    if not town:
        choices = [
            "country",
            "employees",
            "revenue",
            "address",
            "vat",
            "contact",
            "phone",
            "fax",
            "email",
            "website",
        ]
    chosen = make.some(choices, 5, 9)
    items = [(one, make.mark(one, texts[one])) for one in chosen]
    cut = value.count(make, 2, len(items))
    blocks = facts(make, "facts", items[:cut])
    if items[cut:]:
        blocks += heading(make, value.word(make, "contact_title"))
        blocks += facts(make, "more", items[cut:])
    text = f"<p>{value.paragraph(make)}</p>"
    parts = [blocks, text] if make.chance(0.5) else [text, blocks]
    for term in chosen[:7]:
        ask_one(make, term, noun="town" if town else "company")
    missing = [one for one in [*choices, "price", "salary"] if one not in (*chosen, "country")]
    ask_absent(make, *missing, noun="town" if town else "company")
    return page(make, name, top(make, name) + "".join(parts), crumbs=[name])


KINDS = (offices, fact_sheet)
