"""Pages of one text: a news article and a blog post."""

from __future__ import annotations

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
    topics,
)
from training.scrape.kinds.texts_and_people.wordings import ask_all, label, rows
from training.scrape.kinds.texts_and_people.words import (
    clock,
    date_style,
    day,
    domain,
    number,
    people,
    person,
    place,
    slug,
    stamped,
)
from training.scrape.make import Make


def _minutes(make: Make) -> str:
    """Return a reading time."""
    count = number(make, 2, 24)
    text = make.text(
        en=["{} min read", "{} minutes", "{} min", "{}-minute read"], de=["{} Min.", "{} Minuten"],
        fr=["{} min", "{} minutes"], es=["{} min", "{} minutos"], it=["{} min", "{} minuti"],
        nl=["{} min", "{} minuten"],
    )  # fmt: skip
    return str(text.format(count))


def _and(make: Make) -> str:
    return str(make.text(en="and", de="und", fr="et", es="y", it="e", nl="en"))


def _by(make: Make) -> str:
    return str(
        make.text(
            en=["By", "by", "Written by", "Text:"], de=["Von", "von", "Text:"], fr=["Par", "par"],
            es=["Por", "Texto:"], it=["Di", "di", "a cura di"], nl=["Door", "door", "Tekst:"],
        )
    )  # fmt: skip


def _on(make: Make) -> str:
    return str(make.text(en="on", de="am", fr="le", es="el", it="il", nl="op"))


def _byline(make: Make, author: str, published: str, block: str) -> str:
    """Return the author and the date, apart or in one text."""
    form = number(make, 0, 8)
    tag = make.pick(("p", "div", "span", "address"))
    word = make.pick(("byline", "meta", "info", "author", "details"))
    own = make.names(block, word)
    role = make.text(
        en=["Staff writer", "Correspondent", "Editor"], de=["Redakteurin", "Korrespondent"],
        fr=["Journaliste", "Correspondante"], es=["Redacción", "Corresponsal"],
        it=["Giornalista", "Corrispondente"], nl=["Redacteur", "Verslaggever"],
    )  # fmt: skip
    if form == 0:
        return f"<{tag}{own}>{_by(make)} {author} {_on(make)} {published}</{tag}>"
    if form == 1:
        bar = make.pick((" | ", " · ", " – ", ", ", " • ", " / "))
        return f"<{tag}{own}>{bar.join(make.some([author, published], 2, 2))}</{tag}>"
    if form == 2:
        at = make.names(block, "author")
        return (
            f'<{tag}{own}>{_by(make)} <a href="/people/{number(make, 9, 999)}"{at}>{author}</a>'
            f" <time{make.names(block, 'date')}>{published}</time></{tag}>"
        )
    if form == 3:
        return facts(make, block, rows(make, ("author", author), ("published", published)))
    if form == 4:
        return (
            f"<div{own}><img src='/avatars/{number(make, 1, 99)}.jpg' alt=''><b>{author}</b>"
            f"<small>{role}</small></div><div{make.names(block, 'time')}>{published}</div>"
        )
    if form == 5:
        posted = make.text(en="Posted on", de="Veröffentlicht am", fr="Publié le",
                          es="Publicado el", it="Pubblicato il", nl="Geplaatst op")  # fmt: skip
        by = make.text(en="by", de="von", fr="par", es="por", it="da", nl="door")
        return f"<{tag}{own}>{posted} {published} {by} {author}</{tag}>"
    if form == 6:
        return f"<span{make.names(block, 'date')}>{published}</span> <span{own}>{author}</span>"
    if form == 7:
        link = f'<a href="#author" rel="author">{author}</a>'
        return f"<{tag}{own}>{link}<br>{role}<br>{published}</{tag}>"
    return f"<ul{own}><li>{published}</li><li>{_by(make)} {author}</li></ul>"


def _authors(make: Make, share_of_two: float = 0.2) -> str:
    names = people(make, 2 if make.chance(share_of_two) else 1)
    bar = str(make.pick((f" {_and(make)} ", ", ")))
    return bar.join(make.mark("author", name) for name in names)


