"""Prompts with candidates as the matcher reads them: right ones, and wrong ones that look right.

``PYTHONPATH=src python -m training.scrape.rows --data FOLDER --out rows.npz`` reads all pages to
learn from once, so that training does not wait for it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import numpy as np
from training.scrape.examples import (
    LabelledPage,
    Question,
    Target,
    labelled,
    plain,
    same,
    shuffled,
    some_wordings,
    target,
    wordings,
)
from training.scrape.kinds.every import generated

from triptych.engines.scrape.document import parse
from triptych.engines.scrape.features import PageFeatures
from triptych.engines.scrape.matcher_inputs import inputs
from triptych.engines.scrape.shortlist import Index
from triptych.engines.scrape.stated import Stated
from triptych.engines.scrape.structured_data import page_facts

#: Candidates of a prompt: right ones, wrong ones from the first of the shortlist, wrong ones of the
#: right ones' form, and wrong ones from anywhere.
_RIGHT, _LIKELY, _ALIKE, _ANY = 3, 5, 2, 1
_FIRST = 30
#: Properties that a page states are chosen from so many, and mostly have to be right.
_STATED, _MOSTLY = 8, 0.6
_ABSENT = 5


class Row(NamedTuple):
    """A candidate with a prompt."""

    tokens: list[int]
    #: Whether it answers.
    right: bool
    #: For each of the last tokens but one, whether it is part of a value; empty if not right.
    inside: list[bool]


def rows_of(page: LabelledPage) -> list[Row]:
    """Return the rows of a page."""
    chance = random.Random(f"{page.site} {len(page.html)}")
    index = Index(PageFeatures(parse(page.html)))
    if not index.descriptions:
        return []
    values = [candidate.value for candidate in index.page.candidates]
    folded = [plain(value) for value in values]
    found: list[Row] = []
    for question in page.questions:
        answer = target(question.values, values, folded)
        if answer is None:
            continue
        for prompt in some_wordings(page, question, chance):
            found.extend(_rows(index, question, prompt, answer, chance))
    found.extend(_stated_rows(page, chance))
    return found


def _stated_rows(page: LabelledPage, chance: random.Random) -> Iterator[Row]:
    """Yield rows of what a page states for machines."""
    stated = Stated(page_facts(parse(page.stating)) if page.stating else [])
    if not stated.properties:
        return
    values = [one.values for one in stated.properties]
    for question in page.questions:
        right = [at for at, own in enumerate(values) if _states(question, own)]
        for prompt in some_wordings(page, question, chance):
            likely = [at for at in stated.first(prompt, _STATED) if at not in right]
            chosen = [
                *chance.sample(right, min(2, len(right))),
                *chance.sample(likely, min(3, len(likely))),
                *chance.sample(range(len(values)), 1),
            ]
            read = inputs(prompt, [stated.descriptions[at] for at in chosen])
            for at, one in zip(chosen, read, strict=True):
                is_right = at in right
                yield Row(one.tokens, is_right, [True] * len(one.places) if is_right else [])


def _states(question: Question, values: list[str]) -> bool:
    """Return whether the values of a property are what a question asks for."""
    hits = sum(any(same(value, truth) for truth in question.values) for value in values[:20])
    return hits >= _MOSTLY * min(len(values), 20)


def _rows(
    index: Index, question: Question, prompt: str, answer: Target, chance: random.Random
) -> Iterator[Row]:
    order = [
        place
        for place in np.argsort(-index.scores(prompt), kind="stable").tolist()
        if place not in answer.right and place not in answer.unknown
    ]
    if question.values:
        right = chance.sample(sorted(answer.right), min(_RIGHT, len(answer.right)))
        forms = {index.page.forms[index.page.candidates[place].node.index] for place in right}
        alike = [
            place
            for place in order
            if index.page.forms[index.page.candidates[place].node.index] in forms
        ]
        wrong = {
            *chance.sample(order[:_FIRST], min(_LIKELY, len(order[:_FIRST]))),
            *chance.sample(alike, min(_ALIKE, len(alike))),
            *chance.sample(order, min(_ANY, len(order))),
        }
    else:
        right = []
        wrong = set(chance.sample(order[:_FIRST], min(_ABSENT, len(order[:_FIRST]))))
    chosen = [*right, *sorted(wrong)]
    read = inputs(prompt, [index.descriptions[place] for place in chosen])
    for place, one in zip(chosen, read, strict=True):
        spans = answer.right.get(place, [])
        inside = [any(a < end and b > start for start, end in spans) for a, b in one.places]
        yield Row(one.tokens, bool(spans), inside if spans else [])


def save(rows: list[Row], file: Path) -> None:
    """Write rows as arrays."""
    np.savez(
        file,
        tokens=np.concatenate([np.asarray(row.tokens, np.uint16) for row in rows]),
        lengths=np.asarray([len(row.tokens) for row in rows], np.int32),
        right=np.asarray([row.right for row in rows]),
        inside=np.concatenate([np.asarray(row.inside, bool) for row in rows]),
        insides=np.asarray([len(row.inside) for row in rows], np.int32),
    )


def load(file: Path) -> list[Row]:
    """Return rows as `save` wrote them."""
    with np.load(file) as data:
        tokens = np.split(data["tokens"], np.cumsum(data["lengths"])[:-1])
        inside = np.split(data["inside"], np.cumsum(data["insides"])[:-1])
        return [
            Row(one.tolist(), bool(right), within.tolist())
            for one, right, within in zip(tokens, data["right"], inside, strict=True)
        ]


def main() -> None:
    """Read the pages to learn from and write their rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder web of the data")
    parser.add_argument("--generated", type=int, default=60, help="pages of each kind")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    prompts = wordings(Path(__file__).with_name("prompts.tsv"))
    every = [*labelled(arguments.data, prompts), *generated(arguments.generated)]
    learn = shuffled([page for page in every if page.part == "learn"], 0)
    with Pool(2) as pool:
        rows = [row for of_page in pool.imap(rows_of, learn, chunksize=8) for row in of_page]
    save(rows, arguments.out)
    pieces = sum(len(row.tokens) for row in rows)
    print(f"{len(learn)} pages, {len(rows)} rows, {pieces} word pieces, "
          f"{np.mean([row.right for row in rows]):.3f} right")  # fmt: skip


if __name__ == "__main__":
    main()
