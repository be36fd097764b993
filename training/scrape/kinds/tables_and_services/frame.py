"""What stands around the content of a page: head, header, side boxes, comments and footer."""

from __future__ import annotations

from collections.abc import Sequence

from training.scrape.kinds.tables_and_services import values as value
from training.scrape.kinds.tables_and_services.asking import ask_one, ask_several
from training.scrape.kinds.tables_and_services.layout import heading
from training.scrape.make import Make

_ENTRIES = {
    "en": ["Home", "News", "Products", "About us", "Contact", "Blog", "Help", "Log in", "Prices"],
    "de": ["Start", "Aktuelles", "Produkte", "Über uns", "Kontakt", "Hilfe", "Anmelden", "Preise"],
    "fr": ["Accueil", "Actualités", "Produits", "À propos", "Contact", "Aide", "Connexion"],
    "es": ["Inicio", "Noticias", "Productos", "Nosotros", "Contacto", "Ayuda", "Acceder"],
    "it": ["Home", "Notizie", "Prodotti", "Chi siamo", "Contatti", "Aiuto", "Accedi"],
    "nl": ["Home", "Nieuws", "Producten", "Over ons", "Contact", "Help", "Inloggen"],
}


def _nav(make: Make) -> str:
    entries = make.some(_ENTRIES[make.language], 3, 7)
    links = [f'<a href="{value.link(make, one)}">{make.mark("menu", one)}</a>' for one in entries]
    if make.chance(0.5):
        return f"<nav><ul>{''.join(f'<li>{one}</li>' for one in links)}</ul></nav>"
    return f"<div{make.names('menu')}>{make.pick([' ', ' | ']).join(links)}</div>"


def _header(make: Make, site: str) -> str:
    name = make.mark("site_name", site)
    logo = make.pick(
        [
            f'<a href="/"><img src="/img/logo.svg" alt="{name}"></a>',
            f'<a{make.names("site", "logo")} href="/">{name}</a>',
            f"<div{make.names('brand', 'name')}>{name}</div>",
            f"<p{make.names('site', 'title')}><a href='/'>{name}</a></p>",
        ]
    )
    search = '<form><input type="search" placeholder="..."><button>OK</button></form>'
    call = f"<span{make.names('hotline')}>{value.phone(make)}</span>"
    parts = [logo, _nav(make)]
    if make.chance(0.3):
        parts.append(search)
    if make.chance(0.2):
        parts.append(call)
    tag = make.pick(["header", "div"])
    return f"<{tag}{make.names('site', 'header')}>{''.join(parts)}</{tag}>"


def _crumbs(make: Make, crumbs: Sequence[str]) -> str:
    steps = [_ENTRIES[make.language][0], *crumbs]
    linked = [f'<a href="{value.link(make, one)}">{one}</a>' for one in steps[:-1]] + [steps[-1]]
    if make.chance(0.5):
        inner = "".join(f"<li>{one}</li>" for one in linked)
        return f'<nav aria-label="breadcrumb"><ol{make.names("breadcrumb")}>{inner}</ol></nav>'
    return f"<div{make.names('crumbs')}>{make.pick([' › ', ' / ', ' &gt; ']).join(linked)}</div>"


def _cookies(make: Make) -> str:
    text = make.text(
        en=["We use cookies to improve your experience.", "This site uses cookies."],
        de=["Wir verwenden Cookies.", "Diese Seite nutzt Cookies für Statistiken."],
        fr="Nous utilisons des cookies.",
        es="Utilizamos cookies propias y de terceros.",
        it="Questo sito utilizza i cookie.",
        nl="Wij gebruiken cookies.",
    )
    button = make.text(en="Accept all", de="Alle akzeptieren", fr="Tout accepter", es="Aceptar",
                      it="Accetta", nl="Accepteren")  # fmt: skip
    inner = f"<p>{text}</p><button>{button}</button>"
    return f'<div{make.names("cookie", "notice")} role="dialog">{inner}</div>'


