"""Pages that help users of a service: its status, questions with answers, documentation."""

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
from training.scrape.kinds.tables_and_services.layout import Part, cards, heading, table
from training.scrape.make import Make


def status(make: Make) -> str:
    """Return the status of a service's components, with incidents by date below."""
    product = value.brand(make)
    components = make.some(value.words(make, "component"), 3, 9)
    chosen = make.pick(components)
    with_uptime = make.chance(0.5)
    rows = []
    for one in components:
        states = value.words(make, "status_ok")
        state = make.mark("status", make.pick(states) if make.chance(0.4) else states[0])
        uptime = make.mark("uptime", value.percent(make, 100 - make.random.random() * 2, 2))
        if one == chosen:
            state, uptime = make.mark("its status", state), make.mark("its uptime", uptime)
        row = [Part("component", make.mark("component", one), title=True), Part("status", state)]
        rows.append([*row, Part("uptime", uptime, 0.3)] if with_uptime else row)
    columns = ["component", "status", "uptime"] if with_uptime else ["component", "status"]
    grid = cards(make, "component", rows)
    if make.chance(0.3):
        grid = table(make, "components", columns, [[part.html for part in row] for row in rows], 0)
    overall = value.sentence(make) if make.chance(0.3) else value.word(make, "status_ok")
    banner = make.mark("overall", overall)
    banner = f"<div{make.names('banner')}>{banner}</div>"
    when, blocks = value.day(make), []
    style = make.pick(["flat", "by day", "list"])
    for _ in range(value.count(make, 1, 6)):
        when = value.later(when, -value.count(make, 1, 20))
        date = make.mark("date", value.date(make, when))
        title = make.mark(
            "incident", f"{value.word(make, 'incident')} – {value.word(make, 'component')}"
        )
        steps = "".join(
            f"<p><strong>{one}</strong> - {value.sentence(make)} "
            f"<small>{value.clock(make, value.moment(make))}</small></p>"
            for one in make.some(value.words(make, "step"), 1, 3)
        )
        if style == "by day":
            blocks.append(f"<div{make.names('day')}><h3>{date}</h3><h4>{title}</h4>{steps}</div>")
        elif style == "flat":
            line = f"<a href='/i'>{title}</a> <span>{date}</span>{steps}"
            blocks.append(f"<div{make.names('incident')}>{line}</div>")
        else:
            blocks.append(f"<li>{date}: {title}</li>")
    history = heading(make, labels(make, "incident")) + "".join(blocks)
    title = value.word(make, "status_title").format(product)
    ask_all(make, "component")
    ask_all(make, "status", noun="component")
    ask_cell(make, "its status", "status", chosen)
    ask_all(make, "incident")
    ask_all(make, "date", noun="incident")
    ask_one(make, "overall", noun="service")
    if with_uptime:
        ask_cell(make, "its uptime", "uptime", chosen)
    ask_absent(make, "price", "phone", "version", "author", noun="service")
    return page(make, title, top(make, title) + banner + grid + history, site=product)


def faq(make: Make) -> str:
    """Return questions with their answers."""
    questions = make.some(value.words(make, "faq"), 2, 12)
    chosen = make.pick(questions)
    style = make.pick(["details", "dl", "h3", "accordion", "bold", "letters", "links"])
    grouped, blocks = make.chance(0.3), []
    for index, one in enumerate(questions):
        question = make.mark("question", one)
        text = make.mark("answer", value.paragraph(make, 1, 3))
        if one == chosen:
            text = make.mark("its answer", text)
        if grouped and index % 3 == 0:
            blocks.append(heading(make, value.word(make, "department")))
        panel = f"<div{make.names('accordion', 'panel')}><div>{text}</div></div>"
        button = f"<button aria-expanded='false'>{question}</button>"
        link = f"<h4><a href='#q{index}'>{index + 1}. {question}</a></h4>"
        blocks.append(
            {
                "details": f"<details><summary>{question}</summary><p>{text}</p></details>",
                "dl": f"<dl><dt>{question}</dt><dd>{text}</dd></dl>",
                "h3": f"<h3>{question}</h3><p>{text}</p>",
                "accordion": f"<div{make.names('accordion', 'item')}>{button}{panel}</div>",
                "bold": f"<p><strong>{question}</strong><br>{text}</p>",
                "letters": f"<p><b>Q:</b> {question}</p><p><b>A:</b> {text}</p>",
                "links": f"{link}<div id='q{index}'>{text}</div>",
            }[style]
        )
    title = value.word(make, "faq_title")
    phone = make.mark("phone", value.phone(make))
    email = make.mark("email", value.email(make))
    contact = f"<p>{label(make, 'phone')}: {phone}</p><p>{label(make, 'email')}: {email}</p>"
    contact = heading(make, value.word(make, "contact_title")) + contact
    with_contact = make.chance(0.6)
    body = top(make, title, f"<p>{value.sentence(make)}</p>") + "".join(blocks)
    plain = chosen.replace("¿", "").replace("?", "").strip()
    ask_all(make, "question")
    ask_all(make, "answer", noun="question")
    make.ask(
        "its answer",
        en=[chosen, plain, f"answer to {chosen}", f"answer to the question {chosen}",
            f"what is the answer to {plain}", chosen.lower()],
        de=[chosen, f"Antwort auf {chosen}"], fr=[chosen, f"réponse à {chosen}"],
        es=[chosen, f"respuesta a {chosen}"], it=[chosen, f"risposta a {chosen}"],
        nl=[chosen, f"antwoord op {chosen}"],
    )  # fmt: skip
    make.ask(
        "first",
        en=["first question", "the first question here", "question number one", "question 1"],
        de=["erste Frage"], fr=["première question"], es=["primera pregunta"],
        it=["prima domanda"], nl=["eerste vraag"],
    )  # fmt: skip
    first = make.mark("question", questions[0])
    body = body.replace(first, make.mark("first", first), 1)
    if with_contact:
        body += contact
        ask_one(make, "phone", noun="help desk")
        ask_one(make, "email", noun="help desk")
    ask_absent(make, "author", "version", "price", noun="help page")
    return page(make, title, body, crumbs=[title])


