"""Values for generated pages by language: people, places, prices, dates, phones and sentences."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from training.scrape.make import LANGUAGES, Make

#: One wording a language, in the order of `LANGUAGES`; alternatives are separated by "|".
Words = tuple[str, str, str, str, str, str]

_FIRST: Words = (
    "Emma|Oliver|Amara|Jack|Priya|Sophie|Liam|Grace|Noah|Hannah|Marcus|Chloe|Ethan|Zoe|Owen|Ruth",
    "Anna|Lukas|Jonas|Lena|Miriam|Felix|Katrin|Jürgen|Stefan|Ayşe|Heike|Tobias|Birgit|Moritz",
    "Camille|Hugo|Léa|Antoine|Manon|Julien|Chloé|Mathieu|Inès|Thierry|Sylvie|Bastien|Élodie",
    "Lucía|Javier|Marta|Diego|Carmen|Pablo|Sofía|Álvaro|Elena|Íñigo|Rocío|Mateo|Nuria|Andrés",
    "Giulia|Marco|Chiara|Luca|Francesca|Davide|Elisa|Matteo|Paola|Simone|Ilaria|Andrea|Nicola",
    "Sanne|Daan|Lotte|Bram|Femke|Thijs|Marieke|Sjoerd|Eva|Joost|Anouk|Ruben|Ilse|Willem",
)
_LAST: Words = (
    "Carter|Okafor|Bennett|Walsh|Sharma|Hughes|Nguyen|Foster|Reid|Turner|Pike|Mercer|Lindqvist",
    "Brandt|Schröder|Keller|Vogel|Yılmaz|Hartmann|Lorenz|Pfeiffer|Busch|Seidel|Thoma|Arnold",
    "Moreau|Lefèvre|Girard|Rousseau|Marchand|Bonnet|Diallo|Perrin|Chevalier|Fabre|Aubert",
    "Navarro|Ibáñez|Romero|Castillo|Vidal|Herrera|Molina|Aguirre|Cano|Serrano|Ortega|Peña",
    "Ferrari|Conti|Marino|Greco|Lombardi|Rinaldi|Bruno|Galli|De Luca|Moretti|Fontana|Sala",
    "de Vries|Bakker|Visser|Smit|van Dijk|Mulder|Hoekstra|Jansen|Postma|van den Berg|Kuipers",
)
_CITIES: Words = (
    "Leeds|Portland|Bristol|Austin|Galway|Halifax|Perth|Denver|Norwich|Boise|Cardiff|Madison",
    "Leipzig|Bremen|Graz|Freiburg|Münster|Luzern|Kassel|Rostock|Ulm|Linz|Trier|Jena|Potsdam",
    "Lyon|Nantes|Rennes|Liège|Grenoble|Dijon|Bordeaux|Annecy|Tours|Brest|Lausanne|Metz",
    "Valencia|Bilbao|Sevilla|Málaga|Zaragoza|Rosario|Puebla|Granada|Vigo|Cádiz|Girona",
    "Bologna|Torino|Verona|Bari|Trieste|Parma|Lecce|Pisa|Genova|Modena|Udine|Siena",
    "Utrecht|Groningen|Leiden|Haarlem|Gent|Breda|Zwolle|Delft|Arnhem|Nijmegen|Brugge",
)
_STREETS: Words = (
    "Mill Lane|Harbour Road|Oak Street|Station Road|Elm Avenue|Kingsway|Pine Court|Bridge Street",
    "Lindenstraße|Bahnhofstr.|Am Markt|Goethestraße|Mühlenweg|Hafengasse|Schulstraße|Ringstraße",
    "rue des Lilas|avenue Victor Hugo|rue du Moulin|place de la Gare|boulevard Carnot|rue Pasteur",
    "Calle Mayor|Avenida del Puerto|Calle de la Luna|Plaza Nueva|Calle San Juan|Paseo del Río",
    "Via Garibaldi|Corso Italia|Via dei Mille|Piazza San Marco|Via Roma|Viale Verdi|Via Dante",
    "Kerkstraat|Dorpsweg|Oudegracht|Stationsplein|Molenlaan|Prinsengracht|Havenkade|Nieuwstraat",
)
_PHONES: Words = (
    "(#&&) &&#-0###|+44 20 7&## ####|0&&& &## ####|&##-555-0###|+1 &##.&##.####|+353 1 &## ####",
    "0&# / &#####|+49 (0)&# &######|0&##-&######|+43 1 &## ## ##|0&## &## &# ##|04& &## ## ##",
    "0& ## ## ## ##|+33 & ## ## ## ##|0&.##.##.##.##|+32 & &## ## ##",
    "9&& ## ## ##|+34 9&& ### ###|+52 && #### ####|6&& ### ###",
    "0& &#######|+39 0&& &#####|0&&-&#####|+39 3&& ### ####",
    "0&#-&######|+31 &# &## ## ##|06 &### ####|+32 & &## ## ##",
)
_POSTCODES: Words = (
    "LS& #QA|&####|BS& #TU|D0& XK##",
    "&####",
    "&####",
    "&####",
    "&####",
    "&### XB",
)
_PRICES: Words = (
    "${}|£{}|€{}|${}|£{}|US$ {}|{} USD|CHF {}|₹{}|AU${}|€ {}|{} kr",
    "{} €|{}&nbsp;€|€ {}|{} EUR|EUR {}|CHF {}|{}€|Fr. {}",
    "{} €|{}&nbsp;€|{}€|{} EUR|CHF {}|{} $ CA",
    "{} €|{}€|$ {}|${} MXN|{} euros|S/ {}|{}&nbsp;€",
    "{} €|€ {}|€{}|{}&nbsp;€|EUR {}|{} euro",
    "€ {}|€{}|€&nbsp;{}|{} euro|EUR {}",
)
_DATES: Words = (
    "{month} {d}, {y}|{d} {month} {y}|{mon} {d}, {y}|{d} {mon} {y}|{dd}/{mm}/{y}|{y}-{mm}-{dd}"
    "|{mon} {dd} {y}",
    "{d}. {month} {y}|{dd}.{mm}.{y}|{d}.{m}.{y}|{d}. {mon}. {y}|{y}-{mm}-{dd}",
    "{d} {month} {y}|{dd}/{mm}/{y}|le {d} {month} {y}|{dd}.{mm}.{y}",
    "{d} de {month} de {y}|{dd}/{mm}/{y}|{d} {mon} {y}|{dd}-{mm}-{y}",
    "{d} {month} {y}|{dd}/{mm}/{y}|{d} {mon} {y}|{dd}.{mm}.{y}",
    "{d} {month} {y}|{dd}-{mm}-{y}|{d} {mon}. {y}|{dd}/{mm}/{y}",
)
MONTHS: Words = (
    "January|February|March|April|May|June|July|August|September|October|November|December",
    "Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember",
    "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
    "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
    "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre",
    "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december",
)
_AGO: Words = (
    "{} days ago|{}d ago|{} hours ago",
    "vor {} Tagen|vor {} Stunden",
    "il y a {} jours|il y a {} h",
    "hace {} días|hace {} horas",
    "{} giorni fa|{} ore fa",
    "{} dagen geleden|{} uur geleden",
)
_OPENINGS: Words = (
    "Carefully made for everyday use|A favourite of our customers for years|Light, sturdy and quiet"
    "|Everything you need for a good start|Designed in a small team of six|Simple to set up",
    "Sorgfältig gefertigt für jeden Tag|Seit Jahren beliebt bei unseren Kunden|Leicht und robust"
    "|Alles, was man für den Anfang braucht|Von einem kleinen Team entwickelt",
    "Conçu avec soin pour tous les jours|Apprécié de nos clients depuis des années|Léger et solide"
    "|Tout ce qu'il faut pour bien commencer|Imaginé par une petite équipe",
    "Hecho con cuidado para el día a día|El favorito de nuestros clientes|Ligero y resistente"
    "|Todo lo necesario para empezar|Diseñado por un equipo pequeño",
    "Realizzato con cura per ogni giorno|Amato dai nostri clienti da anni|Leggero e robusto"
    "|Tutto il necessario per iniziare|Progettato da un piccolo gruppo",
    "Met zorg gemaakt voor elke dag|Al jaren geliefd bij onze klanten|Licht en stevig"
    "|Alles wat je nodig hebt om te beginnen|Ontworpen door een klein team",
)
_ENDINGS: Words = (
    "and ready when you are|with parts that can be replaced|at home, at work and on the road"
    "|without any surprises|because details matter|with a view to the years ahead",
    "und sofort einsatzbereit|mit austauschbaren Teilen|zu Hause und unterwegs"
    "|ohne böse Überraschung|weil es auf Details ankommt",
    "et prêt à l'emploi|avec des pièces remplaçables|à la maison comme en voyage"
    "|sans mauvaise surprise|car chaque détail compte",
    "y listo para usar|con piezas que se pueden cambiar|en casa y de viaje|sin sorpresas"
    "|porque los detalles importan",
    "e pronto all'uso|con parti sostituibili|a casa e in viaggio|senza sorprese"
    "|perché i dettagli contano",
    "en klaar voor gebruik|met vervangbare onderdelen|thuis en onderweg|zonder verrassingen"
    "|omdat details ertoe doen",
)
_SYLLABLES = (
    "Nor|Vel|Kar|Lum|Tas|Bri|Hol|Mar|Zen|Ori|Pal|Ster|Quin|Aro|Fen|Del|Sol|Wex|Cor|Ina",
    "do|via|tek|sen|ra|wick|bo|lux|mont|dale|kon|ly|stad|nova|vo|ria|berg|mo|leaf|port",
)
_MODELS = "Alto|Pro|Lite|Classic|Max|Neo|Urban|Trail|Mini|Plus|One|Sport|Prime|Air|Terra|Duo"


def options(words: Words, language: str) -> list[str]:
    """Return the alternatives of a language."""
    return words[LANGUAGES.index(language)].split("|")


def word(make: Make, words: Words) -> str:
    """Return one alternative in the page's language."""
    return str(make.pick(options(words, make.language)))


