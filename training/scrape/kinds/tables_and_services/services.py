"""Pages of services: parcels, flights, banks, trails, hotels, reviews."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    ask_several,
    labels,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import (
    Part,
    cards,
    facts,
    heading,
    links,
    marks,
    table,
)
from training.scrape.make import Make


def parcel(make: Make) -> str:
    """Return the tracking of a parcel: facts, and the steps of its way with places and times."""
    number = value.code(make, make.pick(["99999999999999", "AA999999999AA", "9A 999 99A 99 9999"]))
    when = value.day(make, 2025)
    texts = marks(
        make,
        tracking=number,
        carrier=value.word(make, "carrier"),
        weight=f"{value.number(make, make.random.uniform(0.2, 30), 1)} kg",
        delivery=value.date(make, value.later(when, 2)),
        destination=value.word(make, "city"),
        reference=value.code(make, "AA-99999"),
    )
    chosen = ["tracking", *make.some(list(texts)[1:], 2, 5)]
    steps = make.some(value.words(make, "parcel"), 3, 7)
    rows = []
    minutes = value.moment(make)
    for index, step in enumerate(steps):
        when = value.later(when, -1 if index % 2 else 0)
        minutes = value.moment(make)
        text = make.mark("status", step)
        place = make.mark("event_place", value.word(make, "city"))
        time = make.mark("date", f"{value.date(make, when)}, {value.clock(make, minutes)}")
        if index == 0:
            text, place = make.mark("last_status", text), make.mark("last place", place)
            time = make.mark("last time", time)
        row = [Part("date", time, line=True), Part("status", text, title=True)]
        rows.append([*row, Part("location", place, 0.2, line=True)])
    if make.chance(0.4):
        columns = ["date", "status", "location"]
        history = table(make, "history", columns, [[part.html for part in row] for row in rows])
    else:
        history = cards(make, make.pick(["step", "event", "timeline"]), rows)
    title = value.word(make, "parcel_title")
    parts = [facts(make, "shipment", [(one, texts[one]) for one in chosen]), history]
    if make.chance(0.3):
        parts.reverse()
    for one in chosen[:4]:
        ask_one(make, one, noun="shipment")
    ask_one(make, "last_status", noun="parcel")
    ask_all(make, "status", noun="step")
    ask_all(make, "event_place")
    ask_all(make, "date", noun="step")
    make.ask(
        "last time",
        en=["time of the last scan", "when was the last update", "date of the latest event",
            "last scan time"],
        de=["Zeit der letzten Meldung"], fr=["date du dernier événement"],
        es=["fecha del último evento"], it=["data dell'ultimo evento"],
        nl=["tijd van de laatste scan"],
    )  # fmt: skip
    ask_absent(make, *[one for one in texts if one not in chosen], "price", noun="parcel")
    return page(make, title, top(make, title) + "".join(parts), comments=False)


def flights(make: Make) -> str:
    """Return flights found: airlines, times, durations, stops, prices."""
    start, goal = make.some(value.words(make, "city"), 2, 2)
    terms = ["airline", "departure", "arrival", "duration", "stopovers", "price"]
    if make.chance(0.5):
        terms.insert(1, "flight")
    airlines = make.some(value.words(make, "airline"), 10, 10)
    total = value.count(make, 2, 10)
    chosen, low = value.count(make, 0, total - 1), value.count(make, 0, total - 1)
    asked = make.pick(["departure", "arrival", "duration", "price"])
    rows = []
    dash = value.always(make, "dash", [" – ", " → ", "–"])
    decimals = make.pick([0, 0, 2])
    for index in range(total):
        begins, lasts = value.moment(make), value.count(make, 55, 900)
        amount = value.count(make, 30, 50) if index == low else value.count(make, 51, 900)
        row = marks(
            make,
            airline=airlines[index],
            flight=value.code(make, "AA 9999"),
            departure=value.clock(make, begins),
            arrival=value.clock(make, begins + lasts),
            duration=value.duration(make, lasts),
            stopovers=value.word(make, "nonstop"),
            price=value.money(make, amount, decimals),
        )
        if index == low:
            row["price"] = make.mark("cheapest", row["price"])
        if index == chosen:
            row[asked] = make.mark("cell", row[asked])
        rows.append(row)
    style = make.pick(["table", "cards", "hand", "hand"])
    if style == "table":
        grid = table(make, "flights", terms, [[row[one] for one in terms] for row in rows], 0)
    elif style == "cards":
        often = {"departure": 0.5, "arrival": 0.5}
        items = [
            [Part(t, row[t], often.get(t, 0.1), t == "airline") for t in terms] for row in rows
        ]
        grid = cards(make, "flight", items)
    else:
        blocks = []
        for row in rows:
            number = f" <small>{row['flight']}</small>" if "flight" in terms else ""
            blocks.append(
                f"<li{make.names('offer')}><img alt='' src='/logo.png'>"
                f"<span>{row['airline']}{number}</span>"
                f"<div>{row['departure']}{dash}{row['arrival']}</div>"
                f"<div>{row['duration']}, {row['stopovers']}</div>"
                f"<div{make.names('offer', 'price')}><b>{row['price']}</b>"
                f"<a href='/go'>›</a></div></li>"
            )
        grid = f"<ul>{''.join(blocks)}</ul>"
    title = value.word(make, "flights_title").format(start, goal)
    when = f"<p>{make.mark('date', value.date(make))}</p>"
    for one in terms:
        if one != "stopovers":
            ask_all(make, one, noun="" if one == "airline" else "flight")
    ask_cell(make, "cell", asked, airlines[chosen])
    ask_one(make, "cheapest", noun="flight")
    ask_absent(make, "rating", "platform", "hotel", noun="flight")
    return page(make, title, top(make, title, when) + grid, comments=False)


def bank_rates(make: Make) -> str:
    """Return a bank's product with its rates by term, its fees and conditions."""
    product = value.word(make, "account")
    months = sorted(make.some([3, 6, 9, 12, 18, 24, 36, 48, 60, 120], 3, 7))
    unit = value.word(make, "months")
    chosen = make.pick(months)
    with_minimum = make.chance(0.4)
    rows, best, rate = [], 0.0, make.random.uniform(0.5, 3)
    for month in months:
        rate += make.random.uniform(0.05, 0.6)
        best = max(best, rate)
        text = make.mark("rate", value.percent(make, rate, 2))
        row = [make.mark("term", f"{month} {unit}")]
        row.append(make.mark("cell", text) if month == chosen else text)
        if with_minimum:
            row.append(make.mark("amount", value.money(make, value.count(make, 1, 50) * 500, 0)))
        rows.append(row)
    columns = ["term", "rate", "minimum"] if with_minimum else ["term", "rate"]
    grid = table(make, "rates", columns, rows, 0, make.pick(["", labels(make, "rate")]))
    texts = marks(
        make,
        fee=value.money(make, value.count(make, 0, 15), 2),
        currency=make.pick(["EUR", "USD", "CHF", "GBP"]),
        valid_from=value.date(make),
        contact=value.person(make),
        phone=value.phone(make),
    )
    chosen_facts = make.some(list(texts), 2, 4)
    block = facts(make, "conditions", [(one, texts[one]) for one in chosen_facts])
    slogan = make.mark("top", f"{value.percent(make, best, 2)}")
    teaser = make.text(en="Up to", de="Bis zu", fr="Jusqu'à", es="Hasta", it="Fino a", nl="Tot")
    lead = f"<p{make.names('teaser')}>{teaser} <strong>{slogan}</strong></p>"
    parts = [grid, block, f"<p>{value.paragraph(make)}</p>"]
    make.random.shuffle(parts)
    ask_all(make, "rate", noun="term")
    ask_all(make, "term")
    ask_cell(make, "cell", "rate", f"{chosen} {unit}")
    for one in chosen_facts:
        ask_one(make, one, noun="account")
    make.ask(
        "top",
        en=["highest rate", "maximum interest rate", "best rate", "top rate", "maximum rate"],
        de=["höchster Zins", "bester Zinssatz"], fr=["meilleur taux"], es=["mejor tipo"],
        it=["tasso massimo"], nl=["hoogste rente"],
    )  # fmt: skip
    if with_minimum:
        ask_all(make, "amount", "minimum", noun="term")
    ask_absent(make, "rating", "author", "deposit", noun="account")
    body = top(make, product, lead) + "".join(parts)
    return page(make, product, body, crumbs=[product], comments=False)


