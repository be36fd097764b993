"""Words of shops: goods, colours, materials, stock and delivery."""

from __future__ import annotations

from collections.abc import Callable

from training.scrape.kinds.shops_and_offers import values
from training.scrape.kinds.shops_and_offers.layout import icon, tag
from training.scrape.kinds.shops_and_offers.terms import OLD_PRICE, PRICE
from training.scrape.kinds.shops_and_offers.values import Words
from training.scrape.make import Make

GOODS: Words = (
    "Wool Jumper|Desk Lamp|Running Shoes|Coffee Grinder|Backpack|Water Bottle|Office Chair"
    "|Cast Iron Pan|Board Game|Bath Towel|Garden Hose|Cordless Drill|Face Cream|Yoga Mat|Rug|Scarf"
    "|Wall Clock|Tent|Bread Knife|Phone Case|Toaster|Bike Light|Notebook|Dog Bed|Rain Jacket"
    "|Headphones|Pushchair",
    "Wollpullover|Schreibtischlampe|Laufschuhe|Kaffeemühle|Rucksack|Trinkflasche|Bürostuhl"
    "|Kopfhörer"
    "|Gusspfanne|Brettspiel|Badetuch|Gartenschlauch|Akkuschrauber|Gesichtscreme|Yogamatte"
    "|Regenjacke"
    "|Wanduhr|Zelt|Brotmesser|Handyhülle|Toaster|Fahrradlicht|Schal|Notizbuch|Teppich|Hundebett",
    "Pull en laine|Lampe de bureau|Chaussures de course|Moulin à café|Sac à dos|Gourde|Casque audio"
    "|Poêle en fonte|Jeu de société|Serviette de bain|Perceuse|Crème visage|Tapis de yoga|Tente"
    "|Horloge murale|Couteau à pain|Grille-pain|Écharpe|Carnet|Tapis|Poussette|Imperméable",
    "Jersey de lana|Lámpara de mesa|Zapatillas|Molinillo de café|Mochila|Botella|Silla de oficina"
    "|Auriculares|Sartén|Juego de mesa|Toalla|Manguera|Taladro|Crema facial|Esterilla|Impermeable"
    "|Reloj de pared|Tienda de campaña|Cuchillo|Tostadora|Bufanda|Cuaderno|Alfombra|Cochecito",
    "Maglione di lana|Lampada da tavolo|Scarpe da corsa|Macinacaffè|Zaino|Borraccia|Cuffie|Padella"
    "|Gioco da tavolo|Asciugamano|Trapano|Crema viso|Tappetino yoga|Impermeabile|Orologio da parete"
    "|Tenda|Coltello da pane|Tostapane|Sciarpa|Quaderno|Tappeto|Passeggino|Sedia da ufficio",
    "Wollen trui|Bureaulamp|Hardloopschoenen|Koffiemolen|Rugzak|Drinkfles|Bureaustoel|Koptelefoon"
    "|Gietijzeren pan|Bordspel|Badhanddoek|Tuinslang|Boormachine|Gezichtscrème|Yogamat|Regenjas"
    "|Wandklok|Tent|Broodmes|Broodrooster|Sjaal|Notitieboek|Vloerkleed|Kinderwagen",
)
COLOURS: Words = (
    "Black|Navy|Forest Green|Off-white|Mustard|Charcoal|Burgundy|Sky Blue|Rose|Sand|Teal",
    "Schwarz|Marine|Waldgrün|Naturweiß|Senfgelb|Anthrazit|Weinrot|Himmelblau|Rosé|Sand",
    "Noir|Bleu marine|Vert sapin|Écru|Moutarde|Anthracite|Bordeaux|Bleu ciel|Rose|Sable",
    "Negro|Azul marino|Verde bosque|Crudo|Mostaza|Antracita|Burdeos|Celeste|Rosa|Arena",
    "Nero|Blu navy|Verde bosco|Panna|Senape|Antracite|Bordeaux|Celeste|Rosa|Sabbia",
    "Zwart|Marineblauw|Bosgroen|Gebroken wit|Mosterd|Antraciet|Bordeaux|Hemelsblauw|Roze|Zand",
)
MATERIALS: Words = (
    "100% merino wool|Oak and steel|Recycled polyester|Stainless steel|Cotton, 5% elastane|Bamboo",
    "100 % Merinowolle|Eiche und Stahl|Recyceltes Polyester|Edelstahl|Baumwolle, 5 % Elasthan",
    "100 % laine mérinos|Chêne et acier|Polyester recyclé|Inox|Coton, 5 % élasthanne",
    "100 % lana merina|Roble y acero|Poliéster reciclado|Acero inoxidable|Algodón, 5 % elastano",
    "100% lana merino|Rovere e acciaio|Poliestere riciclato|Acciaio inox|Cotone, 5% elastan",
    "100% merinowol|Eiken en staal|Gerecycled polyester|Roestvrij staal|Katoen, 5% elastaan",
)
STOCKS: Words = (
    "In stock|Only 3 left|Out of stock|Available|12 in stock|Sold out|Low stock|Back in 2 weeks",
    "Auf Lager|Nur noch 3 Stück|Nicht verfügbar|Sofort lieferbar|Ausverkauft|Wenige verfügbar",
    "En stock|Plus que 3 articles|Épuisé|Disponible|Rupture de stock|Sur commande",
    "En stock|Últimas 3 unidades|Agotado|Disponible|Sin existencias|Bajo pedido",
    "Disponibile|Ultimi 3 pezzi|Esaurito|In magazzino|Non disponibile|Su ordinazione",
    "Op voorraad|Nog 3 stuks|Uitverkocht|Leverbaar|Niet op voorraad|Beperkt leverbaar",
)
DELIVERIES: Words = (
    "2–3 working days|Tomorrow if ordered by 4pm|5-7 days|Ships within 24 hours|1 week|Next day",
    "2–3 Werktage|1-2 Tage|Morgen bei Bestellung bis 16 Uhr|ca. 1 Woche|innerhalb von 24 Stunden",
    "2 à 3 jours ouvrés|sous 48 h|Demain si commandé avant 16h|1 semaine|3-5 jours",
    "2-3 días laborables|24-48 horas|Mañana si pides antes de las 16 h|1 semana|5 a 7 días",
    "2-3 giorni lavorativi|24/48 ore|Domani se ordini entro le 16|1 settimana|5-7 giorni",
    "2-3 werkdagen|Morgen in huis|1 week|binnen 24 uur|Voor 22:00 besteld, morgen geleverd",
)
CATEGORIES: Words = (
    "Kitchen|Garden|Outdoor|Clothing|Electronics|Office|Sports|Home|Kids|Beauty|Tools|Travel",
    "Küche|Garten|Outdoor|Bekleidung|Elektronik|Büro|Sport|Wohnen|Kinder|Pflege|Werkzeug|Reise",
    "Cuisine|Jardin|Plein air|Vêtements|Électronique|Bureau|Sport|Maison|Enfants|Beauté|Outils",
    "Cocina|Jardín|Aire libre|Ropa|Electrónica|Oficina|Deporte|Hogar|Niños|Belleza|Viaje",
    "Cucina|Giardino|Outdoor|Abbigliamento|Elettronica|Ufficio|Sport|Casa|Bambini|Bellezza",
    "Keuken|Tuin|Buiten|Kleding|Elektronica|Kantoor|Sport|Wonen|Kinderen|Verzorging|Reizen",
)
CONDITIONS: Words = (
    "New|Used – good|Like new|For parts|Refurbished|Very good|Some wear|Mint",
    "Neu|Gebraucht – gut|Wie neu|Defekt|Generalüberholt|Sehr gut|Leichte Spuren",
    "Neuf|Bon état|Comme neuf|Pour pièces|Reconditionné|Très bon état",
    "Nuevo|Buen estado|Como nuevo|Para piezas|Reacondicionado|Muy bueno",
    "Nuovo|Usato – buono|Come nuovo|Per ricambi|Ricondizionato|Ottimo",
    "Nieuw|Gebruikt – goed|Zo goed als nieuw|Voor onderdelen|Refurbished",
)
_SAVE: Words = (
    "You save {}|Save {}%|-{}%",
    "Sie sparen {} %|-{}%",
    "Économisez {} %|-{}%",
    "Ahorras {} %|-{}%",
    "Risparmi {}%|-{}%",
    "Je bespaart {}%|-{}%",
)
_TAX: Words = (
    "incl. VAT|excl. tax|VAT included",
    "inkl. MwSt.|inkl. 19 % MwSt. zzgl. Versand",
    "TTC|TVA incluse",
    "IVA incluido|Impuestos incl.",
    "IVA inclusa",
    "incl. btw",
)


