"""What the matcher reads of a candidate: what a person would see of it, in a few words.

Five parts: its labels, the heads it is under, what stands before and after it, its names in the
markup, and its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from itertools import islice
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.candidates import Candidate
from triptych.engines.scrape.elements.document import Document
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.parse_cost import INLINE
from triptych.engines.scrape.elements.words import has_digit, name_words, normalized, vocabulary
from triptych.engines.scrape.matcher.glossary import Glossary

_NAMING = ("class", "id", "data-testid", "data-field", "data-label", "name", "role", "rel")
#: Tags that are not translated, though some are words of a language.
_TAGS = INLINE | frozenset(
    ("dd", "dl", "dt", "form", "li", "nav", "ol", "p", "td", "th", "tr", "ul")
)
_PLAIN_TAGS = frozenset(("div", "span"))
#: What is struck out is no longer so (HTML Living Standard, "The s element"): an old price.
_STRUCK, _OLD = frozenset(("s", "del", "strike", "strikethrough")), "old"
#: Words of names, of those of one attribute, and of a link's path.
_MOST_NAMES, _MOST_CLASSES, _MOST_STEPS = 9, 6, 2
_LONGEST_PATH = 120
#: Words of classes that say how an element looks, not what it is.
_LOOKS = frozenset(vocabulary("looks"))
_LONGEST_NEAR = 40
#: Of what joins two texts: "as", "by", a sign.
_LONGEST_JOINING = 3
_LONGEST_LABEL = 60
_LONGEST_ADDRESS = 50
#: Cells of a row that is a name and a value.
_NAME_AND_VALUE = 2
#: The head that says which of its kind a candidate is: no words of the page's language, though "of"
#: is "or" in Dutch.
_PLACE = re.compile(r"\d+ of \d+")


class Description(NamedTuple):
    """A candidate in words."""

    labels: str
    heads: str
    near: str
    names: str
    text: str


#: What stands between the pieces of each part; nothing in those of one piece.
SEPARATORS = Description(" ; ", " ; ", " … ", "", "")


def describe(page: PageFeatures, candidate: Candidate) -> Description:
    """Return what a person would see of a candidate."""
    check_cancelled()
    heading = page.labels.headings[candidate.place]
    columns = [label for label in candidate.labels if label.where == "column"]
    # What stands beside a cell under a head is another cell, but where a row has two: its name.
    is_beside = not columns or page.around.cells(candidate.node) == _NAME_AND_VALUE
    left_out = ("column",) if is_beside else ("column", "before", "near", "after")
    others = [label for label in candidate.labels if label.where not in left_out]
    labels = list(dict.fromkeys(label.text[:_LONGEST_LABEL] for label in (*columns, *others)))
    around = page.around
    heads = [
        text
        for text in dict.fromkeys((*around.heads(candidate.node), heading))
        if text and text not in labels and text != candidate.value
    ]
    number, count = around.place(candidate.node)
    if count > 1:
        heads.append(f"{min(number, 99)} of {min(count, 99)}")
    before, after = _beside(page.document, candidate)
    before = "" if before in labels else before[-_LONGEST_NEAR:]
    text = candidate.value
    if candidate.attribute:
        # The file says more than the server.
        text = text.split("?")[0].rstrip("/")[-_LONGEST_ADDRESS:]
    return Description(
        SEPARATORS.labels.join(labels),
        SEPARATORS.heads.join(heads),
        before + SEPARATORS.near + after[:_LONGEST_NEAR],
        names(page, candidate),
        text,
    )


def _beside(document: Document, candidate: Candidate) -> tuple[str, str]:
    """Return the texts before and after a candidate, and of a short one that joins the next too.

    Of a sentence, those in the same text come first.
    """
    texts = document.texts
    first, last = candidate.place, candidate.place + candidate.parts
    before = [one.words for one in texts[max(0, first - 2) : first]]
    after = [one.words for one in texts[last : last + 2]]
    if before and not _is_joining(before[-1]):
        before = before[-1:]
    if after and not _is_joining(after[0]):
        after = after[:1]
    return candidate.before or " ".join(before), candidate.after or " ".join(after)


def _is_joining(text: str) -> bool:
    return len(text) <= _LONGEST_JOINING and not has_digit(text)


def names(page: PageFeatures, candidate: Candidate) -> str:
    """Return the words of a candidate's tags, classes and ids, the nearest first."""
    node = candidate.node
    words = [candidate.attribute]
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
            for name in up.attributes.get(attribute, "").split()[:_MOST_CLASSES]:
                own = name_words(name.replace("line-through", _OLD))
                words.extend(word for word in own if _is_meaningful(word))
        if up.tag == "a":
            words.extend(_address_words(up.attributes.get("href", ""), candidate.value))
    now = (_OLD if word in _STRUCK else word for word in words if word)
    return " ".join(list(dict.fromkeys(now))[:_MOST_NAMES])


def _is_meaningful(word: str) -> bool:
    """Return whether a word of a class says what an element is: not how it looks, no number."""
    return len(word) > 1 and word not in _LOOKS and not has_digit(word)


def _address_words(address: str, value: str) -> list[str]:
    """Return the words of the path of a link that its text has not: "author" of "/author/jane"."""
    path = address[:_LONGEST_PATH].partition("?")[0].partition("#")[0].rpartition("//")[2]
    own = name_words(value[:_LONGEST_PATH])
    words = [word for step in path.split("/")[1:] for word in name_words(step.partition(".")[0])]
    return [word for word in words if word.isalpha() and word not in own][-_MOST_STEPS:]


def in_english(descriptions: Iterable[Description], glossary: Glossary) -> list[Description]:
    """Return descriptions with what is around the candidates in English, as far as it is known."""
    # Labels and heads are those of many candidates.
    english = cache(glossary.translated)

    def of_markup(names: str) -> str:
        return " ".join(word if word in _TAGS else english(word) for word in names.split())

    def of_heads(heads: str) -> str:
        known = (
            one if _PLACE.fullmatch(one) else english(one) for one in heads.split(SEPARATORS.heads)
        )
        return SEPARATORS.heads.join(known)

    found = []
    for labels, heads, near, names, text in descriptions:
        check_cancelled()
        found.append(
            Description(english(labels), of_heads(heads), english(near), of_markup(names), text)
        )
    return found
