"""Things sold by people: an advert and a lot of an auction."""

from __future__ import annotations

from training.scrape.kinds.shops_and_offers import products, terms, values
from training.scrape.kinds.shops_and_offers.cards import grid
from training.scrape.kinds.shops_and_offers.frame import page, related
from training.scrape.kinds.shops_and_offers.layout import facts, lines, tag
from training.scrape.kinds.shops_and_offers.terms import Term, ask, ask_all, ask_of, finish
from training.scrape.make import Make

_CONDITION = Term(
    ("Condition", "Zustand", "État", "Estado", "Condizioni|Stato", "Staat|Conditie"),
    asked="what state is it in|is it used|item condition",
)
_VIEWS = Term(
    ("Views|Visits", "Aufrufe|Besucher", "Vues", "Visitas", "Visualizzazioni", "Weergaven"),
    asked="how many views|number of visits|how often was it seen",
)
_ADVERT = Term(
    ("Ad ID|Listing ID|Reference", "Anzeigennummer|Anzeigen-ID",
     "Référence de l'annonce|N° annonce", "Referencia|ID del anuncio", "Codice annuncio|Rif.",
     "Advertentienummer"),
    asked="number of the ad|advert id",
)  # fmt: skip
_SINCE = Term(
    ("Member since|~On the site since", "Aktiv seit|Mitglied seit", "Membre depuis",
     "Miembro desde", "Iscritto dal", "Lid sinds|Actief sinds"),
    asked="how long has the seller been a member|seller since",
)  # fmt: skip
_PICKUP = Term(
    ("Collection|Delivery options", "Versand|Übergabe", "Remise|Mode de remise", "Entrega",
     "Consegna", "Ophalen of verzenden"),
    asked="can it be shipped|pick-up or shipping",
)  # fmt: skip
_PICKUPS = (
    "Collection only|Can post|Local pickup|Post or collect",
    "Nur Abholung|Versand möglich",
    "Remise en main propre|Envoi possible",
    "Solo recogida|Se envía",
    "Solo ritiro a mano|Spedizione possibile",
    "Ophalen|Verzenden of ophalen",
)
_NEGOTIABLE = (
    "ONO|negotiable|or best offer|fixed price",
    "VB|Festpreis|Verhandlungsbasis",
    "à débattre|prix ferme",
    "negociable|precio fijo",
    "trattabile|non trattabile",
    "vaste prijs|bieden",
)
_LOT = Term(
    ("Lot|Lot number|Lot no.", "Los|Losnummer|Los-Nr.", "Lot|Numéro de lot", "Lote|N.º de lote",
     "Lotto|Numero di lotto", "Kavel|Kavelnummer"),
    asked="which lot|number of the lot",
)  # fmt: skip
_BID = Term(
    ("Current bid|Highest bid|Current price", "Aktuelles Gebot|Höchstgebot", "Enchère actuelle",
     "Puja actual|Oferta actual", "Offerta attuale", "Huidig bod|Hoogste bod"),
    asked="price|what is the bid now|top bid|price now",
)  # fmt: skip
_BIDS = Term(
    ("Bids|Number of bids", "Gebote|Anzahl Gebote", "Nombre d'enchères", "Número de pujas|Pujas",
     "Numero di offerte|Offerte", "Aantal biedingen|Biedingen"),
    asked="how many bids|bid count",
)  # fmt: skip
_START = Term(
    ("Starting bid|Opening bid|Starting price", "Startpreis|Startgebot", "Mise à prix",
     "Precio de salida", "Base d'asta", "Startbod|Startprijs"),
    asked="where did the bidding start|first price",
)  # fmt: skip
_ESTIMATE = Term(
    ("Estimate|Estimated value", "Schätzpreis|Schätzwert", "Estimation", "Estimación", "Stima",
     "Schatting|Richtprijs"),
    asked="what is it worth|estimated price|estimated at",
)  # fmt: skip
_CLOSES = Term(
    ("~Ends|Closing date|Auction ends|~Closes", "~Endet am|Auktionsende", "Fin de la vente|Clôture",
     "~Finaliza|Cierre", "~Scade il|Chiusura", "~Sluit op|Einde veiling"),
    asked="when does it end|end of the auction|closing time|end date",
)  # fmt: skip
_LEFT = Term(
    ("Time left|~Remaining", "Restzeit|Verbleibend", "Temps restant", "Tiempo restante",
     "Tempo rimanente", "Resterende tijd"),
    asked="how long is left|time remaining",
)  # fmt: skip
_FEE = Term(
    ("Buyer's premium|Buyer fee", "Aufgeld|Käuferprovision", "Frais acheteur", "Comisión",
     "Diritti d'asta|Commissione", "Opgeld|Veilingkosten"),
    asked="auction fee|commission for the buyer",
)  # fmt: skip
_BIDDER = Term(
    ("Bidder", "Bieter", "Enchérisseur", "Pujador|Postor", "Offerente", "Bieder"),
    ("bidders|names of the bidders", "Bieter", "enchérisseurs", "pujadores", "offerenti",
     "bieders"),
)  # fmt: skip
_OFFER = Term(
    ("Bid|Bid amount", "Gebot", "Enchère|Montant", "Puja|Importe", "Offerta|Importo", "Bod"),
    ("bid amounts|all the amounts", "Gebotsbeträge", "montants des enchères",
     "importes de las pujas", "importi delle offerte", "biedbedragen"),
)  # fmt: skip
_PROVENANCE = Term(
    ("Provenance|Origin", "Provenienz|Herkunft", "Provenance", "Procedencia", "Provenienza",
     "Herkomst"),
    asked="where does it come from",
)  # fmt: skip
_ERA = Term(
    ("Period|Year", "Epoche|Jahr", "Époque|Année", "Época|Año", "Epoca|Anno", "Periode|Jaar"),
    asked="how old is it|when was it made|date of the piece",
)
_ERAS = (
    "c. 1890|19th century|1930s|1962|Edwardian",
    "um 1890|19. Jahrhundert|1930er Jahre|1962",
    "vers 1890|XIXe siècle|années 1930|1962",
    "hacia 1890|siglo XIX|años 30|1962",
    "1890 circa|XIX secolo|anni '30|1962",
    "circa 1890|19e eeuw|jaren 30|1962",
)
_ANTIQUES = (
    "Walnut Bureau|Silver Teapot|Oil on Canvas, Harbour at Dusk|Pocket Watch|Persian Rug|Oak Chest"
    "|Bronze Figure of a Hare|Film Poster|Set of Six Chairs|Violin|Globe|Porcelain Vase",
    "Nussbaum-Sekretär|Silberne Teekanne|Öl auf Leinwand, Hafen|Taschenuhr|Perserteppich"
    "|Eichentruhe|Bronzehase|Filmplakat|Sechs Stühle|Geige|Globus|Porzellanvase",
    "Secrétaire en noyer|Théière en argent|Huile sur toile, le port|Montre de gousset|Tapis persan"
    "|Coffre en chêne|Affiche de film|Violon|Globe|Vase en porcelaine",
    "Escritorio de nogal|Tetera de plata|Óleo sobre lienzo, puerto|Reloj de bolsillo|Arcón de roble"
    "|Cartel de cine|Seis sillas|Violín|Globo|Jarrón de porcelana",
    "Scrittoio in noce|Teiera in argento|Olio su tela, porto|Orologio da tasca|Tappeto persiano"
    "|Cassapanca|Locandina|Sei sedie|Violino|Vaso di porcellana",
    "Notenhouten secretaire|Zilveren theepot|Olieverf op doek, haven|Zakhorloge|Perzisch tapijt"
    "|Eiken kist|Filmposter|Zes stoelen|Viool|Porseleinen vaas",
)
_HOUSES = (
    "Halden & Sons",
    "Kunsthaus Rieger",
    "Maison Duvallon",
    "Subastas Ferrol",
    "Veilinghuis X",
)