def goods(make: Make, coloured: bool = True) -> str:
    """Return the name of an article, mostly with a maker or a model, at times with a colour."""
    noun, name, other = values.word(make, GOODS), values.brand(make), values.model(make)
    colour = values.word(make, COLOURS)
    return str(
        make.pick(
            (
                f"{name} {noun} {other}", f"{noun} {other}", f"{name} {other} {noun}",
                f"{noun} „{other}“" if make.language == "de" else f"{noun} '{other}'",
                f"{name} {noun}", f"{noun} {other}{f', {colour}' if coloured else ''}",
                f"{noun} – {colour if coloured else name}",
            )
        )
    )  # fmt: skip


def picture(make: Make, name: str, key: str = "", alt: str = "") -> str:
    """Return a picture, its address marked with a key if there is one."""
    number, extension = make.random.randint(100, 9999), make.pick(("jpg", "webp", "png", "jpeg"))
    folder = make.pick(("/media", "/img/p", "https://cdn.shopimg.example", "/images", "../uploads"))
    address = f"{folder}/{values.slug(name)}-{number}.{extension}"
    address = make.mark(key, address) if key else address
    size = ' width="400" height="300"' if make.chance(0.3) else ""
    return f'<img src="{address}" alt="{alt}"{size}>'


def rating(make: Make) -> str:
    """Return an average rating as a number."""
    value = values.number(make, make.random.randint(28, 50) / 10, 1)
    return str(make.pick((value, value, f"{value}/5", f"{value} / 5")))


