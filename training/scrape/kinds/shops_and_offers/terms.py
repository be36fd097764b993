"""Names of properties as pages label them and as people ask for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from training.scrape.kinds.shops_and_offers.values import Words, options, word
from training.scrape.make import LANGUAGES, Make


@dataclass(frozen=True)
class Term:
    """A property: its labels, its plural by language, and English prompts beside the labels.

    A label after "~" is one that pages show but nobody asks with, such as "Was" for an old price.
    """

    labels: Words
    plural: Words | None = None
    asked: str = ""

    def label(self, make: Make) -> str:
        """Return a label in the page's language."""
        return word(make, self.labels).lstrip("~")

    def names(self, language: str) -> list[str]:
        """Return the labels with which people ask for it."""
        return [_low(language, one) for one in options(self.labels, language) if one[0] != "~"]


_ALL: Words = (
    "all {}|list of {}|list of all {}|{} on this page|get all the {}|extract all {}|the {}",
    "alle {}|Liste der {}",
    "tous les {}|liste des {}",
    "todos los {}|lista de {}",
    "tutti i {}|elenco dei {}",
    "alle {}|lijst van {}",
)
_COLUMN: Words = (
    "{} of all|all values of {}|{} for each one|{} column|column {}|{} of every row",
    "Spalte {}|{} von allen",
    "colonne {}|{} pour tous",
    "columna {}|{} de todos",
    "colonna {}|{} di tutti",
    "kolom {}|{} van alle",
)
_OF: Words = (
    "{t} of {n}|{n} {t}|what is the {t} of {n}|{t} for {n}|{n}: {t}|the {t} of the {n}|{t} ({n})",
    "{t} von {n}|{t} {n}|{n} {t}",
    "{t} de {n}|{t} {n}|{n} : {t}",
    "{t} de {n}|{t} {n}|{n}: {t}",
    "{t} di {n}|{t} {n}|{n}: {t}",
    "{t} van {n}|{t} {n}|{n} {t}",
)
_WHOLE = (
    "{t}|the {t}|what is the {t}|get the {t}|{t}?|{thing} {t}|{t} of the {thing}|the {thing}'s {t}"
    "|{t} of this {thing}"
)


def _low(language: str, text: str) -> str:
    keep = language == "de" or text[1:] != text[1:].lower()
    return text if keep else text[:1].lower() + text[1:]


def _fitted(form: str, label: str, **names: str) -> str:
    """Return an English or other wording; "what are" for labels that look like plurals."""
    if label.endswith("s") and not label.endswith("ss"):
        form = form.replace("what is the", "what are the")
    return form.format(t=label, **names)


def _several(make: Make, texts: Sequence[str], least: int, most: int) -> list[str]:
    distinct = list(dict.fromkeys(texts))
    return make.some(distinct, least, most)


def ask(make: Make, key: str, term: Term, thing: str = "", asked: str = "") -> None:
    """Ask for the one value of a property, of a thing that English wordings name."""
    prompts = {}
    for language in LANGUAGES:
        labels = term.names(language)
        if language == "en":
            forms = [one for one in _WHOLE.split("|") if thing or "{thing}" not in one]
            templates = [_fitted(form, label, thing=thing) for label in labels for form in forms]
            own = [one for one in f"{term.asked}|{asked}".split("|") if one]
            wordings = labels[:3] + _several(make, own, 1, 4) + _several(make, templates, 2, 4)
            prompts[language] = list(dict.fromkeys(wordings))[:8]
        else:
            prompts[language] = labels[:4]
    make.ask(key, many=False, **prompts)


def ask_all(make: Make, key: str, term: Term, thing: str = "", asked: str = "") -> None:
    """Ask for the values of a property of all things on the page, in singular and plural too."""
    prompts = {}
    for language in LANGUAGES:
        labels = term.names(language)
        plurals = labels
        if term.plural:
            plurals = [_low(language, one) for one in options(term.plural, language)]
        forms = options(_ALL if term.plural else _COLUMN, language)
        whole = [form.format(one) for one in plurals for form in forms]
        wordings = labels[:1] + plurals[:2]
        if language == "en":
            if thing:
                whole += [f"{thing} {one}" for one in (*labels, *plurals) if thing not in one]
                whole += [f"{one} of all {thing}s" for one in plurals if thing not in one]
            wordings += [one for one in asked.split("|") if one]
            wordings = [*wordings[:5], *_several(make, whole, 3, 4)]
            prompts[language] = list(dict.fromkeys(wordings))[:8]
        else:
            wordings += whole[:2]
            prompts[language] = list(dict.fromkeys(wordings))[:4]
    make.ask(key, many=True, **prompts)


