"""Answers from what a page states for machines, and the elements that show them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.structured_data import Fact
from triptych.engines.scrape.words import name_words, normalized

# Things that pages state besides what they are about.
_BESIDE = frozenset(
    [
        "Organization",
        "WebSite",
        "BreadcrumbList",
        "Person",
        "ImageObject",
        "ListItem",
        "SearchAction",
        "WebPage",
        "ReadAction",
        "SiteNavigationElement",
        "CommentAction",
        "Comment",
        "Review",
        "EntryPoint",
        "WPHeader",
        "WPFooter",
        "NewsMediaOrganization",
        "CollectionPage",
        "Rating",
        "Blog",
        "ItemPage",
        "AboutPage",
    ]
)
_SYNTAX = {"json-ld": 0, "microdata": 1, "rdfa": 2, "meta": 3}
_STEPS = ("text", "recipeInstructions", "step", "itemListElement", "description")
_DURATION = re.compile(
    r"P(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")
_PART = re.compile(r"(\d+(?:[.,]\d+)?)\s*([a-z]+)")
_LEAST_LIST = 2
_MINUTES = {"d": 1440, "h": 60, "s": 1 / 60, "m": 1}


@dataclass(frozen=True, slots=True)
class StructuredValue:
    """Values a page states for a prompt, where, and how surely they are meant, 0 to 1."""

    values: tuple[str, ...]
    facts: tuple[Fact, ...]
    confidence: float


def structured_value(prompt: Prompt, facts: Sequence[Fact]) -> StructuredValue | None:
    """Return what a page states for a prompt; None where it does not."""
    sizes = Counter(fact.thing for fact in facts)
    ranked: list[tuple[float, int, Fact]] = []
    for order, fact in enumerate(facts):
        score = _score(prompt, fact, sizes[fact.thing])
        if score > 0:
            ranked.append((-score, order, fact))
    if not ranked:
        return None
    score, _, best = min(ranked, key=lambda one: one[:2])
    if prompt.many:
        head = best.path[0]
        together = [
            fact for _, _, fact in sorted(ranked, key=lambda one: one[1])
            if fact.thing == best.thing and fact.syntax == best.syntax and fact.path[0] == head
        ]  # fmt: skip
        together = [fact for fact in together if _same_place(fact, best)]
        # A list stated as one text has an item on each line.
        values = [
            value
            for fact in together
            for value in (_lines(fact.value) if len(together) == 1 else [_one_line(fact.value)])
        ]
        if len(values) < _LEAST_LIST:
            return None
        return StructuredValue(tuple(values), tuple(together), 0.95)
    alike = (best.path, best.thing, best.syntax)
    said = [fact for _, _, fact in ranked if (fact.path, fact.thing, fact.syntax) == alike]
    value = _spoken(prompt, said)
    if not value:
        return None
    return StructuredValue((value,), (best,), min(0.97, 0.5 - score / 10))


def value_of_each_thing(
    prompt: Prompt, found: StructuredValue, facts: Sequence[Fact]
) -> StructuredValue | None:
    """Return what is stated of each thing where a value of one was found; None of one alone."""
    best = found.facts[0]
    first: dict[int, Fact] = {}
    for fact in facts:
        if (fact.path, fact.syntax, fact.types) == (best.path, best.syntax, best.types):
            first.setdefault(fact.thing, fact)
    each = [(_spoken(prompt, [fact]), fact) for fact in first.values()]
    said = [(value, fact) for value, fact in each if value]
    if len(said) < _LEAST_LIST:
        return None
    values, sources = zip(*said, strict=True)
    return StructuredValue(tuple(values), tuple(sources), found.confidence)


def _same_place(fact: Fact, best: Fact) -> bool:
    if fact.path == best.path:
        return True
    # A recipe's steps may stand in sections or not; a section's name is read with them.
    return "recipeInstructions" in best.path


def _score(prompt: Prompt, fact: Fact, size: int) -> float:
    """Return how likely a fact is what a prompt asks for; 0 where it is not."""
    if not fact.path:
        return 0.0
    found = 0.0
    concept = prompt.concept
    if concept is not None:
        for order, path in enumerate(concept.properties):
            if _leads(fact, tuple(path.split(".")), concept.name):
                found = 3.0 - 0.15 * order
                break
    titled = concept is not None and concept.type == "title"
    if not found and not titled and label_match(prompt, name_words(fact.path[-1])) > 0.94:
        found = 2.0
    if not found and titled and fact.path[0] in ("og:title", "twitter:title"):
        return 0.6
    if not found:
        return 0.0
    if "ImageObject" in fact.types and (concept is None or concept.type != "image"):
        return 0.0  # a picture's height is not the thing's
    outer = fact.types[0] if fact.types else ""
    if fact.syntax != "meta" and (not outer or outer in _BESIDE):
        found -= 1.7
    if prompt.subject and any(set(prompt.subject) & set(name_words(kind)) for kind in fact.types):
        found += 1.5
    if size >= 12 and outer not in _BESIDE:
        found += 0.4
    if outer == "Recipe" or outer == "Product":
        found += 0.5
    found -= 0.3 * (len(fact.path) - 1) + 0.1 * _SYNTAX[fact.syntax]
    return found if found > 0.9 else 0.0


def _leads(fact: Fact, path: tuple[str, ...], name: str) -> bool:
    if fact.syntax == "meta":
        return fact.path == path
    if name == "instructions":
        if path[0] not in fact.path:
            return False
        last = fact.path[-1]
        section = fact.types[-1:] == ("HowToSection",) and last == "name"
        return section or last in _STEPS
    if len(path) == 1 and path[0] in ("name", "headline", "title", "url", "description", "text"):
        return fact.path == path
    if path[0] in ("author", "creator", "publisher") and len(fact.path) > len(path):
        return False  # a review's author is not the page's
    if "review" in fact.path[:-1] and path[0] != "review":
        return False
    return fact.path[-len(path) :] == path


def _one_line(value: str) -> str:
    return " ".join(value.split())


def _lines(value: str) -> list[str]:
    return [line for line in (part.strip() for part in value.split("\n")) if line]


def _spoken(prompt: Prompt, facts: list[Fact]) -> str:
    """Return a stated value as a reader would say it."""
    values = [" ".join(fact.value.split()) for fact in facts]
    if prompt.type == "duration":
        spoken = [_duration(value) for value in values]
        return next((value for value in spoken if value), "")
    if prompt.type == "servings":
        # Often stated twice, bare and in words.
        return max(values, key=len)
    return values[0]


def _duration(value: str) -> str:
    """Return an ISO 8601 duration in words; empty for none at all."""
    match = _DURATION.fullmatch(value.strip())
    if match is None or not any(match.groups()):
        return value if not value.upper().startswith("P") else ""
    days, hours, minutes, seconds = (float(part or 0) for part in match.groups())
    total = days * 1440 + hours * 60 + minutes
    if total == 0:
        return f"{seconds:g} seconds" if seconds else ""
    hours, minutes = divmod(total, 60)
    parts = [f"{hours:g} hour{'s' * (hours != 1)}"] if hours else []
    if minutes:
        parts.append(f"{minutes:g} minute{'s' * (minutes != 1)}")
    return " ".join(parts)


def visible_elements(prompt: Prompt, found: StructuredValue, page: PageFeatures) -> list[Node]:
    """Return the elements that show stated values to a reader, in order; empty where none does.

    For a list, most of its values must be shown.
    """
    nodes: list[Node] = []
    visible = [fact.node for fact in found.facts if fact.node is not None and fact.syntax != "meta"]
    if visible and len(visible) == len(found.facts):
        return [node for node in visible if node.tag not in ("meta", "link")] or visible
    by_text: dict[str, list[Node]] = {}
    for candidate, folded in zip(page.candidates, page.folded, strict=True):
        by_text.setdefault(_bare(folded), []).append(candidate.node)
    for value in found.values:
        places = by_text.get(_bare(normalized(value)), [])
        if not places and len(found.values) == 1:
            places = _equal_in_kind(prompt, value, page)
        if places:
            nodes.append(min(places, key=lambda node: _unlikely(page, node, nodes)))
    if len(nodes) < 0.6 * len(found.values):
        return []
    nodes = list({node.index: node for node in nodes}.values())
    if len(found.values) > 1:
        nodes = _completed(nodes, page, len(found.values))
    return sorted(nodes, key=lambda node: node.index)


def _completed(nodes: list[Node], page: PageFeatures, count: int) -> list[Node]:
    """Return a list's elements with those between that are worded otherwise than stated."""
    form_of = Counter(page.forms[node.index] for node in nodes)
    form, seen = form_of.most_common(1)[0]
    if seen < 0.6 * len(nodes):
        return nodes
    whole = [node for node in page.document.nodes if page.forms[node.index] == form]
    return whole if len(nodes) <= len(whole) <= count * 1.2 else nodes


