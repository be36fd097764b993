"""Learn from some pages of a site where its fields stand, and read its other pages by that.

Pages of a site come from one template: a field stands in elements of one form beside one label, and
says something else on each page. So the pages vote, each for the forms and labels of its likeliest
candidates; what says the same on a page shares its votes, as an element and the one around it, and
what says the same on every page without a label counts for less. This is wrapper induction from a
noisy annotator (Dalvi, Kumar, Soliman 2011, "Automatic wrappers for large scale web extraction"),
the annotator being the ranker.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from triptych.engines.scrape.extract import gathered, look
from triptych.engines.scrape.extraction import Extraction, Field
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.finding import Found, chosen, find, label_of
from triptych.engines.scrape.learned import LONGEST_TEXT, MOST_LANDMARKS, Rule, Template, marked
from triptych.engines.scrape.meaning import likeness
from triptych.engines.scrape.prompts import Prompt, understand
from triptych.engines.scrape.score import ranked

_CONSIDERED = 40
_LEAST_SUPPORT = 0.3
_CONSTANT = 0.5
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
        page, known = look(html, prompts, root)
        texts.update({text.words for text in page.document.texts})
        for candidate in page.candidates:
            beside[marked(page.forms[candidate.node.index])].add(label_of(candidate))
        for key, text in prompts.items():
            prompt = understand(text)
            found, _ = find(prompt, page, known, url)
            if prompt.many or len(found.values) > 1 or found.source not in ("text", ""):
                alone[key] += 1
            else:
                votes[key].extend(_votes(prompt, page, number))
    common = max(2, len(pages) / 2)
    landmarks = {one for one, seen in texts.items() if seen >= common and len(one) <= LONGEST_TEXT}
    rules = {
        key: Rule() if alone[key] * 2 >= len(pages) else _elected(votes[key], landmarks, len(pages))
        for key in prompts
    }
    needed = set[str]().union(*(beside[rule.form] for rule in rules.values() if rule.form))
    return Template(dict(prompts), rules, frozenset(sorted(needed & landmarks)[:MOST_LANDMARKS]))


def _votes(prompt: Prompt, page: PageFeatures, number: int) -> list[_Vote]:
    """Return a page's likeliest candidates, by falling confidence of their own."""
    places, confidences = ranked(prompt, page, likeness(prompt, page), _CONSIDERED)
    best: dict[str, float] = {}
    for place, confidence in zip(places.tolist(), confidences.tolist(), strict=True):
        value = page.folded[place]
        best[value] = max(best.get(value, 0.0), confidence)
    found = []
    for place, confidence in zip(places.tolist(), confidences.tolist(), strict=True):
        one, value = page.candidates[place], page.folded[place]
        form = marked(page.forms[one.node.index])
        found.append(_Vote(number, form, label_of(one), value, confidence, best[value]))
    return found


def _elected(votes: Sequence[_Vote], landmarks: set[str], count: int) -> Rule:
    """Return the form and label with the most support, an empty rule where there are none."""
    places: dict[tuple[str, str], dict[int, _Vote]] = defaultdict(dict)
    for vote in votes:
        kept = vote.label if len(vote.label) <= LONGEST_TEXT else ""
        label = kept if kept in landmarks or count == 1 else ""
        # Votes come by falling confidence: a page's first for a place is its best.
        places[vote.form, label].setdefault(vote.page, vote)
    if not places:
        return Rule()
    supports = {at: _support(at[1], list(places[at].values()), count) for at in places}

    def standing(at: tuple[str, str]) -> tuple[float, float]:
        # Of elements that say the same, the one the ranker likes best.
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
    """Read a page by what was learned of its site; a note says where the template no longer fits.

    Parameters
    ----------
    html : str
        The page.
    template : Template
        From `learn_template`.
    url : str
        Its address, to make the addresses of links and pictures absolute.
    root : str, optional
        CSS selector of the element to look in; the whole page by default.

    Raises
    ------
    PageError
        If the page is too large, nested too deeply, or has no element `root`.
    """
    page, known = look(html, template.prompts, root)
    found = {}
    for key, text in template.prompts.items():
        prompt = understand(text)
        found[key] = _by_rule(prompt, page, template, key, url) or find(prompt, page, known, url)
    return gathered(page, found)


def _by_rule(
    prompt: Prompt, page: PageFeatures, template: Template, key: str, url: str
) -> Found | None:
    """Return what stands where a rule says; None where the page is to be read without."""
    rule = template.rules[key]
    if not rule.form:
        return None
    if rule.support < _LEAST_SUPPORT:
        return Field(confidence=round(rule.support, 4), note=_NOTHING), []
    places, confidences = ranked(prompt, page, likeness(prompt, page), len(page.candidates))
    for place, confidence in zip(places.tolist(), confidences.tolist(), strict=True):
        candidate = page.candidates[place]
        if marked(page.forms[candidate.node.index]) != rule.form:
            continue
        label = label_of(candidate)
        if rule.label == (label if label in template.landmarks or rule.label == label else ""):
            return chosen(prompt, page, place, max(confidence, rule.support), url)
    field, nodes = find(prompt, page, [], url)
    return replace(field, note=_DRIFT), nodes
