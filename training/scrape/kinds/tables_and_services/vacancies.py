"""Adverts: a job, vacancies by department, a vehicle, a home."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    ask_several,
    label,
    labels,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import (
    Part,
    cards,
    facts,
    heading,
    marks,
    table,
)
from training.scrape.make import Make


def _salary(make: Make) -> str:
    low = value.count(make, 24, 90) * 1000
    high = low + value.count(make, 2, 30) * 1000
    month = value.always(make, "per month", value.words(make, "per_month"))
    form = value.always(make, "salary", ["range", "range", "month", "grade", "k"])
    if form == "month":
        return f"{value.money(make, low / 12, 0)} {month}"
    if form == "grade":
        return f"{make.pick(['TVöD E', 'Grade ', 'Band ', 'Level '])}{value.count(make, 4, 14)}"
    if form == "k":
        return f"{low // 1000}k – {high // 1000}k"
    return f"{value.money(make, low, 0)} – {value.money(make, high, 0)}"


def _list(make: Make, key: str, entries: list[str]) -> str:
    """Return a list with its heading, or a paragraph with signs before each entry."""
    marked = [make.mark(key, one) for one in entries]
    form = value.always(make, f"list {key}", ["ul", "ul", "p", "br"])
    over = heading(make, labels(make, key), 3)
    if form == "ul":
        return f"{over}<ul>{''.join(f'<li>{one}</li>' for one in marked)}</ul>"
    if form == "p":
        return over + "".join(f"<p>• {one}</p>" for one in marked)
    return f"{over}<p>- {'<br>- '.join(marked)}</p>"


def job_advert(make: Make) -> str:
    """Return an advert of a job: employer, place, salary, deadline, requirements, benefits."""
    title, day = value.word(make, "job"), value.day(make)
    texts = marks(
        make,
        employer=value.company(make),
        location=value.word(make, "city"),
        salary=_salary(make),
        contract=value.word(make, "contract"),
        department=value.word(make, "department"),
        published=value.date(make, day),
        deadline=value.date(make, value.later(day, 30)),
        begins=value.date(make, value.later(day, 90)),
        reference=value.code(make, make.pick(["AA-9999", "999999", "9999/99"])),
        contact=value.person(make),
        phone=value.phone(make),
        email=value.email(make),
    )
    chosen = ["employer", "location", *make.some(list(texts)[2:], 4, 8)]
    style = make.pick(["facts", "line", "mixed"])
    loose = [one for one in chosen if one in ("employer", "location", "contract", "published")]
    rest = [one for one in chosen if one not in loose]
    between = make.pick([" · ", " | ", " – ", "</span> <span>"])
    line = f"<span>{between.join(texts[one] for one in loose)}</span>"
    line = f"<p{make.names('job', 'meta')}>{line}</p>"
    if style == "facts":
        block = facts(make, "job", [(one, texts[one]) for one in chosen])
    elif style == "line":
        block = line + facts(make, "job", [(one, texts[one]) for one in rest])
    else:
        block = line + "".join(f"<p>{label(make, one)}: {texts[one]}</p>" for one in rest)
    lists = [
        _list(make, "requirement", make.some(value.words(make, "requirement"), 2, 7)),
        _list(make, "task", make.some(value.words(make, "duty"), 2, 5)),
    ]
    with_benefits = make.chance(0.6)
    if with_benefits:
        lists.append(_list(make, "benefit", make.some(value.words(make, "benefit"), 2, 6)))
    make.random.shuffle(lists)
    intro = f"<p>{make.mark('description', value.paragraph(make, 2, 3))}</p>"
    button = f"<a{make.names('apply')} href='/apply'>{value.word(make, 'apply')}</a>"
    body = [block, intro, *lists, button]
    if make.chance(0.3):
        body = [intro, *lists, block, button]
    other = "".join(
        f"<li><a href='/jobs/{index}'>{one}</a> {value.word(make, 'city')}, {_salary(make)}</li>"
        for index, one in enumerate(make.some(value.words(make, "job"), 2, 4))
    )
    ask_one(make, "title", "job", noun="advert")
    for one in chosen[:5]:
        ask_one(make, one, noun="job")
    ask_several(make, "requirement", noun="job")
    ask_several(make, "task", noun="job")
    if with_benefits:
        ask_several(make, "benefit", noun="job")
    missing = [one for one in texts if one not in chosen]
    ask_absent(make, *missing, *([] if with_benefits else ["benefit"]), "price", noun="job")
    page_top = top(make, make.mark("title", title))
    side = f"{heading(make, labels(make, 'job'), 3)}<ul>{other}</ul>"
    return page(make, title, page_top + "".join(body), crumbs=[title], side=side, comments=False)


def vacancies(make: Make) -> str:
    """Return an employer's vacancies, by department or in one list."""
    grouped = make.chance(0.7)
    departments = make.some(value.words(make, "department"), 2, 5)
    jobs = make.some(value.words(make, "job"), 4, 12)
    chosen, mine = make.pick(jobs), make.pick(departments)
    terms = make.some(["location", "contract", "salary", "deadline", "reference"], 1, 4)
    asked = make.pick(terms)
    shares: dict[str, list[list[Part]]] = {one: [] for one in departments}
    for index, job in enumerate(jobs):
        department = departments[index % len(departments)]
        texts = marks(
            make,
            location=value.word(make, "city"),
            contract=value.word(make, "contract"),
            salary=_salary(make),
            deadline=value.date(make),
            reference=value.code(make, "99999"),
        )
        name = make.mark("job", job)
        if department == mine:
            name = make.mark("its jobs", name)
        if job == chosen:
            texts[asked] = make.mark("cell", texts[asked])
        linked = value.always(make, "job link", [True, True, False])
        if linked:
            url = make.mark("link", value.link(make, "jobs", job))
            name = f'<a href="{url}">{name}</a>'
        row = [Part("job", name, title=True)]
        row += [Part(one, texts[one], 0.3, line=one != "salary") for one in terms]
        if not grouped:
            row.append(Part("department", make.mark("department", department), 0.3, line=True))
        shares[department].append(row)
    columns = ["job", *terms] if grouped else ["job", *terms, "department"]
    as_table = make.chance(0.35)

    def render(rows: list[list[Part]]) -> str:
        if as_table:
            return table(make, "jobs", columns, [[part.html for part in row] for row in rows], 0)
        return cards(make, "job", rows)

    if grouped:
        blocks = []
        for one, rows in shares.items():
            blocks.append(
                heading(make, make.mark("department", one)) + (render(rows) if rows else "")
            )
        grid = "".join(blocks)
    else:
        rows = [row for group in shares.values() for row in group]
        make.random.shuffle(rows)
        grid = render(rows)
    title = value.word(make, "jobs_title")
    ask_all(make, "job")
    for one in terms[:3]:
        ask_all(make, one, noun="job")
    ask_all(make, "department", noun="" if grouped else "job")
    ask_cell(make, "cell", asked, chosen)
    ask_cell(make, "its jobs", "job", mine, many=True)
    if linked:
        ask_all(make, "link", noun="job")
    ask_absent(make, *[one for one in ("salary", "deadline", "benefit") if one not in terms])
    return page(make, title, top(make, title) + grid, crumbs=[title], comments=False)


