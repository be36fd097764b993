"""CSS selectors that last: short, by names with a meaning rather than by places, and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise, product

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
_NO_NAME = re.compile(r"[^\w-]")
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
# Comments, strings and escapes: no sign in them has a meaning.
_LITERAL = re.compile(r"/\*.*?(?:\*/|\Z)|\"(?:\\.|[^\"\\])*+\"?|'(?:\\.|[^'\\])*+'?|\\.", re.DOTALL)
_IN_BRACKETS = re.compile(r"\[[^\]]*\]")
_ESCAPED_FUNCTION = re.compile(r":[\w-]*\\")
_COMBINED = re.compile(r"\s*([>+~,(])\s*|\s+(?=\))")
# What these hold is matched too, wherever it stands.
_NESTING = re.compile(r":(?:has|is|not|where)\(")
_TAG = re.compile(r"([a-z][\w-]*)(?:[.#:]|\Z)")
_LONGEST_TAG = 20


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
    tried = _MOST_TRIED if len(document.nodes) < _LARGE else _MOST_TRIED_IF_LARGE
    proposed: list[Iterator[str]] = [islice(_proposed(document, targets), tried)]
    # A place among many brothers would take a selector time with their square.
    if all(len(up.children) <= _MOST_BROTHERS for up in document.ancestors(targets[0])):
        proposed.append(_by_place(document, targets))
    # A dict keeps the order in which they are found.
    found: dict[str, None] = {}
    for selector in chain.from_iterable(proposed):
        if selector not in found and document.select(selector) == wanted:
            found[selector] = None
            if len(found) == BEST:
                break
    return list(found)


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


def _tag(node: Node) -> str:
    """Return an element's tag as a selector has it: with a backslash before ":" and the like."""
    return _NO_NAME.sub(r"\\\g<0>", node.tag)


def _names(node: Node) -> list[str]:
    """Return simple selectors of one element, the most lasting first."""
    found = []
    tag, attributes = _tag(node), node.attributes
    identifier = attributes.get("id", "")
    if is_stable(identifier):
        found.append("#" + identifier)
    for name in _DATA:
        value = attributes.get(name, "")
        simple = value and len(value) <= 40 and not set('"\\\n').intersection(value)
        if simple and (name in _PLAIN or is_stable(value.replace(" ", "-"))):
            found.append(f'{tag}[{name}="{value}"]')
    good = lasting_classes(node)
    found.extend(f".{name}" for name in good[:4])
    found.extend(f"{tag}.{name}" for name in good[:4])
    if len(good) > 1:
        found.append(f"{tag}.{good[0]}.{good[1]}")
    return found


def shared_names(nodes: Sequence[Node]) -> list[str]:
    """Return simple selectors that all of some elements have, the most lasting first."""
    names = _names(nodes[0])
    for node in nodes[1:200]:
        own = set(_names(node))
        names = [name for name in names if name in own]
    return names


def _proposed(document: Document, targets: list[Node]) -> Iterator[str]:
    """Yield selectors by the names of the targets and of what is around them."""
    own = shared_names(targets)
    tags = {_tag(node) for node in targets}
    plain = list(tags) if len(tags) == 1 else []
    yield from own
    yield from (tag for tag in plain if tag in ("h1", "main", "article", "time", "address"))
    around = _around(document, targets)
    # Near elements with names first: they move least against the target.
    for up, name in product(chain.from_iterable(around), own[:4]):
        yield f"{up} {name}"
    for step, names in enumerate(around):
        for up, tag in product(names, plain):
            if step == 0:
                yield f"{up} > {tag}"
            yield f"{up} {tag}"
    for near, far in pairwise(around):
        for path in product(far[:2], near[:2], (*own[:2], *plain)):
            yield " ".join(path)


def _around(document: Document, targets: list[Node]) -> list[list[str]]:
    """Return the names of what is around the targets, the nearest first."""
    levels: list[list[str]] = []
    current = targets
    for _ in range(8):
        parents = [document.nodes[node.parent] for node in current if node.parent >= 0]
        if len(parents) < len(current):
            break
        current = list({node.index: node for node in parents}.values())
        if names := shared_names(current)[:3]:
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
                yield f"{path} > {_tag(targets[0])}"
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
    tag = _tag(target)
    above = [_tag(up) for up in islice(document.ancestors(target), 3) if up.tag != "html"]
    for up in above:
        yield f"{up} {tag}"
    for up in above[:1]:
        yield f"{up} > {tag}"
        yield f"{up} > {_step(document, target)}"
    yield tag


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
        return _tag(node)
    check_cancelled()
    beside = document.nodes[node.parent].children
    alike = [child for child in beside if document.nodes[child].tag == node.tag]
    if len(alike) == 1:
        return _tag(node)
    return f"{_tag(node)}:nth-of-type({alike.index(node.index) + 1})"


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
    >>> cost = SelectorCost(parse("<div>" * 1_000))
    >>> cost.is_affordable("div > p"), cost.is_affordable("q div div div div")
    (True, False)
    """

    def __init__(self, document: Document) -> None:
        nodes = document.nodes
        self.depth = np.array([node.depth for node in nodes], float)
        self.inside = np.array([node.end - node.index for node in nodes], float)
        self.tags = np.array([node.tag[:_LONGEST_TAG] for node in nodes], dtype=np.str_)
        self.brothers = np.ones(len(nodes))
        # Of each element, or of the one around it that has the most.
        self.most_brothers = np.ones(len(nodes))
        for node in nodes:
            count = len(node.children)
            self.brothers[node.children] = count
            self.most_brothers[node.children] = max(count, self.most_brothers[node.index])

    def is_affordable(self, selector: str) -> bool:
        """Return whether a selector, valid or not, is tried in about two seconds at worst."""
        bare = _IN_BRACKETS.sub("", _LITERAL.sub(r"\\", selector)).lower()
        if _ESCAPED_FUNCTION.search(bare):
            return False
        bare = _COMBINED.sub(r"\1", " ".join(bare.split()))
        # A list within brackets is counted as if it were one without.
        return sum(map(self._steps, bare.split(","))) < MOST_STEPS

    def _steps(self, part: str) -> float:
        end = re.split(r"[\s>+~]", part)[-1]
        last = _TAG.match(end)
        # Selectors are read from their end: only elements of that name are looked at further.
        named = last is not None and not _NESTING.search(part)
        tried = self.tags == last[1][:_LONGEST_TAG] if named and last else slice(None)
        deep, wide = part.count(" "), part.count("~")
        counted, holds = end.count(":nth-"), part.count(":has(") + part.count("contains(")
        above = part.count(":nth-") - counted
        each = np.maximum(self.depth[tried] ** min(deep, 50) / math.factorial(min(deep, 50)), 1)
        each *= np.maximum(self.brothers[tried] ** min(wide, 20), 1)
        # Where a place is found, half of the siblings have been counted on the average.
        around = min(above, 3) * self.most_brothers[tried] / 2
        each *= 1 + min(counted, 3) * self.brothers[tried] + around
        return float((each * self.inside[tried] ** min(holds, 20)).sum())


def root_element(document: Document, root: str | None) -> Node | None:
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
    if not SelectorCost(document).is_affordable(root):
        raise ValueError(f"{root!r} takes too long on this page; shorten the root selector.")
    at = document.select(root)
    if not at:
        raise PageError(f"The page has no element {root!r}; correct the root selector.")
    return document.nodes[at[0]]
