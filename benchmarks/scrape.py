"""AI scrape: fields of pages found by prompts, against a label matcher and a metadata reader.

    python benchmarks/scrape.py --swde swde.jsonl.gz --recipes recipes.jsonl.gz

Each line of a file is a page: `{site, vertical, id, gold: {field: {prompt, values}}, html}`. One
page at a time, nothing learned from the others. A single field is right when the first value
returned equals one of the true ones (NFKC, case, white space and outer punctuation aside; times in
minutes, ratings within .05, servings by their words or their number); precision is over the
values returned, recall over the fields with a truth. Lists are compared as sets of lines, by their
letters and digits.

The alternatives: BM25 of the prompt's words over each text's label, class names and id, best text
first, for all fields; and trafilatura's metadata, for the fields it has.
"""

from __future__ import annotations

import argparse
import gzip
import html
import json
import math
import re
import statistics
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

LISTS = ("ingredients", "instructions")
Page = dict[str, Any]
Answers = dict[str, list[str]]
_METADATA = {"title": "title", "name": "title", "author": "author", "publication_date": "date"}
_MINUTES = {"d": 1440, "h": 60, "m": 1}


def pages(path: Path) -> Iterator[Page]:
    """Yield the pages of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def plain(text: object) -> str:
    """Return a text as single fields are compared."""
    folded = unicodedata.normalize("NFKC", html.unescape(str(text))).casefold()
    return " ".join(folded.split()).strip(" .,;:|")


def bare(text: object) -> str:
    """Return a text as lines of lists are compared."""
    return re.sub(r"[\W_]+", "", plain(text))


def minutes(text: str) -> float | None:
    """Return a duration, None where there is none."""
    parts = re.findall(r"(\d+(?:\.\d+)?)\s*([dhm])", plain(text))
    if parts:
        once = {unit: float(number) for number, unit in reversed(parts)}
        return sum(number * _MINUTES[unit] for unit, number in once.items())
    return float(text) if text.strip().isdigit() else None


def number(text: str) -> float | None:
    """Return the first number of a text."""
    match = re.search(r"\d+(?:[.,]\d+)?", plain(text))
    return float(match[0].replace(",", ".")) if match else None


def right(field: str, value: str, truths: Sequence[object]) -> bool:
    """Tell whether a value is one of the true ones."""
    if field == "prep_time":
        found = minutes(value)
        return found is not None and any(abs(found - float(str(t))) < 0.5 for t in truths)
    if field == "rating":
        found = number(value)
        return found is not None and any(abs(found - float(str(t))) <= 0.051 for t in truths)
    if field == "yields" and len(value) < 60:
        found = number(value)
        return any(plain(value) == plain(t) or found == number(str(t)) for t in truths)
    return any(plain(value) == plain(truth) for truth in truths)


def set_f1(values: Sequence[str], truths: Sequence[object]) -> float:
    """Return F1 of two lists as sets of lines."""
    found, true = {bare(v) for v in values}, {bare(t) for t in truths}
    return 2 * len(found & true) / (len(found) + len(true)) if found or true else 1.0


def ours(page: Page, prompts: dict[str, str]) -> Answers:
    """Return what the engine finds."""
    from triptych.engines.scrape import extract

    fields = extract(page["html"], prompts).fields
    return {key: list(field.values) for key, field in fields.items()}


def by_bm25(page: Page, prompts: dict[str, str]) -> Answers:
    """BM25 over each text's label (the text before), class names, id and itemprop."""
    import lxml.html

    root = lxml.html.document_fromstring(page["html"].encode(), parser=lxml.html.HTMLParser(
        encoding="utf-8", huge_tree=True))  # fmt: skip
    texts: list[tuple[str, str]] = []
    before = ""
    for element in root.iter():
        if not isinstance(element.tag, str) or element.tag in ("script", "style", "noscript"):
            continue
        names = " ".join(element.get(n, "") for n in ("class", "id", "itemprop"))
        for text in (element.text, element.tail):
            if text and text.strip():
                texts.append((" ".join(text.split()), f"{before[:60]} {names} {element.tag}"))
                before = text
    documents = [Counter(re.findall(r"[^\W_]+", context.casefold())) for _, context in texts]
    mean = sum(map(sum, (d.values() for d in documents))) / max(1, len(documents))
    holds = Counter(word for document in documents for word in document)
    found: Answers = {}
    for key, prompt in prompts.items():
        query = re.findall(r"[^\W_]+", prompt.casefold())
        best, at = 0.0, -1
        for place, document in enumerate(documents):
            size = sum(document.values())
            score = sum(
                math.log(1 + (len(documents) - holds[w] + 0.5) / (holds[w] + 0.5))
                * document[w] * 2.2 / (document[w] + 1.2 * (0.25 + 0.75 * size / mean))
                for w in query if document[w]
            )  # fmt: skip
            if score > best:
                best, at = score, place
        found[key] = [texts[at][0]] if at >= 0 else []
    return found


