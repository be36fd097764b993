"""All pages to learn from, to choose with and to measure with, of every source."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from training.scrape.examples import LabelledPage, everyday, labelled, wordings
from training.scrape.kinds.every import generated

_HERE = Path(__file__).parent
WRITTEN = _HERE / "everyday_pages.jsonl.gz"
DEVELOPMENT = _HERE.parents[1] / "benchmarks/data/scrape_development.jsonl.gz"


def pages_of(part: str, data: Path | None, of_each_kind: int) -> list[LabelledPage]:
    """Return the pages of a part in chance order.

    Parameters
    ----------
    part : str
        "learn", "choose" or "measure".
    data : Path or None
        The folder web of the data; None for our own pages only.
    of_each_kind : int
        How many pages are generated of each kind.
    """
    every = chain(
        labelled(data, wordings(_HERE / "prompts.tsv")) if data else (),
        everyday(WRITTEN, "learn"),
        everyday(DEVELOPMENT, "choose"),
        generated(of_each_kind),
    )
    pages = [page for page in every if page.part == part]
    random.Random(0).shuffle(pages)
    return pages


def some_of_each(pages: Iterable[LabelledPage], most: int) -> list[LabelledPage]:
    """Return the first pages of each source, at most so many."""
    seen: Counter[str] = Counter()
    found = []
    for page in pages:
        seen[page.source] += 1
        if seen[page.source] <= most:
            found.append(page)
    return found
