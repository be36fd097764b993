"""What the items of a listing have in common: one element of a kind in each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS, without_label
from triptych.engines.scrape.listing import Column, Listing, item_text
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import name_words, words
from triptych.engines.text.words import stem

_LEAST_FILLED = 0.5
_USUAL = 0.6
_SAMPLE = 20
_LEAST_SUPPORT = 0.5
_LEAST_KIND = 0.7
_ALONE = 0.3
_BASE_SCORE = 3.0
_LEAST_LETTERS = 2
_LONGEST_TITLE = 200
#: Kinds of a distinctive form: a prompt for one means the only column of it.
DISTINCTIVE = frozenset(("price", "date", "email", "phone", "url", "duration", "isbn", "percentage",
                     "mass", "fuel", "calories", "address", "version", "hash"))  # fmt: skip
# A date beside each item is not a birthday: these need a label or a name.
_ONLY_NAMED = frozenset(("birth date", "death date", "founded", "modified date", "old price",
                         "shipping", "fax", "deposit"))  # fmt: skip
#: Fields that have few values.
_VALUES = {
    "condition": re.compile(
        r"(?:as |like |wie |quasi |comme )?(?:new|mint|good|very good|fair|used|worn|poor|"
        r"excellent|refurbished|pre-owned|unused|neu|neuwertig|gut|sehr gut|gebraucht|neuf|bon|"
        r"très bon|usé|nuevo|usado|nuovo|usato)\b(?:\s+\w+){0,3}", re.IGNORECASE),
    "availability": re.compile(
        r"in stock|out of stock|sold out|available|unavailable|on order|backorder|auf lager|"
        r"ausverkauft|lieferbar|en stock|épuisé|agotado|disponible", re.IGNORECASE),
}  # fmt: skip


def item_columns(page: PageFeatures, items: Sequence[Node]) -> list[Column]:
    """Return the columns of a listing, found once a page."""
    if page.columns is None:
        page.columns = _columns(page, items)
    return page.columns


def _columns(page: PageFeatures, items: Sequence[Node]) -> list[Column]:
    document = page.document
    often: Counter[str] = Counter()
    for item in items:
        nodes = document.nodes[item.index + 1 : item.end]
        often.update({one for node in nodes for one in node.attributes.get("class", "").split()})
    usual = {name for name, count in often.items() if count >= _USUAL * len(items)}
    by_path: dict[str, list[Node]] = {}
    for item in items:
        seen: Counter[str] = Counter()
        paths: dict[int, str] = {item.index: ""}
        for node in document.nodes[item.index + 1 : item.end]:
            if node.parent not in paths or node.last_text == node.first_text:
                continue
            classes = node.attributes.get("class", "").split()
            named = next((one for one in classes if one in usual), "")
            path = f"{paths[node.parent]}>{node.tag}.{named}"
            if node.tag == "dd" and node.first_text > item.first_text:
                path += f"|{document.texts[node.first_text - 1].words}"
            seen[path] += 1
            paths[node.index] = path = f"{path}#{seen[path]}"
            by_path.setdefault(path, []).append(node)
    least = _LEAST_FILLED * len(items)
    return [_column(page, nodes) for nodes in by_path.values() if len(nodes) >= least]


def _column(page: PageFeatures, nodes: list[Node]) -> Column:
    values = [item_text(page.document.text(node)) for node in nodes]
    sample = nodes[:: max(1, len(nodes) // _SAMPLE)]
    labels: Counter[str] = Counter()
    for node in sample:
        labels.update({label.text for label in page.labels.near(node.first_text)
                     if label.where in ("before", "own", "attribute")})  # fmt: skip
    starts = Counter(
        " ".join(value.split()[:count]).strip(" :")
        for value in values
        for count in (1, 2)
        if len(value.split()) > count
    )
    shared = {text for text, count in labels.items() if count >= _USUAL * len(sample)}
    shared |= {text for text, count in starts.items() if count >= _USUAL * len(values) > 1}
    return Column(nodes, values, frozenset(shared))


def item_column(prompt: Prompt, page: PageFeatures, items: Sequence[Node]) -> Listing | None:
    """Return the values of all items for a prompt; None if no column clearly fits.

    A column fits by a label or a name with a fitting form, by being the only one of a distinctive
    form, or, for the items' own names, by its place: the heading, the link, the first words.
    """
    every = item_columns(page, items)
    scored = [(one, *_evidence(prompt, page, one, items[0])) for one in every]
    named = [(support + kind - 0.01 * len(one.values[0]) / 100, at)
             for at, (one, support, kind) in enumerate(scored)
             if support >= _LEAST_SUPPORT and kind >= (_LEAST_KIND if prompt.type in DISTINCTIVE
                                                       else 0.3)]  # fmt: skip
    if named:
        best = scored[max(named, key=lambda one: (one[0], one[1]))[1]]
        inner = [
            one
            for one, _, kind in scored
            if kind == 1.0 and _holds(best[0], one) and len(one.nodes) == len(best[0].nodes)
        ]
        value = inner[-1] if inner and prompt.type in DISTINCTIVE else best[0]
        return _listing(prompt, value, best[1])
    concept = prompt.concept.name if prompt.concept is not None else ""
    if concept in _VALUES:
        fitting = [one for one in every if _matches(_VALUES[concept], one)]
        return _listing(prompt, fitting[-1], _LEAST_SUPPORT) if fitting else None
    if prompt.type == "title" or _names_items(prompt, page, items):
        title = _title(page, every)
        return _listing(prompt, title, _LEAST_SUPPORT) if title else None
    if prompt.type in DISTINCTIVE and concept not in _ONLY_NAMED:
        fitting = [one for one, _, kind in scored if kind >= _LEAST_KIND]
        inner = [one for one in fitting if not any(_holds(one, other) for other in fitting)]
        if len(inner) == 1:
            return _listing(prompt, inner[0], _ALONE)
    return None


def _listing(prompt: Prompt, column: Column, support: float) -> Listing:
    bare = [_bare(prompt, column, value) for value in column.values]
    return Listing(column.nodes, bare, _BASE_SCORE + support, support)


def _bare(prompt: Prompt, column: Column, value: str) -> str:
    """Return a value without the label it begins with, "from 3 May" as "3 May"."""
    if prompt.type in DISTINCTIVE and not fit(prompt.type, value):
        for label in column.labels:
            if value.startswith(label) and label_match(prompt, words(label)) >= _LEAST_SUPPORT:
                return value[len(label) :].strip(" :")
    return without_label(prompt, value)[0]


def _evidence(
    prompt: Prompt, page: PageFeatures, column: Column, item: Node
) -> tuple[float, float]:
    """Return how well a column's labels and names fit, and its values' form, 0 to 1."""
    sample = column.values[:: max(1, len(column.values) // _SAMPLE)]
    kind = sum(fit(prompt.type, _bare(prompt, column, value)) for value in sample) / len(sample)
    label = max((label_match(prompt, words(text)) for text in column.labels), default=0.0)
    node = column.nodes[0]
    name = page.own_name_match(prompt, node)
    for up in page.document.ancestors(node):
        if up.depth <= item.depth or up.last_text - up.first_text > 3:
            break
        name = max(name, 0.8 * page.own_name_match(prompt, up))
    if node.last_text - node.first_text > 4 and label < _LEAST_SUPPORT:
        name *= 0.5  # a part of an item with several fields
    return max(label, name), kind


def _holds(outer: Column, inner: Column) -> bool:
    return outer is not inner and any(
        one.index < other.index < one.end
        for one, other in zip(outer.nodes[:3], inner.nodes[:3], strict=False)
    )


def _matches(form: re.Pattern[str], column: Column) -> bool:
    count = sum(form.fullmatch(value) is not None for value in column.values)
    return count >= 0.8 * len(column.values)


def listing_stems(page: PageFeatures, items: Sequence[Node], levels: int) -> frozenset[str]:
    """Return the stems of what a page lists: from its title, headings, ids and class names."""
    document = page.document
    listed = list(words(page.title))
    for node in (items[0], *islice(document.ancestors(items[0]), levels)):
        for name in (*node.attributes.get("class", "").split(), node.attributes.get("id", "")):
            listed.extend(name_words(name))
    for node in document.nodes[: items[0].index]:
        if node.tag in HEADINGS:
            listed.extend(words(document.text(node)))
    return frozenset(map(stem, listed))


def _names_items(prompt: Prompt, page: PageFeatures, items: Sequence[Node]) -> bool:
    """Return whether a prompt's words are what the items are called."""
    if prompt.concept is not None:
        return False
    return listing_stems(page, items, 1).issuperset(map(stem, prompt.words))


def _title(page: PageFeatures, columns: Sequence[Column]) -> Column | None:
    """Return the column of the items' names: headings, else links, else the first texts."""
    most = max((len(one.nodes) for one in columns), default=0)
    usual = [one for one in columns if len(one.nodes) >= 0.7 * most and _may_name(one)]
    for tags in (HEADINGS, frozenset(("a",))):
        for one in usual:
            node = one.nodes[0]
            inside = page.document.nodes[node.index + 1 : node.end]
            short = node.last_text - node.first_text <= 2
            if short and (node.tag in tags or any(child.tag in tags for child in inside)):
                return one
    leaves = [one for one in usual if one.nodes[0].last_text - one.nodes[0].first_text == 1]
    return min(leaves, key=lambda one: one.nodes[0].index, default=None)


def _may_name(column: Column) -> bool:
    sample = column.values[:_SAMPLE]
    good = [
        sum(map(str.isalpha, value)) >= _LEAST_LETTERS
        and len(value) <= _LONGEST_TITLE
        and fit("price", value) < 1
        and fit("date", value) < 1
        for value in sample
    ]
    return sum(good) >= _LEAST_KIND * len(sample) and len(set(sample)) > len(sample) / 2
