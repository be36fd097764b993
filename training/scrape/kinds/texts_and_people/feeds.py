"""Pages of entries by many people: a list of stories, a section of news, a thread."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.frame import comments, page
from training.scrape.kinds.texts_and_people.layout import listing
from training.scrape.kinds.texts_and_people.text import (
    TOPICS,
    essay,
    headline,
    newspaper,
    paragraph,
    sentence,
    thing,
    topics,
)
from training.scrape.kinds.texts_and_people.wordings import ask, ask_all, ask_of, columns, label
from training.scrape.kinds.texts_and_people.words import (
    ago,
    date_style,
    day,
    digits,
    domain,
    number,
    person,
    slug,
)
from training.scrape.make import Make


def user(make: Make) -> str:
    """Return a name that somebody has in a forum."""
    name = slug(person(make)).split("-")
    forms = (
        name[0],
        f"{name[0]}{digits(make, 2)}",
        f"{name[-1]}_{name[0]}",
        "".join(name),
        "_".join(name),
    )
    return str(make.pick(forms)) if make.chance(0.7) else slug(thing(make)).replace("-", "")


def _word(make: Make, what: str) -> str:
    """Return a small word of a feed."""
    return str(
        {
            "points": make.text(en=["points", "votes", "pts"], de="Punkte", fr="points",
                               es="puntos", it="punti", nl="punten"),
            "comments": make.text(en=["comments", "replies"], de="Kommentare", fr="commentaires",
                                 es="comentarios", it="commenti", nl="reacties"),
            "by": make.text(en="by", de="von", fr="par", es="por", it="di", nl="door"),
        }[what]
    )  # fmt: skip


def story_list(make: Make) -> str:
    """Return a site's list of links that its users send in and vote for."""
    site = make.pick(
        (thing(make), f"{thing(make)} News", f"{make.pick(TOPICS[make.language])} Digest")
    )
    host, count = domain(make, site), number(make, 3, 20)
    block = make.pick(("story", "item", "link", "post", "thing"))
    with_domain, with_points = make.chance(0.85), make.chance(0.85)
    chosen = number(make, 0, count - 1)
    points_word, comments_word, by = (_word(make, what) for what in ("points", "comments", "by"))
    write = date_style(make) if make.chance(0.3) else None
    titles = list(
        {essay(make) if make.chance(0.5) else headline(make): 0 for _ in range(count * 2)}
    )[:count]
    form = make.pick(("two rows", "item", "cards", "table", "item", "lines"))
    parts = []
    records = []
    for place_, title in enumerate(titles):
        source = domain(make, thing(make))
        marked = make.mark("headline", title)
        if place_ == 0:
            marked = make.mark("first headline", marked)
        href = make.mark("link", f"https://{source}/{slug(title)[:40]}")
        link = f'<a href="{href}"{make.names(block, "title")}>{marked}</a>'
        values = {
            "points": str(number(make, 1, 2400)), "author": user(make), "domain": source,
            "comment count": str(number(make, 0, 900)),
            "time": write(day(make, 2025)) if write else ago(make),
        }  # fmt: skip
        if place_ == chosen:
            values = {key: make.mark(f"{key} of one", text) for key, text in values.items()}
        values = {key: make.mark(key, text) for key, text in values.items()}
        score = f"<span{make.names(block, 'score')}>{values['points']} {points_word}</span>"
        author = f'<a href="/u/{place_}"{make.names(block, "user")}>{values["author"]}</a>'
        talk = f'<a href="/c/{place_}">{values["comment count"]} {comments_word}</a>'
        when = f"<span{make.names(block, 'age')}>{values['time']}</span>"
        site_html = (
            f" <span{make.names('site', 'domain')}>({values['domain']})</span>"
            if with_domain
            else ""
        )
        score = score if with_points else ""
        if form == "two rows":
            parts.append(
                f"<tr><td>{place_ + 1}.</td><td>{link}{site_html}</td></tr>"
                f"<tr><td></td><td{make.names('subtext')}>{score} {by} {author} {when}"
                f" | {talk}</td></tr>"
            )
        elif form == "item":
            bits = " · ".join(filter(None, [score, f"{by} {author}", when, talk]))
            parts.append(f"<li{make.names(block)}>{link}{site_html}<div>{bits}</div></li>")
        elif form == "cards":
            vote = f"<div{make.names('vote')}>{values['points']}</div>" if with_points else ""
            parts.append(
                f"<div{make.names(block)}>{vote}<h3>{link}</h3>{site_html}"
                f"<footer>{author}<time>{values['time']}</time>{talk}</footer></div>"
            )
        elif form == "lines":
            source_ = values["domain"] if with_domain else ""
            bits = ", ".join(
                filter(None, [link, source_, score, values["author"], values["time"], talk])
            )
            parts.append(f"<p>{bits}</p>")
        else:
            record = [link, values["author"], values["time"], values["comment count"]]
            record += [values["points"]] * with_points + [values["domain"]] * with_domain
            records.append(record)
    if form == "table":
        meanings = ["headline", "author", "time", "comment count"]
        meanings += ["points"] * with_points + ["domain"] * with_domain
        html = listing(make, block, columns(make, *meanings), records, "table")
    elif form == "two rows":
        html = f"<table{make.names('itemlist')}>{''.join(parts)}</table>"
    else:
        html = f"<ol>{''.join(parts)}</ol>" if form == "item" else f"<div>{''.join(parts)}</div>"
    ask(make, "headline", many=True)
    for key in make.some(["author", "time", "comment count", "link"], 2, 4):
        ask(make, key, many=True)
    ask(make, "points", many=True)
    if with_domain:
        ask(make, "domain", many=True)
    for key in make.some(["author", "comment count", "time", *["points"] * with_points], 2, 3):
        ask_of(make, f"{key} of one", key, titles[chosen])
    make.ask(
        "first headline", en=["first story", "top headline", "title of the first entry"],
        de=["erste Meldung", "oberster Titel"], fr=["premier titre"], es=["primer titular"],
        it=["primo titolo"], nl=["eerste kop"],
    )  # fmt: skip
    ask(make, make.pick(("subscribers", "price", "image")), many=True)
    return page(make, make.pick(TOPICS[make.language]), html, site, host)


