"""The features of candidates by which they are ranked for a prompt."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych.engines.scrape.candidates import candidates
from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.labels import HEADINGS, Label, Labels
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import name_words, normalized, words

if TYPE_CHECKING:
    from triptych.engines.scrape.listing import Column

_ASIDE = re.compile(
    r"\b(?:nav(?:bar|igation)?|menu|bread ?crumbs?|footer|foot|sidebar|aside|related|"
    r"recommend(?:ed)?|popup|modal|dialog|comments?|respond|advert\w*|ads?|banner|promo|newsletter|social|share|cookie|"
    r"similar|trending|popular|recent|login|search)\b"
)
_ASIDE_TAGS = frozenset(["nav", "footer", "aside", "form", "dialog"])
_NAMING = (
    "class", "id", "itemprop", "property", "rel", "data-testid", "data-name", "data-field", "name",
    "data-qa", "data-test", "role",
)  # fmt: skip
_WHERE = ("before", "own", "attribute", "after", "column", "heading")
#: HTML's own names for what an element holds.
_TAG_NAMES = {"dt": ("term",), "dd": ("definition",), "figcaption": ("caption",)}
_NEAR_TEXTS = 8
_NUMBERS = re.compile(r"\d+")
_ONE_OF_MANY = frozenset(("first", "last", "odd", "even", "active", "selected", "current"))
_BETWEEN = re.compile(r"\s*[|»›:•·<>(]\s*|\s+[-–—]+\s+")
_LABEL_TAGS = frozenset(("th", "dt", "label"))
_MOST_SEARCHED = 300_000

STATIC = (
    "h1", "h2", "heading", "in_title", "title_share", "title_segment", "title_start", "mentions",
    "announced", "aside", "hidden", "link", "whole", "parts", "length", "short", "place",
    "after_h1", "repeated_value", "repeated_form", "labelling", "digits", "sentence", "bold",
    "before_h1",
)  # fmt: skip
PROMPTED = (
    *(f"label_{where}" for where in _WHERE), "label", "label_exact", "name", "name_around", "kind",
    "not_kind", "is_label", "subject", "meaning_label", "meaning_value", "label_x_kind",
    "name_x_kind", "conflict", "kind_x_top",
)  # fmt: skip
TITLED = tuple(f"title_{name}" for name in STATIC)
NAMES = (*PROMPTED, *STATIC, *TITLED)


class PageFeatures:
    """The candidates of a page, or of an element of it, and the features that need no prompt."""

    def __init__(self, document: Document, within: Node | None = None) -> None:
        self.document = document
        self.within = within
        self.labels = Labels(document)
        self.candidates = candidates(document, self.labels)
        if within is not None:
            self.candidates = [one for one in self.candidates if self.contains(one.node)]
        self.title = normalized(_content(document, "title"))
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
        self.vectors: NDArray[np.float32] | None = None
        self.items: list[Node] | None = None
        self.columns: list[Column] | None = None
        self._names: dict[int, tuple[tuple[str, ...], ...]] = {}
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
        mentions: dict[str, float] = {}
        rows = []
        for candidate, value in zip(self.candidates, self.folded, strict=True):
            node = candidate.node
            near = [node, *islice(document.ancestors(node), 3)]
            tags = {up.tag for up in near if up.last_text - up.first_text <= candidate.parts + 2}
            count = len(value.split())
            size = max(1, len(value))
            inside = size > 2 and count <= 25 and value in self.title
            first = h1 is not None and candidate.place >= h1
            if inside and value not in mentions:
                mentions[value] = math.log(min(50, max(1, everything.count(value))))
            rows.append((
                "h1" in tags, "h2" in tags, not HEADINGS.isdisjoint(tags),
                inside, size / max(size, len(self.title)) if inside else 0.0,
                inside and value in self.segments, inside and self.title.startswith(value),
                mentions[value] if inside else 0.0, value in self.announced,
                self.aside[node.index], node.hidden, "a" in tags, candidate.whole,
                math.log(candidate.parts), math.log(size) / 5, size <= 2, candidate.place / total,
                math.exp(-(candidate.place - h1) / 25) if h1 is not None and first else 0.0,
                math.log(min(values[value], 30)),
                math.log(min(form_count[self.forms[node.index]], 100)),
                value.endswith(":") or not _LABEL_TAGS.isdisjoint(tags),
                sum(map(str.isdigit, value)) / size, count > 12, "b" in tags or "strong" in tags,
                h1 is not None and not first,
            ))  # fmt: skip
        return np.asarray(rows, np.float32).reshape(len(rows), len(STATIC))

    def features_for(self, prompt: Prompt, similarity: Mapping[str, float]) -> NDArray[np.float32]:
        """Return a row of `NAMES` for each candidate; texts without a similarity count as 0."""
        near = _LabelScores(prompt, similarity)
        by_place: dict[int, tuple[list[float], float, float, float, float]] = {}
        names: dict[int, tuple[float, float]] = {}
        kind = prompt.type
        own = _WHERE.index("own")
        rows = []
        for candidate, value in zip(self.candidates, self.folded, strict=True):
            scores = by_place.get(candidate.place)
            if scores is None:
                scores = by_place[candidate.place] = near.of_labels(candidate.labels)
            where, exact, subject, meaning, conflict = scores
            if where[own] and candidate.whole | (candidate.parts > 1):
                where = [*where]  # the value still has its label
                where[own] = 0.0
                exact = 0.0
            node = candidate.node
            if node.index not in names:
                names[node.index] = self.name_match(prompt, node, candidate.parts)
            named, around = names[node.index]
            fits = fit(kind, candidate.value)
            best = max(where[:-1])  # a heading is not a label
            rows.append((
                *where, best, exact, named, around, fits, bool(kind) and not fits,
                near.match(candidate.value) if len(value) < 40 else 0.0, subject, meaning,
                similarity.get(candidate.value, 0.0), best * fits, max(named, around) * fits,
                conflict if best < 0.3 else 0.0, 0.0,
            ))  # fmt: skip
        prompted = np.asarray(rows, np.float32).reshape(len(rows), len(PROMPTED))
        near_top = self.static[:, STATIC.index("after_h1")]
        prompted[:, PROMPTED.index("kind_x_top")] = prompted[:, PROMPTED.index("kind")] * near_top
        titled = self.static * float(kind == "title")
        return np.concatenate([prompted, self.static, titled], axis=1)

    def name_match(self, prompt: Prompt, node: Node, parts: int) -> tuple[float, float]:
        """Return how well the names of an element, and of those around it, match a prompt."""
        around = 0.0
        for step, up in enumerate(islice(self.document.ancestors(node), 4)):
            if up.last_text - up.first_text > parts + _NEAR_TEXTS:
                break
            around = max(around, self.own_name_match(prompt, up) * (0.9, 0.75, 0.6, 0.5)[step])
        return self.own_name_match(prompt, node), around

    def own_name_match(self, prompt: Prompt, node: Node) -> float:
        """Return how well an element's class, id and the like match a prompt."""
        names = self._names.get(node.index)
        if names is None:
            names = tuple(
                parts
                for attribute in _NAMING
                if attribute in node.attributes
                for name in node.attributes[attribute].split()[:8]
                if 0 < len(parts := name_words(name)) <= 8
            )
            if node.tag in _TAG_NAMES:
                names = (*names, _TAG_NAMES[node.tag])
            self._names[node.index] = names
        return max((label_match(prompt, name) for name in names), default=0.0)