def documentation(make: Make) -> str:
    """Return a page of documentation: sections with headings, code and a table of contents."""
    sections = make.some(value.words(make, "doc"), 3, 8)
    title, sections = sections[0], sections[1:]
    chosen = make.pick(sections)
    blocks, codes = [], value.count(make, 1, len(sections))
    tag = make.pick(["h2", "h2", "h3"])
    for index, one in enumerate(sections):
        text = value.paragraph(make, 2, 4)
        text = make.mark("text", text) if one == chosen else text
        anchor = make.pick([f' id="{value.slug(one)}"', ""])
        sign = value.always(make, "anchor", ["", f'<a href="#{index}"{make.names("anchor")}>#</a>'])
        block = f"<{tag}{anchor}>{make.mark('heading', one)}{sign}</{tag}><p>{text}</p>"
        if index < codes:
            lines = [
                f"{parameter} = {value.count(make, 1, 900)}"
                for parameter in make.some(value.words(make, "param"), 1, 3)
            ]
            inner = f"<pre><code>{make.mark('code', chr(10).join(lines))}</code></pre>"
            framed = f"<div{make.names('highlight')}>{inner}</div>"
            block += value.always(make, "framed", [inner, framed])
        if make.chance(0.2):
            block += f"<div{make.names('note')}><p>{value.sentence(make)}</p></div>"
        blocks.append(block)
    entries = "".join(f"<li><a href='#{value.slug(one)}'>{one}</a></li>" for one in sections)
    contents = (
        f"<nav{make.names('toc')}><p>{value.word(make, 'docs_title')}</p><ul>{entries}</ul></nav>"
    )
    product = value.brand(make)
    version = make.mark("version", f"{value.count(make, 1, 9)}.{value.count(make, 0, 20)}")
    updated = make.mark("updated", value.date(make))
    writers = ", ".join(make.mark("author", one) for one in value.people(make, 1, 3))
    with_author = make.chance(0.5)
    line = f"{label(make, 'updated')}: {updated}"
    if with_author:
        line += f" · {label(make, 'author')}: {writers}"
    line = f"<p{make.names('meta')}>{line}</p>"
    facts_line = f"<p>{product} {version}</p>"
    lead = f"<p{make.names('lead')}>{make.mark('summary', value.paragraph(make, 1, 2))}</p>"
    body = [facts_line, top(make, make.mark("title", title)), lead]
    body += [contents] if make.chance(0.5) else []
    body += blocks
    body.insert(3 if make.chance(0.4) else len(body), line)
    ask_all(make, "heading")
    ask_one(make, "title", noun="page")
    ask_all(make, "code")
    ask_one(make, "updated", noun="page")
    ask_one(make, "version", noun="documentation")
    ask_one(make, "summary", noun="page")
    make.ask(
        "text",
        en=[f"text of the section {chosen}", f"what does the section {chosen} say",
            f"{chosen} text", f"paragraph under {chosen}", f"section {chosen}"],
        de=[f"Text des Abschnitts {chosen}", f"Abschnitt {chosen}"],
        fr=[f"texte de la section {chosen}"],
        es=[f"texto de la sección {chosen}"], it=[f"testo della sezione {chosen}"],
        nl=[f"tekst van de paragraaf {chosen}"],
    )  # fmt: skip
    if with_author:
        ask_all(make, "author", noun="page")
    ask_absent(make, "price", "phone", "licence", *([] if with_author else ["author"]), noun="page")
    side = "" if make.chance(0.5) else contents
    return page(make, f"{title} — {product}", "".join(body), side=side)


KINDS = (status, faq, documentation)
