"""Pages of what people say: a magazine's interview, a press release, a podcast's episode."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.articles import paragraphs, picture, tag_list
from training.scrape.kinds.texts_and_people.frame import comments, page
from training.scrape.kinds.texts_and_people.layout import facts
from training.scrape.kinds.texts_and_people.text import (
    TOPICS,
    company,
    essay,
    headline,
    newspaper,
    paragraph,
    quote,
    sentence,
    thing,
)
from training.scrape.kinds.texts_and_people.wordings import ask_all, label, rows
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
    slug,
    stamped,
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
    role = make.mark("role", make.text(
        en=["architect", "novelist", "marine biologist", "head chef"], de=["Architektin", "Autor"],
        fr=["architecte", "romancière"], es=["arquitecta", "novelista"],
        it=["architetto", "scrittrice"], nl=["architect", "schrijver"],
    ))  # fmt: skip
    if make.chance(0.5):
        text = make.mark("summary", f"{sentence(make)} {sentence(make)}")
        parts.append(f"<p{make.names(block, 'lead')}>{text}</p>")
    written = make.mark("interviewer", reporter)
    on = day(make)
    when = stamped(make, "published", on, write(on))
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
        by = make.text(en=["Interview by", "{} by"], de="Interview:", fr="Propos recueillis par",
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
    on = day(make)
    when = stamped(make, "published", on, write(on))
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
    word = make.text(
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
        about = make.text(
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


def episode_page(make: Make) -> str:
    """Return a podcast's page of one episode."""
    show, write, title = thing(make), date_style(make), make.pick((essay(make), headline(make)))
    show = make.pick((show, f"{show} Podcast", f"{make.pick(TOPICS[make.language])} FM"))
    host_, *guests = people(make, number(make, 1, 3))
    block = make.pick(("episode", "player", "podcast", "show"))
    hours, minutes = number(make, 1, 3), number(make, 10, 59)
    length = make.pick((f"{hours * 20}:{minutes}", f"{minutes} min", f"{hours} h {minutes} min"))
    ordinal = str(number(make, 2, 412))
    together = make.chance(0.3)
    number_html = make.mark("episode number", make.pick((ordinal, f"#{ordinal}")))
    name = make.mark("episode", title)
    heading = f"{number_html}{make.pick((': ', ' – ', ' | '))}{name}" if together else name
    on = day(make, 2018)
    values = [
        ("show", make.mark("show", show)), ("host", make.mark("host", host_)),
        ("guest", ", ".join(make.mark("guest", guest) for guest in guests)),
        ("duration", make.mark("duration", length)),
        ("published", stamped(make, "published", on, write(on))),
        ("episode number", "" if together else number_html),
    ]  # fmt: skip
    values = [(key, text) for key, text in values if text and make.chance(0.85)]
    make.random.shuffle(values)
    if make.chance(0.3):
        together_with = make.text(en="with", de="mit", fr="avec", es="con", it="con", nl="met")
        line = make.pick((" · ", " | ", " • ")).join(
            f"{together_with} {text}" if key == "guest" else text for key, text in values
        )
        small = f"<p{make.names(block, 'meta')}>{line}</p>"
        values = []
    else:
        small = facts(make, block, rows(make, *values)) if values else ""
    address = make.mark("audio", f"https://cdn.{slug(show)}.fm/{digits(make, 5)}.mp3")
    sound = make.pick((f'<audio controls src="{address}"></audio>',
                       f'<a href="{address}" download>{label(make, "audio")}</a>'))  # fmt: skip
    notes = f"<p>{make.mark('summary', sentence(make))}</p>" if make.chance(0.7) else ""
    chapters = ""
    if make.chance(0.6):
        minute, items = 0, []
        form = number(make, 0, 2)
        for _ in range(number(make, 3, 9)):
            stamp = make.mark("time", f"{minute:02}:{number(make, 0, 59):02}")
            part = make.mark(
                "chapter", make.pick((thing(make), make.pick(TOPICS[make.language]), essay(make)))
            )
            items.append(
                (f"{stamp} {part}", f"<b>{stamp}</b> – {part}", f"<td>{stamp}</td><td>{part}</td>")[
                    form
                ]
            )
            minute += number(make, 2, 11)
        body = (
            "<p>" + "<br>".join(items) + "</p>",
            "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>",
            "<table>" + "".join(f"<tr>{item}</tr>" for item in items) + "</table>",
        )[form]  # fmt: skip
        chapters = f"<h3>{label(make, 'chapter')}</h3>{body}"
    parts = [small, sound, notes, chapters]
    if make.chance(0.3):
        make.random.shuffle(parts)
    html = f"<h1>{heading}</h1>{''.join(parts)}"
    singles = ["episode", "duration", "published", "host", "audio", "summary", "episode number"]
    if "show" in dict(values):
        singles.append("show")
    ask_all(make, html, singles, ["guest", "chapter"])
    write_other = date_style(make)
    others = "".join(
        f"<li>{essay(make)} <small>{number(make, 20, 90)} min, "
        f"{write_other(day(make, 2018))}</small></li>"
        for _ in range(number(make, 0, 6))
    )
    aside = (
        f"<section{make.names('episodes')}><h3>{show}</h3><ul>{others}</ul></section>"
        if others
        else ""
    )
    return page(make, title, html, show, domain(make, show), aside)


KINDS = (interview, press_release, episode_page)
