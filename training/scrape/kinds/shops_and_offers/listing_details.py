"""One thing of a listing: a home, a car and an app, with whom to call."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import listing_words as words
from training.scrape.kinds.shops_and_offers import products, specs, terms, values
from training.scrape.kinds.shops_and_offers.frame import page, related, reviews
from training.scrape.kinds.shops_and_offers.layout import facts, icon, lines, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, finish
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

_FAX = Term(
    ("Fax|Fax number", "Fax|Telefax", "Fax|Télécopie", "Fax", "Fax", "Fax"), asked="fax number"
)
_MOBILE = Term(
    ("Mobile|Cell", "Mobil|Handy", "Portable|Mobile", "Móvil", "Cellulare", "Mobiel"),
    asked="mobile number|cell phone",
)
_CONTACT = Term(
    ("Contact|~Your contact|Contact person", "Ansprechpartner|Ihr Kontakt", "Votre contact|Contact",
     "Persona de contacto", "Referente|Contatto", "Contactpersoon"),
    asked="who do I talk to|name of the agent|contact name",
)  # fmt: skip
_FLOOR = Term(
    ("Floor|Storey", "Etage|Stockwerk", "Étage", "Planta", "Piano", "Verdieping"),
    asked="which floor is it on",
)
_HEATING = Term(
    ("Heating", "Heizung|Heizungsart", "Chauffage", "Calefacción", "Riscaldamento", "Verwarming"),
    asked="how is it heated",
)
_DEPOSIT = Term(
    ("Deposit|Security deposit", "Kaution", "Dépôt de garantie|Caution", "Fianza", "Cauzione",
     "Borg|Waarborgsom"),
    asked="how much is the deposit",
)  # fmt: skip
_COSTS = Term(
    ("Service charge|Monthly charges", "Nebenkosten|Hausgeld", "Charges", "Gastos de comunidad",
     "Spese condominiali", "Servicekosten"),
    asked="extra costs per month|additional costs",
)  # fmt: skip
_FREE_FROM = Term(
    ("Available from|Available", "Bezugsfrei ab|Verfügbar ab", "Disponible à partir du",
     "Disponible desde", "Disponibile dal", "Beschikbaar vanaf"),
    asked="when can I move in|move-in date",
)  # fmt: skip
_VIEWING = Term(
    ("Viewing|Open house", "Besichtigung", "Visite", "Visita", "Visita", "Bezichtiging"),
    asked="when can I see it|date of the viewing",
)
_EQUIPMENT = Term(
    ("Features|Amenities|Equipment", "Ausstattung|Merkmale", "Équipements|Prestations",
     "Equipamiento|Características", "Dotazioni|Caratteristiche", "Kenmerken|Uitrusting"),
    ("features|amenities|equipment", "Ausstattungsmerkmale", "équipements", "equipamientos",
     "dotazioni", "kenmerken"),
)  # fmt: skip
_OWNERS = Term(
    ("Previous owners|Owners", "Vorbesitzer|Fahrzeughalter", "Propriétaires précédents",
     "Propietarios anteriores", "Proprietari precedenti", "Vorige eigenaren"),
    asked="how many owners",
)  # fmt: skip
_DOORS = Term(("Doors", "Türen", "Portes", "Puertas", "Porte", "Deuren"), asked="how many doors")
_TEST = Term(
    ("MOT until|Inspection valid until", "HU|TÜV bis", "Contrôle technique", "ITV hasta",
     "Revisione fino al", "APK tot"),
    asked="next inspection|until when is the MOT",
)  # fmt: skip
_NEWS = Term(
    ("What's new|Release notes", "Neuerungen|Was ist neu", "Nouveautés", "Novedades", "Novità",
     "Wat is er nieuw"),
    asked="changes in this version|changelog",
)  # fmt: skip
_AGE = Term(
    ("Age rating|Content rating", "Altersfreigabe", "Classification", "Clasificación por edad",
     "Età consigliata", "Leeftijd"),
    asked="minimum age|from what age",
)  # fmt: skip
_NEEDS = Term(
    ("Requires|Compatibility", "Erfordert|Kompatibilität", "Configuration requise",
     "Requisitos|Compatibilidad", "Requisiti|Compatibilità", "Vereist|Compatibiliteit"),
    asked="which system does it need|requirements",
)  # fmt: skip
_SPOKEN = Term(
    ("Languages", "Sprachen", "Langues", "Idiomas", "Lingue", "Talen"),
    ("languages", "Sprachen", "langues", "idiomas", "lingue", "talen"),
)
_HOME_EQUIPMENT: Words = (
    "Balcony|Garden|Lift|Garage|Fitted kitchen|Cellar|Fireplace|Parking|Solar panels|Pets allowed",
    "Balkon|Garten|Aufzug|Garage|Einbauküche|Keller|Kamin|Stellplatz|Haustiere erlaubt",
    "Balcon|Jardin|Ascenseur|Garage|Cuisine équipée|Cave|Cheminée|Parking",
    "Balcón|Jardín|Ascensor|Garaje|Cocina equipada|Trastero|Chimenea|Piscina",
    "Balcone|Giardino|Ascensore|Box auto|Cucina arredata|Cantina|Camino",
    "Balkon|Tuin|Lift|Garage|Inbouwkeuken|Kelder|Open haard|Parkeerplaats",
)
_CAR_EQUIPMENT: Words = (
    "Heated seats|Tow bar|Cruise control|Sunroof|Parking sensors|Alloy wheels|Bluetooth|ISOFIX",
    "Sitzheizung|Anhängerkupplung|Tempomat|Schiebedach|Einparkhilfe|Alufelgen|Bluetooth|ISOFIX",
    "Sièges chauffants|Attelage|Régulateur|Toit ouvrant|Radar de recul|Jantes alu|Bluetooth",
    "Asientos calefactados|Bola de remolque|Control de crucero|Techo solar|Llantas|Bluetooth",
    "Sedili riscaldati|Gancio traino|Cruise control|Tettuccio|Sensori|Cerchi in lega|Bluetooth",
    "Stoelverwarming|Trekhaak|Cruisecontrol|Schuifdak|Parkeersensoren|Lichtmetalen velgen",
)
_HEATINGS: Words = (
    "Gas central heating|Heat pump|Electric|District heating",
    "Gasheizung|Wärmepumpe|Fernwärme|Fußbodenheizung",
    "Gaz|Pompe à chaleur|Électrique",
    "Gas natural|Bomba de calor|Eléctrica",
    "Autonomo a gas|Pompa di calore|Centralizzato",
    "CV-ketel|Warmtepomp|Stadsverwarming",
)
_NOTES: Words = (
    "Fixed a crash on start. Faster sync.|Dark mode and bug fixes.|New widgets.",
    "Absturz beim Start behoben.|Dunkler Modus und Fehlerbehebungen.|Neue Widgets.",
    "Correction de bugs.|Mode sombre et corrections.|Nouveaux widgets.",
    "Corrección de errores.|Modo oscuro y mejoras.|Nuevos widgets.",
    "Correzioni varie.|Tema scuro e miglioramenti.|Nuovi widget.",
    "Fouten opgelost.|Donkere modus en verbeteringen.|Nieuwe widgets.",
)
_TONGUES: Words = (
    "English|German|French|Spanish|Italian|Dutch|Polish|Japanese",
    "Englisch|Deutsch|Französisch|Spanisch|Polnisch",
    "anglais|allemand|français|espagnol|polonais",
    "inglés|alemán|francés|español|polaco",
    "inglese|tedesco|francese|spagnolo",
    "Engels|Duits|Frans|Nederlands|Pools",
)

#: What a value is, its key, and the value.
_Row = tuple[Term, str, str]


def _contact(make: Make, company: str) -> str:
    """Return whom to call, and ask for it; the frame of the page may have other numbers."""
    who = values.person(make)
    separator = make.pick(("<br>", "<br>\n", ", "))
    name = make.mark("contact", who)
    rows: list[_Row] = [
        (terms.PHONE, "phone", values.phone(make)),
        (_MOBILE, "mobile", values.phone(make)),
        (_FAX, "fax", values.phone(make)),
        (terms.EMAIL, "email", f"{values.slug(who).split('-')[0]}@{values.slug(company)}.example"),
        (terms.ADDRESS, "office", values.address(make, separator)),
    ]
    rows = make.some(rows, 1, 4)
    shown = [(term.label(make), make.mark(key, text)) for term, key, text in rows]
    top = [tag(make, make.pick(("p", "h4", "strong")), "agent name", name)]
    if make.chance(0.4):
        top = [f"<p>{_CONTACT.label(make)}: {name}</p>"]
    top.append(tag(make, "p", "agent company", make.mark("company", company)))
    if make.chance(0.3):
        top.reverse()
    ask(make, "contact", _CONTACT)
    ask(make, "company", words.AGENT, "", "company of the seller|name of the agency")
    for term, key, _ in rows:
        ask(make, key, term, "agent" if key != "office" else "agency")
    return tag(make, "div", "contact card", lines(make, [*top, facts(make, shown, "contact")]))


def _equipment(make: Make, pool: Words) -> str:
    """Return a list of features, as items or in one line, and ask for all of them."""
    items = [
        make.mark("equipment", one) for one in make.some(values.options(pool, make.language), 2, 7)
    ]
    title = _EQUIPMENT.label(make)
    ask_all(make, "equipment", _EQUIPMENT)
    form = make.pick(("ul", "ul", "line", "spans"))
    if form == "line":
        return f"<p>{title}: {make.pick((', ', ' · ', ' | ')).join(items)}</p>"
    if form == "spans":
        body = lines(make, [tag(make, "span", "tag", item) for item in items])
        return f"<h3>{title}</h3>{tag(make, 'div', 'tags', body)}"
    check = make.pick(("", "✓ ", icon(make, "Yes", "check") + " "))
    body = lines(make, [f"<li>{check}{item}</li>" for item in items])
    return f"<h3>{title}</h3>{tag(make, 'ul', 'features', body)}"


def _description(make: Make) -> str:
    text = tag(make, "p", "description", make.mark("text", values.prose(make, 2, 4)))
    ask(make, "text", terms.DESCRIPTION)
    if make.chance(0.6):
        return f"<h2>{terms.DESCRIPTION.label(make)}</h2>{text}"
    return text


def _gallery(make: Make, name: str) -> str:
    count = make.random.randint(1, 6)
    pictures = [products.picture(make, name, "pictures") for _ in range(count)]
    ask_all(make, "pictures", terms.IMAGE)
    return tag(make, "div", "gallery", lines(make, pictures))


def _facts(make: Make, rows: list[_Row], name: str, thing: str) -> str:
    for term, key, _ in rows:
        ask(make, key, term, thing)
    return facts(make, [(term.label(make), make.mark(key, text)) for term, key, text in rows], name)


def home_page(make: Make) -> str:
    """Return the page of one home for sale or to let."""
    money, write, site = values.prices(make), values.dates(make), f"{values.brand(make)} Immo"
    name = values.word(make, words.HOMES)
    rows: list[_Row] = [
        (words.AREA, "area", f"{make.random.randint(22, 260)} m²"),
        (words.BEDS, "rooms", str(make.random.randint(1, 7))),
        (words.BATHS, "baths", str(make.random.randint(1, 3))),
        (words.BUILT, "built", str(make.random.randint(1880, 2025))),
        (words.ENERGY, "energy", make.pick("ABCDEFG")),
        (_FLOOR, "floor", make.pick(("1", "2", "3 / 5", "EG", "4."))),
        (_HEATING, "heating", values.word(make, _HEATINGS)),
        (_DEPOSIT, "deposit", money(values.amount(make, 500, 2900))),
        (_COSTS, "costs", money(values.amount(make, 60, 290))),
        (_FREE_FROM, "free", write(values.day(make, 2026, 2027))),
        (_VIEWING, "viewing", write(values.day(make, 2026, 2027))),
    ]
    rows = make.some(rows, 4, 9)
    price = make.mark("price", money(values.amount(make, *make.pick(((400, 2600), (9e4, 1e6))))))
    separator = make.pick(("<br>", ", ", "<br>\n"))
    where = make.mark("place", values.address(make, separator))
    top = [
        tag(make, make.pick(("h1", "h1", "h2")), "title", make.mark("name", name)),
        make.pick(
            (
                tag(make, "p", "property price", price),
                tag(make, "div", "price", f"{words.RENT.label(make)}: {price}"),
                f"<div><strong>{price}</strong> <small>{words.RENT.label(make)}</small></div>",
            )
        ),
        make.pick(
            (
                tag(make, "address", "property address", where),
                tag(make, "p", "location", f"{icon(make, terms.PLACE.label(make), 'pin')} {where}"),
                tag(make, "div", "subtitle", where),
            )
        ),
    ]
    if make.chance(0.4):
        make.random.shuffle(top)
    ask(make, "name", words.TITLE, "listing")
    ask(make, "price", words.RENT, "home")
    ask(make, "place", terms.PLACE, "home", "address of the home|where is the home")
    parts = [_facts(make, rows, "property facts", "home"), _description(make)]
    if make.chance(0.7):
        parts.append(_equipment(make, _HOME_EQUIPMENT))
    parts.insert(make.random.randint(0, 1), _gallery(make, name))
    box, in_side = _contact(make, site), make.chance(0.5)
    finish(make, 9, words.MILEAGE, terms.RATING, terms.EAN)
    others = [
        {"name": values.word(make, words.HOMES), "price": money(values.amount(make, 9e4, 9e5))}
        for _ in range(3)
    ]
    after = [related(make, others)] if make.chance(0.5) else []
    main = [lines(make, top), *parts, *([] if in_side else [box])]
    return page(make, name, site, main, [site, name], [box] if in_side else [], after)


def vehicle_page(make: Make) -> str:
    """Return the page of one used car."""
    money, write, site = values.prices(make), values.dates(make), f"Auto {values.brand(make)}"
    name = specs.models(make, 1)[0]
    month = f"{make.random.randint(1, 12):02}/{make.random.randint(2004, 2026)}"
    rows: list[_Row] = [
        (words.YEAR, "year", month),
        (words.MILEAGE, "mileage", values.number(make, make.random.randint(3, 260) * 900) + " km"),
        (words.FUEL, "fuel", values.word(make, words.FUELS)),
        (words.GEARBOX, "gearbox", values.word(make, words.GEARBOXES)),
        (words.POWER, "power", f"{make.random.randint(50, 300)} kW"),
        (terms.COLOUR, "colour", values.word(make, products.COLOURS)),
        (_OWNERS, "owners", str(make.random.randint(1, 4))),
        (_DOORS, "doors", make.pick(("2/3", "4/5", "5", "3"))),
        (_TEST, "test", month[:3] + str(make.random.randint(2026, 2029))),
        (terms.PUBLISHED, "posted", write(values.day(make))),
    ]
    rows = make.some(rows, 4, 9)
    value = values.amount(make, 900, 64000)
    price = make.mark("price", money(value))
    old = make.mark("old", money(value + 1500)) if make.chance(0.4) else ""
    parts = [
        tag(make, "h1", "vehicle title", make.mark("name", name)),
        products.price_block(make, price, old, 8),
        _facts(make, rows, make.pick(("vehicle data", "key facts", "tech")), "car"),
        _description(make),
        _equipment(make, _CAR_EQUIPMENT),
    ]
    parts.insert(make.random.randint(0, 3), _gallery(make, name))
    box = _contact(make, site)
    parts.insert(make.random.randint(3, len(parts)), box)
    ask(make, "name", words.TITLE, "car")
    ask(make, "price", terms.PRICE, "car")
    if old:
        ask(make, "old", terms.OLD_PRICE)
    absent = [words.AREA, terms.RATING, terms.DELIVERY, *([] if old else [terms.OLD_PRICE])]
    finish(make, 9, *absent)
    others = [
        {"name": other, "price": money(values.amount(make, 900, 64000))}
        for other in specs.models(make, 3)
    ]
    after = [related(make, others)] if make.chance(0.5) else []
    return page(make, name, site, parts, [site, name], [], after)


def app_page(make: Make) -> str:
    """Return the page of one app in a store."""
    money, write, site = values.prices(make), values.dates(make), f"{values.brand(make)} Store"
    name, maker = values.brand(make), f"{values.brand(make)} Studio"
    rows: list[_Row] = [
        (words.VERSION, "version", values.fill(make, "&.#.#")),
        (words.UPDATED, "updated", write(values.day(make))),
        (words.APP_SIZE, "size", f"{make.random.randint(4, 900)} MB"),
        (words.DOWNLOADS, "downloads", make.pick(("10K+", "500,000+", "1M+", "100 000"))),
        (terms.CATEGORY, "category", values.word(make, words.APP_KINDS)),
        (_AGE, "age", make.pick(("3+", "12+", "USK 6", "PEGI 7", "18+"))),
        (_NEEDS, "needs", make.pick(("Android 9+", "Windows 11", "LumaOS 14.2", "Linux x64"))),
    ]
    rows = make.some(rows, 3, 7)
    developer = make.mark("developer", maker)
    byline = make.pick((developer, f"{words.DEVELOPER.label(make)}: {developer}"))
    head = [
        f"<h1>{make.mark('name', name)}</h1>",
        tag(make, make.pick(("p", "a", "div")), "app developer", byline),
    ]
    if make.chance(0.3):
        head.reverse()
    stars = make.mark("rating", products.rating(make))
    count = make.mark("reviews", values.number(make, make.random.randint(9, 90000)))
    head.append(tag(make, "p", "app rating", f"★ {stars} ({count})"))
    ask(make, "rating", terms.RATING, "app")
    ask(make, "reviews", terms.REVIEWS)
    with_price = make.chance(0.5)
    if with_price:
        head.append(tag(make, "button", "buy", make.mark("price", money(4.99))))
        ask(make, "price", terms.PRICE, "app")
    tongues = make.some(values.options(_TONGUES, make.language), 2, 5)
    spoken = ", ".join(make.mark("languages", one) for one in tongues)
    ask(make, "name", words.APP, "app")
    ask(make, "developer", words.DEVELOPER, "app")
    notes = make.mark("news", values.word(make, _NOTES))
    ask(make, "news", _NEWS)
    level = make.pick(("h2", "h3"))
    parts = [
        _gallery(make, name),
        _description(make),
        f"<{level}>{_NEWS.label(make)}</{level}><p>{notes}</p>",
        _facts(make, rows, make.pick(("app information", "details", "meta")), "app"),
        f"<p>{_SPOKEN.label(make)}: {spoken}</p>",
    ]
    ask_all(make, "languages", _SPOKEN)
    make.random.shuffle(parts)
    absent = [terms.DELIVERY, terms.WARRANTY, *([] if with_price else [terms.PRICE])]
    finish(make, 9, *absent)
    after = [reviews(make, make.random.randint(1, 4))] if make.chance(0.6) else []
    others = [{"name": values.brand(make), "rating": products.rating(make)} for _ in range(4)]
    after += [related(make, others)] if make.chance(0.5) else []
    return page(make, name, site, [*head, *parts], [site, name], [], after)


KINDS = (home_page, vehicle_page, app_page)
