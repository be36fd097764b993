"""Pages of where to find somebody: contact pages and imprints."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.contact import (
    address_html,
    ask_hours,
    hours_html,
    row_forms,
)
from training.scrape.kinds.texts_and_people.frame import page
from training.scrape.kinds.texts_and_people.layout import facts
from training.scrape.kinds.texts_and_people.people import mail_html
from training.scrape.kinds.texts_and_people.text import company, paragraph, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import ask, ask_all, ask_of, label, rows
from training.scrape.kinds.texts_and_people.words import (
    address,
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
)
from training.scrape.make import Make


def hours_title(make: Make) -> str:
    """Return a heading over opening hours."""
    return str(
        make.text(en=["Opening hours", "Hours", "We are open"], de="Öffnungszeiten",
                 fr=["Horaires", "Horaires d'ouverture"], es="Horario", it="Orari",
                 nl="Openingstijden")
    )  # fmt: skip


def ways_marked(
    make: Make, where: tuple[str, str, str, str], host: str, own: str = ""
) -> list[tuple[str, str]]:
    """Return ways to reach somebody, each marked: `own` begins further keys of theirs."""
    texts = {
        "phone": phone(make, where), "fax": phone(make, where), "mobile": phone(make),
        "e-mail": email(make, make.pick(("info", "office", "hello", "contact", where[0])), host),
    }  # fmt: skip
    if own:
        texts = {key: make.mark(f"{own}{key}", text) for key, text in texts.items()}
    chosen = [key for key in texts if make.chance({"phone": 0.9, "e-mail": 0.8}.get(key, 0.35))]
    return [(key, make.mark(key, texts[key])) for key in chosen]


def contact_page(make: Make) -> str:
    """Return an organisation's contact page with one or several offices."""
    site = make.pick((company(make), thing(make)))
    host, block = (
        domain(make, site),
        make.pick(("office", "location", "contact", "address", "col", "box")),
    )
    count = make.pick((1, 1, 2, 3, 4))
    wheres = list({where[0]: where for where in [place(make) for _ in range(20)]}.values())[:count]
    chosen, chosen_day = number(make, 0, len(wheres) - 1), number(make, 0, 6)
    kind = make.text(
        en=["{} office", "{}"], de=["Büro {}", "Standort {}", "{}"], fr=["Bureau de {}", "{}"],
        es=["Oficina de {}", "{}"], it=["Sede di {}", "{}"], nl=["Kantoor {}", "{}"],
    )  # fmt: skip
    heading_tag = make.pick(("h2", "h3", "h4", "strong", "p"))
    country = make.chance(0.4)
    hours = make.chance(0.5)
    order = make.some(["address", "ways", "hours"], 3, 3)
    form = make.pick(("table", "dl", "divs", "lines", "inline", "icons", "list", "none", "none"))
    offices = []
    shown: set[str] = set()
    for place_, where in enumerate(wheres):
        one = place_ == chosen and count > 1
        home = address(make, where)
        land = where[1] if country and make.language not in ("en", "it") else ""
        spot = address_html(make, home, "address", "", land)
        spot = make.mark("address of one", spot) if one else spot
        ways = ways_marked(make, where, host, "one " if one else "")
        shown |= {key for key, _ in ways} if one else set()
        if form == "none":
            tel = make.text(en="Tel", de="Tel.", fr="Tél.", es="Tel.", it="Tel.", nl="Tel.")
            words = {"phone": f"{tel} ", "fax": "Fax ", "mobile": f"{label(make, 'mobile')} "}
            lines = "<br>".join(f"{words.get(key, '')}{text}" for key, text in ways)
            ways_html = f"<p>{lines}</p>"
        else:
            ways_html = facts(make, block, rows(make, *ways), form) if ways else ""
        times = f"<b>{hours_title(make)}</b>{hours_html(make, chosen=chosen_day)}"
        parts = {
            "address": f"<div{make.names(block, 'address')}>{spot}</div>",
            "ways": ways_html, "hours": times if hours and place_ == 0 else "",
        }  # fmt: skip
        name = make.mark("branch", kind.format(where[0]))
        head = f"<{heading_tag}{make.names(block, 'title')}>{name}</{heading_tag}>"
        head = head if count > 1 or make.chance(0.3) else ""
        inner = "".join(parts[part] for part in order)
        offices.append(f"<div{make.names(block)}>{head}{inner}</div>")
    title = make.text(
        en=["Contact us", "Contact", "Get in touch"], de=["Kontakt", "So erreichen Sie uns"],
        fr=["Contact", "Nous contacter"], es=["Contacto", "Contáctenos"],
        it=["Contatti", "Dove siamo"], nl=["Contact", "Neem contact op"],
    )  # fmt: skip
    form_html = ""
    if make.chance(0.4):
        send = make.text(
            en="Send", de="Senden", fr="Envoyer", es="Enviar", it="Invia", nl="Verstuur"
        )
        inputs = [
            f'<label>{label(make, key)}<input name="{key}"></label>' for key in ("name", "e-mail")
        ]
        fields = "".join(inputs)
        form_html = f"<form>{fields}<textarea></textarea><button>{send}</button></form>"
    html = f"<h1>{title}</h1>{''.join(offices)}{form_html}"
    if make.chance(0.4):
        html = html.replace("</h1>", f"</h1><p>{sentence(make)}</p>", 1)
    start = len(make.questions)
    single = ["phone", "fax", "mobile", "e-mail", "address", "street", "postcode", "city"]
    if make.mark("country", "")[:-1] in html:
        single.append("country")
    if count == 1:
        ask_all(make, html, single)
    else:
        ask_all(make, html, [], [*single, "branch"], 0)
        for key in make.some(sorted(shown), 1, 2):
            ask_of(make, f"one {key}", key, wheres[chosen][0])
        ask_of(make, "address of one", "address", wheres[chosen][0])
    if hours:
        ask_hours(make, chosen_day)
    if len(make.questions) - start < 6:
        ask(make, make.pick(("managing director", "vat")))
    return page(make, title, html, site, host)


