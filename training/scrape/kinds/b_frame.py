"""The parts around a generated page's content, and ways to lay out labelled values and lists."""

from __future__ import annotations

from collections.abc import Sequence

from training.scrape.kinds.b_text import TOPICS, headline, sentence, thing
from training.scrape.kinds.b_words import (
    address,
    ago,
    clock,
    date_style,
    day,
    number,
    person,
    phone,
    place,
    slug,
)
from training.scrape.make import Make

Row = tuple[str, str, str]


def page(make: Make, title: str, main: str, site: str, domain: str, aside: str = "") -> str:
    """Return a whole page around its content.

    `title` is the plain title of the content, `aside` what stands beside or below it.
    """
    summary = ""
    for key in ("summary", "plot", "abstract"):
        start = make.mark(key, "")[:-1]
        if start in main:
            summary = main.split(start)[1].split(make.mark("", "")[-1])[0]
    aside += "".join(
        part(make) for part in make.some((_newsletter, _latest, _advert, _popular), 0, 2)
    )
    body = make.pick((_columns, _stacked, _bare))(make, main, aside)
    crumbs = _breadcrumbs(make, title) if make.chance(0.5) else ""
    head = _head(make, title, site, summary or sentence(make))
    parts = [
        _cookies(make) if make.chance(0.3) else "",
        _header(make, site, domain),
        crumbs if make.chance(0.7) else "",
        body,
        _footer(make, site, domain) if make.chance(0.85) else "",
    ]
    if make.chance(0.3):
        parts.append(parts.pop(0))
    return f'<!DOCTYPE html>\n<html lang="{make.language}">{head}<body>\n' + "\n".join(
        [part for part in parts if part] + ["</body></html>"]
    )


def _head(make: Make, title: str, site: str, description: str) -> str:
    bar = make.pick((" | ", " - ", " – ", " :: ", " » ", " · "))
    title = title if title != site else make.pick(TOPICS[make.language])
    forms = [f"{title}{bar}{site}"] * 5 + [title, f"{site}{bar}{title}", site]
    forms.append(f"{title}{bar}{make.pick(TOPICS[make.language])}{bar}{site}")
    head = f'<head><meta charset="utf-8"><title>{make.pick(forms)}</title>'
    if make.chance(0.4):
        head += f'<meta name="description" content="{description}">'
    if make.chance(0.4):
        head += '<meta name="viewport" content="width=device-width"><style>body{margin:0}</style>'
    return head + "</head>"


def _links(make: Make) -> str:
    labels = make.say(
        en=[["Home", "News", "About", "Contact", "Shop"], ["Start", "Services", "Team", "Jobs"]],
        de=[["Start", "Aktuelles", "Über uns", "Kontakt"], ["Leistungen", "Team", "Karriere"]],
        fr=[["Accueil", "Actualités", "À propos", "Contact"], ["Services", "Équipe", "Emploi"]],
        es=[["Inicio", "Noticias", "Quiénes somos", "Contacto"], ["Servicios", "Equipo", "Blog"]],
        it=[["Home", "Notizie", "Chi siamo", "Contatti"], ["Servizi", "Squadra", "Lavora con noi"]],
        nl=[["Home", "Nieuws", "Over ons", "Contact"], ["Diensten", "Team", "Vacatures"]],
    )
    links = [f'<a href="/{slug(label)}">{label}</a>' for label in labels]
    if make.chance(0.5):
        return (
            "<ul>"
            + "".join(f"<li{make.names('nav', 'item')}>{one}</li>" for one in links)
            + "</ul>"
        )
    return make.pick((" ", " | ", "\n")).join(links)


def _header(make: Make, site: str, domain: str) -> str:
    logo = make.pick(
        (
            f'<a href="/"{make.names("logo")}>{site}</a>',
            f'<a href="https://{domain}/"><img src="/img/logo.svg" alt="{site}"></a>',
            f"<div{make.names('site', 'title')}>{site}</div><p>{thing(make)}</p>",
            f"<h1{make.names('brand')}>{site}</h1>" if make.chance(0.3) else f"<b>{site}</b>",
        )
    )
    top = ""
    if make.chance(0.25):
        top = f"<div{make.names('top', 'bar')}>{phone(make)} | info@{domain}</div>"
    if make.chance(0.3):
        hint = make.say(
            en="Search", de="Suche", fr="Rechercher", es="Buscar", it="Cerca", nl="Zoek"
        )
        field = f'<input name="q" placeholder="{hint}">'
        top += f'<form action="/search">{field}<button>{hint}</button></form>'
    tag = make.pick(("header", "div", "header"))
    return f"<{tag}{make.names('header')}>{top}{logo}<nav>{_links(make)}</nav></{tag}>"


