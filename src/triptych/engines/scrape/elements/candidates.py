"""The texts of a page that may answer a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from triptych._cancellation import check_cancelled
from triptych.engines.scrape.elements.document import Document, Node, joined
from triptych.engines.scrape.elements.labels import (
    LABEL_TAGS,
    Label,
    Labels,
    inline_label,
    is_label_text,
)
from triptych.engines.scrape.elements.links import contact
from triptych.engines.scrape.elements.parse_cost import INLINE
from triptych.engines.text.sentences import split_sentences

MOST_TEXTS = 12_000
MOST_CANDIDATES = 20_000
MOST_ADDRESSES = 2_000
#: A picture that is loaded late has its address in another attribute.
_SOURCES = ("src", "data-src", "data-lazy-src", "data-original")
_LONGEST_BLOCK = 5_000
_MOST_PARTS = 40
_MOST_INSIDE = 120
_SMALL_BLOCK = 160
#: Of so many texts an element may be the page rather than a value.
_PAGE_PARTS = 4
#: Characters of a text that may have several sentences, of all such texts that are parted (some
#: .2 s), of what is kept of the sentences beside one, and how many are looked at.
_LEAST_PROSE, _MOST_PROSE, _LONGEST_BESIDE, MOST_SENTENCES = 50, 300_000, 80, 60


@dataclass(slots=True, eq=False)
class Candidate:
    """A value and the element it is in."""

    #: The text, without a label of its own.
    value: str
    #: The element.
    node: Node
    #: What stands near it.
    labels: list[Label]
    #: Whether the value is all of the element's text.
    whole: bool
    #: How many runs of text it was put together from.
    parts: int
    #: Index of its first text.
    place: int
    #: The attribute that holds the value, "href" or "src"; empty for a text.
    attribute: str = ""
    #: Of a sentence, what stands before and after it in its text.
    before: str = ""
    after: str = ""

    @property
    def nearest_label(self) -> str:
        """The label that it begins with or stands right after; empty if there is none."""
        return next((one.text for one in self.labels if one.where in ("own", "before", "near")), "")


def candidates(document: Document, labels: Labels) -> list[Candidate]:
    """Return each run of text, the text of each small element, and the sentences of both."""
    found: list[Candidate] = []
    for place in range(min(len(document.texts), MOST_TEXTS)):
        check_cancelled()
        found.extend(_of_text(document, labels, place))
    for node in document.nodes:
        check_cancelled()
        if len(found) < MOST_CANDIDATES and _is_value(document, labels, node):
            found.extend(_of_element(document, labels, node))
    prose = (
        one for one in found if one.whole and (one.parts == 1 or _is_flowing(document, one.node))
    )
    found.extend([*_sentences(prose), *islice(_addresses(document, labels), MOST_ADDRESSES)])
    return found[:MOST_CANDIDATES]


def _of_text(document: Document, labels: Labels, place: int) -> Iterator[Candidate]:
    """Yield a run of text, and what is behind a label of its own."""
    text = document.texts[place].words
    node = document.nodes[document.texts[place].node]
    is_whole = node.last_text - node.first_text == 1
    yield Candidate(text, node, labels.near(place), is_whole, 1, place)
    if own := inline_label(text):
        yield Candidate(own[1], node, labels.near(place), False, 1, place)


def _of_element(document: Document, labels: Labels, node: Node) -> Iterator[Candidate]:
    """Yield an element's text as one value, and without the label it begins with."""
    first, texts = node.first_text, document.texts[node.first_text : node.last_text]
    yield Candidate(joined(texts), node, labels.near(first), True, len(texts), first)
    is_marked = document.nodes[texts[0].node].tag in LABEL_TAGS
    if len(texts) > 2 and (is_marked or is_label_text(texts[0].words)):
        rest, behind = texts[1:], first + 1
        yield Candidate(joined(rest), node, labels.near(behind), False, len(rest), behind)


def _is_value(document: Document, labels: Labels, node: Node) -> bool:
    """Return whether the texts of an element may be one value."""
    first, count = node.first_text, node.last_text - node.first_text
    if not 2 <= count <= _MOST_PARTS or node.end - node.index > _MOST_INSIDE or node.tag == "tr":
        return False
    if count >= _PAGE_PARTS and 2 * count > len(document.texts):
        return False  # most of the page is no value of it
    children = (document.nodes[child] for child in node.children)
    if any((one.first_text, one.last_text) == (first, node.last_text) for one in children):
        return False  # its only child has the same text
    if count == 2 and labels.is_label_of_next(first):
        return False  # a label and its value, which is a candidate
    size = sum(len(text.words) for text in document.texts[first : node.last_text])
    return size <= (_LONGEST_BLOCK if _is_flowing(document, node) else _SMALL_BLOCK)


def _is_flowing(document: Document, node: Node) -> bool:
    inside = document.nodes[node.index + 1 : node.end]
    return all(one.tag in INLINE or one.tag in ("br", "img", "svg") for one in inside)


def _sentences(prose: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the sentences of texts that have several; of a very long page, those of the first."""
    left = _MOST_PROSE
    for whole in prose:
        text = whole.value[:_LONGEST_BLOCK]
        if len(text) < _LEAST_PROSE:
            continue
        left -= len(text)
        if left < 0:
            return
        spans = split_sentences(text)
        for start, end in spans[:MOST_SENTENCES] if len(spans) > 1 else ():
            before = text[max(0, start - _LONGEST_BESIDE) : start].strip()
            after = text[end : end + _LONGEST_BESIDE].strip()
            yield replace(whole, value=text[start:end], whole=False, before=before, after=after)


def _addresses(document: Document, labels: Labels) -> Iterator[Candidate]:
    """Yield the addresses of links and pictures, labelled with the link's or alternative text."""
    for node in document.nodes:
        check_cancelled()
        if node.tag == "a" and (address := node.attributes.get("href", "").strip()):
            name, attribute = _link_text(document, node), "href"
            address = contact(address) or address
        elif node.tag == "img" and (address := picture_source(node)):
            name, attribute = node.attributes.get("alt", ""), "src"
        else:
            continue
        if address.startswith(("#", "javascript:")) or not document.texts:
            continue
        place = min(node.first_text, len(document.texts) - 1)
        near = [label for label in labels.near(place) if label.where != "own"]
        own = [Label(name, "own")] if name else []
        yield Candidate(address, node, [*own, *near], False, 1, place, attribute)


def _link_text(document: Document, node: Node) -> str:
    """Return the text of a link, of a long one the start: links nest in tables, each with all."""
    texts = document.texts[node.first_text : min(node.last_text, node.first_text + _MOST_PARTS)]
    text = "".join(one.separator + one.words[:_LONGEST_BLOCK] for one in texts)
    return " ".join(text[:_LONGEST_BLOCK].split())


def picture_source(node: Node) -> str:
    """Return a picture's address as it is written; empty if it is a `data:` URL."""
    written = (node.attributes.get(name, "") for name in _SOURCES)
    return next((value for value in written if value and not value.startswith("data:")), "")
