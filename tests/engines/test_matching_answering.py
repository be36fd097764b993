"""Whether sentences answer a question, and where the answer stands."""

import numpy as np
import pytest

from triptych.engines.matching.answering import Passage, answers

FLEMING = Passage(
    "Penicillin",
    [
        "Penicillins are a group of antibiotics that kill many bacteria.",
        "They were discovered in 1928 by the Scottish scientist Alexander Fleming.",
        "Most are made by moulds.",
    ],
)


@pytest.mark.parametrize(
    ("question", "place", "answer"),
    [
        ("who discovered penicillin", 1, "Alexander Fleming"),
        ("When was penicillin discovered?", 1, "1928"),
        ("penicillin what is it", 0, ""),
    ],
)
def test_answers_prefer_the_sentence_that_answers_and_find_the_answer(
    question: str, place: int, answer: str
) -> None:
    (found,) = answers(question, [FLEMING])
    best = max(range(3), key=lambda at: found[at].likelihood)
    assert best == place
    start, end = found[best].span
    assert answer in FLEMING.sentences[best][start:end]


def test_answers_to_another_question_are_unlikely() -> None:
    (found,) = answers("what is the population of Peru", [FLEMING])
    assert max(one.likelihood for one in found) < 0.2


def test_answers_of_a_passage_do_not_depend_on_the_others() -> None:
    question = "who discovered penicillin"
    alone = answers(question, [FLEMING])[0]
    other = Passage("Tea", ["Tea is a drink that is prepared by pouring hot water over leaves."])
    beside = answers(question, [other, FLEMING, other])[1]
    assert np.allclose([one[0] for one in alone], [one[0] for one in beside], atol=1e-3)
    assert [one.span for one in alone] == [one.span for one in beside]


def test_answers_of_a_long_passage_are_one_for_each_sentence() -> None:
    filler = ["Bread is baked from flour and water, and salt is added to it."] * 60
    (found,) = answers("who discovered penicillin", [Passage("", [*filler, FLEMING.sentences[1]])])
    assert len(found) == 61
    assert max(range(61), key=lambda at: found[at].likelihood) == 60


def test_answers_of_nothing_are_nothing() -> None:
    assert answers("why", []) == []
    assert answers("why", [Passage("Tea", [])]) == [[]]
    assert answers("why", [Passage("", [""])])[0][0].likelihood == 0.0
