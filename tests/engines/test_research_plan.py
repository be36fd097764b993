"""The plan of a research: what is asked, of what, and what to search for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.research import Aspect, Page, Research, plan
from triptych.engines.research.aspects import question_aspects
from triptych.engines.research.plan import clauses, normal, subject_of, things_compared, whole


@pytest.mark.parametrize(
    ("question", "kind", "subjects"),
    [
        ("How do volcanoes form?", Aspect.HOW, ("volcanoes",)),
        ("How do antibiotics work?", Aspect.HOW, ("antibiotics",)),
        ("Why did the Western Roman Empire fall?", Aspect.WHY, ("Western Roman Empire",)),
        ("history of coffee", Aspect.HISTORY, ("coffee",)),
        ("criticism of capitalism", Aspect.CRITICISM, ("capitalism",)),
        ("What are the types of clouds?", Aspect.KINDS, ("clouds",)),
        ("How tall is Mount Everest?", Aspect.NUMBERS, ("Mount Everest",)),
        ("Why is photosynthesis important?", Aspect.EFFECTS, ("photosynthesis",)),
        ("effects of climate change", Aspect.EFFECTS, ("climate change",)),
        ("What is the difference between a frog and a toad?", Aspect.COMPARISON, ("frog", "toad")),
        ("Compare tea with coffee: how are they made?", Aspect.COMPARISON, ("tea", "coffee")),
        ("SQLite versus PostgreSQL", Aspect.COMPARISON, ("SQLite", "PostgreSQL")),
    ],
)
def test_a_question_is_understood(question: str, kind: Aspect, subjects: tuple[str, ...]) -> None:
    made = plan(question)
    assert (made.kind, made.subjects) == (kind, subjects)


def test_each_thing_that_is_compared_is_searched_for() -> None:
    queries = [one.query for one in plan("Compare tea and coffee").sub_questions]
    assert {"tea", "coffee"} < set(queries)


def test_each_question_within_the_question_is_searched_for_with_its_subject() -> None:
    made = plan("How do vaccines work, and who made the first one?")
    assert [one.query for one in made.sub_questions[:2]] == [
        "How do vaccines work",
        "who made the first one (vaccines)",
    ]
    assert all(one.asked for one in made.sub_questions[:2])


def test_each_side_that_is_asked_for_is_searched_for() -> None:
    made = plan("What were the causes and consequences of the Black Death?")
    assert [one.aspect for one in made.all if one.asked][1:] == [Aspect.WHY, Aspect.EFFECTS]


def test_what_is_not_asked_comes_after_what_is() -> None:
    made = plan("How do volcanoes form and what kinds are there?", breadth=5)
    asked = [one.asked for one in made.all]
    assert asked == sorted(asked, reverse=True)
    assert not all(asked)


@pytest.mark.parametrize(
    ("clause", "subject", "expected"),
    [
        ("how did it end", "French Revolution", "how did the French Revolution end"),
        ("what were its effects", "plague", "what were plague's effects"),
        ("who invented the first one", "vaccines", "who invented the first one (vaccines)"),
        ("who was Napoleon", "French Revolution", "who was Napoleon"),
    ],
)
def test_a_pronoun_is_told(clause: str, subject: str, expected: str) -> None:
    assert whole(clause, subject, "How did the French Revolution begin?") == expected


@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_a_blank_question_is_refused(blank: str) -> None:
    with pytest.raises(ValueError, match="ask something"):
        plan(blank)


def test_a_breadth_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        plan("tea", breadth=0)


@given(st.text(max_size=200), st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_any_question_has_a_plan_of_different_queries(question: str, breadth: int) -> None:
    if not question.split():
        return
    made = plan(question, breadth=breadth)
    forms = [normal(one.query) for one in made.all]
    assert len(forms) == len(set(forms))
    assert 1 <= len(made.sub_questions) <= breadth
    assert all(one.query.strip() for one in made.all)


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_nothing_that_is_typed_breaks_the_reading(text: str) -> None:
    assert clauses(text or "x")
    assert isinstance(subject_of(text), str)
    assert len(things_compared(text)) in (0, 2)
    assert question_aspects(text)


def test_terms_name_things_to_search_for() -> None:
    text = (
        "Jet engines began with American engineers in March. A jet engine, producing thrust, burns "
        "Earth's jet fuel in a combustion chamber, as the Whittle Company showed."
    )
    page = Page("https://example.org/jet", "Jet", text)
    research = Research("How do jet engines work?", max_depth=2)
    for asked in research.next_queries():
        research.add(asked, [page])
    mined = ", ".join(asked.term for asked in research.next_queries() if asked.term)
    assert "ombustion chamber" in mined
    assert not any(word in mined for word in ("American", "March", "roducing", "Earth"))