def price_block(make: Make, price: str, old: str, save: int) -> str:
    """Return the price of an article, its old price if it has one, in one of many forms."""
    new_label, old_label = PRICE.label(make), OLD_PRICE.label(make)
    note = f" {tag(make, 'small', 'tax', values.word(make, _TAX))}" if make.chance(0.4) else ""
    saved = ""
    if old and make.chance(0.5):
        saved = tag(make, "span", "badge", values.word(make, _SAVE).format(save))
    if not old:
        return str(
            make.pick(
                (
                    tag(make, "div", "product price", price) + note,
                    tag(make, "p", "price", f"{new_label}: {price}{note}"),
                    tag(make, "span", "price current", price, 'id="price"') + note,
                    f"<div><span>{new_label}</span> <strong>{price}</strong>{note}</div>",
                    tag(make, "h2", "price", price),
                )
            )
        )
    return str(
        make.pick(
            (
                tag(make, "p", "price", f"<del>{old}</del> <ins>{price}</ins>{note}") + saved,
                tag(make, "p", "price", f"<ins>{price}</ins> <del>{old}</del>{note}") + saved,
                tag(make, "div", "price current", price)
                + tag(make, "div", "price old", f"{old_label} {old}")
                + saved,
                f"<div>{old_label} <s>{old}</s> {new_label} <b>{price}</b> {saved}{note}</div>",
                tag(make, "div", "price", f"{new_label}: {price} ({old_label}: {old}){note}"),
                tag(make, "span", "price sale", price)
                + " "
                + tag(make, "span", "price strike", old)
                + saved,
                f"<p>{old_label}: {old}</p>\n<p>{new_label}: <strong>{price}</strong>{note}</p>",
                f'<span class="sr-only">{old_label}</span> <s>{old}</s> '
                f'<span class="sr-only">{new_label}</span> <span>{price}</span>{saved}',
            )
        )
    )


def other_goods(make: Make, money: Callable[[float], str], count: int) -> list[dict[str, str]]:
    """Return cards of other articles, for sections beside the matter of a page."""
    items = []
    with_picture, with_rating = make.chance(0.6), make.chance(0.4)
    for _ in range(count):
        name = goods(make)
        item = {
            "name": name,
            "price": money(values.amount(make, 5, 900)),
            "link": f"/p/{values.slug(name)}",
        }
        if with_picture:
            item["image"] = picture(make, name)
        if with_rating:
            item["rating"] = icon(make, "Rating", "star") + " " + rating(make)
        items.append(item)
    return items
