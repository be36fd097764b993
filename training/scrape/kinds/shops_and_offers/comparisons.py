"""Things with their properties: compared side by side, ranked and reviewed."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import products, specs, terms, values
from training.scrape.kinds.shops_and_offers.cards import grid
from training.scrape.kinds.shops_and_offers.frame import page, related, reviews
from training.scrape.kinds.shops_and_offers.layout import facts_alike, lines, tag
from training.scrape.kinds.shops_and_offers.specs import DEVICES, GROUPS, PRICE_SPEC, models
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

_THING = Term(
    ("Model|Product|Device", "Modell|Gerät", "Modèle|Produit", "Modelo|Producto",
        "Modello|Prodotto",
     "Model|Product"),
    ("models|products|names of the models", "Modelle|Geräte", "modèles", "modelos", "modelli",
     "modellen"),
    "what is compared",
)  # fmt: skip
_RANK = Term(
    ("Rank|No.|Place", "Platz|Nr.", "Rang|N°", "Puesto|N.º", "Posizione|N.", "Plaats|Nr."),
    ("ranks|places", "Plätze", "rangs", "puestos", "posizioni", "plaatsen"),
)
_SCORE = Term(
    ("Score|Rating|Test result", "Wertung|Testnote", "Note|Verdict", "Nota|Puntuación",
     "Voto|Punteggio", "Score|Testcijfer"),
    ("scores|ratings|test results", "Wertungen", "notes", "notas", "voti", "scores"),
)  # fmt: skip
_WINNER = Term(
    ("Winner|~Our pick|Best overall", "Testsieger|Unsere Empfehlung", "Vainqueur|Notre choix",
     "Ganador|Nuestra elección", "Vincitore|La nostra scelta", "Winnaar|Onze keuze"),
    asked="which one won|who wins|which is better|recommended one",
)  # fmt: skip
_PRO = Term(
    ("Pros|~What we like|Strengths", "Vorteile|Pro", "Points forts|Les plus", "Ventajas|A favor",
     "Pro|Punti di forza", "Pluspunten|Voordelen"),
    ("pros|strengths|advantages", "Vorteile", "points forts", "ventajas", "pregi", "pluspunten"),
)  # fmt: skip
_CON = Term(
    ("Cons|~What we don't like|Weaknesses", "Nachteile|Contra", "Points faibles|Les moins",
     "Desventajas|En contra", "Contro|Punti deboli", "Minpunten|Nadelen"),
    ("cons|weaknesses|disadvantages", "Nachteile", "points faibles", "desventajas", "difetti",
     "minpunten"),
)  # fmt: skip
_VERDICT = Term(
    ("Verdict|Conclusion|~Our verdict", "Fazit|Urteil", "Verdict|Conclusion",
        "Veredicto|Conclusión",
     "Verdetto|Conclusioni", "Conclusie|Oordeel"),
    asked="conclusion of the comparison|final verdict",
)  # fmt: skip
_PROS: Words = (
    "Bright screen|Long battery life|Quiet|Easy to repair|Solid build|Good value|Comfortable|Fast",
    "Helles Display|Lange Laufzeit|Leise|Leicht zu reparieren|Solide gebaut|Günstig|Bequem",
    "Écran lumineux|Bonne autonomie|Silencieux|Facile à réparer|Bonne finition|Bon prix",
    "Pantalla brillante|Buena autonomía|Silencioso|Fácil de reparar|Bien construido|Cómodo",
    "Schermo luminoso|Buona autonomia|Silenzioso|Facile da riparare|Ben costruito|Comodo",
    "Helder scherm|Lange accuduur|Stil|Goed te repareren|Stevig gebouwd|Scherpe prijs",
)
_CONS: Words = (
    "Heavy|No charger in the box|Expensive|Gets warm|Poor manual|Few colours|Slippery",
    "Schwer|Ohne Netzteil|Teuer|Wird warm|Schlechte Anleitung|Wenige Farben",
    "Lourd|Chargeur non fourni|Cher|Chauffe un peu|Notice médiocre|Peu de coloris",
    "Pesado|Sin cargador|Caro|Se calienta|Manual pobre|Pocos colores",
    "Pesante|Senza caricatore|Caro|Si scalda|Manuale scarso|Pochi colori",
    "Zwaar|Geen lader|Duur|Wordt warm|Slechte handleiding|Weinig kleuren",
)
_TITLES: Words = (
    "Comparison|Compare models|The best of {}|Side by side|Our {} test",
    "Vergleich|Modelle im Vergleich|Bestenliste {}|Test {}",
    "Comparatif|Comparer les modèles|Classement {}",
    "Comparativa|Comparar modelos|Los mejores de {}",
    "Confronto|Modelli a confronto|I migliori del {}",
    "Vergelijking|Modellen vergelijken|De beste van {}",
)


def _title(make: Make) -> str:
    return values.word(make, _TITLES).format(make.random.randint(2021, 2027))


def _ask_other(make: Make, term: Term, names: list[str]) -> None:
    """Ask on some pages for a property of a thing that the page does not name."""
    other = models(make, 1)[0]
    if make.chance(0.4) and other not in names:
        ask_of(make, "absent thing", term, other)


def things_as_columns(make: Make) -> str:
    """Return things side by side, a column each."""
    money, site = values.prices(make), values.brand(make)
    domain = make.pick(tuple(DEVICES))
    count = make.random.randint(2, 5)
    names = models(make, count)
    picked = make.some(DEVICES[domain], 4, len(DEVICES[domain]))
    left = [spec[0] for spec in DEVICES[domain] if spec not in picked]
    chosen = make.random.randrange(count)
    prices = [make.mark("prices", money(values.amount(make, 40, 2900))) for _ in names]
    prices[chosen] = make.mark("price of one", prices[chosen])
    labels, table = [], []
    for number, spec in enumerate(picked):
        texts = [
            make.mark(f"row {number}", text) for text in specs.distinct_values(make, spec, count)
        ]
        texts[chosen] = make.mark(f"cell {number}", texts[chosen])
        labels.append(spec[0].label(make))
        table.append(texts)
    with_price = make.chance(0.7)
    in_head = make.chance(0.3)
    if with_price and not in_head:
        place = make.random.randint(0, len(table))
        labels.insert(place, PRICE_SPEC.label(make))
        table.insert(place, prices)
    heads = [make.mark("names", name) for name in names]
    form = make.pick(("grid", "grid", "groups", "columns", "label rows"))
    if form in ("columns", "label rows"):
        in_head = False if not with_price else in_head
    shown = list(heads)
    if with_price and in_head:
        shown = [f"{name}<br>{price}" for name, price in zip(heads, prices, strict=True)]
    if make.chance(0.2):
        shown = [products.picture(make, names[i]) + text for i, text in enumerate(shown)]
    if form == "grid":
        corner = make.pick(("", "&nbsp;", _THING.label(make)))
        rows = [[label, *texts] for label, texts in zip(labels, table, strict=True)]
        text = grid(make, make.pick(("compare", "comparison", "specs")), [corner, *shown], rows)
    elif form == "groups":
        cells = "".join(f"<th>{name}</th>" for name in shown)
        rows_html = [f"<tr><td></td>{cells}</tr>"]
        for number, (label, texts) in enumerate(zip(labels, table, strict=True)):
            if number % 3 == 0:
                group = values.word(make, GROUPS)
                rows_html.append(f'<tr><th colspan="{count + 1}">{group}</th></tr>')
            cells = "".join(f"<td>{text}</td>" for text in texts)
            rows_html.append(f"<tr><th>{label}</th>{cells}</tr>")
        text = tag(make, "table", "compare table", lines(make, rows_html))
    elif form == "columns":
        columns = []
        style = make.pick((0, 1))
        for place, name in enumerate(shown):
            pairs = [(label, table[number][place]) for number, label in enumerate(labels)]
            if style:
                body = lines(make, [f"<dt>{label}</dt><dd>{one}</dd>" for label, one in pairs])
                body = f"<dl>{body}</dl>"
            else:
                body = lines(make, [f"<p>{label}: {one}</p>" for label, one in pairs])
            columns.append(tag(make, "div", "compare column", f"<h3>{name}</h3>{body}"))
        text = tag(make, "div", "compare", lines(make, columns))
    else:
        top = "".join(tag(make, "div", "compare name", name) for name in shown)
        parts = [tag(make, "div", "compare head", top)]
        for label, texts in zip(labels, table, strict=True):
            cells = "".join(tag(make, "div", "compare cell", one) for one in texts)
            parts.append(f"<h4>{label}</h4>{tag(make, 'div', 'compare row', cells)}")
        text = tag(make, "section", "compare", lines(make, parts))
    title = " vs ".join(names) if count == 2 and make.chance(0.6) else _title(make)
    ask_all(make, "names", _THING)
    for number, spec in enumerate(picked):
        ask_of(make, f"cell {number}", spec[0], names[chosen])
        if number < 2:
            ask_all(make, f"row {number}", spec[0])
    if with_price:
        ask_of(make, "price of one", PRICE_SPEC, names[chosen], "how much is the {n}")
        ask_all(make, "prices", PRICE_SPEC)
    finish(make, 8, terms.WARRANTY, terms.EAN, *left[:2])
    _ask_other(make, picked[0][0], names)
    after = [related(make, products.other_goods(make, money, 3))] if make.chance(0.3) else []
    return page(make, title, site, [f"<h1>{title}</h1>", text], [site, title], [], after)


def things_as_rows(make: Make) -> str:
    """Return a ranking of things, a row each."""
    money, site = values.prices(make), values.brand(make)
    domain = make.pick(tuple(DEVICES))
    count = make.random.randint(3, 12)
    names = models(make, count)
    picked = make.some(DEVICES[domain], 2, 5)
    left = [spec[0] for spec in DEVICES[domain] if spec not in picked]
    chosen = make.random.randrange(count)
    with_rank, with_score, with_price = make.chance(0.4), make.chance(0.5), make.chance(0.7)
    columns: list[list[str]] = []
    heads: list[str] = []
    for number, spec in enumerate(picked):
        texts = [
            make.mark(f"row {number}", text) for text in specs.distinct_values(make, spec, count)
        ]
        texts[chosen] = make.mark(f"cell {number}", texts[chosen])
        heads.append(spec[0].label(make))
        columns.append(texts)
    if with_score:
        out_of = make.pick(("", "/10", " %", "/100"))
        texts = [make.mark("scores", f"{make.random.randint(5, 9)}{out_of}") for _ in names]
        texts[chosen] = make.mark("score of one", texts[chosen])
        heads.append(_SCORE.label(make))
        columns.append(texts)
    if with_price:
        texts = [make.mark("prices", money(values.amount(make, 40, 2900))) for _ in names]
        texts[chosen] = make.mark("price of one", texts[chosen])
        place = make.random.randint(0, len(columns))
        heads.insert(place, PRICE_SPEC.label(make))
        columns.insert(place, texts)
    shown = [make.mark("names", name) for name in names]
    if make.chance(0.3):
        shown = [
            f'<a href="/test/{values.slug(name)}">{text}</a>'
            for name, text in zip(names, shown, strict=True)
        ]
    heads.insert(0, _THING.label(make))
    columns.insert(0, shown)
    if with_rank:
        heads.insert(0, _RANK.label(make))
        dot = make.pick(("", "."))
        columns.insert(0, [f"{place + 1}{dot}" for place in range(count)])
    rows = [[column[place] for column in columns] for place in range(count)]
    title = _title(make)
    text = grid(make, make.pick(("ranking", "top list", "tests")), heads, rows, title)
    ask_all(make, "names", _THING)
    for number, spec in enumerate(picked):
        ask_all(make, f"row {number}", spec[0])
        ask_of(make, f"cell {number}", spec[0], names[chosen])
    if with_score:
        ask_all(make, "scores", _SCORE)
        ask_of(make, "score of one", _SCORE, names[chosen])
    if with_price:
        ask_all(make, "prices", PRICE_SPEC)
        ask_of(make, "price of one", PRICE_SPEC, names[chosen], "how much is the {n}")
    finish(make, 8, terms.WARRANTY, terms.SELLER, *left[:2])
    _ask_other(make, picked[0][0], names)
    main = [
        f"<h1>{title}</h1>",
        f"<p>{values.prose(make)}</p>",
        text,
        f"<p>{values.prose(make)}</p>",
    ]
    return page(make, title, site, main, [site, title])


def versus_review(make: Make) -> str:
    """Return a review of two or three things with strengths, weaknesses and a winner."""
    money, site = values.prices(make), values.brand(make)
    domain = make.pick(tuple(DEVICES))
    names = models(make, make.random.randint(2, 3))
    winner, chosen = make.random.randrange(len(names)), make.random.randrange(len(names))
    picked = make.some(DEVICES[domain], 2, 4)
    labels = [spec[0].label(make) for spec in picked] + [PRICE_SPEC.label(make)]
    level = make.pick(("h2", "h3"))
    sub = make.pick(("h4", "strong", "p", "h3"))
    pro, con, score = _PRO.label(make), _CON.label(make), _SCORE.label(make)
    boxes: list[list[tuple[str, str]]] = []
    items: list[list[str]] = []
    for place, name in enumerate(names):
        is_chosen = place == chosen
        rows = []
        texts = [
            *(specs.value(make, spec) for spec in picked),
            money(values.amount(make, 50, 2500)),
        ]
        for number, one in enumerate(texts):
            shown = make.mark(f"spec {number}", one) if is_chosen else one
            rows.append((labels[number], make.mark(f"all {number}", shown)))
        lists = []
        for key, title, words in (("pros", pro, _PROS), ("cons", con, _CONS)):
            points = make.some(values.options(words, make.language), 1, 4)
            marked = [make.mark(key, one) if is_chosen else one for one in points]
            body = "".join(f"<li>{one}</li>" for one in marked)
            lists.append(
                tag(make, "div", f"review {key}", f"<{sub}>{title}</{sub}><ul>{body}</ul>")
            )
        out_of = make.pick(("", "/10"))
        grade = values.number(make, make.random.randint(50, 98) / 10, 1) + out_of
        grade = make.mark("score of one", grade) if is_chosen else grade
        boxes.append(rows)
        parts = [
            f"<{level}>{make.mark('names', name)}</{level}>",
            tag(make, "p", "review score", f"{score}: {make.mark('scores', grade)}"),
            f"<p>{values.prose(make)}</p>",
            *lists,
        ]
        items.append(parts)
    for parts, box in zip(items, facts_alike(make, boxes, "review specs"), strict=True):
        parts.insert(3, box)
    sections = [tag(make, "section", "review item", lines(make, parts)) for parts in items]
    verdict = make.mark("verdict", values.prose(make, 1, 2))
    end = [f"<{level}>{_VERDICT.label(make)}</{level}>", f"<p>{verdict}</p>"]
    best = f"<p><b>{_WINNER.label(make)}:</b> {make.mark('winner', names[winner])}</p>"
    end.insert(make.random.randint(0, 2), best)
    title = " vs. ".join(names)
    by, write = make.mark("author", values.person(make)), values.dates(make)
    byline = make.pick((f"{by}, ", f"{by} | ", f"{by} – ")) + make.mark(
        "date", write(values.day(make))
    )
    main = [f"<h1>{title}</h1>", tag(make, "p", "byline", byline), *sections, lines(make, end)]
    if make.chance(0.3):
        main = [*main[:2], main[-1], *sections]
    name = names[chosen]
    ask(make, "winner", _WINNER)
    ask(make, "verdict", _VERDICT)
    ask(make, "author", terms.AUTHOR)
    ask(make, "date", terms.PUBLISHED)
    ask_all(make, "names", _THING)
    ask_of(make, "pros", _PRO, name, "what is good about the {n}", True)
    ask_of(make, "cons", _CON, name, "what is bad about the {n}", True)
    ask_of(make, "score of one", _SCORE, name)
    ask_all(make, "scores", _SCORE)
    for number, term in enumerate([*(spec[0] for spec in picked), PRICE_SPEC]):
        ask_of(make, f"spec {number}", term, name)
        if number == len(picked):
            ask_all(make, f"all {number}", term)
    finish(make, 8, terms.WARRANTY, terms.SELLER, terms.VIDEO)
    _ask_other(make, picked[0][0], names)
    after = [reviews(make, make.random.randint(1, 3))] if make.chance(0.4) else []
    return page(make, title, site, main, [site, title], [], after)


KINDS = (things_as_columns, things_as_rows, versus_review)
