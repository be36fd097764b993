"""Kinds of values, told by their form: prices, dates, persons, telephone numbers and so on."""

from __future__ import annotations

import re
from functools import lru_cache

_MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|maer|mai|okt|dez|ene|abr|ago|dic|"
    r"janv|févr|avr|juin|juil|août|déc|gen|mag|giu|lug|set|ott|fev|out)[a-zéûçß]*\.?"
)
_CURRENCY = (
    r"(?:(?:US|CA|AU|NZ|HK|A|C|S|NT|MX|R)?\$|€|£|¥|￥|₹|₽|₩|₺|₪|฿|₫|₱|₴|₦|zł|kr\.?|Kč|lei|лв\.?|"
    r"руб\.?|CHF|Fr\.|USD|EUR|GBP|JPY|CNY|RMB|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|MXN|ZAR|SGD|"
    r"HKD|KRW|TRY|RUB|AED|Rs\.?|euros?|dollars?|元|円|圆|원)"
)
# Groups of three, as India writes of two and then three; a sign between, then cents or a dash.
_AMOUNT = (
    r"(?:\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?|\d{1,3}(?:[.,'’ \u202f\u2009]\d{3})+"
    r"(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?:[.,][-–—]{1,2})?(?:\s?(?:k|m|mio|million|bn)\b\.?)?"
)
_UNIT = (
    r"(?:mm|cm|m|km|in|inch(?:es)?|ft|feet|foot|yards?|miles?|mi|g|grams?|kg|mg|oz|ounces?|lbs?|"
    r"pounds?|ml|l|liters?|litres?|cups?|tsp|tbsp|teaspoons?|tablespoons?|pages?|p|pp|seiten|mb|gb|"
    r"tb|kb|mp|megapixels?|w|v|hz|mhz|ghz|hp|mpg|°c|°f|k|st|stone)\.?"
)
_TIME_UNIT = (
    r"(?:h|hr|hrs|hours?|m|min|mins|minutes?|minuten|minutos|s|sec|secs|seconds?|days?|d|tage?|"
    r"stunden?|std|heures?|horas?|ore|weeks?|months?|years?|overnight)\.?"
)
_FRACTION = r"\d+\s*[½⅓⅔¼¾⅛⅜⅝⅞]|[½⅓⅔¼¾⅛⅜⅝⅞]|\d+\s+\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?"

