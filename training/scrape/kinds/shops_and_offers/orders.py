"""Pages around an order of a shop: the cart and the confirmation."""

from __future__ import annotations

from collections.abc import Callable

from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.cards import cards, grid
from training.scrape.kinds.shops_and_offers.frame import page, related
from training.scrape.kinds.shops_and_offers.layout import facts, lines, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish, limit
from training.scrape.make import Make

_SUBTOTAL = Term(
    ("Subtotal|~Items", "Zwischensumme|Warenwert", "Sous-total", "Subtotal", "Subtotale",
     "Subtotaal"),
    asked="before shipping|sum without shipping",
)  # fmt: skip
_TAXES = Term(
    ("VAT|Tax|Sales tax", "MwSt.|Umsatzsteuer", "TVA", "IVA", "IVA", "btw"),
    asked="how much tax|tax amount",
)
_DISCOUNT = Term(
    ("Discount|Voucher|Coupon", "Rabatt|Gutschein", "Remise|Code promo", "Descuento|Cupón",
     "Sconto|Buono", "Korting|Kortingscode"),
    asked="how much is the discount|money off",
)  # fmt: skip
_LINE_TOTAL = Term(
    (
        "Line total|Item total|Amount",
        "Zeilensumme|Betrag",
        "Total de la ligne|Montant",
        "Total del artículo|Importe",
        "Totale articolo|Importo",
        "Regeltotaal|Bedrag",
    ),
    (
        "line totals|amounts",
        "Zeilensummen|Beträge",
        "totaux des lignes|montants",
        "importes",
        "importi",
        "regeltotalen|bedragen",
    ),
)
_UNIT = Term(
    ("Unit price|Price|~Each", "Einzelpreis|Stückpreis", "Prix unitaire", "Precio unitario",
     "Prezzo unitario", "Stukprijs"),
    ("unit prices|prices", "Einzelpreise", "prix unitaires", "precios unitarios",
     "prezzi unitari", "stukprijzen"),
    "price of one|price each",
)  # fmt: skip
_ITEM = Term(
    ("Item|Product|Article", "Artikel|Produkt", "Article|Produit", "Artículo|Producto",
     "Articolo|Prodotto", "Artikel|Product"),
    ("items|products|product names", "Artikel|Produkte", "articles|produits",
     "artículos|productos", "articoli|prodotti", "artikelen|producten"),
    "what was ordered",
)  # fmt: skip
_ORDER = Term(
    ("Order number|Order no.|Order|Order ID", "Bestellnummer|Auftragsnummer",
     "Numéro de commande|Commande n°", "Número de pedido|N.º de pedido", "Numero d'ordine",
     "Bestelnummer|Ordernummer"),
    asked="order id|number of my order",
)  # fmt: skip
_ORDERED = Term(
    ("Order date|~Ordered on|~Placed on", "Bestelldatum|~Bestellt am", "Date de commande",
     "Fecha del pedido", "Data dell'ordine", "Besteldatum"),
    asked="when was it ordered|date of the order",
)  # fmt: skip
_ARRIVES = Term(
    ("Estimated delivery|Delivery date|~Arrives", "Voraussichtliche Lieferung|Liefertermin",
     "Livraison prévue", "Entrega prevista", "Consegna prevista", "Verwachte levering"),
    asked="when will it arrive|arrival date",
)  # fmt: skip
_PAYMENT = Term(
    ("Payment method|Payment|~Paid with", "Zahlungsart|Bezahlung", "Moyen de paiement|Paiement",
     "Forma de pago|Pago", "Metodo di pagamento|Pagamento", "Betaalwijze|Betaalmethode"),
    asked="how was it paid",
)  # fmt: skip
_SHIP_TO = Term(
    ("Shipping address|Delivery address|~Ship to", "Lieferadresse|~Versand an",
     "Adresse de livraison", "Dirección de envío", "Indirizzo di spedizione",
     "Bezorgadres|Afleveradres"),
    asked="where is it sent|where will it be delivered",
)  # fmt: skip
_BILL_TO = Term(
    ("Billing address|Invoice address|~Bill to", "Rechnungsadresse", "Adresse de facturation",
     "Dirección de facturación", "Indirizzo di fatturazione", "Factuuradres"),
    asked="invoice address",
)  # fmt: skip
_THANKS = (
    "Thank you for your order|Order confirmed|Your order",
    "Vielen Dank für Ihre Bestellung|Bestellbestätigung",
    "Merci pour votre commande|Commande confirmée",
    "Gracias por tu pedido|Pedido confirmado",
    "Grazie per il tuo ordine|Ordine confermato",
    "Bedankt voor je bestelling|Bestelling bevestigd",
)
_CART = (
    "Your cart|Shopping bag|Basket",
    "Warenkorb|Ihr Einkauf",
    "Votre panier",
    "Tu carrito|Cesta",
    "Il tuo carrello",
    "Winkelwagen|Je mandje",
)
_CARDS = ("Visa •••• 4417", "PayPal", "Mastercard ending in 0032", "iDEAL", "Klarna", "Bancontact")


