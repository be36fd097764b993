"""Pages of times and days: departures, connections, stops, weather."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    label,
    labels,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import Part, cards, table
from training.scrape.make import Make


def departures(make: Make) -> str:
    """Return a station's board of departures: times, lines, destinations, platforms, delays."""
    station = f"{value.word(make, 'city')} {make.pick(['Central', 'Nord', 'HB', 'West', 'Est'])}"
    trips = value.count(make, 3, 16)
    columns = ["departure", "line", "destination", "platform", "delay"]
    if make.chance(0.4):
        columns.remove(make.pick(["platform", "delay"]))
    order = columns[:]
    make.random.shuffle(order)
    chosen = value.count(make, 0, trips - 1)
    asked = make.pick([one for one in columns if one not in ("line", "destination")])
    lines = make.some(value.words(make, "line"), 14, 14) * 2
    goals = make.some(value.words(make, "city"), 12, 16) * 2
    minutes = value.moment(make)
    rows: list[list[Part]] = []
    for index in range(trips):
        minutes += value.count(make, 1, 25)
        texts = {
            "departure": value.clock(make, minutes),
            "line": lines[index],
            "destination": goals[index],
            "platform": f"{value.count(make, 1, 24)}{make.pick(['', '', 'A', 'B'])}",
            "delay": make.pick(["+5", "+12", "+3 min", "0", value.word(make, "on_time")]),
        }
        row = []
        for column in order:
            marked = make.mark(column, texts[column])
            if column == asked and index == chosen:
                marked = make.mark("cell", marked)
            if column == "delay" and make.chance(0.5):
                marked = f"<span{make.names('late')}>{marked}</span>"
            row.append(Part(column, marked, 0.5, column == "destination", column != "destination"))
        rows.append(row)
    grid = (
        cards(make, "departure", rows)
        if make.chance(0.35)
        else table(make, "departures", order, [[one.html for one in row] for row in rows])
    )
    title = f"{labels(make, 'departure')} {station}"
    notice = f"<p{make.names('alert')}>{value.sentence(make)}</p>" if make.chance(0.5) else ""
    now = f"<p>{value.clock(make, minutes - 60)}</p>" if make.chance(0.5) else ""
    body = top(make, title, now) + notice + grid
    ask_all(make, "departure", noun="train")
    ask_all(make, "destination", noun="train")
    ask_all(make, "line")
    if "platform" in columns:
        ask_all(make, "platform", noun="train")
    if "delay" in columns:
        ask_all(make, "delay", noun="train")
    item = make.pick([lines[chosen], f"{lines[chosen]} {goals[chosen]}"])
    ask_cell(make, "cell", asked, item)
    ask_absent(make, "price", "arrival", "duration", noun="train")
    return page(make, title, body, crumbs=[station])