_FORMS: dict[str, str] = {
    "price": rf"(?:(?:from|ab|à partir de|only|now)\s+)?(?:(?:{_CURRENCY})\s*(?:{_AMOUNT})|"
    rf"(?:{_AMOUNT})\s*(?:{_CURRENCY}))(?:\s*(?:[-–]|to)\s*(?:{_CURRENCY})?\s*(?:{_AMOUNT}))?"
    rf"(?:\s*(?:{_CURRENCY}))?(?:\s*(?:/|per|a|an)\s*\w+)?",
    "date": rf"(?:\w+day,?\s+)?(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|"
    rf"\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?{_MONTH},?\s+(?:de\s+)?\d{{4}}|{_MONTH},?\s+\d{{4}}|"
    rf"\d{{4}}-\d{{2}}-\d{{2}}(?:[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\d{{1,2}}[/.-]\d{{1,2}}[/.-]"
    rf"(?:\d{{4}}|\d{{2}})|\d{{4}}[/.]\d{{1,2}}[/.]\d{{1,2}}|\d{{4}}年\d{{1,2}}月\d{{1,2}}日|"
    rf"{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?|\d+\s+(?:minute|hour|day|week|month|year)s?\s+ago|"
    r"today|yesterday)(?:,?\s+(?:at\s+)?\d{1,2}:\d\d(?::\d\d)?(?:\s*[ap]m)?)?(?:\s*\(.{1,20}\))?",
    "email": r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "phone": r"(?:tel\.?:?\s*)?(?:\+?\d{1,3}[\s./-]*)?(?:\(\d{2,5}\)|\d{2,5})[\s./–-]*\d{2,4}"
    r"(?:[\s./–-]*\d{2,5}){1,3}(?:\s*(?:x|ext\.?)\s*\d+)?",
    "url": r"(?:https?://|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|io|de|fr|it|es|uk|eu"
    r"|info|biz)(?:/\S*)?",
    "rating": r"(?:\d(?:[.,]\d{1,2})?)(?:\s*(?:/|out of|of|von|sur|de)\s*(?:5|10|100))?"
    r"(?:\s*(?:stars?|sterne|étoiles|estrellas|★|points?))?|\d{1,3}\s*%",
    "duration": rf"(?:about|ca\.?|approx\.?)?\s*(?:{_FRACTION})\s*(?:(?:[-–]|to)\s*\d+\s*)?"
    rf"{_TIME_UNIT}(?:(?:,|\s|and)*\d+\s*{_TIME_UNIT})*|\d{{1,2}}:\d\d(?::\d\d)?|P(?:\d+D)?T\w+",
    "servings": r"(?:serves|makes|yields?|for|pour|für)?\s*(?:about\s+)?\d{1,3}"
    r"(?:\s*(?:[-–]|to)\s*\d{1,3})?"
    r"(?:\s*(?:[a-z\"-]+\s+){0,3}(?:servings?|people|persons?|portions?|cookies?|pieces?|cups?|"
    r"slices?|loaf|loaves|cakes?|muffins?|bars?|personen|portionen|personas|personnes|porciones|"
    r"porzioni|persone|dozen|bowls?|pancakes?|rolls?|buns?|tacos?|burgers?|pizzas?|balls?|pies?|"
    r"drinks?|cocktails?))?",
    "quantity": rf"(?:{_FRACTION}|\d{{1,3}}(?:,\d{{3}})+)\s*(?:[-–x×]\s*\d[\d.,]*\s*)?{_UNIT}"
    r"(?:\s*[/x×(,].{0,24})?",
    "length": r"\d+\s*(?:ft|feet|foot|['’′])\.?\s*-?\s*\d{0,2}(?:\.\d+)?\s*(?:in|inches|[\"”″]|'')?"
    r"\.?(?:\s*[(/].{1,16}\)?)?|\d-\d{1,2}(?:\s*[(/].{1,16}\)?)?|\d(?:[.,]\d+)?\s*m"
    r"(?:\s*[(/].{1,16}\)?)?|\d{2,3}(?:\.\d+)?\s*(?:cm|in(?:ches)?)(?:\s*[(/].{1,16}\)?)?",
    "mass": r"\d{1,4}(?:[.,]\d+)?\s*(?:lbs?|pounds?|kgs?|kilos?|g|oz|ounces?)\.?"
    r"(?:\s*[(/].{1,16}\)?)?",
    "fuel": r".{0,24}\d\s*(?:mpg|l/100|km/l|city|hwy|cty).{0,30}",
    "isbn": r"(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx]",
    "percentage": r"[-+]?\d+(?:[.,]\d+)?\s*%",
    "count": r"\(?\d{1,3}(?:[.,]\d{3})*\)?(?:\s+[a-z]+)?|\(?\d+\)?(?:\s+[a-z]+)?",
    "calories": r"\d+(?:[.,]\d+)?\s*(?:k?cal(?:ories)?|kj)?\.?",
    "year": r"(?:19|20)\d\d",
    "certificate": r"(?:rated\s+)?(?:G|PG|PG[- ]?13|R|NC[- ]?17|X|U|12A?|15|18|FSK\s*\d+|TV-\w+|"
    r"not rated|unrated|NR)(?:\s+(?:for|[-–(]).{0,200})?",
    "address": r"\d{1,6}[a-z]?\s+(?:[\w.'’-]+\s+){1,6}(?:st|street|ave|avenue|rd|road|blvd|"
    r"boulevard|dr|drive|ln|lane|way|pkwy|parkway|hwy|highway|pl|place|sq|square|ct|court|broadway|plaza|"
    r"terrace|circle|route|pike)\b\.?.{0,80}|.{3,60},\s*[A-Z]{2},?\s+\d{5}(?:-\d{4})?\b.{0,6}|"
    r"[\w.'’ -]+(?:straße|strasse|str\.|weg|platz|allee)\s*\d+.{0,50}|"
    r"\d+,?\s+(?:rue|avenue|boulevard|place)\s.{3,60}|(?:via|calle|rua|plaza|piazza)\s.{3,60}",
    "place": r"(?:[A-Z]{2}-)?[A-Z][\w.'’-]+(?:[ -][A-Z][\w.'’-]+){0,3},?\s*"
    r"(?:[A-Z]{2}(?:,?\s+\d{5})?|[A-Z][\w.-]+(?:\s[A-Z][\w.-]+){0,2})?|[A-Z]{2}-[A-Z]{2}-[\w .'-]+",
    "ingredient": rf"(?:(?:{_FRACTION}|a|an|one|two|half|pinch)\b.*[a-z]{{3}}.*)",
    "hours": r"(?=.*\d)(?=.*(?:mon|tue|wed|thu|fri|sat|sun|daily|am|pm|uhr|:)).{3,120}",
    "code": r"(?=.*\d)[A-Z0-9][\w./-]{1,24}",
    "number": r"[-+]?\d+(?:[.,]\d+)*",
    "version": r"(?:version|release|v)?\.?\s*\d+(?:\.\d+){1,3}"
    r"(?:[-.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d*)?",
    "hash": r"[0-9a-f]{32,128}",
}
_CASED = {"place", "certificate", "code"}
_PATTERNS = {
    name: re.compile(form, 0 if name in _CASED else re.IGNORECASE) for name, form in _FORMS.items()
}
_PERSON = re.compile(
    r"(?:(?:by|dr|mr|mrs|ms|prof)\.?\s+)?[^\W\d_][\w.'’-]*(?:\s+(?:de|van|von|der|la|le|di|da|del|bin|"
    r"al|y|and|&))*(?:\s+[^\W\d_][\w.'’-]*){0,3}(?:,?\s+(?:jr|sr|ii|iii)\.?)?",
    re.IGNORECASE,
)
_ANYWHERE = {
    name: re.compile(rf"(?<![\w.])(?:{_FORMS[name]})(?!\w)", re.IGNORECASE)
    for name in ("price", "email", "fuel", "length", "mass")
}
_STARTS = {
    name: re.compile(rf"(?:{_FORMS[name]})(?!\w)", re.IGNORECASE)
    for name in ("price", "date", "version", "hash", "email", "phone", "year", "mass")
}
KINDS = (*_FORMS, "person", "name", "prose", "step", "title")
_WITHOUT_DIGITS = frozenset(
    ("email", "url", "rating", "date", "certificate", "address", "place", "ingredient")
)
_EDGES = " .;:|,–-•·"
_LONGEST_FORM = 240


