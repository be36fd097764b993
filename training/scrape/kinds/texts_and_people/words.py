"""Names, places, dates, phone numbers and addresses in six languages, for generated pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date, timedelta
from html import unescape
from typing import Any

from training.scrape.make import LANGUAGES, Make


def words(text: str) -> list[str]:
    """Return the words or phrases of a list that commas separate."""
    return text.split(", ")


FIRST = {
    "en": words(
        "Emma, Oliver, Grace, Thomas, Hannah, Samuel, Priya, Marcus, Ruth, Aaron, Leila, Owen, "
        "Charlotte, Desmond, Fiona, Kwame, Nadia, Patrick, Joyce, Trevor, Alice, Wei, Rosa, Glenn"
    ),
    "de": words(
        "Anna, Lukas, Katharina, Jürgen, Sabine, Felix, Miriam, Holger, Ute, Jonas, Birgit, Emre, "
        "Annegret, Florian, Heike, Matthias, Leonie, Stefan, Ayşe, Klaus, Franziska, Björn, Elif"
    ),
    "fr": words(
        "Camille, Julien, Élodie, Antoine, Sophie, Mathieu, Inès, Guillaume, Chloé, Jean-Luc, "
        "Aurélie, Benoît, Nathalie, Karim, Hélène, Xavier, Margaux, Olivier, Fatou, Pascal, Anaïs"
    ),
    "es": words(
        "Lucía, Javier, Carmen, Álvaro, Pilar, Sergio, Marta, Ignacio, Beatriz, Rubén, Elena, "
        "Gonzalo, Nuria, Andrés, Rocío, Jorge, Montserrat, Iván, Paloma, Diego, Inmaculada, Raúl"
    ),
    "it": words(
        "Giulia, Marco, Chiara, Lorenzo, Francesca, Davide, Silvia, Matteo, Elisa, Giorgio, "
        "Ilaria, Salvatore, Paola, Riccardo, Martina, Enzo, Valeria, Tommaso, Nicoletta, Fabio"
    ),
    "nl": words(
        "Sanne, Daan, Femke, Joost, Marloes, Bram, Lotte, Ruben, Anouk, Pieter, Ingrid, Thijs, "
        "Mirjam, Wouter, Fleur, Jeroen, Esther, Koen, Yasmina, Gijs, Annelies, Sjoerd, Nienke"
    ),
}
LAST = {
    "en": words(
        "Whitfield, Okafor, Baker, Lindqvist, Patel, Harrington, O'Brien, Castle, Nguyen, Moore, "
        "Pemberton, Sinclair, Delgado, Ashworth, Kim, Abernathy, Fletcher, Goldberg, Price, Stone"
    ),
    "de": words(
        "Hoffmann, Brandt, Özdemir, Krüger, Vogel, Schäfer, Lindner, Neumann, Pohl, Riedel, "
        "Baumgartner, Wolff, Kowalski, Engelhardt, Busch, Steinmetz, von Arnim, Huber, Seidel"
    ),
    "fr": words(
        "Lefèvre, Moreau, Girard, Benali, Fontaine, Roussel, Mercier, Dupuis, Chevalier, Garnier, "
        "Le Goff, Barbier, Diallo, Perrot, Marchand, Renaud, de Villiers, Colin, Besson, Picard"
    ),
    "es": words(
        "García Romero, Navarro, Iglesias, Ortega Ruiz, Vidal, Serrano, Castillo, Fuentes, Molina, "
        "Aguirre, Prieto, Domínguez, Santos Gil, Herrera, Cano, Ibáñez, Rojas, Pascual, Soler"
    ),
    "it": words(
        "Ricci, Ferrara, Colombo, De Luca, Gallo, Marchetti, Bianchi, Moretti, Esposito, Conti, "
        "Rinaldi, Caruso, Fabbri, D'Angelo, Pellegrini, Sartori, Villa, Barone, Longo, Greco"
    ),
    "nl": words(
        "de Vries, Bakker, van den Berg, Visser, Smit, Mulder, Dekker, Hendriks, van Dijk, "
        "Postma, Kuipers, El Amrani, Verhoeven, Brouwer, Timmermans, van der Meer, Jacobs, Vos"
    ),
}
#: City, region or country, first digits of the postcode and of the phone number.
PLACES = {
    "en": [
        ("Portland", "OR", "972", "503"), ("Austin", "TX", "787", "512"),
        ("Madison", "WI", "537", "608"), ("Bristol", "UK", "BS1", "0117"),
        ("Leeds", "UK", "LS2", "0113"), ("Norwich", "UK", "NR3", "01603"),
        ("Denver", "CO", "802", "303"), ("Boston", "MA", "021", "617"),
        ("York", "UK", "YO1", "01904"), ("Savannah", "GA", "314", "912"),
    ],
    "de": [
        ("Hamburg", "Deutschland", "203", "040"), ("Leipzig", "Deutschland", "041", "0341"),
        ("Köln", "Deutschland", "506", "0221"), ("Freiburg", "Deutschland", "791", "0761"),
        ("Münster", "Deutschland", "481", "0251"), ("Graz", "Österreich", "80", "0316"),
        ("Bern", "Schweiz", "30", "031"), ("Würzburg", "Deutschland", "970", "0931"),
        ("Kiel", "Deutschland", "241", "0431"), ("Linz", "Österreich", "40", "0732"),
    ],
    "fr": [
        ("Lyon", "France", "690", "04 72"), ("Nantes", "France", "440", "02 40"),
        ("Lille", "France", "590", "03 20"), ("Toulouse", "France", "310", "05 61"),
        ("Strasbourg", "France", "670", "03 88"), ("Rennes", "France", "350", "02 99"),
        ("Namur", "Belgique", "50", "081"), ("Grenoble", "France", "380", "04 76"),
    ],
    "es": [
        ("Valencia", "España", "460", "963"), ("Sevilla", "España", "410", "954"),
        ("Bilbao", "España", "480", "944"), ("Zaragoza", "España", "500", "976"),
        ("Granada", "España", "180", "958"), ("Salamanca", "España", "370", "923"),
        ("A Coruña", "España", "150", "981"), ("Murcia", "España", "300", "968"),
    ],
    "it": [
        ("Bologna", "BO", "401", "051"), ("Torino", "TO", "101", "011"),
        ("Verona", "VR", "371", "045"), ("Lecce", "LE", "731", "0832"),
        ("Genova", "GE", "161", "010"), ("Padova", "PD", "351", "049"),
        ("Palermo", "PA", "901", "091"), ("Trieste", "TS", "341", "040"),
    ],
    "nl": [
        ("Utrecht", "Nederland", "35", "030"), ("Groningen", "Nederland", "97", "050"),
        ("Rotterdam", "Nederland", "30", "010"), ("Eindhoven", "Nederland", "56", "040"),
        ("Haarlem", "Nederland", "20", "023"), ("Gent", "België", "90", "09"),
        ("Zwolle", "Nederland", "80", "038"), ("Leiden", "Nederland", "23", "071"),
    ],
}  # fmt: skip
STREETS = {
    "en": words("Mill Road, Harbor Street, 4th Avenue, Elm Drive, Castle Street, Station Road, "
                "Oakwood Lane, Market Square, Pine Boulevard, Chapel Hill, Victoria Terrace"),
    "de": words("Hauptstraße, Lindenallee, Am Mühlbach, Bahnhofstr., Goetheplatz, Kirchweg, "
                "Schillerstraße, An der Alten Post, Marktplatz, Industriering, Gartenstr."),
    "fr": words("rue de la République, avenue Jean Jaurès, place du Marché, quai des Tanneurs, "
                "boulevard Victor Hugo, rue des Lilas, impasse du Moulin, chemin des Vignes"),
    "es": words("Calle Mayor, Avenida de la Constitución, Plaza del Carmen, C/ San Juan, "
                "Paseo de Gracia, Calle de los Olivos, Ronda Norte, C/ Doctor Fleming"),
    "it": words("Via Garibaldi, Piazza Dante, Corso Italia, Via dei Mille, Viale Europa, "
                "Via San Marco, Largo Mazzini, Via della Stazione, Vicolo del Forno"),
    "nl": words("Dorpsstraat, Oudegracht, Stationsplein, Kerkweg, Nieuwe Markt, Wilhelminalaan, "
                "Lange Voorhout, Molenstraat, Havenkade, Prins Hendrikkade"),
}  # fmt: skip
MONTHS = {
    "en": words("January, February, March, April, May, June, July, August, September, October, "
                "November, December"),
    "de": words("Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, "
                "November, Dezember"),
    "fr": words("janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, "
                "novembre, décembre"),
    "es": words("enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, "
                "noviembre, diciembre"),
    "it": words("gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, "
                "ottobre, novembre, dicembre"),
    "nl": words("januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, "
                "november, december"),
}  # fmt: skip
WEEKDAYS = {
    "en": words("Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"),
    "de": words("Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag, Sonntag"),
    "fr": words("lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche"),
    "es": words("lunes, martes, miércoles, jueves, viernes, sábado, domingo"),
    "it": words("lunedì, martedì, mercoledì, giovedì, venerdì, sabato, domenica"),
    "nl": words("maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag, zondag"),
}
#: Day, month (name, short name, number), year and weekday, as dates are written.
_DATES = {
    "en": words("{month} {d}; {y}, {d} {month} {y}, {short} {d}; {y}, {m:02}/{d:02}/{y}, "
                "{y}-{m:02}-{d:02}, {weekday}; {month} {d}; {y}, {d} {short} {y}, {m}/{d}/{y}"),
    "de": words("{d}. {month} {y}, {d:02}.{m:02}.{y}, {weekday}; {d}. {month} {y}, {d}.{m}.{y}, "
                "{d}. {short}. {y}, {y}-{m:02}-{d:02}"),
    "fr": words("{d} {month} {y}, {d:02}/{m:02}/{y}, {weekday} {d} {month} {y}, {d} {short}. {y}"),
    "es": words("{d} de {month} de {y}, {d:02}/{m:02}/{y}, {d} {short} {y}, {d}-{m}-{y}, "
                "{weekday}; {d} de {month} de {y}"),
    "it": words("{d} {month} {y}, {d:02}/{m:02}/{y}, {weekday} {d} {month} {y}, {d} {short} {y}"),
    "nl": words("{d} {month} {y}, {d:02}-{m:02}-{y}, {weekday} {d} {month} {y}, {d} {short}. {y}"),
}  # fmt: skip
_AGO = {
    "en": words("{n} minutes ago, {n} hours ago, {n} days ago, yesterday, {n}h, {n} weeks ago"),
    "de": words("vor {n} Minuten, vor {n} Stunden, vor {n} Tagen, gestern, vor {n} Std."),
    "fr": words("il y a {n} minutes, il y a {n} heures, il y a {n} jours, hier, il y a {n} h"),
    "es": words("hace {n} minutos, hace {n} horas, hace {n} días, ayer, hace {n} h"),
    "it": words("{n} minuti fa, {n} ore fa, {n} giorni fa, ieri"),
    "nl": words("{n} minuten geleden, {n} uur geleden, {n} dagen geleden, gisteren"),
}


def number(make: Make, least: int, most: int) -> int:
    """Return a whole number in a range."""
    return make.random.randint(least, most)


def digits(make: Make, count: int) -> str:
    """Return some digits, the first of them not zero."""
    return "".join([make.pick("123456789"), *(make.pick("0123456789") for _ in range(count - 1))])


def slug(text: str) -> str:
    """Return a text as an address has it: lower case, without accents, hyphens for spaces."""
    plain = unicodedata.normalize("NFKD", unescape(text).replace("ß", "ss"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode().lower()).strip("-")


def person(make: Make) -> str:
    """Return a person's name, mostly of the page's language."""
    language = make.language if make.chance(0.8) else make.pick(LANGUAGES)
    first = make.pick(FIRST[language])
    if make.chance(0.08):
        first += f" {make.pick('ABCEFGHJLMPRST')}."
    last = make.pick(LAST[language])
    if make.chance(0.06):
        last += f"-{make.pick(LAST[language]).split()[-1]}"
    return f"{first} {last}"


def people(make: Make, count: int) -> list[str]:
    """Return the names of different people."""
    names: list[str] = []
    while len(names) < count:
        name = person(make)
        if name not in names:
            names.append(name)
    return names


def day(make: Make, least: int = 2012, most: int = 2026) -> date:
    """Return a day of some years."""
    return date(least, 1, 1) + timedelta(days=number(make, 0, (most - least + 1) * 365 - 1))


def date_style(make: Make) -> Callable[[date], str]:
    """Return how a page writes its dates."""
    form = make.pick(_DATES[make.language]).replace(";", ",")
    months, weekdays = MONTHS[make.language], WEEKDAYS[make.language]
    upper = make.language == "en" or make.chance(0.1)

    def write(day: date) -> str:
        month, weekday = months[day.month - 1], weekdays[day.weekday()]
        text = form.format(
            d=day.day, m=day.month, y=day.year, month=month, short=month[:3], weekday=weekday
        )
        return str(text[0].upper() + text[1:] if upper else text)

    return write


def stamped(make: Make, key: str, on: date, text: str) -> str:
    """Return a marked date, by chance with the form for machines in an attribute beside it."""
    marked = make.mark(key, text)
    if make.chance(0.6):
        return marked
    moment = f"{on.isoformat()}T{number(make, 10, 22)}:{number(make, 10, 59)}:00"
    form = make.pick((on.isoformat(), moment, f"{moment}+02:00"))
    name = make.names("date") if make.chance(0.5) else ""
    return f'<time datetime="{form}"{name}>{marked}</time>'


def clock(make: Make) -> str:
    """Return a time of day."""
    hour, minute = number(make, 6, 21), make.pick(("00", "15", "30", "45", "05", "20", "52", "37"))
    if make.language == "en" and make.chance(0.6):
        return f"{(hour - 1) % 12 + 1}:{minute} {'AM' if hour < 12 else 'PM'}"
    if make.language == "de" and make.chance(0.5):
        return f"{hour}:{minute} Uhr"
    if make.language == "fr" and make.chance(0.5):
        return f"{hour}h{minute}"
    return f"{hour:02}:{minute}"


def ago(make: Make) -> str:
    """Return a time before now, as lists of news have it."""
    return str(make.pick(_AGO[make.language]).format(n=number(make, 2, 23)))


def place(make: Make) -> tuple[str, str, str, str]:
    """Return a city, its region or country, and the first digits of its postcodes and phones."""
    return tuple(make.pick(PLACES[make.language]))


def phone(make: Make, where: tuple[str, str, str, str] | None = None) -> str:
    """Return a phone number as it is written in the page's language, of a place if given."""
    _, country, _, area = where or place(make)
    if make.language == "en" and country != "UK":
        a, b = digits(make, 3), digits(make, 4)
        form = make.pick(("({}) {}-{}", "{}-{}-{}", "+1 {} {} {}", "{}.{}.{}", "+1-{}-{}-{}"))
        return str(form.format(area, a, b))
    prefixes = {"de": 49, "fr": 33, "es": 34, "it": 39, "nl": 31, "en": 44}
    others = {"Österreich": 43, "Schweiz": 41, "Belgique": 32, "België": 32}
    prefix = others.get(country, prefixes[make.language])
    rest = make.pick(
        (
            digits(make, 6), f"{digits(make, 3)} {digits(make, 3)}",
            f"{digits(make, 2)} {digits(make, 2)} {digits(make, 2)}",
            f"{digits(make, 3)} {digits(make, 2)}-{digits(make, 1)}",
        )
    )  # fmt: skip
    if country == "UK":
        rest = f"{digits(make, 3)} {digits(make, 4 if len(area) == 4 else 3)}"
    if make.language == "fr":
        rest = f"{digits(make, 2)} {digits(make, 2)} {digits(make, 2)}"
    local = area if make.language == "es" or not area.startswith("0") else area[1:]
    forms = [f"{area} {rest}", f"+{prefix} {local} {rest}", f"+{prefix} (0){local} {rest}"]
    if make.language == "de":
        forms += [f"{area} / {rest}", f"({area}) {rest}", f"{area}-{rest.replace(' ', '')}"]
    if make.language in ("it", "es"):
        forms = [f"{area} {rest}", f"+{prefix} {area} {rest}", f"{area}{rest.replace(' ', '')}"]
    return str(make.pick(forms))


