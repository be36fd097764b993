"""Pages of one person: a member's profile, an academic's page and a doctor's page."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.contact import (
    address_html,
    ask_hours,
    hours_html,
    row_forms,
)
from training.scrape.kinds.texts_and_people.frame import comments, page
from training.scrape.kinds.texts_and_people.layout import bullets, facts, titled
from training.scrape.kinds.texts_and_people.text import (
    TOPICS,
    company,
    essay,
    paragraph,
    sentence,
    thing,
)
from training.scrape.kinds.texts_and_people.wordings import (
    ask,
    ask_all,
    label,
    options,
    rows,
    several,
)
from training.scrape.kinds.texts_and_people.words import (
    WEEKDAYS,
    address,
    clock,
    date_style,
    day,
    decimal,
    digits,
    domain,
    email,
    number,
    people,
    person,
    phone,
    place,
    slug,
)
from training.scrape.make import Make


def portrait(make: Make, name: str) -> str:
    """Return a picture of a person."""
    source = make.mark("image", f"/img/{slug(name)}-{digits(make, 3)}.jpg")
    return f'<img src="{source}" alt="{name if make.chance(0.6) else ""}"{make.names("avatar")}>'


def mail_html(make: Make, text: str, key: str = "e-mail") -> str:
    """Return an e-mail address as a link, in words, or spelled so that robots do not find it."""
    marked = make.mark(key, text)
    if make.chance(0.5):
        return f'<a href="mailto:{text}">{marked}</a>'
    if make.chance(0.15):
        return make.mark(key, text.replace("@", make.pick((" [at] ", "(at)", " (at) "))))
    return marked


def profile_page(make: Make) -> str:
    """Return a member's profile on a network or in a community."""
    name, site, write = person(make), thing(make), date_style(make)
    block = make.pick(("profile", "user", "card", "member", "vcard"))
    handle = make.mark("handle", f"@{slug(name).replace('-', make.pick(('', '_', '.')))}")
    role = make.mark("role", make.pick(options(make, "roles")))
    employer = make.mark("organisation", company(make))
    place_html = make.mark("place", place(make)[0])
    bio = make.mark("biography", " ".join(sentence(make) for _ in range(number(make, 1, 3))))
    at = make.text(en=" at ", de=" bei ", fr=" chez ", es=" en ", it=" presso ", nl=" bij ")
    line = make.pick(
        (f"{role}{at}{employer}", f"{role}, {employer}", f"{role}<br>{employer}", role)
    )
    head = [f"<h1{make.names(block, 'name')}>{make.mark('name', name)}</h1>"]
    if make.chance(0.6):
        head.append(f"<span{make.names(block, 'handle')}>{handle}</span>")
    if make.chance(0.8):
        tag = make.pick(("p", "div", "h2"))
        own = make.names(block, make.pick(("headline", "title", "text")))
        head.append(f"<{tag}{own}>{line}</{tag}>")
    if make.chance(0.6):
        icon = f'<svg role="img" aria-label="{label(make, "place")}"></svg>'
        icon = icon if make.chance(0.5) else ""
        head.append(f"<div{make.names(block, 'location')}>{icon}{place_html}</div>")
    if make.chance(0.7):
        head.insert(0, portrait(make, name))
    counts = []
    for meaning in make.some(("followers", "following", "posts", "points"), 0, 3):
        count = make.pick(
            (str(number(make, 1, 990)), f"{number(make, 1, 9)}.{number(make, 1, 9)}k")
        )
        counts.append((meaning, make.mark(meaning, count)))
    stats = facts(make, "stats", rows(make, *counts)) if counts else ""
    since = write(day(make)) if make.chance(0.5) else str(number(make, 2006, 2025))
    degree = f"{make.pick(options(make, 'fields'))}, {place(make)[0]}"
    details = [
        ("website", make.mark("website", f"https://{domain(make, name)}")),
        ("member since", make.mark("member since", since)),
        ("language", ", ".join(several(make, "language", "languages", 1, 4))),
        ("education", make.mark("education", degree)),
        ("birthplace", make.mark("birthplace", place(make)[0])),
        ("born", make.mark("born", write(day(make, 1955, 2003)))),
    ]  # fmt: skip
    details = make.some(details, 0, 5)
    small = facts(make, "details", rows(make, *details)) if details else ""
    text = ""
    if make.chance(0.7):
        heading = f"<h3>{label(make, 'biography')}</h3>" if make.chance(0.5) else ""
        text = f"{heading}<p{make.names(block, 'bio')}>{bio}</p>"
    skills = ""
    if make.chance(0.5):
        skills = titled(
            make, label(make, "skill"), several(make, "skill", "skills", 2, 7), "skills"
        )
    parts = [stats, small, text, skills]
    make.random.shuffle(parts)
    top = f"<div{make.names(block, 'head')}>{''.join(head)}</div>"
    html = f"<div{make.names(block)}>{top}{''.join(parts)}</div>"
    make.ask(
        "handle", en=["username", "user name", "handle", "account name"], de=["Benutzername"],
        fr=["nom d'utilisateur", "pseudo"], es=["nombre de usuario"], it=["nome utente"],
        nl=["gebruikersnaam"],
    )  # fmt: skip
    singles = ["name", "role", "organisation", "place", "biography", "followers", "following",
               "posts", "website", "member since", "born", "image"]  # fmt: skip
    ask_all(make, html, singles, ["language", "skill"])
    others = [f"{one}, {make.pick(options(make, 'roles'))}" for one in people(make, 4)]
    title = make.text(en="People also viewed", de="Andere Mitglieder", fr="Autres profils",
                     es="Otros perfiles", it="Altri profili", nl="Andere leden")  # fmt: skip
    aside = f"<div{make.names('suggestions')}><h4>{title}</h4>{bullets(others)}</div>"
    return page(make, name, html, site, domain(make, site), aside if make.chance(0.5) else "")


