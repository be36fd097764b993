"""Learn from elements that are right or wrong which selector selects all that are alike."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import islice, takewhile

from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.engines.scrape.elements.selectors import (
    BEST,
    is_state,
    lasting_classes,
    root_element,
    selectors,
    shared_names,
)
from triptych.engines.scrape.templates.by_selector import RootedPage

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
    page = RootedPage(document, root_element(document, root))
    chosen = _elements(page, right)
    refused = set(_elements(page, wrong, needed=False))
    if not refused.isdisjoint(chosen):
        raise ValueError("The same element is right and wrong: leave one of them out.")
    basis = _first(page, base)
    known = sorted({*basis, *chosen}, key=lambda node: node.index)
    wanted = [node for node in known if node not in refused]
    if not wanted:
        raise ValueError("Every element was removed: choose one that is right.")
    patterns = _patterns(document, wanted) if chosen else []
    group = _first(page, patterns) or known
    patterns += _together(document, basis, chosen, base)
    group, suffix = _narrowed(document, group, chosen, refused)
    proposals = [f"{pattern}{suffix}" for pattern in patterns]
    exact = [one for one in proposals if _first(page, [one]) == group]
    every = selectors(document, group)
    named = [one for one in every if "," not in one]
    # A list of places holds no element that the page has tomorrow: it is the last resort.
    matches = dict.fromkeys([*named, *exact] or every[:1])
    short = [one for one in matches if len(one) <= LONGEST_SELECTOR]
    if not short:
        raise ValueError(
            "No CSS selector selects just these elements: choose elements that are more alike."
        )
    return tuple(short[:BEST])


def _at_place(document: Document, path: str) -> list[Node]:
    """Return the element at a place: a parser would count siblings with their square."""
    siblings = document.nodes[:1]
    matches: list[Node] = []
    for step in path.split(" > "):
        tag, _, place = step.rstrip(")").partition(":nth-of-type(")
        matches = [node for node in siblings if node.tag == tag][int(place or 1) - 1 :][:1]
        siblings = [document.nodes[index] for node in matches for index in node.children]
    return matches


def _elements(page: RootedPage, examples: Iterable[str], *, needed: bool = True) -> list[Node]:
    """Return the elements of all examples; raise ValueError where one needs some and has none.

    Examples that are not needed may be of a page as it was: they are skipped.
    """
    nodes: dict[Node, None] = {}
    for selector in examples:
        if _PLACES.fullmatch(selector):
            matches = page.inside(_at_place(page.document, selector))
        else:
            matches = page.select(selector)
        if needed and not matches:
            raise ValueError(f"{selector!r} selects nothing: choose the element again.")
        nodes.update(dict.fromkeys(matches))
    return list(nodes)


def _first(page: RootedPage, alternatives: Iterable[str]) -> list[Node]:
    """Return the elements of the first alternative that selects any, as `select` does."""
    for selector in alternatives:
        # Alternatives that were given may be of a dialect of their own.
        with suppress(ValueError):
            if matches := page.select(selector):
                return matches
    return []


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


def _patterns(document: Document, wanted: Sequence[Node]) -> list[str]:
    """Return a selector of what is like all of some elements; none if they are not alike."""
    first, *others = wanted
    above = (first, *document.ancestors(first))
    around = next(up for up in above if all(map(up.contains, others)))
    if around in wanted:
        return []
    chains = [
        [node, *takewhile(lambda up: up is not around, document.ancestors(node))] for node in wanted
    ]
    if len({tuple(node.tag for node in chain) for chain in chains}) == 1:
        steps = [_step(document, set(column)) for column in zip(*chains, strict=True)]
        path = "> " + " > ".join(reversed(steps))
    elif names := shared_names(wanted):
        # They stand at different depths: only a name of their own says that they are alike.
        path = names[0]
    else:
        return []
    return [f"{one} {path}" for one in selectors(document, [around])[:1]]


def _step(document: Document, nodes: set[Node]) -> str:
    """Return the tag and the classes of some elements, and their place if it tells them apart."""
    (tag,) = {node.tag for node in nodes}
    classes = frozenset.intersection(*(frozenset(lasting_classes(node)) for node in nodes))
    step = "".join([tag, *(f".{name}" for name in sorted(classes))])
    parents = {node.parent for node in nodes}
    if len(parents) < len(nodes):
        return step
    places = set()
    is_alone = True
    for parent in parents:
        children = [document.nodes[index] for index in document.nodes[parent].children]
        siblings = [child for child in children if child.tag == tag]
        places |= {place for place, child in enumerate(siblings, 1) if child in nodes}
        is_alone &= sum(classes <= set(lasting_classes(child)) for child in siblings) == 1
    return step if is_alone or len(places) > 1 else f"{step}:nth-of-type({places.pop()})"


def _narrowed(
    document: Document, group: list[Node], chosen: Sequence[Node], refused: set[Node]
) -> tuple[list[Node], str]:
    """Return a group without what is wrong and like it, and what a selector needs for that."""
    wrong = [node for node in group if node in refused]
    if not wrong:
        return group, ""
    if len(group) > MOST_COMPARED:
        raise ValueError(f"Over {MOST_COMPARED:,} elements are alike: choose right ones instead.")
    marked = _marked(document, [*wrong, *group])
    left, suffix = set(group), ""
    while wrong:
        for together in (wrong, wrong[:1]):
            mark, rest = _telling(marked, left, set(chosen), refused, set(together))
            if mark:
                break
        else:
            # It is like all others: only its place tells it from them.
            mark = "".join(f":not({one})" for one in selectors(document, wrong[:1])[:1])
            rest = left.difference(wrong[:1])
        left, suffix = rest, suffix + mark
        if len(suffix) > LONGEST_SELECTOR:
            raise ValueError("Too many elements are wrong: choose right ones instead.")
        wrong = [node for node in wrong if node in left]
    return [node for node in group if node in left], suffix


def _telling(
    marked: Mapping[str, set[Node]],
    group: set[Node],
    chosen: set[Node],
    refused: set[Node],
    wrong: set[Node],
) -> tuple[str, set[Node]]:
    """Return what leaves some wrong elements out of a group and most others in, and the rest.

    Parameters
    ----------
    marked : mapping of str to set of Node
        Selectors, with the elements that each selects.
    group, chosen, refused : set of Node
        The elements, those of them that have to stay, and those that are not missed.
    wrong : set of Node
        The elements to leave out.

    Returns
    -------
    tuple of (str, set of Node)
        What a selector needs, and the rest of the group; empty where nothing tells them apart.
    """
    enough = 1 if chosen else _LEAST_LEFT * len(group - refused)
    options: list[tuple[str, set[Node]]] = [("", set())]
    for mark, nodes in marked.items():
        if wrong <= nodes:
            # What several wrong elements share is no coincidence, however much it takes away.
            option, rest, least = f":not({mark})", group - nodes, 1 if len(wrong) > 1 else enough
        elif wrong.isdisjoint(nodes):
            option, rest, least = f":is({mark})", group & nodes, enough
        else:
            continue
        if chosen <= rest and len(rest - refused) >= least:
            options.append((option, rest))
    return max(options, key=lambda option: len(option[1] - refused))


def _marked(document: Document, nodes: Iterable[Node]) -> dict[str, set[Node]]:
    """Return which of some elements have a name, or are in one that has it, by its selector."""
    names = cache(_names)
    marked: dict[str, set[Node]] = defaultdict(set)
    for node in nodes:
        # An id sets one element apart, which says nothing of others.
        own = [name for name in names(node) if not name.startswith("#")]
        around = islice(document.ancestors(node), _MOST_AROUND)
        named = (up for up in around if up.tag not in ("body", "html"))
        for mark in (*own, *(f"{name} *" for up in named for name in names(up))):
            marked[mark].add(node)
    return marked


def _names(node: Node) -> list[str]:
    """Return selectors of what an element is called, the most lasting first."""
    # Also classes that a program made: they do tell elements of one page apart.
    classes = node.attributes.get("class", "").split()[:_MOST_CLASSES]
    valid = (name for name in classes if _IDENTIFIER.fullmatch(name) and not is_state(name))
    return [*shared_names([node]), *(f".{name}" for name in valid), node.tag]
