"""What an element says in answer to a prompt, once it is known which element it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triptych.engines.scrape.addresses import address, linked, source
from triptych.engines.scrape.document import Document, Node, joined
from triptych.engines.scrape.labels import Labels, inline_label
from triptych.engines.scrape.lists import MARKS, NUMBERED
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.score import CERTAIN
from triptych.engines.scrape.stated import Stated, stated
from triptych.engines.scrape.structured import facts
from triptych.engines.scrape.typed import fit
from triptych.engines.scrape.words import same, words

_NOT_WORDS = re.compile(r"[\W_]+")
#: What an element without a text for readers says in an attribute.
_SAYING = ("content", "datetime", "value", "alt", "href", "src", "title", "aria-label")
_LABELLING = frozenset(("b", "strong", "dt", "th", "label"))
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_OWN_LABEL = 0.6
#: Kinds of values that have several lines.
_LONG = frozenset(("prose", "step", "hours", "address"))
_LINES = 0.2
_MOST_PARTS = 40
_MOST_COMPARED = 300
_SHOWN = 0.6
_LONGEST_RAW = 200_000


class Reading:
    """Reads values from elements of one page.

    Parameters
    ----------
    document : Document
        The page.
    url : str
        Its address.
    whole_page : bool
        Whether what the page states for machines counts.
    """

    def __init__(self, document: Document, url: str, *, whole_page: bool) -> None:
        self.document = document
        self.url = url
        self.labels = Labels(document)
        self.facts = facts(document) if whole_page else []

    def of(self, prompt: Prompt, nodes: Sequence[Node]) -> tuple[list[str], str]:
        """Return the values of elements and the label that the only one begins with."""
        told = stated(prompt, self.facts)
        if told is not None and told.confidence >= CERTAIN and self._are_shown(told, nodes):
            return list(told.values), ""
        if prompt.type == "image":
            return [self._picture(node) for node in nodes], ""
        label = ""
        if len(nodes) == 1:
            value, label = self._single(prompt, nodes[0])
            values = [value]
        else:
            values = [self._item(prompt, node) for node in nodes]
        if prompt.type == "url":
            pairs = zip(nodes, values, strict=True)
            values = [linked(self.document, node, value, self.url) for node, value in pairs]
        return values, label

    def _are_shown(self, told: Stated, nodes: Sequence[Node]) -> bool:
        """Tell whether elements are those that state values, or show them and little else."""
        if {fact.node.index for fact in told.facts if fact.node} == {node.index for node in nodes}:
            return True
        values = told.values[:_MOST_COMPARED]
        text = "\n".join(self.document.text(node) for node in nodes[: 2 * _MOST_COMPARED])
        if len(text) > 200 + 3 * sum(map(len, values)):
            return False
        if len(values) == 1 and (number := _NUMBER.match(values[0])):
            found = _NUMBER.search(text)
            if found and found[0].replace(",", ".") == number[0].replace(",", "."):
                return True
        shown = _bare(text)
        return sum(_bare(value) in shown for value in values) >= _SHOWN * len(values)

    def _picture(self, node: Node) -> str:
        """Return the address of a picture, or of the first one in an element."""
        for inside in self.document.nodes[node.index : min(node.end, node.index + 2_000)]:
            if inside.tag == "img" and (found := source(inside)):
                return address(self.url, found)
        written = (node.attributes.get(name, "") for name in ("content", "href", "src"))
        found = next(filter(None, written), "")
        return address(self.url, found) if found else self._text(node)

    def _text(self, node: Node) -> str:
        if text := self.document.text(node):
            return text
        said = (node.attributes.get(name, "") for name in _SAYING)
        raw = next(filter(None, said), "") or (node.handle.text() or "")[:_LONGEST_RAW]
        return " ".join(raw.split())

    def _item(self, prompt: Prompt, node: Node) -> str:
        """Return one of several values: a line."""
        value = " ".join(self._text(node).split()).strip(MARKS)
        return NUMBERED.sub("", value) if prompt.type == "step" else value

    def _single(self, prompt: Prompt, node: Node) -> tuple[str, str]:
        """Return what of an element answers a prompt, and the label it is written behind."""
        document = self.document
        texts = document.texts[node.first_text : node.last_text]
        options = [(self._text(node), "", node.first_text)]
        if 2 <= len(texts) <= _MOST_PARTS:
            for place, text in enumerate(texts, node.first_text):
                if text.node == node.index:
                    options.append((text.words, "", place))
            if texts[0].words.endswith((":", "：")) or self._labels(texts[0].node):
                options.append((joined(texts[1:]), texts[0].words, node.first_text + 1))
        for value, _, place in options[:]:
            if (own := inline_label(value)) is not None:
                options.append((own[1], own[0], place))
        scored = [(self._answers(prompt, *option), -place) for place, option in enumerate(options)]
        best = options[-max(scored)[1]]
        return best[0], best[1]

    def _labels(self, node: int) -> bool:
        return self.document.nodes[node].tag in _LABELLING

    def _answers(self, prompt: Prompt, value: str, label: str, place: int) -> float:
        """Return how well a part of an element answers a prompt."""
        near = (
            [label]
            if label
            else [one.text for one in self.labels.near(place) if one.where in ("own", "before")]
        )
        named = max((label_match(prompt, words(text)) for text in near), default=0.0)
        own = inline_label(value)
        still = own is not None and label_match(prompt, words(own[0])) > _OWN_LABEL
        several = not prompt.many and prompt.type not in _LONG and "\n" in value
        return fit(prompt.type, value) + named - still - _LINES * several


def _bare(text: str) -> str:
    return _NOT_WORDS.sub("", same(text))
