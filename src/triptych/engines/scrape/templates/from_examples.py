"""Learn from elements that are right or wrong which selector selects all that are alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter

from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.engines.scrape.elements.selectors import (
    BEST,
    SelectorCost,
    is_state,
    lasting_classes,
    root_element,
    selectors,
    shared_names,
)

#: Characters; a request takes no longer selectors.
LONGEST_SELECTOR = 2_000
#: Elements that are compared with a wrong one.
MOST_COMPARED = 5_000
_MOST_AROUND = 12
_MOST_CLASSES = 8
_MOST_LISTED = 10
#: An element by its place from the outermost, as a person's click names it.
_PLACES = re.compile(r"html(?: > [a-z][a-z0-9-]*(?::nth-of-type\([1-9]\d{0,5}\))?)+")
_IDENTIFIER = re.compile(r"-?[_a-zA-Z][\w-]*", re.ASCII)
#: Of a list, what one wrong element may take with it that is like it.
_LEAST_LEFT = 0.5
_NOTHING_LEFT = "Every element was removed: choose one that is right."


@dataclass(frozen=True, slots=True)
class _Step:
    """What elements at one depth below a common ancestor have in common."""

    tag: str
    classes: frozenset[str]
    #: Place among the siblings of its tag, from 1; None for any.
    place: int | None

    def selects(self, node: Node, place: int) -> bool:
        """Return whether an element with a place among its siblings is such a one."""
        return (
            node.tag == self.tag
            and self.place in (None, place)
            and self.classes <= set(lasting_classes(node))
        )

    def __str__(self) -> str:
        classes = "".join(f".{name}" for name in sorted(self.classes))
        place = "" if self.place is None else f":nth-of-type({self.place})"
        return f"{self.tag}{classes}{place}"


def from_examples(
    html: str,
    right: Sequence[str],
    wrong: Sequence[str] = (),
    *,
    base: Sequence[str] = (),
    root: str | None = None,
) -> tuple[str, ...]:
    """Return selectors of the elements that are like the right ones and not like the wrong ones.

    One right element is selected alone. Several stand for all that have their tags and classes on
    the way from what is around them, and their place among siblings where they share it, as the
    cells of a column. A wrong element takes those with it that share what sets it apart.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    right, wrong : sequence of str
        CSS selectors of elements, each of one as a rule.
    base : sequence of str
        Selectors of elements that are right where nothing else is known of them; of several, which
        are alternatives, the first counts that selects anything.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.

    Returns
    -------
    tuple of str
        Up to five selectors, the most lasting first, all of the same elements.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If a selector cannot be tried, one of `right` selects nothing, an element is right and
        wrong, or no element is left.

    Examples
    --------
    >>> page = "<ul><li>Assam</li><li>Sencha</li><li>Uji</li></ul><ol><li>Imprint</li></ol>"
    >>> from_examples(page, ["ul > li:nth-of-type(1)", "ul > li:nth-of-type(3)"])[0]
    'body ul > li'
    >>> from_examples(page, [], ["ol > li"], base=["li"])[0]
    'li:not(ol *)'
    """
    document = parse(html)
    reader = _Reader(document, root)
    chosen = reader.elements(right)
    refused = {node.index for node in reader.elements(wrong, needed=False)}
    if any(node.index in refused for node in chosen):
        raise ValueError("The same element is right and wrong: leave one of them out.")
    basis = reader.first(base)
    known = {node.index: node for node in (*basis, *chosen)}
    wanted = [known[index] for index in sorted(known) if index not in refused]
    if not wanted:
        raise ValueError(_NOTHING_LEFT)
    every = [known[index] for index in sorted(known)]
    group, patterns = (_alike(document, wanted) if chosen else None) or (every, [])
    patterns += _together(document, basis, chosen, base)
    group, suffix = _narrowed(document, group, chosen, [document.nodes[at] for at in refused])
    matches = reader.selectors_of(group, [f"{pattern}{suffix}" for pattern in patterns])
    if not matches:
        raise ValueError(
            "No CSS selector selects just these elements: choose elements that are more alike."
        )
    return matches


class _Reader:
    """Tries selectors on one page, inside its root."""

    def __init__(self, document: Document, root: str | None) -> None:
        self.document = document
        self.cost = SelectorCost(document)
        self.within = root_element(document, root, self.cost)

    def select(self, selector: str) -> list[Node]:
        """Return the elements that a selector selects; raise ValueError if it cannot be tried."""
        if _PLACES.fullmatch(selector):
            node = self._at_place(selector)
            return [node] if node and (self.within is None or self.within.contains(node)) else []
        if not self.cost.is_affordable(selector):
            raise ValueError(f"{selector!r} takes too long on this page; shorten it.")
        nodes = [self.document.nodes[index] for index in self.document.select(selector)]
        return [node for node in nodes if self.within is None or self.within.contains(node)]

    def _at_place(self, path: str) -> Node | None:
        """Return the element at a place: a parser would count siblings with their square."""
        children = [index for index, node in enumerate(self.document.nodes[:1]) if node.parent < 0]
        node = None
        for step in path.split(" > "):
            tag, _, place = step.rstrip(")").partition(":nth-of-type(")
            nodes = (self.document.nodes[index] for index in children)
            alike = (one for one in nodes if one.tag == tag)
            node = next(islice(alike, int(place or 1) - 1, None), None)
            if node is None:
                return None
            children = node.children
        return node

    def elements(self, examples: Iterable[str], *, needed: bool = True) -> list[Node]:
        """Return the elements of all examples; raise ValueError where one needs some and has none.

        Examples that are not needed may be of a page as it was: they are skipped.
        """
        nodes: dict[int, Node] = {}
        for selector in examples:
            matches = self.select(selector)
            if needed and not matches:
                raise ValueError(f"{selector!r} selects nothing: choose the element again.")
            nodes.update({node.index: node for node in matches})
        return list(nodes.values())

    def first(self, alternatives: Iterable[str]) -> list[Node]:
        """Return the elements of the first alternative that selects any, as `select` does."""
        for selector in alternatives:
            with suppress(ValueError):
                if matches := self.select(selector):
                    return matches
        return []

    def selectors_of(self, group: list[Node], proposals: Sequence[str]) -> tuple[str, ...]:
        """Return selectors of just these elements: by names, then the proposals that are some."""
        every = selectors(self.document, group)
        named = [one for one in every if "," not in one]
        exact = [one for one in proposals if self._is_exact(one, group)]
        # A list of places holds no element that the page has tomorrow: it is the last resort.
        matches = list(dict.fromkeys([*named, *exact])) or every[:1]
        return tuple(one for one in matches if len(one) <= LONGEST_SELECTOR)[:BEST]

    def _is_exact(self, selector: str, group: Sequence[Node]) -> bool:
        # Alternatives that were given may be of a dialect of their own.
        with suppress(ValueError):
            return self.select(selector) == group
        return False


def _together(
    document: Document, basis: Sequence[Node], chosen: Sequence[Node], base: Sequence[str]
) -> list[str]:
    """Return selectors of a base and of the right elements that are not in it."""
    others = [node for node in chosen if node not in basis]
    if not basis or len(others) > _MOST_LISTED:
        return []
    ends = [one for node in others for one in selectors(document, [node])[:1]]
    every = (", ".join([one, *ends]) for one in base)
    return [one if "," not in one else f":is({one})" for one in every]


def _alike(document: Document, wanted: list[Node]) -> tuple[list[Node], list[str]] | None:
    """Return the elements that are like all of some, which are among them, and their pattern."""
    around = _common_ancestor(document, wanted)
    if around is None:
        return None
    chains = [_chain(document, around, node) for node in wanted]
    columns = list(zip(*chains, strict=False))
    same = all(len({node.tag for node in column}) == 1 for column in columns)
    if len({len(chain) for chain in chains}) == 1 and same:
        steps = [_common_step(document, column) for column in columns]
        path = " > ".join(map(str, steps))
        patterns = [f"{one} > {path}" for one in selectors(document, [around])[:1]]
        return list(_reached(document, around, steps)), patterns
    # They stand at different depths: only a name of their own says that they are alike.
    for name in shared_names(wanted)[:1]:
        nodes = (document.nodes[index] for index in document.select(name))
        patterns = [f"{one} {name}" for one in selectors(document, [around])[:1]]
        return [node for node in nodes if around.contains(node)], patterns
    return None


def _common_ancestor(document: Document, nodes: Sequence[Node]) -> Node | None:
    """Return the nearest element around all; None for a single one, or one around the others."""
    first, *others = nodes
    if not others:
        return None
    for up in (first, *document.ancestors(first)):
        if all(map(up.contains, others)):
            return None if up in nodes else up
    return None


def _chain(document: Document, around: Node, node: Node) -> list[Node]:
    """Return what leads from an element to one in it, without the former."""
    chain = [node]
    for up in document.ancestors(node):
        if up is around:
            break
        chain.append(up)
    return chain[::-1]


def _siblings(document: Document, node: Node) -> list[Node]:
    """Return the children of its parent that have its tag, itself among them."""
    if node.parent < 0:
        return [node]
    children = (document.nodes[child] for child in document.nodes[node.parent].children)
    return [child for child in children if child.tag == node.tag]


def _common_step(document: Document, column: Sequence[Node]) -> _Step:
    nodes = list({node.index: node for node in column}.values())
    classes = frozenset.intersection(*(frozenset(lasting_classes(node)) for node in nodes))
    parents = {node.parent: node for node in nodes}
    places: dict[int, int] = {}
    shared = False
    for child in parents.values():
        siblings = _siblings(document, child)
        places |= {one.index: place for place, one in enumerate(siblings, 1)}
        shared |= sum(classes <= set(lasting_classes(one)) for one in siblings) > 1
    common = {places[node.index] for node in nodes}
    return _Step(nodes[0].tag, classes, common.pop() if shared and len(common) == 1 else None)


def _reached(document: Document, around: Node, steps: Sequence[_Step]) -> Iterator[Node]:
    """Yield the elements that steps lead to, in order."""
    if not steps:
        yield around
        return
    places: dict[str, int] = {}
    for index in around.children:
        child = document.nodes[index]
        places[child.tag] = places.get(child.tag, 0) + 1
        if steps[0].selects(child, places[child.tag]):
            yield from _reached(document, child, steps[1:])


def _narrowed(
    document: Document, group: list[Node], chosen: Sequence[Node], wrong: Sequence[Node]
) -> tuple[list[Node], str]:
    """Return a group without what is wrong and like it, and what a selector needs for that."""
    inside = [node for node in wrong if node in group]
    if not inside:
        return group, ""
    if len(group) > MOST_COMPARED:
        raise ValueError(f"Over {MOST_COMPARED:,} elements are alike: choose right ones instead.")
    marks = _Marks(document)
    suffix = ""
    if len(inside) > 1:
        # What several wrong elements share is no coincidence, however much it takes away.
        rest, suffix = _without(group, chosen, inside, marks, least=0)
        group = rest or group
    for one in inside:
        if one not in group:
            continue
        least = 0.0 if chosen else _LEAST_LEFT * (len(group) - 1)
        rest, mark = _without(group, chosen, [one], marks, least=least)
        suffix += mark or _place_apart(document, group, one)
        group = rest or [node for node in group if node is not one]
    return group, suffix


def _without(
    group: Sequence[Node],
    chosen: Sequence[Node],
    wrong: Sequence[Node],
    marks: _Marks,
    *,
    least: float,
) -> tuple[list[Node], str]:
    """Return the largest part of a group that a mark keeps apart from what is wrong, or nothing.

    Parameters
    ----------
    group, chosen, wrong : sequence of Node
        The elements, those of them that must stay, and those that must not.
    marks : _Marks
        What elements are called.
    least : float
        Elements that must be left.
    """
    counts = Counter(mark for node in group for mark in marks.of(node))
    of_chosen = {mark for node in chosen for mark in marks.of(node)}
    of_wrong = {mark for node in wrong for mark in marks.of(node)}
    # What right elements have in common holds for more than what just some of a group have.
    shared = marks.shared(chosen) if chosen else counts
    enough = max(least, 0.0 if chosen else _LEAST_LEFT * (len(group) - len(wrong)))
    options = [
        *((len(group) - counts[mark], False, mark) for mark in marks.shared(wrong)
          if mark not in of_chosen and len(group) - counts[mark] >= least),
        *((counts[mark], True, mark) for mark in shared
          if mark not in of_wrong and counts[mark] >= enough),
    ]  # fmt: skip
    left, has, mark = max(options, key=itemgetter(0), default=(0, False, ""))
    if not left:
        return [], ""
    rest = [node for node in group if (mark in marks.of(node)) == has]
    return rest, f":is({mark})" if has else f":not({mark})"


def _place_apart(document: Document, group: Sequence[Node], one: Node) -> str:
    """Return what a selector needs in order not to select one of a group, by its place."""
    for up, inside in [(one, ""), *((up, " *") for up in islice(document.ancestors(one), 3))]:
        place = _siblings(document, up).index(up) + 1
        mark = f"{up.tag}:nth-of-type({place}){inside}"
        matches = set(document.select(mark))
        if [node for node in group if node.index in matches] == [one]:
            return f":not({mark})"
    return f":not({selectors(document, [one])[0]})"


class _Marks:
    """Selectors of elements by what they, and what is around them, are called, the own first."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._own: dict[int, list[str]] = {}
        self._all: dict[int, dict[str, None]] = {}

    def of(self, node: Node) -> dict[str, None]:
        """Return the marks of an element, in order."""
        if node.index not in self._all:
            # An id sets one element apart, which says nothing of others.
            own = [mark for mark in self._names(node) if not mark.startswith("#")]
            around = islice(self.document.ancestors(node), _MOST_AROUND)
            named = (up for up in around if up.tag not in ("body", "html"))
            marks = [*own, *(f"{name} *" for up in named for name in self._names(up))]
            self._all[node.index] = dict.fromkeys(marks)
        return self._all[node.index]

    def shared(self, nodes: Sequence[Node]) -> list[str]:
        """Return the marks that all of some elements have."""
        first, *others = nodes
        return [mark for mark in self.of(first) if all(mark in self.of(one) for one in others)]

    def _names(self, node: Node) -> list[str]:
        if node.index not in self._own:
            # Also classes that a program made: they do tell elements of one page apart.
            names = node.attributes.get("class", "").split()[:_MOST_CLASSES]
            valid = (name for name in names if _IDENTIFIER.fullmatch(name) and not is_state(name))
            marks = [*shared_names([node]), *(f".{name}" for name in valid), node.tag]
            self._own[node.index] = list(dict.fromkeys(marks))
        return self._own[node.index]
