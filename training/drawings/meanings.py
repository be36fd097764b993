"""What nouns mean: for each, the drawings that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

SYNONYMS = Path(__file__).with_name("synonyms.tsv")


class Meanings(NamedTuple):
    """The vocabulary of the library.

    Attributes
    ----------
    drawings : dict of str to list of str
        For each noun, in the singular where it has one, names of drawings, the best first; none
        where the noun alone names nothing that can be drawn.
    alike : list of str
        Nouns of which any drawing is as good as the first.
    """

    drawings: dict[str, list[str]]
    alike: list[str]


def meanings(called: Mapping[str, Iterable[str]], path: Path = SYNONYMS) -> Meanings:
    """Join what the drawings are called with the table of synonyms, which has the last word.

    Parameters
    ----------
    called : mapping of str to iterable of str
        For each drawing its name and label.
    """
    found: dict[str, list[str]] = {}
    for name, nouns in called.items():
        for noun in nouns:
            found.setdefault(plain(noun), [name])
    # A drawing's own name is its, whatever others are labelled.
    found.update({plain(name): [name] for name in called})
    alike = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        nouns, drawings, *mark = line.split("\t")
        names = [] if drawings == "-" else drawings.split()
        unknown = set(names) - set(called)
        if unknown:
            raise ValueError(f"{path}: no drawings {sorted(unknown)} are kept.")
        for noun in nouns.split(", "):
            found[noun] = names
            if mark == ["any"]:
                alike.append(noun)
    return Meanings(dict(sorted(found.items())), sorted(alike))


def plain(noun: str) -> str:
    """Return a noun as the reader sees it: small letters, without hyphens and apostrophes."""
    return " ".join(re.sub(r"[^a-z0-9 ]+", " ", re.sub("['’]", "", noun.lower())).split())
