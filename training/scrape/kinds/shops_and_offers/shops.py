"""Pages of shops: a product and a list of products."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.cards import cards
from training.scrape.kinds.shops_and_offers.frame import page, related, reviews
from training.scrape.kinds.shops_and_offers.layout import facts, lines, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish
from training.scrape.make import Make

_ADD = (
    "Add to cart|Add to bag|Buy now|Add to basket",
    "In den Warenkorb|Jetzt kaufen",
    "Ajouter au panier|Acheter",
    "Añadir al carrito|Comprar",
    "Aggiungi al carrello|Acquista",
    "In winkelwagen|Nu kopen",
)
_REVIEW_COUNTS = (
    "({}) reviews|{} reviews|{} ratings|({})",
    "{} Bewertungen|({})|{} Rezensionen",
    "{} avis|({})",
    "{} opiniones|({})",
    "{} recensioni|({})",
    "{} beoordelingen|({})",
)
_SIZES = ("XS", "S", "M", "L", "XL", "XXL", "3XL")
_RESULTS = Term(
    ("Number of products|Results", "Anzahl Artikel|Treffer", "Nombre de produits|Résultats",
     "Número de productos|Resultados", "Numero di prodotti|Risultati",
     "Aantal producten|Resultaten"),
    asked="how many products|number of results|product count",
)  # fmt: skip
_COUNTS = (
    "{} products|{} items|Showing {} results",
    "{} Artikel|{} Produkte|{} Treffer",
    "{} produits|{} articles",
    "{} productos|{} resultados",
    "{} prodotti|{} risultati",
    "{} producten|{} resultaten",
)


def product_page(make: Make) -> str:
    """Return the page of one product."""
    money, site, brand = values.prices(make), values.brand(make), values.brand(make)
    name = products.goods(make, coloured=False)
    value = values.amount(make, 6, 1900)
    save = make.random.randint(5, 60)
    price = make.mark("price", money(value))
    old = make.mark("old price", money(round(value * (1 + save / 90)) + 0.0))
    old = old if make.chance(0.55) else ""
    rows = [
        (terms.SKU, "sku", values.fill(make, make.pick(("&###-##", "&#####", "AB-&###", "K&##"))),),
        (terms.EAN, "ean", values.fill(make, "40&##########")),
        (terms.MATERIAL, "material", values.word(make, products.MATERIALS)),
        (terms.WEIGHT, "weight", make.pick(("1.2 kg", "340 g", "0,8 kg", "12 oz", "2 lb"))),
        (terms.SIZES, "dimensions", values.fill(make, "&# x &# x &# cm")),
        (terms.WARRANTY, "warranty", make.text(en="2 years", de="2 Jahre", fr="2 ans", es="2 años",
                                              it="2 anni", nl="2 jaar")),
        (terms.COLOUR, "colour", values.word(make, products.COLOURS)),
        (terms.CATEGORY, "category", values.word(make, products.CATEGORIES)),
    ]  # fmt: skip
    rows = make.some(rows, 2, 7)
    stock = make.mark("stock", values.word(make, products.STOCKS))
    delivery = make.mark("delivery", values.word(make, products.DELIVERIES))
    in_facts, missing = [], []
    for term, key, text in rows:
        in_facts.append((term.label(make), make.mark(key, text)))
    blocks = []
    if make.chance(0.5):
        in_facts.append((terms.BRAND.label(make), make.mark("brand", brand)))
    elif make.chance(0.7):
        blocks.append(tag(make, "a", "product brand", make.mark("brand", brand), 'href="/b"'))
    else:
        missing.append(terms.BRAND)
    score, count = products.rating(make), make.random.randint(2, 4800)
    with_rating = make.chance(0.7)
    if with_rating:
        shown = values.word(make, _REVIEW_COUNTS).replace("{}", make.mark("reviews", str(count)))
        separator = make.pick((" ", " · ", " | "))
        stars = make.pick(("", "★★★★☆ ", '<span class="stars" aria-hidden="true">★★★★★</span> '))
        if make.chance(0.5):
            text = f"{stars}{make.mark('rating', score)}{separator}{shown}"
        else:
            text = (
                f"{stars}<span>{make.mark('rating', score)}</span> <a href='#reviews'>{shown}</a>"
            )
        blocks.append(tag(make, "div", "product rating", text))
    blocks.append(products.price_block(make, price, old, save))
    if make.chance(0.8):
        label = f"{terms.STOCK.label(make).rstrip('?')}: " if make.chance(0.4) else ""
        blocks.append(tag(make, make.pick(("p", "span", "div")), "product stock", label + stock))
    else:
        missing.append(terms.STOCK)
    if make.chance(0.7):
        label = f"{terms.DELIVERY.label(make)}: " if make.chance(0.8) else ""
        blocks.append(tag(make, make.pick(("p", "div", "li")), "delivery", label + delivery))
    else:
        missing.append(terms.DELIVERY)
    with_sizes = make.chance(0.45)
    if with_sizes:
        start = make.random.randint(0, 3)
        sizes = [
            make.mark("sizes", size) for size in _SIZES[start : start + make.random.randint(2, 4)]
        ]
        label = terms.SIZE.label(make)
        if make.chance(0.5):
            choices = "".join(f"<option>{size}</option>" for size in sizes)
            text = f"<label>{label}</label> <select name='size'>{choices}</select>"
        else:
            text = f"{label}: " + " ".join(f"<button>{size}</button>" for size in sizes)
        blocks.append(tag(make, "div", "product sizes", text))
    else:
        missing.append(terms.SIZE)
    if make.chance(0.6):
        make.random.shuffle(blocks)
    heading = tag(
        make, make.pick(("h1", "h1", "h1", "h2")), "product name", make.mark("name", name)
    )
    blocks.insert(0 if make.chance(0.85) else 1, heading)
    blocks.append(f"<button>{values.word(make, _ADD)}</button>")
    pictures = [
        products.picture(make, name, "pictures", name) for _ in range(make.random.randint(1, 5))
    ]
    gallery = tag(make, "div", "product gallery", lines(make, pictures))
    description = tag(make, "p", "", make.mark("description", values.prose(make, 2, 4)))
    if make.chance(0.7):
        level = make.pick(("h2", "h3"))
        description = f"<{level}>{terms.DESCRIPTION.label(make)}</{level}>\n{description}"
    details = [
        tag(make, "div", "product description", description),
        facts(make, in_facts, make.pick(("product details", "spec", "attributes", "tab content"))),
    ]
    make.random.shuffle(details)
    main = [gallery, tag(make, "div", "product info", lines(make, blocks)), *details]
    after = []
    if make.chance(0.6):
        after.append(related(make, products.other_goods(make, money, make.random.randint(2, 6))))
    if make.chance(0.4):
        after.append(reviews(make, make.random.randint(1, 4)))

    ask(
        make, "name", terms.NAME, "product", "product name|name of the product|what product is this"
    )
    ask(make, "price", terms.PRICE, "product")
    ask(make, "old price", terms.OLD_PRICE)
    for term, key, _ in rows:
        ask(make, key, term, "product")
    if terms.BRAND not in missing:
        ask(make, "brand", terms.BRAND, "product")
    if with_rating:
        ask(make, "rating", terms.RATING, "product")
        ask(make, "reviews", terms.REVIEWS)
    for term, key in ((terms.STOCK, "stock"), (terms.DELIVERY, "delivery")):
        if term not in missing:
            ask(make, key, term)
    if with_sizes:
        ask_all(make, "sizes", terms.SIZE, asked="which sizes are there|available sizes")
    ask(make, "description", terms.DESCRIPTION, "product")
    ask_all(make, "pictures", terms.IMAGE, "product")
    finish(make, 8, *missing, terms.ISBN, terms.VIDEO)
    crumbs = [*make.some(values.options(products.CATEGORIES, make.language), 1, 3), name]
    return page(make, name, site, main, crumbs, (), after)


def product_listing(make: Make) -> str:
    """Return a category of a shop with cards of products."""
    money, site = values.prices(make), values.brand(make)
    category = values.word(make, products.CATEGORIES)
    count = make.random.randint(3, 16)
    has = {
        part: make.chance(0.5) for part in ("old", "rating", "brand", "stock", "colour", "image")
    }
    chosen = make.random.randrange(count)
    items, chosen_name = [], ""
    for number in range(count):
        name = products.goods(make)
        value = values.amount(make, 4, 900)
        price = make.mark("prices", money(value))
        if number == chosen:
            chosen_name = name
            price = make.mark("price of one", price)
        item = {"name": make.mark("names", name)}
        if has["old"] and make.chance(0.5):
            old = make.mark("old prices", money(value * 1.25 // 1 + 1.0))
            item["price"] = products.price_block(make, price, old, 20)
        else:
            item["price"] = price
        if has["rating"]:
            item["rating"] = make.mark("ratings", products.rating(make))
        if has["brand"]:
            item["brand"] = make.mark("brands", values.brand(make))
        if has["stock"]:
            item["stock"] = make.mark("stocks", values.word(make, products.STOCKS))
        if has["colour"]:
            item["colour"] = make.mark("colours", values.word(make, products.COLOURS))
        if has["image"]:
            item["image"] = products.picture(make, name, "pictures")
        item["link"] = make.mark("links", f"/{values.slug(category)}/{values.slug(name)}")
        items.append(item)
    labels = {
        "price": terms.PRICE.label(make),
        "rating": terms.RATING.label(make),
        "brand": terms.BRAND.label(make),
        "stock": terms.STOCK.label(make),
        "colour": terms.COLOUR.label(make),
    }
    shown = values.word(make, _COUNTS).format(make.mark("count", str(make.random.randint(20, 900))))
    main = [
        tag(make, "h1", "page title", make.mark("category", category)),
        tag(make, "p", "toolbar count", shown) if make.chance(0.7) else "",
        cards(make, make.pick(("product", "product", "item", "tile")), items, labels,
              ("brand", "colour", "stock", "rating")),
        '<a href="?page=2">2</a> <a href="?page=3">3</a>' if make.chance(0.4) else "",
    ]  # fmt: skip
    filters = [(terms.BRAND.label(make), f"{values.brand(make)} (12)<br>{values.brand(make)} (7)"),
               (terms.PRICE.label(make), f"{money(0)} – {money(50)}")]  # fmt: skip
    aside = [facts(make, filters, "filter")] if make.chance(0.5) else []
    ask_all(make, "names", terms.NAME, "product", "product names|products|all products")
    ask_all(make, "prices", terms.PRICE, "product")
    ask_of(make, "price of one", terms.PRICE, chosen_name, "how much is the {n}|what does {n} cost")
    for part, key, term in (
        ("old", "old prices", terms.OLD_PRICE), ("rating", "ratings", terms.RATING),
        ("brand", "brands", terms.BRAND), ("stock", "stocks", terms.STOCK),
        ("colour", "colours", terms.COLOUR), ("image", "pictures", terms.IMAGE),
    ):  # fmt: skip
        if has[part] and any(part != "old" or "old prices" in item["price"] for item in items):
            ask_all(make, key, term, "product")
    ask_all(make, "links", terms.LINK, "product")
    if main[1]:
        ask(make, "count", _RESULTS)
    ask(make, "category", terms.CATEGORY, asked="heading|page title|what category is this")
    finish(make, 8, terms.EAN, terms.WEIGHT, *([] if has["old"] else [terms.OLD_PRICE]))
    return page(make, category, site, main, [site, category], aside)


KINDS = (product_page, product_listing)
