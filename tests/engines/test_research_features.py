"""What tells a sentence that belongs from one that does not, and what is searched for next."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from triptych.engines.research import Page, Research, gaps, outline, passages, plan
from triptych.engines.research.features import NAMES
from triptych.engines.research.gaps import terms
from triptych.engines.research.plan import what_is
from triptych.engines.research.relevance import LEAST, candidates, evidence
from triptych.engines.research.statements import statements
from triptych.engines.research.writing import claims, differences
from triptych.models.files import CorruptModelError, digests, json_file
from triptych.models.regressions import RELEVANCE_FILE, relevance_model

WAR = Page(
    "https://example.org/war",
    "Salt War",
    "The Salt War was a conflict between two cities over the price of salt. "
    "It was caused by a tax that the Duke of Arden laid on salt in 1612.",
)
OTHER = Page(
    "https://example.org/wool",
    "Wool War",
    "The Wool War was a conflict between two kingdoms over wool. "
    "It was caused by a ban on the export of sheep.",
)
DUKE = Page(
    "https://example.org/duke",
    "Duke of Arden",
    "The Duke of Arden laid a tax on salt, which caused the Salt War.",
)
QUESTION = "What caused the Salt War?"


def features_of(*pages: Page) -> dict[str, dict[str, float]]:
    """Return the features of the first sentence of each page, by title."""
    made = plan(QUESTION)
    found = candidates(made, passages(pages, QUESTION))
    assert found is not None
    rows = {}
    for (passage, place), row in zip(found.shown, found.features, strict=True):
        if place == 0:
            rows[passage.title] = dict(zip(NAMES, map(float, row), strict=True))
    return rows


def test_the_weights_are_those_of_the_features() -> None:
    model = relevance_model()
    assert model.features == NAMES
    assert model.short.weights.shape == model.long.weights.shape == (len(NAMES),)
    assert tuple(json_file(RELEVANCE_FILE)["long"]["weights"]) == NAMES


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(digests(), RELEVANCE_FILE, "0" * 64)
    with pytest.raises(CorruptModelError, match="Reinstall"):
        relevance_model.__wrapped__()


def test_the_subjects_page_is_told_from_one_of_a_like_name() -> None:
    rows = features_of(WAR, OTHER, DUKE)
    assert rows["Salt War"]["page_is_subject"] == 1
    assert rows["Wool War"]["page_is_subject"] == 0
    assert (rows["Salt War"]["rival"], rows["Wool War"]["rival"]) == (0, 1)
    assert rows["Duke of Arden"]["mentioned_by_subject"] == 1
    assert rows["Wool War"]["mentioned_by_subject"] == 0
    assert rows["Salt War"]["near"] > rows["Wool War"]["near"]


def test_only_what_is_likely_to_belong_is_told_and_the_likelier_the_nearer() -> None:
    made = plan(QUESTION)
    found = passages([WAR, OTHER, DUKE], QUESTION)
    read = candidates(made, found)
    assert read is not None
    likely = read.likelihood()
    assert np.all((likely >= 0) & (likely <= 1))
    told = evidence(made, found)
    assert told
    assert all(one.likelihood >= LEAST for one in told)
    assert all(one.fit >= other.fit for one, other in pairwise(told))


def test_what_a_research_knows_of_a_page_counts_for_all_its_passages() -> None:
    research = Research(QUESTION, max_breadth=2)
    for asked, pages in zip(
        research.next_queries(), ([OTHER, WAR], [WAR.__class__(*WAR)]), strict=True
    ):
        research.add(asked, pages)
    known = {one.url: (one.rank, one.found) for one in research.passages}
    assert known == {WAR.url: (0, 2), OTHER.url: (0, 1)}


def test_several_terms_are_searched_for_at_once_and_none_that_was_read() -> None:
    made = plan(QUESTION)
    known = evidence(made, passages([WAR, DUKE], QUESTION))
    named = terms(made, known)
    assert "Arden" in " ".join(one.query for one in named)
    assert not any("Arden" in one.query for one in terms(made, known, ["Duke of Arden"]))
    assert all("Salt War" in one.query and not one.asked for one in named)
    assert len(gaps(made, passages([WAR, DUKE], QUESTION))) <= made.breadth


def test_an_item_that_ends_as_a_list_has_it_is_a_sentence() -> None:
    item, fragment, plain = (
        statements(text, "JSON", frozenset(), first=False)[0]
        for text in (
            "- JSON is human-readable, while pickle is not; and",
            "- Human-readable text of any kind;",
            "JSON is human-readable, while pickle is not; and",
        )
    )
    assert (item.text, item.usable) == ("JSON is human-readable, while pickle is not", True)
    assert not fragment.usable
    assert not plain.usable


def test_a_part_without_an_answer_takes_no_sentence_from_the_others() -> None:
    question = "What caused the Salt War and how many bridges did it cost?"
    laid_out = outline(plan(question), passages([WAR, DUKE], question))
    assert any("bridges" in one for one in laid_out.unanswered)
    told = " ".join(one.text for section in laid_out.sections for one in section.evidence)
    assert "laid a tax" in told
    assert not any("bridges" in section.heading for section in laid_out.sections)


def test_what_leans_on_the_subject_alone_goes_where_it_answers() -> None:
    question = "What was the Salt War and what caused the Salt War?"
    page = WAR._replace(
        text="The Salt War was a conflict between two cities over the price of salt. "
        "The war is told of in many songs. "
        "It was caused by a tax that the Duke of Arden laid on salt in 1612."
    )
    laid_out = outline(plan(question), passages([page], question))
    place = {
        one.text[:6]: (section.heading, one.before)
        for section in laid_out.sections
        for one in section.evidence
    }
    assert place["It was"] == ("What caused the Salt War?", ())
    assert place["The Sa"][0] == "Salt War"


def test_of_amounts_only_sentences_with_amounts_are_told() -> None:
    river = Page(
        "https://example.org/river",
        "Arden River",
        "The Arden River is a river that is known for its old bridges. "
        "The Arden River is 120 km long.",
    )
    found = passages([river], "How long is the Arden River?")
    assert [one.text for one in evidence(plan("How long is the Arden River?"), found)] == [
        "The Arden River is 120 km long."
    ]
    assert len(evidence(plan("Describe the Arden River"), found)) == 2


@pytest.mark.parametrize(
    ("subject", "question", "expected"),
    [
        ("volcanoes", "How do volcanoes form?", "What are volcanoes?"),
        ("Moon", "How old is the Moon?", "What is the Moon?"),
        ("frog", "What is the difference between a frog and a toad?", "What is a frog?"),
        ("physics", "history of physics", "What is physics?"),
        ("earthquakes and tsunamis", "", "What are earthquakes and tsunamis?"),
    ],
)
def test_what_a_thing_is_is_asked_as_a_person_would(
    subject: str, question: str, expected: str
) -> None:
    assert what_is(subject, question) == expected


def test_two_pages_that_call_something_else_the_first_differ() -> None:
    zed = Page("https://example.org/z", "Zed", "Zed was the world's first programmable computer.")
    any_ = Page(
        "https://example.org/a",
        "Anyac",
        "Anyac was the first programmable, electronic computer, completed in 1945.",
    )
    made = plan("Which was the first computer?")
    found = differences(evidence(made, passages([zed, any_], "first programmable computer")))
    assert [sorted(values) for values, _ in found] == [
        ["the first programmable, electronic computer", "the world's first programmable computer"]
    ]


def test_the_second_longest_and_the_longest_of_less_are_no_rivals() -> None:
    assert claims("It is the second-longest river in the world.") == []
    longest, european = (
        claims(f"It is the longest river in {place}.")[0][2] for place in ("the world", "Europe")
    )
    assert not longest <= european
    assert not european <= longest