def second_hand_advert(make: Make) -> str:
    """Return a classified advert of a person."""
    money, write, site = values.prices(make), values.dates(make), values.brand(make)
    name = products.goods(make)
    note = f" {values.word(make, _NEGOTIABLE)}" if make.chance(0.5) else ""
    price = make.mark("price", money(values.amount(make, 5, 1500))) + note
    place, seller = (
        make.mark("place", values.city(make)),
        make.mark("seller", values.nickname(make)),
    )
    posted = make.mark("posted", values.ago(make) if make.chance(0.4) else write(values.day(make)))
    rows: list[tuple[Term, str, str]] = [
        (_CONDITION, "condition", values.word(make, products.CONDITIONS)),
        (terms.CATEGORY, "category", values.word(make, products.CATEGORIES)),
        (_VIEWS, "views", values.number(make, make.random.randint(3, 4000))),
        (_ADVERT, "advert", values.fill(make, "&#########")),
        (_PICKUP, "pickup", values.word(make, _PICKUPS)),
        (terms.BRAND, "brand", values.brand(make)),
        (_SINCE, "since", str(make.random.randint(2009, 2025))),
    ]
    rows = make.some(rows, 3, 6)
    shown = [(term.label(make), make.mark(key, text)) for term, key, text in rows]
    with_phone = make.chance(0.5)
    phone = make.mark("phone", values.phone(make)) if with_phone else ""
    title = tag(make, make.pick(("h1", "h1", "h2")), "ad title", make.mark("name", name))
    price_tag = make.pick(("h2", "strong", "div", "span", "p"))
    top = [
        title,
        tag(make, price_tag, make.pick(("ad price", "price", "amount")), price),
    ]
    form = make.pick(("line", "spans", "facts", "labels"))
    if form == "line":
        separator = make.pick((" · ", ", ", " | ", " – "))
        order = [place, posted]
        make.random.shuffle(order)
        top.append(tag(make, "p", "ad meta", separator.join(order)))
    elif form == "spans":
        top.append(tag(make, "span", "ad location", place))
        top.append(tag(make, "time", "ad date", posted))
    elif form == "labels":
        top.append(f"<p>{terms.PLACE.label(make)}: {place}</p>")
        top.append(f"<p>{terms.PUBLISHED.label(make)}: {posted}</p>")
    else:
        shown += [(terms.PLACE.label(make), place), (terms.PUBLISHED.label(make), posted)]
        make.random.shuffle(shown)
    if make.chance(0.4):
        top.reverse()
    who = [tag(make, make.pick(("h3", "a", "strong", "p")), "seller name", seller)]
    if make.chance(0.4):
        who = [f"<p>{terms.SELLER.label(make)}: {seller}</p>"]
    if with_phone:
        label = make.pick((f"{terms.PHONE.label(make)}: ", "☎ ", ""))
        who.append(
            make.pick((f"<p>{label}{phone}</p>", f'<p>{label}<a href="tel:1">{phone}</a></p>'))
        )
    text = make.mark("description", values.prose(make, 2, 4))
    description = tag(make, make.pick(("p", "div")), "ad description", text)
    count = make.random.randint(1, 6)
    pictures = [products.picture(make, name, "pictures") for _ in range(count)]
    gallery = tag(make, "div", "gallery", lines(make, pictures))
    box = tag(make, make.pick(("div", "section")), "contact box", lines(make, who))
    main = [lines(make, top), gallery, facts(make, shown, "ad details"), description]
    head, rest = main[0], main[1:]
    make.random.shuffle(rest)
    main = [rest[0], head, *rest[1:]] if make.chance(0.3) else [head, *rest]
    in_side = make.chance(0.6)
    others = related(make, products.other_goods(make, money, make.random.randint(2, 5)))

    ask(make, "name", terms.NAME, "ad", "what is for sale|title of the ad|what is being sold")
    ask(make, "price", terms.PRICE, "ad", "asking price|how much do they want for it")
    ask(make, "place", terms.PLACE, "", "where is the item|location of the seller")
    ask(make, "posted", terms.PUBLISHED, "", "when was the ad posted")
    ask(make, "seller", terms.SELLER)
    ask(make, "description", terms.DESCRIPTION)
    ask_all(make, "pictures", terms.IMAGE)
    for term, key, _ in rows:
        ask(make, key, term)
    if with_phone:
        ask(make, "phone", terms.PHONE, "seller", "phone of the seller|seller's number")
    finish(make, 8, terms.SHIPPING, terms.RATING, terms.EAN)
    trail = [*make.some(values.options(products.CATEGORIES, make.language), 1, 2), name]
    return page(
        make, name, site, main if in_side else [*main, box], trail, [box] if in_side else [],
        [others] if make.chance(0.6) else [],
    )  # fmt: skip