def by_trafilatura(page: Page, prompts: dict[str, str]) -> Answers:
    """Return what trafilatura reads of the page's metadata."""
    from trafilatura import extract_metadata

    known = extract_metadata(page["html"])
    found: Answers = {}
    for key in prompts:
        value = getattr(known, _METADATA.get(key, ""), None) if known else None
        found[key] = [str(value)] if value else []
    return found


def measure(name: str, data: list[Page], answer: Callable[[Page, dict[str, str]], Answers]) -> None:
    """Print precision, recall and F1 of the single fields, F1 of the lists, and the time."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    lists: dict[str, list[float]] = defaultdict(list)
    times: list[float] = []
    for page in data:
        prompts = {key: gold["prompt"] for key, gold in page["gold"].items()}
        answers: Answers = {}
        started = time.process_time()
        keys = list(prompts)
        for first in range(0, len(keys), 5):  # a request holds five at most
            answers |= answer(page, {key: prompts[key] for key in keys[first : first + 5]})
        times.append((time.process_time() - started) / math.ceil(len(keys) / 5))
        for key, gold in page["gold"].items():
            if key in LISTS:
                lists[key].append(set_f1(answers[key], gold["values"]))
                continue
            hit = bool(answers[key]) and right(key, answers[key][0], gold["values"])
            for group in ("", f"  {page['site'] if page['vertical'] != 'recipe-en' else ''} {key}"):
                counts[group]["true"] += bool(gold["values"])
                counts[group]["found"] += bool(answers[key])
                counts[group]["right"] += hit
    total = counts.pop("")
    median = 1000 * statistics.median(times)
    print(f"{name}: {_figures(total)}; {median:.0f} ms of processor time a request (median)")
    if answer is ours:
        for group, count in counts.items():
            print(f"{group}: {_figures(count)}")
    for key, scores in lists.items():
        print(f"  {key}: set F1 {statistics.mean(scores):.3f}")


def measure_sites(data: list[Page]) -> None:
    """Print the figures of templates: learned on the first half of a site, read on all of it."""
    from triptych.engines.scrape import apply_template, learn_template

    sites: dict[str, list[Page]] = defaultdict(list)
    for page in data:
        sites[page["site"]].append(page)
    total, unseen = Counter[str](), Counter[str]()
    for of_site in sites.values():
        if len(of_site) < 4:
            continue
        prompts = {key: gold["prompt"] for key, gold in of_site[0]["gold"].items()}
        half = len(of_site) // 2
        template = learn_template([page["html"] for page in of_site[:half]], prompts)
        for number, page in enumerate(of_site):
            fields = apply_template(page["html"], template).fields
            for key, gold in page["gold"].items():
                values = fields[key].values
                count = Counter(
                    true=bool(gold["values"]),
                    found=bool(values),
                    right=bool(values) and right(key, values[0], gold["values"]),
                )
                total.update(count)
                if number >= half:
                    unseen.update(count)
    if total:
        print(f"templates, all pages: {_figures(total)}")
        print(f"templates, pages not learned from: {_figures(unseen)}")


def _figures(count: Counter[str]) -> str:
    precision = count["right"] / max(1, count["found"])
    recall = count["right"] / max(1, count["true"])
    both = 2 * precision * recall / max(1e-9, precision + recall)
    return f"P {precision:.3f} R {recall:.3f} F1 {both:.3f} ({count['right']}/{count['true']})"


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


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--swde", type=Path)
    parser.add_argument("--recipes", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each n-th page only")
    arguments = parser.parse_args()
    for name in ("swde", "recipes"):
        path = getattr(arguments, name)
        if path is None:
            continue
        data = list(pages(path))[:: arguments.every]
        print(f"== {name}, {len(data)} pages")
        measure("triptych", data, ours)
        measure("BM25 over labels and names", data, by_bm25)
        measure("trafilatura metadata", data, by_trafilatura)
        measure_selectors(data)
        measure_sites(data)


if __name__ == "__main__":
    main()
