"""Labels and prompts of what pages have, by meaning and language, from ``b_wordings.txt``.

A line of the file is ``language = labels; ... = prompts | ...`` under its ``# meaning``; the first
two prompts are short names of the thing. A meaning with an ``s`` or ``es`` more holds plurals.
"""

from __future__ import annotations

from pathlib import Path

from training.scrape.make import LANGUAGES, Make

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
    return [(meaning, label(make, meaning), value) for meaning, value in values]


def _prompts(meaning: str, language: str) -> list[str]:
    return WORDINGS[meaning][language][1]


def ask(make: Make, key: str, meaning: str = "", many: bool = False) -> None:
    """Ask for a meaning, which is the key where none is given; `many` adds its plurals."""
    meaning = meaning or key
    plurals = [meaning + ending for ending in ("s", "es") if meaning + ending in WORDINGS]
    lists = [meaning, *plurals[:1]] if many else [meaning]
    make.ask(
        key,
        many,
        **{
            language: [prompt for one in lists for prompt in _prompts(one, language)]
            for language in LANGUAGES
        },
    )


def ask_of(make: Make, key: str, meaning: str, name: str, **more: list[str]) -> None:
    """Ask for one item's value: the price of `name`; `more` are other prompts by language."""
    make.ask(
        key,
        **{
            language: [
                form.format(what=what, name=name)
                for what in _prompts(meaning, language)[:2]
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
        if make.mark(meaning, "")[:-1] in html:
            ask(make, meaning, many=meaning in (lists or []))
        else:
            absent.append(meaning)
    # A description for search engines may stand in for a summary that the page does not show.
    absent = [meaning for meaning in absent if meaning != "summary"]
    for meaning in make.some(absent, least, 2):
        ask(make, meaning)
