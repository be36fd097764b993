"""Prices of places: rooms of a hotel, dishes of a restaurant, services of a salon and tickets."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.cards import cards, grid
from training.scrape.kinds.shops_and_offers.frame import page, reviews
from training.scrape.kinds.shops_and_offers.layout import classes, facts, lines, tag
from training.scrape.kinds.shops_and_offers.price_words import (
    ALLERGENS,
    BEDS,
    DISH,
    DISH_TEXT,
    DISHES,
    DURATION,
    FREE,
    FROM,
    GROUPS,
    INGREDIENTS,
    MENU,
    OPENED,
    OPENING,
    PET,
    PRICE_TITLES,
    ROOM,
    ROOM_BED,
    ROOM_GUESTS,
    ROOM_PRICE,
    ROOM_SIZE,
    ROOM_TITLES,
    ROOMS,
    SEASON_HIGH,
    SEASON_LOW,
    SECTION,
    SECTION_DISH,
    SECTIONS,
    SERVICE,
    SERVICES,
    TICKET,
    TICKET_DOOR,
    TICKET_ONLINE,
    TICKET_TITLES,
    TICKETS,
    TIME_IN,
    TIME_OUT,
    VENUES,
    WIFI,
)
from training.scrape.kinds.shops_and_offers.terms import ask, ask_all, ask_of, finish
from training.scrape.make import Make


def hotel_rooms(make: Make) -> str:
    """Return the rooms of a hotel with their rates."""
    money, site = values.prices(make), f"Hotel {values.brand(make)}"
    names = make.some(values.options(ROOMS, make.language), 2, 7)
    chosen = make.random.randrange(len(names))
    with_seasons = make.chance(0.4)
    has = {part: make.chance(0.6) for part in ("bed", "guests", "size", "text", "image")}
    with_old = make.chance(0.25)
    items: list[dict[str, str]] = []
    for place, name in enumerate(names):
        value = float(make.random.randint(45, 320))

        def one(key: str, text: str, place: int = place) -> str:
            text = make.mark(key, text)
            return make.mark(key + " of one", text) if place == chosen else text

        item = {"name": make.mark("names", name)}
        if with_seasons:
            item["low"] = one("low", money(value))
            item["high"] = one("high", money(value + make.random.randint(10, 80)))
        else:
            item["price"] = one("price", money(value))
            if with_old:
                item["price"] = f"<del>{money(value + 20)}</del> {item['price']}"
        if has["bed"]:
            item["bed"] = one("bed", values.word(make, BEDS))
        if has["guests"]:
            item["guests"] = one("guests", str(make.random.randint(1, 6)))
        if has["size"]:
            item["size"] = one("size", f"{make.random.randint(12, 60)} m²")
        if has["text"]:
            item["text"] = values.sentence(make)
        if has["image"]:
            item["image"] = products.picture(make, name, "pictures")
        items.append(item)
    labels = {
        "name": ROOM.label(make), "price": ROOM_PRICE.label(make), "low": SEASON_LOW.label(make),
        "high": SEASON_HIGH.label(make), "bed": ROOM_BED.label(make),
        "guests": ROOM_GUESTS.label(make), "size": ROOM_SIZE.label(make),
    }  # fmt: skip
    if make.chance(0.5) or with_seasons:
        columns = [part for part in items[0] if part not in ("text", "image")]
        rows = [[item[part] for part in columns] for item in items]
        text = grid(make, "rates", [labels[part] for part in columns], rows)
        has["image"] = False
    else:
        text = cards(make, make.pick(("room", "rate", "accommodation")), items, labels,
                     ("bed", "guests", "size"))  # fmt: skip
    times = [
        (TIME_IN, "in", f"{make.random.randint(13, 17)}:00"),
        (TIME_OUT, "out", f"{make.random.randint(9, 12)}:{make.pick(('00', '30'))}"),
        (terms.PHONE, "phone", values.phone(make)),
        (terms.ADDRESS, "address", values.address(make, make.pick((", ", "<br>")))),
        (WIFI, "wifi", values.word(make, FREE)),
    ]  # fmt: skip
    times = make.some(times, 1, 5)
    about = facts(
        make, [(t.label(make), make.mark(key, value)) for t, key, value in times], "hotel info"
    )
    title = values.word(make, ROOM_TITLES)
    main = [f"<h1>{title}</h1>", text, about]
    if make.chance(0.3):
        main = [main[0], about, text]
    name = names[chosen]
    ask_all(make, "names", ROOM, "room", "room names|names")
    if with_seasons:
        for key, term in (("low", SEASON_LOW), ("high", SEASON_HIGH)):
            ask_all(make, key, term)
            ask_of(make, f"{key} of one", term, name)
    else:
        ask_all(make, "price", ROOM_PRICE, "room")
        ask_of(make, "price of one", ROOM_PRICE, name, "how much is the {n}|what does the {n} cost")
    for part, term in (("bed", ROOM_BED), ("guests", ROOM_GUESTS), ("size", ROOM_SIZE)):
        if has[part]:
            ask_of(make, f"{part} of one", term, name)
            ask_all(make, part, term)
    if has["image"]:
        ask_all(make, "pictures", terms.IMAGE)
    for term, key, _ in times:
        ask(make, key, term, "hotel")
    finish(make, 9, PET, terms.VIDEO, terms.ISBN)
    after = [reviews(make, 2)] if make.chance(0.4) else []
    return page(make, title, site, main, [site, title], [], after)


def restaurant_menu(make: Make) -> str:
    """Return the menu of a restaurant in sections."""
    money = values.prices(make)
    site = (
        f"{make.pick(('Trattoria', 'Bistro', 'Café', 'The', 'Chez', 'Zum'))} {values.brand(make)}"
    )
    sections = sorted(make.some(range(len(SECTIONS)), 1, 4))
    names = [values.word(make, words) for words in SECTIONS]
    form = make.pick(("table", "rows", "text", "dl", "cards", "list", "dots", "rows"))
    with_text, with_code = make.chance(0.6), make.chance(0.3)
    has_text = with_text and form not in ("text", "dots")
    level = make.pick(("h2", "h3", "h2", "h4", "strong"))
    chosen_section, chosen = make.pick(sections), ""
    before_name = make.chance(0.2)
    parts = [f"<h1>{MENU.label(make)}</h1>"]
    for section in sections:
        dishes: list[list[str]] = []
        for name in make.some(values.options(DISHES[section], make.language), 2, 7):
            value = money(values.amount(make, 3, 34))
            text = ", ".join(make.some(values.options(INGREDIENTS, make.language), 2, 4))
            dish, price, contents = make.mark("dishes", name), make.mark("prices", value), text
            if section == chosen_section:
                dish, price = make.mark("dishes of one", dish), make.mark("prices of one", price)
                if not chosen:
                    chosen = name
                    price = make.mark("price of one", price)
                    contents = make.mark("text of one", text)
            contents = make.mark("texts", contents)
            code = f" <sup>{make.pick(('A,C', '1,3', 'G', 'V', 'vg'))}</sup>" if with_code else ""
            dishes.append([dish + code, price, contents])
        parts.append(f"<{level}>{make.mark('sections', names[section])}</{level}>")
        parts.append(_dishes(make, dishes, form, has_text, before_name))
    ask_all(make, "dishes", DISH, "", "dishes|food|names of the dishes|what can I eat")
    ask_all(make, "prices", terms.PRICE, "dish", "prices of the dishes")
    ask_of(make, "price of one", terms.PRICE, chosen, "how much is the {n}|what does {n} cost")
    if has_text:
        ask_of(make, "text of one", DISH_TEXT, chosen, "what is in the {n}|what comes with {n}")
        ask_all(make, "texts", DISH_TEXT)
    section_name = names[chosen_section]
    ask_of(
        make,
        "dishes of one",
        SECTION_DISH,
        section_name,
        "{n}|list of {n}|which {n} are there",
        True,
    )
    ask_of(make, "prices of one", terms.PRICE, section_name, "prices under {n}", True)
    ask_all(make, "sections", SECTION, "", "headings of the menu|sections of the menu")
    if make.chance(0.6):
        hours = values.word(make, OPENING)
        rows = [(terms.PHONE, "phone", values.phone(make)), (OPENED, "hours", hours)]
        shown = [(term.label(make), make.mark(key, text)) for term, key, text in rows]
        parts.append(facts(make, shown, "restaurant info"))
        for term, key, _ in rows:
            ask(make, key, term, "restaurant")
    finish(make, 8, ALLERGENS, PET, terms.VIDEO, terms.RATING)
    return page(make, MENU.label(make), site, parts)


def _dishes(
    make: Make, dishes: list[list[str]], form: str, with_text: bool, price_first: bool
) -> str:
    """Return the dishes of one section; every section of a page has the same form."""
    if form == "table":
        rows = []
        for dish, price, text in dishes:
            under = f"<br><small>{text}</small>" if with_text else ""
            cells = [f"<td>{dish}{under}</td>", f"<td{classes(make, 'menu price')}>{price}</td>"]
            rows.append(f"<tr>{''.join(reversed(cells) if price_first else cells)}</tr>")
        return tag(make, "table", "menu", lines(make, rows))
    if form == "text":
        items = [f"<p>{dish} – {price}</p>" for dish, price, _ in dishes]
        return tag(make, "div", "text", lines(make, items))
    if form == "dots":
        items = [f"{dish} ........ {price}" for dish, price, _ in dishes]
        return tag(make, "p", "menu", "<br>\n".join(items))
    if form == "dl":
        items = []
        for dish, price, text in dishes:
            items.append(f"<dt>{dish} <b>{price}</b></dt>")
            items.append(f"<dd>{text}</dd>" if with_text else "<dd></dd>")
        return tag(make, "dl", "menu", lines(make, items))
    if form == "list":
        items = [
            f"<li><strong>{dish}</strong>{', ' + text if with_text else ''} <em>{price}</em></li>"
            for dish, price, text in dishes
        ]
        return tag(make, "ul", "menu list", lines(make, items))
    items = []
    for dish, price, text in dishes:
        parts = [
            tag(make, "h4" if form == "cards" else "span", "dish name", dish),
            tag(make, "span", "dish price", price),
        ]
        if price_first:
            parts.reverse()
        if with_text:
            parts.append(tag(make, "p", "dish text", text))
        items.append(tag(make, "article" if form == "cards" else "div", "dish", lines(make, parts)))
    return tag(make, "div", "menu section", lines(make, items))


def service_prices(make: Make) -> str:
    """Return the price list of a hairdresser, garage or other service, in groups on most pages."""
    money, trade = values.prices(make), make.random.randrange(len(SERVICES))
    site = f"{values.brand(make)} {make.pick(('Studio', 'Salon', 'Werkstatt', 'Service', '& Co.'))}"
    site = site.replace("&", "&amp;")
    pool = values.options(SERVICES[trade], make.language)
    pool = make.some(pool, len(pool), len(pool))
    groups = make.some(values.options(GROUPS[trade], make.language), 1, 3)
    with_time = make.chance(0.55)
    start = values.word(make, FROM)
    with_start = make.chance(0.4)
    form = make.pick(("table", "one table", "list", "facts", "cards"))
    heads = [SERVICE.label(make), terms.PRICE.label(make)]
    if with_time:
        heads.insert(1, DURATION.label(make))
    chosen_group, chosen = make.random.randrange(len(groups)), ""
    parts, whole = [], []
    each = max(1, len(pool) // len(groups))
    shape: list[str] = []
    for number, group in enumerate(groups):
        rows, items = [], []
        for name in pool[number * each : number * each + make.random.randint(1, each)]:
            price = make.mark("prices", money(values.amount(make, 8, 160)))
            minutes = make.pick(("15 min", "30 min", "45 min", "60 min", "1 h 30", "2 h", "90'"))
            time, shown = make.mark("times", minutes), make.mark("names", name)
            if number == chosen_group:
                shown = make.mark("names of one", shown)
                if not chosen:
                    chosen = name
                    price, time = make.mark("price of one", price), make.mark("time of one", time)
            before = start + " " if with_start and make.chance(0.5) else ""
            rows.append([shown, *([time] if with_time else []), before + price])
            items.append(
                {"name": shown, "price": before + price} | ({"time": time} if with_time else {})
            )
        title = make.mark("groups", group)
        if len(groups) == 1 and make.chance(0.4):
            title = ""
        if form == "one table":
            if title:
                shape.append(f'<tr><th colspan="{len(heads)}">{title}</th></tr>')
            shape += [f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows]
            whole += rows
            continue
        parts.append(f"<h2>{title}</h2>" if title else "")
        if form == "table":
            parts.append(grid(make, "prices", heads, rows))
        elif form == "cards":
            parts.append(cards(make, "service", items))
        elif form == "facts":
            parts.append(facts(make, [(row[0], " · ".join(row[1:])) for row in rows], "prices"))
        else:
            listed = [f"<li>{', '.join(row[:-1])}: {row[-1]}</li>" for row in rows]
            parts.append(tag(make, "ul", "price list", lines(make, listed)))
    if form == "one table":
        top = "".join(f"<th>{head}</th>" for head in heads)
        top = f"<tr>{top}</tr>\n" if make.chance(0.6) else ""
        parts.append(tag(make, "table", "prices", top + lines(make, shape)))
    title = values.word(make, PRICE_TITLES)
    phone = make.mark("phone", values.phone(make))
    with_phone = make.chance(0.5)
    if with_phone:
        parts.append(f"<p>{terms.PHONE.label(make)}: {phone}</p>")
        ask(make, "phone", terms.PHONE, "", "number to book|phone number for appointments")
    ask_all(make, "names", SERVICE, "", "names of the services|services offered")
    ask_all(make, "prices", terms.PRICE, "service")
    ask_of(make, "price of one", terms.PRICE, chosen, "how much is a {n}|what does {n} cost|{n}")
    if with_time:
        ask_of(make, "time of one", DURATION, chosen, "how long does {n} take")
        ask_all(make, "times", DURATION)
    if title and any("groups" in part for part in [*parts, *shape]):
        ask_of(
            make, "names of one", SERVICE, groups[chosen_group], "what is offered under {n}", True
        )
        ask_all(make, "groups", terms.CATEGORY, "", "groups|section headings")
    finish(make, 8, terms.EMAIL, terms.RATING, PET, terms.WARRANTY)
    return page(make, title, site, [f"<h1>{title}</h1>", *parts])


def ticket_prices(make: Make) -> str:
    """Return what tickets cost for whom."""
    money, site = values.prices(make), values.brand(make)
    venue = values.word(make, VENUES)
    names = make.some(values.options(TICKETS, make.language), 2, 7)
    chosen = make.random.randrange(len(names))
    two = make.chance(0.45)
    with_text = make.chance(0.4)
    free = values.word(make, FREE)
    rows: list[list[str]] = []
    for place, name in enumerate(names):
        value = values.amount(make, 2, 70)
        texts = [free if make.chance(0.1) else money(value), money(value + 2)]
        marked = [make.mark("online", texts[0]), make.mark("door", texts[1])]
        if place == chosen:
            marked = [make.mark("online of one", marked[0]), make.mark("door of one", marked[1])]
        age = f"{make.random.randint(3, 17)}–{make.random.randint(18, 99)}"
        shown = make.mark("names", name) + (f" ({age})" if with_text else "")
        rows.append([shown, *(marked if two else marked[:1])])
    term = TICKET_ONLINE if two else terms.PRICE
    heads = [TICKET.label(make), term.label(make), TICKET_DOOR.label(make)][: 3 if two else 2]
    form = make.pick(("table", "table", "cards", "facts", "text"))
    if two or form == "table":
        text = grid(make, "tickets", heads, rows, TICKET.label(make))
    elif form == "cards":
        items = [{"name": row[0], "price": row[1]} for row in rows]
        text = cards(make, "ticket", items, {"price": heads[1]})
    elif form == "facts":
        text = facts(make, [(row[0], row[1]) for row in rows], "tickets")
    else:
        text = tag(make, "p", "text", "<br>".join(f"{row[0]}: {row[1]}" for row in rows))
    hours = [
        (OPENED, "hours", values.word(make, OPENING)),
        (terms.PHONE, "phone", values.phone(make)),
        (terms.ADDRESS, "address", values.address(make, make.pick((", ", "<br>")))),
    ]
    hours = make.some(hours, 0, 3)
    visit = [(term.label(make), make.mark(key, value)) for term, key, value in hours]
    about = [facts(make, visit, "visit")] if hours else []
    title = values.word(make, TICKET_TITLES)
    name = names[chosen]
    ask_all(make, "names", TICKET, "ticket", "kinds of tickets|who pays what")
    if two:
        ask_all(make, "online", TICKET_ONLINE, "ticket")
        ask_all(make, "door", TICKET_DOOR, "ticket")
        ask_of(make, "online of one", TICKET_ONLINE, name)
        ask_of(make, "door of one", TICKET_DOOR, name)
    else:
        ask_all(make, "online", terms.PRICE, "ticket")
        ask_of(make, "online of one", terms.PRICE, name, "how much is a ticket for {n}|{n} ticket")
    for term, key, _ in hours:
        ask(make, key, term)
    finish(make, 8, PET, DURATION, terms.EAN)
    main = [f"<h1>{title}</h1>", f"<p>{values.sentence(make)}</p>", text, *about]
    return page(make, title, f"{venue} {site}", main, [venue, title])


KINDS = (hotel_rooms, restaurant_menu, service_prices, ticket_prices)
