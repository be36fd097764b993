"""AI scrape on sites it never saw: labelled pages, pages without their structured data, own pages.

    PYTHONPATH=src:. python benchmarks/scrape.py --data FOLDER

`--data` is the folder `web` of the data. Of each of its sets only sites are read that no weight was
fitted on (`--part measure`; `--part choose` are those that thresholds were chosen with, and the
everyday pages of development). Our own: 56 everyday pages with prompts as people type them, written
by authors who saw no engine (`--blind`, to be run three times at most; `--blind FILE` for another
file of such pages); and generated pages of kinds that were kept out of training.

F1 of values that are right: precision over the values returned, recall over the true ones. Where
one value is asked for, any of the true ones counts. Values are compared by NFKC, case, white space
and outer punctuation aside, numbers as numbers, dates as dates. What a page does not have should
come back empty.

The alternatives (`--rival`) are BM25 of the prompt's words over each text's label and names, best
text first, and the engine without its glossaries.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scrape_rivals import by_bm25  # noqa: E402
from scrape_sites import measure_selectors, measure_sites  # noqa: E402
from training.scrape.examples import (  # noqa: E402
    LabelledPage,
    Question,
    everyday,
    same,
)
from training.scrape.pages import pages_of  # noqa: E402

BLIND = ROOT / "benchmarks/data/scrape_blind_8.jsonl.gz"
_MOST_PROMPTS = 5
#: Fields of these sets have one value, which the source may give in several forms.
_ONE_VALUE = ("swde",)

Ask = Callable[[LabelledPage, dict[str, str]], dict[str, list[str]]]


def ours(page: LabelledPage, prompts: dict[str, str]) -> dict[str, list[str]]:
    """Return what the engine finds."""
    from triptych.engines.scrape import extract

    fields = extract(page.html, prompts).fields
    return {key: list(field.values) for key, field in fields.items()}


def without_glossaries(page: LabelledPage, prompts: dict[str, str]) -> dict[str, list[str]]:
    """Return what the engine finds where it reads every page as it stands."""
    with patch("triptych.engines.scrape.matcher.shortlist.glossary_of", lambda texts: None):
        return ours(page, prompts)


def bm25(page: LabelledPage, prompts: dict[str, str]) -> dict[str, list[str]]:
    """Return the best text by BM25."""
    return by_bm25(page.html, prompts)


def count(question: Question, values: list[str]) -> Counter[str]:
    """Return how many values are true, were found and are right."""
    if not question.values:
        return Counter(absent=1, empty=int(not values))
    if not question.many:
        right = int(any(same(value, truth) for value in values[:1] for truth in question.values))
        return Counter(true=1, found=len(values), right=right, asked=1, whole=right)
    # As sets: a list of parties may name one twice, and a page its phone above and below.
    left, values = list(dict.fromkeys(question.values)), list(dict.fromkeys(values))
    right = 0
    for value in values:
        match = next((truth for truth in left if same(value, truth)), None)
        if match is not None:
            left.remove(match)
            right += 1
    total = len(set(question.values))
    whole = int(right == total == len(values))
    return Counter(true=total, found=len(values), right=right, asked=1, whole=whole)


def f1(one: Counter[str]) -> float:
    """Return F1 of what was counted."""
    return 2 * one["right"] / max(1, one["found"] + one["true"])


def measure(pages: list[LabelledPage], ask: Ask) -> tuple[Counter[str], float, list[float]]:
    """Return the counts, the mean F1 of a question, and the seconds of processor time a request."""
    total: Counter[str] = Counter()
    each: list[float] = []
    times: list[float] = []
    for page in pages:
        prompts = {str(at): one.prompts[0] for at, one in enumerate(page.questions)}
        keys = list(prompts)
        for first in range(0, len(keys), _MOST_PROMPTS):
            part = keys[first : first + _MOST_PROMPTS]
            started = time.process_time()
            answers = ask(page, {key: prompts[key] for key in part})
            if len(part) == _MOST_PROMPTS:
                times.append(time.process_time() - started)
            for key in part:
                question = page.questions[int(key)]
                one = count(question, answers[key])
                total.update(one)
                if question.values:
                    each.append(f1(one))
    return total, statistics.mean(each) if each else 0.0, times


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder web of the data")
    parser.add_argument("--part", choices=("measure", "choose"), default="measure")
    parser.add_argument("--every", type=int, default=1, help="take each n-th page only")
    parser.add_argument(
        "--blind", type=Path, nargs="?", const=BLIND, help="the everyday pages only, of a file"
    )
    parser.add_argument("--stated", action="store_true", help="with structured data where known")
    parser.add_argument("--rival", action="store_true", help="the alternatives too")
    parser.add_argument("--only", help="the set whose name begins so")
    parser.add_argument("--sites", action="store_true", help="templates and selectors too")
    arguments = parser.parse_args()
    pages: list[LabelledPage] = []
    if arguments.blind:
        pages = list(everyday(arguments.blind, "measure"))
    else:
        pages = pages_of(arguments.part, arguments.data, 4)
        if arguments.stated:
            pages = [replace(page, html=page.stating) for page in pages if page.stating]
    sets: dict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.source in _ONE_VALUE:
            for question in page.questions:
                question.many = False
        sets[page.source].append(page)
    for name, of_set in sets.items():
        if arguments.only and not name.startswith(arguments.only):
            continue
        rivals = {"triptych": ours}
        if arguments.rival:
            rivals |= {"without glossaries": without_glossaries, "BM25": bm25}
        for rival, ask in rivals.items():
            total, mean, times = measure(of_set[:: arguments.every], ask)
            empty = f"{total['empty']}/{total['absent']} empty" if total["absent"] else ""
            median = 1000 * statistics.median(times) if times else 0.0
            print(
                f"{name}, {rival}: F1 {f1(total):.3f} of values, {mean:.3f} of a question; "
                f"{total['whole']}/{total['asked']} questions all right; {empty}; "
                f"{median:.0f} ms of processor time for five prompts",
                flush=True,
            )
        if arguments.sites and name == "swde":
            measure_sites(of_set)
            measure_selectors(of_set)


if __name__ == "__main__":
    main()
