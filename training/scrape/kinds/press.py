"""Pages of a text with named people: a magazine's interview and a press release."""

from __future__ import annotations

from training.scrape.kinds.articles import paragraphs, picture, tag_list
from training.scrape.kinds.b_frame import comments, page
from training.scrape.kinds.b_layout import facts
from training.scrape.kinds.b_text import company, headline, newspaper, paragraph, quote, sentence
from training.scrape.kinds.b_wordings import ask_all, label, rows
from training.scrape.kinds.b_words import (
    date_style,
    day,
    domain,
    email,
    number,
    people,
    person,
    phone,
    place,
)
from training.scrape.make import Make


def interview(make: Make) -> str:
    """Return a magazine's interview, with questions and answers."""
    site, write = newspaper(make), date_style(make)
    guest, reporter = people(make, 2)
    title = make.pick((quote(make), f"{guest}: {quote(make)}", headline(make)))
    block = make.pick(("interview", "article", "feature", "story"))
    marked_guest = make.mark("interviewee", guest)
    parts = [f"<h1>{make.mark('headline', title)}</h1>"]
    role = make.mark("role", make.say(
        en=["architect", "novelist", "marine biologist", "head chef"], de=["Architektin", "Autor"],
        fr=["architecte", "romancière"], es=["arquitecta", "novelista"],
        it=["architetto", "scrittrice"], nl=["architect", "schrijver"],
    ))  # fmt: skip
    if make.chance(0.5):
        text = make.mark("summary", f"{sentence(make)} {sentence(make)}")
        parts.append(f"<p{make.names(block, 'lead')}>{text}</p>")
    written = make.mark("interviewer", reporter)
    when = make.mark("published", write(day(make)))
    form = number(make, 0, 3)
    if form == 0:
        small = [("interviewee", marked_guest), ("interviewer", written), ("published", when)]
        make.random.shuffle(small)
        parts.append(facts(make, block, rows(make, *small)))
    elif form == 1:
        head = label(make, "interviewer")
        parts.append(f"<p{make.names(block, 'byline')}>{head}: {written}, {when}</p>")
        parts.insert(0, f"<span>{label(make, 'interviewee')} {marked_guest}, {role}</span>")
    elif form == 2:
        by = make.say(en=["Interview by", "{} by"], de="Interview:", fr="Propos recueillis par",
                      es="Entrevista de", it="Intervista di", nl="Interview:")  # fmt: skip
        parts.append(f"<div>{by.format('Interview')} {written}<br>{when}</div>")
        parts.append(
            f"<aside{make.names('profile', 'box')}><b>{marked_guest}</b><p>{role}</p></aside>"
        )
    else:
        parts.append(f"<p>{label(make, 'interviewer')}: {written} | {when}</p>")
        parts.append(f"<h2>{label(make, 'interviewee')} {marked_guest}</h2><p>{role}</p>")
    if make.chance(0.6):
        parts.append(picture(make, block))
    tag = make.pick(("strong", "b", "em", "h3", "dt"))
    initials = "".join(word[0] for word in guest.split())
    named = make.chance(0.4)
    talk = []
    for _ in range(number(make, 2, 7)):
        asked = make.mark("question", sentence(make)[:-1] + "?")
        reply = f"{initials}: {paragraph(make, 1, 3)}" if named else paragraph(make, 1, 3)
        if tag == "dt":
            talk.append(f"<dt>{asked}</dt><dd>{reply}</dd>")
        elif tag == "h3":
            talk.append(f"<h3>{asked}</h3><p>{reply}</p>")
        else:
            talk.append(f"<p><{tag}{make.names('question')}>{asked}</{tag}></p><p>{reply}</p>")
    talk_html = "".join(talk)
    parts.append(f"<dl>{talk_html}</dl>" if tag == "dt" else talk_html)
    if make.chance(0.5):
        parts.append(tag_list(make, block))
    html = f"<div{make.names(block)}>{''.join(parts)}</div>"
    singles = ["headline", "interviewee", "interviewer", "published", "summary", "role",
               "photo credit", "caption", "reading time", "comment count"]  # fmt: skip
    ask_all(make, html, singles, ["question", "tags"])
    return page(
        make, title, html, site, domain(make, site), comments(make) if make.chance(0.3) else ""
    )


