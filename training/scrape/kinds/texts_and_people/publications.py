"""Pages of works to read and to cook: a book, a scientific paper and a recipe."""

from __future__ import annotations

from training.scrape.kinds.texts_and_people.frame import comments, page
from training.scrape.kinds.texts_and_people.layout import bullets, facts, titled
from training.scrape.kinds.texts_and_people.text import TOPICS, essay, paragraph, sentence, thing
from training.scrape.kinds.texts_and_people.wordings import (
    ask_all,
    label,
    options,
    rows,
    several,
)
from training.scrape.kinds.texts_and_people.words import (
    date_style,
    day,
    digits,
    domain,
    money,
    number,
    people,
    person,
    place,
    thousands,
)
from training.scrape.kinds.texts_and_people.works import Pairs, joined, others, poster, stars
from training.scrape.make import Make


def _isbn(make: Make) -> str:
    text = f"978{make.pick('034')}{digits(make, 9)}"
    if make.chance(0.5):
        return text
    return f"978-{text[3]}-{text[4:8]}-{text[8:12]}-{text[12]}"


def book_page(make: Make) -> str:
    """Return a book's page of a shop, a publisher or a library."""
    name, write = make.pick((thing(make), essay(make))), date_style(make)
    site = make.text(en="{} Books", de="Buchhandlung {}", fr="Librairie {}", es="Librería {}",
                    it="Libreria {}", nl="Boekhandel {}").format(thing(make))  # fmt: skip
    block = make.pick(("book", "product", "title", "item", "detail"))
    authors = [make.mark("author", one) for one in people(make, make.pick((1, 1, 1, 2, 3)))]
    by = make.text(en=["by ", "", "By: "], de=["von ", ""], fr=["de ", ""], es=["de ", ""],
                  it=["di ", ""], nl=["door ", "", "van "])  # fmt: skip
    written = by + make.pick((", ", " / ")).join(authors)
    title = make.mark("title", name)
    under = f"<h2{make.names(block, 'subtitle')}>{make.mark('subtitle', essay(make))}</h2>"
    heading = f"<h1{make.names(block, 'title')}>{title}</h1>{under if make.chance(0.3) else ''}"
    year = str(number(make, 1954, 2026))
    house = f"{person(make).split()[-1]} {make.pick(('Press', 'Verlag', 'Editions', 'Books'))}"
    values: Pairs = [
        ("isbn", make.mark("isbn", _isbn(make))),
        ("publisher", make.mark("publisher", house)),
        ("pages", make.mark("pages", str(number(make, 48, 1100)))),
        ("language", make.mark("language", make.pick(options(make, "languages")))),
        ("released", make.mark("released", write(day(make, 1998)) if make.chance(0.6) else year)),
        ("binding", make.mark("binding", make.pick(options(make, "bindings")))),
        ("translator", make.mark("translator", person(make))),
        ("series", make.mark("series", thing(make))),
        ("genre", joined(make, several(make, "genre", "book genres", 1, 3))),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.75)]
    pages_word = make.text(
        en="pages", de="Seiten", fr="pages", es="páginas", it="pagine", nl="pagina's"
    )
    values = [
        (key, f"{text} {pages_word}" if key == "pages" and make.chance(0.4) else text)
        for key, text in values
    ]
    make.random.shuffle(values)
    now, was = (
        make.mark("sale price", money(make, 6, 30)),
        make.mark("old price", money(make, 31, 60)),
    )
    price = make.pick(
        (
            f"<p{make.names('price')}>{now}</p>",
            f"<div{make.names(block, 'price')}><del>{was}</del> <strong>{now}</strong></div>",
            "",
        )
    )
    plain = make.chance(0.25)
    if plain:
        # As catalogues of libraries write it: all in one line.
        bar = make.pick((", ", ". ", " – "))
        line = bar.join(f"{label(make, key)}: {text}" for key, text in values)
        lead = f"<p>{written}. {line}</p>"
        details = ""
    elif make.chance(0.25):
        lead, details = "", facts(make, block, rows(make, ("author", ", ".join(authors)), *values))
    else:
        tag = make.pick(("p", "div", "h2", "h3", "span"))
        lead = f"<{tag}{make.names(block, 'author')}>{written}</{tag}>"
        details = facts(make, block, rows(make, *values)) if values else ""
    about = f"<p{make.names(block, 'text')}>{make.mark('plot', paragraph(make, 1, 4))}</p>"
    if make.chance(0.4):
        about = f"<h3>{label(make, 'plot')}</h3>{about}"
    if make.chance(0.3):
        word = make.text(en="About the author", de="Über den Autor", fr="L'auteur", es="El autor",
                        it="L'autore", nl="Over de auteur")  # fmt: skip
        about += f"<h3>{word}</h3><p>{paragraph(make, 1, 2)}</p>"
    parts = [price, stars(make, block) if make.chance(0.4) else "", about, details]
    make.random.shuffle(parts)
    top = [heading, lead] if make.chance(0.75) else [lead, heading]
    image = poster(make, name) if make.chance(0.7) else ""
    html = f"<div{make.names(block)}>{image}{''.join(top)}{''.join(parts)}</div>"
    singles = ["title", "isbn", "publisher", "pages", "released", "binding", "translator", "series",
               "language", "sale price", "old price", "rating", "plot", "image"]  # fmt: skip
    ask_all(make, html, make.some(singles, 9, 12), ["author", "genre"])
    if make.mark("subtitle", "")[:-1] in html:
        make.ask(
            "subtitle", en=["subtitle", "sub title", "line under the title"], de=["Untertitel"],
            fr=["sous-titre"], es=["subtítulo"], it=["sottotitolo"], nl=["ondertitel"],
        )  # fmt: skip
    more = [
        f"{thing(make)}, {person(make)}, {money(make, 5, 40)}" for _ in range(number(make, 2, 4))
    ]
    aside = others(make, block, more) if make.chance(0.5) else ""
    aside += comments(make) if make.chance(0.2) else ""
    return page(make, name, html, site, domain(make, site), aside)


