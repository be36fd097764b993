"""Pages whose answers stand in tables: leagues, quotes, races, countries, figures by year."""

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
from training.scrape.kinds.tables_and_services.layout import facts, table
from training.scrape.make import Make


def _place(make: Make, rows: int) -> int:
    return value.count(make, 0, rows - 1)


def league_table(make: Make) -> str:
    """Return a league's standings, with a scorers' list beside them."""
    clubs = value.distinct(make, value.club, 5, 20)
    chosen = _place(make, len(clubs))
    season = f"{value.count(make, 2015, 2025)}/{value.count(make, 16, 26)}"
    name = make.text(
        en=["Premier Division", "Northern League", "Standings", "League Table"],
        de=["Regionalliga Nord", "Landesliga", "Tabelle"],
        fr=["Championnat régional", "Classement"],
        es=["Liga regional", "Clasificación"],
        it=["Serie D", "Classifica"],
        nl=["Eerste klasse", "Stand"],
    )
    columns = ["rank", "team", "played", *make.some(["wins", "draws", "losses"], 0, 3), "goals"]
    columns += ["points"]
    asked = make.pick([one for one in columns if one not in ("rank", "team")])
    points = sorted((value.count(make, 8, 80) for _ in clubs), reverse=True)
    rows = []
    for index, club in enumerate(clubs):
        row = []
        for column in columns:
            text = {
                "rank": f"{index + 1}{'.' if value.always(make, 'dot', [True, False]) else ''}",
                "team": club,
                "goals": f"{value.count(make, 9, 70)}:{value.count(make, 9, 70)}",
                "points": f"{points[index]}",
            }.get(column, f"{value.count(make, 0, 19)}")
            marked = make.mark(column, text)
            if index == chosen and column == asked:
                marked = make.mark("cell", marked)
            if index == 0 and column == "team":
                marked = make.mark("leader", marked)
            if column == "team" and value.always(make, "club link", [True, False]):
                crest = f'<img src="/crests/{index}.png" alt="">' if make.chance(0.5) else ""
                marked = f'{crest}<a href="{value.link(make, "team", club)}">{marked}</a>'
            row.append(marked)
        rows.append(row)
    body = top(make, f"{name} {season}", f"<p>{value.paragraph(make, 1, 2)}</p>")
    body += table(make, "standings", columns, rows, 1, make.pick(["", name]))
    scorers = "".join(
        f"<li>{one} ({club}) {value.count(make, 3, 25)}</li>"
        for one, club in zip(value.people(make, 3, 5), clubs, strict=False)
    )
    ask_all(make, "team")
    ask_all(make, "points", noun="team")
    ask_cell(make, "cell", asked, clubs[chosen])
    if asked != "points":
        ask_all(make, asked, noun="team")
    ask_one(make, "leader", noun="league")
    ask_absent(make, "price", "email", "address", "salary", noun="league")
    return page(make, f"{name} {season}", body, crumbs=[name], side=f"<ul>{scorers}</ul>")


