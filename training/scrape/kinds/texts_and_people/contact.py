"""Addresses and opening hours as pages show them, their parts marked."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.words import WEEKDAYS, number
from training.scrape.make import Make


def address_html(
    make: Make, home: dict[str, str], key: str = "address", parts: str = "", country: str = ""
) -> str:
    """Return an address in one or several lines, all of it marked with a key.

    Its street, postcode and city are marked with keys that start with `parts`, or with "-" not.
    """
    street, line = home["street"], home["line"]
    if parts != "-":
        street = make.mark(f"{parts}street", street)
        for name in ("postcode", "city"):
            line = line.replace(home[name], make.mark(parts + name, home[name]), 1)
    if country and parts != "-":
        country = make.mark(f"{parts}country", country)
    lines = [street, line, *([country] if country else [])]
    form = make.seed % 6
    if form == 0:
        return make.mark(key, ", ".join(lines))
    if form == 1:
        inner = "".join(f"<div{make.names('address', 'line')}>{one}</div>" for one in lines)
        return make.mark(key, inner)
    if form == 2:
        names = ("street", "locality", "country")
        inner = " ".join(
            f"<span{make.names('adr', name)}>{one}</span>"
            for name, one in zip(names, lines, strict=False)
        )
        return make.mark(key, inner)
    if form == 3:
        return make.mark(key, "".join(f"<p>{one}</p>" for one in lines))
    return make.mark(key, "<br>".join(lines))


def row_forms(make: Make) -> tuple[str, ...]:
    """Return the forms of `facts` whose elements this page's addresses fit into."""
    if make.seed % 6 in (1, 3):
        return ("table", "dl", "plain table")
    return ("table", "dl", "divs", "items", "head row", "plain table", "icons")


def _time(make: Make, hour: int, minute: int) -> str:
    form = make.seed % 3
    if make.language == "en" and form:
        text = f"{(hour - 1) % 12 + 1}{f':{minute:02}' if minute or form == 1 else ''}"
        return f"{text} {'am' if hour < 12 else 'pm'}"
    if make.language == "fr" and form:
        return f"{hour}h{minute:02}" if minute else f"{hour}h"
    return f"{hour}:{minute:02}" if form == 1 else f"{hour:02}:{minute:02}"


def _span(make: Make) -> str:
    """Return the times of one day."""
    bar = (" – ", "-", " - ", " to ", "–")[make.seed % 5]
    if bar == " to ":
        bar = str(make.text(en=" to ", de=" bis ", fr=" à ", es=" a ", it=" alle ", nl=" tot "))
    opening, closing = number(make, 7, 11), number(make, 16, 22)
    text = (
        f"{_time(make, opening, make.pick((0, 30)))}{bar}{_time(make, closing, make.pick((0, 30)))}"
    )
    if make.chance(0.12):
        middle = f"{_time(make, 12, 0)}{bar}{_time(make, 13, 30)}".split(bar)
        first, last = text.split(bar)
        text = f"{first}{bar}{middle[0]}, {middle[1]}{bar}{last}"
    suffix = make.text(en="", de=" Uhr", fr="", es=" h", it="", nl=" uur")
    return str(text + suffix * (make.seed % 2))


def hours_html(make: Make, key: str = "hours", chosen: int = 0, cell: str = "hours of day") -> str:
    """Return opening hours by day, each marked with a key, those of one day with `cell` too.

    `chosen` is the day's place in the week.
    """
    closed = str(
        make.text(en=["Closed", "closed"], de=["geschlossen", "Ruhetag"], fr=["Fermé", "fermé"],
                 es="Cerrado", it="Chiuso", nl="Gesloten")
    )  # fmt: skip
    usual, rest = _span(make), number(make, 0, 6) if make.chance(0.5) else 6
    short = (make.seed >> 3) % 3 == 0
    rows = []
    for place, weekday in enumerate(WEEKDAYS[make.language]):
        text = closed if place == rest else usual if make.chance(0.6) else _span(make)
        day = weekday[: 2 if make.language in ("de", "nl") else 3] if short else weekday
        if make.language != "en" and make.seed % 2:
            day = day.capitalize()
        text = make.mark(cell, text) if place == chosen else text
        rows.append((day, text))
    form = make.pick(("table", "table", "dl", "lines", "list", "divs"))
    if form in ("lines", "list"):
        colon = make.pick((": ", " ", " "))
        lines = [make.mark(key, f"{day}{colon}{text}") for day, text in rows]
        if form == "lines":
            return f"<p{make.names('hours')}>{'<br>'.join(lines)}</p>"
        return f"<ul{make.names('hours')}>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
    rows = [(day, make.mark(key, text)) for day, text in rows]
    if form == "table":
        tag = make.pick(("td", "th"))
        return (
            f"<table{make.names('opening', 'hours')}>"
            + "".join(f"<tr><{tag}>{day}</{tag}><td>{text}</td></tr>" for day, text in rows)
            + "</table>"
        )
    if form == "dl":
        return f"<dl>{''.join(f'<dt>{day}</dt><dd>{text}</dd>' for day, text in rows)}</dl>"
    return "".join(
        f"<div{make.names('hours', 'row')}><span>{day}</span> <span>{text}</span></div>"
        for day, text in rows
    )


def ask_hours(make: Make, chosen: int, many_key: str = "hours", cell: str = "hours of day") -> None:
    """Ask for the opening hours, and for those of one day."""
    make.ask(
        many_key, many=True,
        en=["opening hours", "hours", "when is it open", "business hours", "opening times",
            "open when"],
        de=["Öffnungszeiten", "Wann ist geöffnet?", "Geschäftszeiten"],
        fr=["horaires d'ouverture", "horaires", "quand est-ce ouvert"],
        es=["horario", "horario de apertura", "cuándo abre"],
        it=["orari di apertura", "orari", "quando è aperto"],
        nl=["openingstijden", "openingsuren", "wanneer open"],
    )  # fmt: skip
    days = {language: names[chosen] for language, names in WEEKDAYS.items()}
    make.ask(
        cell,
        en=[f"hours on {days['en']}", f"{days['en']} hours", f"opening hours {days['en']}",
            f"when is it open on {days['en']}", f"{days['en']}"],
        de=[f"Öffnungszeiten am {days['de']}", f"{days['de']} geöffnet"],
        fr=[f"horaires du {days['fr']}", f"ouvert le {days['fr']}"],
        es=[f"horario del {days['es']}", f"abierto el {days['es']}"],
        it=[f"orari di {days['it']}", f"aperto {days['it']}"],
        nl=[f"openingstijden {days['nl']}", f"{days['nl']} open"],
    )  # fmt: skip
