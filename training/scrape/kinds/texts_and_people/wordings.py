"""Labels and prompts of what pages have, by meaning and language, from ``wordings.txt``.

A line of the file is ``language = labels; ... = prompts | ...`` under its ``# meaning``. A meaning
with an ``s`` or ``es`` more holds plurals.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from pathlib import Path

from training.scrape.kinds.texts_and_people.words import number, slug
from training.scrape.make import LANGUAGES, Make

#: What the parts around the content may have: a footer's phone, a description for search engines.
_ELSEWHERE = (
    "summary", "phone", "e-mail", "address", "street", "postcode", "city", "country", "place",
    "company", "organisation", "name", "website", "biography", "plot", "abstract",
)  # fmt: skip
#: What a question begins with.
_ASKING = frozenset(
    [
        "who",
        "how",
        "what",
        "when",
        "where",
        "which",
        "whose",
        "by",
        "from",
        "until",
        "since",
        "is",
        "in",
        "Wer",
        "Wie",
        "Was",
        "Wann",
        "Wo",
        "qui",
        "combien",
        "quand",
        "où",
        "comment",
        "quién",
        "cuánto",
        "cuándo",
        "dónde",
        "cómo",
        "a",
        "chi",
        "quanto",
        "quando",
        "dove",
        "come",
        "wie",
        "hoe",
        "wat",
        "wanneer",
        "waar",
    ]
)
#: "price of X" in each language.
_OF = {
    "en": (
        "{what} of {name}",
        "{name} {what}",
        "{what} for {name}",
        "what is the {what} of {name}",
    ),
    "de": ("{what} von {name}", "{name} {what}", "{what}: {name}"),
    "fr": ("{what} de {name}", "{name} {what}", "{what} pour {name}"),
    "es": ("{what} de {name}", "{name} {what}"),
    "it": ("{what} di {name}", "{name} {what}"),
    "nl": ("{what} van {name}", "{name} {what}"),
}


#: What people put around the name of a thing that they want, and of several.
_ONE = {
    "en": ("the {}", "what is the {}", "give me the {}", "{} on this page", "find the {}", "{}?"),
    "de": ("{} bitte", "{}?", "gib mir: {}", "{} auf dieser Seite"),
    "fr": ("{} ?", "le champ {}", "{} de la page"),
    "es": ("{}?", "dame: {}", "{} de la página"),
    "it": ("{}?", "trova: {}", "{} della pagina"),
    "nl": ("{}?", "geef: {}", "{} op deze pagina"),
}
_ALL = {
    "en": (
        "all {}",
        "list all {}",
        "every one of the {}",
        "the {}",
        "get the {}",
        "{} in the list",
    ),
    "de": ("alle: {}", "Liste: {}", "{} (alle)"),
    "fr": ("liste : {}", "tous : {}"),
    "es": ("lista: {}", "todos: {}"),
    "it": ("elenco: {}", "tutti: {}"),
    "nl": ("lijst: {}", "alle: {}"),
}


def _read() -> dict[str, dict[str, tuple[list[str], list[str]]]]:
    """Return labels and prompts by meaning and language."""
    entries: dict[str, dict[str, tuple[list[str], list[str]]]] = {}
    meaning = ""
    for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            meaning = line[2:]
            entries[meaning] = {}
        else:
            language, labels, prompts = line.split(" = ")
            entries[meaning][language] = (labels.split("; "), prompts.split(" | "))
    return entries


WORDINGS = _read()


def label(make: Make, meaning: str) -> str:
    """Return a label for a meaning in the page's language."""
    return str(make.pick(WORDINGS[meaning][make.language][0]))


def rows(make: Make, *values: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Return the rows of `facts`: a class word, a label and a value for each meaning and value."""
    heads = columns(make, *[meaning for meaning, _ in values])
    return [(part, text, value) for (part, text), (_, value) in zip(heads, values, strict=True)]


def columns(make: Make, *meanings: str) -> list[tuple[str, str]]:
    """Return the columns of `listing`: a class word and a header for each meaning.

    The word is the meaning's, that of the label in the page's language, or one that is general.
    """
    labels = [label(make, meaning) for meaning in meanings]
    form = number(make, 0, 4)
    general = ("text", "info", "value", "col", "field", "meta")
    return [
        (slug(text) if form == 0 else make.pick(general) if form == 1 else meaning, text)
        for meaning, text in zip(meanings, labels, strict=True)
    ]


def _prompts(meaning: str, language: str) -> list[str]:
    return WORDINGS[meaning][language][1]


def _short_names(meaning: str, language: str) -> list[str]:
    """Return the first two prompts that name a thing and are no questions."""
    prompts = _prompts(meaning, language)
    names = [one for one in prompts if "?" not in one and one.split()[0] not in _ASKING]
    return names[:2] or prompts[:1]


def ask(make: Make, key: str, meaning: str = "", many: bool = False) -> None:
    """Ask for a meaning, which is the key where none is given; `many` adds its plurals."""
    meaning = meaning or key
    plurals = [meaning + ending for ending in ("s", "es") if meaning + ending in WORDINGS]
    lists = [meaning, *plurals[:1]] if many else [meaning]
    prompts = {
        language: [prompt for one in lists for prompt in _prompts(one, language)]
        for language in LANGUAGES
    }
    for language, forms in (_ALL if many else _ONE).items():
        plural = lists[-1]
        names = _short_names(plural if many else meaning, language)[: 1 if many else 2]
        prompts[language] += [make.pick(forms).format(make.pick(names)) for _ in range(2)]
    make.ask(key, many=many, **dict[str, Sequence[str]](prompts))


def ask_of(make: Make, key: str, meaning: str, name: str, **more: list[str]) -> None:
    """Ask for one item's value: the price of `name`; `more` are other prompts by language."""
    name = unescape(name)
    make.ask(
        key,
        many=False,
        **{
            language: [
                form.format(what=what, name=name)
                for what in _short_names(meaning, language)
                for form in _OF[language]
            ]
            + more.get(language, [])
            for language in LANGUAGES
        },
    )


def ask_all(
    make: Make, html: str, singles: list[str], lists: list[str] | None = None, least: int = 1
) -> None:
    """Ask for each meaning that is marked in the page, and for one or two that are not."""
    absent = []
    for meaning in singles + (lists or []):
        count = html.count(make.mark(meaning, "")[:-1])
        if count:
            # One author of one article is asked for in the singular.
            alone = count == 1 and f"{meaning}s" in WORDINGS
            ask(make, meaning, many=meaning in (lists or []) and not alone)
        else:
            absent.append(meaning)
    absent = [meaning for meaning in absent if meaning not in _ELSEWHERE]
    for meaning in make.some(absent, least, 2):
        ask(make, meaning)


def _read_lists() -> dict[str, dict[str, list[str]]]:
    """Return the lists of ``lists.txt`` by name and language."""
    lists: dict[str, dict[str, list[str]]] = {}
    name = ""
    path = Path(__file__).with_name("lists.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            name = line[2:]
            lists[name] = {}
        else:
            language, values = line.split(" = ")
            lists[name][language] = values.split(", ")
    return lists


_LISTS = _read_lists()


def options(make: Make, name: str) -> list[str]:
    """Return a list of words in the page's language."""
    return _LISTS[name][make.language]


def several(make: Make, key: str, name: str, least: int, most: int) -> list[str]:
    """Return some different words of a list, each marked with a key."""
    return [make.mark(key, word) for word in make.some(options(make, name), least, most)]
