"""Learn from some pages of a site where its fields stand, and read its other pages by that.

Pages of a site come from one template: a field stands in elements of one form beside one label, and
says something else on each page. So the pages vote: for each form and label the confidences of
its candidates are added up, and what says the same on every page counts for less.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from triptych.engines.scrape.document import Node, parse
from triptych.engines.scrape.extract import chosen, find, label_of
from triptych.engines.scrape.extraction import Extraction, Field
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.meaning import likeness
from triptych.engines.scrape.prompts import Prompt, understand
from triptych.engines.scrape.records import records
from triptych.engines.scrape.score import ranked
from triptych.engines.scrape.structured import facts

_CONSIDERED = 25
_LEAST_SUPPORT = 0.35
_CONSTANT = 0.5
_NOTHING = "Nothing on the site's pages fits; describe the element in other words."
_DRIFT = "The site's template does not fit this page; it was read without."


@dataclass(frozen=True, slots=True)
class Rule:
    """Where a field stands: the form of its element, its label, and how well that held, 0 to 1.

    An empty form says that pages are best read one by one, as for lists and stated values.
    """

    form: str = ""
    label: str = ""
    support: float = 0.0


@dataclass(frozen=True, slots=True)
class Template:
    """What was learned of a site, for the prompts it was learned for."""

    prompts: dict[str, str]
    rules: dict[str, Rule]
    landmarks: frozenset[str] = frozenset()


def learn_template(pages: Sequence[str], prompts: Mapping[str, str]) -> Template:
    """Learn where pages of one site have what prompts describe.

    Parameters
    ----------
    pages : sequence of str
        HTML of pages of one kind, at least one; three to ten are enough.
    prompts : mapping of str to str
        Descriptions of elements, by key.

    Raises
    ------
    ValueError
        If there is no page.

    Examples
    --------
    >>> page = "<h1>{}</h1><p>Price: <b>{} EUR</b></p><p>Was: <b>9 EUR</b></p>"
    >>> learned = learn_template([page.format("Tea", 3), page.format("Mate", 4)], {"p": "Price"})
    >>> learned.rules["p"].label
    'Price:'
    """
    if not pages:
        raise ValueError("There is no page to learn from; give at least one.")
    votes: dict[str, list[_Vote]] = {key: [] for key in prompts}
    texts: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for number, html in enumerate(pages):
        document = parse(html)
        page = PageFeatures(document)
        known = facts(document)
        texts.update({text.words for text in document.texts})
        for key, text in prompts.items():
            prompt = understand(text)
            if prompt.many or find(prompt, page, known)[0].source not in ("text", ""):
                alone[key] += 1
                continue
            places, confidences = ranked(prompt, page, likeness(prompt, page), _CONSIDERED)
            for place, confidence in zip(places.tolist(), confidences.tolist(), strict=True):
                one = page.candidates[place]
                form, value = page.forms[one.node.index], page.folded[place]
                votes[key].append(_Vote(number, form, label_of(one), value, confidence))
    common = max(2, len(pages) / 2)
    landmarks = frozenset(text for text, seen in texts.items() if seen >= common)
    rules = {
        key: Rule() if alone[key] * 2 >= len(pages) else _elected(votes[key], landmarks, len(pages))
        for key in prompts
    }
    return Template(dict(prompts), rules, landmarks)


@dataclass(frozen=True, slots=True)
class _Vote:
    """A candidate of one page."""

    page: int
    form: str
    label: str
    value: str
    confidence: float


def _elected(votes: Sequence[_Vote], landmarks: frozenset[str], count: int) -> Rule:
    """Return the form and label with the most support, an empty rule where there are none."""
    best: dict[tuple[str, str], dict[int, _Vote]] = defaultdict(dict)
    for vote in votes:
        label = vote.label if vote.label in landmarks or count == 1 else ""
        # Votes come by falling confidence: a page's first for a place is its best.
        best[vote.form, label].setdefault(vote.page, vote)
    if not best:
        return Rule()
    mark = max(best, key=lambda one: _support(list(best[one].values()), count))
    total = sum(vote.confidence for vote in best[mark].values())
    return Rule(*mark, total / count)


def _support(votes: Sequence[_Vote], count: int) -> float:
    """Return the mean confidence, less for what says the same on every page."""
    constant = len(votes) > 2 and len({vote.value for vote in votes}) == 1
    return sum(vote.confidence for vote in votes) / count * (_CONSTANT if constant else 1.0)


def apply_template(html: str, template: Template) -> Extraction:
    """Read a page by what was learned of its site; a note says where the template no longer fits.

    Parameters
    ----------
    html : str
        The page.
    template : Template
        From `learn_template`.
    """
    document = parse(html)
    page = PageFeatures(document)
    known = facts(document)
    found: dict[str, Field] = {}
    placed: dict[str, list[tuple[int, str]]] = {}
    for key, text in template.prompts.items():
        prompt = understand(text)
        field, nodes = _by_rule(prompt, page, template, key) or find(prompt, page, known)
        found[key] = field
        if field.values:
            same = len(nodes) == len(field.values)
            places = [node.index for node in nodes] if same else [-1] * len(field.values)
            placed[key] = list(zip(places, field.values, strict=True))
    return Extraction(found, records(document, placed))


def _by_rule(
    prompt: Prompt, page: PageFeatures, template: Template, key: str
) -> tuple[Field, list[Node]] | None:
    """Return what stands where a rule says; None where the page is to be read without."""
    rule = template.rules[key]
    if not rule.form:
        return None
    if rule.support < _LEAST_SUPPORT:
        return Field(confidence=round(rule.support, 4), note=_NOTHING), []
    count = len(page.candidates)
    places, confidences = ranked(prompt, page, likeness(prompt, page), count)
    for place, confidence in zip(places.tolist(), confidences.tolist(), strict=True):
        candidate = page.candidates[place]
        if page.forms[candidate.node.index] != rule.form:
            continue
        label = label_of(candidate)
        if rule.label == (label if label in template.landmarks or rule.label == label else ""):
            return chosen(prompt, page, place, max(confidence, rule.support))
    field, nodes = find(prompt, page, [])
    return replace(field, note=_DRIFT), nodes
