"""Pages of schedules and events: conferences, calendars, courses, cinemas, television."""

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
    table,
)
from training.scrape.make import Make


def conference(make: Make) -> str:
    """Return a conference's schedule: times, rooms, titles and speakers, by day."""
    days = value.count(make, 1, 3)
    start = value.day(make)
    by_day, rooms, with_end = make.chance(0.8), make.chance(0.8), make.chance(0.5)
    titles = value.distinct(make, value.talk, days * 2, days * 6)
    chosen = make.pick(titles)
    style = make.pick(["table", "cards", "paragraphs", "dl", "nested"])
    by = value.word(make, "by")
    minutes = value.count(make, 8, 10) * 60
    hall = value.words(make, "hall")
    slots: list[list[list[Part]]] = [[] for _ in range(days)]
    for index, title in enumerate(titles):
        if index * days // len(titles) != (index - 1) * days // len(titles):
            minutes = value.count(make, 8, 10) * 60
        begins, minutes = minutes, minutes + make.pick([20, 30, 45, 60])
        speakers = value.people(make, 1, make.pick([1, 1, 1, 3]))
        time = make.mark("time", value.clock(make, begins))
        if with_end:
            dash = value.always(make, "dash", ["–", " - ", " – "])
            time = make.mark(
                "time", f"{value.clock(make, begins)}{dash}{value.clock(make, minutes)}"
            )
        names = ", ".join(make.mark("speaker", one) for one in speakers)
        room = make.mark("room", make.pick(hall))
        if title == chosen:
            time, room = make.mark("its time", time), make.mark("its room", room)
            names = ", ".join(make.mark("its speaker", make.mark("speaker", x)) for x in speakers)
        row = [
            Part("time", time, 0.2, line=True),
            Part("talk", make.mark("talk", title), title=True),
        ]
        row.append(Part("speaker", names, 0.3, line=True))
        if rooms:
            row.append(Part("room", room, 0.3, line=True))
        slots[index * days // len(titles)].append(row)
    blocks = []
    for number, rows in enumerate(slots):
        when = make.mark(
            "date", value.date(make, value.later(start, number), short=make.chance(0.0))
        )
        over = heading(make, when) if by_day else f"<!-- {number} -->"
        pause = f"{value.clock(make, 750)} {value.word(make, 'break')}"
        if style == "table":
            cells = [[part.html for part in row] for row in rows]
            columns = [part.term for part in rows[0]]
            inner = table(make, "schedule", columns, cells)
        elif style == "cards":
            inner = cards(make, "session", rows)
        elif style == "dl":
            inner = "".join(
                f"<dt>{row[0].html}</dt><dd><strong>{row[1].html}</strong> {by} {row[2].html}"
                + (f" ({row[3].html})" if rooms else "")
                + "</dd>"
                for row in rows
            )
            inner = f"<dl>{inner}<dt>{pause}</dt></dl>"
        elif style == "paragraphs":
            inner = "".join(
                f"<p>{row[0].html} {row[1].html}<br><em>{row[2].html}</em>"
                + (f", {row[3].html}" if rooms else "")
                + "</p>"
                for row in rows
            )
            inner += f"<p>{pause}</p>"
        else:
            inner = "".join(
                f"<div{make.names('slot')}><div{make.names('slot', 'time')}>{row[0].html}</div>"
                f"<div{make.names('slot', 'text')}><h4>{row[1].html}</h4>"
                f"<ul><li>{row[2].html}</li></ul>"
                + (f"<span{make.names('slot', 'place')}>{row[3].html}</span>" if rooms else "")
                + f"<p>{value.sentence(make)}</p></div></div>"
                for row in rows
            )
        blocks.append(over + inner)
    name = f"{value.brand(make)}Conf {start.year}"
    venue, city = value.word(make, "venue"), value.word(make, "city")
    where = f"<p>{make.mark('venue', venue)}, {city}</p>"
    body = (
        top(make, name, where) + heading(make, value.word(make, "agenda_title")) + "".join(blocks)
    )
    ask_all(make, "talk")
    ask_all(make, "speaker", noun="talk")
    ask_all(make, "time", noun="session")
    ask_cell(make, "its speaker", "speaker", chosen, many=True)
    ask_cell(make, "its time", "time", chosen)
    if rooms:
        ask_all(make, "room", noun="session")
        ask_cell(make, "its room", "room", chosen)
    if by_day:
        ask_all(make, "date", noun="conference day")
    ask_one(make, "venue", "location", "conference")
    ask_absent(make, "price", "email", "sponsor", "salary", noun="conference")
    return page(make, name, body, site=name if make.chance(0.5) else "")


def event_page(make: Make) -> str:
    """Return the page of one event, with other events beside it."""
    name, start = value.event(make), value.day(make)
    when = value.date(make, start)
    begins = value.moment(make)
    texts = {
        "date": make.mark("date", when),
        "time": make.mark("time", value.clock(make, begins)),
        "doors": make.mark("doors", value.clock(make, begins - 60)),
        "location": make.mark("location", value.word(make, "venue")),
        "address": make.mark("address", value.address(make)),
        "price": make.mark("price", value.money(make, value.count(make, 5, 90), make.pick([0, 2]))),
        "organizer": make.mark("organizer", value.company(make)),
        "phone": make.mark("phone", value.phone(make)),
        "language": make.mark("language", value.word(make, "language")),
        "age": make.mark("age", f"{make.pick([6, 12, 16, 18])}+"),
    }
    chosen = ["date", "time", "location", *make.some([*list(texts)[2:3], *list(texts)[4:]], 2, 5)]
    make.random.shuffle(chosen)
    style = make.pick(["facts", "facts", "loose", "split"])
    summary = make.mark("summary", value.paragraph(make, 1, 2))
    lead = f"<p{make.names('lead')}>{summary}</p>"
    if style == "facts":
        block = facts(make, "event", [(one, texts[one]) for one in chosen])
    elif style == "loose":
        tag = make.pick(["p", "div", "span"])
        block = "".join(
            f"<{tag}{make.names('event', one)}>{texts[one]}</{tag}>\n" for one in chosen
        )
    else:
        block = f"<p>{texts['date']}, {texts['time']} @ {texts['location']}</p>"
        rest = [one for one in chosen if one not in ("date", "time", "location")]
        block += facts(make, "info", [(one, texts[one]) for one in rest])
    performers = value.people(make, 2, 6)
    lines = "".join(f"<li>{make.mark('speaker', one)}</li>" for one in performers)
    artists = f"<ul>{lines}</ul>"
    artists = heading(make, labels(make, "speaker")) + artists if make.chance(0.6) else ""
    others = "".join(
        f"<li><a href='{value.link(make, other)}'>{other}</a> {value.date(make, short=True)}</li>"
        for other in value.distinct(make, value.event, 2, 5)
    )
    parts = [block, lead, artists, f"<p>{value.paragraph(make)}</p>"]
    if make.chance(0.5):
        parts[0], parts[1] = parts[1], parts[0]
    parts.append(f"<a{make.names('button')} href='/signup'>{value.word(make, 'register')}</a>")
    for one in [
        "date",
        "location",
        *[one for one in chosen if one not in ("date", "location")][:4],
    ]:
        ask_one(make, one, noun="event")
    ask_one(make, "summary", "description", "event")
    if artists:
        ask_all(make, "speaker", noun="event")
    missing = [one for one in texts if one not in chosen]
    ask_absent(make, *missing, noun="event")
    side = f"{heading(make, value.word(make, 'calendar_title'), 3)}<ul>{others}</ul>"
    return page(make, name, top(make, name) + "".join(parts), crumbs=[name], side=side)


def calendar(make: Make) -> str:
    """Return a list of events: names, dates, times, places, prices."""
    names = value.distinct(make, value.event, 2, 15)
    chosen, free = make.pick(names), value.word(make, "free")
    optional = make.some(["time", "price", "category", "organizer", "description"], 1, 3)
    asked = make.pick(["date", "location", *[one for one in optional if one != "description"]])
    with_image, split_date = make.chance(0.4), make.chance(0.25)
    order = ["date", "event", "location", *optional]
    if make.chance(0.5):
        make.random.shuffle(order)
    rows = []
    for index, name in enumerate(names):
        when = value.later(value.day(make, 2025), index)
        month = value.words(make, "month")[when.month - 1][:3]
        texts = {
            "event": name,
            "date": f"<b>{when.day}</b> <i>{month}</i>" if split_date else value.date(make, when),
            "location": f"{value.word(make, 'venue')}, {value.word(make, 'city')}",
            "time": value.clock(make, value.moment(make)),
            "price": free if make.chance(0.2) else value.money(make, value.count(make, 5, 80), 0),
            "category": value.word(make, "genre"),
            "organizer": value.company(make),
            "description": value.paragraph(make, 1, 2),
        }
        row = []
        for one in order:
            marked = make.mark(one, texts[one])
            if name == chosen and one == asked:
                marked = make.mark("cell", marked)
            if one == "event" and value.always(make, "linked", [True, False]):
                marked = (
                    f'<a href="{make.mark("link", value.link(make, "event", name))}">{marked}</a>'
                )
            row.append(Part(one, marked, 0.25, one == "event", one in ("date", "time", "location")))
        if with_image:
            picture = make.mark("picture", f"/media/{value.code(make, 'xxxxxxxx')}.jpg")
            row.insert(0, Part("picture", f'<img src="{picture}" alt="">'))
        rows.append(row)
    grid = cards(make, make.pick(["event", "teaser", "item"]), rows)
    if not with_image and make.chance(0.3):
        grid = table(make, "events", order, [[part.html for part in row] for row in rows])
    title = value.word(make, "calendar_title")
    ask_all(make, "event")
    ask_all(make, "date", noun="event")
    ask_all(make, "location", noun="event")
    for one in optional[:2]:
        ask_all(make, one, noun="event")
    ask_cell(make, "cell", asked, chosen)
    if with_image:
        ask_all(make, "picture", noun="event")
    if value.always(make, "linked", [True, False]):
        ask_all(make, "link", noun="event")
    ask_absent(
        make, *[one for one in ("price", "speaker", "rating", "time") if one not in optional]
    )
    return page(make, title, top(make, title) + grid, crumbs=[title])


def course(make: Make) -> str:
    """Return the page of a course with one or several instructors and its modules."""
    name = value.talk(make)
    teachers = value.people(make, 1, 4)
    texts = {
        "begins": make.mark("begins", value.date(make)),
        "ends": make.mark("ends", value.date(make)),
        "duration": make.mark(
            "duration", f"{value.count(make, 2, 16)} × {make.pick([45, 60, 90])} min"
        ),
        "level": make.mark("level", value.word(make, "level")),
        "language": make.mark("language", value.word(make, "language")),
        "price": make.mark("price", value.money(make, value.count(make, 29, 1900), 0)),
        "credits": make.mark("credits", f"{value.count(make, 2, 12)}"),
        "places": make.mark("places", f"{value.count(make, 1, 30)}"),
        "location": make.mark(
            "location", f"{value.word(make, 'hall')}, {value.word(make, 'city')}"
        ),
    }
    chosen = make.some(list(texts), 4, 7)
    inside = make.chance(0.5)
    items = [(one, texts[one]) for one in chosen]
    if inside:
        items.insert(
            value.count(make, 0, 2), ("instructor", links(make, "instructor", teachers, "people"))
        )
        block = ""
    else:
        rows = []
        for one in teachers:
            row = [Part("instructor", make.mark("instructor", one), title=True)]
            row.append(Part("job", value.word(make, "job")))
            row.append(Part("description", value.sentence(make)))
            rows.append(row)
        block = heading(make, labels(make, "instructor")) + cards(make, "instructor", rows)
    modules = value.distinct(make, value.talk, 2, 8)
    tag = make.pick(["ol", "ul"])
    lessons = "".join(f"<li>{make.mark('module', one)}</li>" for one in modules)
    syllabus = heading(make, labels(make, "module")) + f"<{tag}>{lessons}</{tag}>"
    info = facts(make, "course", items)
    lead = f"<p>{make.mark('description', value.paragraph(make, 2, 3))}</p>"
    reviews = "".join(
        f"<blockquote>{value.sentence(make)}<footer>{one}</footer></blockquote>"
        for one in value.people(make, 1, 3)
    )
    parts = [info, block, syllabus, reviews if make.chance(0.4) else ""]
    make.random.shuffle(parts)
    for one in chosen[:4]:
        ask_one(make, one, noun="course")
    ask_several(make, "instructor", noun="course")
    ask_all(make, "module")
    ask_one(make, "description", noun="course")
    ask_absent(make, *[one for one in texts if one not in chosen], "phone", noun="course")
    return page(make, name, top(make, name, lead) + "".join(parts), crumbs=[name])


def cinema(make: Make) -> str:
    """Return a cinema's programme: films with directors, genres, lengths and show times."""
    films = value.distinct(make, value.film, 2, 8)
    chosen = make.pick(films)
    terms = ["genre", *make.some(["runtime", "age", "director", "cast"], 1, 4)]
    style = value.count(make, 0, 1)
    rows = []
    for index, name in enumerate(films):
        own = name == chosen
        marks = {
            "genre": links(make, "genre", make.some(value.words(make, "genre"), 1, 3)),
            "runtime": make.mark("runtime", f"{value.count(make, 76, 190)} min"),
            "age": make.mark("age", make.pick(["12A", "PG", "FSK 12", "16", "U", "-12"])),
            "director": make.mark("director", value.person(make)),
            "cast": links(make, "cast", value.people(make, 2, 4)),
        }
        times = [value.clock(make, value.moment(make)) for _ in range(value.count(make, 1, 5))]
        texts = [make.mark("showtime", one) for one in times]
        if own:
            texts = [make.mark("its time", one) for one in texts]
            if "director" in terms:
                marks["director"] = make.mark("its director", marks["director"])
        button = make.pick(["<a href='/book'>{}</a>", "<button>{}</button>", "<span>{}</span>"])
        shows = " ".join(button.format(one) for one in texts)
        poster = make.mark("picture", f"/posters/{value.slug(name)}-{index}.jpg")
        row = [Part("film", make.mark("film", name), title=True)]
        row += [Part(one, marks[one], 0.6, line=one in ("age", "runtime")) for one in terms]
        row.append(Part("showtime", shows, 0.3))
        row.insert(style, Part("picture", f'<img src="{poster}" alt="">'))
        rows.append(row)
    title = value.word(make, "cinema_title")
    when = f"<p>{value.date(make)}</p>"
    body = top(make, title, when if make.chance(0.6) else "") + cards(make, "film", rows)
    ask_all(make, "film")
    ask_all(make, "genre", noun="film")
    ask_all(make, "showtime", noun="film")
    ask_cell(make, "its time", "showtime", chosen, many=True)
    for one in [one for one in terms if one in ("director", "cast", "runtime")][:2]:
        ask_all(make, one, noun="film")
    if "director" in terms:
        ask_cell(make, "its director", "director", chosen)
    ask_all(make, "picture", noun="film")
    ask_absent(make, "price", "isbn", noun="film")
    return page(make, title, body, crumbs=[title])


def television(make: Make) -> str:
    """Return what is on television: one channel's day, or one evening on many channels."""
    channels = make.some(value.words(make, "channel"), 1, 5)
    chosen = make.pick(channels)
    with_genre = make.chance(0.5)
    blocks, first = [], True
    style = make.pick(["dl", "table", "div", "p"])
    for channel in channels:
        minutes = value.count(make, 6, 18) * 60
        rows = []
        for _ in range(value.count(make, 2, 9)):
            show = make.mark("programme", value.film(make))
            time = make.mark("time", value.clock(make, minutes))
            if channel == chosen:
                show = make.mark("its programme", show)
            if first:
                time, first = make.mark("first", time), False
            genre = make.mark("genre", value.word(make, "genre")) if with_genre else ""
            rows.append((time, show, genre))
            minutes += make.pick([15, 30, 45, 60, 90, 105])
        if style == "dl":
            lines = [f"<dt>{t}</dt><dd>{s} <small>{g}</small></dd>" for t, s, g in rows]
            inner = f"<dl>{''.join(lines)}</dl>"
        elif style == "table":
            cells = "".join(f"<tr><td>{t}</td><td>{s}</td><td>{g}</td></tr>" for t, s, g in rows)
            inner = f"<table{make.names('tv')}>{cells}</table>"
        elif style == "div":
            inner = "".join(
                f"<div{make.names('slot')}><time>{t}</time><a href='/tv'>{s}</a><em>{g}</em></div>"
                for t, s, g in rows
            )
        else:
            inner = (
                f"<p>{'<br>'.join(f'{t} {s}' + (f' ({g})' if g else '') for t, s, g in rows)}</p>"
            )
        over = heading(make, make.mark("channel", channel))
        blocks.append(f"<section{make.names('channel')}>{over}{inner}</section>")
    title = value.word(make, "tv_title")
    when = f"<p>{make.mark('date', value.date(make))}</p>"
    ask_all(make, "programme")
    ask_all(make, "time", noun="programme")
    ask_all(make, "channel", noun="programme")
    ask_cell(make, "its programme", "programme", chosen, many=True)
    ask_one(make, "date", noun="TV guide")
    if with_genre:
        ask_all(make, "genre", noun="programme")
    ask_absent(make, "director", "rating", "price", noun="programme")
    return page(make, title, top(make, title, when) + "".join(blocks), crumbs=[title])


KINDS = (conference, event_page, calendar, course, cinema, television)