def quotes(make: Make) -> str:
    """Return prices of coins, shares or currencies."""
    sort = make.pick(["crypto", "stock", "fx"])
    if sort == "stock":
        things = [(one, one[:4].upper()) for one in value.distinct(make, value.brand, 4, 15)]
    else:
        names = make.some(value.words(make, sort), 4, 12)
        things = [(one.rsplit(" ", 1)[0], one.rsplit(" ", 1)[1]) for one in names]
    name = (
        "currency"
        if sort == "fx"
        else make.pick(["name", "company" if sort == "stock" else "name"])
    )
    choices = {
        "crypto": ["change", "volume", "market_cap"],
        "stock": ["change", "high", "low", "volume"],
        "fx": ["buy", "sell", "change"],
    }[sort]
    columns = ["symbol", name, "quote", *make.some(choices, 1, 4)]
    if make.chance(0.3):
        columns.remove("symbol")
    chosen = _place(make, len(things))
    asked = make.pick(columns[columns.index(name) + 1 :])
    both = "symbol" not in columns
    rows = []
    for index, (thing, ticker) in enumerate(things):
        price = make.pick([1, 1, 10, 300, 4000]) * make.random.uniform(0.4, 20)
        row = []
        for column in columns:
            text = {
                "symbol": ticker,
                name: thing,
                "change": value.percent(make, make.random.uniform(-9, 9), 2, sign=True),
                "volume": value.number(make, value.count(make, 10**4, 10**8)),
                "market_cap": value.money(make, make.random.uniform(1, 900), 1) + " B",
            }.get(column)
            if text is None:
                amount = price * (1 if column == "quote" else make.random.uniform(0.9, 1.1))
                text = value.number(make, amount, 4) if sort == "fx" else value.money(make, amount)
            marked = make.mark(column, text)
            if index == chosen and column == asked:
                marked = make.mark("cell", marked)
            if column == name and both:
                marked += f" <small>{make.mark('symbol', ticker)}</small>"
            if column == "change" and value.always(make, "arrow", [True, False]):
                marked = f"<span>{marked}</span> {make.pick(['▲', '▼'])}"
            row.append(marked)
        rows.append(row)
    title = make.text(
        en=["Market prices", "Exchange rates today", "Live prices", "Markets"],
        de=["Kurse", "Wechselkurse heute", "Märkte"], fr=["Cours du jour", "Marchés"],
        es=["Cotizaciones", "Mercados"], it=["Quotazioni", "Mercati"], nl=["Koersen", "Markten"],
    )  # fmt: skip
    when = value.date(make)
    hour = value.clock(make, value.moment(make))
    stamp = f"<p>{label(make, 'updated')}: {make.mark('updated', when)}, {hour}</p>"
    summary = facts(
        make, "index", [("=" + value.brand(make) + " 50", value.number(make, 8412.5, 2))]
    )
    body = top(make, title, stamp if make.chance(0.5) else "")
    if make.chance(0.4):
        body += summary
    body += table(
        make, make.pick(["quotes", "coins", "market"]), columns, rows, columns.index(name)
    )
    if make.mark("updated", when) not in body:
        body += stamp
    ask_all(make, name)
    ask_all(make, "symbol", noun={"crypto": "coin", "stock": "stock", "fx": "currency"}[sort])
    ask_all(make, "quote", noun={"crypto": "coin", "stock": "share", "fx": "currency"}[sort])
    for column in make.some([one for one in columns if one in choices], 1, 2):
        ask_all(make, column, noun="row")
    ask_cell(make, "cell", asked, make.pick(list(things[chosen])))
    ask_one(make, "updated", noun="market")
    ask_absent(make, "author", "employees", "location", "phone")
    return page(make, title, body, crumbs=[title])


def race_results(make: Make) -> str:
    """Return the results of a race: ranks, names, times, gaps."""
    runners = value.people(make, 4, 20)
    event = value.event(make)
    when, where = value.day(make), value.word(make, "city")
    columns = ["rank", "bib", "athlete", "team", "country", "category", "finish", "gap"]
    for column in make.some(["bib", "team", "country", "category", "gap"], 1, 4):
        columns.remove(column)
    asked = make.pick([one for one in columns if one not in ("rank", "athlete")])
    chosen = _place(make, len(runners))
    seconds = value.count(make, 1700, 9000)
    first = seconds
    rows = []
    for index, runner in enumerate(runners):
        behind = seconds - first
        row = []
        for column in columns:
            text = {
                "rank": f"{index + 1}.",
                "bib": f"{value.count(make, 1, 3000)}",
                "athlete": runner,
                "team": value.club(make),
                "country": value.word(make, "land"),
                "category": f"{make.pick('MWF')}{value.count(make, 4, 13) * 5}",
                "finish": f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}",
                "gap": f"+{behind // 60}:{behind % 60:02}" if behind else "-",
            }[column]
            marked = make.mark(column, text)
            if index == chosen and column == asked:
                marked = make.mark("cell", marked)
            if index == 0 and column in ("athlete", "finish"):
                marked = make.mark("winner" if column == "athlete" else "best", marked)
            row.append(marked)
        rows.append(row)
        seconds += value.count(make, 2, 90)
    info = [
        ("date", make.mark("date", value.date(make, when))),
        ("location", make.mark("location", where)),
    ]
    info.append(("distance", make.mark("distance", f"{make.pick([5, 10, 21.1, 42.2])} km")))
    make.random.shuffle(info)
    line = f"<p>{', '.join(text for _, text in info)}</p>"
    above = make.pick([line, facts(make, "race", info)])
    winners = f"<p>{value.people(make, 1, 1)[0]}, {value.count(make, 2010, 2023)}: 1:02:11</p>"
    body = top(make, make.mark("event", event), above) + table(
        make, "results", columns, rows, columns.index("athlete"), labels(make, "result")
    )
    ask_all(make, "athlete")
    ask_all(make, "finish", noun="runner")
    ask_cell(make, "cell", asked, runners[chosen])
    for column in make.some(
        [one for one in columns if one in ("team", "country", "bib", "gap")], 1, 2
    ):
        ask_all(make, column, noun="runner")
    ask_one(make, "date", noun="race")
    ask_one(make, "location", noun="race")
    ask_one(make, "winner", noun="race")
    ask_one(make, "best", "best_time", "race")
    ask_absent(make, "price", "organizer", "humidity", noun="race")
    return page(make, event, body, crumbs=[where], side=winners if make.chance(0.4) else "")


