"""Whether a page is clearly a listing, and the items it lists.

On such a page "price" asks for the price of each item. A page about one thing that names others
beside it, or holds reviews of it, is not a listing: the items of a listing make up most of its
text, each has a link, a heading or a price, and nothing outside them answers better.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from triptych.engines.scrape.candidates import Candidate
from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.item_fields import item_column
from triptych.engines.scrape.labels import HEADINGS, is_label_text
from triptych.engines.scrape.listing import Listing
from triptych.engines.scrape.lists import lists_by_form
from triptych.engines.scrape.prompts import Prompt
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import name_words, words

_LEAST_ITEMS = 4
_LEAST_SHARE = 0.5
_LONGEST_TEXT = 300
_MOST_NODES = 400
_USUAL = 0.7
_SURE = 0.6
# For a value of each item, less evidence is needed than on a whole page.
_LEAST_SCORE = 1.5
_MOST_LABELLED = 1
_NEAR = 12
_LEAST_FILLED = 0.5
_LEAST_SUPPORT = 0.45
# Names of what is in rows on pages about one thing.
_PARTS_OF_ONE = re.compile(
    r"\b(?:reviews?|comments?|repl(?:y|ies)|answers?|testimonials?|steps?|instructions?|"
    r"ingredients?|spec(?:s|ification)?s?|features?|slides?|gallery|thumbs?|cast|references?|"
    r"related|similar|recommend\w*|opinions?|paragraph|nutrition|also|viewed|carousel)\b"
)
_OF_THE_PAGE = frozenset(("page", "site", "category", "heading", "headline", "listing", "shop"))


def page_items(page: PageFeatures) -> list[Node]:
    """Return the items a page lists, in order; none if it is not clearly a listing."""
    if page.items is None:
        page.items = _find_items(page)
    return page.items


def _find_items(page: PageFeatures) -> list[Node]:
    groups: dict[tuple[int, str], list[Node]] = defaultdict(list)
    for node in page.document.nodes:
        if _may_be_item(page, node):
            groups[node.parent, node.tag].append(node)
    sizes = [len(text.words) for text in page.document.texts]
    main = sum(
        size
        for size, text in zip(sizes, page.document.texts, strict=True)
        if not page.aside[text.node]
        and not page.document.nodes[text.node].hidden
        and page.contains(page.document.nodes[text.node])
    )
    best: list[Node] = []
    covered = _LEAST_SHARE * main
    for group in groups.values():
        if len(group) < _LEAST_ITEMS:
            continue
        size = sum(sum(sizes[node.first_text : node.last_text]) for node in group)
        # Rows inside the items of a listing hold less of it than the items.
        if size >= covered and _are_items(page, group):
            best, covered = group, size + 1
    return [] if best and _is_about_one(page, best) else best


def _is_about_one(page: PageFeatures, group: Sequence[Node]) -> bool:
    """Return whether prices or labels outside some elements show that a page is about one thing."""
    heading, distance = page.labels.heading_of[group[0].first_text]
    if distance < _NEAR and _PARTS_OF_ONE.search(heading.lower()):
        return True
    first, last = group[0].first_text, group[-1].last_text
    labelled = 0
    for candidate in page.candidates:
        if first <= candidate.place < last or page.aside[candidate.node.index]:
            continue
        if fit("price", candidate.value) == 1.0:
            return True
        if candidate.parts == 1:
            beside = page.labels.beside(candidate.place)
            labelled += any(is_label_text(label.rstrip()) for label in beside)
    return labelled > _MOST_LABELLED


def _may_be_item(page: PageFeatures, node: Node) -> bool:
    """Return whether an element may be one of the items of a listing."""
    return (
        node.parent >= 0
        and 2 <= node.last_text - node.first_text <= 60
        and node.end - node.index <= _MOST_NODES
        and not node.hidden
        and not page.aside[node.index]
        and page.contains(node)
    )


def _are_items(page: PageFeatures, group: Sequence[Node]) -> bool:
    """Return whether elements have one structure, each with a link, a heading or a price."""
    document = page.document
    if any(
        _PARTS_OF_ONE.search(" ".join(name_words(up.attributes.get(name, ""))))
        for up in (group[0], *document.ancestors(group[0]))
        for name in ("class", "id")
        if up.tag not in ("body", "html")
    ):
        return False
    sample = list(group[:: max(1, len(group) // 20)])
    inside = [[document.nodes[at] for at in range(node.index + 1, node.end)] for node in sample]
    if group[0].tag == "tr" and not _has_item_rows(page, sample):
        return False
    forms = [{(one.tag, one.depth) for one in nodes} for nodes in inside]
    usual = max(forms, key=lambda form: sum(form == other for other in forms))
    if sum(len(form & usual) >= 0.5 * len(form | usual) for form in forms) < _USUAL * len(forms):
        return False
    texts = [
        [text.words for text in document.texts[node.first_text : node.last_text]] for node in sample
    ]
    longest = sorted(max(map(len, one)) for one in texts)
    if longest[len(longest) // 2] > _LONGEST_TEXT:
        return False
    links = [
        {one.attributes["href"] for one in nodes if one.tag == "a" and one.attributes.get("href")}
        for nodes in inside
    ]
    own = [one - set().union(*links[:at], *links[at + 1 :]) for at, one in enumerate(links)]
    headed = [any(one.tag in HEADINGS for one in nodes) for nodes in inside]
    priced = [any(fit("price", text) == 1.0 for text in one) for one in texts]
    named = [len({one.attributes.get("class") for one in nodes} - {None, ""}) > 1
             for nodes in inside]  # fmt: skip
    return group[0].tag == "tr" or any(
        sum(map(bool, marks)) >= _USUAL * len(sample) for marks in (own, headed, priced, named)
    )


def _has_item_rows(page: PageFeatures, rows: Sequence[Node]) -> bool:
    """Return whether a table has an item in each row, under heads; else it is about one thing."""
    nodes = page.document.nodes
    cells = [[nodes[child] for child in row.children] for row in rows]
    body = [row for row in cells if any(cell.tag == "td" for cell in row)]
    headed = bool(page.labels.columns_of(rows[-1]))
    return headed and all(len(row) >= 2 for row in body) and len(body) >= _LEAST_ITEMS - 1


def values_if_items(
    prompt: Prompt, page: PageFeatures, best: Candidate, confidence: float
) -> Listing | None:
    """Return the values of all items for a singular prompt; None if it asks for one value."""
    items = page_items(page)
    if not items or is_about_page(prompt):
        return None
    within = any(item.contains(best.node) for item in items)
    if not within and prompt.type != "title" and confidence >= _SURE:
        return None
    return values_of_items(prompt, page)


def values_of_items(prompt: Prompt, page: PageFeatures) -> Listing | None:
    """Return the values of all items for a prompt; None if nothing clearly fits."""
    items = page_items(page)
    if not items:
        return None
    column = item_column(prompt, page, items)
    if column is not None:
        return column
    for listing in lists_by_form(prompt, page, _LEAST_SCORE):
        sure = listing.support >= _LEAST_SUPPORT
        if sure and _one_each(listing.nodes, items) and not _whole(listing.nodes, items):
            return listing
    return None


def is_about_page(prompt: Prompt) -> bool:
    """Return whether a prompt asks for what a page has once: "page title"."""
    return not _OF_THE_PAGE.isdisjoint(words(prompt.text))


def _whole(nodes: Sequence[Node], items: Sequence[Node]) -> bool:
    """Return whether elements are the items themselves, with all that is in them."""
    starts = {item.first_text: item.last_text for item in items}
    return all(starts.get(node.first_text) == node.last_text for node in nodes)


def _one_each(nodes: Sequence[Node], items: Sequence[Node]) -> bool:
    """Return whether elements are one in each of most items, and nowhere else."""
    starts = [item.index for item in items]
    places = [bisect_right(starts, node.index) - 1 for node in nodes]
    within = all(
        at >= 0 and node.index < items[at].end for at, node in zip(places, nodes, strict=True)
    )
    return within and len(set(places)) == len(nodes) >= _LEAST_FILLED * len(items)