def picture(make: Make, block: str) -> str:
    """Return a picture with its caption and photographer."""
    caption, credit = sentence(make), make.pick((person(make), f"{person(make)}/{company(make)}"))
    source = make.mark("image", f"/media/{number(make, 2015, 2026)}/{slug(thing(make))}.jpg")
    image = f'<img src="{source}" alt="{thing(make) if make.chance(0.5) else ""}">'
    if make.chance(0.2):
        return f"<div{make.names(block, 'image')}>{image}</div>"
    word = label(make, "photo credit")
    marked = make.mark("photo credit", credit)
    signed = make.pick(
        (f"{word}: {marked}", f"({word}: {marked})", f"© {marked}", f"{word} {marked}")
    )
    text = make.mark("caption", caption)
    under = make.pick(
        (
            f"<figcaption>{text} {signed}</figcaption>",
            f"<figcaption>{text}<span{make.names(block, 'credit')}>{signed}</span></figcaption>",
            f"<p{make.names('caption')}>{text}</p><small>{signed}</small>",
        )
    )
    return f"<figure{make.names(block, 'figure')}>{image}{under}</figure>"


def paragraphs(make: Make, least: int = 2, most: int = 6) -> str:
    """Return a text's paragraphs, with a heading or a quotation between."""
    parts = [f"<p>{paragraph(make)}</p>" for _ in range(number(make, least, most))]
    if make.chance(0.4):
        parts.insert(1, f"<h2>{make.pick(TOPICS[make.language])}</h2>")
    if make.chance(0.2):
        parts.insert(1, f"<blockquote>{quote(make)} – {person(make)}</blockquote>")
    return "".join(parts)


def tag_list(make: Make, block: str) -> str:
    """Return the subjects of a text, with or without a label."""
    names = [make.mark("tags", topic) for topic in topics(make, 1, 5)]
    form = number(make, 0, 3)
    if form == 0:
        return f"<p{make.names(block, 'tags')}>{label(make, 'tags')}: {', '.join(names)}</p>"
    links = [
        f'<a href="/tag/{number(make, 1, 99)}"{make.names("tag")}>{name}</a>' for name in names
    ]
    if form == 1:
        return f"<div{make.names('tags')}>{' '.join(links)}</div>"
    items = "".join(f"<li>{link}</li>" for link in links)
    head = f"<h4>{label(make, 'tags')}</h4>" if form == 2 else ""
    return f"{head}<ul{make.names('tag', 'list')}>{items}</ul>"


def _comment_count(make: Make) -> str:
    count = make.mark("comment count", str(number(make, 2, 480)))
    word = label(make, "comment count")
    return str(
        make.pick(
            (
                f'<a href="#comments">{count} {word}</a>',
                f'<a href="#comments" title="{word}"><i{make.names("icon")}></i>{count}</a>',
                f"<span{make.names('comments', 'count')}>{word} ({count})</span>",
            )
        )
    )


def news_article(make: Make) -> str:
    """Return a newspaper's article."""
    site, write = newspaper(make), date_style(make)
    host, title = domain(make, site), headline(make)
    block = make.pick(("article", "story", "post", "content", "news"))
    on = day(make)
    when = write(on) + (f", {clock(make)}" if make.chance(0.3) else "")
    byline = _byline(make, _authors(make), stamped(make, "published", on, when), block)
    if make.chance(0.4):
        later = day(make, 2025)
        updated = stamped(make, "updated", later, write(later))
        word = label(make, "updated")
        byline += make.pick((f"<span>{word}: {updated}</span>", f"<em>({word} {updated})</em>"))
    top, kicker = [], ""
    if make.chance(0.45):
        tag = make.pick(("span", "p", "div", "strong"))
        text = make.mark("kicker", make.pick((thing(make), place(make)[0], essay(make))))
        own = make.names(block, make.pick(("kicker", "overline", "topline", "text")))
        kicker = f"<{tag}{own}>{text}</{tag}>"
    elif make.chance(0.6):
        text = make.mark("section", make.pick(TOPICS[make.language]))
        kicker = make.pick(
            (f'<a href="/s/1">{text}</a>', f"<p>{label(make, 'section')}: {text}</p>")
        )
    marked = make.mark("headline", title)
    inside = make.chance(0.25)
    top.append(f"<h1{make.names(block, 'title')}>{kicker if inside else ''}{marked}</h1>")
    if kicker and not inside:
        top.insert(0, kicker)
    if make.chance(0.7):
        tag = make.pick(("p", "h2", "div", "strong"))
        word = make.pick(("summary", "standfirst", "lead", "intro", "text", "subtitle"))
        text = make.mark("summary", " ".join(sentence(make) for _ in range(number(make, 1, 2))))
        top.append(f"<{tag}{make.names(block, word)}>{text}</{tag}>")
    small = [byline]
    if make.chance(0.4):
        word = label(make, "reading time")
        text = make.mark("reading time", _minutes(make))
        small.append(
            f"<span{make.names(block, 'time')}>{make.pick(('', word + ': '))}{text}</span>"
        )
    if make.chance(0.4):
        small.append(_comment_count(make))
    make.random.shuffle(small)
    middle = ["".join(small), picture(make, block) if make.chance(0.7) else ""]
    make.random.shuffle(middle)
    body = paragraphs(make)
    if make.chance(0.3):
        body = body.replace("<p>", f"<p><b>{place(make)[0]}</b> – ", 1)
    end = tag_list(make, block) if make.chance(0.6) else ""
    if make.chance(0.3):
        end += f"<div{make.names('author', 'box')}>{sentence(make)} {sentence(make)}</div>"
    outer = make.pick(("article", "div", "main"))
    html = f"<{outer}{make.names(block)}>{''.join(top + middle)}{body}{end}</{outer}>"
    singles = ["headline", "kicker", "summary", "published", "updated", "section",
               "reading time", "comment count", "photo credit", "caption", "image"]  # fmt: skip
    ask_all(make, html, singles, ["author", "tags"])
    return page(make, title, html, site, host, comments(make) if make.chance(0.4) else "")


