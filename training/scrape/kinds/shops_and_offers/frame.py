"""What surrounds the matter of generated pages: head, header, sidebars, reviews and footer."""

from __future__ import annotations

from collections.abc import Sequence

from training.scrape.kinds.shops_and_offers import values
from training.scrape.kinds.shops_and_offers.cards import cards
from training.scrape.kinds.shops_and_offers.layout import icon, lines, tag
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

_NAVIGATION: Words = (
    "Home|Shop|New in|Sale|About us|Contact|Help|Blog|Stores|Gift cards|Careers|My account|Deals",
    "Startseite|Shop|Neu|Angebote|Über uns|Kontakt|Hilfe|Magazin|Filialen|Gutscheine|Mein Konto",
    "Accueil|Boutique|Nouveautés|Promotions|À propos|Contact|Aide|Journal|Magasins|Mon compte",
    "Inicio|Tienda|Novedades|Ofertas|Sobre nosotros|Contacto|Ayuda|Blog|Tiendas|Mi cuenta",
    "Home|Negozio|Novità|Offerte|Chi siamo|Contatti|Aiuto|Blog|Punti vendita|Il mio account",
    "Home|Winkel|Nieuw|Aanbiedingen|Over ons|Contact|Hulp|Blog|Winkels|Mijn account",
)
_COOKIES: Words = (
    "We use cookies to improve your visit.|This site uses cookies and similar technology.",
    "Wir verwenden Cookies.|Diese Website nutzt Cookies, um Ihnen den besten Service zu bieten.",
    "Nous utilisons des cookies.|Ce site utilise des cookies pour mesurer son audience.",
    "Usamos cookies propias y de terceros.|Este sitio utiliza cookies.",
    "Utilizziamo i cookie.|Questo sito usa cookie tecnici e di terze parti.",
    "Wij gebruiken cookies.|Deze website gebruikt cookies voor een betere ervaring.",
)
_ACCEPT: Words = (
    "Accept|Accept all|OK|Got it|Decline|Settings",
    "Akzeptieren|Alle annehmen|Ablehnen|Einstellungen",
    "Accepter|Tout accepter|Refuser",
    "Aceptar|Rechazar|Configurar",
    "Accetta|Rifiuta|Preferenze",
    "Akkoord|Weigeren|Instellingen",
)
_NEWSLETTER: Words = (
    "Get 10% off your first order|Subscribe to our newsletter|News once a month, no spam",
    "Newsletter abonnieren und 5 € sparen|Jetzt zum Newsletter anmelden",
    "Inscrivez-vous à notre lettre|Recevez nos offres par e-mail",
    "Suscríbete a nuestro boletín|Recibe ofertas en tu correo",
    "Iscriviti alla newsletter|Ricevi le nostre offerte",
    "Schrijf je in voor de nieuwsbrief|Ontvang 10% korting",
)
_LEGAL: Words = (
    "Imprint|Privacy|Terms|Cookie policy|Accessibility|Sitemap|Returns|Shipping",
    "Impressum|Datenschutz|AGB|Widerruf|Versand|Barrierefreiheit",
    "Mentions légales|Confidentialité|CGV|Livraison|Retours",
    "Aviso legal|Privacidad|Condiciones|Envíos|Devoluciones",
    "Note legali|Privacy|Condizioni|Spedizioni|Resi",
    "Disclaimer|Privacy|Voorwaarden|Verzending|Retourneren",
)
_PHONE: Words = (
    "Call us|Customer service|Tel.|Phone|Hotline",
    "Hotline|Tel.|Telefon|Kundendienst",
    "Tél.|Service client|Appelez-nous",
    "Tel.|Atención al cliente|Llámanos",
    "Tel.|Assistenza clienti|Chiamaci",
    "Tel.|Klantenservice|Bel ons",
)
_RIGHTS: Words = (
    "All rights reserved.|",
    "Alle Rechte vorbehalten.|",
    "Tous droits réservés.|",
    "Todos los derechos reservados.|",
    "Tutti i diritti riservati.|",
    "Alle rechten voorbehouden.|",
)
_RELATED: Words = (
    "You may also like|Similar items|Others also viewed|Recently viewed|Related",
    "Das könnte Ihnen auch gefallen|Ähnliche Angebote|Zuletzt angesehen",
    "Vous aimerez aussi|Dans la même catégorie|Vus récemment",
    "También te puede interesar|Similares|Vistos recientemente",
    "Potrebbe interessarti anche|Prodotti simili|Visti di recente",
    "Misschien ook iets voor jou|Vergelijkbaar|Laatst bekeken",
)
_REVIEWS: Words = (
    "Reviews|Customer reviews|What people say|Ratings &amp; reviews",
    "Bewertungen|Kundenmeinungen|Das sagen andere",
    "Avis|Avis clients|Commentaires",
    "Opiniones|Valoraciones|Comentarios",
    "Recensioni|Opinioni|Commenti",
    "Beoordelingen|Reviews|Ervaringen",
)
_OPINIONS: Words = (
    "Arrived on time.|Would buy again!|Good value, but the box was damaged.|Five stars from me."
    "|Not what I expected.|My second one, still happy.|Paid less elsewhere.",
    "Kam pünktlich an.|Gerne wieder!|Gut, aber die Verpackung war kaputt.|Leider nicht wie gedacht."
    "|Schon mein zweites.",
    "Livré à temps.|Je recommande !|Bon rapport qualité-prix.|Pas ce que j'attendais.",
    "Llegó a tiempo.|¡Muy recomendable!|Buena relación calidad-precio.|No era lo que esperaba.",
    "Arrivato puntuale.|Lo consiglio!|Buono, ma la scatola era rovinata.|Non come pensavo.",
    "Op tijd geleverd.|Aanrader!|Goed, maar de doos was kapot.|Niet wat ik verwachtte.",
)
_HOURS: Words = (
    "Mon–Fri 9am–5pm|Monday to Saturday, 10:00–18:00",
    "Mo–Fr 9–18 Uhr|Mo.–Sa. 10:00–19:00",
    "Du lundi au vendredi, 9h–18h|lun.–sam. 10h–19h",
    "Lunes a viernes de 9:00 a 18:00|L–S 10:00–20:00",
    "Lun–Ven 9:00–18:00|lunedì–sabato 10–19",
    "ma–vr 9.00–17.00 uur|ma t/m za 10:00–18:00",
)


