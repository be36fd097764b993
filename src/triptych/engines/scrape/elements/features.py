"""The candidates of a page, and what of them needs no prompt: where and how they stand."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from functools import cache, lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.candidates import candidates
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.labels import HEADINGS, NAMING_TAGS, Labels
from triptych.engines.scrape.elements.surroundings import Surroundings
from triptych.engines.scrape.elements.words import name_words, normalized

_ASIDE = re.compile(
    r"\b(?:nav(?:bar|igation)?|menu|bread ?crumbs?|footer|foot|sidebar|aside|related|"
    r"recommend(?:ed)?|popup|modal|dialog|comments?|respond|advert\w*|ads?|banner|promo|newsletter|social|share|cookie|"
    r"similar|trending|popular|recent|login|search)\b"
)
#: A row is none by its name: "promo" is a club that goes up.
_NEVER_ASIDE = frozenset(["body", "html", "tr", "td", "th"])
_ASIDE_TAGS = frozenset(["nav", "footer", "aside", "form", "dialog"])
_NUMBERS = re.compile(r"\d+")
_ONE_OF_MANY = frozenset(("first", "last", "odd", "even", "active", "selected", "current"))
_BETWEEN = re.compile(r"\s*[|»›:•·<>(]\s*|\s+[-–—]+\s+")
_MOST_SEARCHED = 300_000
_LONGEST_TITLE = 2_000
#: Longer class names are compared by their start: forms repeat those around.
_LONGEST_CLASS = 300
#: Of an element's classes, characters that are looked at for what stands aside.
_LONGEST_NAMES = 2_000

STATIC = (
    "h1", "h2", "heading", "in_title", "title_share", "title_segment", "title_start", "mentions",
    "announced", "aside", "hidden", "link", "whole", "parts", "length", "short", "place",
    "after_h1", "repeated_value", "repeated_form", "labelling", "digits", "sentence", "bold",
    "before_h1", "href", "src",
)  # fmt: skip


class PageFeatures:
    """The candidates of a page, or of an element of it, and the features that need no prompt."""

    def __init__(self, document: Document, within: Node | None = None) -> None:
        self.document = document
        self.within = within
        self.labels = Labels(document)
        self.candidates = candidates(document, self.labels)
        if within is not None:
            self.candidates = [one for one in self.candidates if self.contains(one.node)]
        title = document.tree.css_first("title")
        self.title = normalized(title.text()[:_LONGEST_TITLE]) if title is not None else ""
        self.segments = {part.strip() for part in _BETWEEN.split(self.title)}
        self.announced = {
            normalized(node.attributes.get("content", ""))
            for node in document.nodes
            if node.tag == "meta"
            and node.attributes.get("property", node.attributes.get("name", ""))
            in ("og:title", "twitter:title")
        }
        self.folded = [normalized(candidate.value) for candidate in self.candidates]
        self.aside = _asides(document)
        self.forms = element_forms(document)
        self.around = Surroundings(document, self.forms, self.labels.of_tables)
        self.static = self._static()

    def contains(self, node: Node) -> bool:
        """Return whether an element is in the part of the page that is looked at."""
        return self.within is None or self.within.contains(node)

    def _static(self) -> NDArray[np.float32]:
        document = self.document
        values = Counter(self.folded)
        form_count = Counter(self.forms)
        h1 = next(
            (
                node.first_text
                for node in document.nodes
                if node.tag == "h1" and node.last_text > node.first_text and not node.hidden
            ),
            None,
        )
        total = max(1, len(document.texts))
        everything = normalized("\n".join(text.words for text in document.texts))[:_MOST_SEARCHED]

        @cache
        def mentions(value: str) -> float:
            return math.log(min(50, max(1, everything.count(value))))

        rows = []
        for candidate, value in zip(self.candidates, self.folded, strict=True):
            check_cancelled()
            node = candidate.node
            near = [node, *islice(document.ancestors(node), 3)]
            tags = {up.tag for up in near if up.last_text - up.first_text <= candidate.parts + 2}
            count = len(value.split())
            size = max(1, len(value))
            inside = size > 2 and count <= 25 and value in self.title
            first = h1 is not None and candidate.place >= h1
            rows.append((
                "h1" in tags, "h2" in tags, not HEADINGS.isdisjoint(tags),
                inside, size / max(size, len(self.title)) if inside else 0.0,
                inside and value in self.segments, inside and self.title.startswith(value),
                mentions(value) if inside else 0.0, value in self.announced,
                self.aside[node.index], node.hidden, "a" in tags, candidate.whole,
                math.log(candidate.parts), math.log(size) / 5, size <= 2, candidate.place / total,
                math.exp(-(candidate.place - h1) / 25) if h1 is not None and first else 0.0,
                math.log(min(values[value], 30)),
                math.log(min(form_count[self.forms[node.index]], 100)),
                value.endswith(":") or not NAMING_TAGS.isdisjoint(tags),
                sum(map(str.isdigit, value)) / size, count > 12, "b" in tags or "strong" in tags,
                h1 is not None and not first,
                candidate.attribute == "href", candidate.attribute == "src",
            ))  # fmt: skip
        return np.asarray(rows, np.float32).reshape(len(rows), len(STATIC))


def element_forms(document: Document) -> list[str]:
    """Return each element's form: its tag and classes, and those of the elements around it."""
    forms: list[str] = []
    for node in document.nodes:
        check_cancelled()
        step = node.tag + "." + _kind_of(node.attributes.get("class", ""))
        above = forms[node.parent] if node.parent >= 0 else ""
        # Four steps tell lists apart; whole paths of a deep page would fill the memory.
        forms.append(">".join([*above.split(">")[-3:], step]))
    return forms


@lru_cache(maxsize=20_000)
def _kind_of(names: str) -> str:
    """Return class names without what differs between elements of a kind: numbers, first, odd."""
    common = [name for name in names.split() if name not in _ONE_OF_MANY]
    kind = _NUMBERS.sub("#", " ".join(common))
    return kind[:_LONGEST_CLASS]


def _asides(document: Document) -> list[bool]:
    """Return for each element whether it is navigation, advertising, comments or the like."""
    asides: list[bool] = []
    for node in document.nodes:
        check_cancelled()
        above = asides[node.parent] if node.parent >= 0 else False
        if not above and node.tag not in _NEVER_ASIDE:
            above = node.tag in _ASIDE_TAGS or (
                _is_named_aside(node) and not _is_one_of_many(document, node)
            )
        asides.append(above)
    return asides


def _is_named_aside(node: Node) -> bool:
    names = " ".join(
        " ".join(name_words(name))
        for attribute in ("class", "id", "role")
        for name in node.attributes.get(attribute, "")[:_LONGEST_NAMES].split()
    )
    return bool(names and _ASIDE.search(names))


def _is_one_of_many(document: Document, node: Node) -> bool:
    """Return whether an element is a card among cards: the popular plan of three."""
    first = node.attributes.get("class", "").split()[:1]
    if not first or node.parent < 0 or _ASIDE.search(" ".join(name_words(first[0]))):
        return False
    children = document.nodes[node.parent].children
    at = bisect_left(children, node.index)
    beside = [document.nodes[child] for child in children[max(0, at - 1) : at + 2]]
    return any(
        one is not node
        and one.tag == node.tag
        and one.attributes.get("class", "").split()[:1] == first
        for one in beside
    )
