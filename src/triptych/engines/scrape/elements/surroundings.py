"""What repeats on a page: items, rows and columns, and what they are headed by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.labels import HEADINGS
from triptych.engines.scrape.elements.tables import cell_around
from triptych.engines.scrape.elements.words import has_digit

_LEVELS = 12
_HEADS = HEADINGS | {"th", "dt", "strong", "b"}
_MOST_LOOKED_AT = 60
#: Texts of an item among which its first words are.
_FIRST = 6
_LONGEST = 80
#: Of an item's texts those that are looked at for what tells it from others, and of such ones the
#: characters and how many there are at most.
_MOST_OF_ITEM, _LONGEST_IDENTIFIER, _MOST_IDENTIFIERS = 8, 12, 2
#: An element with more is a part of the page rather than an item.
_MOST_TEXTS = 60


class Surroundings:
    """The repeated structures of a page.

    An item is an element that has brothers of its form: a row of a table, a card, an entry of a
    list.
    """

    def __init__(
        self, document: Document, forms: Sequence[str], of_tables: Mapping[int, str]
    ) -> None:
        self.document = document
        self._of_tables = of_tables
        self.forms = forms
        #: How many elements with text a parent has of a form, and which of them each element is.
        self._counts: Counter[tuple[int, str]] = Counter()
        self._numbers: list[int] = []
        for node in document.nodes:
            check_cancelled()
            kind = node.parent, forms[node.index]
            self._counts[kind] += node.last_text > node.first_text
            self._numbers.append(self._counts[kind])
        self._titles: dict[int, tuple[str, int]] = {}

    def brothers(self, node: Node) -> int:
        """Return how many elements with text and of its form an element's parent has."""
        return self._counts[node.parent, self.forms[node.index]]

    def items(self, node: Node) -> list[Node]:
        """Return the repeated elements around an element, itself included, the nearest first."""
        near = (node, *islice(self.document.ancestors(node), _LEVELS))
        return [
            one
            for one in near
            if self.brothers(one) > 1 and 0 < one.last_text - one.first_text <= _MOST_TEXTS
        ]

    def title(self, node: Node) -> str:
        """Return what heads the nearest item around an element, other than its own text."""
        return next((text for _, text in self._titled(node)), "")

    def heads(self, node: Node) -> list[str]:
        """Return the title of the item around an element, and what else tells it from others.

        What the item begins with before its title, as the number of a row, and short texts of
        letters and digits, as the number of a flight.
        """
        item, title = next(self._titled(node), (None, ""))
        if item is None:
            return []
        last = min(item.last_text, item.first_text + _MOST_OF_ITEM)
        others = (
            (place, self.document.texts[place].words)
            for place in range(item.first_text, last)
            if not node.first_text <= place < node.last_text
        )
        identifying = (
            text
            for place, text in others
            if text[:_LONGEST] != title
            and len(text) <= _LONGEST_IDENTIFIER
            and (place == item.first_text or _is_identifier(text))
        )
        return [title, *islice(identifying, _MOST_IDENTIFIERS)]

    def _titled(self, node: Node) -> Iterator[tuple[Node, str]]:
        """Yield the items around an element that have a title other than its own text."""
        for item in self.items(node):
            text, at = self._title(item)
            # Where it is the head itself, what is around may have another.
            if text and not node.first_text <= at < node.last_text:
                yield item, text

    def _title(self, item: Node) -> tuple[str, int]:
        """Return an item's head and the place of its text: a heading, else its first words.

        A number is none: the row of a club does not begin with its rank, nor is its name the bold
        number of its points.
        """
        known = self._titles.get(item.index)
        if known is None:
            texts = self.document.texts
            end = min(item.end, item.index + _MOST_LOOKED_AT)
            inside = self.document.nodes[item.index + 1 : end]
            heads = (
                one.first_text
                for one in inside
                if one.tag in _HEADS and one.last_text > one.first_text
            )
            first = range(item.first_text, min(item.last_text, item.first_text + _FIRST))
            worded = (
                place
                for place in chain(heads, first)
                if sum(map(str.isalpha, texts[place].words)) > 1
            )
            place = next(worded, item.first_text)
            known = texts[place].words[:_LONGEST], place
            self._titles[item.index] = known
        return known

    def cell(self, node: Node) -> Node | None:
        """Return the cell of a table that an element is or is in; None where there is none."""
        return cell_around(self.document, self._of_tables, node, steps=4)

    def cells(self, node: Node) -> int:
        """Return how many cells the row of an element has; 0 where it is in none."""
        cell = self.cell(node)
        return 0 if cell is None else len(self.document.nodes[cell.parent].children)

    def place(self, node: Node) -> tuple[int, int]:
        """Return which of how many an element's item is, from 1; (1, 1) where nothing repeats."""
        item = next(iter(self.items(node)), None)
        if item is None:
            return 1, 1
        return self._numbers[item.index], self.brothers(item)


def _is_identifier(text: str) -> bool:
    return any(map(str.isalpha, text)) and has_digit(text)