def _related(make: Make) -> str:
    """Return a box of other things with their own names, prices, dates and places."""
    title = make.text(
        en=["You may also like", "Related", "More from us", "Latest", "Popular now"],
        de=["Das könnte Sie auch interessieren", "Ähnliche Einträge", "Aktuelles", "Beliebt"],
        fr=["Vous aimerez aussi", "À lire aussi", "Nouveautés"],
        es=["También te puede interesar", "Relacionado", "Lo más visto"],
        it=["Potrebbe interessarti", "Correlati", "I più visti"],
        nl=["Misschien ook interessant", "Gerelateerd", "Populair"],
    )
    extras = make.pick(
        [
            lambda: value.money(make, value.count(make, 5, 900), make.pick([0, 2])),
            lambda: value.date(make, use=make.pick(["", "side"])),
            lambda: value.person(make),
            lambda: value.word(make, "city"),
            lambda: f"{value.rating(make)} ★",
            lambda: "",
        ]
    )
    name = make.pick([value.talk, value.event, value.brand, value.company])
    items = [(name(make), extras()) for _ in range(value.count(make, 2, 6))]
    tag, outer = make.pick([("li", "ul"), ("div", "div"), ("article", "div")])
    rows = [
        f"<{tag}{make.names('teaser')}>"
        f'<a href="{value.link(make, one)}">{make.mark("related", one)}</a>'
        + (f" <span>{more}</span>" if more else "")
        + f"</{tag}>"
        for one, more in items
    ]
    return f"{heading(make, title, 3)}<{outer}>{''.join(rows)}</{outer}>"


def _contact(make: Make) -> str:
    title = make.text(en=["Contact", "Questions?", "Get in touch"], de=["Kontakt", "Fragen?"],
                     fr="Contact", es="Contacto", it="Contatti", nl="Contact")  # fmt: skip
    parts = [
        f"<p>{value.person(make)}</p>",
        f"<p>Tel. {value.phone(make)}</p>",
        f"<p>{value.email(make)}</p>",
    ]
    return heading(make, title, 3) + "".join(make.some(parts, 1, 3))


def _newsletter(make: Make) -> str:
    title = make.text(en="Subscribe to our newsletter", de="Newsletter abonnieren",
                     fr="Inscrivez-vous à la lettre", es="Suscríbete al boletín",
                     it="Iscriviti alla newsletter", nl="Volg onze nieuwsbrief")  # fmt: skip
    field = '<input type="email" placeholder="name@example.com"><button>OK</button>'
    return f"{heading(make, title, 3)}<p>{value.sentence(make)}</p>{field}"


def _comments(make: Make) -> str:
    title = make.text(en="Comments", de="Kommentare", fr="Commentaires", es="Comentarios",
                     it="Commenti", nl="Reacties")  # fmt: skip
    rows = [
        f"<li><b>{make.mark('comment_author', one)}</b> "
        f"<time>{make.mark('comment_date', value.date(make, use='comment'))}</time>"
        f"<p>{make.mark('comment_text', value.sentence(make))}</p></li>"
        for one in value.people(make, 1, 4)
    ]
    over = heading(make, f"{title} ({len(rows)})", 3)
    return f"{over}<ul{make.names('comments')}>{''.join(rows)}</ul>"


def _opening(make: Make) -> str:
    title = make.text(en="Office hours", de="Bürozeiten", fr="Horaires", es="Horario", it="Orari",
                     nl="Openingstijden")  # fmt: skip
    hours = f"{value.clock(make, 540)} – {value.clock(make, value.count(make, 15, 19) * 60)}"
    return f"{heading(make, title, 3)}<p>{value.word(make, 'weekday')} {hours}</p>"


def _teaser(make: Make) -> str:
    """Return an advertisement: a headline, a sentence and a price."""
    price = value.money(make, value.count(make, 3, 300), make.pick([0, 2]))
    button = f'<a href="/ad" rel="sponsored">{value.word(make, "more")}</a>'
    parts = [f"<strong>{value.company(make)}</strong>", f"<p>{value.sentence(make)}</p>", price]
    return f"<small>{value.word(make, 'badge')}</small>{' '.join(make.some(parts, 2, 3))}{button}"


def _numbers(make: Make) -> str:
    """Return a list of the most read pages, numbered."""
    rows = "".join(
        f'<li><span>{index + 1}</span> <a href="{value.link(make, one)}">{one}</a></li>'
        for index, one in enumerate(value.distinct(make, value.talk, 3, 6))
    )
    return f"<ol{make.names('top', 'list')}>{rows}</ol>"


def _footer(make: Make, site: str) -> str:
    year = value.count(make, 2015, 2026)
    parts = [
        f"© {make.mark('copyright_year', str(year))} {site}",
        " ".join(f'<a href="/{one}">{one}</a>' for one in make.some(_ENTRIES[make.language], 2, 4)),
    ]
    if make.chance(0.5):
        parts.append(
            f"{value.company(make)}<br>{make.pick(['<br>', ', ']).join(value.address_lines(make))}"
        )
    if make.chance(0.4):
        parts.append(f"Tel.: {make.mark('footer_phone', value.phone(make))}")
    if make.chance(0.3):
        parts.append(f'<a href="mailto:{value.email(make)}">{value.email(make)}</a>')
    if make.chance(0.15):
        parts.append(value.address(make))
    make.random.shuffle(parts)
    inner = "".join(f"<div{make.names('footer', 'col')}>{one}</div>" for one in parts)
    tag = make.pick(["footer", "div"])
    return f"<{tag}{make.names('site', 'footer')}>{inner}</{tag}>"


