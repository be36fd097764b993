"""What the matcher reads of a candidate: what a person would see of it, in a few words.

Five parts: its labels, the heads it is under, what stands before and after it, its names in the
markup, and its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.glossary import Glossary
from triptych.engines.scrape.words import name_words, normalized

_NAMING = ("class", "id", "data-testid", "data-field", "data-label", "name", "role", "rel")
_PLAIN_TAGS = frozenset(("div", "span"))
_MOST_NAMES = 8
_LONGEST_NEAR = 40
_LONGEST_LABEL = 60
_LONGEST_ADDRESS = 50


class Description(NamedTuple):
    """A candidate in words."""

    labels: str
    heads: str
    near: str
    names: str
    text: str


def describe(page: PageFeatures, candidate: Candidate) -> Description:
    """Return what a person would see of a candidate."""
    check_cancelled()
    heading, _ = page.labels.heading_of[candidate.place]
    labels = []
    columns = [label for label in candidate.labels if label.where == "column"]
    # What stands beside a cell under a head is another cell.
    left_out = ("heading", "column", "before", "after") if columns else ("heading",)
    others = [label for label in candidate.labels if label.where not in left_out]
    for label in (*columns, *others):
        if label.text not in labels:
            labels.append(label.text[:_LONGEST_LABEL])
    around = page.around
    title = around.title(candidate.node)
    heads = [title] if title and title not in labels else []
    if heading and heading not in (*labels, title) and heading != candidate.value:
        heads.append(heading)
    number, count = around.place(candidate.node)
    if count > 1:
        heads.append(f"{min(number, 99)} of {min(count, 99)}")
    texts = page.document.texts
    first, last = candidate.place, candidate.place + candidate.parts
    before = texts[first - 1].words if first else ""
    after = texts[last].words if last < len(texts) else ""
    near = " … ".join(
        (before[-_LONGEST_NEAR:] if before not in labels else "", after[:_LONGEST_NEAR])
    )
    text = candidate.value
    if candidate.attribute:
        # The file says more than the server.
        text = text.split("?")[0].rstrip("/")[-_LONGEST_ADDRESS:]
    return Description(" ; ".join(labels), " ; ".join(heads), near, names(page, candidate), text)


def names(page: PageFeatures, candidate: Candidate) -> str:
    """Return the words of a candidate's tags, classes and ids, the nearest first."""
    node = candidate.node
    words: list[str] = [candidate.attribute] if candidate.attribute else []
    if len(candidate.value) < 120 and normalized(candidate.value) in page.title:
        words.append("title")
    if page.aside[node.index]:
        words.append("aside")
    for step, up in enumerate((node, *islice(page.document.ancestors(node), 3))):
        if step and up.last_text - up.first_text > candidate.parts + 8:
            break
        if up.tag not in _PLAIN_TAGS:
            words.append(up.tag)
        for attribute in _NAMING:
            for name in up.attributes.get(attribute, "").split()[:3]:
                words.extend(word for word in name_words(name) if len(word) > 1)
    return " ".join(list(dict.fromkeys(words))[:_MOST_NAMES])


def in_english(descriptions: Iterable[Description], glossary: Glossary) -> list[Description]:
    """Return descriptions with what is around the candidates in English, as far as it is known."""
    # Labels and heads are those of many candidates.
    english = cache(glossary.translated)
    found = []
    for labels, heads, near, names, text in descriptions:
        check_cancelled()
        found.append(
            Description(english(labels), english(heads), english(near), english(names), text)
        )
    return found