def _breadcrumbs(make: Make, title: str) -> str:
    steps = [make.say(en="Home", de="Start", fr="Accueil", es="Inicio", it="Home", nl="Home")]
    steps += make.some(TOPICS[make.language], 0, 2)
    links = [f'<a href="/{slug(step)}">{step}</a>' for step in steps]
    links += [title] if make.chance(0.5) else []
    return f"<div{make.names('breadcrumb')}>{make.pick((' &gt; ', ' / ', ' » ')).join(links)}</div>"


def _cookies(make: Make) -> str:
    text, button = make.say(
        en=[("We use cookies to improve this site.", "Accept all")],
        de=[("Wir verwenden Cookies auf dieser Seite.", "Alle akzeptieren")],
        fr=[("Ce site utilise des cookies.", "Tout accepter")],
        es=[("Utilizamos cookies en este sitio.", "Aceptar todo")],
        it=[("Questo sito usa i cookie.", "Accetta tutto")],
        nl=[("Deze site gebruikt cookies.", "Alles accepteren")],
    )
    return f"<div{make.names('cookie', 'banner')}><p>{text}</p><button>{button}</button></div>"


def _footer(make: Make, site: str, domain: str) -> str:
    parts = [f"<p>© {number(make, 2015, 2026)} {site}</p>"]
    if make.chance(0.35):
        where = place(make)
        home = address(make, where)
        parts.append(f"<address>{site}<br>{home['street']}<br>{home['line']}</address>")
    if make.chance(0.35):
        parts.append(f"<p>Tel. {phone(make)}</p>")
    if make.chance(0.3):
        parts.append(f'<a href="mailto:info@{domain}">info@{domain}</a>')
    if make.chance(0.5):
        parts.append(_links(make))
    make.random.shuffle(parts)
    return f"<footer{make.names('footer')}>{''.join(parts)}</footer>"


def _newsletter(make: Make) -> str:
    text = make.say(
        en=["Get our newsletter", "Stay up to date"], de="Newsletter abonnieren",
        fr="Recevez notre lettre", es="Suscríbete al boletín", it="Iscriviti alla newsletter",
        nl="Meld je aan voor de nieuwsbrief",
    )  # fmt: skip
    field = '<input type="email"><button>OK</button>'
    return f"<form{make.names('newsletter')}><h4>{text}</h4>{field}</form>"


def _latest(make: Make) -> str:
    write = date_style(make)
    title = make.say(
        en=["Latest news", "Read next", "More stories"], de=["Neueste Artikel", "Mehr zum Thema"],
        fr=["À lire aussi", "Derniers articles"], es=["Te puede interesar", "Últimas noticias"],
        it=["Leggi anche", "Ultime notizie"], nl=["Lees ook", "Laatste nieuws"],
    )  # fmt: skip
    items = []
    for _ in range(number(make, 2, 6)):
        text = headline(make)
        note = make.pick(
            ("", f"<span>{write(day(make))}</span>", f"<em>{person(make)}</em>", ago(make))
        )
        items.append(f'<li><a href="/{slug(text)}">{text}</a> {note}</li>')
    return f"<section{make.names('related')}><h3>{title}</h3><ul>{''.join(items)}</ul></section>"


def _advert(make: Make) -> str:
    word = make.say(en="Advertisement", de="Anzeige", fr="Publicité", es="Publicidad",
                    it="Pubblicità", nl="Advertentie")  # fmt: skip
    offer = f"<p>{thing(make)}: {number(make, 5, 99)},90 €</p>"
    return f"<div{make.names('ad')}><small>{word}</small>{offer}</div>"


def _popular(make: Make) -> str:
    title = make.say(en=["Popular", "Most read"], de="Meistgelesen", fr="Les plus lus",
                     es="Lo más leído", it="I più letti", nl="Meest gelezen")  # fmt: skip
    items = "".join(f"<li>{headline(make)}</li>" for _ in range(number(make, 3, 5)))
    return f"<div{make.names('popular')}><h4>{title}</h4><ol>{items}</ol></div>"


def _columns(make: Make, main: str, aside: str) -> str:
    beside = f"<aside{make.names('sidebar')}>{aside}</aside>" if aside else ""
    parts = [f"<main{make.names('main')}>{main}</main>", beside]
    if make.chance(0.25):
        parts.reverse()
    return f"<div{make.names('container')}>{''.join(parts)}</div>"


