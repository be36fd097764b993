"""Learn from some pages of a site where its fields are, and read its other pages by that.

Pages of a site come from one template: a field is in elements of one form beside one label, and
has another value on each page. So the pages vote, each for the forms and labels of its likeliest
candidates; candidates of one value share their votes, as an element and the one around it, and
a value that is on every page without a label counts for less. This is wrapper induction from a
noisy annotator (Dalvi, Kumar, Soliman 2011, "Automatic wrappers for large scale web extraction"),
the annotator being the matcher.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from triptych.engines.scrape.answers.find import Answer, answer_of, find_answers, read_likeliest
from triptych.engines.scrape.extract import read_page, to_extraction
from triptych.engines.scrape.extraction import Extraction, Field
from triptych.engines.scrape.matcher.prompts import asks_for_several
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.templates.by_selector import read_selected
from triptych.engines.scrape.templates.template import (
    LONGEST_TEXT,
    MOST_LANDMARKS,
    Rule,
    Template,
)

_CONSIDERED = 40
_LEAST_SUPPORT = 0.3
_CONSTANT = 0.5
_LONGEST_FORM = 120
_NOTHING = "Nothing on the site's pages fits; describe the element in other words."
_DRIFT = "The site's template does not fit this page; it was read without."


@dataclass(frozen=True, slots=True)
class _Vote:
    """A candidate of one page: its own confidence, and the best of those that say the same."""

    page: int
    form: str
    label: str
    value: str
    own: float
    confidence: float


def learn_template(
    pages: Sequence[str],
    prompts: Mapping[str, str],
    *,
    urls: Sequence[str] = (),
    root: str | None = None,
) -> Template:
    """Learn where pages of one site have what prompts describe.

    Parameters
    ----------
    pages : sequence of str
        HTML of pages of one kind, at least one; five to ten are enough.
    prompts : mapping of str to str
        Descriptions of elements, by key.
    urls : sequence of str, optional
        Their addresses.
    root : str, optional
        CSS selector of the element to look in; the whole pages by default.

    Raises
    ------
    PageError
        If a page is too large, nested too deeply, or has no element `root`.
    ValueError
        If there is no page, or a prompt is blank.

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
    beside: dict[str, set[str]] = defaultdict(set)
    for number, (html, url) in enumerate(zip_longest(pages, urls[: len(pages)], fillvalue="")):
        index = read_page(html, prompts, root)
        page = index.page
        texts.update({text.words for text in page.document.texts})
        for candidate in page.candidates:
            beside[form_key(page.forms[candidate.node.index])].add(candidate.nearest_label)
        for key, (found, _) in find_answers(prompts, index, url).items():
            if (
                asks_for_several(index.in_english(prompts[key]))
                or len(found.values) > 1
                or found.source not in ("text", "")
            ):
                alone[key] += 1
            else:
                votes[key].extend(_votes(prompts[key], index, number))
    common = max(2, len(pages) / 2)
    landmarks = {one for one, seen in texts.items() if seen >= common and len(one) <= LONGEST_TEXT}
    rules = {
        key: Rule()
        if alone[key] * 2 >= len(pages)
        else _best_rule(votes[key], landmarks, len(pages))
        for key in prompts
    }
    needed = set[str]().union(*(beside[rule.form] for rule in rules.values() if rule.form))
    return Template(dict(prompts), rules, frozenset(sorted(needed & landmarks)[:MOST_LANDMARKS]))


def form_key(form: str) -> str:
    """Return an element's form as a rule keeps it: long ones by their end and a digest.

    Examples
    --------
    >>> form_key("div.a>p.b"), len(form_key("div.a>" * 100))
    ('div.a>p.b', 136)
    """
    if len(form) <= _LONGEST_FORM:
        return form
    digest = hashlib.sha256(form.encode("utf-8", "replace")).hexdigest()[:16]
    return digest + form[-_LONGEST_FORM:]