def _order_lines(make: Make, money: Callable[[float], str], count: int) -> tuple[str, float, str]:
    """Return a table or cards of ordered items, their sum, and one item's name."""
    names = [products.goods(make) for _ in range(count)]
    chosen = make.random.randrange(count)
    rows, items, total = [], [], 0.0
    for number, name in enumerate(names):
        quantity, unit = make.random.randint(1, 4), values.amount(make, 3, 190)
        total += quantity * unit
        texts = {
            "name": make.mark("names", name),
            "unit": make.mark("units", money(unit)),
            "quantity": make.mark("quantities", str(quantity)),
            "total": make.mark("line totals", money(quantity * unit)),
        }
        if number == chosen:
            texts["unit"] = make.mark("unit of one", texts["unit"])
            texts["quantity"] = make.mark("quantity of one", texts["quantity"])
        rows.append(list(texts.values()))
        items.append(texts)
    labels = {
        "name": _ITEM.label(make),
        "unit": _UNIT.label(make),
        "quantity": terms.QUANTITY.label(make),
        "total": make.pick((_LINE_TOTAL, terms.TOTAL)).label(make),
    }
    words = make.pick(("cart item", "line", "order product", "basket"))
    if make.chance(0.55):
        text = grid(make, words, list(labels.values()), rows)
    else:
        text = cards(make, words, items, labels)
    return text, total, names[chosen]


def _sums(make: Make, money: Callable[[float], str], total: float) -> str:
    """Return the sums below a cart or an order."""
    shipping, discount = make.pick((0.0, 4.9, 5.95, 12.0)), round(total * 0.1, 2)
    rows = [(_SUBTOTAL.label(make), make.mark("subtotal", money(total)))]
    ask(make, "subtotal", _SUBTOTAL)
    if make.chance(0.8):
        free = make.text(
            en="Free", de="Kostenlos", fr="Gratuit", es="Gratis", it="Gratis", nl="Gratis"
        )
        rows.append(
            (
                terms.SHIPPING.label(make),
                make.mark("shipping", money(shipping) if shipping else free),
            )
        )
        ask(make, "shipping", terms.SHIPPING)
    if make.chance(0.4):
        rows.append((_DISCOUNT.label(make), make.mark("discount", "-" + money(discount))))
        ask(make, "discount", _DISCOUNT)
        total -= discount
    if make.chance(0.5):
        rows.append((_TAXES.label(make), make.mark("tax", money(round(total * 0.16, 2)))))
        ask(make, "tax", _TAXES)
    rows.append((terms.TOTAL.label(make), make.mark("total", money(total + shipping))))
    ask(make, "total", terms.TOTAL)
    return facts(make, rows, make.pick(("order totals", "summary", "cart totals")))


def cart(make: Make) -> str:
    """Return a shopping cart."""
    money = values.prices(make)
    text, total, name = _order_lines(make, money, make.random.randint(1, 7))
    title, site = values.word(make, _CART), values.brand(make)
    sums = _sums(make, money, total)
    button = '<a href="/checkout">→</a>'
    main, aside = [f"<h1>{title}</h1>", text, sums, button], []
    if make.chance(0.4):
        main, aside = main[:2], [sums, button]
    _ask_lines(make, name)
    finish(make, 8, _ORDER, _ARRIVES, _SHIP_TO, terms.RATING)
    after = []
    if make.chance(0.5):
        after.append(related(make, products.other_goods(make, money, 3)))
    return page(make, title, site, main, [], aside, after)


def _ask_lines(make: Make, name: str) -> None:
    ask_all(make, "names", _ITEM, asked="what is in it|names|item names")
    ask_all(make, "units", _UNIT)
    ask_all(make, "quantities", terms.QUANTITY)
    ask_all(make, "line totals", _LINE_TOTAL)
    ask_of(make, "unit of one", _UNIT, name)
    ask_of(make, "quantity of one", terms.QUANTITY, name, "how many {n}|number of {n}")


def order_confirmation(make: Make) -> str:
    """Return a confirmed order with its addresses."""
    money = values.prices(make)
    text, total, name = _order_lines(make, money, make.random.randint(1, 5))
    write, site, title = values.dates(make), values.brand(make), values.word(make, _THANKS)
    who, separator = values.person(make), make.pick(("<br>", "<br>\n", "<br/>"))
    ordered = values.day(make)
    number = values.fill(make, make.pick(("#&####", "W-&######", "&###-&######-##", "ORD&#####")))
    rows = [
        (_ORDER, "order", number),
        (_ORDERED, "ordered", write(ordered)),
        (_PAYMENT, "payment", make.pick(_CARDS)),
        (_ARRIVES, "arrives", write(values.day(make, ordered.year, ordered.year))),
        (terms.EMAIL, "email", f"{values.slug(who).replace('-', '.')}@mail.example"),
    ]
    rows = rows[:1] + make.some(rows[1:], 2, 4)
    ship = make.mark("ship to", f"{who}{separator}{values.address(make, separator)}")
    bill = make.mark(
        "bill to", f"{values.person(make)}{separator}{values.address(make, separator)}"
    )
    places = [(_SHIP_TO, "ship to", ship)] + (
        [(_BILL_TO, "bill to", bill)] if make.chance(0.6) else []
    )
    make.random.shuffle(places)
    level = make.pick(("h2", "h3", "h4", "strong"))
    element = make.pick(("address", "p", "div"))
    addresses = lines(
        make,
        [
            tag(make, "div", "address col", f"<{level}>{term.label(make)}</{level}>\n"
                f"<{element}>{where}</{element}>")
            for term, _, where in places
        ],
    )  # fmt: skip
    parts = [
        facts(
            make, [(term.label(make), make.mark(key, value)) for term, key, value in rows], "order"
        ),
        text + _sums(make, money, total),
        tag(make, "div", "addresses row", addresses),
    ]
    make.random.shuffle(parts)
    _ask_lines(make, name)
    limit(make, 4)
    for term, key, _ in [*rows, *places]:
        ask(make, key, term)
    finish(make, 9, terms.EAN, terms.RATING, terms.STOCK)
    return page(make, f"{title} {number}", site, [f"<h1>{title}</h1>", *parts])


KINDS = (cart, order_confirmation)