def vehicle(make: Make) -> str:
    """Return an advert of a vehicle: price, mileage, registration, equipment, seller."""
    engine = make.pick(["1.6", "2.0 TDI", "Hybrid", "Sport", "1.2 TSI"])
    name = f"{value.word(make, 'make_car')} {engine}"
    amount = value.count(make, 14, 600) * 100
    unit = make.pick(["km", "km", "mi"]) if make.language == "en" else "km"
    horses = {"de": "PS", "fr": "ch", "es": "CV", "it": "CV", "nl": "pk"}.get(make.language, "hp")
    texts = marks(
        make,
        mileage=f"{value.number(make, value.count(make, 4, 260) * 1000)} {unit}",
        registration=f"{value.count(make, 1, 12):02}/{value.count(make, 2004, 2025)}",
        fuel=value.word(make, "fuel"),
        power=f"{value.count(make, 44, 220)} kW ({value.count(make, 60, 300)} {horses})",
        gearbox=value.word(make, "gearbox"),
        color=value.word(make, "color"),
        reference=value.code(make, "A9999999"),
    )
    chosen = make.some(list(texts), 4, 7)
    price = make.mark("price", value.money(make, amount, 0))
    with_old = make.chance(0.35)
    cost = f"<span{make.names('price')}>{price}</span>"
    if with_old:
        cost += f" <del>{make.mark('old_price', value.money(make, amount * 1.15, 0))}</del>"
    seller = make.mark("seller", make.pick([value.person(make), value.company(make)]))
    phone, where = make.mark("phone", value.phone(make)), make.mark("location", value.address(make))
    form = make.pick(["plain", "facts"])
    dealer = f"<p>{seller}</p><p>{where}</p><p>{label(make, 'phone')}: {phone}</p>"
    if form == "facts":
        dealer = facts(make, "dealer", [("seller", seller), ("location", where), ("phone", phone)])
    dealer = f"<div{make.names('seller')}>{dealer}</div>"
    extras = _list(make, "equipment", make.some(value.words(make, "equipment"), 2, 7))
    pictures = [f"/img/{value.code(make, 'xxxxxxx')}.jpg" for _ in range(value.count(make, 1, 5))]
    gallery = "".join(f'<img src="{make.mark("picture", one)}" alt="{name}">' for one in pictures)
    block = facts(make, "vehicle", [(one, texts[one]) for one in chosen])
    text = f"<p>{make.mark('description', value.paragraph(make, 2, 4))}</p>"
    parts = [f"<div>{gallery}</div>", f"<div>{cost}</div>", block, extras, text, dealer]
    if make.chance(0.5):
        make.random.shuffle(parts)
    ask_one(make, "name", "vehicle", noun="advert")
    ask_one(make, "price", noun="car", extra=["asking price", "current price"])
    if with_old:
        ask_one(make, "old_price", noun="car")
    for one in chosen[:3]:
        ask_one(make, one, noun="car")
    ask_one(make, *make.pick([("seller", "seller", "car"), ("phone", "phone", "seller")]))
    ask_several(make, make.pick(["equipment", "picture"]), noun="car")
    ask_absent(make, *[one for one in texts if one not in chosen], "warranty", noun="car")
    body = top(make, make.mark("name", name)) + "".join(parts)
    return page(make, name, body, crumbs=[name], comments=False)