def imprint(make: Make) -> str:
    """Return a site's imprint or legal notice."""
    where, site = place(make), company(make)
    host, write = domain(make, site), date_style(make)
    director, editor, agent = people(make, 3)
    home = address_html(make, address(make, where))
    firm = make.mark("legal name", site)
    register = make.pick(("HRB ", "", "RCS ")) + digits(make, 6)
    country = {"en": "GB", "de": "DE", "fr": "FR", "es": "B", "it": "IT", "nl": "NL"}[make.language]
    values = [
        ("managing director", make.mark("managing director", director)),
        ("phone", make.mark("phone", phone(make, where))),
        ("fax", make.mark("fax", phone(make, where))),
        ("e-mail", mail_html(make, email(make, make.pick(("info", "kontakt", "mail")), host))),
        ("website", make.mark("website", f"www.{host}")),
        ("vat", make.mark("vat", f"{country}{digits(make, 9)}")),
        ("register number", make.mark("register number", register)),
        ("register court", make.mark("register court", where[0])),
        ("responsible", make.mark("responsible", editor)),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.75)]
    if make.chance(0.3):
        make.random.shuffle(values)
    title = make.text(en=["Legal notice", "Imprint"], de="Impressum", fr="Mentions légales",
                     es="Aviso legal", it="Note legali", nl="Colofon")  # fmt: skip
    form = number(make, 0, 3)
    block = make.pick(("imprint", "impressum", "legal", "content", "text"))
    top = f"<p>{firm}</p><div>{home}</div>"
    if form == 0:
        body = top + facts(make, block, rows(make, *values))
    elif form == 1:
        named = [("legal name", firm), ("address", home), *values]
        body = facts(make, block, rows(make, *named), make.pick(row_forms(make)))
    elif form == 2:
        parts = [f"<h3>{text}</h3><p>{value}</p>" for _, text, value in rows(make, *values)]
        body = top + "".join(parts)
    else:
        lines = [f"{text}: {value}" for _, text, value in rows(make, *values)]
        breaks = [lines[:2], lines[2:5], lines[5:]]
        body = top + "".join(f"<p>{'<br>'.join(some)}</p>" for some in breaks if some)
    law = make.text(
        en="Information according to § 5 TMG", de="Angaben gemäß § 5 DDG",
        fr="Loi n° 2004-575 du 21 juin 2004", es="Ley 34/2002, de 11 de julio",
        it="Ai sensi del D.lgs. 70/2003", nl="Informatie volgens de wet",
    )  # fmt: skip
    more = make.text(en="Photos", de="Bildnachweise", fr="Crédits photo", es="Fotos", it="Foto",
                    nl="Foto's")  # fmt: skip
    web = make.text(en="Website by", de="Webdesign:", fr="Réalisation :", es="Diseño web:",
                   it="Realizzazione:", nl="Website door")  # fmt: skip
    extra = [f"<h3>{more}</h3><p>{agent}, {person(make)}</p>", f"<p>{web} {company(make)}</p>",
             f"<p>{paragraph(make)}</p>", f"<p><small>{write(day(make))}</small></p>"]  # fmt: skip
    extra = make.some(extra, 0, 4)
    html = f"<h1>{title}</h1><p>{law}</p><div{make.names(block)}>{body}</div>{''.join(extra)}"
    singles = ["legal name", "managing director", "phone", "fax", "e-mail", "vat", "website",
               "register number", "register court", "responsible", "address", "postcode", "city",
               "street"]  # fmt: skip
    ask_all(make, html, make.some(singles, 9, 12))
    return page(make, title, html, site, host)


KINDS = (contact_page, imprint)
