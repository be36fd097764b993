"""Candidates that may answer a prompt together: a column of a table, what repeats in a list."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.candidates import Candidate
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.extraction import MOST_ELEMENTS

#: Candidates by what they have in common and by their elements.
Groups = dict[tuple[object, ...], dict[int, list[int]]]

_LABELLING = ("own", "before", "attribute", "column")
#: Elements around a candidate whose members are a set each.
_AROUND = 2
#: Elements of a cell that are looked at.
_MOST_INSIDE = 20


class Sets:
    """The candidates of a page by their elements, and which of them repeat one another."""

    def __init__(self, page: PageFeatures) -> None:
        self.page = page

    @cached_property
    def of_node(self) -> dict[int, list[int]]:
        """The candidates of each element."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, candidate in enumerate(self.page.candidates):
            found[candidate.node.index].append(place)
        return found

    @cached_property
    def addresses(self) -> list[int]:
        """The addresses of links and pictures, in the order of their elements."""
        return [place for place, one in enumerate(self.page.candidates) if one.attribute]

    def kind(self, place: int) -> tuple[object, ...]:
        """Return which part of its element a candidate is."""
        candidate = self.page.candidates[place]
        text = self.page.document.texts[candidate.place].words
        is_run = candidate.parts == 1 and candidate.value == text
        return (candidate.attribute, candidate.whole, candidate.parts > 1, is_run)

    def key(self, place: int) -> tuple[object, ...]:
        """Return what candidates of a set have in common: the form, the column, the attribute."""
        check_cancelled()
        candidate = self.page.candidates[place]
        cell = self.page.around.cell(candidate.node)
        column = self.page.labels.columns.place(cell) if cell is not None else -1
        return (self.page.forms[candidate.node.index], column, candidate.attribute)

    @cached_property
    def _alike(self) -> Groups:
        return self._grouped(self.key)

    @cached_property
    def _of_tags(self) -> Groups:
        return self._grouped(self._tags)

    def _grouped(self, key: Callable[[int], tuple[object, ...]]) -> Groups:
        """Return the candidates to be seen by a key, and those of a key by their elements."""
        found: Groups = defaultdict(dict)
        for place, candidate in enumerate(self.page.candidates):
            if not candidate.node.hidden:
                found[key(place)].setdefault(candidate.node.index, []).append(place)
        return found

    def around(self, place: int) -> list[list[int]]:
        """Return the sets that a candidate is in, each of two candidates at least, in order.

        One candidate of each element of its form: those in an element around both, as the entries
        of one list of several, those with the same label, those in the same place of their parents,
        and all of the page. And one of each element with the same tags around it: one card of
        several may be highlighted.
        """
        alike = self._one_each(place, self._alike.get(self.key(place), {}))
        of_tags = self._one_each(place, self._of_tags.get(self._tags(place), {}))
        every = (
            *islice(self._within(place, alike), _AROUND),
            self.labelled(place, alike),
            self._in_place(place, alike),
            alike,
            self._in_place(place, of_tags),
            of_tags,
            self._row(place),
        )
        found: list[list[int]] = []
        for members in (one[:MOST_ELEMENTS] for one in every):
            if place in members and len(members) > 1 and members not in found:
                found.append(members)
        return found

    def _within(self, place: int, alike: list[int]) -> Iterator[list[int]]:
        """Yield those that share an element with a candidate, in the smallest first."""
        candidates = self.page.candidates
        nodes = [candidates[one].node.index for one in alike]
        size = 1
        for up in self.page.document.ancestors(candidates[place].node):
            first, last = bisect_left(nodes, up.index), bisect_left(nodes, up.end)
            if last - first > size:
                size = last - first
                yield alike[first:last]

    def labelled(self, place: int, alike: list[int]) -> list[int]:
        """Return those with a label that a candidate has too."""
        own = _labels(self.page.candidates[place])
        return [one for one in alike if own & _labels(self.page.candidates[one])]

    def _in_place(self, place: int, alike: list[int]) -> list[int]:
        """Return those that are as many elements of their tag behind their parent's first."""
        candidates = self.page.candidates
        own = self._orders[candidates[place].node.index]
        return [one for one in alike if self._orders[candidates[one].node.index] == own]

    @cached_property
    def _orders(self) -> list[int]:
        """For each element how many of its tag stand before it in its parent."""
        seen: Counter[tuple[int, str]] = Counter()
        orders = []
        for node in self.page.document.nodes:
            check_cancelled()
            orders.append(seen[node.parent, node.tag])
            seen[node.parent, node.tag] += 1
        return orders

    def _row(self, place: int) -> list[int]:
        """Return the cells of a candidate's row but the one that names it, one of each."""
        page = self.page
        cell = page.around.cell(page.candidates[place].node)
        if cell is None or cell.parent < 0:
            return []
        nodes = page.document.nodes
        title = page.around.title(cell)
        own: dict[int, list[int]] = {}
        for child in nodes[cell.parent].children[: MOST_ELEMENTS + 1]:
            inside = range(child, min(nodes[child].end, child + _MOST_INSIDE))
            found = [
                one
                for node in inside
                for one in self.of_node.get(node, ())
                if not page.candidates[one].attribute
            ]
            is_title = title and title in page.document.text(nodes[child])
            if found and nodes[child].tag == cell.tag and not is_title:
                own[child] = found
        return self._one_each(place, own)

    def _one_each(self, place: int, elements: dict[int, list[int]]) -> list[int]:
        """Return a candidate of each element, the one most like another, in order."""
        return [
            place if place in own else self._most_like(place, own)
            for _, own in sorted(elements.items())
        ]

    def _tags(self, place: int) -> tuple[object, ...]:
        """Return the tags around a candidate, its column and attribute."""
        form, column, attribute = self.key(place)
        steps = [step.partition(".")[0] for step in str(form).split(">")]
        return (*steps, column, attribute, self.page.aside[self.page.candidates[place].node.index])

    def _most_like(self, place: int, options: list[int]) -> int:
        """Return of an element's candidates the one most like another's."""
        check_cancelled()

        def traits(one: int) -> tuple[object, ...]:
            return *self.kind(one), self.page.candidates[one].node.tag

        wanted = traits(place)
        return max(
            options, key=lambda one: sum(a == b for a, b in zip(traits(one), wanted, strict=True))
        )


def _labels(candidate: Candidate) -> frozenset[str]:
    """Return the labels that clearly belong to a candidate."""
    return frozenset(label.text for label in candidate.labels if label.where in _LABELLING)