def fill(make: Make, pattern: str) -> str:
    """Return a pattern with digits for # (0 to 9) and & (1 to 9)."""
    return "".join(
        str(make.random.randint(0, 9))
        if sign == "#"
        else str(make.random.randint(1, 9))
        if sign == "&"
        else sign
        for sign in pattern
    )


def person(make: Make) -> str:
    """Return a name such as people of the page's language have."""
    return f"{word(make, _FIRST)} {word(make, _LAST)}"


def nickname(make: Make) -> str:
    """Return a name as users of a site give themselves."""
    first = word(make, _FIRST)
    return str(
        make.pick(
            (
                first,
                f"{first} {word(make, _LAST)[0]}.",
                f"{first.lower()}_{make.random.randint(2, 99)}",
                f"{first}{make.random.randint(60, 2010)}",
            )
        )
    )


def city(make: Make) -> str:
    """Return a city."""
    return word(make, _CITIES)


def cities(make: Make, count: int) -> list[str]:
    """Return different cities."""
    return make.some(options(_CITIES, make.language), count, count)


def phone(make: Make) -> str:
    """Return a phone number in a usual form of the language's countries."""
    return fill(make, word(make, _PHONES))


def address(make: Make, separator: str = ", ") -> str:
    """Return street and city, with postcode."""
    number = make.random.randint(1, 180)
    street, place, code = word(make, _STREETS), city(make), fill(make, word(make, _POSTCODES))
    first = f"{number} {street}" if make.language in ("en", "fr") else f"{street} {number}"
    return first + separator + (f"{place} {code}" if make.language == "en" else f"{code} {place}")


