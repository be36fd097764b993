"""A plan that somebody else thought of, a language model for instance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from triptych.engines.research.aspects import asked_aspects
from triptych.engines.research.plan import Plan, SubQuestion, different
from triptych.engines.research.subjects import subject_of


def guided(plan: Plan, questions: Iterable[str]) -> Plan:
    """Return a plan that searches for given sub-questions right after the question itself.

    Parameters
    ----------
    plan : Plan
        Made from the question; what it lays out waits until the others are searched for.
    questions : iterable of str
        Sub-questions; what is not found about them is not told, since nobody asked them.

    Returns
    -------
    Plan
        Its sub-questions are all different.

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> made = guided(plan("How do kettles work?"), ["What heats a kettle?"])
    >>> [one.text for one in made.sub_questions[:2]]
    ['How do kettles work?', 'What heats a kettle?']
    """
    first, *rest = plan.all
    thought_of = [
        SubQuestion(
            text, text, asked_aspects(text)[0], subject_of(text) or plan.subjects[0], asked=False
        )
        for text in (" ".join(question.split()) for question in questions)
        if text
    ]
    laid_out = different([first, *thought_of, *rest])
    return replace(plan, sub_questions=laid_out[: plan.breadth], waiting=laid_out[plan.breadth :])