def paper_page(make: Make) -> str:
    """Return a scientific paper's landing page."""
    topic, field = make.pick(TOPICS[make.language]), make.pick(options(make, "fields"))
    forms = make.text(
        en=["{} and {}: evidence from {}", "A new approach to {}: {} in {}"],
        de=["{} und {} am Beispiel von {}", "{}: neue Befunde ({}, {})"],
        fr=["{} et {} : le cas de {}"], es=["{} y {}: el caso de {}"],
        it=["{} e {}: il caso di {}"], nl=["{} en {}: het geval {}"],
    )  # fmt: skip
    name, write = forms.format(field, topic, place(make)[0]), date_style(make)
    journal_name = make.pick(
        (f"Journal of {field}", f"{field} Letters", f"Annals of {field}", f"Archiv: {field}")
    )
    site = make.pick((journal_name, f"{thing(make)} Press", "OpenArchive"))
    block = make.pick(("article", "paper", "citation", "record", "abstract"))
    names = people(make, number(make, 1, 9))
    university = make.text(
        en="University of", de="Universität", fr="Université de", es="Universidad de",
        it="Università di", nl="Universiteit",
    )  # fmt: skip
    bodies = [f"{university} {place(make)[0]}" for _ in range(number(make, 1, 3))]
    bodies = list(dict.fromkeys(bodies))
    marked = [make.mark("author", one) for one in names]
    with_bodies = make.chance(0.5)
    form = number(make, 0, 3)
    if form == 0:
        notes = [f"<sup>{number(make, 1, len(bodies))}</sup>" if with_bodies else "" for _ in names]
        authors = ", ".join(one + note for one, note in zip(marked, notes, strict=True))
        authors = f"<p{make.names(block, 'authors')}>{authors}</p>"
    elif form == 1:
        links = [f'<a href="/a/{digits(make, 4)}">{one}</a>' for one in marked]
        authors = bullets(links, own=make.names("authors", "list"))
    elif form == 2:
        authors = f"<div{make.names(block, 'contrib')}>{'; '.join(marked)}</div>"
    else:
        authors = titled(make, label(make, "authors"), marked, "contributors")
    if with_bodies:
        lines = [
            f"<sup>{place_}</sup>{make.mark('affiliation', one)}"
            for place_, one in enumerate(bodies, 1)
        ]
        authors += f"<p{make.names('affiliations')}>{'<br>'.join(lines)}</p>"
    kind = make.pick(("j", "s", "jx"))
    doi = f"10.{number(make, 1000, 9999)}/{kind}.{digits(make, 4)}.{digits(make, 5)}"
    prefix = make.pick(("", "https://doi.org/"))
    volume, first = number(make, 1, 140), number(make, 1, 900)
    issued, shown = make.mark("published", write(day(make, 1996))), number(make, 1, 12)
    span = make.mark("page range", f"{first}{make.pick(('–', '-'))}{first + number(make, 4, 40)}")
    values: Pairs = [
        ("journal", make.mark("journal", journal_name)),
        ("volume", make.mark("volume", str(volume))),
        ("page range", span), ("published", issued),
        ("doi", make.mark("doi", prefix + doi)),
        ("received", make.mark("received", write(day(make, 1996)))),
        ("accepted on", make.mark("accepted on", write(day(make, 1996)))),
        ("citations", make.mark("citations", thousands(make, 0, 2600))),
    ]  # fmt: skip
    kept = [value for value in values if make.chance(0.75)]
    line = ""
    if make.chance(0.45):
        parts_of = dict(values)
        where, at = parts_of["journal"], parts_of["volume"]
        line = make.pick(
            (
                f"<p>{where}, Vol. {at}({shown}), pp. {span}, {issued}</p>",
                f"<p><i>{where}</i> {at} ({number(make, 1990, 2026)}) {span}</p>",
                f"<div{make.names('source')}>{where} · {issued}</div>",
            )
        )
        kept = [value for value in kept if value[1] not in line]
    make.random.shuffle(kept)
    details = facts(make, "meta", rows(make, *kept)) if kept else ""
    text = make.mark("abstract", paragraph(make, 3, 6))
    abstract = make.pick(
        (
            f"<h2>{label(make, 'abstract')}</h2><p>{text}</p>",
            f"<div{make.names('abstract')}><b>{label(make, 'abstract')}:</b> {text}</div>",
            f"<blockquote{make.names(block, 'text')}>{text}</blockquote>",
        )
    )
    words = [
        make.mark("keyword", one)
        for one in make.some(TOPICS[make.language] + options(make, "fields"), 3, 7)
    ]
    keywords = titled(make, label(make, "keyword"), words, "keywords") if make.chance(0.75) else ""
    link = make.mark("pdf", f"/pdf/{digits(make, 6)}.pdf")
    button = (
        f'<a href="{link}"{make.names("button")}>{label(make, "pdf")}</a>'
        if make.chance(0.7)
        else ""
    )
    body = [abstract, keywords, details, button]
    if make.chance(0.5):
        make.random.shuffle(body)
    head = [f"<h1>{make.mark('title', name)}</h1>", authors, line]
    if make.chance(0.3):
        head.insert(0, head.pop())
    cited = ""
    if make.chance(0.5):
        word = make.text(en="References", de="Literatur", fr="Références", es="Referencias",
                        it="Bibliografia", nl="Literatuur")  # fmt: skip
        sources = [
            f"{person(make)} ({number(make, 1970, 2024)}). {essay(make)}. {thing(make)}, "
            f"{number(make, 1, 40)}, {number(make, 1, 99)}–{number(make, 100, 200)}."
            for _ in range(number(make, 2, 8))
        ]
        cited = f"<h2>{word}</h2>{bullets(sources, 'ol')}"
    html = f"{''.join(head)}{''.join(body)}{cited}"
    singles = ["title", "journal", "doi", "abstract", "published", "received", "accepted on",
               "volume", "page range", "citations", "pdf"]  # fmt: skip
    ask_all(make, html, singles, ["author", "keyword", "affiliation"])
    return page(make, name, html, site, domain(make, site))