def ask_of(
    make: Make, key: str, term: Term, name: str, asked: str = "", many: bool = False
) -> None:
    """Ask for a property of one thing that is called by its name; `asked` may have {n} for it."""
    prompts = {}
    for language in LANGUAGES:
        labels = term.names(language)
        if many and term.plural:
            labels = [_low(language, one) for one in options(term.plural, language)]
        texts = [
            _fitted(form, label, n=name) for label in labels for form in options(_OF, language)
        ]
        own = [one.format(n=name) for one in asked.split("|") if one]
        if language == "en":
            prompts[language] = _several(make, own, 1, 3) + _several(make, texts, 4, 5)
        else:
            prompts[language] = _several(make, texts, 2, 3)
    make.ask(key, many=many, **prompts)


NAME = Term(
    ("Name|Title", "Name|Bezeichnung", "Nom", "Nombre", "Nome", "Naam"),
    ("names|titles", "Namen|Bezeichnungen", "noms", "nombres", "nomi", "namen"),
    "what is it called|heading|headline",
)
PRICE = Term(
    (
        "Price|~Our price|~Now",
        "Preis|~Unser Preis",
        "Prix|~Notre prix",
        "Precio",
        "Prezzo",
        "Prijs",
    ),
    ("prices", "Preise", "prix", "precios", "prezzi", "prijzen"),
    "how much does it cost|how much is it|cost|current price|price now|what does it cost",
)
OLD_PRICE = Term(
    (
        "~Was|RRP|List price|Regular price|Original price",
        "UVP|~Statt|Alter Preis|~Bisher",
        "Prix conseillé|Ancien prix|~Au lieu de",
        "PVP|Precio anterior|~Antes",
        "Prezzo di listino|Prezzo precedente|~Invece di",
        "Adviesprijs|Oude prijs|~Van",
    ),
    ("old prices|original prices|regular prices", "alte Preise", "anciens prix",
     "precios anteriores", "prezzi precedenti", "oude prijzen"),
    "old price|price before the discount|previous price|crossed out price|price before",
)  # fmt: skip
RATING = Term(
    ("Rating|Customer rating|Score", "Bewertung", "Note|Évaluation", "Valoración|Puntuación",
     "Valutazione|Voto", "Beoordeling|Score"),
    ("ratings|scores", "Bewertungen", "notes", "valoraciones", "valutazioni", "beoordelingen"),
    "stars|average rating|how is it rated|review score",
)  # fmt: skip
REVIEWS = Term(
    ("Reviews|Number of reviews|Ratings", "Anzahl Bewertungen|Rezensionen", "Nombre d'avis|Avis",
     "Número de opiniones|Opiniones", "Numero di recensioni|Recensioni",
     "Aantal beoordelingen|Aantal reviews"),
    ("review counts|numbers of reviews", "Anzahl der Bewertungen", "nombres d'avis",
     "números de opiniones", "numeri di recensioni", "aantallen reviews"),
    "how many reviews|review count|number of ratings",
)  # fmt: skip
STOCK = Term(
    ("Availability|Stock|~In stock?", "Verfügbarkeit|Lagerbestand", "Disponibilité|Stock",
     "Disponibilidad|Existencias", "Disponibilità", "Beschikbaarheid|Voorraad"),
    ("availability", "Verfügbarkeiten", "disponibilités", "disponibilidades", "disponibilità",
     "beschikbaarheid"),
    "is it in stock|stock status|is it available|available",
)  # fmt: skip
BRAND = Term(
    ("Brand|Manufacturer|Make", "Marke|Hersteller", "Marque|Fabricant", "Marca|Fabricante",
     "Marca|Produttore", "Merk|Fabrikant"),
    ("brands|manufacturers", "Marken|Hersteller", "marques", "marcas", "marche", "merken"),
    "who makes it|maker|manufacturer",
)  # fmt: skip
COLOUR = Term(
    ("Colour|Color", "Farbe", "Couleur|Coloris", "Color", "Colore", "Kleur"),
    ("colours|colors", "Farben", "couleurs", "colores", "colori", "kleuren"),
    "what colour is it|which color",
)
SIZE = Term(
    ("Size|Sizes", "Größe|Größen", "Taille|Tailles", "Talla|Tallas", "Taglia|Taglie",
     "Maat|Maten"),
    ("sizes|available sizes", "Größen", "tailles", "tallas", "taglie", "maten"),
)  # fmt: skip
SKU = Term(
    ("SKU|Item no.|Article number|Product code", "Artikelnummer|Art.-Nr.|Bestellnummer",
     "Référence|Réf.", "Referencia|Ref.", "Codice articolo|Cod.", "Artikelnummer|Art.nr."),
    None,
    "article number|product number|item number|product code",
)  # fmt: skip
EAN = Term(
    ("EAN|GTIN|Barcode|UPC", "EAN|GTIN", "EAN|Code-barres", "EAN|Código de barras",
     "EAN|Codice a barre", "EAN|Streepjescode"),
    None,
    "barcode|EAN code|EAN number",
)  # fmt: skip
DELIVERY = Term(
    ("Delivery|Delivery time|Shipping time|~Dispatch", "Lieferzeit|Lieferung", "Livraison|Délai",
     "Entrega|Plazo de entrega", "Consegna|Tempi di consegna", "Levertijd|Levering"),
    None,
    "when will it arrive|how long does delivery take|shipping time|delivery time",
)  # fmt: skip
SHIPPING = Term(
    ("Shipping|Shipping cost|Postage|Delivery charge", "Versand|Versandkosten",
     "Frais de port|Livraison", "Gastos de envío|Envío", "Spese di spedizione|Spedizione",
     "Verzendkosten|Verzending"),
    None,
    "shipping costs|delivery fee|how much is shipping",
)  # fmt: skip
MATERIAL = Term(
    ("Material|Composition", "Material", "Matière|Composition", "Material|Composición",
     "Materiale|Composizione", "Materiaal"),
    ("materials", "Materialien", "matières", "materiales", "materiali", "materialen"),
    "what is it made of",
)  # fmt: skip
WEIGHT = Term(
    ("Weight", "Gewicht", "Poids", "Peso", "Peso", "Gewicht"),
    ("weights", "Gewichte", "poids", "pesos", "pesi", "gewichten"),
    "how heavy is it|how much does it weigh",
)
SIZES = Term(
    ("Dimensions|Measurements|~Size (W x H x D)", "Maße|Abmessungen", "Dimensions",
     "Dimensiones|Medidas", "Dimensioni|Misure", "Afmetingen|Maten"),
    ("dimensions", "Maße", "dimensions", "dimensiones", "dimensioni", "afmetingen"),
    "how big is it|measurements",
)  # fmt: skip
WARRANTY = Term(
    ("Warranty|Guarantee", "Garantie|Gewährleistung", "Garantie", "Garantía", "Garanzia",
     "Garantie"),
    ("warranties", "Garantien", "garanties", "garantías", "garanzie", "garanties"),
    "how long is the warranty|guarantee period",
)  # fmt: skip
CATEGORY = Term(
    ("Category|Department|Section", "Kategorie|Rubrik", "Catégorie|Rubrique", "Categoría|Sección",
     "Categoria|Reparto", "Categorie|Rubriek"),
    ("categories", "Kategorien", "catégories", "categorías", "categorie", "categorieën"),
)  # fmt: skip
DESCRIPTION = Term(
    ("Description|~About this item|~Details|Summary", "Beschreibung|Produktbeschreibung",
     "Description|Descriptif", "Descripción", "Descrizione", "Beschrijving|Omschrijving"),
    ("descriptions|summaries", "Beschreibungen", "descriptions", "descripciones", "descrizioni",
     "beschrijvingen"),
    "describe it|description text|about",
)  # fmt: skip
LINK = Term(
    ("Link|URL", "Link|Adresse", "Lien|URL", "Enlace|URL", "Link|Collegamento", "Link|URL"),
    ("links|urls|link addresses", "Links", "liens", "enlaces", "link", "links"),
    "link address|url|href",
)
IMAGE = Term(
    ("Picture|Image|Photo", "Bild|Foto", "Photo|Image", "Foto|Imagen", "Foto|Immagine",
     "Foto|Afbeelding"),
    ("pictures|images|photos|image urls", "Bilder|Fotos", "photos|images", "fotos|imágenes",
     "foto|immagini", "foto's|afbeeldingen"),
    "image url|picture address|address of the picture|photo url",
)  # fmt: skip
PLACE = Term(
    ("Location|Place|City", "Ort|Standort", "Lieu|Ville|Localisation", "Ubicación|Lugar|Ciudad",
     "Località|Luogo|Città", "Locatie|Plaats"),
    ("locations|places|cities", "Orte|Standorte", "lieux|villes", "ubicaciones|lugares",
     "località|luoghi", "locaties|plaatsen"),
    "where is it|where|town",
)  # fmt: skip
SELLER = Term(
    ("Seller|~Sold by|Vendor", "Verkäufer|~Verkauf durch|Anbieter", "Vendeur|~Vendu par",
     "Vendedor|~Vendido por", "Venditore|~Venduto da", "Verkoper|~Verkocht door"),
    ("sellers|vendors", "Verkäufer", "vendeurs", "vendedores", "venditori", "verkopers"),
    "who sells it|who is selling this|seller name|name of the seller",
)  # fmt: skip
PUBLISHED = Term(
    ("~Posted|Date|Published|~Listed on", "~Eingestellt am|Datum|~Online seit", "~Publié le|Date",
     "~Publicado|Fecha", "~Pubblicato il|Data", "~Geplaatst op|Datum"),
    ("dates", "Daten", "dates", "fechas", "date", "data"),
    "when was it posted|date posted|publication date",
)  # fmt: skip
PHONE = Term(
    ("Phone|Telephone|Tel.|~Call", "Telefon|Tel.", "Téléphone|Tél.", "Teléfono|Tel.",
     "Telefono|Tel.", "Telefoon|Tel."),
    ("phone numbers|telephone numbers", "Telefonnummern", "numéros de téléphone",
     "números de teléfono", "numeri di telefono", "telefoonnummers"),
    "phone number|telephone number|what number do I call",
)  # fmt: skip
ADDRESS = Term(
    ("Address", "Adresse|Anschrift", "Adresse", "Dirección", "Indirizzo", "Adres"),
    ("addresses", "Adressen", "adresses", "direcciones", "indirizzi", "adressen"),
    "full address|where is it|street address",
)
QUANTITY = Term(
    ("Qty|Quantity", "Menge|Anzahl", "Quantité|Qté", "Cantidad|Cant.", "Quantità|Q.tà", "Aantal"),
    ("quantities", "Mengen", "quantités", "cantidades", "quantità", "aantallen"),
    "how many|number of pieces",
)
TOTAL = Term(
    ("Total|Grand total|Order total|Total amount", "Gesamtsumme|Gesamtbetrag|Summe",
     "Total|Total TTC|Montant total", "Total|Importe total", "Totale|Totale ordine",
     "Totaal|Totaalbedrag"),
    None,
    "how much in total|total price|amount to pay|sum",
)  # fmt: skip
VIDEO = Term(("Video", "Video", "Vidéo", "Vídeo", "Video", "Video"), None, "link to the video")
EMAIL = Term(
    ("Email|E-mail address", "E-Mail|E-Mail-Adresse", "E-mail|Courriel", "Correo electrónico",
     "Email|Posta elettronica", "E-mail|E-mailadres"),
    None,
    "email address|mail|contact email",
)  # fmt: skip
ISBN = Term(
    ("ISBN|ISBN-13", "ISBN", "ISBN", "ISBN", "ISBN", "ISBN"), None, "ISBN number|book number"
)
AUTHOR = Term(
    ("Author|~Written by", "Autor|Autorin", "Auteur|Autrice", "Autor|Autora", "Autore|Autrice",
     "Auteur|Schrijver"),
    ("authors", "Autoren", "auteurs", "autores", "autori", "auteurs"),
    "who wrote this|name of the author",
)  # fmt: skip