def address(make: Make, where: tuple[str, str, str, str]) -> dict[str, str]:
    """Return the parts of an address in a place: street, postcode, city, region, `line`."""
    city, region, start, _ = where
    street, house = make.pick(STREETS[make.language]), number(make, 1, 180)
    british = region == "UK"
    if british:
        postcode = f"{start} {number(make, 1, 9)}{make.pick('ABDEFGHJLNPQ')}{make.pick('ABDEFGHJ')}"
    elif make.language == "nl" and region == "Nederland":
        postcode = f"{start}{digits(make, 2)} {make.pick('ABCDEFG')}{make.pick('HJKLMN')}"
    else:
        full = 4 if region in ("Österreich", "Schweiz", "Belgique", "België") else 5
        postcode = start + "".join(make.pick("0123456789") for _ in range(full - len(start)))
    if make.language in ("en", "fr"):
        street = f"{house} {street}" if make.language == "en" else f"{house}, {street}"
    else:
        letter = make.pick("abc") if make.chance(0.1) else ""
        comma = "," if make.language in ("es", "it") and make.chance(0.6) else ""
        street += f"{comma} {house}{letter}"
    if make.language == "en":
        line = f"{city} {postcode}" if british else f"{city}, {region} {postcode}"
    elif make.language == "it":
        line = f"{postcode} {city} ({region})"
    else:
        line = f"{postcode} {city}"
    return {
        "street": street, "postcode": postcode, "city": city, "region": region, "line": line,
    }  # fmt: skip


