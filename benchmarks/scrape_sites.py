"""Templates, and selectors on sister pages, of sites that no weight was fitted on."""

from __future__ import annotations

import json
import statistics
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from training.scrape.examples import LabelledPage, plain, same

if TYPE_CHECKING:
    from triptych.engines.scrape import Field

_LEAST_PAGES = 4


def by_site(pages: list[LabelledPage]) -> dict[str, list[LabelledPage]]:
    """Return the pages of sites that have several."""
    sites: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
    return {site: found for site, found in sites.items() if len(found) >= _LEAST_PAGES}


def measure_sites(pages: list[LabelledPage]) -> None:
    """Print the figures of templates, for all pages learned from and for others of the site."""
    together, unseen = Counter[str](), Counter[str]()
    for of_site in by_site(pages).values():
        half = len(of_site) // 2
        together.update(_by_template(of_site, of_site))
        unseen.update(_by_template(of_site[:half], of_site[half:]))
    for name, count in (("all pages of a site", together), ("half, read on the other", unseen)):
        both = 2 * count["right"] / max(1, count["found"] + count["true"])
        print(f"templates, learned from {name}: F1 {both:.3f} ({count['right']}/{count['true']})")


def _by_template(learned: list[LabelledPage], read: list[LabelledPage]) -> Counter[str]:
    """Return how many fields are true, found and right on pages read by a template."""
    from triptych.engines.scrape import Template, apply_template, learn_template

    prompts = {one.field: one.prompts[0] for one in learned[0].questions if one.field != "-"}
    members = learn_template([page.html for page in learned], prompts).to_members()
    template = Template.from_members(json.loads(json.dumps(members)))
    count = Counter[str]()
    for page in read:
        fields = apply_template(page.html, template).fields
        for question in page.questions:
            if question.field in fields:
                values = fields[question.field].values
                count.update(
                    true=bool(question.values),
                    found=bool(values),
                    right=_is_right(values, question.values),
                )
    return count


def measure_selectors(pages: list[LabelledPage]) -> None:
    """Print how many selectors give back what was returned, and how they do on a sister page."""
    from triptych.engines.scrape import extract
    from triptych.engines.scrape.elements.document import parse

    checked = exact = sisters = still = 0
    numbers: list[int] = []
    last: dict[str, tuple[LabelledPage, dict[str, Field]]] = {}
    for page in pages:
        document = parse(page.html)
        prompts = {one.field: one.prompts[0] for one in page.questions[:5] if one.field != "-"}
        fields = extract(page.html, prompts).fields
        truths = {one.field: one.values for one in page.questions}
        for field in fields.values():
            texts = [element.text for element in field.elements]
            if texts:
                numbers.append(len(field.selectors))
            for selector in field.selectors:
                again = [_shown(document, at) for at in document.select(selector)]
                checked += 1
                exact += again == texts
        if page.site in last:
            earlier, known = last[page.site]
            before = {one.field: one.values for one in earlier.questions}
            for key, field in known.items():
                if not field.selectors or not truths.get(key):
                    continue
                if not _is_right(field.values, before[key]):
                    continue
                sisters += 1
                shown = (document.select(selector) for selector in field.selectors)
                at = next(filter(None, shown), None)
                text = plain(_shown(document, at[0])) if at else ""
                still += any(plain(truth) in text for truth in truths[key])
        last[page.site] = (page, fields)
    mean = statistics.mean(numbers) if numbers else 0.0
    print(f"selectors: {exact}/{checked} give back the elements; {mean:.1f} each")
    if sisters:
        print(f"sister pages: {still}/{sisters} = {still / sisters:.3f} still find the field")


def _shown(document: Any, at: int) -> str:
    node = document.nodes[at]
    return str(node.attributes.get("content", "") if node.tag == "meta" else document.text(node))


def _is_right(values: tuple[str, ...], truths: list[str]) -> bool:
    return bool(values) and any(same(values[0], truth) for truth in truths)
