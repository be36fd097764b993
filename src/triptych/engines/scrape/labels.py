"""Labels: the texts near a value that may name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.tables import CELL, HEAD, ROW, TABLE, parts_of_tables
from triptych.engines.scrape.words import letters, words

HEADINGS = frozenset(["h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"])
LABEL_TAGS = frozenset(("b", "strong", "dt", "th", "label"))
_LABEL_OR_HEADING = HEADINGS | LABEL_TAGS | {"em"}
_COLONS = (":", "：")
_CELLS = frozenset(["td", "th", "dd", "dt", "li"])
_NAMES = re.compile(r"label|name|key|title|head|term|attr|caption|field|lbl|\bth\b", re.IGNORECASE)
_INLINE_LABEL = re.compile(r"([^\W\d][^:：\n]{1,38}?)\s*[:：]\s+(\S.*)", re.DOTALL)
_BYLINE = re.compile(
    r"((?:(?:Written|Posted|Published|Recipe|Directed)\s+)?[Bb]y)\s+([A-Z].{2,50})"
)
_LONGEST_LABEL = 60
_SPAN = re.compile(r"[1-9][0-9]{0,2}")
_LEAST_COLUMNS, _MOST_COLUMNS = 2, 100
#: Texts below a head that is not marked as one that are looked at.
_MOST_BELOW = 60
_ATTRIBUTES = ("aria-label", "title", "data-label", "data-th", "data-title", "alt", "placeholder")


@dataclass(frozen=True, slots=True)
class Label:
    """A text near another: where it stands, and how strongly it belongs to the other, 0 to 1."""

    text: str
    where: str
    strength: float


def inline_label(value: str) -> tuple[str, str] | None:
    """Return a text's own label and the rest: "Price: $5" is ("Price", "$5").

    Examples
    --------
    >>> inline_label("Published: June 2010")
    ('Published', 'June 2010')
    """
    match = _INLINE_LABEL.fullmatch(value) or _BYLINE.fullmatch(value)
    if match is None or len(match[1].split()) > 5 or "//" in match[0][: match.end(1) + 4]:
        return None
    return match[1].strip(), match[2].strip()


def is_label_text(text: str) -> bool:
    """Return whether a text ends with a colon."""
    return text.endswith(_COLONS)


class Labels:
    """The labels of a page's texts."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.heading_of = self._headings()
        #: For each text the nearest one, itself or earlier, that has letters; -1 for none.
        self._worded = self._with_letters()
        #: Which elements are a table, a row, a head or a cell.
        self.of_tables = parts_of_tables(document)
        self.columns: dict[int, dict[int, str]] = {}
        self._places: dict[int, int] = {}
        self._near_labels: dict[int, list[Label]] = {}

    def near(self, place: int) -> list[Label]:
        """Return the labels of a text, looked up once."""
        if place not in self._near_labels:
            self._near_labels[place] = list(self._near(place))
        return self._near_labels[place]

    def _headings(self) -> list[tuple[str, int]]:
        """Return for each text the heading before it and how many texts lie between."""
        headings = []
        heading, at = "", -10_000
        for place, text in enumerate(self.document.texts):
            check_cancelled()
            headings.append((heading, place - at))
            node = self.document.nodes[text.node]
            if any(up.tag in HEADINGS for up in (node, *islice(self.document.ancestors(node), 2))):
                heading, at = text.words[:_LONGEST_LABEL], place
        return headings

    def _with_letters(self) -> list[int]:
        nearest = []
        last = -1
        for place, text in enumerate(self.document.texts):
            check_cancelled()
            last = place if letters(text.words) else last
            nearest.append(last)
        return nearest

    def _near(self, place: int) -> Iterator[Label]:
        document = self.document
        text = document.texts[place]
        node = document.nodes[text.node]
        own = inline_label(text.words)
        if own:
            yield Label(own[0], "own", 1.0)
        for around in (node, *islice(document.ancestors(node), 2)):
            if around.last_text - around.first_text > 3:
                break
            for name in _ATTRIBUTES:
                value = around.attributes.get(name, "")
                if value and len(value) <= _LONGEST_LABEL and value != text.words:
                    yield Label(value, "attribute", 0.8)
        before = self._before(place)
        if before is not None:
            yield before
        after = self._after(place)
        if after is not None:
            yield after
        column = self._column(node)
        if column:
            yield Label(column, "column", 0.8)
        heading, distance = self.heading_of[place]
        if heading and distance < 200:
            yield Label(heading, "heading", 0.5 / (1 + distance / 12) + 0.3)

    def _before(self, place: int) -> Label | None:
        """Return the text before, if it may be a label."""
        document = self.document
        earlier = place - 1
        carried = 1.0
        for _ in range(6):
            earlier = self._worded[earlier] if earlier >= 0 else -1
            if earlier < 0:
                return None
            words_before = document.texts[earlier].words
            strength = self._binds(earlier, place)
            if strength >= 0.5 or carried < 1:
                if strength < 0.3:
                    return None
                if len(words_before) <= _LONGEST_LABEL and strength >= 0.5:
                    return Label(words_before, "before", strength * carried)
            elif carried == 1 and len(words_before) <= _LONGEST_LABEL and strength > 0.2:
                # Perhaps a label, perhaps a value of the same label as this one.
                further = self._carried(earlier, place)
                if further is None:
                    return Label(words_before, "before", strength)
                earlier, carried = further, 0.75
                continue
            return None
        return None

    def _carried(self, earlier: int, place: int) -> int | None:
        """Return the text before a list of values of which both are, where there is one."""
        document = self.document
        one, other = document.texts[earlier], document.texts[place]
        a, b = document.nodes[one.node], document.nodes[other.node]
        if a.tag != b.tag or a.parent != b.parent or a.index == b.index:
            grand = document.nodes[a.parent].parent if a.parent >= 0 else -1
            same_kind = (
                b.parent >= 0
                and grand == document.nodes[b.parent].parent
                and document.nodes[a.parent].tag == document.nodes[b.parent].tag == "li"
            )
            if not same_kind:
                return None
        return earlier - 1 if earlier > 0 else None

    def _binds(self, earlier: int, place: int) -> float:
        """Return how strongly an earlier text labels a later one, 0 to 1."""
        document = self.document
        label = document.texts[earlier]
        a, b = document.nodes[label.node], document.nodes[document.texts[place].node]
        above_b = {b.index} | {node.index for node in islice(document.ancestors(b), 6)}
        up_a, node = 0, a
        labelling = a.tag in _LABEL_OR_HEADING
        named = bool(_NAMES.search(a.attributes.get("class", "")))
        while node.index not in above_b:
            labelling = labelling or node.tag in _LABEL_OR_HEADING
            named = named or bool(_NAMES.search(node.attributes.get("class", "")))
            up_a += 1
            if node.parent < 0 or up_a > 5:
                return 0.0
            node = document.nodes[node.parent]
        up_b = b.depth - node.depth
        if a.tag == "th" and b.tag == "th":
            return 0.0  # heads of a table do not label one another
        likeness = 0.35
        if is_label_text(label.words.rstrip()):
            likeness = 1.0
        elif labelling:
            likeness = 0.85
        elif named:
            likeness = 0.75
        elif node.tag in ("tr", "dl") or (up_a and a.tag in _CELLS and b.tag in _CELLS):
            likeness = 0.7
        count = len(words(label.words)) if len(label.words) < 200 else 99
        if count > 5:
            likeness *= 0.4 if count < 9 else 0.1
        return likeness / (1 + 0.12 * max(0, up_a - 1) + 0.12 * max(0, up_b - 1))

    def _after(self, place: int) -> Label | None:
        """Return the text after a number, as its unit or name: "4" "servings"."""
        texts = self.document.texts
        if place + 1 >= len(texts) or len(texts[place].words) > 12:
            return None
        if not any(map(str.isdigit, texts[place].words)):
            return None
        after = texts[place + 1]
        a, b = self.document.nodes[texts[place].node], self.document.nodes[after.node]
        if len(after.words) > 30 or after.words.endswith(":"):
            return None
        close = a.index == b.index or a.parent == b.parent or a.parent == b.index
        return Label(after.words, "after", 0.6) if close or b.parent == a.index else None

    def _column(self, node: Node) -> str:
        """Return the head of the column a table's cell is in."""
        near = (node, *islice(self.document.ancestors(node), 3))
        cell = next((up for up in near if self.of_tables.get(up.index) == CELL), None)
        if cell is None or cell.parent < 0:
            return ""
        row = self.document.nodes[cell.parent]
        heads = self.columns_of(row)
        head = heads.get(self.column(cell), "") if heads else ""
        return "" if head == self.document.text(cell)[:_LONGEST_LABEL] else head

    def column(self, cell: Node) -> int:
        """Return how many columns of a cell's row stand before it."""
        if cell.index not in self._places:
            place = 0
            for child in self.document.nodes[cell.parent].children:
                self._places[child] = place
                place += _span(self.document.nodes[child])
        return self._places[cell.index]

    def columns_of(self, row: Node) -> dict[int, str]:
        """Return the heads of the columns of a row's table, by place; empty where it has none."""
        above = islice(self.document.ancestors(row), 3)
        table = next((up for up in above if self.of_tables.get(up.index) == TABLE), None)
        if table is None:
            return {}
        if table.index not in self.columns:
            self.columns[table.index] = self._heads(table)
        return self.columns[table.index]

    def _heads(self, table: Node) -> dict[int, str]:
        """Return the heads of a table's columns, empty where its first row has none."""
        document = self.document
        for node in document.nodes[table.index + 1 : min(table.end, table.index + 60)]:
            if self.of_tables.get(node.index) == ROW:
                return self._heads_in(table, node)
        return {}

    def _heads_in(self, table: Node, row: Node) -> dict[int, str]:
        """Return the heads in a table's first row, empty where it is like the other rows."""
        document = self.document
        cells = [document.nodes[child] for child in row.children]
        texts = [document.text(cell)[:_LONGEST_LABEL] for cell in cells]
        marked = all(self.of_tables.get(cell.index) == HEAD for cell in cells[1:]) or any(
            up.tag == "thead" for up in islice(document.ancestors(row), 2)
        )
        if len(cells) < _LEAST_COLUMNS or not (marked or self._is_worded(table, row, texts)):
            return {}
        return {
            self.column(cell) + place: text
            for cell, text in zip(cells, texts, strict=True)
            for place in range(_span(cell))
        }

    def _is_worded(self, table: Node, row: Node, texts: list[str]) -> bool:
        """Return whether a first row has words alone, and those below it numbers."""
        below = self.document.texts[row.last_text : table.last_text]
        return (
            all(text and not any(map(str.isdigit, text)) for text in texts[1:])
            and len(below) > len(texts)
            and any(one.words[:1].isdigit() for one in below[:_MOST_BELOW])
        )


def _span(cell: Node) -> int:
    """Return over how many columns a cell goes."""
    written = _SPAN.fullmatch(cell.attributes.get("colspan", ""))
    return min(int(written[0]), _MOST_COLUMNS) if written else 1