def _votes(prompt: str, index: Index, number: int) -> list[_Vote]:
    """Return a page's likeliest candidates, the likeliest first."""
    page = index.page
    readings = Readings(index, prompt)
    read_likeliest(readings)
    best: dict[str, float] = {}
    votes = []
    for place in readings.ranked():
        candidate, value = page.candidates[place], page.folded[place]
        own = readings.likelihood(place)
        best.setdefault(value, own)
        form = form_key(page.forms[candidate.node.index])
        votes.append(_Vote(number, form, candidate.nearest_label, value, own, best[value]))
    return votes


def _best_rule(votes: Sequence[_Vote], landmarks: set[str], count: int) -> Rule:
    """Return the form and label with the most support, an empty rule where there are none."""
    places: dict[tuple[str, str], dict[int, _Vote]] = defaultdict(dict)
    for vote in votes:
        is_short = len(vote.label) <= LONGEST_TEXT
        label = vote.label if vote.label in landmarks or (count == 1 and is_short) else ""
        # The likeliest come first: a page's first for a place is its best.
        places[vote.form, label].setdefault(vote.page, vote)
    if not places:
        return Rule()
    supports = {at: _support(at[1], list(places[at].values()), count) for at in places}

    def standing(at: tuple[str, str]) -> tuple[float, float]:
        # Of elements that say the same, the one the matcher likes best.
        return round(supports[at], 3), sum(vote.own for vote in places[at].values())

    best = max(places, key=standing)
    return Rule(*best, round(supports[best], 4))


def _support(label: str, votes: Sequence[_Vote], count: int) -> float:
    """Return the mean confidence, less for what says the same everywhere and has no label."""
    constant = not label and len(votes) > 2 and len({vote.value for vote in votes}) == 1
    return sum(vote.confidence for vote in votes) / count * (_CONSTANT if constant else 1.0)


def apply_template(
    html: str, template: Template, *, url: str = "", root: str | None = None
) -> Extraction:
    """Read a page by the template of its site; fields where it no longer fits have a note.

    The other parameters and errors are those of `extract`.
    """
    index = read_page(html, template.prompts, root)
    selectors = {key: rule.selectors for key, rule in template.rules.items() if rule.selectors}
    selected = read_selected(index, selectors, url=url, prompts=template.prompts)
    answers = {key: answer for key, answer in selected.items() if answer[1]}
    drifted = selected.keys() - answers.keys()
    searched: dict[str, str] = {}
    for key, prompt in template.prompts.items():
        if key in answers:
            continue
        answer = _by_rule(prompt, index, template, key, url)
        if answer is None:
            searched[key] = prompt
        else:
            answers[key] = answer
    drifted |= {key for key in searched if template.rules[key].form}
    answers |= find_answers(searched, index, url)
    for key in drifted:
        field, nodes = answers[key]
        answers[key] = replace(field, note=_DRIFT), nodes
    return to_extraction(index, {key: answers[key] for key in template.prompts})


def _by_rule(prompt: str, index: Index, template: Template, key: str, url: str) -> Answer | None:
    """Return the answer by a rule; None if the prompt has none, or nothing on the page fits it."""
    rule = template.rules[key]
    if not rule.form:
        return None
    if rule.support < _LEAST_SUPPORT:
        return Field(confidence=round(rule.support, 4), note=_NOTHING), []
    fitting = [
        place
        for place, candidate in enumerate(index.page.candidates)
        if form_key(index.page.forms[candidate.node.index]) == rule.form
        and (
            candidate.nearest_label == rule.label
            or (not rule.label and candidate.nearest_label not in template.landmarks)
        )
    ][:_CONSIDERED]
    if not fitting:
        return None
    readings = Readings(index, prompt)
    readings.read(fitting)
    best = max(fitting, key=readings.likelihood)
    return answer_of(readings, [best], max(readings.likelihood(best), rule.support), url)
