"""Listings of homes, cars, jobs and hotels."""

from __future__ import annotations

from collections.abc import Callable

from training.scrape.kinds.shops_and_offers import listing_words as words
from training.scrape.kinds.shops_and_offers import products, specs, terms, values
from training.scrape.kinds.shops_and_offers.layout import lines
from training.scrape.kinds.shops_and_offers.listing import (
    FIRMS,
    Part,
    add_links,
    filters,
    items_shown,
    listing_of,
    listing_page,
)
from training.scrape.make import Make

_AGENCIES = ("Homes", "Immo", "&amp; Sohn", "Estates", "Property")


def homes(make: Make) -> str:
    """Return homes for sale or to let."""
    money, count = values.prices(make), make.random.randint(2, 12)
    names = [values.word(make, words.HOMES) for _ in range(count)]
    to_let = make.chance(0.4)
    span = (400, 2600) if to_let else (90_000, 1_400_000)
    unit = make.pick((" m²", " m²", " sq ft" if make.language == "en" else " m²"))
    parts: list[Part] = [
        ("price", words.RENT, lambda: money(values.amount(make, *span))),
        ("area", words.AREA, lambda: f"{make.random.randint(22, 260)}{unit}"),
        ("rooms", words.BEDS, lambda: str(make.random.randint(1, 7))),
        ("baths", words.BATHS, lambda: str(make.random.randint(1, 3))),
        ("place", terms.PLACE, lambda: values.address(make)),
        ("agent", words.AGENT, lambda: f"{values.brand(make)} {make.pick(_AGENCIES)}"),
        ("built", words.BUILT, lambda: str(make.random.randint(1880, 2025))),
        ("energy", words.ENERGY, lambda: make.pick("ABCDEFG")),
    ]
    parts = parts[:2] + make.some(parts[2:], 1, 5)
    listing = listing_of(make, "property", words.TITLE, names, parts)
    add_links(make, listing, "expose", make.chance(0.5))
    name = make.pick(("property", "listing", "home", "result"))
    shown = items_shown(
        make, listing, name, words.TITLE, ("area", "rooms", "baths", "built", "energy")
    )
    title = make.text(
        en="Homes", de="Immobilien", fr="Annonces", es="Viviendas", it="Case", nl="Woningen"
    )
    title = f"{title} – {values.city(make)}"
    aside = filters(make, (words.RENT, f"≤ {money(300000.0)}"), (words.BEDS, "2+ (14)"))
    return listing_page(make, title, shown, (terms.RATING, terms.STOCK, words.MILEAGE), aside)


def _registered(make: Make, with_month: bool) -> str:
    year = str(make.random.randint(2004, 2026))
    return f"{make.random.randint(1, 12):02}/{year}" if with_month else year


def cars(make: Make) -> str:
    """Return used cars for sale."""
    money, count = values.prices(make), make.random.randint(2, 12)
    names = specs.models(make, count)
    unit = make.pick((" km", " km", " miles" if make.language == "en" else " km"))
    with_month, power = make.chance(0.5), make.pick(("kW", "hp", "PS", "ch"))
    parts: list[Part] = [
        ("price", terms.PRICE, lambda: money(values.amount(make, 900, 64000))),
        ("year", words.YEAR, lambda: _registered(make, with_month)),
        (
            "mileage",
            words.MILEAGE,
            lambda: values.number(make, make.random.randint(30, 2600) * 100) + unit,
        ),
        ("fuel", words.FUEL, lambda: values.word(make, words.FUELS)),
        ("gearbox", words.GEARBOX, lambda: values.word(make, words.GEARBOXES)),
        ("power", words.POWER, lambda: f"{make.random.randint(50, 330)} {power}"),
        ("dealer", words.DEALER, lambda: f"Auto {values.brand(make)}"),
        ("place", terms.PLACE, lambda: values.city(make)),
    ]
    parts = parts[:1] + make.some(parts[1:], 2, 6)
    listing = listing_of(make, "car", words.TITLE, names, parts)
    add_links(make, listing, "auto", make.chance(0.5))
    joined = ("year", "mileage", "fuel", "gearbox", "power")
    shown = items_shown(
        make, listing, make.pick(("car", "vehicle", "ad", "item")), words.TITLE, joined
    )
    title = make.text(en="Used cars", de="Gebrauchtwagen", fr="Voitures d'occasion",
        es="Coches de ocasión",
                     it="Auto usate", nl="Tweedehands auto's")  # fmt: skip
    aside = filters(
        make, (words.YEAR, "2015 – 2020"), (terms.PRICE, money(5000.0)), (words.FUEL, "…")
    )
    return listing_page(make, title, shown, (terms.RATING, words.AREA, terms.WARRANTY), aside)


