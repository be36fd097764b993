"""Figures in running text: short reports on companies, one or several on a page."""

from __future__ import annotations

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import (
    ask_absent,
    ask_all,
    ask_cell,
    ask_one,
    label,
)
from training.scrape.kinds.tables_and_services.frame import page, top
from training.scrape.kinds.tables_and_services.layout import heading, marks
from training.scrape.make import Make

_FIGURES = ("revenue", "change", "employees", "ceo", "headquarters")


def _figures(make: Make) -> dict[str, str]:
    """Return what a report says of a company, by term."""
    return {
        "company": value.company(make),
        "headquarters": value.word(make, "city"),
        "report_year": str(value.count(make, 2009, 2026)),
        "revenue": value.money(make, value.count(make, 2, 900) * 100000, 0),
        "change": value.percent(make, make.random.uniform(0.3, 30)),
        "ceo": value.person(make),
        "date": value.date(make),
        "employees": value.number(make, value.count(make, 12, 40000)),
        "dividend": value.money(make, make.random.uniform(0.1, 9)),
    }


def _text(make: Make, figures: dict[str, str], with_dividend: bool) -> str:
    """Return the sentences of a report, in one paragraph or in several."""
    look = value.always(
        make, "emphasis", ["{}", "{}", "<b>{}</b>", "<strong>{}</strong>", "<em>{}</em>"]
    )
    emphasized = make.some(list(figures), 1, 4)
    shown = {
        term: look.format(html) if term in emphasized else html for term, html in figures.items()
    }
    groups = ["report", "report_people", *(["report_share"] if with_dividend else [])]
    sentences = [value.word(make, group).format(**shown) for group in groups]
    for _ in range(value.count(make, 0, 3)):
        sentences.insert(value.count(make, 0, len(sentences)), value.sentence(make))
    between = make.pick([" ", " ", "</p><p>", "<br>"])
    return f"<p{make.names('text')}>{between.join(sentences)}</p>"


def company_report(make: Make) -> str:
    """Return a report on one company whose figures stand in sentences, under a byline."""
    figures, with_dividend = _figures(make), make.chance(0.5)
    texts = marks(make, **figures)
    author, when = make.mark("author", value.person(make)), value.date(make, use="byline")
    published = make.mark("published", when)
    by = value.word(make, "by").split()[0]
    bylines = [
        f"{by} {author}, {published}",
        f"{published} – {author}",
        f"{author} · {published} · {value.count(make, 2, 9)} min",
        f"{label(make, 'published')}: {published}</span> <span>{by} {author}",
    ]
    line = f"<p{make.names('byline')}><span>{make.pick(bylines)}</span></p>"
    text = _text(make, texts, with_dividend)
    name = figures["company"]
    lead = f"<p{make.names('lead')}>{make.mark('summary', value.paragraph(make, 1, 2))}</p>"
    parts = [line, lead] if make.chance(0.5) else [lead, line]
    for one in make.some(_FIGURES, 4, 5):
        ask_one(make, one, noun="company")
    ask_one(make, "company", noun="report")
    ask_one(make, "author", noun="report")
    ask_one(make, "published", noun="report")
    if with_dividend:
        ask_one(make, "dividend", noun="company")
    ask_absent(
        make, *([] if with_dividend else ["dividend"]), "profit", "market_cap", noun="report"
    )
    body = top(make, name, "".join(parts)) + text + f"<p>{value.paragraph(make)}</p>"
    return page(make, name.replace("&amp;", "and"), body)


def companies_in_brief(make: Make) -> str:
    """Return short reports on several companies, each under its name or beginning with it."""
    names = value.distinct(make, value.company, 2, 7)
    chosen, asked = make.pick(names), make.pick(_FIGURES)
    style = make.pick(["headings", "list", "paragraphs", "rule"])
    blocks = []
    for name in names:
        texts = marks(make, **(_figures(make) | {"company": name}))
        if name == chosen:
            texts[asked] = make.mark("cell", texts[asked])
        text = _text(make, texts, False)
        blocks.append(
            {
                "headings": heading(make, value.word(make, "topic").title()) + text,
                "list": f"<li>{text}</li>",
                "paragraphs": f"<div{make.names('brief')}>{text}</div>",
                "rule": f"{text}<hr>",
            }[style]
        )
    grid = f"<ul>{''.join(blocks)}</ul>" if style == "list" else "".join(blocks)
    title = value.talk(make)
    ask_all(make, "company")
    for one in make.some(_FIGURES, 3, 4):
        ask_all(make, one, noun="company")
    ask_cell(make, "cell", asked, chosen.replace("&amp;", "&"))
    ask_absent(make, "profit", "market_cap", "dividend", noun="company")
    return page(make, title, top(make, title) + grid)


KINDS = (company_report, companies_in_brief)