def home(make: Make) -> str:
    """Return an advert of a home to rent or to buy."""
    name, rented = value.word(make, "home"), make.chance(0.5)
    rent = value.count(make, 35, 290) * 10
    main = value.money(make, rent if rented else value.count(make, 90, 1900) * 1000, 0)
    month = value.word(make, "per_month")
    room_count = make.pick(["1", "2", "3", "4", "5", value.number(make, 2.5, 1)])
    texts = marks(
        make,
        living_area=f"{value.count(make, 18, 260)} m²",
        rooms=room_count,
        charges=value.money(make, value.count(make, 50, 400), 0),
        deposit=value.money(make, rent * 3, 0),
        built=f"{value.count(make, 1880, 2026)}",
        energy=make.pick(["A+", "A", "B", "C", "D", "E", "112 kWh/(m²·a)"]),
        floor=value.word(make, "floor"),
        available=value.date(make),
        reference=value.code(make, "AA-99999"),
    )
    pool = [one for one in texts if rented or one not in ("charges", "deposit", "available")]
    chosen = make.some(pool, 4, 7)
    key = "rent" if rented else "price"
    cost = make.mark(key, main)
    shown = f"<p{make.names('price')}>{cost}{f' {month}' if rented else ''}</p>"
    items = [(one, texts[one]) for one in chosen]
    if make.chance(0.5):
        items.insert(value.count(make, 0, 3), (key, cost))
        shown = ""
    address = make.mark("address", value.address(make))
    where = f"<div{make.names('address')}>{address}</div>"
    agent = make.mark("contact", value.person(make))
    firm, phone = value.company(make), make.mark("phone", value.phone(make))
    box = f"<div{make.names('agent')}><p>{agent}</p><p>{firm}</p><p>{phone}</p></div>"
    near = "".join(
        f"<li>{value.word(make, 'home')} {value.money(make, value.count(make, 300, 1900), 0)}</li>"
        for _ in range(3)
    )
    amenities = _list(make, "amenity", make.some(value.words(make, "amenity"), 2, 5))
    block = facts(make, "property", items)
    text = f"<p>{make.mark('description', value.paragraph(make, 2, 4))}</p>"
    parts = [shown, where, block, text, amenities, box]
    if make.chance(0.5):
        make.random.shuffle(parts)
    ask_one(make, key, noun="property" if make.chance(0.5) else "flat")
    for one in chosen[:4]:
        ask_one(make, one, noun="property")
    ask_one(make, "address", noun="property")
    ask_one(make, make.pick(["contact", "phone"]), noun="agent")
    ask_several(make, "amenity", noun="property")
    ask_absent(make, *[one for one in texts if one not in chosen], "rating", noun="property")
    body = top(make, make.mark("name", name)) + "".join(parts)
    return page(make, name, body, crumbs=[name], side=f"<ul>{near}</ul>", comments=False)


KINDS = (job_advert, vacancies, vehicle, home)