def _stacked(make: Make, main: str, aside: str) -> str:
    tag = make.pick(("div", "section", "article"))
    return f"<{tag}{make.names(make.pick(('content', 'page', 'wrap')))}>{main}</{tag}>{aside}"


def _bare(make: Make, main: str, aside: str) -> str:
    return main + aside


def comments(make: Make) -> str:
    """Return readers' comments, with names and dates of their own."""
    write = date_style(make)
    title = make.say(en=["Comments", "Responses"], de="Kommentare", fr="Commentaires",
                     es="Comentarios", it="Commenti", nl="Reacties")  # fmt: skip
    items = [
        f"<div{make.names('comment')}><b{make.names('comment', 'author')}>{person(make)}</b> "
        f"<span{make.names('comment', 'date')}>{write(day(make))}, {clock(make)}</span>"
        f"<p>{sentence(make)}</p></div>"
        for _ in range(number(make, 1, 4))
    ]
    return f"<section{make.names('comments')}><h3>{title}</h3>{''.join(items)}</section>"


def facts(make: Make, block: str, rows: Sequence[Row], form: str = "") -> str:
    """Return labelled values: rows of a class word, a label and a value, in one of many forms."""
    form = form or make.pick(tuple(_FACTS))
    tags = make.pick(
        (("span", "span"), ("strong", "span"), ("div", "div"), ("b", "em"), ("dt", "dd"))
    )
    if tags == ("dt", "dd"):
        tags = ("small", "p")
    colon = make.pick((":", "", ":", " :")) if form not in ("inline", "lines", "list") else ":"
    general = make.chance(0.3)
    row_tag, outer = _FACTS[form]
    items = []
    for part, label, value in rows:
        own, heading = (
            (make.names(block, "value"), make.names(block, "label"))
            if general
            else (make.names(block, part), make.names(block, part, "label"))
        )
        if form in ("table", "plain table"):
            head = "th" if form == "table" else "td"
            items.append(f"<{head}{heading}>{label}{colon}</{head}><td{own}>{value}</td>")
        elif form == "dl":
            items.append(f"<dt{heading}>{label}{colon}</dt><dd{own}>{value}</dd>")
        elif form == "value first":
            items.append(f"<{tags[0]}{own}>{value}</{tags[0]}> <small{heading}>{label}</small>")
        elif form == "icons":
            hint = make.pick(("aria-label", "title"))
            icon = f'<i {hint}="{label}"{make.names("icon")}></i>'
            items.append(f"{icon} <{tags[1]}{own}>{value}</{tags[1]}>")
        elif form == "headings":
            items.append(f"<h4{heading}>{label}</h4><p{own}>{value}</p>")
        elif form in ("inline", "lines", "list"):
            strong = make.seed % 3
            start = f"{label}:" if strong == 0 else f"<b>{label}:</b>"
            items.append(f"{start} {value}")
        else:
            title = f"<{tags[0]}{heading}>{label}{colon}</{tags[0]}>"
            items.append(f"{title} <{tags[1]}{own}>{value}</{tags[1]}>")
    if form == "head row":
        heads = "".join(f"<th>{label}</th>" for _, label, _ in rows)
        cells = "".join(f"<td>{value}</td>" for _, _, value in rows)
        return f"<table{make.names(block)}><tr>{heads}</tr><tr>{cells}</tr></table>"
    if form == "lines":
        return f"<p{make.names(block)}>{'<br>'.join(items)}</p>"
    if form == "inline":
        return f"<p{make.names(block)}>{make.pick((' | ', ' · ', '; ', ', ')).join(items)}</p>"
    if row_tag:
        own = make.names(block, make.pick(("row", "item", "text", "line")))
        items = [f"<{row_tag}{own}>{item}</{row_tag}>" for item in items]
    return f"<{outer}{make.names(block)}>{''.join(items)}</{outer}>"


#: The forms of labelled values, each with the elements around a row and around all.
_FACTS = {
    "table": ("tr", "table"),
    "plain table": ("tr", "table"),
    "dl": ("", "dl"),
    "divs": ("div", "div"),
    "list": ("li", "ul"),
    "items": ("li", "ul"),
    "value first": ("div", "section"),
    "icons": ("div", "div"),
    "headings": ("", "div"),
    "head row": ("", "table"),
    "lines": ("", "p"),
    "inline": ("", "p"),
}


