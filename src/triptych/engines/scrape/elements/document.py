"""A page of HTML as a list of elements and a list of the texts a reader sees."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.parse_cost import INLINE, parse_cost

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# Elements beyond these are not looked at; the limits keep a hostile page within bounded time.
MOST_CHARACTERS = 8_000_000
# Ten times those of the largest page of 170 of shops, films, schools and recipes.
MOST_NODES = 150_000
#: Attributes of an element; at all tags together, elements that are open, and formatting that is:
#: a parser takes a step for each. The largest of 648 pages has a sixth of either.
MOST_ATTRIBUTES = 2_000
MOST_STEPS = 60_000_000
MOST_REOPENED = 1_000_000

#: Elements whose text a reader does not see.
INVISIBLE = frozenset(
    ("script", "style", "template", "noscript", "iframe", "svg", "head", "title", "textarea",
     "select", "object", "canvas")
)  # fmt: skip
#: Kinds of input that show no value.
_NO_FIELDS = frozenset(
    ("hidden", "checkbox", "radio", "submit", "button", "reset", "image", "password", "file")
)
#: Elements that may show something without a text, by tag and role, such as stars; their
#: `aria-label` says what.
_NAMED = frozenset(("span", "i", "div", "svg", "meter", "progress", "abbr", "em", "b"))
_SHOWING = frozenset(("", "img", "meter", "progressbar"))
#: Elements that go on with the word before them.
_ATTACHED = frozenset(("sub", "sup", "rp", "rt", "wbr"))
_OF_OPTIONS = frozenset(("select", "optgroup"))
_LONGEST_SHOWN = 300


class PageError(ValueError):
    """The page cannot be read: it is too large or nested too deeply."""


@dataclass(slots=True, eq=False)
class Node:
    """One element."""

    #: Its place in the order of the page.
    index: int
    tag: str
    attributes: dict[str, str]
    #: Index of the element it is in; -1 for the outermost.
    parent: int
    depth: int
    #: The parser's own object.
    handle: LexborNode
    hidden: bool = False
    #: Index after its last descendant: `nodes[index:end]` are the element and all in it.
    end: int = 0
    #: `texts[first_text:last_text]` are the texts in it.
    first_text: int = 0
    last_text: int = 0
    children: list[int] = field(default_factory=list)

    def contains(self, other: Node) -> bool:
        """Return whether another element is this one or in it."""
        return self.index <= other.index < self.end


@dataclass(slots=True, eq=False)
class Text:
    """A run of text directly in one element, or what one without a text shows.

    White space in it is collapsed; `separator` is what parts it from the one before: a block's
    border, a line break or a space.
    """

    words: str
    node: int
    separator: str


@dataclass(slots=True, eq=False)
class Document:
    """A parsed page: its elements and texts in the order of the page."""

    tree: LexborHTMLParser
    nodes: list[Node]
    texts: list[Text]
    index: dict[int, int]
    #: Whether it has more elements and texts than are looked at.
    is_cut: bool = False

    def text(self, node: Node) -> str:
        """Return what a reader sees of an element, blocks on lines of their own."""
        return joined(self.texts[node.first_text : node.last_text])

    def ancestors(self, node: Node) -> Iterator[Node]:
        """Yield the elements around an element, the nearest first."""
        while node.parent >= 0:
            node = self.nodes[node.parent]
            yield node

    def select(self, selector: str) -> list[int]:
        """Return the indices of the elements a CSS selector selects, in order.

        Raises
        ------
        ValueError
            If the selector is not one.
        """
        check_cancelled()
        try:
            matches = self.tree.css(selector)
        except Exception as error:  # the parser raises a bare class of its own
            raise ValueError(f"{selector!r} is not a CSS selector: {error}") from error
        return sorted({self.index[node.mem_id] for node in matches if node.mem_id in self.index})


def joined(texts: list[Text]) -> str:
    """Return texts one after the other, as far apart as on the page."""
    return "".join(text.separator + text.words for text in texts).strip()


#: The page read last, with its text, inside `page_cache`.
_cache: ContextVar[dict[str, Document] | None] = ContextVar("page_cache", default=None)


@contextmanager
def page_cache() -> Iterator[None]:
    """Keep the page read last, so that several questions about it read it once.

    Only for the block and its context, and the threads that it starts with `to_thread`.

    Examples
    --------
    >>> page = "<h1>Tea</h1>"
    >>> with page_cache():
    ...     parse(page) is parse(page)
    True
    """
    token = _cache.set({})
    try:
        yield
    finally:
        _cache.reset(token)


def parse(html: str) -> Document:
    """Return a page as `parse_new` does, or as it was read before; not to be changed.

    Examples
    --------
    >>> [text.words for text in parse("<h1>Tea</h1><p>Price: <b>3.20 EUR</b>").texts]
    ['Tea', 'Price:', '3.20 EUR']
    """
    cache = _cache.get()
    if cache is None:
        return parse_new(html)
    document = cache.get(html)
    if document is None:
        document = parse_new(html)
        cache.clear()
        cache[html] = document
    return document


def parse_new(html: str) -> Document:
    """Read a page of HTML as a browser would.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters; broken markup is repaired as HTML5 specifies.

    Raises
    ------
    PageError
        If it is too large or nested too deeply.

    Examples
    --------
    >>> page = parse_new("<h1>Tea</h1><p>Price: <b>3.20 EUR</b>")
    >>> [text.words for text in page.texts]
    ['Tea', 'Price:', '3.20 EUR']
    """
    if len(html) > MOST_CHARACTERS:
        raise PageError(
            f"The page has {len(html):,} characters; give one of at most {MOST_CHARACTERS:,}."
        )
    _check_cost(html)
    return _Reader(new_tree(html)).document()


def _check_cost(html: str) -> None:
    """Raise for what would take any parser time and memory with its square."""
    cost = parse_cost(html)
    if cost.attributes > MOST_ATTRIBUTES:
        raise PageError(
            f"An element of the page has {cost.attributes:,} attributes; give it at most "
            f"{MOST_ATTRIBUTES:,}."
        )
    if cost.steps > MOST_STEPS:
        raise PageError(
            f"The page nests elements too deeply: at its tags {cost.steps:,} are open in all, at "
            f"most {MOST_STEPS:,} may be; close them, or give a part of the page."
        )
    if cost.reopened > MOST_REOPENED:
        raise PageError(
            f"The page leaves too much formatting open: at its tags {cost.reopened:,} elements in "
            f"all, at most {MOST_REOPENED:,} may be; close them, or give a part of the page."
        )


def new_tree(html: str) -> LexborHTMLParser:
    """Return the parser's tree of a page that `parse` accepts, which may be taken apart."""
    from selectolax.lexbor import LexborHTMLParser

    # Lone surrogates cannot be encoded, and NUL ends a C string.
    return LexborHTMLParser(html.replace("\0", "\ufffd").encode("utf-8", "replace"))


