"""Prompts with candidates as the matcher reads them: right ones, and those it chooses between.

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
    EVERYDAY,
    LabelledPage,
    Question,
    Target,
    same,
    some_wordings,
    targets,
)
from training.scrape.pages import pages_of

from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.structured_data import page_facts
from triptych.engines.scrape.matcher.inputs import inputs
from triptych.engines.scrape.matcher.shortlist import Index
from triptych.engines.scrape.matcher.stated import Stated

#: Candidates of a prompt: right ones, those around them, wrong ones the engine would read, wrong
#: ones of the right ones' form, and wrong ones from anywhere.
_RIGHT, _AROUND, _LIKELY, _ALIKE, _ANY = 3, 2, 8, 1, 1
#: A shorter value stands in many texts that do not answer.
_SHORTEST = 3
#: Properties that a page states are chosen from so many, and mostly have to be right.
_STATED, _MOSTLY = 6, 0.6


class Row(NamedTuple):
    """A candidate with a prompt."""

    tokens: list[int]
    #: Whether it answers.
    right: bool
    #: For each of the last tokens but one, whether it is part of a value; empty if it is wrong. One
    #: with a value that is not right has more than the value, which another holds alone.
    inside: list[bool]
    #: Whether the prompt asks for all that is like it.
    several: bool


def groups_of(page: LabelledPage) -> list[list[Row]]:
    """Return the rows of a page, those of a prompt together."""
    chance = random.Random(f"{page.site} {len(page.html)}")
    index = Index(PageFeatures(parse(page.html)))
    if not index.descriptions:
        return []
    values = [candidate.value for candidate in index.page.candidates]
    found: list[list[Row]] = []
    for question, answer in targets(page.questions, values):
        found.extend(
            _rows(index, question, index.in_english(prompt), answer, chance)
            for prompt in some_wordings(page, question, chance)
        )
    found.extend(_stated_groups(page, chance))
    return [group for group in found if group]


def _stated_groups(page: LabelledPage, chance: random.Random) -> Iterator[list[Row]]:
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
                *likely,
                *chance.sample(range(len(values)), 1),
            ]
            read = inputs(prompt, [stated.descriptions[at] for at in chosen])
            yield [
                Row(
                    one.tokens,
                    at in right,
                    [True] * len(one.places) if at in right else [],
                    question.many,
                )
                for at, one in zip(chosen, read, strict=True)
            ]


def _states(question: Question, values: list[str]) -> bool:
    """Return whether the values of a property are what a question asks for."""
    hits = sum(any(same(value, truth) for truth in question.values) for value in values[:20])
    return hits >= _MOSTLY * min(len(values), 20)


def _rows(
    index: Index, question: Question, prompt: str, answer: Target, chance: random.Random
) -> list[Row]:
    spans = answer.around | answer.right
    order = np.argsort(-index.scores(prompt), kind="stable").tolist()
    wrong = [place for place in order if place not in spans]
    right = chance.sample(sorted(answer.right), min(_RIGHT, len(answer.right)))
    around = [
        place
        for place in order
        if any(end - start >= _SHORTEST for start, end in answer.around.get(place, ()))
    ]
    chosen = [*right, *around[:_AROUND], *wrong[:_LIKELY]]
    forms = {_form(index, place) for place in right}
    alike = [place for place in wrong if _form(index, place) in forms]
    chosen += chance.sample(alike, min(_ALIKE, len(alike)))
    chosen += chance.sample(wrong, min(_ANY, len(wrong)))
    chosen = list(dict.fromkeys(chosen))
    rows = []
    read = inputs(prompt, [index.descriptions[place] for place in chosen], index.glossary)
    for place, one in zip(chosen, read, strict=True):
        is_right, own = place in answer.right, spans.get(place, [])
        inside = [any(a < end and b > start for start, end in own) for a, b in one.places]
        if is_right or not own:
            rows.append(Row(one.tokens, is_right, inside if own else [], question.many))
        elif any(inside):
            rows.append(Row(one.tokens, False, inside, question.many))
    return rows


def _form(index: Index, place: int) -> object:
    return index.page.forms[index.page.candidates[place].node.index]


def save(groups: list[list[Row]], file: Path) -> None:
    """Write rows as arrays."""
    rows = [row for group in groups for row in group]
    np.savez(
        file,
        tokens=np.concatenate([np.asarray(row.tokens, np.uint16) for row in rows]),
        lengths=np.asarray([len(row.tokens) for row in rows], np.int32),
        right=np.asarray([row.right for row in rows]),
        inside=np.concatenate([np.asarray(row.inside, bool) for row in rows]),
        insides=np.asarray([len(row.inside) for row in rows], np.int32),
        several=np.asarray([row.several for row in rows]),
        groups=np.asarray([len(group) for group in groups], np.int32),
    )


def load(file: Path) -> list[list[Row]]:
    """Return rows as `save` wrote them, those of a prompt together."""
    with np.load(file) as data:
        tokens = np.split(data["tokens"], np.cumsum(data["lengths"])[:-1])
        inside = np.split(data["inside"], np.cumsum(data["insides"])[:-1])
        rows = [
            Row(one.tolist(), bool(right), within.tolist(), bool(several))
            for one, right, within, several in zip(
                tokens, data["right"], inside, data["several"], strict=True
            )
        ]
        ends = np.cumsum(data["groups"]).tolist()
        return [rows[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def main() -> None:
    """Read the pages to learn from and write their rows."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder web of the data")
    parser.add_argument("--generated", type=int, default=60, help="pages of each kind")
    parser.add_argument("--of", choices=("all", "written", "others"), default="all")
    parser.add_argument("--every", type=int, default=1, help="of the pages, one in so many")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    learn = pages_of("learn", arguments.data, arguments.generated)
    if arguments.of != "all":
        wanted = arguments.of == "written"
        learn = [page for page in learn if page.source.startswith(EVERYDAY) == wanted]
    learn = learn[:: arguments.every]
    with Pool(arguments.processes) as pool:
        groups = [one for own in pool.imap(groups_of, learn, chunksize=8) for one in own]
    save(groups, arguments.out)
    rows = [row for group in groups for row in group]
    pieces = sum(len(row.tokens) for row in rows)
    print(f"{len(learn)} pages, {len(groups)} prompts, {len(rows)} rows, {pieces} word pieces, "
          f"{np.mean([row.right for row in rows]):.3f} right")  # fmt: skip


if __name__ == "__main__":
    main()
