"""Labels: the texts near a value that may name it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from typing import NamedTuple

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.columns import Columns
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.parse_cost import INLINE
from triptych.engines.scrape.elements.tables import cell_around, parts_of_tables
from triptych.engines.scrape.elements.words import has_digit, letters, words

HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"])
#: Of elements that name others, and of those that may.
NAMING_TAGS = frozenset(("th", "dt", "label"))
LABEL_TAGS = NAMING_TAGS | {"b", "strong"}
#: Of which one does not label another.
_HEADS = HEADINGS | {"th"}
_LABEL_OR_HEADING = HEADINGS | LABEL_TAGS
_COLONS = (":", "：")
#: Steps from a label up to an element around it and the text behind, and down to that.
_MOST_UP, _MOST_DOWN = 5, 6
#: What is in them labels nothing behind them.
_CLOSED = frozenset(("table", "ul", "ol", "dl", "nav"))
_NAMES = re.compile(r"label|name|key|title|head|term|attr|caption|field|lbl|\bth\b", re.IGNORECASE)
_LABEL = re.compile(r"label|term|key|caption|lbl", re.IGNORECASE)
_INLINE_LABEL = re.compile(r"([^\W\d][^:：\n]{1,38}?)\s*[:：]\s+(\S.*)", re.DOTALL)
_BYLINE = re.compile(
    r"((?:(?:Written|Posted|Published|Recipe|Directed)\s+)?[Bb]y)\s+([A-Z].{2,50})"
)
_LONGEST_LABEL = 60
#: Signs behind a text that join what says more of it, and how long that is at most.
_JOINING, _LONGEST_REST = ",(–—-·|/) ", 40
#: How like a label is what surely labels the next text, what labels it, and more than what may.
_SURE, _BOUND, _LOOSE = 0.6, 0.5, 0.2
#: How like a label is a text that something marks as one, in an element beside the other.
_LABEL_LIKENESS = 0.75
#: Words of a label, and above how many it may be a value.
_MOST_WORDS, _FEW_WORDS = 8, 5
#: A number, and the unit behind it.
_LONGEST_NUMBER, _LONGEST_UNIT = 12, 30
#: Elements on either side that a pair of a name and a value is compared with.
_BESIDE = 3
_ATTRIBUTES = ("aria-label", "title", "data-label", "data-th", "data-title", "alt", "placeholder")


@dataclass(frozen=True, slots=True)
class Label:
    """A text by another: a label, or what may be one."""

    text: str
    #: "own" in the text, "attribute", "before" it, "near" before it where it may be no label,
    #: "after" it, or "column" for the head of its column.
    where: str


class _Way(NamedTuple):
    """The way from an element up to one around another, and down to that.

    `below` is the child of `around` that it comes from, and `is_marked` whether a tag or a class
    on the way up is a label's.
    """

    around: Node
    below: Node
    steps: int
    is_marked: bool


def inline_label(value: str) -> tuple[str, str] | None:
    """Return a text's own label and the rest: "Price: $5" is ("Price", "$5").

    Examples
    --------
    >>> inline_label("Published: June 2010")
    ('Published', 'June 2010')
    """
    match = _INLINE_LABEL.fullmatch(value) or _BYLINE.fullmatch(value)
    if match is None or len(match[1].split()) > 5:
        return None
    return match[1].strip(), match[2].strip()


def is_label_text(text: str) -> bool:
    """Return whether a text ends with a colon."""
    return text.endswith(_COLONS)


class Labels:
    """The labels of a page's texts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        #: The heading that each text is under; empty where there is none.
        self.headings = self._headings()
        #: For each text the nearest one before it that has letters; -1 for none.
        self._worded_before = list(accumulate(self._worded(), max, initial=-1))
        #: Which elements are a table, a row, a head or a cell.
        self.of_tables = parts_of_tables(document)
        self.columns = Columns(document, self.of_tables)
        self._near_labels: dict[int, list[Label]] = {}

    def near(self, place: int) -> list[Label]:
        """Return the labels of a text, looked up once."""
        if place not in self._near_labels:
            self._near_labels[place] = list(self._near(place))
        return self._near_labels[place]

    def _headings(self) -> list[str]:
        """Return the heading that each text is under.

        A heading is under the one before it that is higher: an `h3` under an `h2` (HTML Living
        Standard, "Headings and outlines").
        """
        headings = []
        above: list[tuple[str, str]] = []
        for text in self.document.texts:
            check_cancelled()
            node = self.document.nodes[text.node]
            near = (node, *islice(self.document.ancestors(node), 2))
            tag = next((up.tag for up in near if up.tag in HEADINGS), "")
            # Those of a table or a form are under any other.
            rank = tag if tag.startswith("h") else "h7"
            if tag:
                above = [one for one in above if one[0] < rank]
            headings.append(above[-1][1] if above else "")
            if tag:
                above.append((rank, text.words[:_LONGEST_LABEL]))
        return headings

    def _worded(self) -> Iterator[int]:
        """Yield the places of the texts that have letters, -1 for any other."""
        for place, text in enumerate(self.document.texts):
            check_cancelled()
            yield place if letters(text.words) else -1

    def _near(self, place: int) -> Iterator[Label]:
        document = self.document
        text = document.texts[place]
        node = document.nodes[text.node]
        own = inline_label(text.words)
        if own:
            yield Label(own[0], "own")
        for around in (node, *islice(document.ancestors(node), 2)):
            if around.last_text - around.first_text > 3:
                break
            for name in _ATTRIBUTES:
                value = around.attributes.get(name, "")
                if value and len(value) <= _LONGEST_LABEL and value != text.words:
                    yield Label(value, "attribute")
        if before := self._before(place):
            yield before
        if after := self._after(place):
            yield Label(after, "after")
        if column := self._column(node):
            yield Label(column, "column")

    def _before(self, place: int) -> Label | None:
        """Return the text before as a label, "near" where it may be one; None if it is none."""
        earlier = self._worded_before[place]
        likeness = self._binds(earlier, place)
        if _LOOSE < likeness < _BOUND:
            # Perhaps a label, perhaps a value of the same label as this one.
            if not earlier or not self._are_beside(earlier, place):
                text = self._words(earlier)
                # What has a number is a value.
                return None if has_digit(text) else Label(text, "near")
            earlier = self._worded_before[earlier]
            likeness = min(self._binds(earlier, place), _BOUND)
        if likeness < _BOUND:
            return None
        return Label(self._words(earlier), "before" if likeness >= _SURE else "near")

    def _words(self, place: int) -> str:
        return self.document.texts[place].words

    def _nodes(self, *places: int) -> Iterator[Node]:
        """Yield the elements that texts are in."""
        return (self.document.nodes[self.document.texts[place].node] for place in places)

    def _are_beside(self, *places: int) -> bool:
        """Return whether two texts are in elements of one tag beside each other, or in entries."""
        a, b = self._nodes(*places)
        if a.tag == b.tag and a.parent == b.parent and a.index != b.index:
            return True
        one, other = self.document.nodes[a.parent], self.document.nodes[b.parent]
        return one.tag == other.tag == "li" and one.parent == other.parent

    def is_label_of_next(self, place: int) -> bool:
        """Return whether a text is marked as the label of the next: by a colon, a tag, a class."""
        one = self.document.texts[place]
        a, b = self._nodes(place, place + 1)
        names = a.attributes.get("class", "")
        is_named = a.tag in NAMING_TAGS or bool(_LABEL.search(names))
        return is_label_text(one.words) or (a.index != b.index and is_named)

    def _binds(self, earlier: int, place: int) -> float:
        """Return how much an earlier text is like the label of a later one, 0 to 1."""
        if earlier < 0 or len(self._words(earlier)) > _LONGEST_LABEL:
            return 0.0
        text = self._words(earlier)
        count = len(words(text))
        if count > _MOST_WORDS:
            return 0.0
        a, b = self._nodes(earlier, place)
        way = self._way_up(a, b)
        # A card does not label the one behind it, nor do heads of a table or of cards one another.
        if way is None or self._are_alike(way, b) or (a.tag == b.tag and a.tag in _HEADS):
            return 0.0
        likeness = self._likeness(text, a, b, way) * (0.4 if count > _FEW_WORDS else 1)
        return likeness / (0.9 + 0.1 * way.steps)

    def _way_up(self, a: Node, b: Node) -> _Way | None:
        """Return the way from an element to the nearest one around both; None if it is closed."""
        path = [a]
        while not path[-1].contains(b):
            if path[-1].tag in _CLOSED or path[-1].parent < 0 or len(path) > _MOST_UP:
                return None
            path.append(self.document.nodes[path[-1].parent])
        steps_down = b.depth - path[-1].depth
        if steps_down > _MOST_DOWN:
            return None
        # A text directly in what is around both is in an element of its own too.
        inside = path[:-1] or path
        is_marked = any(
            node.tag in _LABEL_OR_HEADING or _NAMES.search(node.attributes.get("class", ""))
            for node in inside
        )
        return _Way(path[-1], inside[-1], len(path) - 1 + steps_down, is_marked)

    def _likeness(self, text: str, a: Node, b: Node, way: _Way) -> float:
        """Return how much a text in front of another looks like its label, 0 to 1."""
        if is_label_text(text) or way.is_marked:
            return _LABEL_LIKENESS
        is_row = way.around.tag in ("tr", "dl")
        if is_row and a.tag != "dd" and not (a.tag == b.tag and _is_value(way, text)):
            return _LABEL_LIKENESS
        if any(map(str.isalpha, text)) and self._is_name_and_value(way.around):
            return _LABEL_LIKENESS
        # What ends a card labels no heading.
        return 0.0 if b.tag in HEADINGS else 0.35

    def _is_name_and_value(self, node: Node) -> bool:
        """Return whether an element holds two texts, as one beside it does: a name and a value."""
        pairs = self._pairs(node)
        return len(pairs) > 1 and not _are_values_first(pairs)

    def _pairs(self, node: Node) -> list[tuple[str, str]]:
        """Return the two texts of an element and of those of its tag beside it."""
        if node.last_text - node.first_text != 2 or node.parent < 0:
            return []
        children = self.document.nodes[node.parent].children
        at = bisect_left(children, node.index)
        near = children[max(0, at - _BESIDE) : at + _BESIDE + 1]
        beside = (self.document.nodes[child] for child in near)
        texts = self.document.texts
        return [
            (texts[one.first_text].words, texts[one.first_text + 1].words)
            for one in beside
            if one.tag == node.tag and one.last_text - one.first_text == 2
        ]

    def _are_alike(self, way: _Way, other: Node) -> bool:
        """Return whether the children that two elements are in have several texts and one form."""
        first, parent = way.below, way.around
        if parent in (first, other):
            return False
        nodes, children = self.document.nodes, parent.children
        last = nodes[children[bisect_right(children, other.index) - 1]]
        return (
            first is not last
            and min(first.last_text - first.first_text, last.last_text - last.first_text) > 1
            and (first.tag, first.attributes.get("class"))
            == (last.tag, last.attributes.get("class"))
        )

    def _after(self, place: int) -> str:
        """Return the text after another that names it or says more: its unit, its role."""
        if place + 1 >= len(self.document.texts):
            return ""
        text, after = self._words(place), self._words(place + 1)
        if self._is_value_and_name(place):
            return after
        if rest := self._rest_of_line(place):
            return rest
        if len(text) > _LONGEST_NUMBER or not has_digit(text):
            return ""
        if len(after) > _LONGEST_UNIT or after.endswith(":") or has_digit(after):
            return ""
        a, b = self._nodes(place, place + 1)
        # One is in the other, or both in the same.
        return after if {a.index, a.parent} & {b.index, b.parent} else ""

    def _rest_of_line(self, place: int) -> str:
        """Return what a sign joins to a marked text: "viola" of "<b>Ann Lee</b>, viola"."""
        one, rest = self.document.texts[place : place + 2]
        node = self.document.nodes[one.node]
        is_marked = node.tag in INLINE and rest.node == node.parent
        if not is_marked or len(rest.words) > _LONGEST_REST or has_digit(rest.words):
            return ""
        return rest.words.strip(_JOINING) if rest.words[0] in _JOINING else ""

    def _is_value_and_name(self, place: int) -> bool:
        """Return whether the next text names a text, as in others beside both."""
        (node,) = self._nodes(place)
        above = (node, *islice(self.document.ancestors(node), 2))
        pair = next((up for up in above if up.last_text - up.first_text == 2), None)
        if pair is None or pair.first_text != place:
            return False
        pairs = self._pairs(pair)
        return len(pairs) > 1 and _are_values_first(pairs)

    def _column(self, node: Node) -> str:
        """Return the head of the column a table's cell is in."""
        cell = cell_around(self.document, self.of_tables, node, steps=3)
        return "" if cell is None else self.columns.head(cell)


def _are_values_first(pairs: Sequence[tuple[str, str]]) -> bool:
    """Return whether the first of two texts is the value, as a number above what it counts."""
    numbers = sum(has_digit(first[:2]) for first, _ in pairs)
    return 2 * numbers > len(pairs) and not any(has_digit(second) for _, second in pairs)


def _is_value(way: _Way, text: str) -> bool:
    """Return whether the text of a row's cell is a value: it has a number and is not the first."""
    return way.around.children[:1] != [way.below.index] and has_digit(text)