def _head(make: Make, title: str, site: str) -> str:
    own = values.word(make, _NAVIGATION)
    shown = make.pick(
        (
            f"{title} - {site}", f"{title} | {site}", f"{title} – {site}", f"{site}: {title}",
            title, f"{site} | {title}", f"{title} · {own} · {site}", site,
        )
    )  # fmt: skip
    parts = ['<meta charset="utf-8">', f"<title>{shown}</title>"]
    if make.chance(0.6):
        parts.append('<meta name="viewport" content="width=device-width, initial-scale=1">')
    if make.chance(0.4):
        parts.append(f'<meta name="description" content="{values.sentence(make)}">')
    if make.chance(0.25):
        parts.append(f'<meta property="og:title" content="{title}">')
        parts.append(f'<meta property="og:site_name" content="{site}">')
    if make.chance(0.5):
        parts.append(f'<link rel="stylesheet" href="/assets/{values.slug(site)}.css?v=3">')
    if make.chance(0.3):
        parts.append("<style>body{margin:0;font-family:sans-serif}.hidden{display:none}</style>")
    if make.chance(0.4):
        parts.append('<script>window.dataLayer=window.dataLayer||[];var page={"v":12};</script>')
    return f"<head>\n{lines(make, parts)}\n</head>"


def _links(make: Make, names: Sequence[str], words: str) -> str:
    items = [f'<a href="/{values.slug(name)}">{name}</a>' for name in names]
    form = make.pick(("ul", "ul", "div", "bar"))
    if form == "ul":
        inner = lines(make, [tag(make, "li", words + " item", item) for item in items])
        return tag(make, "ul", words, inner)
    return tag(make, "div", words, " | ".join(items) if form == "bar" else lines(make, items))


