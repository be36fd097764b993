"""CSS selectors that last: short, by names with a meaning rather than by places, and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

import numpy as np

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node, PageError

BEST = 5
_MOST_TRIED = 90
_LARGE = 50_000
_MOST_TRIED_IF_LARGE = 15
_MOST_BROTHERS = 5_000
# A selector that names each of many elements by its place is no help to anyone.
_MOST_BY_PLACE = 60
_IDENTIFIER = re.compile(r"-?[_a-zA-Z\u00a0-\uffff][\w\u00a0-\uffff-]*")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_HASHED = re.compile(
    r"(?:^|[-_])(?=[\w]*\d)(?=[\w]*[a-zA-Z])[a-zA-Z0-9]{5,}$|__\w*[A-Z]\w*[a-z]\w*[A-Z]\w*$|^css-|^sc-|"
    r"^jsx-|^svelte-|^[a-zA-Z]{1,2}\d|\d{3,}"
)
_STATES = re.compile(
    r"^(?:active|selected|open|closed|show|hide|hidden|visible|first|last|odd|even|current|disabled|"
    r"clearfix|clear|left|right|col|row|container|wrapper|lazy\w*|js-.*|is-.*|has-.*)$"
)
_DATA = ("itemprop", "property", "data-testid", "data-test", "data-qa", "data-field", "data-name",
         "data-type", "name", "rel", "role", "aria-label", "headers", "datetime")  # fmt: skip
_PLAIN = frozenset(("name", "rel", "role", "itemprop", "property", "headers"))
#: Comparisons of an element with a part of a selector; about two seconds of them.
MOST_STEPS = 3e8
_IN_BRACKETS = re.compile(r"\[[^\]]*\]|\"[^\"]*\"|'[^']*'|\\.")
_COMBINED = re.compile(r"\s*([>+~,(])\s*|\s+(?=\))")
# What these hold is matched too, wherever it stands.
_NESTING = re.compile(r":(?:has|is|not|where)\(")
_TAG = re.compile(r"[a-z][a-z0-9]*")


def is_stable(name: str) -> bool:
    """Return whether a class or an id looks written by a person and not made by a program.

    Examples
    --------
    >>> is_stable("product-price"), is_stable("css-1q2w3e"), is_stable("item_48213")
    (True, False, False)
    """
    return (
        2 <= len(name) <= 40
        and _IDENTIFIER.fullmatch(name) is not None
        and _HASHED.search(name) is None
        and _VOWEL.search(name) is not None
    )


def selectors(document: Document, nodes: Sequence[Node]) -> list[str]:
    """Return up to five selectors of exactly these elements, the most stable first."""
    wanted = sorted({node.index for node in nodes})
    targets = [document.nodes[index] for index in wanted]
    found: list[str] = []
    tried = _MOST_TRIED if len(document.nodes) < _LARGE else _MOST_TRIED_IF_LARGE
    for selector in islice(_proposed(document, targets), tried):
        if selector not in found and document.select(selector) == wanted:
            found.append(selector)
            if len(found) == BEST:
                return found
    for selector in [] if _crowded(document, targets) else _by_place(document, targets):
        if len(found) >= BEST:
            break
        if selector not in found and document.select(selector) == wanted:
            found.append(selector)
    return found


def _crowded(document: Document, targets: Sequence[Node]) -> bool:
    """Return whether a place among brothers would take a selector time with their square."""
    return any(
        len(document.nodes[up.index].children) > _MOST_BROTHERS
        for node in targets[:1]
        for up in document.ancestors(node)
    )


def is_state(name: str) -> bool:
    """Return whether a class says where an element stands or what state it is in.

    Examples
    --------
    >>> is_state("odd"), is_state("is-open"), is_state("price")
    (True, True, False)
    """
    return _STATES.match(name) is not None


def lasting_classes(node: Node) -> list[str]:
    """Return the classes of an element that say what it is, as far as a person wrote them."""
    classes = node.attributes.get("class", "").split()
    return [name for name in classes if is_stable(name) and not is_state(name)]


def _names(node: Node) -> list[str]:
    """Return simple selectors of one element, the most lasting first."""
    found = []
    attributes = node.attributes
    identifier = attributes.get("id", "")
    if is_stable(identifier):
        found.append("#" + identifier)
    for name in _DATA:
        value = attributes.get(name, "")
        simple = value and len(value) <= 40 and not set('"\\\n').intersection(value)
        if simple and (name in _PLAIN or is_stable(value.replace(" ", "-"))):
            found.append(f'{node.tag}[{name}="{value}"]')
    good = lasting_classes(node)
    found.extend(f".{name}" for name in good[:4])
    found.extend(f"{node.tag}.{name}" for name in good[:4])
    if len(good) > 1:
        found.append(f"{node.tag}.{good[0]}.{good[1]}")
    return found


def shared_names(nodes: Sequence[Node]) -> list[str]:
    """Return simple selectors that all of some elements have, the most lasting first."""
    names = _names(nodes[0])
    for node in nodes[1:200]:
        own = set(_names(node))
        names = [name for name in names if name in own]
    return names


def _proposed(document: Document, targets: list[Node]) -> Iterator[str]:
    own = shared_names(targets)
    tags = {node.tag for node in targets}
    plain = [next(iter(tags))] if len(tags) == 1 else []
    yield from own
    if plain and plain[0] in ("h1", "main", "article", "time", "address"):
        yield plain[0]
    around = _around(document, targets)
    # Near elements with names first: they move least against the target.
    for up in around:
        for name in up:
            for self_name in own[:4]:
                yield f"{name} {self_name}"
    for step, up in enumerate(around):
        for name in up:
            for tag in plain:
                if step == 0:
                    yield f"{name} > {tag}"
                yield f"{name} {tag}"
    for near, far in pairwise(around):
        for one in far[:2]:
            for other in near[:2]:
                for last in (*own[:2], *plain):
                    yield f"{one} {other} {last}"


def _around(document: Document, targets: list[Node]) -> list[list[str]]:
    """Return the names of what is around the targets, the nearest first."""
    levels: list[list[str]] = []
    current = list(targets)
    for _ in range(8):
        parents = [document.nodes[node.parent] for node in current if node.parent >= 0]
        if len(parents) < len(current):
            break
        current = list({node.index: node for node in parents}.values())
        names = shared_names(current)[:3]
        if names:
            levels.append(names)
        if current[0].tag in ("body", "html"):
            break
    return levels


def _by_place(document: Document, targets: list[Node]) -> Iterator[str]:
    """Yield selectors by place, from the nearest element with a name of its own."""
    if len(targets) > 1:
        parents = sorted({node.parent for node in targets})
        if len(parents) == 1 and len({node.tag for node in targets}) == 1:
            for path in islice(_paths(document, document.nodes[parents[0]]), 4):
                yield f"{path} > {targets[0].tag}"
        if len(targets) <= _MOST_BY_PLACE:
            paths = [next(_paths(document, node), "") for node in targets]
            if all(paths):
                yield ", ".join(paths)
            yield ", ".join(_full(document, node) for node in targets)
        return
    yield from islice(_paths(document, targets[0]), 6)
    yield from _by_tags(document, targets[0])
    yield _full(document, targets[0])


def _by_tags(document: Document, target: Node) -> Iterator[str]:
    """Yield selectors by tags alone, which hold on a page with few of them."""
    above = [up for up in islice(document.ancestors(target), 3) if up.tag != "html"]
    for up in above:
        yield f"{up.tag} {target.tag}"
    for up in above[:1]:
        yield f"{up.tag} > {target.tag}"
        yield f"{up.tag} > {_step(document, target)}"
    yield target.tag


def _paths(document: Document, target: Node) -> Iterator[str]:
    """Yield paths to one element that begin at something with a name of its own."""
    path = _step(document, target)
    for up in islice(document.ancestors(target), 12):
        for name in _names(up)[:3]:
            selector = f"{name} > {path}"
            if document.select(selector) == [target.index]:
                yield selector
        path = f"{_step(document, up)} > {path}"


def _step(document: Document, node: Node) -> str:
    if node.parent < 0:
        return node.tag
    check_cancelled()
    before = after = 0
    for child in document.nodes[node.parent].children:
        if document.nodes[child].tag == node.tag:
            before += child < node.index
            after += child > node.index
    if not before and not after:
        return node.tag
    return f"{node.tag}:nth-of-type({before + 1})"


def _full(document: Document, node: Node) -> str:
    steps = [_step(document, node)]
    steps.extend(_step(document, up) for up in islice(document.ancestors(node), 200))
    return " > ".join(reversed(steps))


class SelectorCost:
    """Bounds how long selectors take on a page.

    A parser steps back at each ``a b`` and ``a ~ b`` that fails: elements `n` deep are compared
    `n ** k` times where a selector has `k` of them; ``:nth-child()`` counts the elements beside
    each, or beside one around it, and ``:has()`` looks at all that is in each.

    Examples
    --------
    >>> from triptych.engines.scrape.elements.document import parse
    >>> effort = SelectorCost(parse("<div>" * 1_000))
    >>> effort.is_affordable("div > p"), effort.is_affordable("q div div div div")
    (True, False)
    """

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        self.depth = np.array([node.depth for node in nodes], float)
        self.inside = np.array([node.end - node.index for node in nodes], float)
        self.tags = np.array([node.tag[:20] for node in nodes], dtype=np.str_)
        self.brothers = np.ones(len(nodes))
        for node in nodes:
            self.brothers[node.children] = len(node.children)
        # Of each element, or of the one around it that has the most.
        self.most_brothers = self.brothers.copy()
        for node in nodes:
            if node.parent >= 0:
                around = self.most_brothers[node.parent]
                self.most_brothers[node.index] = max(self.most_brothers[node.index], around)

    def is_affordable(self, selector: str) -> bool:
        """Return whether a selector, valid or not, is tried in about two seconds at worst."""
        bare = _COMBINED.sub(r"\1", _IN_BRACKETS.sub("", selector).strip().lower())
        # A list within brackets is counted as if it were one without.
        return sum(map(self._steps, bare.split(","))) < MOST_STEPS

    def _steps(self, part: str) -> float:
        end = re.split(r"[\s>+~]", part)[-1]
        last = _TAG.match(end)
        # Selectors are read from their end: only elements of that name are looked at further.
        named = last is not None and not _NESTING.search(part)
        tried = self.tags == last[0] if named and last else slice(None)
        deep, wide = part.count(" "), part.count("~")
        counted, holds = end.count(":nth-"), part.count(":has(") + part.count("contains(")
        above = part.count(":nth-") - counted
        each = np.maximum(self.depth[tried] ** min(deep, 50) / math.factorial(min(deep, 50)), 1)
        each *= np.maximum(self.brothers[tried] ** min(wide, 20), 1)
        # Where a place is found, half of the siblings have been counted on the average.
        around = min(above, 3) * self.most_brothers[tried] / 2
        each *= 1 + min(counted, 3) * self.brothers[tried] + around
        return float((each * self.inside[tried] ** min(holds, 20)).sum())


def root_element(
    document: Document, root: str | None, effort: SelectorCost | None = None
) -> Node | None:
    """Return the first element that a selector selects; None, for the whole page, without one.

    Raises
    ------
    PageError
        If the page has no such element.
    ValueError
        If it is no selector, or takes too long.
    """
    if root is None:
        return None
    if not (effort or SelectorCost(document)).is_affordable(root):
        raise ValueError(f"{root!r} takes too long on this page; shorten the root selector.")
    at = document.select(root)
    if not at:
        raise PageError(f"The page has no element {root!r}; correct the root selector.")
    return document.nodes[at[0]]