def connections(make: Make) -> str:
    """Return connections found between two places, each with times, changes and a price."""
    start, goal = make.some(value.words(make, "city"), 2, 2)
    decimals = make.pick([0, 2])
    terms = ["departure", "arrival", "duration", "stopovers", "price"]
    companies = make.some(value.words(make, "carrier"), 2, 4)
    rows, texts = [], []
    total = value.count(make, 2, 10)
    cheapest = value.count(make, 0, total - 1)
    changes = make.text(en=["direct", "1 change", "2 changes"], de=["direkt", "1 Umstieg"],
                       fr=["direct", "1 correspondance"], es=["directo", "1 transbordo"],
                       it=["diretto", "1 cambio"], nl=["direct", "1 overstap"])  # fmt: skip
    for index in range(total):
        minutes, lasts = value.moment(make), value.count(make, 35, 500)
        amount = value.count(make, 9, 20) if index == cheapest else value.count(make, 21, 160)
        shown = {
            "departure": value.clock(make, minutes),
            "arrival": value.clock(make, minutes + lasts),
            "duration": value.duration(make, lasts),
            "stopovers": changes,
            "price": value.money(make, amount, decimals),
        }
        texts.append(shown)
        marked = {one: make.mark(one, text) for one, text in shown.items()}
        if index == cheapest:
            marked["price"] = make.mark("cheapest", marked["price"])
        if index == 0:
            marked["departure"] = make.mark("first", marked["departure"])
        rows.append((marked, make.mark("operator", make.pick(companies))))
    arrow = make.pick([" → ", " – ", " - "])
    blocks = []
    style = make.pick(["row", "table", "block"])
    for marked, operator in rows:
        if style == "row":
            blocks.append(
                f"<li{make.names('connection')}><div{make.names('times')}><b>{marked['departure']}</b>"
                f"{arrow}<b>{marked['arrival']}</b></div><span>{marked['duration']}</span>"
                f" <span>{marked['stopovers']}</span><em>{operator}</em>"
                f"<strong{make.names('fare')}>{marked['price']}</strong><button>›</button></li>"
            )
        elif style == "block":
            blocks.append(
                f"<div{make.names('result')}><p>{operator}</p><p>{marked['departure']} {start}</p>"
                f"<p>{marked['arrival']} {goal}</p>"
                f"<p>{marked['duration']}, {marked['stopovers']}</p>"
                f"<a{make.names('buy')} href='/buy'>{marked['price']}</a></div>"
            )
    if style == "table":
        cells = [[*[marked[one] for one in terms], operator] for marked, operator in rows]
        grid = table(make, "connections", [*terms, "company"], cells)
    else:
        grid = f"<ul>{''.join(blocks)}</ul>" if style == "row" else "".join(blocks)
    when = make.mark("date", value.date(make))
    body = top(make, f"{start}{arrow}{goal}", f"<p>{when}</p>") + grid
    ask_all(make, "departure", noun="connection")
    ask_all(make, "arrival", noun="connection")
    ask_all(make, "price", noun="connection")
    ask_all(make, "duration", noun="connection")
    ask_all(make, "operator", "company", noun="connection")
    ask_one(make, "date", noun="journey")
    ask_one(make, "first", "first_departure", "journey")
    ask_one(make, "cheapest", noun="journey")
    ask_absent(make, "platform", "rating", "email", noun="journey")
    return page(make, f"{start} – {goal}", body)


def stop_times(make: Make) -> str:
    """Return a line's timetable: one row for each stop, one column for each trip."""
    line = value.word(make, "line")
    pool = [*value.words(make, "street"), *value.words(make, "venue"), *value.words(make, "city")]
    stops = make.some(pool, 4, 14)
    trips, start = value.count(make, 1, 6), value.moment(make)
    chosen = value.count(make, 0, len(stops) - 1)
    rows = []
    for index, stop in enumerate(stops):
        cells = []
        for trip in range(trips):
            minutes = start + trip * 60 + index * value.count(make, 3, 5)
            marked = make.mark("time", value.clock(make, minutes))
            if index == chosen:
                marked = make.mark("stop", make.mark("cell", marked) if trip == 0 else marked)
            cells.append(marked)
        named = make.mark("name", stop)
        if index in (0, len(stops) - 1):
            named = make.mark("first" if index == 0 else "last", named)
        rows.append([named, *cells])
    if make.chance(0.6):
        columns = ["stop", *[f"={one + 1}" for one in range(trips)]]
        grid = table(make, "timetable", columns, rows, 0, make.pick(["", line]))
    else:
        lines = [
            f"<li><b>{row[0]}</b> {' '.join(f'<span>{c}</span>' for c in row[1:])}</li>"
            for row in rows
        ]
        grid = f"<ol{make.names('stops')}>{''.join(lines)}</ol>"
    begins = make.mark("begins", value.date(make))
    valid = f"<p>{value.word(make, 'valid')} {begins}</p>"
    body = top(make, make.mark("line", line), valid) + grid
    ask_all(make, "name", "stop")
    ask_all(make, "time", "departure", noun="stop")
    ask_cell(make, "stop", "departure", stops[chosen], many=True)
    make.ask(
        "cell",
        en=[f"first departure at {stops[chosen]}", f"first bus from {stops[chosen]}",
            f"when does the first one leave {stops[chosen]}", f"{stops[chosen]} first time"],
        de=[f"erste Abfahrt {stops[chosen]}"], fr=[f"premier départ {stops[chosen]}"],
        es=[f"primera salida {stops[chosen]}"], it=[f"prima partenza {stops[chosen]}"],
        nl=[f"eerste vertrek {stops[chosen]}"],
    )  # fmt: skip
    ask_one(make, "line", noun="timetable")
    ask_one(make, "last", "last_stop", "line")
    ask_one(make, "begins", "valid_from", "timetable")
    ask_absent(make, "price", "platform", "phone", noun="line")
    return page(make, f"{line}: {stops[0]} – {stops[-1]}", body)