def _header(make: Make, site: str) -> str:
    logo = make.pick(
        (
            f'<a href="/"><img src="/img/logo.svg" alt="{site}"></a>',
            f'<a href="/">{site}</a>',
            f"<strong>{site}</strong>",
            f'<a href="/" aria-label="{site}"><svg width="90" height="20"></svg></a>',
        )
    )
    parts = [tag(make, "div", "header logo", logo)]
    if make.chance(0.85):
        names = make.some(values.options(_NAVIGATION, make.language), 3, 8)
        parts.append(tag(make, "nav", "main navigation", _links(make, names, "menu")))
    if make.chance(0.3):
        text = f"{values.word(make, _PHONE)}: {values.phone(make)}"
        parts.insert(0, tag(make, "div", "top bar", text))
    if make.chance(0.3):
        parts.append('<form action="/search"><input type="search" name="q"></form>')
    if make.chance(0.25):
        parts.append(
            tag(
                make, "a", "header cart", f"{icon(make, 'Cart', 'cart')} <span>2</span>", 'href="#"'
            )
        )
    return tag(make, make.pick(("header", "header", "div")), "site header", lines(make, parts))


def _crumbs(make: Make, names: Sequence[str]) -> str:
    links = [f'<a href="/{values.slug(name)}">{name}</a>' for name in names[:-1]] + [names[-1]]
    form = make.pick(("ol", "text", "text", "ul"))
    if form == "text":
        return tag(
            make, "div", "breadcrumbs", make.pick((" › ", " / ", " &gt; ", " » ")).join(links)
        )
    items = "".join(f"<li>{link}</li>" for link in links)
    return tag(make, "nav", "breadcrumbs", f"<{form}>{items}</{form}>", 'aria-label="breadcrumb"')


def _footer(make: Make, site: str) -> str:
    names = make.some(values.options(_LEGAL, make.language), 2, 5)
    parts = [_links(make, names, "footer links")]
    if make.chance(0.5):
        separator = make.pick((", ", "<br>", "<br>\n"))
        parts.append(
            tag(
                make,
                make.pick(("address", "p", "div")),
                "footer address",
                f"{site}{separator}{values.address(make, separator)}",
            )
        )
    if make.chance(0.5):
        parts.append(f"<p>{values.word(make, _PHONE)}: {values.phone(make)}</p>")
    if make.chance(0.2):
        parts.append(f"<p>{values.word(make, _HOURS)}</p>")
    if make.chance(0.35):
        mail = f"info@{values.slug(site)}.example"
        parts.append(f'<a href="mailto:{mail}">{mail}</a>')
    year = make.random.randint(2015, 2027)
    rights = values.word(make, _RIGHTS)
    parts.append(tag(make, "p", "copyright", f"© {year} {site}. {rights}"))
    return tag(make, make.pick(("footer", "footer", "div")), "site footer", lines(make, parts))


def _cookie_note(make: Make) -> str:
    buttons = "".join(
        f"<button>{name}</button>"
        for name in make.some(values.options(_ACCEPT, make.language), 1, 2)
    )
    return tag(
        make,
        "div",
        "cookie banner",
        f"<p>{values.word(make, _COOKIES)}</p>{buttons}",
        'role="dialog"',
    )


def _newsletter(make: Make) -> str:
    title = values.word(make, _NEWSLETTER)
    form = '<form><input type="email" placeholder="E-Mail"><button>OK</button></form>'
    return tag(make, "section", "newsletter", f"<h3>{title}</h3>{form}")


def _wrapped(make: Make, content: str) -> str:
    """Return the matter of a page in as many boxes as authors like."""
    for name in make.some(("wrapper", "inner", "page content", "container", "layout"), 0, 3):
        content = tag(make, "div", name, content)
    return f"<!-- content -->{content}<!-- /content -->" if make.chance(0.15) else content


