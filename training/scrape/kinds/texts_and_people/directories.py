"""Pages of many people: a staff directory, a council or board, and a club's players."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.frame import page
from training.scrape.kinds.texts_and_people.layout import bullets, facts, listing
from training.scrape.kinds.texts_and_people.text import company, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import (
    ask,
    ask_of,
    columns,
    label,
    options,
    rows,
)
from training.scrape.kinds.texts_and_people.words import (
    date_style,
    day,
    digits,
    domain,
    email,
    number,
    people,
    person,
    phone,
    place,
)
from training.scrape.make import Make


def _records(
    make: Make, meanings: list[str], table: list[dict[str, str]], chosen: int
) -> list[list[str]]:
    """Return the records of a listing, each value marked, those of one record with own keys too."""
    records = []
    for place_, entry in enumerate(table):
        values = []
        for meaning in meanings:
            text = entry[meaning]
            if text and place_ == chosen:
                text = make.mark(f"{meaning} of one", text)
            values.append(make.mark(meaning, text) if text else "")
        records.append(values)
    return records


def _own_cards(make: Make, block: str, meanings: list[str], records: list[list[str]]) -> str:
    """Return people as cards with pictures, labels in the text or none."""
    order = list(range(1, len(meanings)))
    if make.chance(0.4):
        make.random.shuffle(order)
    labelled = make.chance(0.5)
    first = make.pick(("h3", "h4", "strong", "div", "p"))
    heads = {meaning: label(make, meaning) for meaning in meanings}
    cards = []
    for record in records:
        lines = [f"<{first}{make.names(block, 'name')}>{record[0]}</{first}>"]
        for place_ in order:
            meaning, text = meanings[place_], record[place_]
            if not text:
                continue
            plain = not labelled or meaning in ("role", "party", "department")
            inner = text if plain else f"{heads[meaning]}: {text}"
            lines.append(f"<span{make.names(block, meaning)}>{inner}</span>")
        if make.seed % 3 == 0 and make.chance(0.9):
            lines[0], lines[1] = lines[1], lines[0]
        joint = ("<br>", "", "\n")[make.seed % 3]
        source = make.mark("image", f"/team/{digits(make, 4)}.jpg")
        photo = f'<img src="{source}" alt="">' if make.seed % 2 else ""
        cards.append(f"<div{make.names(block)}>{photo}{joint.join(lines)}</div>")
    return f"<div{make.names(block, 'list')}>{''.join(cards)}</div>"


def _sections(make: Make, block: str, table: list[dict[str, str]], chosen: int) -> str:
    """Return people under their posts as headings."""
    tag = make.pick(("h3", "h4", "dt", "b"))
    parts = []
    for place_, entry in enumerate(table):
        values = dict(entry)
        if place_ == chosen:
            values = {key: make.mark(f"{key} of one", text) for key, text in values.items() if text}
        values = {key: make.mark(key, text) for key, text in values.items() if text}
        rest = "<br>".join(text for key, text in values.items() if key != "role")
        if tag == "dt":
            parts.append(f"<dt>{values['role']}</dt><dd>{rest}</dd>")
        elif tag == "b":
            parts.append(f"<p><b>{values['role']}</b><br>{rest}</p>")
        else:
            parts.append(f"<{tag}>{values['role']}</{tag}><p{make.names(block, 'text')}>{rest}</p>")
    body = "".join(parts)
    return f"<dl>{body}</dl>" if tag == "dt" else f"<div{make.names(block, 'list')}>{body}</div>"


def _layout(
    make: Make, block: str, meanings: list[str], table: list[dict[str, str]], chosen: int
) -> str:
    records = _records(make, meanings, table, chosen)
    form = number(make, 0, 3)
    if form == 0:
        return _own_cards(make, block, meanings, records)
    if form == 1 and "role" in meanings:
        shown = [{key: entry[key] for key in ("role", *meanings)} for entry in table]
        return _sections(make, block, shown, chosen)
    return listing(make, block, columns(make, *meanings), records)


def _ask_table(
    make: Make, meanings: list[str], name: str, table: list[dict[str, str]], chosen: int
) -> None:
    """Ask for columns, and for cells of the record with a name."""
    for meaning in meanings:
        ask(make, meaning, many=True)
    cells = [meaning for meaning in meanings[1:] if table[chosen][meaning]]
    for meaning in make.some(cells, 1, 3):
        ask_of(make, f"{meaning} of one", meaning, name)


def staff_directory(make: Make) -> str:
    """Return an organisation's staff with posts, phones and e-mail addresses."""
    site, where = company(make), place(make)
    host, block = (
        domain(make, site),
        make.pick(("team", "member", "staff", "person", "employee", "col")),
    )
    count = number(make, 2, 16)
    roles = make.some(options(make, "roles"), count, count)
    meanings = ["name", "role"]
    meanings += make.some(["phone", "e-mail", "department", "office"], 0, 3)
    start = phone(make, where)
    table = []
    for name, role in zip(people(make, len(roles)), roles, strict=True):
        extension = start[:-2] + digits(make, 2) if make.chance(0.7) else phone(make, where)
        table.append(
            {
                "name": f"Dr. {name}" if make.chance(0.07) else name,
                "role": role, "phone": extension if make.chance(0.9) else "",
                "e-mail": email(make, name, host) if make.chance(0.9) else "",
                "department": make.pick(options(make, "departments")),
                "office": f"{make.pick('ABC')}{number(make, 100, 399)}",
            }
        )  # fmt: skip
    chosen = number(make, 0, len(table) - 1)
    title = make.text(
        en=["Our team", "Staff directory", "Meet the team", "People", "Contacts"],
        de=["Unser Team", "Ansprechpartner", "Mitarbeitende"], fr=["Notre équipe", "Annuaire"],
        es=["Nuestro equipo", "Directorio"], it=["Il nostro team", "Rubrica"],
        nl=["Ons team", "Medewerkers"],
    )  # fmt: skip
    intro = f"<p>{sentence(make)}</p>" if make.chance(0.5) else ""
    central = ""
    if make.chance(0.4):
        word = make.text(en="Main office", de="Zentrale", fr="Standard", es="Centralita",
                        it="Centralino", nl="Receptie")  # fmt: skip
        central = f"<p>{word}: {phone(make, where)}, info@{host}</p>"
    html = f"<h1>{title}</h1>{intro}{_layout(make, block, meanings, table, chosen)}{central}"
    name = table[chosen]["name"]
    _ask_table(make, meanings, name, table, chosen)
    role = table[chosen]["role"]
    make.ask(
        "name of one",
        en=[f"who is the {role}", f"name of the {role}", f"{role}", f"{role} name"],
        de=[f"Wer ist {role}?", f"Name: {role}", role], fr=[f"qui est {role}", role],
        es=[f"quién es {role}", role], it=[f"chi è {role}", role], nl=[f"wie is {role}", role],
    )  # fmt: skip
    absent = [
        one for one in ("fax", "mobile", "born", "office", "department") if one not in meanings
    ]
    ask(make, make.pick(absent), many=True)
    if make.mark("image", "")[:-1] in html:
        ask(make, "image", many=True)
    return page(make, title, html, site, host)


