"""Labels and prompts of what pages say of things, from one list of terms in six languages.

``terms.tsv`` has a line for each term and a column for each language: names with their plurals,
"~" before those that only label, "?" before whole questions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from training.scrape.kinds.tables_and_services.values import always
from training.scrape.make import LANGUAGES, Make

_ONE = {
    "en": ["{s}", "the {s}", "{S}", "{n} {s}", "{s} of the {n}", "the {n}'s {s}", "what is the {s}",
           "{s} of this {n}", "find the {s}", "{s} shown on the page",
           "what's the {s} of the {n}?"],
    "de": ["{s}", "{s}?", "{s} angeben", "{s} auf der Seite"],
    "fr": ["{s}", "{s} ?", "quel est le {s}", "{s} indiqué"],
    "es": ["{s}", "¿{s}?", "indicar {s}", "cuál es: {s}"],
    "it": ["{s}", "{s}?", "qual è: {s}", "{s} indicato"],
    "nl": ["{s}", "{s}?", "wat is: {s}", "{s} op de pagina"],
}  # fmt: skip
_ALL = {
    "en": ["{p}", "{s}", "all {p}", "list of {p}", "the {p}", "every {s}", "list all {p}",
           "{s} of each {n}", "{p} of the {ns}", "all the {p}", "{n} {p}", "{p} of all {ns}",
           "{s} for every {n}"],
    "de": ["{p}", "alle {p}", "Liste: {p}", "{s}", "sämtliche {p}"],
    "fr": ["{p}", "liste des {p}", "chaque {s}", "{s}"],
    "es": ["{p}", "lista de {p}", "cada {s}", "{s}"],
    "it": ["{p}", "elenco {p}", "ogni {s}", "{s}"],
    "nl": ["{p}", "alle {p}", "lijst van {p}", "{s}"],
}  # fmt: skip
_SEVERAL = {
    "en": ["{p}", "{s}", "all {p}", "list of {p}", "the {p}", "{p} of the {n}", "the {n}'s {p}",
           "list all {p}", "{n} {p}", "what are the {p}", "{p} of this {n}"],
    **{language: forms for language, forms in _ALL.items() if language != "en"},
}  # fmt: skip
_CELL = {
    "en": ["{s} of {i}", "{i} {s}", "{i}'s {s}", "what is the {s} of {i}", "{s} for {i}",
           "{s}: {i}", "{s}, {i}", "the {s} for {i}", "{s} ({i})", "{i}: {s}"],
    "de": ["{s} von {i}", "{s} für {i}", "{i} {s}", "{s} bei {i}"],
    "fr": ["{s} de {i}", "{s} pour {i}", "{i} : {s}"],
    "es": ["{s} de {i}", "{s} para {i}", "{i}: {s}"],
    "it": ["{s} di {i}", "{s} per {i}", "{i}: {s}"],
    "nl": ["{s} van {i}", "{s} voor {i}", "{i}: {s}"],
}  # fmt: skip


@cache
def _terms() -> dict[str, dict[str, list[str]]]:
    lines = (Path(__file__).parent / "terms.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {
        key: dict(zip(LANGUAGES, [cell.split(";") for cell in cells], strict=True))
        for key, *cells in rows
    }


def _names(term: str, language: str, signs: str = "?") -> list[tuple[str, str]]:
    """Return one and several of a term: "price", "prices"; `signs` begin what is left out."""
    entries = [one for one in _terms()[term][language] if one[0] not in signs]
    entries = [one.lstrip("~") for one in entries]
    return [(one.split("/")[0], one.rsplit("/", 1)[-1]) for one in entries]


def _questions(term: str, language: str) -> list[str]:
    return [one[1:] for one in _terms()[term][language] if one.startswith("?")]


def label(make: Make, term: str) -> str:
    """Return what a page calls a term, the same throughout the page."""
    name = str(always(make, f"label {term}", _names(term, make.language))[0])
    return name[:1].upper() + name[1:]


def labels(make: Make, term: str) -> str:
    """Return what a page calls several of a term: the title of a list."""
    name = str(always(make, f"label {term}", _names(term, make.language))[1])
    return name[:1].upper() + name[1:]


def _wordings(
    make: Make, term: str, forms: dict[str, list[str]], extra: Iterable[str], **slots: str
) -> dict[str, list[str]]:
    prompts: dict[str, list[str]] = {}
    for language in dict.fromkeys(("en", make.language)):
        most = 8 if language == "en" else 4
        names = _names(term, language, "?~")
        if language == make.language:  # what the page itself calls it is asked for most
            names += [one for one in names if one[0].lower() == label(make, term).lower()]
        wordings = [_questions(term, language), list(extra)][: 2 if language == "en" else 1]
        texts = [text for group in wordings for text in group] if forms is not _CELL else []
        texts = make.some(texts, 0, 3)
        for _ in range(40):
            if len(texts) >= most:
                break
            single, plural = make.pick(names)
            noun = slots.get("n", "")
            plain = not noun or noun in single  # "the hotel's hotel name" is nothing people type
            form = make.pick([one for one in forms[language] if not plain or "{n" not in one])
            text = form.format(s=single, p=plural, S=single[:1].upper() + single[1:], **slots)
            if make.chance(0.1):
                polite = text + " please" if language == "en" else text
                question = text.rstrip("?") + "?"
                text = make.pick([text[:1].upper() + text[1:], question, text.upper(), polite])
            if text not in texts:
                texts.append(text)
        prompts[language] = texts
    return prompts


def ask_one(
    make: Make, key: str, term: str = "", noun: str = "page", extra: Iterable[str] = ()
) -> None:
    """Ask for the one value of a page, about a thing it calls the `noun`."""
    make.ask(key, False, **_wordings(make, term or key, _ONE, extra, n=noun))


def ask_all(
    make: Make,
    key: str,
    term: str = "",
    noun: str = "",
    nouns: str = "",
    extra: Iterable[str] = (),
) -> None:
    """Ask for all values of a page, in plural and in singular words.

    The `noun` is what has them, where they are not its names.
    """
    plural = nouns or (noun[:-1] + "ies" if noun.endswith(("ty", "ry", "cy")) else noun + "s")
    make.ask(key, many=True, **_wordings(make, term or key, _ALL, extra, n=noun, ns=plural))


def ask_several(
    make: Make, key: str, term: str = "", noun: str = "page", extra: Iterable[str] = ()
) -> None:
    """Ask for the several values that the one thing of a page, called the `noun`, has."""
    make.ask(key, True, **_wordings(make, term or key, _SEVERAL, extra, n=noun))


def ask_cell(make: Make, key: str, term: str, item: str, many: bool = False) -> None:
    """Ask for what belongs to one named item of the page."""
    make.ask(key, many=many, **_wordings(make, term, _CELL, (), i=item))


#: What headers, footers and side boxes may have although the content does not.
_AROUND = (
    "phone",
    "email",
    "address",
    "contact",
    "website",
    "location",
    "hours",
    "link",
    "company",
)


def ask_absent(make: Make, *terms: str, noun: str = "page") -> None:
    """Ask for one or two of some terms that nothing on the page answers."""
    missing = [term for term in terms if term not in _AROUND]
    for term in make.some(missing or ["isbn", "warranty"], 1, 2):
        ask_one(make, f"absent {term}", term, noun)