def fit(kind: str, value: str) -> float:
    """Return how well a value's form fits a kind, 0 to 1; .5 where any form will do.

    Parameters
    ----------
    kind : str
        One of `KINDS`, or empty.
    value : str
        A text of the page.

    Examples
    --------
    >>> fit("price", "$9,970"), fit("phone", "907/279-7311"), fit("date", "engine")
    (1.0, 1.0, 0.0)
    """
    return _fit(kind, value) if kind else 0.5


@lru_cache(maxsize=50_000)
def _fit(kind: str, value: str) -> float:
    text = value.strip(_EDGES)
    if not text:
        return 0.0
    if kind in _PATTERNS:
        return _form(kind, text)
    count = len(text.split())
    digits = sum(map(str.isdigit, text))
    letters = sum(map(str.isalpha, text))
    if letters < 2:
        return 0.0
    if kind == "person":
        if digits or count > 5 or not _PERSON.fullmatch(text):
            return 0.0
        capitals = sum(word[:1].isupper() for word in text.split())
        return 1.0 if 2 <= count <= 4 and capitals >= 2 else 0.5
    if kind == "name":
        fits = count <= 8 and len(text) <= 80 and digits <= len(text) / 3
        return (1.0 if not digits else 0.6) if fits else 0.0
    if kind == "title" and count == 1 and digits * 3 >= len(text):
        return 0.3  # rather a number of an article
    if kind == "title":
        fits = len(text) <= 200 and count <= 25 and letters >= len(text) / 3
        return (1.0 if count <= 14 else 0.5) if fits else 0.0
    if letters <= len(text) / 2:
        return 0.0
    if kind == "prose":
        return min(1.0, len(text) / 160) if count >= 8 else 0.0
    return 1.0 if kind == "step" and count >= 4 else 0.0


def _form(kind: str, text: str) -> float:
    if len(text) > _LONGEST_FORM or (
        kind not in _WITHOUT_DIGITS and not any(map(str.isdigit, text))
    ):
        return 0.0
    if kind == "certificate" and text.isdigit():
        return 0.5 if text in ("12", "15", "18") else 0.0
    if _PATTERNS[kind].fullmatch(text):
        enough = kind != "phone" or 7 <= sum(map(str.isdigit, text)) <= 15
        return 1.0 if enough else 0.0
    if kind in _ANYWHERE and len(text) <= 80 and _ANYWHERE[kind].search(text):
        return 0.5
    return 0.0


def kinds(value: str) -> dict[str, float]:
    """Return all kinds a value may be of, each with how well its form fits.

    Examples
    --------
    >>> kinds("9780312605391")["isbn"]
    1.0
    """
    return {kind: score for kind in KINDS if (score := _fit(kind, value))}


def within(kind: str, text: str) -> str:
    """Return the value of a kind that a text begins with; empty where it begins with none.

    Examples
    --------
    >>> within("date", "June 27, 2009. It was"), within("version", "3.6.")
    ('June 27, 2009', '3.6')
    """
    found = _STARTS[kind].match(text) if kind in _STARTS else None
    return found[0].strip(_EDGES) if found else ""