def trail(make: Make) -> str:
    """Return the page of a hiking trail, with other trails' figures beside it."""
    name = value.word(make, "peak")
    texts = marks(
        make,
        distance=f"{value.number(make, make.random.uniform(2, 34), 1)} km",
        duration=value.duration(make, value.count(make, 45, 560)),
        ascent=f"{value.number(make, value.count(make, 40, 1900))} m",
        descent=f"{value.number(make, value.count(make, 40, 1900))} m",
        summit=f"{value.number(make, value.count(make, 300, 3400))} m",
        difficulty=value.word(make, "difficulty"),
        start=f"{value.word(make, 'venue')}, {value.word(make, 'city')}",
        season=value.word(make, "season"),
        rating=value.rating(make),
        review_count=value.number(make, value.count(make, 2, 2900)),
        author=value.person(make),
        updated=value.date(make),
    )
    chosen = make.some(list(texts), 6, 10)
    facts_block = facts(make, "tour", [(one, texts[one]) for one in chosen], bare=False)
    if make.chance(0.4):
        facts_block = heading(make, value.word(make, "trail_text")) + facts_block
    text = f"<p>{make.mark('description', value.paragraph(make, 2, 4))}</p>"
    others = value.distinct(make, lambda one: value.word(one, "peak"), 2, 4)
    near = "".join(
        f"<li><a href='/t'>{one}</a> {value.number(make, make.random.uniform(2, 30), 1)} km, "
        f"{value.word(make, 'difficulty')}</li>"
        for one in others
    )
    image = make.mark("picture", f"/photos/{value.code(make, 'xxxxxx')}.webp")
    photo = f'<img src="{image}" alt="{name}">'
    parts = [photo, facts_block, text]
    make.random.shuffle(parts)
    for one in chosen[:6]:
        ask_one(make, one, noun="trail")
    ask_one(make, "name", "trail", noun="trail")
    ask_one(make, "description", noun="hike")
    ask_one(make, "picture", noun="trail")
    ask_absent(make, *[one for one in texts if one not in chosen], "price", noun="trail")
    body = top(make, make.mark("name", name)) + "".join(parts)
    return page(make, name, body, crumbs=[name], side=f"<ul>{near}</ul>")


