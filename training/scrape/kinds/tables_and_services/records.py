"""Official records: court decisions, notices of tenders and grants, clinical trials."""

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
    Fact,
    Part,
    cards,
    facts,
    heading,
    links,
    marks,
    table,
)
from training.scrape.make import Make


def _party(make: Make) -> str:
    return str(make.pick([value.word(make, "last"), value.company(make), _authority(make)]))


def _authority(make: Make) -> str:
    return value.word(make, "authority").format(value.word(make, "city"))


def court_decisions(make: Make) -> str:
    """Return a list of a court's decisions: parties, numbers, dates, judges, outcomes."""
    versus = value.word(make, "versus")
    total = value.count(make, 1, 14)
    pattern = make.pick(
        ["99-9999", "AA 999/99", "9 C 99/99", "9:99-cv-99999", "99/9999", "A-999/9999"]
    )
    columns = ["case", "docket", "decided", *make.some(["judge", "court", "result"], 1, 3)]
    asked = make.pick(columns[1:])
    chosen = value.count(make, 0, total - 1)
    cases, rows = [], []
    with_file = make.chance(0.5)
    for index in range(total):
        case = f"{_party(make)} {versus} {_party(make)}"
        cases.append(case)
        number = value.code(make, pattern)
        judges = value.people(make, 1, value.always(make, "judges", [1, 1, 3]))
        row = []
        for column in columns:
            text = {
                "case": make.mark("case", case),
                "docket": make.mark("docket", number),
                "decided": make.mark("decided", value.date(make)),
                "judge": ", ".join(make.mark("judge", one) for one in judges),
                "court": make.mark("court", value.word(make, "court")),
                "result": make.mark("result", value.word(make, "outcome")),
            }[column]
            if index == chosen and column == asked:
                text = make.mark("cell", text)
            line = column in ("docket", "decided", "court")
            row.append(Part(column, text, 0.5 if column != "case" else 0, column == "case", line))
        if with_file:
            url = make.mark("link", value.link(make, "opinions", number))
            row.append(Part("file", f'<a href="{url}">PDF</a>'))
        rows.append(row)
    style = make.pick(["cards", "cards", "table", "sentence"])
    if style == "table":
        heads = [*columns, "file"] if with_file else columns
        grid = table(make, "decisions", heads, [[part.html for part in row] for row in rows], 0)
    elif style == "sentence":
        grid = "".join(
            f"<li><em>{row[0].html}</em>, {', '.join(part.html for part in row[1:])}</li>"
            for row in rows
        )
        grid = f"<ol>{grid}</ol>"
    else:
        grid = cards(make, "decision", rows)
    place = value.word(make, "court")
    title = f"{place}: {value.word(make, 'court_title')}"
    ask_all(make, "case")
    ask_all(make, "docket", noun="case")
    ask_all(make, "decided", noun="case")
    for column in columns[3:]:
        ask_all(make, column, noun="case")
    if asked != "judge":
        ask_cell(make, "cell", asked, cases[chosen].replace("&amp;", "&"))
    if with_file:
        ask_all(make, "link", noun="decision")
    ask_absent(make, "price", "salary", "version", noun="court")
    return page(make, title, top(make, title) + grid, crumbs=[title], comments=False)