def news_section(make: Make) -> str:
    """Return a newspaper's page of teasers."""
    site, write = newspaper(make), date_style(make)
    count, section = number(make, 2, 14), make.pick(TOPICS[make.language])
    block = make.pick(("teaser", "card", "article", "item", "story", "box", "col"))
    have = set(
        make.some(["kicker", "summary", "author", "published", "image", "reading time"], 2, 5)
    )
    chosen = number(make, 0, count - 1)
    titles = list({headline(make): 0 for _ in range(count * 3)})[:count]
    chosen = min(chosen, len(titles) - 1)
    title_tag, outer = (
        make.pick(("h2", "h3", "h4", "div", "strong")),
        make.pick(("article", "div", "li", "section")),
    )
    order = (
        make.some(["kicker", "title", "summary", "small"], 4, 4)
        if make.chance(0.3)
        else ["kicker", "title", "summary", "small"]
    )
    bar, by = make.pick((" | ", " · ", ", ", "<br>")), _word(make, "by")
    by = by.capitalize() if make.chance(0.5) else ""
    minutes = make.text(
        en="{} min read", de="{} Min.", fr="{} min", es="{} min", it="{} min", nl="{} min"
    )
    cards = []
    for place_, title in enumerate(titles):
        values = {
            "kicker": make.pick((thing(make), make.pick(TOPICS[make.language]))),
            "summary": sentence(make), "author": person(make), "published": write(day(make, 2023)),
            "reading time": minutes.format(number(make, 2, 19)),
        }  # fmt: skip
        if place_ == chosen:
            values = {key: make.mark(f"{key} of one", text) for key, text in values.items()}
        values = {key: make.mark(key, text) for key, text in values.items()}
        href = make.mark("link", f"/{slug(section)}/{slug(title)[:50]}-{digits(make, 6)}.html")
        heading = make.mark("headline", title)
        whole = make.seed % 4 == 0
        heading = heading if whole else f'<a href="{href}">{heading}</a>'
        small = [f"{by} {values['author']}".strip()] if "author" in have else []
        small += [f"<time>{values['published']}</time>"] if "published" in have else []
        small += [values["reading time"]] if "reading time" in have else []
        pieces = {
            "kicker": f"<span{make.names(block, 'kicker')}>{values['kicker']}</span>"
            if "kicker" in have
            else "",
            "title": f"<{title_tag}{make.names(block, 'title')}>{heading}</{title_tag}>",
            "summary": f"<p{make.names(block, 'text')}>{values['summary']}</p>"
            if "summary" in have
            else "",
            "small": f"<div{make.names(block, 'meta')}>{bar.join(small)}</div>" if small else "",
        }
        source = make.mark("image", f"/img/{digits(make, 5)}-{slug(thing(make))}.webp")
        picture = f'<img src="{source}" alt="">' if "image" in have else ""
        inner = picture + "".join(pieces[name] for name in order)
        if whole:
            inner = f'<a href="{href}">{inner}</a>'
        cards.append(f"<{outer}{make.names(block)}>{inner}</{outer}>")
    body = "".join(cards)
    html = f"<h1>{make.mark('section', section)}</h1><div{make.names('list')}>{body}</div>"
    if outer == "li":
        html = f"<h1>{make.mark('section', section)}</h1><ul>{body}</ul>"
    for key in ("headline", "link", *sorted(have)):
        ask(make, key, many=True)
    for key in sorted(have & {"author", "published", "summary"})[:2]:
        ask_of(make, f"{key} of one", key, titles[chosen])
    if make.chance(0.5):
        ask(make, "section")
    for key in make.some(sorted({"author", "comment count", "summary"} - have), 1, 1):
        ask(make, key, many=True)
    return page(make, section, html, site, domain(make, site))