def academic_page(make: Make) -> str:
    """Return a researcher's page at a university."""
    field, where = make.pick(options(make, "fields")), place(make)
    name = person(make)
    university = make.text(
        en="University of {}", de="Universität {}", fr="Université de {}",
        es="Universidad de {}", it="Università di {}", nl="Universiteit {}",
    ).format(where[0])  # fmt: skip
    host = f"uni-{slug(where[0])}.{'edu' if make.language == 'en' else make.language}"
    block = make.pick(("person", "staff", "content", "profile", "vcard"))
    prefix = make.pick(("", "", "Dr. ", "Prof. ", "Prof. Dr. "))
    marked = make.mark("name", f"{prefix}{name}")
    role = make.mark("role", make.pick(options(make, "chairs")).format(field))
    rooms = (
        f"{make.pick('ABCDE')}{number(make, 1, 5)}.{number(make, 10, 48)}",
        f"{number(make, 1, 4)}{digits(make, 2)}",
        f"{thing(make)}, {number(make, 100, 420)}",
    )
    room = make.mark("office", make.pick(rooms))
    weekday = make.pick(WEEKDAYS[make.language][:5])
    values = [
        ("phone", make.mark("phone", phone(make, where))),
        ("fax", make.mark("fax", phone(make, where))),
        ("e-mail", mail_html(make, email(make, name, host))),
        ("office", room),
        ("office hours", make.mark("office hours", f"{weekday}, {clock(make)}")),
        ("address", address_html(make, address(make, where))),
        ("department", make.mark("department", field)),
        ("website", make.mark("website", f"www.{host}/~{slug(name).split('-')[-1]}")),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.65)]
    make.random.shuffle(values)
    form = make.pick(row_forms(make)) if "address" in dict(values) else ""
    contact = facts(make, "contact", rows(make, *values), form) if values else ""
    tag = make.pick(("h1", "h1", "h2"))
    head = make.pick(
        (
            f"<{tag}>{marked}</{tag}><p>{role}</p>",
            f"<{tag}>{marked}</{tag}><h3>{role}</h3>",
            f"<p{make.names(block, 'title')}>{role}</p><{tag}>{marked}</{tag}>",
            f"<{tag}>{marked}, {role}</{tag}>",
        )
    )
    if make.chance(0.6):
        head = portrait(make, name) + head
    sections = []
    if make.chance(0.8):
        interests = several(make, "research", "fields", 2, 5)
        sections.append(titled(make, label(make, "research"), interests, "research"))
    if make.chance(0.6):
        papers = []
        for _ in range(number(make, 1, 7)):
            title, year = make.mark("publication", essay(make)), number(make, 1998, 2026)
            forms = (f"{person(make)}, {name} ({year}): {title}.", f"{title}, {year}.")
            papers.append(make.pick(forms))
        sections.append(f"<h2>{label(make, 'publication')}</h2>{bullets(papers, 'ol')}")
    if make.chance(0.5):
        courses = [make.mark("course", one) for one in make.some(TOPICS[make.language], 1, 4)]
        sections.append(titled(make, label(make, "course"), courses, "teaching"))
    if make.chance(0.4):
        degree = make.pick(("PhD", "MSc", "Dr. phil.", "MA"))
        degree = make.mark("education", f"{degree}, {place(make)[0]}, {number(make, 1979, 2020)}")
        sections.append(f"<h2>{label(make, 'education')}</h2><p>{degree}</p>")
    if make.chance(0.4):
        sections.append(f"<p>{make.mark('biography', paragraph(make, 1, 3))}</p>")
    make.random.shuffle(sections)
    parts = [contact, "".join(sections)]
    if make.chance(0.3):
        parts.reverse()
    html = f"<div{make.names(block)}>{head}{''.join(parts)}</div>"
    singles = ["name", "role", "phone", "fax", "e-mail", "office", "office hours", "address",
               "department", "website", "education", "image"]  # fmt: skip
    ask_all(make, html, singles, ["research", "publication", "course"])
    return page(make, f"{prefix}{name}", html, university, host)