def _hidden(make: Make) -> str:
    """Return what browsers do not show: a dialog, or a note for browsers without scripts."""
    close = '<button aria-label="×">×</button>'
    text = values.sentence(make)
    return str(
        make.pick(
            (
                f"<noscript>{text}</noscript>",
                f'<div style="display:none" role="dialog">{close}<p>{text}</p></div>',
                f'<template id="row"><p>{text}</p></template>',
                '<svg style="display:none"><symbol id="i"><path d="M0 0h8"/></symbol></svg>',
            )
        )
    )


def related(make: Make, items: Sequence[dict[str, str]], words: str = "related") -> str:
    """Return a section of other things, which no question asks for."""
    level = make.pick(("h2", "h3", "h4", "p"))
    title = f"<{level}>{values.word(make, _RELATED)}</{level}>"
    return tag(
        make, make.pick(("section", "aside", "div")), words, title + cards(make, words, items)
    )


def reviews(make: Make, count: int) -> str:
    """Return reviews by people, with dates and stars that belong to none of the facts."""
    write = values.dates(make)
    with_date, with_stars = make.chance(0.7), make.chance(0.6)
    level = make.pick(("h2", "h3"))
    parts = [f"<{level}>{values.word(make, _REVIEWS)}</{level}>"]
    form = make.pick(("byline", "spans"))
    for _ in range(count):
        who, when = values.nickname(make), write(values.day(make))
        if form == "byline":
            top = f"<p>{who}{', ' + when if with_date else ''}</p>"
        else:
            top = tag(make, "span", "review author", who)
            top += " " + tag(make, "time", "review date", when) if with_date else ""
        stars = make.random.randint(1, 5)
        mark = make.pick((f"{stars}/5", "★" * stars + "☆" * (5 - stars)))
        body = tag(make, "p", "review text", values.word(make, _OPINIONS))
        shown = tag(make, "span", "review rating", mark) if with_stars else ""
        parts.append(tag(make, "div", "review", lines(make, [top, shown, body])))
    return tag(make, "section", "reviews", lines(make, parts))


def page(
    make: Make,
    title: str,
    site: str,
    main: Sequence[str],
    crumbs: Sequence[str] = (),
    aside: Sequence[str] = (),
    after: Sequence[str] = (),
) -> str:
    """Return a whole page around its matter; most surroundings are there by chance."""
    note = _cookie_note(make) if make.chance(0.35) else ""
    trail = _crumbs(make, crumbs) if crumbs and make.chance(0.6) else ""
    inside = make.chance(0.5)
    body = _wrapped(make, lines(make, [*([trail] if inside else []), *main]))
    before = "" if inside else trail
    form = make.pick(("main", "main", "content", "container", "bare", "table"))
    side = lines(make, aside)
    if form == "table":
        side = f'<td width="200" valign="top">{side}</td>' if side else ""
        middle = f'<table width="100%"><tr><td valign="top">{body}</td>{side}</tr></table>'
    else:
        side = tag(make, make.pick(("aside", "div")), "sidebar", side) if side else ""
        if form == "main":
            middle = f"<main>{body}</main>{side}"
        elif form == "content":
            middle = f'<div id="content">{body}</div>{side}'
        elif form == "container":
            middle = f'<div class="container"><div class="row">{body}{side}</div></div>'
        else:
            middle = body + side
    parts = [
        note if make.chance(0.5) else "",
        _header(make, site) if make.chance(0.9) else "",
        before,
        middle,
        *after,
        _newsletter(make) if make.chance(0.3) else "",
        _footer(make, site) if make.chance(0.9) else "",
    ]
    if note and note not in parts:
        parts.append(note)
    if make.chance(0.2):
        parts.insert(make.pick((0, len(parts))), _hidden(make))
    language = f' lang="{make.language}"' if make.chance(0.85) else ""
    return (
        f"<!DOCTYPE html>\n<html{language}>\n{_head(make, title, site)}\n"
        f"<body>\n{lines(make, parts)}\n</body>\n</html>"
    )