def hotel(make: Make) -> str:
    """Return a hotel's page: address, rating, times, amenities, rooms with prices."""
    name = f"Hotel {make.pick([value.brand(make), *value.words(make, 'city')])}"
    texts = marks(
        make,
        address=value.address(make),
        rating=value.rating(make),
        review_count=value.number(make, value.count(make, 9, 4900)),
        checkin=value.clock(make, value.count(make, 26, 32) * 30),
        checkout=value.clock(make, value.count(make, 18, 24) * 30),
        phone=value.phone(make),
        email=value.email(make),
        price=value.money(make, value.count(make, 49, 420), 0),
    )
    chosen = make.some([one for one in texts if one != "price"], 4, 7)
    rooms = make.some(value.words(make, "room_type"), 2, 5)
    mine, rows = make.pick(rooms), []
    night = value.word(make, "per_night")
    for one in rooms:
        price = make.mark("room price", value.money(make, value.count(make, 49, 480), 0))
        price = make.mark("cell", price) if one == mine else price
        row = [Part("room_type", make.mark("room_type", one), title=True)]
        row.append(Part("price", f"{price} <small>{night}</small>", 0.2))
        row.append(
            Part("description", f"{value.count(make, 1, 4)} × ☺, {value.count(make, 14, 60)} m²")
        )
        rows.append(row)
    if make.chance(0.4):
        columns = ["room_type", "price", "description"]
        offers = table(make, "rooms", columns, [[part.html for part in row] for row in rows], 0)
    else:
        offers = cards(make, "room", rows)
    offers = heading(make, labels(make, "room_type")) + offers
    amenities = make.some(value.words(make, "amenity"), 3, 9)
    if make.chance(0.5):
        listed = "".join(f"<li>{make.mark('amenity', one)}</li>" for one in amenities)
        listed = f"<ul{make.names('amenities')}>{listed}</ul>"
    else:
        listed = f"<p>{links(make, 'amenity', amenities)}</p>"
    listed = heading(make, labels(make, "amenity")) + listed
    near = "".join(
        f"<li>Hotel {value.brand(make)} {value.money(make, value.count(make, 40, 300), 0)}</li>"
        for _ in range(3)
    )
    block = facts(make, "hotel", [(one, texts[one]) for one in chosen])
    parts = [block, offers, listed, f"<p>{make.mark('description', value.paragraph(make))}</p>"]
    make.random.shuffle(parts)
    ask_one(make, "name", "hotel", noun="hotel")
    for one in chosen[:4]:
        ask_one(make, one, noun="hotel")
    ask_several(make, "amenity", noun="hotel")
    ask_all(make, "room_type")
    ask_all(make, "room price", "price", noun="room")
    ask_cell(make, "cell", "price", mine)
    ask_absent(make, *[one for one in texts if one not in (*chosen, "price")], "fax", noun="hotel")
    body = top(make, make.mark("name", name)) + "".join(parts)
    return page(make, name, body, crumbs=[name], side=f"<ul>{near}</ul>")


