"""What each rule of AI scrape is worth: mean F1 of a question with the rule taken away.

    PYTHONPATH=src:. python benchmarks/scrape_rules.py --data FOLDER

The rules that remain beside the trained weights, each taken away alone, on everyday pages of
development and on sites that no weight was fitted on (`--part choose`, which thresholds were chosen
with; or `measure`). The alternative is the engine as it is, in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scrape import count, f1  # noqa: E402
from training.scrape.examples import EVERYDAY, LabelledPage, everyday  # noqa: E402
from training.scrape.pages import pages_of, some_of_each  # noqa: E402

from triptych.engines.scrape.answers import element_values  # noqa: E402
from triptych.engines.scrape.answers import find as answers  # noqa: E402
from triptych.engines.scrape.elements.document import parse  # noqa: E402
from triptych.engines.scrape.elements.features import PageFeatures  # noqa: E402
from triptych.engines.scrape.matcher import model as matcher  # noqa: E402
from triptych.engines.scrape.matcher import readings, spans, stated  # noqa: E402
from triptych.engines.scrape.matcher.description import Description  # noqa: E402
from triptych.engines.scrape.matcher.glossary import Glossary  # noqa: E402
from triptych.engines.scrape.matcher.model import Reading  # noqa: E402
from triptych.engines.scrape.matcher.sets import Sets  # noqa: E402
from triptych.engines.scrape.matcher.shortlist import Index  # noqa: E402
from triptych.engines.scrape.matcher.spans import Pieces, Span  # noqa: E402

_MOST_QUESTIONS = 6
_DEVELOPMENT = [ROOT / f"benchmarks/data/scrape_development_{n}.jsonl.gz" for n in (4, 5, 6)]


def _whole(pieces: Pieces, *_: Any) -> tuple[Span, ...]:
    return ((0, len(pieces.text)),)


def _first_run(pieces: Pieces, *_: Any) -> Span:
    """Return the run that several values would begin with."""
    return spans.several_values(pieces)[0]


def _no_set(*_: Any) -> list[int]:
    return []


def rules() -> dict[str, list[Any]]:
    """Return by name what takes a rule away."""
    as_is = matcher.calibration()
    lines = partial(element_values._lines, is_alone=False)
    return {
        "as it is": [],
        "a set of candidates may answer": [patch.object(Sets, "around", lambda *_: [])],
        "those in an element around both are a set": [patch.object(Sets, "_within", _no_set)],
        "those with the same label are a set": [patch.object(Sets, "labelled", _no_set)],
        "those in the same place of their parents are a set": [
            patch.object(Sets, "_in_place", _no_set)
        ],
        "those with the same tags around them are a set": [
            patch.object(Sets, "_tags", lambda _, place: (place,))
        ],
        "the cells of a row are a set": [patch.object(Sets, "_row", _no_set)],
        "how many are asked for counts": _calibrated(as_is._replace(several=0.0)),
        "of an element and what is in it, what is in it is meant": [
            patch.object(readings, "_WITHIN", 0.0)
        ],
        "prompts of a request mean different things": [patch.object(readings, "_ELSEWHERE", 0.0)],
        "more are read where four do not answer": [patch.object(answers, "_FIRST", 14)],
        "more like the likeliest are read": [patch.object(answers, "_like_best", lambda *_: [])],
        "an answer is no more certain than its candidate": [
            patch.object(answers, "_LEAST_OWN", 0.0)
        ],
        "where one is asked for, one line answers": [
            patch.object(
                element_values, "_lines", lambda *given, **_: lines(*given, is_alone=False)
            )
        ],
        "a part of a text is the value": [
            patch.object(matcher, "several_values", _whole),
            patch.object(matcher, "one_value", lambda *given: _whole(*given)[0]),
        ],
        "one value is chosen by fitted weights": [patch.object(matcher, "one_value", _first_run)],
        "nearly all of a text is all of it": [patch.object(spans, "_NEARLY_ALL", 2.0)],
        "signs part values": [patch.object(spans, "_signs", lambda *_: [])],
        "the shortlist counts": _calibrated(as_is._replace(listed=0.0)),
    }


def _calibrated(other: matcher.Calibration) -> list[Any]:
    modules = matcher, answers, readings
    return [patch.object(module, "calibration", lambda: other) for module in modules]


@contextmanager
def remembered() -> Iterator[None]:
    """Let the matcher read each candidate with a prompt only once."""
    known: dict[tuple[str, Description], Reading] = {}
    original = matcher.read

    def read(
        prompt: str, descriptions: Sequence[Description], glossary: Glossary | None = None
    ) -> list[Reading]:
        new = [one for one in dict.fromkeys(descriptions) if (prompt, one) not in known]
        for one, reading in zip(new, original(prompt, new, glossary), strict=True):
            known[prompt, one] = reading
        # Where values stand is looked up anew: that is what some rules change.
        return [replace(known[prompt, one]) for one in descriptions]

    with (
        patch.object(readings, "read", read),
        patch.object(stated, "read", read),
        # Selectors are not measured here.
        patch.object(answers, "selectors", lambda *_: []),
    ):
        yield


def mean_f1(pages: Sequence[tuple[LabelledPage, Index]]) -> tuple[float, float, float]:
    """Return the mean F1 of a question on everyday pages, that over the sets of sites, and empties.

    The last is the share of prompts for what a page lacks that come back empty.
    """
    each: dict[str, list[float]] = defaultdict(list)
    absent = empty = 0
    for page, index in pages:
        prompts = {str(at): one.prompts[0] for at, one in enumerate(page.questions)}
        asked = dict(islice(prompts.items(), _MOST_QUESTIONS))
        for key, (field, _) in answers.find_answers(asked, index).items():
            question = page.questions[int(key)]
            if question.values:
                source = EVERYDAY if page.source.startswith(EVERYDAY) else page.source
                each[source].append(f1(count(question, list(field.values))))
            else:
                absent, empty = absent + 1, empty + (not field.values)
    of_everyday = statistics.mean(each.pop(EVERYDAY))
    return of_everyday, statistics.mean(map(statistics.mean, each.values())), empty / absent


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder web of the data")
    parser.add_argument("--part", choices=("choose", "measure"), default="choose")
    parser.add_argument("--pages", type=int, default=20, help="pages of each set")
    arguments = parser.parse_args()
    chosen = some_of_each(pages_of(arguments.part, arguments.data, 1), arguments.pages)
    chosen += [page for file in _DEVELOPMENT for page in everyday(file, "choose")]
    pages = [(page, Index(PageFeatures(parse(page.html)))) for page in chosen]
    base: tuple[float, ...] = ()
    with remembered():
        for name, patches in rules().items():
            for one in patches:
                one.start()
            values = mean_f1(pages)
            for one in patches:
                one.stop()
            base = base or values
            changes = (
                f"{value:.3f} ({value - own:+.3f})" for value, own in zip(values, base, strict=True)
            )
            print(f"{name}: " + ", ".join(changes), flush=True)


if __name__ == "__main__":
    main()