class _LabelScores:
    """Scores the labels of one prompt, each only once."""

    def __init__(self, prompt: Prompt, similarity: Mapping[str, float]) -> None:
        self.prompt = prompt
        self.similarity = similarity
        self.known: dict[str, tuple[float, bool]] = {}
        self.subject = set(prompt.subject)

    def match(self, text: str) -> float:
        """Return how well a text matches the prompt."""
        return self._score(text)[0]

    def _score(self, text: str) -> tuple[float, bool]:
        score = self.known.get(text)
        if score is None:
            label = words(text)
            about = not self.subject.isdisjoint(label)
            score = self.known[text] = label_match(self.prompt, label), about
        return score

    def of_labels(self, labels: Sequence[Label]) -> tuple[list[float], float, float, float, float]:
        """Return the scores by where a label is, and: exact, subject, meaning, conflict."""
        where = [0.0] * len(_WHERE)
        exact = subject = meaning = conflict = 0.0
        for label in labels:
            score, about = self._score(label.text)
            at = _WHERE.index(label.where)
            where[at] = max(where[at], score * label.strength)
            if about:
                subject = 1.0
            if label.where == "heading":
                continue
            if score > 0.9:
                exact = max(exact, label.strength)
            meaning = max(meaning, self.similarity.get(label.text, 0.0) * label.strength)
            if score < 0.3 and label.strength >= 0.75:
                conflict = max(conflict, label.strength)
        return where, exact, subject, meaning, conflict


def label_texts(page: PageFeatures) -> list[str]:
    """Return the labels of all candidates, each once."""
    labels = (label.text for candidate in page.candidates for label in candidate.labels)
    return list(dict.fromkeys(labels))


def element_forms(document: Document) -> list[str]:
    """Return each element's form: its tag and classes, and those of the elements around it."""
    forms: list[str] = []
    for node in document.nodes:
        step = node.tag + "." + _kind_of(node.attributes.get("class", ""))
        above = forms[node.parent] if node.parent >= 0 else ""
        # Four steps tell lists apart; whole paths of a deep page would fill the memory.
        forms.append(">".join([*above.split(">")[-3:], step]))
    return forms


@lru_cache(maxsize=20_000)
def _kind_of(names: str) -> str:
    """Return class names without what differs between elements of a kind: numbers, first, odd."""
    common = [name for name in names.split() if name not in _ONE_OF_MANY]
    return _NUMBERS.sub("#", " ".join(common))


def _asides(document: Document) -> list[bool]:
    """Return for each element whether it is navigation, advertising, comments or the like."""
    asides: list[bool] = []
    for node in document.nodes:
        above = asides[node.parent] if node.parent >= 0 else False
        if not above and node.tag not in ("body", "html"):
            names = " ".join(
                " ".join(name_words(name))
                for attribute in ("class", "id", "role")
                for name in node.attributes.get(attribute, "").split()
            )
            above = node.tag in _ASIDE_TAGS or bool(names and _ASIDE.search(names))
        asides.append(above)
    return asides


def _content(document: Document, tag: str) -> str:
    node = document.tree.css_first(tag)
    return node.text() if node is not None else ""