def forecast(make: Make) -> str:
    """Return a weather forecast by day, with the weather of now above it."""
    city = value.word(make, "city")
    start, total = value.day(make), value.count(make, 3, 10)
    style = make.pick(["weekday", "date", "both"])
    unit = make.pick(["°C", "°", "°F"]) if make.language == "en" else make.pick(["°C", "°"])
    terms = [
        "weather",
        "temp_high",
        "temp_low",
        *make.some(["rain", "wind", "sunrise", "humidity"], 0, 3),
    ]
    chosen = value.count(make, 0, total - 1)
    asked = make.pick(terms)
    days, rows = [], []
    for index in range(total):
        when = value.later(start, index)
        name = value.words(make, "weekday")[when.weekday()]
        if style != "weekday" or total > 7:
            name = value.date(make, when, short=True) if style == "date" else f"{name} {when.day}"
        days.append(name)
        high = value.count(make, -4, 34)
        row = []
        for term in terms:
            text = {
                "weather": value.word(make, "weather"),
                "temp_high": f"{high}{unit}",
                "temp_low": f"{high - value.count(make, 3, 12)}{unit}",
                "rain": value.percent(make, value.count(make, 0, 100), 0),
                "wind": f"{value.count(make, 2, 60)} km/h",
                "sunrise": value.clock(make, value.count(make, 300, 480)),
                "humidity": value.percent(make, value.count(make, 30, 99), 0),
            }[term]
            marked = make.mark(term, text)
            row.append(make.mark("cell", marked) if term == asked and index == chosen else marked)
        rows.append(row)
    named = [make.mark("date", one) for one in days]
    shape = make.pick(["table", "cards", "columns", "sentences"])
    pairs = list(zip(named, rows, strict=True))
    if shape == "table":
        grid = table(make, "forecast", ["date", *terms], [[one, *row] for one, row in pairs], 0)
    elif shape == "cards":
        items = []
        for one, row in pairs:
            parts = [Part(term, text, 0.45) for term, text in zip(terms, row, strict=True)]
            items.append([Part("date", one, title=True), *parts])
        grid = cards(make, "forecast", items)
    elif shape == "columns":
        cells = []
        for one, row in pairs:
            image = f'<img alt="" src="/icons/{value.count(make, 1, 30)}.svg">'
            inner = f"<span>{one}</span>{image}{''.join(f'<p>{text}</p>' for text in row)}"
            cells.append(f"<div{make.names('day')}>{inner}</div>")
        grid = f"<div{make.names('days')}>{''.join(cells)}</div>"
    else:
        blocks = []
        for one, row in pairs:
            texts = [f"{label(make, t)}: {text}" for t, text in zip(terms, row, strict=True)]
            blocks.append(f"<h3>{one}</h3><p>{'. '.join(texts)}.</p>")
        grid = "".join(blocks)
    now = f"{value.count(make, -5, 35)}{unit}"
    current = f"<span>{make.mark('now', now)}</span> {value.word(make, 'weather')}"
    current = f"<div{make.names('current')}>{current}</div>"
    title = value.word(make, "weather_title").format(city)
    ask_all(make, "date", noun="forecast")
    for term in make.some(["temp_high", "temp_low", "weather"], 2, 3) + terms[3:4]:
        ask_all(make, term, noun="day")
    ask_cell(make, "cell", asked, days[chosen])
    ask_one(make, "now", "now_temp", "city")
    ask_absent(make, "price", "author", "population", noun="forecast")
    return page(make, title, top(make, title, current) + grid, crumbs=[city], comments=False)


KINDS = (departures, connections, stop_times, forecast)