class _Reader:
    """Walks the parser's tree once."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.tree = tree
        self.nodes: list[Node] = []
        self.texts: list[Text] = []
        self.index: dict[int, int] = {}
        self.invisible: set[int] = set()
        self.separator = "\n"
        #: Since the last text, whether an element ended, and whether one that began then is open.
        self.has_ended = self.is_beside = False
        self.is_cut = False

    def document(self) -> Document:
        root = self.tree.root
        if root is not None:
            open_nodes: list[Node] = []
            for seen, node in enumerate(root.traverse(include_text=True)):
                check_cancelled()
                if seen >= MOST_NODES:
                    self.is_cut = True
                    break
                parent = node.parent
                above = self.index.get(parent.mem_id, -1) if parent is not None else -1
                while open_nodes and open_nodes[-1].index != above:
                    self._close(open_nodes.pop())
                if node.is_text_node:
                    self._read(node, above)
                elif node.is_element_node:
                    open_nodes.append(self._open(node, above))
            while open_nodes:
                self._close(open_nodes.pop())
        return Document(self.tree, self.nodes, self.texts, self.index, self.is_cut)

    def _open(self, handle: LexborNode, parent: int) -> Node:
        tag = (handle.tag or "").lower()
        attributes = {name: value or "" for name, value in handle.attributes.items()}
        above = self.nodes[parent] if parent >= 0 else None
        node = Node(
            len(self.nodes),
            tag,
            attributes,
            parent,
            above.depth + 1 if above else 0,
            handle,
            hidden=(above is not None and above.hidden) or _hides(attributes),
            first_text=len(self.texts),
        )
        if above is not None:
            above.children.append(node.index)
        if tag in INVISIBLE or parent in self.invisible:
            self.invisible.add(node.index)
        self.nodes.append(node)
        self.index[handle.mem_id] = node.index
        if tag not in INLINE:
            self.separator = "\n"
        self.is_beside = self.has_ended and tag not in _ATTACHED
        return node

    def _close(self, node: Node) -> None:
        node.end = len(self.nodes)
        if shown := self._shown(node):
            self._add(shown, node.index, self.separator or " ")
            self.separator = " "
        self.has_ended, self.is_beside = True, False
        node.last_text = len(self.texts)
        if node.tag not in INLINE:
            self.separator = "\n"

    def _shown(self, node: Node) -> str:
        """Return what an element without a text shows: a field's value, or its `aria-label`."""
        if len(self.texts) > node.first_text or node.hidden or not self._is_seen(node):
            return ""
        kind = node.attributes.get("type", "").lower()
        shown = ""
        if node.tag == "input" and kind not in _NO_FIELDS:
            shown = node.attributes.get("value", "")
        elif node.tag == "option" and "selected" in node.attributes:
            shown = node.handle.text() or ""
        elif node.tag in _NAMED and node.attributes.get("role", "") in _SHOWING:
            shown = node.attributes.get("aria-label", "")
        return " ".join(shown.split())[:_LONGEST_SHOWN]

    def _is_seen(self, node: Node) -> bool:
        """Return whether what is around an element shows it; a list of options, the chosen one."""
        around = self.nodes[node.parent] if node.parent >= 0 else None
        while around is not None and node.tag == "option" and around.tag in _OF_OPTIONS:
            around = self.nodes[around.parent] if around.parent >= 0 else None
        return around is None or around.index not in self.invisible

    def _read(self, handle: LexborNode, parent: int) -> None:
        raw = handle.text_content or ""
        words = " ".join(raw.split())
        if parent in self.invisible:
            return
        if not words:
            self.separator = self.separator or (" " if raw else "")
            return
        if not self.separator and raw[:1].isspace():
            self.separator = " "
        self._add(words, parent, self.separator or self._between(words))
        self.separator = " " if raw[-1:].isspace() else ""

    def _add(self, words: str, node: int, separator: str) -> None:
        self.texts.append(Text(words, node, separator))
        self.has_ended = self.is_beside = False

    def _between(self, words: str) -> str:
        """Return a space before words of an element that begins where another ends.

        A style sheet keeps such words apart, as a number and its unit, but not parts of a number.
        """
        if not self.is_beside or not self.texts:
            return ""
        last, first = self.texts[-1].words[-1], words[0]
        is_number = last.isdigit() and first.isdigit()
        return " " if last.isalnum() and first.isalnum() and not is_number else ""


def _hides(attributes: dict[str, str]) -> bool:
    """Return whether an element's own attributes keep it from a reader's eyes."""
    if "hidden" in attributes:
        return True
    style = attributes.get("style", "").replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style