def blog_post(make: Make) -> str:
    """Return a post of somebody's blog."""
    owner, write, title = person(make), date_style(make), essay(make)
    site = make.pick((owner, thing(make), f"{thing(make)} Blog"))
    block = make.pick(("post", "entry", "blog", "h-entry", "single"))
    author = owner if make.chance(0.5) else person(make)
    on = day(make)
    published = stamped(make, "published", on, write(on))
    tag = make.pick(("h1", "h1", "h2"))
    parts = [f"<{tag}>{make.mark('headline', title)}</{tag}>"]
    named = make.chance(0.75)
    small: list[str] = []
    if named:
        byline = _byline(make, make.mark("author", author), published, block)
    else:
        byline = f"<time{make.names(block, 'date')}>{published}</time>"
    small.append(byline)
    if make.chance(0.5):
        section = make.mark("section", make.pick(TOPICS[make.language]))
        filed = make.text(en=["in", "Filed under", "Posted in"], de=["in", "Abgelegt unter"],
                         fr=["dans", "Classé dans"], es=["en", "Archivado en"],
                         it=["in", "Archiviato in"], nl=["in", "Opgeslagen onder"])  # fmt: skip
        small.append(
            f'<span{make.names(block, "category")}>{filed} <a href="/c">{section}</a></span>'
        )
    if make.chance(0.5):
        small.append(f"<span>{make.mark('reading time', _minutes(make))}</span>")
    if make.chance(0.5):
        small.append(_comment_count(make))
    header = "".join(small)
    if make.chance(0.3) and not named:
        minutes = make.mark("reading time", _minutes(make))
        header = f"<p{make.names(block, 'meta')}>{published} · {minutes}</p>"
    parts.insert(make.pick((0, 1, 1)), header)
    if make.chance(0.4):
        parts.append(f"<p><em>{make.mark('summary', sentence(make))}</em></p>")
    if make.chance(0.5):
        parts.append(picture(make, block))
    parts.append(paragraphs(make, 3, 8))
    if make.chance(0.6):
        parts.append(tag_list(make, block))
    if make.chance(0.3):
        updated = make.mark("updated", write(day(make, 2024)))
        parts.append(f"<p><small>{label(make, 'updated')} {updated}</small></p>")
    about = make.text(
        en="About me", de="Über mich", fr="À propos", es="Sobre mí", it="Chi sono", nl="Over mij"
    )
    name = owner if named else make.mark("author", owner)
    aside = f"<div{make.names('widget')}><h3>{about}</h3><p>{name}. {sentence(make)}</p></div>"
    older = "".join(
        f'<p><a href="/p/{place_}">← {essay(make)}</a></p>' for place_ in range(number(make, 1, 3))
    )
    html = f"<article{make.names(block)}>{''.join(parts)}</article>"
    singles = ["headline", "summary", "published", "updated", "section", "reading time",
               "comment count", "photo credit", "caption", "image", "author"]  # fmt: skip
    ask_all(make, html, singles, ["tags"])
    aside = (
        (aside if make.chance(0.5) else "") + older + (comments(make) if make.chance(0.6) else "")
    )
    return page(make, title, html, site, domain(make, site), aside)


KINDS = (news_article, blog_post)