def auction_lot(make: Make) -> str:
    """Return a lot of an auction, with a history of bids on some pages."""
    money, write = values.prices(make), values.dates(make)
    site = make.pick((*_HOUSES, values.brand(make))).replace("&", "&amp;")
    name = values.word(make, _ANTIQUES)
    start = float(make.random.randint(2, 90) * 10)
    bids = [start]
    for _ in range(make.random.randint(1, 7)):
        bids.append(bids[-1] + float(make.random.randint(1, 8) * 10))
    current = bids[-1]
    clock = f"{make.random.randint(9, 21)}:{make.random.randint(0, 59):02}"
    ends = write(values.day(make)) + make.pick(("", f", {clock}", f" {clock}"))
    left = make.pick(("2d 4h", "3h 12m", "5d 01:22:10", "48 min", "1d 7h"))
    dash = make.pick((" – ", " - ", "–"))
    rows: list[tuple[Term, str, str]] = [
        (_BIDS, "bids", str(len(bids))),
        (_START, "start", money(start)),
        (_ESTIMATE, "estimate", f"{money(current * 1.5)}{dash}{money(current * 2)}"),
        (_CLOSES, "closes", ends),
        (_LEFT, "left", left),
        (_FEE, "fee", make.pick(("20%", "25 %", "18% + VAT", "22.5%"))),
        (_PROVENANCE, "provenance", f"{values.person(make)}, {values.city(make)}"),
        (_ERA, "era", values.word(make, _ERAS)),
        (_CONDITION, "condition", values.word(make, products.CONDITIONS)),
        (terms.SELLER, "seller", values.nickname(make)),
        (terms.SHIPPING, "shipping", money(values.amount(make, 5, 60))),
        (terms.SIZES, "dimensions", values.fill(make, "&# x &# x &# cm")),
    ]  # fmt: skip
    rows = make.some(rows, 4, 8)
    lot = make.mark("lot", str(make.random.randint(2, 980)))
    blocks = [
        facts(make, [(term.label(make), make.mark(key, text)) for term, key, text in rows], "lot")
    ]
    bid = make.mark("bid", money(current))
    bid_label = _BID.label(make)
    blocks.append(
        make.pick(
            (
                tag(
                    make, "div", "bid current", f"<span>{bid_label}</span>\n<strong>{bid}</strong>"
                ),
                tag(make, "p", "bid amount", f"{bid_label}: {bid}"),
                tag(make, "div", "price", f"{bid} <small>{bid_label}</small>"),
                f"<h3>{bid_label}</h3>\n<div>{bid}</div>",
            )
        )
    )
    lot_label = _LOT.label(make)
    heading_with_lot = make.chance(0.4)
    title = make.mark("name", name)
    if heading_with_lot:
        blocks.insert(0, f"<h1>{lot_label} {lot}: {title}</h1>")
    else:
        top = [tag(make, "span", "lot number", f"{lot_label} {lot}"), f"<h1>{title}</h1>"]
        if make.chance(0.3):
            top.reverse()
        blocks.insert(0, lines(make, top))
    text = make.mark("description", values.prose(make, 2, 3))
    blocks.insert(make.random.randint(1, 3), tag(make, "p", "lot description", text))
    with_history = make.chance(0.6)
    chosen = ""
    if with_history:
        people: list[str] = []
        history: list[list[str]] = []
        for place, value in enumerate(reversed(bids)):
            who = values.nickname(make)
            while who in people:
                who = values.nickname(make) + str(place)
            people.append(who)
            shown = make.mark("amounts", money(value))
            if place == 1:
                chosen, shown = who, make.mark("amount of one", shown)
            history.append([make.mark("bidders", who), shown, write(values.day(make, 2026, 2026))])
        heads = [_BIDDER.label(make), _OFFER.label(make), terms.PUBLISHED.labels[0].split("|")[1]]
        if make.language != "en":
            heads[2] = make.text(
                en="Date", de="Datum", fr="Date", es="Fecha", it="Data", nl="Datum"
            )
        blocks.append(grid(make, "bid history", heads, history, _BIDS.label(make)))
    pictures = [
        products.picture(make, name, "pictures", name) for _ in range(make.random.randint(1, 4))
    ]
    blocks.insert(
        make.random.randint(0, 1), tag(make, "figure", "lot image", lines(make, pictures))
    )

    ask(make, "name", terms.NAME, "lot", "what is being auctioned|title of the lot")
    ask(make, "bid", _BID)
    ask(make, "lot", _LOT)
    ask(make, "description", terms.DESCRIPTION)
    for term, key, _ in rows:
        ask(make, key, term)
    if with_history:
        ask_all(make, "bidders", _BIDDER)
        ask_all(make, "amounts", _OFFER)
        if chosen:
            ask_of(make, "amount of one", _OFFER, chosen, "how much did {n} bid|what did {n} offer")
    else:
        ask_all(make, "pictures", terms.IMAGE)
    finish(make, 9, terms.EAN, terms.WARRANTY, terms.STOCK)
    after = [related(make, products.other_goods(make, money, 3))] if make.chance(0.4) else []
    return page(make, name, site, blocks, [site, name], [], after)


KINDS = (second_hand_advert, auction_lot)
