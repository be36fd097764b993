"""What a question asks for, and what to search for first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from triptych.engines.research.aspects import Aspect, asked_aspects, query_for
from triptych.engines.research.subjects import clauses, subject_of, things_compared, what_is, whole
from triptych.engines.text.words import stems

#: What else is worth knowing where this is asked for.
_BESIDE = {
    Aspect.DEFINITION: (Aspect.HOW, Aspect.HISTORY, Aspect.USES),
    Aspect.KINDS: (Aspect.HOW,),
    Aspect.HOW: (Aspect.KINDS, Aspect.HISTORY),
    Aspect.USES: (Aspect.HOW, Aspect.CRITICISM),
    Aspect.WHY: (Aspect.EFFECTS, Aspect.HISTORY),
    Aspect.HISTORY: (Aspect.EFFECTS,),
    Aspect.EFFECTS: (Aspect.WHY, Aspect.CRITICISM),
    Aspect.COMPARISON: (),
    Aspect.NUMBERS: (Aspect.HISTORY,),
    Aspect.CRITICISM: (Aspect.USES, Aspect.HISTORY),
    Aspect.OTHER: (Aspect.HOW, Aspect.HISTORY, Aspect.USES),
}


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """A part of a question that is searched for by itself.

    Parameters
    ----------
    text : str
        As a person would put it.
    query : str
        What is sent to the search.
    aspect : Aspect
        What of its subject it asks for.
    subject : str
        What it is about.
    asked : bool
        Whether the question itself asks for it; else it is worth knowing beside.
    term : str
        What the pages named again and again, where that is why it is searched for; else empty.
    """

    text: str
    query: str
    aspect: Aspect
    subject: str
    asked: bool = True
    term: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a question is understood.

    Parameters
    ----------
    question : str
        As it was asked.
    kind : Aspect
        What it asks for above all.
    subjects : tuple of str
        What it is about: one thing, or those that are compared.
    sub_questions : tuple of SubQuestion
        To search for first, at most `breadth`.
    waiting : tuple of SubQuestion
        To search for later, as far as the pages found until then do not answer them.
    breadth : int
        Sub-questions a round.
    """

    question: str
    kind: Aspect
    subjects: tuple[str, ...]
    sub_questions: tuple[SubQuestion, ...]
    waiting: tuple[SubQuestion, ...]
    breadth: int

    @property
    def all(self) -> tuple[SubQuestion, ...]:
        """All sub-questions, those first that are searched for first."""
        return self.sub_questions + self.waiting


def normal(query: str) -> frozenset[str]:
    """Return what makes two queries the same: their words without endings, order and small words.

    Examples
    --------
    >>> normal("How do volcanoes form?") == normal("the forming of a volcano")
    True
    """
    return frozenset(stems(query)) or frozenset(query.casefold().split())


def plan(question: str, *, breadth: int = 3) -> Plan:
    """Read a question, and lay out what to search for.

    Its parts come first: each clause that asks something, each thing that is compared, each side
    it names ("causes and effects"). Then comes what is worth knowing beside.

    Parameters
    ----------
    question : str
        One or more questions, or words as one types them to search.
    breadth : int, default 3
        Sub-questions a round, 1 or more.

    Returns
    -------
    Plan
        Its sub-questions are all different.

    Raises
    ------
    ValueError
        If the question is blank, or `breadth` is less than 1.

    Examples
    --------
    >>> made = plan("What were the causes and effects of the Black Death?")
    >>> made.subjects, [one.query for one in made.sub_questions[1:]]
    (('Black Death',), ['causes of Black Death', 'effects and consequences of Black Death'])
    """
    text = " ".join(question.split())
    if not text:
        raise ValueError("The question is blank: ask something.")
    if breadth < 1:
        raise ValueError(f"breadth is {breadth}: give at least 1.")
    parts = clauses(text)
    things = things_compared(text)
    first = things[0] if things else subject_of(parts[0])
    aspects = asked_aspects(text) if things else asked_aspects(parts[0])
    kind = Aspect.COMPARISON if things else aspects[0]
    # Where it asks several things, each is searched for by itself.
    made = [] if len(parts) > 1 and not things else [SubQuestion(text, text, kind, first)]
    made += [
        SubQuestion(what_is(one, text), one, Aspect.DEFINITION, one)
        for one in things
        if one != text
    ]
    both = " and ".join(things)
    for part in parts:
        clause = whole(part, both or first, text)
        about = subject_of(clause) or first
        sides = [one for one in asked_aspects(clause) if not things or one != Aspect.COMPARISON]
        if len(parts) > 1:
            put = clause[:1].upper() + clause[1:] + "?" * text.endswith("?")
            made.append(SubQuestion(put, clause, asked_aspects(clause)[0], about))
        elif len(sides) > 1:
            made += [_side(one, both or about) for one in sides]
    beside = [_side(one, first, asked=False) for one in _BESIDE[kind] if not things]
    if not things:
        # The page about the subject itself tells most.
        beside.insert(0, SubQuestion(what_is(first, text), first, Aspect.DEFINITION, first, False))
    each = different([*made, *beside])
    return Plan(text, kind, things or (first,), each[:breadth], each[breadth:], breadth)


def _side(aspect: Aspect, subject: str, *, asked: bool = True) -> SubQuestion:
    query = query_for(aspect, subject)
    return SubQuestion(query[:1].upper() + query[1:], query, aspect, subject, asked)


def different(found: Iterable[SubQuestion]) -> tuple[SubQuestion, ...]:
    """Return the first of those sub-questions whose queries are the same."""
    each: dict[frozenset[str], SubQuestion] = {}
    for one in found:
        each.setdefault(normal(one.query), one)
    return tuple(each.values())
