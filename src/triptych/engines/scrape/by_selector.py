"""Read a page by known CSS selectors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from triptych.engines.scrape.document import Document, Node, joined, parse
from triptych.engines.scrape.extraction import Element, Extraction, Field, element_of, records
from triptych.engines.scrape.labels import LABEL_TAGS, Labels, inline_label, is_label_text
from triptych.engines.scrape.links_and_pictures import join_address, link_address, picture_source
from triptych.engines.scrape.listing import MARKS, NUMBERED
from triptych.engines.scrape.prompts import Prompt, label_match, parse_prompt
from triptych.engines.scrape.ranking import CERTAIN
from triptych.engines.scrape.selectors import SelectorCost, root_element
from triptych.engines.scrape.structured_answers import StructuredValue, structured_value
from triptych.engines.scrape.structured_data import page_facts
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import letters, normalized, words

MOST_ELEMENTS = 5_000
#: Nested elements count several times, so the total of what they hold is bounded.
_MOST_WITHIN = 500_000
_MOST_HTML = 8_000_000
#: Attributes that hold the value of an element without a text for readers.
_VALUE_ATTRIBUTES = (
    "content", "datetime", "value", "alt", "href", "src", "title", "aria-label"
)  # fmt: skip
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_LEAST_LABEL_MATCH = 0.6
#: Kinds of values that have several lines, and what lines cost the others.
_OF_SEVERAL_LINES = frozenset(("prose", "step", "hours", "address"))
_LINE_PENALTY = 0.2
#: How well a text fits that is neither of a kind nor of another.
_UNKNOWN_FIT = 0.5
_MOST_PARTS = 40
_MOST_COMPARED = 300
_LEAST_SHARE_SHOWN = 0.6
_LONGEST_RAW = 200_000
_NOTHING = "No selector of this key selects anything on the page; look for the element anew."


@dataclass(frozen=True, slots=True)
class _Match:
    """The elements that an alternative selects, all selectors of them, and a note on the others."""

    nodes: list[Node]
    selectors: tuple[str, ...]
    note: str


def select(
    html: str,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    root: str | None = None,
    prompts: Mapping[str, str] | None = None,
    others: Mapping[str, Field] | None = None,
) -> Extraction:
    """Read a page by CSS selectors, such as those that `extract` gave for a page like it.

    Of a key's alternatives the first counts that selects anything. What is read of an element
    depends on the key as on a prompt of `extract`: of "cover image" the picture's address, of
    "link to the shop" the link's, of "price" the text, without the label it begins with.

    Parameters
    ----------
    html : str
        The page, at most 8,000,000 characters.
    selectors : mapping of str to sequence of str
        Alternative selectors by key. A key may be a prompt.
    url : str
        The page's address, to make those of links and pictures absolute.
    root : str, optional
        CSS selector of the element to look in, the first it selects; the whole page by default.
    prompts : mapping of str to str, optional
        Descriptions of what the elements are, by key, where a key is none itself.
    others : mapping of str to Field, optional
        Fields of this page that were found in another way, which belong to the records too.

    Returns
    -------
    Extraction
        A field per key, with the alternatives that select the same elements, at most 5,000. Its
        confidence is 1 where anything was selected: that says nothing of what it means. Its source
        is "selector".

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    ValueError
        If none of a key's alternatives is a selector that can be tried in time, or `root` is not.

    Examples
    --------
    >>> page = "<h1>Green tea</h1><p>Price: <b>3.20 EUR</b><p>Price: <b>4 EUR</b>"
    >>> select(page, {"price": [".price", "p:last-child b"]}).fields["price"].values
    ('4 EUR',)
    """
    document = parse(html)
    found = read_selected(document, selectors, url=url, root=root, prompts=prompts)
    for key, field in (others or {}).items():
        at = document.select(field.selectors[0]) if field.selectors else []
        found[key] = field, [document.nodes[index] for index in at]
    order = dict.fromkeys([*(prompts or {}), *found])
    answers = {key: found[key] for key in order if key in found}
    fields = {key: field for key, (field, _) in answers.items()}
    # Several values without places belong to no record in particular.
    placed = {
        key: (field, nodes)
        for key, (field, nodes) in answers.items()
        if nodes or len(field.values) == 1
    }
    return Extraction(fields, records(document, placed))


def read_selected(
    document: Document,
    selectors: Mapping[str, Sequence[str]],
    *,
    url: str = "",
    root: str | None = None,
    prompts: Mapping[str, str] | None = None,
) -> dict[str, tuple[Field, list[Node]]]:
    """Return by key what `select` finds, and its elements."""
    cost = SelectorCost(document)
    within = root_element(document, root, cost)
    reader = ValueReader(document, url, whole_page=root is None)
    answers: dict[str, tuple[Field, list[Node]]] = {}
    for key, alternatives in selectors.items():
        match = _first_match(document, cost, within, key, alternatives)
        if not match.nodes:
            answers[key] = Field(note=f"{_NOTHING}{match.note}"), []
            continue
        prompt = parse_prompt((prompts or {}).get(key, key))
        values, label = reader.values_of(prompt, match.nodes)
        elements = _elements(document, match.nodes)
        field = Field(
            tuple(values), elements, match.selectors, 1.0, "selector", label, match.note.strip()
        )
        answers[key] = field, match.nodes
    return answers


def _first_match(
    document: Document,
    cost: SelectorCost,
    within: Node | None,
    key: str,
    alternatives: Sequence[str],
) -> _Match:
    """Return the elements of the first alternative that selects any.

    Raises
    ------
    ValueError
        If none of them can be tried.
    """
    matches: list[int] = []
    equal: list[str] = []
    errors: list[str] = []
    for selector in dict.fromkeys(alternatives):
        try:
            at = _try(document, cost, selector)
        except ValueError as error:
            errors.append(str(error))
            continue
        if within is not None:
            at = [place for place in at if within.index <= place < within.end]
        if at and not matches:
            matches = at
        if at and at == matches:
            equal.append(selector)
    if len(errors) == len(set(alternatives)):
        why = errors[0] if errors else "none is given"
        raise ValueError(f"The key {key!r} has no selector to try: {why}.")
    notes = [f" Skipped: {one}." for one in errors]
    nodes = _first_elements(document, matches)
    if len(nodes) < len(matches):
        notes.append(f" Only the first {len(nodes):,} of {len(matches):,} elements were read.")
    return _Match(nodes, tuple(equal), "".join(notes))


def _try(document: Document, cost: SelectorCost, selector: str) -> list[int]:
    if not selector.strip():
        raise ValueError("a blank text is not a CSS selector")
    if not cost.is_affordable(selector):
        raise ValueError(f"{selector!r} takes too long on this page")
    return document.select(selector)


def _first_elements(document: Document, at: list[int]) -> list[Node]:
    """Return the first of some elements, as many as can be read in time; at least one."""
    nodes: list[Node] = []
    size = 0
    for place in at[:MOST_ELEMENTS]:
        node = document.nodes[place]
        size += node.end - node.index + node.last_text - node.first_text
        if nodes and size > _MOST_WITHIN:
            break
        nodes.append(node)
    return nodes


def _elements(document: Document, nodes: Sequence[Node]) -> tuple[Element, ...]:
    elements = []
    size = 0
    for node in nodes:
        html = (node.handle.html or "") if size < _MOST_HTML else ""
        size += len(html)
        elements.append(element_of(document, node, html))
    return tuple(elements)


class ValueReader:
    """Reads the values of elements of one page, of a whole page with its structured data."""

    def __init__(self, document: Document, url: str, *, whole_page: bool) -> None:
        self.document = document
        self.url = url
        self.labels = Labels(document)
        self.facts = page_facts(document) if whole_page else []

    def values_of(self, prompt: Prompt, nodes: Sequence[Node]) -> tuple[list[str], str]:
        """Return the values of elements, and of a single one the label it begins with."""
        value = structured_value(prompt, self.facts)
        if value is not None and value.confidence >= CERTAIN and self._shows(value, nodes):
            return list(value.values), ""
        if prompt.type == "image":
            return [self._picture(node) for node in nodes], ""
        label = ""
        if len(nodes) == 1:
            text, label = self._single(prompt, nodes[0])
            values = [text]
        else:
            values = [self._item(prompt, node) for node in nodes]
        if prompt.type == "url":
            pairs = zip(nodes, values, strict=True)
            values = [link_address(self.document, node, value, self.url) for node, value in pairs]
        return values, label

    def _shows(self, value: StructuredValue, nodes: Sequence[Node]) -> bool:
        """Return whether elements are those that state values, or show them and little else."""
        if {fact.node.index for fact in value.facts if fact.node} == {node.index for node in nodes}:
            return True
        values = value.values[:_MOST_COMPARED]
        text = "\n".join(self.document.text(node) for node in nodes[: 2 * _MOST_COMPARED])
        if len(text) > 200 + 3 * sum(map(len, values)):
            return False
        if len(values) == 1 and (number := _NUMBER.match(values[0])):
            shown = _NUMBER.search(text)
            if shown and shown[0].replace(",", ".") == number[0].replace(",", "."):
                return True
        bare = letters(normalized(text))
        count = sum(letters(normalized(one)) in bare for one in values)
        return count >= _LEAST_SHARE_SHOWN * len(values)

    def _picture(self, node: Node) -> str:
        """Return the address of a picture, or of the first one in an element."""
        for inside in self.document.nodes[node.index : min(node.end, node.index + 2_000)]:
            if inside.tag == "img" and (source := picture_source(inside)):
                return join_address(self.url, source)
        written = (node.attributes.get(name, "") for name in ("content", "href", "src"))
        address = next(filter(None, written), "")
        return join_address(self.url, address) if address else self._text(node)

    def _text(self, node: Node) -> str:
        if text := self.document.text(node):
            return text
        written = (node.attributes.get(name, "") for name in _VALUE_ATTRIBUTES)
        raw = next(filter(None, written), "") or (node.handle.text() or "")[:_LONGEST_RAW]
        return " ".join(raw.split())

    def _item(self, prompt: Prompt, node: Node) -> str:
        """Return one of several values: a line."""
        value = " ".join(self._text(node).split()).strip(MARKS)
        return NUMBERED.sub("", value) if prompt.type == "step" else value

    def _single(self, prompt: Prompt, node: Node) -> tuple[str, str]:
        """Return the part of an element that answers a prompt best, and the label before it."""
        document = self.document
        texts = document.texts[node.first_text : node.last_text]
        options = [(self._text(node), "", node.first_text)]
        if 2 <= len(texts) <= _MOST_PARTS:
            for place, text in enumerate(texts, node.first_text):
                if text.node == node.index and self._stands_alone(prompt, node, place):
                    options.append((text.words, "", place))
            tag = document.nodes[texts[0].node].tag
            if is_label_text(texts[0].words) or tag in LABEL_TAGS:
                options.append((joined(texts[1:]), texts[0].words, node.first_text + 1))
        for value, _, place in options[:]:
            if (own := inline_label(value)) is not None:
                options.append((own[1], own[0], place))
        scored = [(self._answers(prompt, *option), -place) for place, option in enumerate(options)]
        best = options[-max(scored)[1]]
        return best[0], best[1]

    def _stands_alone(self, prompt: Prompt, node: Node, place: int) -> bool:
        """Return whether a text of an element is a value: a line of its own, or of the kind asked.

        The "by" before a name in bold is neither.
        """
        texts = self.document.texts
        begins = place == node.first_text or "\n" in texts[place].separator
        ends = place + 1 == node.last_text or "\n" in texts[place + 1].separator
        return (begins and ends) or fit(prompt.type, texts[place].words) > _UNKNOWN_FIT

    def _answers(self, prompt: Prompt, value: str, label: str, place: int) -> float:
        """Return how well a part of an element answers a prompt."""
        near = [label] if label else self.labels.beside(place)
        named = max((label_match(prompt, words(text)) for text in near), default=0.0)
        own = inline_label(value)
        labelled = own is not None and label_match(prompt, words(own[0])) > _LEAST_LABEL_MATCH
        lines = not prompt.many and prompt.type not in _OF_SEVERAL_LINES and "\n" in value
        return fit(prompt.type, value) + named - labelled - _LINE_PENALTY * lines