def listing(
    make: Make, block: str, columns: Sequence[tuple[str, str]], records: Sequence[Sequence[str]],
    form: str = "",
) -> str:  # fmt: skip
    """Return many records as a table with headers, cards, a list or lines.

    `columns` has a class word and a header for each of a record's values; the first is its name.
    """
    form = form or make.pick(
        ("table", "table", "cards", "labelled cards", "list", "lines", "bare table")
    )
    item = make.pick(("item", "card", "entry", "box", "teaser"))
    general = make.chance(0.3)
    names = [make.names(block, "text" if general and place_ else part)
             for place_, (part, _) in enumerate(columns)]  # fmt: skip
    if form in ("table", "bare table"):
        head = "".join(f"<th>{label}</th>" for _, label in columns) if form == "table" else ""
        head = (
            f"<thead><tr>{head}</tr></thead>" if head and make.chance(0.7) else f"<tr>{head}</tr>"
        )
        first = make.pick(("td", "td", "th"))
        body = []
        for record in records:
            cells = [
                f"<{first if not place_ else 'td'}{name}>{value}</{first if not place_ else 'td'}>"
                for place_, (name, value) in enumerate(zip(names, record, strict=True))
            ]
            body.append(f"<tr>{''.join(cells)}</tr>")
        head = head if form == "table" else ""
        return f"<table{make.names(block, 'table')}>{head}{''.join(body)}</table>"
    if form in ("lines", "list"):
        bar = make.pick((", ", " – ", " · ", " | ", " "))
        title = make.pick(("b", "strong", "span", "a"))
        rows = []
        for record in records:
            first = f"<{title}{names[0]}>{record[0]}</{title}>"
            rest = [
                f"<span{name}>{value}</span>" if form == "list" else value
                for name, value in zip(names[1:], record[1:], strict=True)
                if value
            ]
            rows.append(bar.join([first, *rest]))
        if form == "lines" and make.chance(0.5):
            return (
                f"<div{make.names(block, 'list')}>"
                + "".join(f"<p>{row}</p>" for row in rows)
                + "</div>"
            )
        own = make.names(block, item)
        tag = make.pick(("ul", "ol"))
        return (
            f"<{tag}{make.names(block, 'list')}>"
            + "".join(f"<li{own}>{row}</li>" for row in rows)
            + f"</{tag}>"
        )
    tag, title, text = make.pick(
        (("div", "h3", "p"), ("article", "h2", "div"), ("li", "h4", "span"), ("div", "div", "div"))
    )
    cards = []
    for record in records:
        parts = [f"<{title}{names[0]}>{record[0]}</{title}>"]
        for name, (_, label), value in zip(names[1:], columns[1:], record[1:], strict=True):
            if value and form == "cards":
                parts.append(f"<{text}{name}>{value}</{text}>")
            elif value:
                parts.append(f"<{text}><b>{label}:</b> <span{name}>{value}</span></{text}>")
        cards.append(f"<{tag}{make.names(block, item)}>{''.join(parts)}</{tag}>")
    outer = "ul" if tag == "li" else "div"
    return f"<{outer}{make.names(block, 'grid')}>{''.join(cards)}</{outer}>"


def bullets(values: Sequence[str], tag: str = "ul", own: str = "") -> str:
    """Return values as a list's items."""
    return f"<{tag}{own}>{''.join(f'<li>{value}</li>' for value in values)}</{tag}>"


def titled(make: Make, title: str, values: Sequence[str], block: str = "group") -> str:
    """Return values under a title or behind it: items, a line, chips."""
    bar = make.pick((", ", " / ", " · ", "; ", " | "))
    tag = make.pick(("h2", "h3", "h4", "p", "dt"))
    if tag == "dt":
        rest = "".join(f"<dd>{value}</dd>" for value in values)
        return f"<dl{make.names(block)}><dt>{title}</dt>{rest}</dl>"
    chips = "".join(f"<span{make.names(block, 'chip')}>{value}</span> " for value in values)
    # Without a title, the class alone says what the values are.
    title_or_none = "" if make.style in ("semantic", "bem", "camel") else f"<b>{title}</b> "
    return str(
        make.pick(
            (
                f"<{tag}>{title}</{tag}>{bullets(values, own=make.names(block, 'list'))}",
                f"<{tag}>{title}</{tag}><p{make.names(block)}>{bar.join(values)}</p>",
                f"<p{make.names(block)}><strong>{title}:</strong> {bar.join(values)}</p>",
                f"<div{make.names(block)}><b>{title}</b> {chips}</div>",
                f"<p{make.names(block)}>{title}: {bar.join(values)}</p>",
                f"<div{make.names(block)}>{title_or_none}{chips}</div>",
            )
        )
    )