def forum_thread(make: Make) -> str:
    """Return a question with its answers."""
    name = make.pick(("Forum", "Board", "Exchange", "Community"))
    site = f"{make.pick(TOPICS[make.language])} {name}"
    title, write = essay(make) + ("?" if make.chance(0.6) else ""), date_style(make)
    names = [user(make) for _ in range(number(make, 2, 8))]
    block = make.pick(("post", "answer", "message", "reply", "comment"))
    with_votes, accepted = make.chance(0.6), number(make, 1, len(names)) if make.chance(0.5) else 0
    on_top = make.chance(0.5)
    registered = make.text(
        en="Joined", de="Dabei seit", fr="Inscrit en", es="Desde", it="Dal", nl="Sinds"
    )
    vote_label = label(make, "points")
    reply_by = make.text(en=["answered", "wrote"], de="schrieb", fr="a écrit", es="escribió",
                        it="ha scritto", nl="schreef")  # fmt: skip
    form = number(make, 0, 3)

    def message(place_: int, name: str, text: str) -> str:
        first = place_ == 0
        when = make.mark("published" if first else "reply time", write(day(make, 2015)))
        who = make.mark("asker" if first else "answerer", name)
        votes = str(number(make, -3, 240))
        if with_votes:
            votes = make.mark("points", make.mark("question points", votes) if first else votes)
            votes = f'<span{make.names("vote", "count")} title="{vote_label}">{votes}</span>'
        else:
            votes = ""
        tick = make.mark("accepted", text) if place_ == accepted and accepted else text
        text = make.mark("question text" if first else "answer", tick)
        check = (
            f'<i title="{label(make, "accepted")}">✓</i>' if place_ == accepted and accepted else ""
        )
        profile = f"<small>{registered} {number(make, 2008, 2024)}</small>"
        if form == 0:
            link = f'<a href="/u/{name}">{who}</a>'
            by = f"<div{make.names('user', 'info')}>{link}{profile} <time>{when}</time></div>"
            body = f"<div{make.names(block, 'body')}><p>{text}</p></div>"
            return (
                f"<div{make.names(block)}>{votes}{check}{by + body if on_top else body + by}</div>"
            )
        if form == 1:
            body = f"{when}<hr>{check}{text}{votes}"
            return f"<tr><td><b>{who}</b><br>{profile}</td><td>{body}</td></tr>"
        if form == 2:
            body = f"<blockquote>{text}</blockquote>{check}{votes}"
            return f"<li{make.names(block)}><p>{who} {reply_by} ({when}):</p>{body}</li>"
        return (
            f"<article{make.names(block)}><header>{who}, {when} {check}</header>"
            f"<div{make.names('content')}>{text}</div>{votes}</article>"
        )

    messages = [message(0, names[0], paragraph(make, 1, 3))]
    messages += [
        message(place_, name, paragraph(make, 1, 3)) for place_, name in enumerate(names[1:], 1)
    ]
    if accepted >= len(names):
        accepted = 0
    count = make.mark("answer count", str(len(names) - 1))
    word = label(make, "answer count")
    head = (
        f"<h2>{make.pick((f'{count} {word}', f'{word} ({count})'))}</h2>"
        if make.chance(0.6)
        else ""
    )
    views = make.mark("views", make.pick((str(number(make, 40, 900)), f"{number(make, 2, 90)}k")))
    small = f"<p>{label(make, 'views')}: {views}</p>" if make.chance(0.5) else ""
    subjects = [make.mark("tags", topic) for topic in topics(make, 1, 4)]
    tags = (
        f"<div{make.names('tags')}>{' '.join(f'<a>{one}</a>' for one in subjects)}</div>"
        if make.chance(0.5)
        else ""
    )
    if form == 1:
        body = f"<table>{messages[0]}</table>{head}<table>{''.join(messages[1:])}</table>"
    elif form == 2:
        body = f"<ul>{messages[0]}</ul>{head}<ul>{''.join(messages[1:])}</ul>"
    else:
        body = messages[0] + tags + head + "".join(messages[1:])
        tags = ""
    html = f"<h1>{make.mark('thread', title)}</h1>{small}{tags}{body}"
    singles = ["thread", "asker", "published", "accepted", "answer count", "views"]
    ask_all(make, html, singles, ["answer", "answerer", "points", "tags"])
    if with_votes:
        make.ask(
            "question points",
            en=["votes of the question", "score of the question", "how many votes it has"],
            de=["Stimmen der Frage"], fr=["votes de la question"], es=["votos de la pregunta"],
            it=["voti della domanda"], nl=["stemmen van de vraag"],
        )  # fmt: skip
    make.ask(
        "reply time", many=True,
        en=["dates of the answers", "when were the replies posted", "reply dates"],
        de=["Daten der Antworten"], fr=["dates des réponses"], es=["fechas de las respuestas"],
        it=["date delle risposte"], nl=["data van de antwoorden"],
    )  # fmt: skip
    return page(
        make, title, html, site, domain(make, site), comments(make) if make.chance(0.1) else ""
    )


KINDS = (story_list, news_section, forum_thread)