def limit(make: Make, most: int) -> None:
    """Leave a chance few of the questions, without wordings that fit two of them."""
    times: Counter[tuple[str, str]] = Counter()
    for question in make.questions:
        for language, prompts in question.prompts.items():
            times.update({(language, prompt.casefold()) for prompt in prompts})
    for question in make.questions:
        for language, prompts in question.prompts.items():
            clear = [prompt for prompt in prompts if times[language, prompt.casefold()] == 1]
            question.prompts[language] = clear
    clear_questions = [question for question in make.questions if question.prompts["en"]]
    order = sorted(make.some(range(len(clear_questions)), most, most))
    make.questions[:] = [clear_questions[place] for place in order]


def finish(make: Make, most: int, *absent: Term) -> None:
    """Leave a few of the questions, and ask for one or two properties that the page lacks."""
    wordings = {
        prompt.casefold()
        for question in make.questions
        for prompts in question.prompts.values()
        for prompt in prompts
    }
    limit(make, most)
    count = len(make.questions)
    for number, term in enumerate(make.some(absent, 1, 2)):
        ask(make, f"absent {number}", term)
    for question in make.questions[count:]:
        for language, prompts in question.prompts.items():
            clear = [prompt for prompt in prompts if prompt.casefold() not in wordings]
            question.prompts[language] = clear
            wordings.update(prompt.casefold() for prompt in clear)
    make.questions[count:] = [one for one in make.questions[count:] if one.prompts["en"]]