def doctor_page(make: Make) -> str:
    """Return a doctor's or therapist's page, in a directory or of the practice."""
    where, name = place(make), person(make)
    own = make.chance(0.5)
    title = f"{make.pick(('Dr.', 'Dr. med.', 'Dr'))} {name}"
    site = f"{thing(make)} Med"
    if own:
        site = make.text(
            en="{} Medical Practice", de="Praxis {}", fr="Cabinet {}", es="Clínica {}",
            it="Studio {}", nl="Praktijk {}",
        ).format(name.split()[-1])  # fmt: skip
    host = domain(make, site)
    block = make.pick(("doctor", "practice", "profile", "provider", "entry"))
    fields = several(make, "specialty", "specialties", 1, 3)
    chosen = number(make, 0, 6)
    home = address_html(make, address(make, where))
    values = [
        ("phone", make.mark("phone", phone(make, where))),
        ("fax", make.mark("fax", phone(make, where))),
        ("e-mail", mail_html(make, email(make, make.pick(("info", "praxis", name)), host))),
        ("language", ", ".join(several(make, "language", "languages", 1, 3))),
        ("insurance", ", ".join(several(make, "insurance", "insurances", 1, 3))),
        ("website", make.mark("website", f"www.{host}")),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.7)]
    under = make.chance(0.5)
    if not under:
        values.append(("specialty", make.pick((", ", " / ", " | ")).join(fields)))
    make.random.shuffle(values)
    head = f"<h1{make.names(block, 'name')}>{make.mark('name', title)}</h1>"
    if under:
        head += f"<p{make.names(block, 'subtitle')}>{', '.join(fields)}</p>"
    if make.chance(0.4):
        score = make.mark("rating", decimal(make, 2, 5))
        count = make.mark("rating count", str(number(make, 2, 390)))
        word = label(make, "rating count")
        head += f"<div{make.names('rating')}>★ {score} ({count} {word})</div>"
    if make.chance(0.4):
        head = portrait(make, name) + head
    heading = make.text(en="Opening hours", de="Sprechzeiten", fr="Horaires", es="Horario",
                       it="Orari", nl="Openingstijden")  # fmt: skip
    hours = f"<h3>{heading}</h3>{hours_html(make, chosen=chosen)}" if make.chance(0.7) else ""
    spot = f"<h3>{label(make, 'address')}</h3>" if make.chance(0.6) else ""
    over = site if own and make.chance(0.5) else ""
    parts = [
        facts(make, "contact", rows(make, *values)) if values else "", hours,
        f"{spot}<div{make.names('address')}>{over}<div>{home}</div></div>",
        f"<p>{paragraph(make, 1, 3)}</p>",
    ]  # fmt: skip
    make.random.shuffle(parts)
    html = f"<div{make.names(block)}>{head}{''.join(parts)}</div>"
    singles = ["name", "phone", "fax", "e-mail", "rating", "address", "postcode", "city",
               "street", "website"]  # fmt: skip
    ask_all(make, html, singles, ["specialty", "language", "insurance"])
    if hours:
        ask_hours(make, chosen)
    if make.mark("rating count", "")[:-1] in html:
        ask(make, "rating count")
    others = [
        f"Dr. {one}, {make.pick(options(make, 'specialties'))}, {phone(make)}"
        for one in people(make, number(make, 1, 4))
    ]
    aside = bullets(others, own=make.names("nearby")) if not own and make.chance(0.6) else ""
    return page(make, title, html, site, host, aside + (comments(make) if make.chance(0.2) else ""))


KINDS = (profile_page, academic_page, doctor_page)