def tender(make: Make) -> str:
    """Return a notice of a tender or a grant: who, what, how much, until when."""
    name = value.word(make, "works")
    day = value.day(make)
    hour = value.clock(make, value.count(make, 18, 34) * 30)
    number = make.pick(["9999/S 999-999999", "AA-99-999", "9999-99"])
    texts = marks(
        make,
        buyer=_authority(make),
        reference=value.code(make, number),
        budget=value.money(make, value.count(make, 20, 9000) * 1000, make.pick([0, 2])),
        published=value.date(make, day),
        deadline=f"{value.date(make, value.later(day, 40))}{make.pick(['', f', {hour}'])}",
        procedure=value.word(make, "procedure"),
        location=value.word(make, "city"),
        duration=f"{value.count(make, 3, 60)} {value.word(make, 'months')}",
        contact=value.person(make),
        email=value.email(make),
        phone=value.phone(make),
        fax=value.phone(make),
    )
    rest = [one for one in texts if one not in ("buyer", "deadline")]
    chosen = ["buyer", "deadline", *make.some(rest, 4, 8)]
    make.random.shuffle(chosen)
    items: list[Fact] = [(one, texts[one]) for one in chosen]
    cut = value.count(make, 3, len(items))
    files = [
        f"{one}.{make.pick(['pdf', 'docx', 'zip'])}"
        for one in make.some(value.words(make, "documents"), 1, 4)
    ]
    papers = "".join(
        f"<li><a href='/files/{index}'>{make.mark('document', one)}</a> "
        f"({value.count(make, 20, 900)} kB)</li>"
        for index, one in enumerate(files)
    )
    papers = heading(make, labels(make, "document")) + f"<ul>{papers}</ul>"
    numbered = make.chance(0.3)
    if numbered:
        lines = [
            f"<p>{i // 3 + 1}.{i % 3 + 1}) {label(make, t)}: {v}</p>"
            for i, (t, v) in enumerate(items)
        ]
        block = "".join(lines)
    else:
        block = facts(make, "notice", items[:cut])
        if items[cut:]:
            block += heading(make, value.word(make, "contact_title"))
            block += facts(make, "contact", items[cut:])
    description = f"<p>{make.mark('description', value.paragraph(make, 2, 4))}</p>"
    parts = [description, block]
    if make.chance(0.4):
        parts.reverse()
    if make.chance(0.7):
        parts.append(papers)
        ask_several(make, "document", noun="notice")
    else:
        ask_one(make, "absent document", "document", "notice")
    others = "".join(
        f"<li>{value.word(make, 'works')} <span>{value.date(make)}</span></li>" for _ in range(3)
    )
    for one in [one for one in chosen if one != "description"][:6]:
        ask_one(make, one, noun="tender")
    ask_one(make, "description", noun="tender")
    ask_absent(make, *[one for one in texts if one not in chosen], noun="tender")
    body = top(make, make.mark("title", name)) + "".join(parts)
    ask_one(make, "title", noun="tender")
    return page(make, name, body, crumbs=[name], side=f"<ul>{others}</ul>", comments=False)


def trial(make: Make) -> str:
    """Return the record of a clinical trial."""
    condition, drugs = value.word(make, "condition"), make.some(value.words(make, "drug"), 1, 3)
    title = value.word(make, "trial_form").format(drugs[0], condition)
    day = value.day(make)
    number = make.pick(["NCT99999999", "DRKS99999999", "ISRCTN9999999"])
    phases = ["Phase 1", "Phase 2", "Phase 3", "Phase 2/3", "Phase IV", "N/A"]
    texts = marks(
        make,
        trial_id=value.code(make, number),
        status=value.word(make, "trial_status"),
        phase=make.pick(phases),
        condition=condition,
        sponsor=value.company(make),
        enrollment=value.number(make, value.count(make, 12, 4000)),
        begins=value.date(make, day),
        ends=value.date(make, value.later(day, 700)),
        investigator=value.person(make),
        outcome=value.word(make, "endpoint"),
        updated=value.date(make, value.later(day, 300)),
    )
    texts["intervention"] = links(make, "intervention", drugs, "arm")
    chosen = ["trial_id", "status", *make.some(list(texts)[2:], 4, 9)]
    cut = value.count(make, 2, 5)
    items = [(one, texts[one]) for one in chosen]
    block = facts(make, "study", items[:cut]) + facts(make, "details", items[cut:])
    criteria = make.some(value.words(make, "criteria"), 2, 5)
    form = make.pick(["ul", "p", "ol"])
    if form == "p":
        needs = "".join(f"<p>- {make.mark('criterion', one)}</p>" for one in criteria)
    else:
        needs = "".join(f"<li>{make.mark('criterion', one)}</li>" for one in criteria)
        needs = f"<{form}>{needs}</{form}>"
    needs = heading(make, labels(make, "criterion")) + needs
    places = value.distinct(make, _authority, 1, 5)
    sites = "".join(f"<li>{make.mark('site', one)}</li>" for one in places)
    sites = heading(make, labels(make, "site")) + f"<ul>{sites}</ul>"
    summary = f"<p>{make.mark('summary', value.paragraph(make, 2, 4))}</p>"
    parts = [summary, block, needs, sites]
    make.random.shuffle(parts)
    for one in chosen[:5]:
        if one == "intervention":
            ask_several(make, one, noun="trial")
        else:
            ask_one(make, one, noun="trial")
    ask_several(make, "criterion", noun="trial")
    ask_several(make, "site", noun="trial")
    ask_one(make, "summary", noun="study")
    missing = [one for one in texts if one not in (*chosen, "condition", "intervention")]
    ask_absent(make, *missing, "price", noun="trial")
    return page(make, title, top(make, title) + "".join(parts), crumbs=[condition], comments=False)


KINDS = (court_decisions, tender, trial)