def brand(make: Make) -> str:
    """Return an invented name of a maker, shop or site."""
    return "".join(make.pick(part.split("|")) for part in _SYLLABLES)


def model(make: Make) -> str:
    """Return an invented name of a model."""
    name = make.pick(_MODELS.split("|"))
    number = make.random.randint(2, 19)
    return str(
        make.pick(
            (
                name,
                f"{name} {number}",
                f"{make.pick('ABEGKMRTXZ')}{number * 10}",
                f"{make.pick('CDLPSVX')}-{number}{make.pick(('', '00', ' ' + name))}",
            )
        )
    )


def number(make: Make, value: float, decimals: int = 0) -> str:
    """Return a number with the separators of the language."""
    text = f"{value:,.{decimals}f}"
    if make.language == "en":
        return text
    thousands = " " if make.language == "fr" else "."
    return text.replace(",", "\0").replace(".", ",").replace("\0", thousands)


def prices(make: Make) -> Callable[[float], str]:
    """Return how this page writes prices."""
    pattern = word(make, _PRICES)
    form = make.pick(("two", "two", "two", "short", "whole", "dash"))
    if make.chance(0.06) and pattern[0] != "{":
        currency, after = pattern.split("{}")
        pattern = f"<span>{currency.strip()}</span> {{}}{after}"
    if form == "dash" and make.language not in ("de", "nl"):
        form = "short"

    def write(value: float) -> str:
        whole = value == int(value)
        if form == "whole" or (form == "short" and whole):
            return pattern.format(number(make, value))
        if form == "dash" and whole:
            return pattern.format(number(make, value) + ",-")
        return pattern.format(number(make, value, 2))

    return write


def amount(make: Make, low: float, high: float) -> float:
    """Return an amount of money as shops like them."""
    value = make.random.uniform(low, high)
    if value > 3000:
        return float(round(value, -2))
    if value > 300:
        return float(round(value, -1) - make.pick((0, 1, 1)))
    return int(value) + float(make.pick((0, 0, 0.99, 0.95, 0.5, 0.9)))


def day(make: Make, first: int = 2019, last: int = 2027) -> date:
    """Return a day of some years."""
    span = (date(last, 12, 31) - date(first, 1, 1)).days
    return date(first, 1, 1) + timedelta(make.random.randint(0, span))


def dates(make: Make) -> Callable[[date], str]:
    """Return how this page writes dates."""
    pattern = word(make, _DATES)
    months = options(MONTHS, make.language)

    def write(value: date) -> str:
        month = months[value.month - 1]
        return pattern.format(
            d=value.day,
            dd=f"{value.day:02}",
            m=value.month,
            mm=f"{value.month:02}",
            y=value.year,
            month=month,
            mon=month[:3],
        )

    return write


def ago(make: Make) -> str:
    """Return a time as "3 days ago"."""
    return word(make, _AGO).format(make.random.randint(2, 27))


def sentence(make: Make) -> str:
    """Return a sentence of praise that fits nearly anything."""
    return f"{word(make, _OPENINGS)} {word(make, _ENDINGS)}."


def prose(make: Make, least: int = 1, most: int = 3) -> str:
    """Return a few sentences."""
    return " ".join(sentence(make) for _ in range(make.random.randint(least, most)))


def slug(text: str) -> str:
    """Return a text as it looks in an address."""
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in text.lower())
    return "-".join(part for part in plain.split("-") if part)
