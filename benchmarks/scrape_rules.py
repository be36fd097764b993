"""What each rule of AI scrape is worth: mean F1 of a question with the rule taken away.

    PYTHONPATH=src:. python benchmarks/scrape_rules.py --data FOLDER

The rules that remain beside the trained weights, each taken away alone, on sites that no weight was
fitted on (`--part choose`, which thresholds were chosen with; or `measure`). The alternative is the
engine as it is, in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scrape import count, f1  # noqa: E402
from training.scrape.examples import LabelledPage  # noqa: E402
from training.scrape.pages import pages_of, some_of_each  # noqa: E402

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


def _whole(pieces: Pieces, *_: Any) -> tuple[Span, ...]:
    return ((0, len(pieces.text)),)


def _first_run(pieces: Pieces, *_: Any) -> Span:
    """Return the run that several values would begin with."""
    return spans.several_values(pieces)[0]


def rules() -> dict[str, list[Any]]:
    """Return by name what takes a rule away."""
    as_is = matcher.calibration()
    return {
        "as it is": [],
        "a set of candidates may answer": [patch.object(Sets, "around", lambda *_: [])],
        "candidates with the same label are a set": [patch.object(Sets, "labelled", lambda *_: [])],
        "how many are asked for counts": _calibrated(as_is._replace(several=0.0)),
        "at most three alike are read first": [patch.object(answers, "_ALIKE", 99)],
        "a part of a text is the value": [
            patch.object(matcher, "several_values", _whole),
            patch.object(matcher, "one_value", lambda *given: _whole(*given)[0]),
        ],
        "one value is chosen by fitted weights": [patch.object(matcher, "one_value", _first_run)],
        "a rival lowers the confidence": _calibrated(as_is._replace(rival=0.0)),
    }


def _calibrated(other: matcher.Calibration) -> list[Any]:
    return [patch.object(module, "calibration", lambda: other) for module in (matcher, answers)]


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


def mean_f1(pages: Sequence[tuple[LabelledPage, Index]]) -> tuple[float, float]:
    """Return the mean F1 of a question over the sets, and the share of absent that are empty."""
    each: dict[str, list[float]] = defaultdict(list)
    absent = empty = 0
    for page, index in pages:
        for question in page.questions[:_MOST_QUESTIONS]:
            field, _ = answers.find_answer(question.prompts[0], index)
            if question.values:
                each[page.source].append(f1(count(question, list(field.values))))
            else:
                absent, empty = absent + 1, empty + (not field.values)
    return statistics.mean(map(statistics.mean, each.values())), empty / max(1, absent)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder web of the data")
    parser.add_argument("--part", choices=("choose", "measure"), default="choose")
    parser.add_argument("--pages", type=int, default=20, help="pages of each set")
    arguments = parser.parse_args()
    chosen = some_of_each(pages_of(arguments.part, arguments.data, 1), arguments.pages)
    pages = [(page, Index(PageFeatures(parse(page.html)))) for page in chosen]
    base = 0.0
    with remembered():
        for name, patches in rules().items():
            for one in patches:
                one.start()
            value, empty = mean_f1(pages)
            for one in patches:
                one.stop()
            base = base or value
            print(f"{name}: {value:.3f} ({value - base:+.3f}), {empty:.3f} empty", flush=True)


if __name__ == "__main__":
    main()