def _unlikely(page: PageFeatures, node: Node, before: list[Node]) -> tuple[int, int, int]:
    heading = node.tag in ("h1", "h2") or any(
        up.tag in ("h1", "h2") for up in page.document.ancestors(node) if up.depth >= node.depth - 2
    )
    same_form = bool(before) and page.forms[before[-1].index] == page.forms[node.index]
    return (
        2 * int(node.hidden) + int(page.aside[node.index]),
        -2 * int(same_form) - int(heading),
        node.index,
    )


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _equal_in_kind(prompt: Prompt, value: str, page: PageFeatures) -> list[Node]:
    """Return elements that show the same duration or number beside a fitting label or name."""
    if prompt.type not in ("duration", "servings", "rating", "price", "calories", "count"):
        return []
    measure = _minutes if prompt.type == "duration" else _number
    wanted = measure(value)
    found = []
    names: dict[int, float] = {}
    for candidate in page.candidates:
        if len(candidate.value) > 40 or measure(candidate.value) != wanted:
            continue
        node = candidate.node
        if node.index not in names:
            names[node.index] = max(page.name_match(prompt, node, candidate.parts))
        label = max(
            (label_match(prompt, name_words(label.text)) * label.strength
             for label in candidate.labels), default=0.0,
        )  # fmt: skip
        if max(names[node.index], label) > 0.6:
            found.append(node)
    return found


def _minutes(text: str) -> float | None:
    parts = _PART.findall(text.lower())
    known = [(number, unit[0]) for number, unit in parts if unit[0] in _MINUTES]
    if not known:
        return None
    # "15 minutes minutes": a unit is often there twice, once for screen readers.
    once = {unit: float(number.replace(",", ".")) for number, unit in reversed(known)}
    return sum(number * _MINUTES[unit] for unit, number in once.items())


def _number(text: str) -> float | None:
    match = _NUMBER.search(text)
    return float(match[0].replace(",", ".")) if match else None
