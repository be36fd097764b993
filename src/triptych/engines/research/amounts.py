"""Questions for amounts, and sentences that tell one."""

from __future__ import annotations

import re

from triptych.engines.research.aspects import Aspect, told_aspects
from triptych.engines.research.plan import Plan
from triptych.engines.research.statements import Statement
from triptych.engines.text.words import stems

#: "The longest", "the third-longest".
_MOST = re.compile(r"\b\w{3,}(?<![nrw])est\b|\bmost\b", re.I)


def beside_amounts(plan: Plan) -> frozenset[str] | None:
    """Return the words that go with amounts where nothing but amounts is asked for.

    Of "how big is it, and what determines its size" a sentence has to have an amount, or "size".
    None where something else is asked, too.

    Parameters
    ----------
    plan : Plan
        What is asked.

    Examples
    --------
    >>> from triptych.engines.research.plan import plan
    >>> beside_amounts(plan("How tall is Mount Everest?")), beside_amounts(plan("history of tea"))
    (frozenset({'tall'}), None)
    """
    aspects = {one.aspect for one in plan.all if one.asked}
    if Aspect.NUMBERS not in aspects or aspects - {Aspect.NUMBERS, Aspect.DEFINITION, Aspect.OTHER}:
        return None
    return frozenset(stems(plan.question)).difference(*map(stems, plan.subjects))


def tells_amount(statement: Statement, words: frozenset[str]) -> bool:
    """Tell whether a sentence has an amount, a "most", or one of some words.

    Parameters
    ----------
    statement : Statement
        A sentence.
    words : frozenset of str
        Stems, as `beside_amounts` returns them.
    """
    told = Aspect.NUMBERS in told_aspects(statement.text) or _MOST.search(statement.text)
    return bool(told or words & statement.words)