def council_members(make: Make) -> str:
    """Return a council, a board or a committee: who holds which post."""
    where = place(make)
    site = make.text(
        en=["{} Town Council", "{} Rowing Club", "Friends of {}"],
        de=["Gemeinde {}", "Turnverein {}", "Förderverein {}"], fr=["Mairie de {}"],
        es=["Ayuntamiento de {}", "Club de {}"], it=["Comune di {}", "Associazione {}"],
        nl=["Gemeente {}", "Vereniging {}"],
    ).format(where[0])  # fmt: skip
    host, block = domain(make, site), make.pick(("board", "council", "member", "committee", "list"))
    count, write = number(make, 2, 10), date_style(make)
    posts = make.some(options(make, "posts"), count, count)
    meanings = ["role", "name"] if make.chance(0.5) else ["name", "role"]
    meanings += make.some(["party", "term", "phone", "e-mail"], 0, 2)
    years = make.chance(0.5)
    table = []
    for name, post in zip(people(make, len(posts)), posts, strict=True):
        begin = number(make, 2012, 2025)
        table.append(
            {
                "name": name, "role": post, "party": make.pick(options(make, "parties")),
                "term": f"{begin}–{begin + 4}" if years else write(day(make, 2026)),
                "phone": phone(make, where), "e-mail": email(make, name, host),
            }
        )  # fmt: skip
    chosen = number(make, 0, len(table) - 1)
    form = number(make, 0, 3)
    if form == 0:
        records = _records(make, ["role", "name"], table, chosen)
        pairs = [("post", role, name) for role, name in records]
        meanings = ["role", "name"]
        html = facts(make, block, pairs, make.pick(("table", "dl", "lines", "divs")))
    else:
        html = _layout(make, block, meanings, table, chosen)
    title = make.text(
        en=["Board", "Committee members", "Council members", "Who we are"],
        de=["Vorstand", "Der Rat", "Mitglieder des Vorstands"], fr=["Le bureau", "Les élus"],
        es=["Junta directiva", "Corporación"], it=["Il direttivo", "Giunta"],
        nl=["Bestuur", "College"],
    )  # fmt: skip
    html = f"<h1>{title}</h1>{html}"
    if make.chance(0.4):
        writer = make.text(en="Minutes taken by", de="Protokoll:", fr="Compte rendu :", es="Acta:",
                          it="Verbale:", nl="Notulen:")  # fmt: skip
        html += f"<p>{writer} {person(make)}, {write(day(make))}</p>"
    post, name = table[chosen]["role"], table[chosen]["name"]
    for meaning in meanings:
        ask(make, meaning, many=True)
    make.ask(
        "name of one",
        en=[f"who is the {post}", f"{post}", f"name of the {post}", f"who holds the post of {post}",
            f"{post.lower()} name", f"who is {post.lower()}"],
        de=[f"Wer ist {post}?", post, f"Name: {post}"], fr=[f"qui est {post}", post],
        es=[f"quién es {post}", post], it=[f"chi è {post}", post], nl=[f"wie is {post}", post],
    )  # fmt: skip
    make.ask(
        "role of one",
        en=[f"what is {name}'s position", f"role of {name}", f"post of {name}", f"{name} position"],
        de=[f"Funktion von {name}", f"Welches Amt hat {name}?"], fr=[f"fonction de {name}"],
        es=[f"cargo de {name}"], it=[f"carica di {name}"], nl=[f"functie van {name}"],
    )  # fmt: skip
    for meaning in [one for one in meanings if one not in ("name", "role")][:1]:
        ask_of(make, f"{meaning} of one", meaning, name)
    unused = [one for one in options(make, "posts") if one not in posts]
    if unused:
        post = make.pick(unused)
        make.ask(
            "absent post",
            en=[f"who is the {post}", f"name of the {post}"], de=[f"Wer ist {post}?"],
            fr=[f"qui est {post}"], es=[f"quién es {post}"], it=[f"chi è {post}"],
            nl=[f"wie is {post}"],
        )  # fmt: skip
    return page(make, title, html, site, host)


