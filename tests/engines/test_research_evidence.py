"""Which sentences belong to a question, which parts stay open, and what is searched for next."""

from __future__ import annotations

from itertools import pairwise

import pytest

from triptych.engines.research import Page, Research, evidence, passages, plan
from triptych.engines.research.evidence import Evidence, Reading
from triptych.engines.research.terms import names, phrases, terms

STAR = Page(
    "https://example.org/star",
    "Star",
    "A star is a luminous ball of plasma held together by its own gravity. "
    "Stars form when clouds of gas collapse.",
)
DWARF = Page(
    "https://example.org/dwarf",
    "White dwarf",
    "A white dwarf is a very dense star at the end of its life. "
    "Stars like the Sun become white dwarfs after they die.",
)
BAKER = Page(
    "https://example.org/baker",
    "Joan Baker",
    "Joan Baker was a singer from Leeds. She was called a star of the stage in 1920.",
)


def reading_of(question: str, *pages: Page) -> Reading:
    reading = Reading(plan(question))
    reading.add(passages(pages, question))
    return reading


def evidence_of(question: str, *pages: Page) -> list[Evidence]:
    return list(reading_of(question, *pages).evidence)


def test_evidence_sentences_that_belong_are_found_and_others_left_out() -> None:
    texts = [one.text for one in evidence_of("How do stars form and die?", STAR, DWARF, BAKER)]
    assert "Stars form when clouds of gas collapse." in texts
    assert any("white dwarfs" in one for one in texts)
    assert not any("singer" in one or "stage" in one for one in texts)


def test_evidence_is_likely_enough_and_best_first() -> None:
    found = evidence_of("How do stars form and die?", STAR, DWARF, BAKER)
    assert all(evidence.LEAST <= one.likelihood <= 1 for one in found)
    assert all(one.likelihood >= other.likelihood for one, other in pairwise(found))
    assert evidence_of("How do stars form?") == []


def test_evidence_sentence_that_needs_an_unlikely_one_before_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = STAR._replace(
        text="Stars are praised in songs. They form when clouds of gas collapse, and they die."
    )
    monkeypatch.setattr(evidence, "LEAST", 0.0)
    [with_it] = [one for one in evidence_of("How do stars form?", page) if one.place == 1]
    assert with_it.before == (0,)
    monkeypatch.setattr(evidence, "LEAST", 1.0)
    assert evidence_of("How do stars form?", page) == []


def test_evidence_answers_the_part_that_it_is_about() -> None:
    found = evidence_of("How do stars form, and what is a white dwarf?", STAR, DWARF)
    parts = {one.text: one.of_parts.index(max(one.of_parts)) for one in found}
    assert parts["Stars form when clouds of gas collapse."] == 0
    assert parts["A white dwarf is a very dense star at the end of its life."] == 1


def test_open_parts_part_that_nothing_answers_is_open() -> None:
    reading = reading_of("How do stars form, and how much does a violin cost?", STAR)
    assert reading.open_parts == [1]


def test_terms_name_what_was_not_read_and_is_not_asked() -> None:
    made = plan("How do stars form?")
    page = STAR._replace(
        text="Stars form when molecular clouds collapse, as James Jeans showed in 1902."
    )
    found = evidence_of("How do stars form?", page)
    searches = terms(made, found, ["Star"])
    assert any("James Jeans" in one.term for one in searches)
    assert all(one.query.endswith("stars") and not one.asked for one in searches)
    assert not any("James Jeans" in one.term for one in terms(made, found, ["James Jeans"]))
    assert terms(made, [], []) == []


def test_names_and_phrases_split_at_small_words_and_stops() -> None:
    sentence = "The Salt War was caused by a harsh salt tax of the Duke of Arden."
    assert names(sentence) == ["Salt War", "Duke of Arden"]
    assert phrases(sentence) == ["caused", "salt tax"]


def test_next_queries_open_part_comes_before_terms() -> None:
    research = Research(
        "How do stars form, how do stars die, and how much does a violin cost?",
        max_depth=2,
        max_breadth=2,
    )
    for query in research.next_queries():
        research.add(query, [STAR, DWARF])
    assert research.next_queries()[0].text.startswith("How much does a violin cost")
