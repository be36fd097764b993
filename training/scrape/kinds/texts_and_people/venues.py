"""Pages of places to go to: museums, restaurants and shops, a company's branches, schools."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.contact import (
    address_html,
    ask_hours,
    hours_html,
    row_forms,
)
from training.scrape.kinds.texts_and_people.frame import page
from training.scrape.kinds.texts_and_people.layout import bullets, facts, listing
from training.scrape.kinds.texts_and_people.places import hours_title, ways_marked
from training.scrape.kinds.texts_and_people.text import company, paragraph, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import (
    ask,
    ask_all,
    ask_of,
    columns,
    label,
    options,
    rows,
)
from training.scrape.kinds.texts_and_people.words import (
    WEEKDAYS,
    address,
    decimal,
    domain,
    email,
    money,
    number,
    person,
    phone,
    place,
    slug,
    thousands,
)
from training.scrape.make import Make


def location_page(make: Make) -> str:
    """Return the page of a museum, a restaurant or a shop."""
    where = place(make)
    kind = make.pick(("museum", "restaurant", "shop"))
    names = {
        "museum": make.text(en="{} Museum", de="Museum {}", fr="Musée {}", es="Museo {}",
                           it="Museo {}", nl="Museum {}"),
        "restaurant": make.text(en="The {}", de="Gasthaus {}", fr="Restaurant {}", es="Casa {}",
                               it="Trattoria {}", nl="Eetcafé {}"),
        "shop": make.text(en="{} Store", de="{} Laden", fr="Boutique {}", es="Tienda {}",
                         it="Bottega {}", nl="Winkel {}"),
    }  # fmt: skip
    name = names[kind].format(thing(make))
    site = name if make.chance(0.5) else make.pick((f"Visit {where[0]}", thing(make)))
    host, block = (
        domain(make, site),
        make.pick(("venue", "place", "info", "visit", "location", "content")),
    )
    chosen = number(make, 0, 6)
    values = [(key, text) for key, text in ways_marked(make, where, host) if key != "mobile"]
    values.append(("website", make.mark("website", f"www.{host}")))
    lines = [f"{make.pick(('Bus', 'Tram', 'Metro'))} {number(make, 1, 99)}", thing(make)]
    values.append(("transport", make.mark("transport", ", ".join(lines))))
    values.append(("parking", make.mark("parking", sentence(make))))
    if kind == "museum":
        values += [
            ("admission", make.mark("admission", money(make, 6, 24))),
            ("reduced", make.mark("reduced", money(make, 2, 12))),
        ]
    if kind == "restaurant":
        values.append(("cuisine", make.mark("cuisine", make.pick(options(make, "cuisines")))))
    values = [value for value in values if make.chance(0.7)]
    make.random.shuffle(values)
    spot = address_html(make, address(make, where))
    tag = make.pick(("address", "p", "div", "span")) if make.seed % 6 not in (1, 3) else "div"
    head = f"<{tag}{make.names(block, 'address')}>{spot}</{tag}>"
    if make.chance(0.4):
        head = f"<h3>{label(make, 'address')}</h3>{head}"
    score = ""
    if make.chance(0.4):
        count = make.mark("rating count", str(number(make, 3, 2400)))
        rated = make.mark("rating", decimal(make, 3, 5))
        score = f"<div{make.names('rating')}>{rated} ★ ({count})</div>"
    times = f"<h3>{hours_title(make)}</h3>{hours_html(make, chosen=chosen)}"
    hours = times if make.chance(0.8) else ""
    text = make.mark("summary", f"{sentence(make)} {sentence(make)}")
    parts = [
        head,
        hours,
        facts(make, block, rows(make, *values)) if values else "",
        f"<p>{text}</p>",
    ]
    make.random.shuffle(parts)
    html = f"<h1>{make.mark('branch', name)}</h1>{score}{''.join(parts)}"
    make.ask(
        "branch",
        en=["name", f"name of the {kind}", "what is this place called", "title", f"{kind} name"],
        de=["Name", "Wie heißt der Ort?"], fr=["nom", "nom du lieu"],
        es=["nombre", "nombre del lugar"], it=["nome", "nome del luogo"],
        nl=["naam", "naam van de plek"],
    )  # fmt: skip
    singles = ["phone", "fax", "e-mail", "address", "postcode", "city", "admission", "reduced",
               "parking", "transport", "cuisine", "rating", "rating count", "summary"]  # fmt: skip
    ask_all(make, html, singles)
    if hours:
        ask_hours(make, chosen)
    monday = WEEKDAYS[make.language][0]
    others = [
        f"{thing(make)}, {address(make, where)['street']} ({monday}: 10–18)" for _ in range(3)
    ]
    aside = bullets(others, own=make.names("nearby")) if make.chance(0.4) else ""
    return page(make, name, html, site, host, aside)


def branch_finder(make: Make) -> str:
    """Return a company's list of branches."""
    site = make.pick((company(make), thing(make)))
    host, block = (
        domain(make, site),
        make.pick(("store", "branch", "result", "location", "item", "card")),
    )
    count = number(make, 2, 12)
    meanings = ["branch", "address"]
    meanings += [key for key in ("phone", "distance", "e-mail") if make.chance(0.6)]
    table, homes = [], []
    for _ in range(count):
        where = place(make)
        homes.append(address(make, where))
        table.append(
            {
                "branch": f"{where[0]} {thing(make)}" if make.chance(0.7) else f"{site} {where[0]}",
                "phone": phone(make, where),
                "distance": f"{decimal(make, 1, 60)} {'mi' if make.language == 'en' else 'km'}",
                "e-mail": email(make, where[0], host),
            }
        )  # fmt: skip
    chosen = number(make, 0, count - 1)
    records = []
    for place_, entry in enumerate(table):
        record = []
        for meaning in meanings:
            if meaning == "address":
                text = address_html(make, homes[place_])
            else:
                text = make.mark(meaning, entry[meaning])
            record.append(make.mark(f"{meaning} of one", text) if place_ == chosen else text)
        records.append(record)
    block_address = make.seed % 6 in (1, 3)
    form = make.pick(("table", "list") if block_address else ("table", "cards", "labelled cards"))
    html = listing(make, block, columns(make, *meanings), records, form)
    title = make.text(
        en=["Find a store", "Our branches", "Locations"], de=["Filialfinder", "Standorte"],
        fr=["Nos agences", "Trouver un magasin"], es=["Nuestras tiendas", "Sucursales"],
        it=["I nostri negozi", "Le sedi"], nl=["Onze winkels", "Vestigingen"],
    )  # fmt: skip
    hotline = ""
    if make.chance(0.4):
        word = make.text(en="Customer service", de="Hotline", fr="Service client",
                        es="Atención al cliente", it="Servizio clienti",
                        nl="Klantenservice")  # fmt: skip
        hotline = f"<p>{word}: {make.mark('hotline', phone(make))}</p>"
        make.ask(
            "hotline", en=["customer service number", "hotline", "customer service phone"],
            de=["Hotline", "Nummer der Hotline"], fr=["numéro du service client"],
            es=["teléfono de atención al cliente"], it=["numero del servizio clienti"],
            nl=["nummer van de klantenservice"],
        )  # fmt: skip
    html = f"<h1>{title}</h1>{hotline}{html}"
    for key in [*meanings, "postcode", "city", "street"]:
        ask(make, key, many=True)
    for meaning in make.some(meanings[1:], 1, 2):
        ask_of(make, f"{meaning} of one", meaning, table[chosen]["branch"])
    ask(make, make.pick(("fax", "managing director", "rating")), many=True)
    return page(make, title, html, site, host)


