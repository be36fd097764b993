"""Things one at a time: the specification of a device, the sheet of a plant or substance."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import products, specs, terms, values
from training.scrape.kinds.shops_and_offers.frame import page, related, reviews
from training.scrape.kinds.shops_and_offers.layout import facts, facts_alike, tag
from training.scrape.kinds.shops_and_offers.specs import DEVICES, GROUPS, SHEETS, models
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, finish
from training.scrape.make import Make

_SHEET_NAMES = {
    "plant": "Purple Haze|Golden Fern|Silver Queen|Blue Comet|Winter Sage|Dwarf Maple",
    "substance": "Velidone|Tarsinol|Benzocarin|Lumetrate|Oxafen|Sodium mirate|Corvanol",
    "dog breed": "Harbour Terrier|Tarvian Shepherd|Silken Setter|Nordic Pointer|Ilmar Spitz",
}
_SHEET_FIELDS = {
    "plant": ("Flowering|Flowering time", "Blütezeit", "Floraison", "Floración", "Fioritura",
        "Bloei"),
    "substance": ("Synonyms|Other names", "Synonyme|Andere Namen", "Synonymes", "Sinónimos",
                  "Sinonimi", "Synoniemen"),
    "dog breed": ("Colours|Coat colours", "Farben|Fellfarben", "Couleurs|Robes", "Colores",
        "Colori",
                  "Kleuren"),
}  # fmt: skip


def device_specification(make: Make) -> str:
    """Return the specification of one device, in groups on most pages."""
    money, site = values.prices(make), values.brand(make)
    domain = make.pick(tuple(DEVICES))
    name = models(make, 1)[0]
    picked = make.some(DEVICES[domain], 5, len(DEVICES[domain]))
    left = [spec[0] for spec in DEVICES[domain] if spec not in picked]
    rows = [
        (spec[0].label(make), make.mark(f"spec {number}", specs.value(make, spec)))
        for number, spec in enumerate(picked)
    ]
    with_price = make.chance(0.5)
    price = make.mark("price", money(values.amount(make, 40, 2900)))
    parts = [f"<h1>{make.mark('name', name)}</h1>"]
    if with_price:
        parts.append(products.price_block(make, price, "", 0))
    text = make.mark("text", values.prose(make, 1, 3))
    parts.append(tag(make, "p", "intro", text))
    if make.chance(0.6):
        level = make.pick(("h2", "h3", "h4"))
        step = make.random.randint(2, 5)
        groups = [rows[start : start + step] for start in range(0, len(rows), step)]
        for number, text in enumerate(facts_alike(make, groups, "spec")):
            title = values.options(GROUPS, make.language)[number % 4]
            parts.append(f"<{level}>{title}</{level}>{text}")
    else:
        parts.append(facts(make, rows, make.pick(("specifications", "tech data", "properties"))))
    ask(make, "name", terms.NAME, domain, "model|model name")
    if with_price:
        ask(make, "price", terms.PRICE, domain)
    ask(make, "text", terms.DESCRIPTION)
    for number, spec in enumerate(picked):
        ask(make, f"spec {number}", spec[0], domain)
    finish(make, 9, terms.WARRANTY, *left[:2])
    after = []
    if make.chance(0.5):
        others = [
            {"name": other, "spec": specs.value(make, picked[0])} for other in models(make, 3)
        ]
        after.append(related(make, others))
    if make.chance(0.3):
        after.append(reviews(make, 2))
    return page(make, name, site, parts, [site, name], [], after)


def property_list(make: Make) -> str:
    """Return the sheet of a plant, a substance or a breed, one property with several values."""
    domain = make.pick(tuple(SHEETS))
    site = values.brand(make)
    name = make.pick(_SHEET_NAMES[domain].split("|"))
    picked = make.some(SHEETS[domain], 4, len(SHEETS[domain]))
    left = [spec[0] for spec in SHEETS[domain] if spec not in picked]
    rows = [
        (spec[0].label(make), make.mark(f"spec {number}", specs.value(make, spec)))
        for number, spec in enumerate(picked)
    ]
    if domain == "plant":
        several = values.options(values.MONTHS, make.language)[3:10]
        start = make.random.randint(0, 3)
        several = several[start : start + make.random.randint(2, 4)]
    elif domain == "substance":
        several = [values.brand(make) for _ in range(make.random.randint(2, 4))]
    else:
        several = make.some(values.options(products.COLOURS, make.language), 2, 4)
    field = Term(_SHEET_FIELDS[domain], None, "")
    separator = make.pick((", ", ", ", " / ", "<br>", "; "))
    text = separator.join(make.mark("several", one) for one in several)
    rows.insert(make.random.randint(0, len(rows)), (field.label(make), text))
    intro = make.mark("text", values.prose(make, 1, 3))
    blocks = [
        tag(make, "p", "lead", intro),
        facts(make, rows, make.pick(("infobox", "sheet", "data"))),
    ]
    if make.chance(0.4):
        blocks.reverse()
    if make.chance(0.4):
        blocks.insert(1, products.picture(make, name, "picture", name))
        ask(make, "picture", terms.IMAGE)
    ask(make, "name", terms.NAME, domain)
    ask(make, "text", terms.DESCRIPTION)
    ask_all(make, "several", field)
    for number, spec in enumerate(picked):
        ask(make, f"spec {number}", spec[0], domain)
    finish(make, 8, terms.AUTHOR, *left[:3])
    heading = tag(make, make.pick(("h1", "h1", "h2")), "page title", make.mark("name", name))
    return page(make, name, site, [heading, *blocks], [site, name])


KINDS = (device_specification, property_list)