def _amount(make: Make) -> str:
    spoon = make.text(en="tbsp", de="EL", fr="c. à s.", es="cucharadas", it="cucchiai", nl="el")
    forms = (
        f"{number(make, 1, 18) * 25} g", f"{number(make, 1, 8)}", f"{number(make, 1, 5)} {spoon}",
        f"{number(make, 1, 9) * 50} ml", "1/2", "½",
    )  # fmt: skip
    return str(make.pick(forms))


def _time(make: Make, least: int, most: int) -> str:
    count = number(make, least, most) * 5
    if count > 60 and make.chance(0.6):
        return f"{count // 60} h {count % 60} min" if count % 60 else f"{count // 60} h"
    word = make.text(en=["minutes", "mins", "min"], de=["Minuten", "Min."], fr="min", es="min",
                    it="minuti", nl="minuten")  # fmt: skip
    return f"{count} {word}"


def recipe_page(make: Make) -> str:
    """Return a recipe's page of a cook or a magazine."""
    foods = make.some(options(make, "foods"), 4, 12)
    name = make.pick(options(make, "dishes")).format(foods[0])
    name, write = name[0].upper() + name[1:], date_style(make)
    cooks = make.text(en="cooks", de="kocht", fr="cuisine", es="cocina", it="cucina", nl="kookt")
    owner = f"{person(make).split()[0]} {cooks}"
    site = make.pick((f"{thing(make)} Kitchen", owner, thing(make)))
    block = make.pick(("recipe", "post", "card", "wprm", "content", "rezept"))
    chosen = number(make, 0, len(foods) - 1)
    form = number(make, 0, 3)
    lines = []
    for place_, food in enumerate(foods):
        amount = _amount(make)
        amount = make.mark("amount of one", amount) if place_ == chosen else amount
        if form == 0:
            inner = f"<td>{amount}</td><td>{food}</td>"
        elif form == 1:
            inner = f"<span{make.names('amount')}>{amount}</span> "
            inner += f"<span{make.names('food')}>{food}</span>"
        else:
            inner = f"{amount} {food}"
        lines.append(make.mark("ingredient", inner))
    groups = [lines]
    if make.chance(0.3) and len(lines) > 5:
        groups = [lines[:3], lines[3:]]
    over = make.text(
        en=["For the dough", "For the sauce", "For the topping"],
        de=["Für den Teig", "Für die Soße"],
        fr=["Pour la pâte", "Pour la sauce"], es=["Para la masa", "Para la salsa"],
        it=["Per l'impasto", "Per la salsa"], nl=["Voor het deeg", "Voor de saus"],
    )  # fmt: skip
    needed = f"<h2>{label(make, 'ingredient')}</h2>"
    for group in groups:
        needed += f"<h4>{over}</h4>" if len(groups) > 1 and group is groups[1] else ""
        if form == 0:
            needed += f"<table>{''.join(f'<tr>{line}</tr>' for line in group)}</table>"
        elif form == 3:
            needed += f"<p>{'<br>'.join(group)}</p>"
        else:
            needed += bullets(group, own=make.names(block, "ingredients"))
    steps = []
    for one in make.some(options(make, "steps"), 3, 7):
        hint = f" {sentence(make)}" if make.chance(0.2) else ""
        steps.append(make.mark("step", f"{one.format(number(make, 2, 22) * 10)}.{hint}"))
    method = f"<h2>{label(make, 'step')}</h2>"
    method += make.pick(
        (
            bullets(steps, "ol"), "".join(f"<p>{one}</p>" for one in steps),
            "".join(f"<h4>{place_}.</h4><div>{one}</div>" for place_, one in enumerate(steps, 1)),
            bullets(steps, own=make.names("steps")),
        )
    )  # fmt: skip
    people_word = make.text(
        en=["servings", "people", ""], de=["Portionen", "Personen"], fr=["personnes", ""],
        es=["personas", ""], it=["persone", ""], nl=["personen", ""],
    )  # fmt: skip
    values: Pairs = [
        ("prep time", make.mark("prep time", _time(make, 1, 8))),
        ("cook time", make.mark("cook time", _time(make, 2, 20))),
        ("total time", make.mark("total time", _time(make, 8, 40))),
        ("servings", make.mark("servings", f"{number(make, 1, 12)} {people_word}".strip())),
        ("calories", make.mark("calories", f"{number(make, 90, 890)} kcal")),
        ("difficulty", make.mark("difficulty", make.pick(options(make, "levels")))),
    ]  # fmt: skip
    values = [value for value in values if make.chance(0.7)]
    make.random.shuffle(values)
    details = facts(make, "facts", rows(make, *values)) if values else ""
    by = make.text(en=["By", "Recipe by"], de=["Von", "Rezept von"], fr=["Par", "Recette de"],
                  es="Por", it="Di", nl="Door")  # fmt: skip
    author = f"{by} {make.mark('author', person(make))}" if make.chance(0.6) else ""
    when = make.mark("published", write(day(make))) if make.chance(0.5) else ""
    small = make.pick((" · ", ", ", " | ")).join(one for one in (author, when) if one)
    intro = f"<p>{make.mark('summary', sentence(make))}</p>" if make.chance(0.6) else ""
    top = [
        poster(make, name) if make.chance(0.6) else "",
        f"<p{make.names(block, 'meta')}>{small}</p>" if small else "",
        stars(make, block) if make.chance(0.4) else "", intro, details,
    ]  # fmt: skip
    make.random.shuffle(top)
    body = [needed, method]
    subjects = [make.mark("tags", one) for one in make.some(TOPICS[make.language], 1, 3)]
    tail = titled(make, label(make, "tags"), subjects, "tags") if make.chance(0.3) else ""
    if make.chance(0.1):
        body.reverse()
    html = f"<h1>{make.mark('title', name)}</h1>{''.join(top)}{''.join(body)}{tail}"
    singles = ["title", "author", "published", "prep time", "cook time", "total time", "servings",
               "calories", "difficulty", "rating", "image", "summary"]  # fmt: skip
    ask_all(make, html, make.some(singles, 8, 11), ["ingredient", "step"])
    food = foods[chosen]
    make.ask(
        "amount of one",
        en=[f"how much {food}", f"amount of {food}", f"quantity of {food}", f"{food} amount"],
        de=[f"Wie viel {food}?", f"Menge {food}"], fr=[f"combien de {food}", f"quantité de {food}"],
        es=[f"cuánto {food}", f"cantidad de {food}"],
        it=[f"quanto {food}", f"quantità di {food}"],
        nl=[f"hoeveel {food}", f"hoeveelheid {food}"],
    )  # fmt: skip
    dishes = options(make, "dishes")
    more = [f"{make.pick(dishes).format(one)} ({_time(make, 3, 20)})" for one in foods[:4]]
    aside = others(make, block, more) if make.chance(0.5) else ""
    aside += comments(make) if make.chance(0.4) else ""
    return page(make, name, html, site, domain(make, site), aside)


KINDS = (book_page, paper_page, recipe_page)