def statistics(make: Make) -> str:
    """Return statistics by country or by year, with their source."""
    by_year = make.chance(0.5)
    if by_year:
        start = value.count(make, 1995, 2018)
        items = [str(start + index) for index in range(value.count(make, 4, 12))]
        head, choices = "year", ["revenue", "profit", "employees", "unemployment", "population"]
    else:
        items = make.some(value.words(make, "land"), 4, 14)
        head, choices = (
            "country",
            ["population", "area", "density", "gdp", "unemployment", "life", "capital"],
        )
    columns = [head, *make.some(choices, 2, 5)]
    asked, chosen = make.pick(columns[1:]), _place(make, len(items))
    capitals = make.some(value.words(make, "capital"), 20, 20)
    rows = []
    for index, item in enumerate(items):
        row = [make.mark(head, item)]
        for column in columns[1:]:
            text = {
                "revenue": value.money(make, make.random.uniform(5, 900), 1),
                "profit": value.money(make, make.random.uniform(1, 90), 1),
                "employees": value.number(make, value.count(make, 90, 40000)),
                "unemployment": value.percent(make, make.random.uniform(2, 22)),
                "population": value.number(make, value.count(make, 10**5, 10**8)),
                "area": f"{value.number(make, value.count(make, 10**3, 10**6))} km²",
                "density": value.number(make, make.random.uniform(2, 600), 1),
                "gdp": value.money(make, make.random.uniform(10, 2000), 0),
                "life": value.number(make, make.random.uniform(55, 86), 1),
                "capital": capitals[index % len(capitals)],
            }[column]
            marked = make.mark(column, text)
            if column == asked and index == chosen:
                marked = make.mark("cell", marked)
            row.append(marked)
        rows.append(row)
    title = make.text(
        en=["Key figures", "Statistics by country" if not by_year else "Annual figures", "Data"],
        de=["Kennzahlen", "Statistik"], fr=["Chiffres clés", "Statistiques"],
        es=["Cifras clave", "Estadísticas"], it=["Cifre chiave", "Statistiche"],
        nl=["Kerncijfers", "Statistieken"],
    )  # fmt: skip
    source = value.company(make)
    note = make.text(en="Source", de="Quelle", fr="Source", es="Fuente", it="Fonte", nl="Bron")
    foot = f"{note}: {make.mark('source', source)}"
    lead = f"<p>{value.paragraph(make, 1, 3)}</p>" if make.chance(0.6) else ""
    body = top(make, title, lead) + table(
        make, "data", columns, rows, 0, make.pick(["", title]), foot
    )
    ask_all(make, head)
    for column in make.some(columns[1:], 2, 3):
        ask_all(make, column, noun=head)
    ask_cell(make, "cell", asked, items[chosen])
    ask_one(make, "source", noun="table")
    ask_absent(make, "author", "currency", "price", "phone", noun="table")
    return page(make, title, body)