def press_release(make: Make) -> str:
    """Return an organisation's press release."""
    issuer, write, title = company(make), date_style(make), headline(make)
    host, where = domain(make, issuer), place(make)
    block = make.pick(("release", "press", "news", "content", "pm"))
    when = make.mark("published", write(day(make)))
    contact = person(make)
    city = make.mark("place", where[0])
    dateline = make.chance(0.6)
    first = paragraph(make)
    if dateline:
        bar = make.pick((" – ", " -- ", ": ", " — "))
        first = make.pick((f"{city}, {when}{bar}{first}", f"<b>{city} ({when})</b>{bar}{first}",
                           f"{city}, {when}. {first}"))  # fmt: skip
        top = ""
    else:
        top = make.pick(
            (
                f"<p{make.names(block, 'date')}>{when}</p>",
                facts(make, block, rows(make, ("place", city), ("published", when))),
                f"<div{make.names(block, 'meta')}>{city}, {when}</div>",
            )
        )
    word = make.say(
        en=["Press release", "FOR IMMEDIATE RELEASE", "Media release", "News release"],
        de=["Pressemitteilung", "Presseinformation"], fr="Communiqué de presse",
        es=["Nota de prensa", "Comunicado"], it="Comunicato stampa", nl="Persbericht",
    )  # fmt: skip
    parts = [
        f"<p{make.names(block, 'kind')}>{word}</p>",
        f"<h1>{make.mark('headline', title)}</h1>",
    ]
    if make.chance(0.4):
        parts.reverse()
    parts.append(top)
    if make.chance(0.5):
        points = "".join(
            f"<li>{make.mark('key point', sentence(make))}</li>" for _ in range(number(make, 2, 4))
        )
        parts.append(f"<ul{make.names(block, 'bullets')}>{points}</ul>")
    elif make.chance(0.5):
        parts.append(f"<h2>{make.mark('summary', sentence(make))}</h2>")
    parts.append(f"<p>{first}</p>{paragraphs(make, 1, 4)}")
    if make.chance(0.6):
        about = make.say(
            en="About", de="Über", fr="À propos de", es="Acerca de", it="Chi è", nl="Over"
        )
        parts.append(
            f"<h3>{about} {make.mark('company', issuer)}</h3><p>{paragraph(make, 1, 3)}</p>"
        )
    small = [("phone", make.mark("phone", phone(make, where)))]
    small.append(("e-mail", make.mark("e-mail", email(make, contact, host))))
    if make.chance(0.3):
        small.insert(1, ("fax", make.mark("fax", phone(make, where))))
    name = make.mark("press contact", contact)
    head = label(make, "press contact")
    if make.chance(0.5):
        parts.append(
            f"<h4>{head}</h4><p>{name}<br>{issuer}</p>{facts(make, 'contact', rows(make, *small))}"
        )
    elif make.chance(0.5):
        lines = "<br>".join(value for _, value in small)
        parts.append(f"<p><strong>{head}:</strong><br>{name}<br>{lines}</p>")
    else:
        parts.append(facts(make, "contact", rows(make, ("press contact", name), *small)))
    html = f"<div{make.names(block)}>{''.join(parts)}</div>"
    singles = ["headline", "published", "place", "press contact", "company", "phone", "e-mail",
               "fax", "summary", "author", "updated"]  # fmt: skip
    if make.mark("company", "")[:-1] not in html:
        singles.remove("company")
    ask_all(make, html, singles)
    if make.mark("key point", "")[:-1] in html:
        make.ask(
            "key point", many=True,
            en=["key points", "bullet points", "highlights", "main points of the release"],
            de=["Kernpunkte", "Stichpunkte"], fr=["points clés"], es=["puntos clave"],
            it=["punti chiave"], nl=["kernpunten"],
        )  # fmt: skip
    return page(make, title, html, issuer, host)


KINDS = (interview, press_release)
