"""What the items of a listing have in common: one element of a kind in each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.labels import HEADINGS, without_label
from triptych.engines.scrape.listing import Column, Listing, item_text
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.value_kinds import fit
from triptych.engines.scrape.words import name_words, stem, words

_LEAST_FILLED = 0.5
_USUAL = 0.6
_SAMPLE = 20
_LEAST_SUPPORT = 0.5
_LEAST_KIND = 0.7
_ALONE = 0.3
_FOUND = 3.0
_LEAST_LETTERS = 2
_LONGEST_TITLE = 200
#: Kinds whose form is like no other: the only column of one is what a prompt of it asks for.
TELLING = frozenset(("price", "date", "email", "phone", "url", "duration", "isbn", "percentage",
                     "mass", "fuel", "calories", "address", "version", "hash"))  # fmt: skip
# A date beside each thing is no one's birthday.
_ONLY_NAMED = frozenset(("birth date", "death date", "founded", "modified date", "old price",
                         "shipping", "fax", "deposit"))  # fmt: skip
#: Fields whose few values say what they are.
_SAYING = {
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
    often = Counter(
        name
        for item in items
        for name in {
            name
            for node in document.nodes[item.index + 1 : item.end]
            for name in node.attributes.get("class", "").split()
        }
    )
    usual = {name for name, count in often.items() if count >= _USUAL * len(items)}
    found: dict[str, list[Node]] = {}
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
            found.setdefault(path, []).append(node)
    kept = [nodes for nodes in found.values() if len(nodes) >= _LEAST_FILLED * len(items)]
    return [_column(page, nodes) for nodes in kept]


def _column(page: PageFeatures, nodes: list[Node]) -> Column:
    values = [item_text(page.document.text(node)) for node in nodes]
    sample = nodes[:: max(1, len(nodes) // _SAMPLE)]
    said: Counter[str] = Counter()
    for node in sample:
        said.update({label.text for label in page.labels.near(node.first_text)
                     if label.where in ("before", "own", "attribute")})  # fmt: skip
    starts = Counter(
        " ".join(value.split()[:count]).strip(" :")
        for value in values
        for count in (1, 2)
        if len(value.split()) > count
    )
    shared = {text for text, count in said.items() if count >= _USUAL * len(sample)}
    shared |= {text for text, count in starts.items() if count >= _USUAL * len(values) > 1}
    return Column(nodes, values, frozenset(shared))


def item_column(prompt: Prompt, page: PageFeatures, items: Sequence[Node]) -> Listing | None:
    """Return what a prompt asks of each thing of a listing; None where no column plainly is it.

    A column is it by a label or a name with a fitting form, by being the only one of a telling
    form, or, for the items' own names, by its place: the heading, the link, the first words.
    """
    found = item_columns(page, items)
    scored = [(one, *_evidence(prompt, page, one, items[0])) for one in found]
    named = [(support + kind - 0.01 * len(one.values[0]) / 100, at)
             for at, (one, support, kind) in enumerate(scored)
             if support >= _LEAST_SUPPORT and kind >= (_LEAST_KIND if prompt.type in TELLING
                                                       else 0.3)]  # fmt: skip
    if named:
        best = scored[max(named, key=lambda one: (one[0], one[1]))[1]]
        inner = [
            one
            for one, _, kind in scored
            if kind == 1.0 and _around(best[0], one) and len(one.nodes) == len(best[0].nodes)
        ]
        value = inner[-1] if inner and prompt.type in TELLING else best[0]
        return _listing(prompt, value, best[1])
    concept = prompt.concept.name if prompt.concept is not None else ""
    if concept in _SAYING:
        saying = [one for one in found if _says(_SAYING[concept], one)]
        return _listing(prompt, saying[-1], _LEAST_SUPPORT) if saying else None
    if prompt.type == "title" or _names(prompt, page, items):
        title = _title(page, found)
        return _listing(prompt, title, _LEAST_SUPPORT) if title else None
    if prompt.type in TELLING and concept not in _ONLY_NAMED:
        fitting = [one for one, _, kind in scored if kind >= _LEAST_KIND]
        inner = [one for one in fitting if not any(_around(one, other) for other in fitting)]
        if len(inner) == 1:
            return _listing(prompt, inner[0], _ALONE)
    return None


def _listing(prompt: Prompt, found: Column, support: float) -> Listing:
    bare = [_bare(prompt, found, value) for value in found.values]
    return Listing(found.nodes, bare, _FOUND + support, support)


def _bare(prompt: Prompt, found: Column, value: str) -> str:
    """Return a value less a label of its own, "from 3 May" as "3 May"."""
    if prompt.type in TELLING and not fit(prompt.type, value):
        for label in found.labels:
            if value.startswith(label) and label_match(prompt, words(label)) >= _LEAST_SUPPORT:
                return value[len(label) :].strip(" :")
    return without_label(prompt, value)[0]


def _evidence(
    prompt: Prompt, page: PageFeatures, found: Column, thing: Node
) -> tuple[float, float]:
    """Return how well a column's labels and names fit, and its values' form, 0 to 1."""
    sample = found.values[:: max(1, len(found.values) // _SAMPLE)]
    kind = sum(fit(prompt.type, _bare(prompt, found, value)) for value in sample) / len(sample)
    label = max((label_match(prompt, words(text)) for text in found.labels), default=0.0)
    node = found.nodes[0]
    name = page.own_name_match(prompt, node)
    for up in page.document.ancestors(node):
        if up.depth <= thing.depth or up.last_text - up.first_text > 3:
            break
        name = max(name, 0.8 * page.own_name_match(prompt, up))
    if node.last_text - node.first_text > 4 and label < _LEAST_SUPPORT:
        name *= 0.5  # a part of a thing with several fields
    return max(label, name), kind


def _around(outer: Column, inner: Column) -> bool:
    return outer is not inner and any(
        one.index < other.index < one.end
        for one, other in zip(outer.nodes[:3], inner.nodes[:3], strict=False)
    )


def _says(form: re.Pattern[str], found: Column) -> bool:
    return sum(form.fullmatch(value) is not None for value in found.values) >= 0.8 * len(
        found.values
    )


def _names(prompt: Prompt, page: PageFeatures, items: Sequence[Node]) -> bool:
    """Return whether a prompt's words are what the items are called: in class names, headings."""
    if prompt.concept is not None:
        return False
    said = list(words(page.title))
    near = [items[0]]
    for up, _ in zip(page.document.ancestors(items[0]), range(1), strict=False):
        near.append(up)
    for node in near:
        for name in (*node.attributes.get("class", "").split(), node.attributes.get("id", "")):
            said.extend(name_words(name))
    for node in page.document.nodes[: items[0].index]:
        if node.tag in HEADINGS:
            said.extend(words(page.document.text(node)))
    return set(map(stem, prompt.words)) <= set(map(stem, said))


def _title(page: PageFeatures, found: Sequence[Column]) -> Column | None:
    """Return the column of the items' names: headings, else links, else the first texts."""
    most = max((len(one.nodes) for one in found), default=0)
    usual = [one for one in found if len(one.nodes) >= 0.7 * most and _may_name(one)]
    for tags in (HEADINGS, frozenset(("a",))):
        for one in usual:
            node = one.nodes[0]
            inside = page.document.nodes[node.index + 1 : node.end]
            short = node.last_text - node.first_text <= 2
            if short and (node.tag in tags or any(child.tag in tags for child in inside)):
                return one
    leaves = [one for one in usual if one.nodes[0].last_text - one.nodes[0].first_text == 1]
    return min(leaves, key=lambda one: one.nodes[0].index, default=None)


def _may_name(found: Column) -> bool:
    sample = found.values[:_SAMPLE]
    good = [
        sum(map(str.isalpha, value)) >= _LEAST_LETTERS
        and len(value) <= _LONGEST_TITLE
        and fit("price", value) < 1
        and fit("date", value) < 1
        for value in sample
    ]
    return sum(good) >= _LEAST_KIND * len(sample) and len(set(sample)) > len(sample) / 2
