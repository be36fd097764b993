"""The plan of a research: what is asked, of what, and what to search for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.research import plan
from triptych.engines.research.plan import (
    clauses,
    ends_of_change,
    guided,
    normal,
    subject_of,
    things_compared,
    whole,
)


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("How do volcanoes form?", ("volcanoes",)),
        ("How do antibiotics work?", ("antibiotics",)),
        ("Why did the Western Roman Empire fall?", ("Western Roman Empire",)),
        ("history of coffee", ("coffee",)),
        ("What are the types of clouds?", ("clouds",)),
        ("How tall is Mount Everest?", ("Mount Everest",)),
        ("effects of climate change", ("climate change",)),
        ("What is the difference between a frog and a toad?", ("frog", "toad")),
        ("Compare tea with coffee: how are they made?", ("tea", "coffee")),
        ("SQLite versus PostgreSQL", ("SQLite", "PostgreSQL")),
    ],
)
def test_plan_question_names_its_subjects(question: str, subjects: tuple[str, ...]) -> None:
    assert plan(question).subjects == subjects


def test_plan_comparison_searches_for_both_things() -> None:
    queries = [one.query for one in plan("Compare tea and coffee").sub_questions]
    assert {"tea", "coffee"} < set(queries)


def test_plan_from_one_thing_to_another_searches_for_both_ends() -> None:
    made = plan("How did painting change from Impressionism to Cubism?", breadth=5)
    queries = " | ".join(one.query for one in made.sub_questions[1:])
    assert "Impressionism painting" in queries
    assert "Cubism painting" in queries
    assert ends_of_change("How did France change from 1789 to 1815?") == ()


def test_plan_several_questions_are_parts_with_their_subject() -> None:
    made = plan("How do vaccines work, and who made the first one?")
    assert [one.query for one in made.parts] == [
        "How do vaccines work",
        "who made the first one (vaccines)",
    ]
    assert made.parts == made.sub_questions[:2]


def test_plan_two_sides_of_a_subject_are_parts() -> None:
    made = plan("What were the causes and consequences of the Black Death?")
    assert [one.text for one in made.parts] == [
        "What were the causes of the Black Death?",
        "What were the consequences of the Black Death?",
    ]
    assert len(plan("What are the differences between cats and dogs?").parts) == 1


def test_plan_what_is_not_asked_comes_after_what_is() -> None:
    asked = [one.asked for one in plan("How do volcanoes form and what kinds are there?").all]
    assert asked == sorted(asked, reverse=True)
    assert not all(asked)


def test_guided_given_sub_questions_come_after_the_question_and_are_no_parts() -> None:
    made = guided(plan("How do kettles work?"), ["What heats a kettle?"])
    assert made.sub_questions[1].text == "What heats a kettle?"
    assert len(made.parts) == 1


@pytest.mark.parametrize(
    ("clause", "subject", "expected"),
    [
        ("how did it end", "French Revolution", "how did the French Revolution end"),
        ("what were its effects", "plague", "what were plague's effects"),
        ("who invented the first one", "vaccines", "who invented the first one (vaccines)"),
        ("who was Napoleon", "French Revolution", "who was Napoleon"),
    ],
)
def test_whole_pronoun_is_replaced_by_the_subject(clause: str, subject: str, expected: str) -> None:
    assert whole(clause, subject, "How did the French Revolution begin?") == expected


@pytest.mark.parametrize("blank", ["", "  ", "\n"])
def test_plan_blank_question_raises(blank: str) -> None:
    with pytest.raises(ValueError, match="ask something"):
        plan(blank)


def test_plan_breadth_below_one_raises() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        plan("tea", breadth=0)


@given(st.text(max_size=200), st.integers(1, 5))
@settings(max_examples=150, deadline=None)
def test_plan_any_question_has_different_queries_and_a_part(question: str, breadth: int) -> None:
    if not question.split():
        return
    made = plan(question, breadth=breadth)
    forms = [normal(one.query) for one in made.all]
    assert len(forms) == len(set(forms))
    assert 1 <= len(made.sub_questions) <= breadth
    assert made.parts
    assert all(one.query.strip() for one in made.all)


@given(st.text(max_size=200))
@settings(max_examples=100, deadline=None)
def test_plan_any_text_can_be_read(text: str) -> None:
    assert clauses(text or "x")
    assert isinstance(subject_of(text), str)
    assert len(things_compared(text)) in (0, 2)
    assert len(ends_of_change(text)) in (0, 2)
