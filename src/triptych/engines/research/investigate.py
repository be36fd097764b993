"""A whole research, driven from beginning to end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from triptych.engines.research.outline import Outline
from triptych.engines.research.passages import Page
from triptych.engines.research.plan import Plan, SubQuestion
from triptych.engines.research.report import Report
from triptych.engines.research.research import Research
from triptych.engines.research.writing import write


@dataclass(frozen=True, slots=True)
class Step:
    """Something a research did.

    Parameters
    ----------
    kind : str
        "planned", "searched", "outlined" or "written".
    round : int
        Which round, from 1; 0 of the plan.
    sub_question : SubQuestion or None
        What was searched for.
    count : int
        Sub-questions planned, new pages read, sections laid out, sentences written.
    """

    kind: Literal["planned", "searched", "outlined", "written"]
    round: int
    sub_question: SubQuestion | None
    count: int


@dataclass(frozen=True, slots=True)
class Investigation:
    """A finished research.

    Parameters
    ----------
    plan : Plan
        How the question was understood, and everything that was searched for.
    steps : tuple of Step
        What was done.
    outline : Outline
        What was found, laid out.
    report : Report
        What was written.
    """

    plan: Plan
    steps: tuple[Step, ...]
    outline: Outline
    report: Report


def investigate(
    question: str,
    search: Callable[[str], Iterable[Page]],
    *,
    max_depth: int = 3,
    max_breadth: int = 3,
    target_tokens: int | None = None,
    max_tokens: int | None = None,
    on_step: Callable[[Step], None] | None = None,
) -> Investigation:
    """Research a question from beginning to end.

    Parameters
    ----------
    question : str
        What is asked.
    search : callable
        From a query to pages, best first; what it raises is passed on.
    max_depth, max_breadth : int, default 3
        Rounds of searching, and sub-questions a round.
    target_tokens, max_tokens : int, optional
        See `write`.
    on_step : callable, optional
        Told of every step.

    Returns
    -------
    Investigation

    Examples
    --------
    >>> kettle = Page("https://example.org/", "Kettle", "A kettle is a pot with a lid.")
    >>> print(investigate("What is a kettle?", lambda query: [kettle]).report.markdown)
    ## Kettle
    <BLANKLINE>
    A kettle is a pot with a lid. [[1](https://example.org/)]
    """
    steps: list[Step] = []

    def done(step: Step) -> None:
        steps.append(step)
        if on_step:
            on_step(step)

    research = Research(question, max_depth=max_depth, max_breadth=max_breadth)
    done(Step("planned", 0, None, len(research.plan.sub_questions)))
    for asked in _rounds(research):
        before = len(research.read)
        research.add(asked, search(asked.query))
        done(Step("searched", research.depth, asked, len(research.read) - before))
    laid_out = research.outline()
    done(Step("outlined", research.depth, None, len(laid_out.sections)))
    report = write(laid_out, target_tokens=target_tokens, max_tokens=max_tokens)
    done(Step("written", research.depth, None, len(report.sentences)))
    return Investigation(research.plan, tuple(steps), laid_out, report)


def _rounds(research: Research) -> Iterator[SubQuestion]:
    while not research.finished:
        yield from research.next_queries()
