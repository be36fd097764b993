"""Candidates that may answer a prompt together: a column, a row, what repeats in a list."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.features import PageFeatures

_LABELLING = ("own", "before", "attribute", "column")
_STRONG = 0.7
MOST = 5_000


class Sets:
    """The sets of a page that each of its candidates is in."""

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
    def addresses(self) -> tuple[list[int], list[int]]:
        """The elements of links and pictures in order, and their candidates."""
        pairs = sorted(
            (candidate.node.index, place)
            for place, candidate in enumerate(self.page.candidates)
            if candidate.attribute
        )
        return [node for node, _ in pairs], [place for _, place in pairs]

    def kind(self, place: int) -> tuple[object, ...]:
        """Return which part of its element a candidate is."""
        candidate = self.page.candidates[place]
        text = self.page.document.texts[candidate.place].words
        is_run = candidate.parts == 1 and candidate.value == text
        return (candidate.attribute, candidate.whole, candidate.parts > 1, is_run)

    def key(self, place: int) -> tuple[object, ...]:
        """Return what candidates of a set have in common: the form, the column, the attribute."""
        candidate = self.page.candidates[place]
        cell = self.page.around.cell(candidate.node)
        column = self.page.around.column(cell) if cell is not None else -1
        return (self.page.forms[candidate.node.index], column, candidate.attribute)

    @cached_property
    def _alike(self) -> dict[tuple[object, ...], dict[int, list[int]]]:
        found: dict[tuple[object, ...], dict[int, list[int]]] = defaultdict(dict)
        for place, candidate in enumerate(self.page.candidates):
            if not candidate.node.hidden:
                found[self.key(place)].setdefault(candidate.node.index, []).append(place)
        return found

    @cached_property
    def _rows(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = defaultdict(list)
        for place, candidate in enumerate(self.page.candidates):
            cell = self.page.around.cell(candidate.node)
            if cell is candidate.node and candidate.whole and not candidate.attribute:
                found[cell.parent].append(place)
        return found

    def around(self, place: int) -> list[list[int]]:
        """Return the sets that a candidate is in, each of two candidates at least, in order."""
        alike = self._alike_to(place)
        near = self.beside(place, alike, -1)
        named = self.named(place, alike)
        labelled = set(named)
        both = [one for one in near if one in labelled]
        found: list[list[int]] = []
        brothers = self.beside(place, alike, 0)
        every = (self.lines(place), brothers, both, named, near, alike, self.row(place))
        for members in every:
            first = members[:MOST]
            if place in members and len(members) > 1 and first not in found:
                found.append(first)
        return found

    def _alike_to(self, place: int) -> list[int]:
        """Return one candidate of each element of the same form, in the same column."""
        return [
            place if place in options else self._most_like(place, options)
            for options in self._alike[self.key(place)].values()
        ]

    def named(self, place: int, alike: list[int]) -> list[int]:
        """Return those with a label that the candidate has too."""
        own = labels(self.page.candidates[place])
        return [one for one in alike if own & labels(self.page.candidates[one])]

    def lines(self, place: int) -> list[int]:
        """Return the candidates that are such parts of the same element."""
        kind = self.kind(place)
        own = self.of_node[self.page.candidates[place].node.index]
        return [one for one in own if self.kind(one) == kind]

    def row(self, place: int) -> list[int]:
        """Return the cells of a candidate's row behind the first one."""
        cell = self.page.around.cell(self.page.candidates[place].node)
        if cell is None:
            return []
        return [one for one in self._rows[cell.parent] if self._column(one) or one == place]

    def _column(self, place: int) -> int:
        return self.page.around.column(self.page.candidates[place].node)

    def _most_like(self, place: int, options: list[int]) -> int:
        """Return of an element's candidates the one most like another's."""
        wanted = self.kind(place)
        return max(
            options,
            key=lambda one: sum(a == b for a, b in zip(self.kind(one), wanted, strict=True)),
        )

    def beside(self, place: int, alike: list[int], level: int) -> list[int]:
        """Return those in the same list: of the lists around a candidate the first or the last."""
        own = self._list(place, level)
        return [one for one in alike if self._list(one, level) == own]

    def _list(self, place: int, level: int) -> int:
        """Return the element that holds an item around a candidate and its brothers."""
        items = self.page.around.items(self.page.candidates[place].node)
        return items[level].parent if items else -1


def labels(candidate: Candidate) -> frozenset[str]:
    """Return the labels that clearly belong to a candidate."""
    return frozenset(
        label.text
        for label in candidate.labels
        if label.where in _LABELLING and label.strength >= _STRONG
    )
