"""The parts of pages that are worth a reader's time, for a language model's."""

from __future__ import annotations

from collections.abc import Sequence

from triptych.engines.search.overview.candidates import read_pages
from triptych.engines.search.overview.overview import Source
from triptych.engines.search.overview.question import read_question


def excerpts(
    query: str, sources: Sequence[Source], *, longest: int, longest_each: int
) -> list[Source]:
    """Return the sources with only the paragraphs that hold most of a query's words.

    Parameters
    ----------
    query : str
        What was asked.
    sources : sequence of Source
        Pages, best first; the first ten are read.
    longest, longest_each : int
        Characters of all texts together, and of one.

    Returns
    -------
    list of Source
        In the same order, with whole sentences; pages of which nothing fits are left out.

    Examples
    --------
    >>> page = Source(1, "https://example.org/", "Kettle", "A kettle is a pot. It has a lid.")
    >>> [one.text for one in excerpts("kettle", [page], longest=20, longest_each=20)]
    ['A kettle is a pot.']
    """
    pages, _ = read_pages(read_question(query), sources)
    found = []
    for page in pages:
        text = ""
        room = min(longest, longest_each)
        for paragraph in page.paragraphs.values():
            for place, sentence in enumerate(paragraph):
                between = " " if place else "\n" if text else ""
                if len(text) + len(between) + len(sentence.text) > room:
                    break
                text += between + sentence.text
        if text:
            longest -= len(text)
            found.append(page.source._replace(text=text))
    return found