def club_players(make: Make) -> str:
    """Return a club's squad."""
    where, write = place(make), date_style(make)
    kind = make.pick(("FC", "SC", "AC", "Sporting", "United", "Racing"))
    site = f"{kind} {make.pick((where[0], thing(make)))}"
    host, block = domain(make, site), make.pick(("player", "squad", "kader", "card", "item"))
    count = number(make, 3, 20)
    meanings = ["name", *make.some(["shirt number", "playing position", "age", "born",
                                    "nationality", "goals", "games"], 2, 5)]  # fmt: skip
    numbers = make.some(range(1, 45), count, count)
    table = []
    for name, shirt in zip(people(make, count), numbers, strict=True):
        table.append(
            {
                "name": name, "shirt number": str(shirt), "age": str(number(make, 17, 38)),
                "playing position": make.pick(options(make, "positions")),
                "born": write(day(make, 1988, 2008)), "goals": str(number(make, 0, 31)),
                "nationality": make.pick(options(make, "nationalities")),
                "games": str(number(make, 0, 60)),
            }
        )  # fmt: skip
    chosen = number(make, 0, count - 1)
    # Bare numbers in cards say nothing without their headers.
    counts = {"goals", "games", "shirt number", "age"} & set(meanings)
    form = make.pick(("table", "labelled cards")) if len(counts) > 1 else ""
    if not counts and make.chance(0.5):
        form = "by position"
    heads = columns(make, *meanings)
    records = _records(make, meanings, table, chosen)
    if form == "by position" and "playing position" in meanings:
        at = meanings.index("playing position")
        groups: dict[str, list[list[str]]] = {}
        for entry, record in zip(table, records, strict=True):
            groups.setdefault(entry["playing position"], []).append(record[:at] + record[at + 1 :])
        heads.pop(at)
        html = "".join(
            f"<h3>{group}</h3>{listing(make, block, heads, lines, 'cards')}"
            for group, lines in groups.items()
        )
    else:
        html = listing(make, block, heads, records, form if form != "by position" else "")
    season = f"{number(make, 2019, 2025)}/{number(make, 20, 27)}"
    title = make.text(en=["Squad", "First team", "Players", "Roster"], de=["Kader", "Mannschaft"],
                     fr=["Effectif", "Joueurs"], es=["Plantilla", "Jugadores"],
                     it=["Rosa", "Giocatori"], nl=["Selectie", "Spelers"])  # fmt: skip
    coach = make.mark("coach", person(make))
    head = f"<h1>{title} {season}</h1>"
    if make.chance(0.5):
        head += facts(make, "team", rows(make, ("coach", coach)))
    html = f"{head}{html}"
    asked = [one for one in meanings if one != "playing position" or form != "by position"]
    _ask_table(make, asked, table[chosen]["name"], table, chosen)
    ask(make, "coach")
    absent = [one for one in ("goals", "born", "nationality", "age") if one not in meanings]
    if absent:
        ask(make, make.pick(absent), many=True)
    results = [
        f"{site} – {thing(make)} {number(make, 0, 5)}:{number(make, 0, 5)}" for _ in range(3)
    ]
    aside = bullets(results, own=make.names("results")) if make.chance(0.4) else ""
    return page(make, f"{title} {season}", html, site, host, aside)


KINDS = (staff_directory, council_members, club_players)
