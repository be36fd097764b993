"""Templates, selectors on sister pages, and prompts for what pages do not have."""

from __future__ import annotations

import json
import statistics
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from scrape_pages import Page, absent, figures, plain, right, weights_without

_LEAST_PAGES = 4
# Prompts for what no page here has, of which nothing was fitted.
_NOWHERE = (
    "Boiling point",
    "Flight number",
    "Blood type",
    "Chemical formula",
    "Conference room",
    "Bus line",
    "Battery life",
    "Coach",
)


def measure_absent(data: list[Page], held_out: Path | None) -> None:
    """Print how often a prompt for what a page does not have comes back empty."""
    from triptych.engines.scrape import extract

    asked, empty = Counter[str](), Counter[str]()
    for page in data:
        weights_without(held_out, page["site"])
        prompts = {one: one for one in (*absent(page), *_NOWHERE)}
        for key, field in extract(page["html"], prompts).fields.items():
            for group in ("", "nowhere" if key in _NOWHERE else "elsewhere", key):
                asked[group] += 1
                empty[group] += not field.values
    answered = {key: asked[key] - empty[key] for key in asked if key and asked[key] > empty[key]}
    for group, name in (("elsewhere", "of other verticals"), ("nowhere", "of no page")):
        share = empty[group] / asked[group]
        print(f"fields {name}: {empty[group]}/{asked[group]} = {share:.3f} come back empty")
    print(f"  answered all the same: {dict(Counter(answered).most_common())}")


def measure_sites(data: list[Page], held_out: Path | None) -> None:
    """Print the figures of templates, for all pages learned from and for others of the site."""
    sites: dict[str, list[Page]] = defaultdict(list)
    for page in data:
        sites[page["site"]].append(page)
    together, unseen = Counter[str](), Counter[str]()
    for site, of_site in sites.items():
        if len(of_site) >= _LEAST_PAGES:
            weights_without(held_out, site)
            half = len(of_site) // 2
            together.update(_by_template(of_site, of_site))
            unseen.update(_by_template(of_site[:half], of_site[half:]))
    if together:
        print(f"templates, learned from all pages of a site: {figures(together)}")
        print(f"templates, learned from half, read on the other: {figures(unseen)}")


def _by_template(learned: list[Page], read: list[Page]) -> Counter[str]:
    """Return how many fields are true, found and right on pages read by a template."""
    from triptych.engines.scrape import Template, apply_template, learn_template

    prompts = {key: gold["prompt"] for key, gold in learned[0]["gold"].items()}
    members = learn_template([page["html"] for page in learned], prompts).to_members()
    template = Template.from_members(json.loads(json.dumps(members)))
    count = Counter[str]()
    for page in read:
        fields = apply_template(page["html"], template).fields
        for key, gold in page["gold"].items():
            values = fields[key].values
            count.update(
                true=bool(gold["values"]),
                found=bool(values),
                right=bool(values) and right(key, values[0], gold["values"]),
            )
    return count


def measure_selectors(data: list[Page]) -> None:
    """Print how many selectors give back what was returned, and how they do on a sister page."""
    from triptych.engines.scrape import extract
    from triptych.engines.scrape.document import parse

    checked = exact = sisters = still = 0
    numbers: list[int] = []
    last: dict[str, tuple[Page, Any]] = {}
    for page in data:
        document = parse(page["html"])
        prompts = {key: gold["prompt"] for key, gold in page["gold"].items()}
        found = extract(page["html"], dict(list(prompts.items())[:5])).fields
        for field in found.values():
            texts = [element.text for element in field.elements]
            if texts:
                numbers.append(len(field.selectors))
            for selector in field.selectors:
                again = [
                    document.nodes[at].attributes.get("content", "")
                    if document.nodes[at].tag == "meta" else document.text(document.nodes[at])
                    for at in document.select(selector)
                ]  # fmt: skip
                checked += 1
                exact += again == texts
        if page["site"] in last:
            earlier, fields = last[page["site"]]
            for key, field in fields.items():
                truths = page["gold"][key]["values"] if key in page["gold"] else []
                was_right = field.values and right(
                    key, field.values[0], earlier["gold"][key]["values"]
                )
                if not was_right or not truths or not field.selectors:
                    continue
                sisters += 1
                for selector in field.selectors:
                    at = document.select(selector)
                    if at:
                        text = plain(document.text(document.nodes[at[0]]))
                        still += any(plain(truth) in text for truth in truths)
                        break
        last[page["site"]] = (page, found)
    print(
        f"selectors: {exact}/{checked} give back the elements; {statistics.mean(numbers):.1f} each"
    )
    if sisters:
        print(f"sister pages: {still}/{sisters} = {still / sisters:.3f} still find the field")
