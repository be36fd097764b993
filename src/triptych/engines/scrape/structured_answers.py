"""Answers from the structured data of a page, and the elements that show them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from triptych.engines.scrape.document import Node
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.prompts import Prompt, label_match
from triptych.engines.scrape.structured_data import Fact
from triptych.engines.scrape.words import letters, name_words, normalized

# Types of things that a page states besides what it is about.
_BESIDE = frozenset(
    ("Organization", "WebSite", "BreadcrumbList", "Person", "ImageObject", "ListItem",
     "SearchAction", "WebPage", "ReadAction", "SiteNavigationElement", "CommentAction", "Comment",
     "Review", "EntryPoint", "WPHeader", "WPFooter", "NewsMediaOrganization", "CollectionPage",
     "Rating", "Blog", "ItemPage", "AboutPage")
)  # fmt: skip
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
    """Values that a page states for a prompt, the facts, and the confidence, 0 to 1."""

    values: tuple[str, ...]
    facts: tuple[Fact, ...]
    confidence: float


def structured_value(prompt: Prompt, facts: Sequence[Fact]) -> StructuredValue | None:
    """Return what a page states for a prompt; None where it does not."""
    sizes = Counter(fact.thing for fact in facts)
    scored = [(_score(prompt, fact, sizes[fact.thing]), fact) for fact in facts]
    matches = [(score, fact) for score, fact in scored if score > 0]
    if not matches:
        return None
    score, best = max(matches, key=lambda one: one[0])
    if prompt.many:
        together = [
            fact for _, fact in matches
            if (fact.thing, fact.syntax, fact.path[0]) == (best.thing, best.syntax, best.path[0])
            # A recipe's steps may be in sections or not; a section's name is read with them.
            and (fact.path == best.path or "recipeInstructions" in best.path)
        ]  # fmt: skip
        # A list stated as one text has an item on each line.
        values = [" ".join(fact.value.split()) for fact in together]
        if len(together) == 1:
            values = [line for part in best.value.split("\n") if (line := part.strip())]
        if len(values) < _LEAST_LIST:
            return None
        return StructuredValue(tuple(values), tuple(together), 0.95)
    same = [
        fact for _, fact in matches
        if (fact.path, fact.thing, fact.syntax) == (best.path, best.thing, best.syntax)
    ]  # fmt: skip
    value = _in_words(prompt, same)
    return StructuredValue((value,), (best,), min(0.97, 0.5 + score / 10)) if value else None


def value_of_each_thing(
    prompt: Prompt, value: StructuredValue, facts: Sequence[Fact]
) -> StructuredValue | None:
    """Return the values of all things for that of one; None if there is no other."""
    best = value.facts[0]
    first: dict[int, Fact] = {}
    for fact in facts:
        if (fact.path, fact.syntax, fact.types) == (best.path, best.syntax, best.types):
            first.setdefault(fact.thing, fact)
    each = [(_in_words(prompt, [fact]), fact) for fact in first.values()]
    each = [(text, fact) for text, fact in each if text]
    if len(each) < _LEAST_LIST:
        return None
    values, sources = zip(*each, strict=True)
    return StructuredValue(tuple(values), tuple(sources), value.confidence)


def _score(prompt: Prompt, fact: Fact, size: int) -> float:
    """Return how well a fact fits a prompt; 0 if it does not."""
    if not fact.path:
        return 0.0
    score = 0.0
    concept = prompt.concept
    if concept is not None:
        for order, path in enumerate(concept.properties):
            if _leads(fact, tuple(path.split(".")), concept.name):
                score = 3.0 - 0.15 * order
                break
    titled = concept is not None and concept.type == "title"
    if not score and not titled and label_match(prompt, name_words(fact.path[-1])) > 0.94:
        score = 2.0
    if not score and titled and fact.path[0] in ("og:title", "twitter:title"):
        return 0.6
    if not score:
        return 0.0
    if "ImageObject" in fact.types and (concept is None or concept.type != "image"):
        return 0.0  # a picture's height is not the thing's
    outer = fact.types[0] if fact.types else ""
    if fact.syntax != "meta" and (not outer or outer in _BESIDE):
        score -= 1.7
    if prompt.subject and any(set(prompt.subject) & set(name_words(kind)) for kind in fact.types):
        score += 1.5
    if size >= 12 and outer not in _BESIDE:
        score += 0.4
    if outer == "Recipe" or outer == "Product":
        score += 0.5
    score -= 0.3 * (len(fact.path) - 1) + 0.1 * _SYNTAX[fact.syntax]
    return score if score > 0.9 else 0.0


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


def _in_words(prompt: Prompt, facts: list[Fact]) -> str:
    """Return a value as a reader would write it."""
    values = [" ".join(fact.value.split()) for fact in facts]
    if prompt.type == "duration":
        return next(filter(None, map(_duration, values)), "")
    if prompt.type == "servings":
        # Often stated twice, as a number and in words.
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


def visible_elements(prompt: Prompt, value: StructuredValue, page: PageFeatures) -> list[Node]:
    """Return the elements that show stated values to a reader, in order; empty where none does.

    For a list, most of its values must be shown.
    """
    nodes: list[Node] = []
    visible = [fact.node for fact in value.facts if fact.node is not None and fact.syntax != "meta"]
    if visible and len(visible) == len(value.facts):
        return [node for node in visible if node.tag not in ("meta", "link")] or visible
    by_text: dict[str, list[Node]] = {}
    for candidate, folded in zip(page.candidates, page.folded, strict=True):
        by_text.setdefault(letters(folded), []).append(candidate.node)
    for text in value.values:
        places = by_text.get(letters(normalized(text)), [])
        if not places and len(value.values) == 1:
            places = _equal_in_kind(prompt, text, page)
        if places:
            nodes.append(min(places, key=lambda node: _unlikely(page, node, nodes)))
    if len(nodes) < 0.6 * len(value.values):
        return []
    nodes = list({node.index: node for node in nodes}.values())
    if len(value.values) > 1:
        nodes = _completed(nodes, page, len(value.values))
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
