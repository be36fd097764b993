"""What is asked and not yet answered."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from triptych.engines.research.aspects import Aspect, told_aspects
from triptych.engines.research.naming import akin, holds_words, words_of
from triptych.engines.research.passages import Passage
from triptych.engines.research.plan import Plan, SubQuestion, normal
from triptych.engines.research.relevance import Evidence, evidence
from triptych.engines.research.terms import terms
from triptych.engines.search.overview.question import read_question
from triptych.engines.text.words import stems

#: Least cosine of a sentence and a sub-question that it answers.
ANSWERS = 0.45
#: Aspects that are told by a year, a number or a "because", or not at all.
TOLD_PLAINLY = (Aspect.HISTORY, Aspect.NUMBERS, Aspect.WHY)
_AGE = re.compile(r"\bhow old\b", re.I)
#: From this cosine on two sentences say the same.
SAME = 0.86


def answers(plan: Plan, at: int, found: Evidence) -> bool:
    """Tell whether a sentence answers the plan's sub-question at a place."""
    sub = plan.all[at]
    if found.nearness[at] < ANSWERS:
        return False
    statement = found.passage.statements[found.place]
    around = statement.words | frozenset(stems(f"{found.passage.title} {found.passage.heading}"))
    if any(word.isdigit() and word not in found.passage.words for word in stems(sub.text)):
        return False
    if sub.aspect is Aspect.NUMBERS:
        # A number of something else is no answer.
        asked = read_question(sub.text).words
        counted = sum(any(akin(word, other) for other in around) for word in asked)
        told = told_aspects(statement.text)
        # An age is told by a year, too.
        tells = sub.aspect in told or (Aspect.HISTORY in told and _AGE.search(sub.text))
        return bool(tells) and 3 * counted >= 2 * len(asked)
    # What is compared, and what a thing is, names the thing.
    return sub.aspect is not Aspect.DEFINITION or holds_words(words_of(sub.subject), around)


def unanswered(plan: Plan, found: Sequence[Evidence]) -> list[SubQuestion]:
    """Return the sub-questions that no sentence answers, in the plan's order.

    Parameters
    ----------
    plan : Plan
        What is asked.
    found : sequence of Evidence
        The sentences that are about it.
    """
    return [
        sub for at, sub in enumerate(plan.all) if not any(answers(plan, at, one) for one in found)
    ]


def gaps(
    plan: Plan, found: Sequence[Passage], sent: Collection[frozenset[str]] = ()
) -> list[SubQuestion]:
    """Return what to search for next: what is not answered yet, then what the pages speak of.

    Parameters
    ----------
    plan : Plan
        What is asked.
    found : sequence of Passage
        What was read.
    sent : collection of frozenset of str
        The normal forms (see `normal`) of queries that were sent: none is sent twice.

    Returns
    -------
    list of SubQuestion
        At most the plan's breadth.
    """
    known = evidence(plan, found)
    open_ = unanswered(plan, known)
    waiting = [one for one in plan.waiting if one in open_]
    asked_first = sorted(waiting, key=lambda one: not one.asked)
    titles = {one.title for one in found}
    next_: dict[frozenset[str], SubQuestion] = {}
    for one in [
        *(sub for sub in asked_first if sub.asked),
        *terms(plan, known, titles),
        *asked_first,
    ]:
        form = normal(one.query)
        if form not in sent:
            next_.setdefault(form, one)
    return list(next_.values())[: plan.breadth]


def novelty(plan: Plan, new: Sequence[Passage], old: Sequence[Passage]) -> float:
    """Return the share of what new passages say of the question that old ones do not, 0 to 1.

    Parameters
    ----------
    plan : Plan
        What is asked.
    new, old : sequence of Passage
        What the last round read, and what was read before it.

    Returns
    -------
    float
        0 where nothing of the new passages is about what is asked.
    """
    known = evidence(plan, old)
    said = [one for one in evidence(plan, [*old, *new]) if any(one.passage is p for p in new)]
    if not said:
        return 0.0
    if not known:
        return 1.0
    cosines = np.stack([one.vector for one in said]) @ np.stack([one.vector for one in known]).T
    return float((cosines.max(axis=1) < SAME).mean())
