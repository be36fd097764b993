"""Questions in words of their own, as "who wrote it?", and the fields they ask for."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from triptych.engines.scrape.words import same

_LEAST_WORDS = 2


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    table = files("triptych.engines.scrape").joinpath("questions.tsv").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return tuple((name, re.compile(pattern)) for name, pattern in rows)


def asked_for(text: str) -> str:
    """Return the name of the field a question asks for; empty where it is none that is known.

    Examples
    --------
    >>> asked_for("How long does it take to cook?"), asked_for("Who wrote the article?")
    ('cook time', 'author')
    """
    folded = same(text)
    if folded.isascii() and len(folded.split()) < _LEAST_WORDS:
        return ""
    return next((name for name, pattern in _patterns() if pattern.search(folded)), "")