def email(make: Make, name: str, domain: str) -> str:
    """Return an e-mail address of a person or a department."""
    parts = [part for part in slug(name).split("-") if part]
    if len(parts) == 1:
        return f"{parts[0]}@{domain}"
    forms = [".".join((parts[0], parts[-1])), parts[-1], parts[0][0] + parts[-1], parts[0]]
    return f"{make.pick(forms)}@{domain}"


def domain(make: Make, site: str) -> str:
    """Return a domain for a site's name."""
    endings: dict[str, Any] = {
        "en": ("com", "org", "co.uk", "net", "io"), "de": ("de", "at", "com", "ch", "org"),
        "fr": ("fr", "com", "org"), "es": ("es", "com", "org"), "it": ("it", "com", "eu"),
        "nl": ("nl", "be", "org", "eu"),
    }  # fmt: skip
    name = slug(site) if make.chance(0.5) else slug(site).replace("-", "")
    return f"{name}.{make.pick(endings[make.language])}"


def decimal(make: Make, least: int, most: int) -> str:
    """Return a number with one decimal place, as the page's language writes it."""
    tenths = number(make, least * 10, most * 10)
    return f"{tenths // 10}{'.' if make.language == 'en' else ','}{tenths % 10}"


def thousands(make: Make, least: int, most: int) -> str:
    """Return a number with its thousands apart, as the page's language writes it."""
    text = f"{number(make, least, most):,}"
    return text if make.language == "en" else text.replace(",", make.pick((".", ".", " ")))


def money(make: Make, least: int, most: int) -> str:
    """Return an amount with its currency, as the page's language writes it."""
    cents = make.pick(("00", "50", "90", "99", ""))
    if make.language == "en":
        sign = "$£€"[make.seed % 3]
        return f"{sign}{number(make, least, most):,}{'.' if cents else ''}{cents}"
    amount = f"{number(make, least, most)}{',' if cents else ''}{cents}"
    return f"€ {amount}" if make.seed % 4 == 0 else f"{amount} €"