#: What may be asked of the surroundings of a content.
_ONE_AROUND = ("site_name", "copyright_year", "footer_phone", "page_heading", "page_heading")
_MANY_AROUND = ("menu", "related", "comment_author", "comment_date", "comment_text")


def page(
    make: Make,
    title: str,
    body: str,
    site: str = "",
    crumbs: Sequence[str] = (),
    side: str = "",
    comments: bool = True,
) -> str:
    """Return a whole page around a content; `title` and `crumbs` are plain texts without marks."""
    site = site or make.pick(
        [
            value.brand(make),
            value.company(make),
            f"{value.brand(make)}.{make.pick(['com', 'org', 'eu'])}",
        ]
    )
    bar = make.pick([" | ", " – ", " - ", " :: ", " · "])
    named = make.pick([f"{title}{bar}{site}"] * 4 + [f"{site}{bar}{title}", title, site])
    head = [f"<title>{named}</title>"]
    if make.chance(0.5):
        head.append('<meta charset="utf-8"><meta name="viewport" content="width=device-width">')
    if make.chance(0.4):
        head.append(f'<meta name="description" content="{value.paragraph(make, 1, 2)}">')
    if make.chance(0.3):
        head.append(f'<meta property="og:title" content="{title}">')
    if make.chance(0.3):
        head.append("<style>.a{color:red}</style>")
    boxes = [_related, _related, _contact, _newsletter, _opening, _teaser, _numbers]
    asides = [one(make) for one in make.some(boxes, 0, 3)] + ([side] if side else [])
    before = make.chance(0.3)
    aside = ""
    if asides:
        tag = make.pick(["aside", "aside", "div", "section"])
        aside = "".join(f"<{tag}{make.names('side', 'box')}>{one}</{tag}>" for one in asides)
    if comments and make.chance(0.15):
        body += _comments(make)
    open_main, close_main = make.pick(
        [
            ("<main>", "</main>"),
            (f'<div id="content"{make.names("content")}>', "</div>"),
            (f"<div{make.names('container')}><div{make.names('row')}>", "</div></div>"),
            ("<article>", "</article>"),
            ("<table><tr><td>", "</td></tr></table>"),
            ("", ""),
        ]
    )
    for wrapper in make.some(value.words(make, "wrapper"), 0, 4):
        tag = make.pick(["div", "div", "section"])
        open_main = f"<{tag}{make.names(wrapper)}>{open_main}"
        close_main = f"{close_main}</{tag}>"
    if make.chance(0.25):
        shares = make.some(value.words(make, "share"), 1, 3)
        tools = " ".join(f'<a href="#">{one}</a>' for one in shares)
        body += f"<div{make.names('tools')}>{tools}</div>"
    parts = [_cookies(make) if make.chance(0.25) else ""]
    plain = make.chance(0.12)
    if not plain:
        parts.append(_header(make, site))
    if crumbs and make.chance(0.5):
        parts.append(_crumbs(make, crumbs))
    if before:
        parts.append(aside)
    parts.append(f"{open_main}\n{body}\n{close_main}")
    if not before:
        parts.append(aside)
    if not plain or make.chance(0.3):
        parts.append(_footer(make, site))
    if make.chance(0.3):
        parts.append("<script>window.dataLayer=[];</script>")
    inner = "\n".join(part for part in parts if part)
    present = [one for one in (*_ONE_AROUND, *_MANY_AROUND) if make.mark(one, "")[:-1] in inner]
    if present and make.chance(0.45):
        key = make.pick(present)
        ask_several(make, key) if key in _MANY_AROUND else ask_one(make, key)
    return (
        f'<!DOCTYPE html><html lang="{make.language}"><head>{"".join(head)}</head>'
        f"<body{make.names('page')}>\n{inner}\n</body></html>"
    )


def top(make: Make, title: str, under: str = "") -> str:
    """Return a page's main heading, `title` with its marks, and what may stand under it."""
    title = make.mark("page_heading", title)
    form = make.pick(["h1", "h1", "h1", "header", "div", "hero"])
    if form == "header":
        return f"<header><h1>{title}</h1>{under}</header>"
    if form == "div":
        return f"<div{make.names('page', 'title')}>{title}</div>{under}"
    if form == "hero":
        return f"<section{make.names('hero')}><h1><span>{title}</span></h1>{under}</section>"
    return f"<h1{make.names('title')}>{title}</h1>{under}"
