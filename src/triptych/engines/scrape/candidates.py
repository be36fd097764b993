"""The texts of a page that may answer a prompt."""

from __future__ import annotations

from dataclasses import dataclass

from triptych.engines.scrape.document import INLINE, Document, Node, joined
from triptych.engines.scrape.labels import LABEL_TAGS, Label, Labels, inline_label, is_label_text

MOST_TEXTS = 12_000
MOST_CANDIDATES = 20_000
_LONGEST_BLOCK = 5_000
_MOST_PARTS = 40
_MOST_INSIDE = 120
_SMALL_BLOCK = 160


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


def candidates(document: Document, labels: Labels) -> list[Candidate]:
    """Return each run of text, and the text of each small element."""
    candidates_: list[Candidate] = []
    for place, text in enumerate(document.texts[:MOST_TEXTS]):
        node = document.nodes[text.node]
        alone = node.last_text - node.first_text == 1
        candidates_.append(Candidate(text.words, node, labels.near(place), alone, 1, place))
        own = inline_label(text.words)
        if own:
            candidates_.append(Candidate(own[1], node, labels.near(place), False, 1, place))
    for node in document.nodes:
        count = node.last_text - node.first_text
        few = node.end - node.index <= _MOST_INSIDE
        if (
            2 <= count <= _MOST_PARTS
            and few
            and len(candidates_) < MOST_CANDIDATES
            and node.tag != "tr"
        ):
            _add_element(document, labels, node, candidates_)
    return candidates_[:MOST_CANDIDATES]


def _add_element(
    document: Document, labels: Labels, node: Node, candidates_: list[Candidate]
) -> None:
    """Add an element's text as one value, and without the label it begins with."""
    texts = document.texts[node.first_text : node.last_text]
    size = sum(len(text.words) for text in texts)
    inside = document.nodes[node.index + 1 : node.end]
    flowing = all(child.tag in INLINE or child.tag in ("br", "img", "svg") for child in inside)
    if size > (_LONGEST_BLOCK if flowing else _SMALL_BLOCK):
        return
    if any(
        document.nodes[child].first_text == node.first_text
        and document.nodes[child].last_text == node.last_text
        for child in node.children
    ):
        return  # its only child has the same text
    first = node.first_text
    candidates_.append(Candidate(joined(texts), node, labels.near(first), True, len(texts), first))
    tag = document.nodes[texts[0].node].tag
    if len(texts) > 2 and (is_label_text(texts[0].words) or tag in LABEL_TAGS):
        rest = joined(texts[1:])
        candidates_.append(
            Candidate(rest, node, labels.near(first + 1), False, len(texts) - 1, first + 1)
        )