def two_header_rows(make: Make) -> str:
    """Return a table with groups of columns above the columns, asked for by both."""
    groups = make.some([str(one) for one in range(2014, 2027)], 2, 3)
    groups.sort()
    if make.chance(0.4):
        groups = _sexes(make)
    measures = make.some(["population", "unemployment", "life", "employees", "revenue"], 2, 3)
    items = make.some(value.words(make, make.pick(["land", "city", "department"])), 3, 9)
    chosen = (_place(make, len(items)), make.pick(groups), make.pick(measures))
    lines = []
    for index, item in enumerate(items):
        cells = [f"<th>{make.mark('item', item)}</th>"]
        for group in groups:
            for measure in measures:
                text = {
                    "population": value.number(make, value.count(make, 10**3, 10**7)),
                    "unemployment": value.percent(make, make.random.uniform(2, 20)),
                    "life": value.number(make, make.random.uniform(60, 85), 1),
                    "employees": value.number(make, value.count(make, 20, 5000)),
                    "revenue": value.money(make, make.random.uniform(3, 99), 1),
                }[measure]
                marked = make.mark(f"{group} {measure}", make.mark(measure, text))
                if (index, group, measure) == chosen:
                    marked = make.mark("cell", marked)
                cells.append(f"<td{make.names('data', 'cell')}>{marked}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    over = "".join(f'<th colspan="{len(measures)}">{one}</th>' for one in groups)
    under = "".join(f"<th>{label(make, one)}</th>" for _ in groups for one in measures)
    if make.chance(0.5):
        head = f'<tr><th rowspan="2"></th>{over}</tr><tr>{under}</tr>'
    else:
        head = f"<tr><td></td>{over}</tr><tr><td></td>{under}</tr>"
    if make.chance(0.6):
        inner = f"<thead>{head}</thead><tbody>{''.join(lines)}</tbody>"
        grid = f"<table{make.names('stats')}>{inner}</table>"
    else:
        grid = f"<table{make.names('stats')}>{head}{''.join(lines)}</table>"
    title = make.text(en="Comparison", de="Vergleich", fr="Comparaison", es="Comparación",
                     it="Confronto", nl="Vergelijking")  # fmt: skip
    body = top(make, title, f"<p>{value.sentence(make)}</p>") + grid
    _, group, measure = chosen
    ask_cell(make, f"{group} {measure}", measure, group, many=True)
    ask_cell(
        make,
        "cell",
        measure,
        make.pick(["{0} {1}", "{0}, {1}", "{0} ({1})"]).format(items[chosen[0]], group),
    )
    ask_all(make, measure, noun="row", extra=[f"{label(make, measure)} columns"])
    make.ask(
        "item",
        many=True,
        en=["row names", "first column", "names in the first column", "what the rows are about"],
        de=["erste Spalte", "Zeilen"], fr=["première colonne"], es=["primera columna"],
        it=["prima colonna"], nl=["eerste kolom"],
    )  # fmt: skip
    ask_absent(make, "price", "rating", "address", noun="table")
    return page(make, title, body)


def _sexes(make: Make) -> list[str]:
    both = {
        "en": ["Men", "Women"], "de": ["Männer", "Frauen"], "fr": ["Hommes", "Femmes"],
        "es": ["Hombres", "Mujeres"], "it": ["Uomini", "Donne"], "nl": ["Mannen", "Vrouwen"],
    }  # fmt: skip
    return both[make.language]


def price_matrix(make: Make) -> str:
    """Return a table of prices by row and column: tickets, tariffs, rooms by season."""
    rows = _visitors(make)
    columns = make.some(value.words(make, make.pick(["month", "weekday", "hall"])), 2, 5)
    row, column = make.pick(rows), make.pick(columns)
    lines, decimals = [], make.pick([0, 2])
    for one in rows:
        cells = []
        for other in columns:
            price = value.money(make, value.count(make, 4, 120), decimals)
            marked = make.mark("price", price)
            if one == row:
                marked = make.mark("row", marked)
            if other == column:
                marked = make.mark("column", marked)
            if (one, other) == (row, column):
                marked = make.mark("cell", marked)
            cells.append(marked)
        lines.append([one, *cells])
    grid = table(make, "prices", ["=", *[f"={one}" for one in columns]], lines, 0)
    title = labels(make, "price")
    young = make.text(en="Children under", de="Kinder unter", fr="Enfants de moins de",
                     es="Niños menores de", it="Bambini sotto i", nl="Kinderen onder")  # fmt: skip
    note = f"<p>{young} {value.count(make, 3, 7)}: {value.money(make, 0, 0)}</p>"
    info = f"<p>{label(make, 'phone')}: {make.mark('phone', value.phone(make))}</p>"
    body = top(make, title, f"<p>{value.sentence(make)}</p>") + grid + note + info
    ask_all(make, "price", noun="ticket")
    ask_cell(
        make, "cell", "price", make.pick([f"{row}, {column}", f"{row} {column}", f"{column} {row}"])
    )
    ask_cell(make, "row", "price", row, many=True)
    ask_cell(make, "column", "price", column, many=True)
    ask_one(make, "phone", noun="ticket office")
    ask_absent(make, "email", "rating", "deadline", noun="ticket")
    return page(make, title, body, crumbs=[title])


def _visitors(make: Make) -> list[str]:
    groups = {
        "en": ["Adults", "Students", "Seniors", "Families", "Groups of 10+", "Members"],
        "de": ["Erwachsene", "Studierende", "Senioren", "Familien", "Gruppen ab 10", "Mitglieder"],
        "fr": ["Adultes", "Étudiants", "Seniors", "Familles", "Groupes", "Adhérents"],
        "es": ["Adultos", "Estudiantes", "Mayores de 65", "Familias", "Grupos", "Socios"],
        "it": ["Adulti", "Studenti", "Over 65", "Famiglie", "Gruppi", "Soci"],
        "nl": ["Volwassenen", "Studenten", "65+", "Gezinnen", "Groepen", "Leden"],
    }
    return make.some(groups[make.language], 3, 6)


KINDS = (league_table, quotes, race_results, statistics, two_header_rows, price_matrix)
