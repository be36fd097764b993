"""AI scrape: fields of pages found by prompts, against a label matcher and a metadata reader.

    python benchmarks/scrape.py --swde swde.jsonl.gz --recipes recipes.jsonl.gz

Each line of a file is a page: `{site, vertical, id, gold: {field: {prompt, values}}, html}`. One
page at a time, nothing learned from the others. A single field is right when the first value
returned equals one of the true ones (NFKC, case, white space and outer punctuation aside; times in
minutes, ratings within .05, servings by their words or their number); precision is over the
values returned, recall over the fields with a truth. Lists are compared as sets of lines, by their
letters and digits.

With `--held-out FOLDER` each site is read by weights fitted without it; make the folder with
`python -m training.scrape.fit --pages FILES --out FILE --held-out FOLDER`. Without, the shipped
weights are measured, which may have seen the pages. Templates are learned, without looking at what
is true, on all pages of a site, and on the first half to read the second. Prompts for what a page
does not have should come back empty.

The alternatives: BM25 of the prompt's words over each text's label, class names and id, best text
first, for all fields; and trafilatura's metadata, for the fields it has.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

from scrape_pages import LISTS, Answers, Page, figures, pages, right, set_f1, weights_without
from scrape_rivals import by_bm25, by_trafilatura
from scrape_sites import measure_absent, measure_selectors, measure_sites


def ours(page: Page, prompts: dict[str, str]) -> Answers:
    """Return what the engine finds."""
    from triptych.engines.scrape import extract

    fields = extract(page["html"], prompts).fields
    return {key: list(field.values) for key, field in fields.items()}


def measure(
    name: str,
    data: list[Page],
    answer: Callable[[Page, dict[str, str]], Answers],
    held_out: Path | None = None,
) -> None:
    """Print precision, recall and F1 of the single fields, F1 of the lists, and the time."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    lists: dict[str, list[float]] = defaultdict(list)
    times: list[float] = []
    for page in data:
        weights_without(held_out, page["site"])
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
    print(f"{name}: {figures(total)}; {median:.0f} ms of processor time a request (median)")
    if answer is ours:
        for group, count in counts.items():
            print(f"{group}: {figures(count)}")
    for key, scores in lists.items():
        print(f"  {key}: set F1 {statistics.mean(scores):.3f}")


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--swde", type=Path)
    parser.add_argument("--recipes", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each n-th page only")
    parser.add_argument(
        "--held-out",
        type=Path,
        help="folder of weights fitted without each site, from training.scrape.fit --held-out",
    )
    parser.add_argument("--only", choices=("fields", "templates", "absent"))
    arguments = parser.parse_args()
    for name in ("swde", "recipes"):
        path = getattr(arguments, name)
        if path is None:
            continue
        data = list(pages(path))[:: arguments.every]
        print(f"== {name}, {len(data)} pages")
        held_out, only = arguments.held_out, arguments.only
        if only in (None, "fields"):
            measure("triptych", data, ours, held_out)
        if only is None:
            measure("BM25 over labels and names", data, by_bm25)
            measure("trafilatura metadata", data, by_trafilatura)
            measure_selectors(data)
        if only in (None, "templates"):
            measure_sites(data, held_out)
        if only in (None, "absent"):
            measure_absent(data, held_out)


if __name__ == "__main__":
    main()