def school_page(make: Make) -> str:
    """Return a school's or university's page in a directory, or its own."""
    where = place(make)
    name = make.text(
        en=["{} College", "University of {}", "{} High School", "St. {} School"],
        de=["{}-Gymnasium", "Hochschule {}", "{}-Schule"], fr=["Lycée {}", "Université de {}"],
        es=["Instituto {}", "Colegio {}"], it=["Liceo {}", "Istituto {}"],
        nl=["{} College", "De {}"],
    ).format(make.pick((where[0], thing(make), person(make).split()[-1])))  # fmt: skip
    site = name if make.chance(0.35) else make.pick(("EduGuide", "SchoolFinder", thing(make)))
    host, block = domain(make, site), make.pick(("school", "profile", "facts", "info", "college"))
    kinds, ending = options(make, "school types"), "edu" if make.language == "en" else make.language
    values = [
        ("school type", make.mark("school type", make.pick(kinds))),
        ("principal", make.mark("principal", person(make))),
        ("students", make.mark("students", thousands(make, 90, 39000))),
        ("founded", make.mark("founded", str(number(make, 1588, 2012)))),
        ("tuition", make.mark("tuition", money(make, 90, 42000))),
        *[way for way in ways_marked(make, where, host) if way[0] != "mobile"],
        ("website", make.mark("website", f"www.{slug(name)}.{ending}")),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.75)]
    spot = address_html(make, address(make, where))
    inside = make.chance(0.4)
    if inside:
        values.insert(number(make, 0, len(values)), ("address", spot))
    if make.chance(0.4):
        make.random.shuffle(values)
    form = make.pick(row_forms(make)) if inside else ""
    half = len(values) // 2 if make.chance(0.4) else len(values)
    details = "".join(
        facts(make, block, rows(make, *some), form)
        for some in (values[:half], values[half:])
        if some
    )
    heading = f"<h1{make.names(block, 'name')}>{make.mark('school', name)}</h1>"
    under = "" if inside else f"<div{make.names(block, 'location')}>{spot}</div>"
    parts = [under, details, f"<p>{paragraph(make)}</p>"]
    if make.chance(0.4):
        make.random.shuffle(parts)
    html = heading + "".join(parts)
    singles = ["school", "school type", "principal", "students", "founded", "tuition", "phone",
               "fax", "e-mail", "website", "address", "postcode", "city", "street"]  # fmt: skip
    ask_all(make, html, singles)
    others = [
        f"{thing(make)} College, {place(make)[0]}, {number(make, 100, 9000)}"
        for _ in range(number(make, 1, 4))
    ]
    aside = bullets(others, own=make.names("similar")) if site != name and make.chance(0.6) else ""
    return page(make, name, html, site, host, aside)


KINDS = (location_page, branch_finder, school_page)