def _salary(make: Make, money: Callable[[float], str], dash: str) -> str:
    low = float(make.random.randint(20, 90) * 1000)
    return f"{money(low)}{dash}{money(low * 1.25)}" if make.chance(0.8) else ""


def jobs(make: Make) -> str:
    """Return vacancies."""
    money, count = values.prices(make), make.random.randint(2, 15)
    pool = values.options(words.JOBS, make.language)
    names = make.some(pool, count, count)
    if make.language == "en":
        names = [make.pick(("", "", "Senior ", "Junior ", "Head ")) + name for name in names]
    write, dash = values.dates(make), make.pick((" – ", " - "))
    relative = make.chance(0.5)
    parts: list[Part] = [
        ("company", words.COMPANY, lambda: f"{values.brand(make)} {make.pick(FIRMS)}"),
        ("place", terms.PLACE, lambda: values.city(make)),
        ("salary", words.SALARY, lambda: _salary(make, money, dash)),
        ("contract", words.CONTRACT, lambda: values.word(make, words.CONTRACTS)),
        (
            "posted",
            terms.PUBLISHED,
            lambda: values.ago(make) if relative else write(values.day(make)),
        ),
    ]
    parts = parts[:2] + make.some(parts[2:], 0, 3)
    listing = listing_of(make, "job", words.JOB, names, parts)
    add_links(make, listing, "jobs", False)
    form = make.pick(("cards", "cards", "lines", "departments"))
    if form == "cards":
        joined = ("company", "place", "contract", "posted")
        shown = items_shown(
            make, listing, make.pick(("job", "vacancy", "position", "result")), words.JOB, joined
        )
    else:
        separator = make.pick((" – ", ", ", " | ", " · "))
        rows = []
        for number, item in enumerate(listing.items):
            rest = separator.join(item[part] for part, _, _ in parts if part in item)
            title = f'<a href="{item["link"]}">{item["name"]}</a>'
            if form == "departments" and number % 4 == 0:
                department = values.word(make, products.CATEGORIES)
                rows.append(f"<h3>{department}</h3>")
            row = f"<p>{title}<br>{rest}</p>" if form == "lines" else f"<div>{title}{rest}</div>"
            rows.append(row)
        shown = lines(make, rows)
    title = make.text(en=["Jobs", "Open positions"], de=["Stellenangebote"], fr=["Offres d'emploi"],
                     es=["Ofertas de empleo"], it=["Offerte di lavoro"],
                     nl=["Vacatures"])  # fmt: skip
    return listing_page(make, title, shown, (terms.RATING, terms.DELIVERY, words.ENERGY))


def hotels(make: Make) -> str:
    """Return hotels of a place."""
    money, count = values.prices(make), make.random.randint(2, 12)
    kinds = ("Hotel {}", "{} Inn", "Pension {}", "Grand {}", "{} Suites", "Hostel {}", "Casa {}")
    names = list(dict.fromkeys(make.pick(kinds).format(values.brand(make)) for _ in range(count)))
    per, after = values.word(make, words.PER_NIGHT), make.chance(0.5)
    where = make.pick((values.address, values.city, values.city))
    parts: list[Part] = [
        ("price", terms.PRICE, lambda: money(float(make.random.randint(29, 480)))),
        ("score", terms.RATING, lambda: values.number(make, make.random.randint(55, 98) / 10, 1)),
        ("verdict", words.VERDICT, lambda: values.word(make, words.GRADES)),
        ("reviews", terms.REVIEWS, lambda: values.number(make, make.random.randint(3, 5200))),
        ("place", terms.PLACE, lambda: where(make)),
        (
            "distance",
            words.DISTANCE,
            lambda: f"{values.number(make, make.random.randint(1, 90) / 10, 1)} km",
        ),
    ]
    parts = parts[:2] + make.some(parts[2:], 0, 4)
    listing = listing_of(make, "hotel", words.HOTEL, names, parts)
    add_links(make, listing, "hotel", make.chance(0.5))
    for item in listing.items:
        if after:
            item["price"] += f" {per}"
    if {"score", "verdict"} <= set(listing.labels) and make.chance(0.5):
        for item in listing.items:
            item["score"] = f"{item['score']} {item.pop('verdict')}"
        del listing.labels["verdict"]
    shown = items_shown(make, listing, make.pick(("hotel", "stay", "offer", "tile")), words.HOTEL,
                   ("score", "reviews", "place", "distance"))  # fmt: skip
    where = make.text(en="in", de="in", fr="à", es="en", it="a", nl="in")
    title = f"Hotels {where} {values.city(make)}"
    aside = filters(make, (terms.PRICE, f"{money(50.0)} – {money(100.0)}"), (terms.RATING, "8+"))
    return listing_page(make, title, shown, (words.VERSION, words.MILEAGE, terms.WARRANTY), aside)


KINDS = (homes, cars, jobs, hotels)
