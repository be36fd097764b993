"""The parts around a generated page's content: header, menus, sidebars, comments and footer."""

from __future__ import annotations

import re

from training.scrape.kinds.texts_and_people.text import TOPICS, headline, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import ask, label
from training.scrape.kinds.texts_and_people.words import (
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


def page(make: Make, title: str, main: str, site: str, domain: str, aside: str = "") -> str:
    """Return a whole page around its content.

    `title` is the plain title of the content, `aside` what stands beside or below it. The site's
    phone, e-mail and address in header and footer are asked for where the content has none.
    """
    contact = _contact(make, domain, main + aside)
    summary = ""
    for key in ("summary", "plot", "abstract"):
        start = make.mark(key, "")[:-1]
        if start in main:
            summary = main.split(start)[1].split(make.mark("", "")[-1])[0]
    aside += "".join(
        part(make) for part in make.some((_newsletter, _latest, _advert, _popular, _share), 0, 3)
    )
    for depth in range(make.pick((0, 0, 0, 1, 2, 4))):
        name = make.pick(("wrap", "inner", "row", "col", "section", "grid", "layout"))
        main = f"<div{make.names(name, str(depth))}>{main}</div>"
    body = make.pick((_columns, _stacked, _bare))(make, main, aside)
    crumbs = _breadcrumbs(make, title) if make.chance(0.5) else ""
    header = _header(make, site, domain, contact)
    footer = _footer(make, site, contact) if make.chance(0.85) else ""
    for key in contact:
        start = make.mark(key, "")[:-1]
        if start in header + footer and start not in main + aside and make.chance(0.6):
            ask(make, key)
    head = _head(make, title, site, summary or sentence(make))
    parts = [
        _cookies(make) if make.chance(0.3) else "",
        header,
        crumbs if make.chance(0.7) else "",
        body,
        footer,
    ]
    if make.chance(0.3):
        parts.append(parts.pop(0))
    if make.chance(0.3):
        parts.insert(0, _hidden(make, title))
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
    if make.chance(0.35):
        head += f'<meta property="og:title" content="{title}">'
        head += f'<meta property="og:site_name" content="{site}">'
    if make.chance(0.4):
        head += '<meta name="viewport" content="width=device-width"><style>body{margin:0}</style>'
    if make.chance(0.2):
        head += "<script>window.data=[];</script>"
    return head + "</head>"


def _links(make: Make) -> str:
    labels = make.text(
        en=["Home, News, About, Contact, Shop", "Start, Services, Team, Jobs", "Blog, Help, Login"],
        de=["Start, Aktuelles, Über uns, Kontakt", "Leistungen, Team, Karriere", "Shop, Hilfe"],
        fr=["Accueil, Actualités, À propos, Contact", "Services, Équipe, Emploi", "Aide, Blog"],
        es=[
            "Inicio, Noticias, Quiénes somos, Contacto",
            "Servicios, Equipo, Blog",
            "Ayuda, Tienda",
        ],
        it=["Home, Notizie, Chi siamo, Contatti", "Servizi, Squadra, Lavora con noi", "Aiuto"],
        nl=["Home, Nieuws, Over ons, Contact", "Diensten, Team, Vacatures", "Hulp, Winkel"],
    ).split(", ")
    links = [f'<a href="/{slug(label)}">{label}</a>' for label in labels]
    if make.chance(0.5):
        return (
            "<ul>"
            + "".join(f"<li{make.names('nav', 'item')}>{one}</li>" for one in links)
            + "</ul>"
        )
    return str(make.pick((" ", " | ", "\n")).join(links))


def _contact(make: Make, domain: str, content: str) -> dict[str, str]:
    """Return the site's phone, e-mail and address, marked where the content has none."""
    where = place(make)
    home = address(make, where)
    contact = {
        "phone": phone(make, where),
        "e-mail": f"info@{domain}",
        "address": f"{home['street']}<br>{home['line']}",
    }
    asked = {question.key for question in make.questions}
    own = {
        "phone": re.search(r"\d[\d ()/.-]{6,}\d", content),
        "e-mail": "@" in content,
        "address": "address" in asked,
    }
    for key, present in own.items():
        if present and key in asked and make.chance(0.7):
            # What the content says once is mostly not said otherwise in the footer.
            contact[key] = ""
        elif not present and key not in asked:
            contact[key] = make.mark(key, contact[key])
    return contact


def _header(make: Make, site: str, domain: str, contact: dict[str, str]) -> str:
    logo = make.pick(
        (
            f'<a href="/"{make.names("logo")}>{site}</a>',
            f'<a href="https://{domain}/"><img src="/img/logo.svg" alt="{site}"></a>',
            f"<div{make.names('site', 'title')}>{site}</div><p>{thing(make)}</p>",
            f"<h1{make.names('brand')}>{site}</h1>" if make.chance(0.3) else f"<b>{site}</b>",
        )
    )
    top = ""
    shown = [contact[key] for key in ("phone", "e-mail") if contact[key]]
    if shown and make.chance(0.25):
        top = f"<div{make.names('top', 'bar')}>{' | '.join(shown)}</div>"
    if make.chance(0.3):
        hint = make.text(
            en="Search", de="Suche", fr="Rechercher", es="Buscar", it="Cerca", nl="Zoek"
        )
        field = f'<input name="q" placeholder="{hint}">'
        top += f'<form action="/search">{field}<button>{hint}</button></form>'
    tag = make.pick(("header", "div", "header"))
    return f"<{tag}{make.names('header')}>{top}{logo}<nav>{_links(make)}</nav></{tag}>"


def _breadcrumbs(make: Make, title: str) -> str:
    steps = [make.text(en="Home", de="Start", fr="Accueil", es="Inicio", it="Home", nl="Home")]
    steps += make.some(TOPICS[make.language], 0, 2)
    links = [f'<a href="/{slug(step)}">{step}</a>' for step in steps]
    links += [title] if make.chance(0.5) else []
    return f"<div{make.names('breadcrumb')}>{make.pick((' &gt; ', ' / ', ' » ')).join(links)}</div>"


def _cookies(make: Make) -> str:
    text, button = make.text(
        en="We use cookies to improve this site.|Accept all",
        de="Wir verwenden Cookies auf dieser Seite.|Alle akzeptieren",
        fr="Ce site utilise des cookies.|Tout accepter",
        es="Utilizamos cookies en este sitio.|Aceptar todo",
        it="Questo sito usa i cookie.|Accetta tutto",
        nl="Deze site gebruikt cookies.|Alles accepteren",
    ).split("|")
    return f"<div{make.names('cookie', 'banner')}><p>{text}</p><button>{button}</button></div>"


def _footer(make: Make, site: str, contact: dict[str, str]) -> str:
    parts = [f"<p>© {number(make, 2015, 2026)} {site}</p>"]
    if contact["address"] and make.chance(0.4):
        parts.append(f"<address>{site}<br>{contact['address']}</address>")
    if contact["phone"] and make.chance(0.4):
        word = make.pick((label(make, "phone"), "Tel.", "☎"))
        parts.append(f"<p>{word} {contact['phone']}</p>")
    if contact["e-mail"] and make.chance(0.3):
        parts.append(f'<a href="/contact"{make.names("mail")}>{contact["e-mail"]}</a>')
    if make.chance(0.5):
        parts.append(_links(make))
    make.random.shuffle(parts)
    return f"<footer{make.names('footer')}>{''.join(parts)}</footer>"


def _newsletter(make: Make) -> str:
    text = make.text(
        en=["Get our newsletter", "Stay up to date"], de="Newsletter abonnieren",
        fr="Recevez notre lettre", es="Suscríbete al boletín", it="Iscriviti alla newsletter",
        nl="Meld je aan voor de nieuwsbrief",
    )  # fmt: skip
    field = '<input type="email"><button>OK</button>'
    return f"<form{make.names('newsletter')}><h4>{text}</h4>{field}</form>"


def _latest(make: Make) -> str:
    write = date_style(make)
    title = make.text(
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
    word = make.text(en="Advertisement", de="Anzeige", fr="Publicité", es="Publicidad",
                    it="Pubblicità", nl="Advertentie")  # fmt: skip
    offer = f"<p>{thing(make)}: {number(make, 5, 99)},90 €</p>"
    return f"<div{make.names('ad')}><small>{word}</small>{offer}</div>"


def _share(make: Make) -> str:
    word = make.text(en=["Share", "Share this"], de="Teilen", fr="Partager", es="Compartir",
                    it="Condividi", nl="Delen")  # fmt: skip
    links = [
        f'<a href="https://{name}.example/share" title="{name.title()}">{name.title()}</a>'
        for name in make.some(("facebook", "linkedin", "whatsapp", "mastodon", "mail"), 2, 4)
    ]
    count = f"<span>{number(make, 2, 990)}</span>" if make.chance(0.4) else ""
    return f"<div{make.names('share')}><b>{word}</b> {' '.join(links)}{count}</div>"


def _hidden(make: Make, title: str) -> str:
    """Return what a browser does not show or shows to few."""
    skip = make.text(en="Skip to content", de="Zum Inhalt", fr="Aller au contenu",
                    es="Ir al contenido", it="Vai al testo", nl="Naar de inhoud")  # fmt: skip
    forms = (
        f'<a href="#main"{make.names("skip", "link")}>{skip}</a>',
        f'<div style="display:none">{title}</div>',
        '<noscript><img src="/pixel.gif" alt=""></noscript>',
        f"<!-- {title} -->",
    )
    return str(make.pick(forms))


def _popular(make: Make) -> str:
    title = make.text(en=["Popular", "Most read"], de="Meistgelesen", fr="Les plus lus",
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
    title = make.text(en=["Comments", "Responses"], de="Kommentare", fr="Commentaires",
                     es="Comentarios", it="Commenti", nl="Reacties")  # fmt: skip
    items = [
        f"<div{make.names('comment')}><b{make.names('comment', 'author')}>{person(make)}</b> "
        f"<span{make.names('comment', 'date')}>{write(day(make))}, {clock(make)}</span>"
        f"<p>{sentence(make)}</p></div>"
        for _ in range(number(make, 1, 4))
    ]
    return f"<section{make.names('comments')}><h3>{title}</h3>{''.join(items)}</section>"