def reviews(make: Make) -> str:
    """Return reviews of a thing: reviewers, ratings, dates, texts, and the average above."""
    product = make.pick([value.brand(make), value.company(make), value.film(make)])
    people = value.people(make, 1, 12)
    chosen = make.pick(people)
    stars = make.pick(["number", "number", "alt", "label", "text"])
    order = ["reviewer", "rating", "date", "review"]
    if make.chance(0.4):
        make.random.shuffle(order)
    titled = make.chance(0.4)
    rows = []
    for person in people:
        value_of = f"{value.count(make, 1, 5)}"
        rating = {
            "number": make.mark("rating", value.rating(make)),
            "alt": f'<img src="/stars.png" alt="{make.mark("rating", f"{value_of}/5")}">',
            "label": f'<span aria-label="{make.mark("rating", f"{value_of} / 5")}">★★★★</span>',
            "text": make.mark("rating", "★" * int(value_of)),
        }[stars]
        texts = marks(
            make,
            reviewer=person,
            date=value.date(make, use="review"),
            review=value.paragraph(make, 1, 4),
        )
        texts["rating"] = rating
        if person == chosen:
            texts["review"] = make.mark("its review", texts["review"])
            texts["rating"] = (
                make.mark("its rating", texts["rating"]) if stars in ("number", "text") else rating
            )
        line = ("reviewer", "date")
        row = [Part(one, texts[one], 0.1, False, one in line) for one in order]
        if titled:
            row.insert(0, Part("title", make.mark("title", value.sentence(make)[:-1]), title=True))
        else:
            row[order.index("reviewer")].title = value.always(make, "who", [True, False])
        rows.append(row)
    average = make.mark("overall_rating", value.rating(make))
    total = make.mark("review_count", value.number(make, value.count(make, len(people), 4000)))
    over = make.pick(
        [
            facts(make, "score", [("overall_rating", average), ("review_count", total)]),
            f"<div{make.names('score')}><b>{average}</b> <span>({total})</span></div>",
        ]
    )
    title = f"{product}: {value.word(make, 'reviews_title')}"
    body = top(make, title, over) + cards(make, "review", rows)
    ask_all(make, "reviewer", noun="review")
    ask_all(make, "date", noun="review")
    ask_all(make, "review")
    ask_all(make, "rating", noun="review")
    ask_one(make, "overall_rating", noun="product")
    ask_one(make, "review_count", noun="product")
    ask_cell(make, "its review", "review", chosen)
    if titled:
        ask_all(make, "title", noun="review")
    if stars in ("number", "text"):
        ask_cell(make, "its rating", "rating", chosen)
    ask_absent(make, "price", "isbn", "warranty", noun="product")
    return page(make, title, body, crumbs=[product], comments=False)


KINDS = (parcel, flights, bank_rates, trail, hotel, reviews)
