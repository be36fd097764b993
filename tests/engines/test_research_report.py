"""What a research writes: whole sentences of the pages, cited, ordered, without repetition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from triptych.engines.research import (
    Page,
    Report,
    Research,
    checked_report,
    material,
)
from triptych.engines.research.plan import normal
from triptych.engines.research.writing import write
from triptych.engines.search.overview import Source
from triptych.engines.text.encoder import count_tokens

VOLCANO = Page(
    "https://example.org/Volcano_(geology)",
    "Volcano",
    "A volcano is a vent in the crust of a planet through which hot lava, ash and gases escape. "
    "Volcanoes form where tectonic plates move apart or towards each other. "
    "They also form above mantle plumes, far from the borders of plates.\n\n"
    "Kinds\n\n"
    "There are three kinds of volcanoes: shield volcanoes, stratovolcanoes and cinder cones. "
    "Shield volcanoes are built of fluid lava and have gentle slopes.",
)
ETNA = Page(
    "https://example.org/etna",
    "Mount Etna",
    "Mount Etna is an active volcano on the east coast of Sicily. "
    "The volcano Etna began to form about 500,000 years ago.",
)
ETNA_TOO = Page(
    "https://example.com/sicily",
    "Volcanoes of Sicily",
    "The volcano Etna began to form about 300,000 years ago on the east coast of Sicily.",
)
TEA = Page(
    "https://example.org/tea",
    "Tea",
    "Tea is a drink made from the leaves of the tea plant. It is drunk hot or cold.",
)
PAGES = [VOLCANO, ETNA, ETNA_TOO, TEA]
QUESTION = "How do volcanoes form and what kinds of volcanoes are there?"


def researched(
    question: str, search: Callable[[str], list[Page]], *, max_depth: int, max_breadth: int = 3
) -> Research:
    """Search round after round until nothing new is found."""
    research = Research(question, max_depth=max_depth, max_breadth=max_breadth)
    while not research.finished:
        for sub_question in research.next_queries():
            research.add(sub_question, search(sub_question.query))
    return research


def report_on(
    question: str,
    pages: list[Page],
    *,
    target_tokens: int | None = None,
    max_tokens: int | None = None,
) -> Report:
    research = researched(question, lambda query: pages, max_depth=2)
    return write(research.outline(), target_tokens=target_tokens, max_tokens=max_tokens)


def texts(report: Report) -> list[str]:
    return [one.text for one in report.sentences]


def test_every_sentence_stands_in_the_page_it_cites() -> None:
    report = report_on(QUESTION, PAGES)
    by_url = {page.url: " ".join(page.text.split()) for page in PAGES}
    assert len(report.sentences) >= 4
    for one in report.sentences:
        assert one.text == one.support
        assert one.text in by_url[one.url]


def test_every_sentence_has_its_marker_and_every_marker_its_reference() -> None:
    report = report_on(QUESTION, PAGES)
    assert "[[1](https://example.org/Volcano_%28geology%29)]" in report.markdown
    markers = re.findall(r"\[\[(\d+)\]\((\S+?)\)\]", report.markdown)
    numbers = dict(report.references)
    assert all(
        url == numbers[int(number)].replace("(", "%28").replace(")", "%29")
        for number, url in markers
    )
    for one in report.sentences:
        assert f"{one.text} [[{one.number}](" in report.markdown
    assert list(dict.fromkeys(int(number) for number, _ in markers)) == list(
        range(1, len(numbers) + 1)
    )


def test_what_is_asked_is_in_it_and_what_is_not_is_left_out() -> None:
    told = " ".join(texts(report_on(QUESTION, PAGES)))
    assert "where tectonic plates move" in told
    assert "three kinds" in told
    assert "tea plant" not in told


def test_it_begins_with_what_the_subject_is_and_has_a_section_for_each_part() -> None:
    report = report_on(QUESTION, PAGES)
    assert texts(report)[0].startswith("A volcano is a vent")
    headings = [section.heading for section in report.sections]
    assert headings[0] == "Volcano"
    assert "How do volcanoes form?" in headings
    assert "What kinds of volcanoes are there?" in headings
    assert headings.index("How do volcanoes form?") < headings.index(
        "What kinds of volcanoes are there?"
    )


def test_a_sentence_alone_is_no_paragraph_beside_others() -> None:
    ash = Page(
        "https://example.org/ash",
        "Volcanic ash",
        "Volcanoes form where magma of the mantle rises through the crust of the planet.",
    )
    report = report_on(QUESTION, [*PAGES, ash])
    sections = [section for section in report.sections if len(section.paragraphs) > 1]
    alone = [
        paragraph
        for section in sections
        for at, paragraph in enumerate(section.paragraphs)
        if len(paragraph) == 1 and at not in section.items
    ]
    assert alone == []
    joined = [
        {one.url for one in paragraph}
        for section in report.sections
        for paragraph in section.paragraphs
    ]
    assert any(len(urls) > 1 for urls in joined)


def test_they_comes_with_the_sentence_that_names_them() -> None:
    told = texts(report_on("How do volcanoes form?", [VOLCANO]))
    at = told.index("They also form above mantle plumes, far from the borders of plates.")
    assert told[at - 1].startswith("Volcanoes form where")


def test_no_sentence_is_shown_twice_and_copies_of_a_page_tell_nothing_new() -> None:
    copy = VOLCANO._replace(url="https://example.net/copy")
    told = Counter(texts(report_on(QUESTION, [VOLCANO, copy])))
    assert max(told.values()) == 1


def test_what_says_the_same_with_another_figure_is_told() -> None:
    copy = ETNA_TOO._replace(url="https://example.net/copy", title="Sicily and its volcanoes")
    other = copy._replace(text=copy.text.replace("300,000", "350,000"))
    for page, count in ((copy, 1), (other, 2)):
        told = texts(report_on("When did the volcano Etna form?", [ETNA_TOO, page]))
        assert sum("east coast" in one for one in told) == count


def test_the_same_words_with_another_year_differ_whatever_stands_around_them() -> None:
    pages = [
        Page(
            "https://example.org/mill",
            "The old mill of Ostrava",
            "The old bridge at the mill was opened in 1894. It was built of granite by the mill's "
            "own workers.",
        ),
        Page(
            "https://example.org/walk",
            "A walk along the stream",
            "The old bridge at the mill was opened in 1897. After the flood of 1926 the bridge "
            "lost its railing, which was never replaced.",
        ),
    ]
    report = report_on("How old is the bridge at the mill?", pages)
    assert [set(one.values) for one in report.differences] == [{"1894", "1897"}]
    assert "“The old bridge at the mill was opened in …”" in report.markdown
    # A year tells how old it is.
    assert report.unanswered == ()


def test_what_was_not_found_is_told() -> None:
    report = report_on("What is the airspeed of a swallow?", [TEA])
    assert report.sentences == ()
    assert report.references == ()
    assert report.markdown == "Nothing was found about: What is the airspeed of a swallow."


def test_nothing_is_written_from_nothing() -> None:
    assert report_on("volcanoes", []).sentences == ()
    assert report_on("volcanoes", [Page("https://example.org/", "", "")]).sentences == ()


@pytest.mark.parametrize("most", [10, 60, 150, 400])
def test_it_is_no_longer_than_it_may_be(most: int) -> None:
    report = report_on(QUESTION, PAGES, max_tokens=most)
    assert not report.sentences or count_tokens([report.markdown]) <= most


def test_a_wanted_length_makes_it_shorter() -> None:
    short, long = (report_on(QUESTION, PAGES, target_tokens=each) for each in (120, 2_000))
    assert 0 < len(short.sentences) < len(long.sentences)


def test_no_query_is_sent_twice_and_no_page_read_twice() -> None:
    sent: list[str] = []

    def search(query: str) -> list[Page]:
        sent.append(query)
        return PAGES

    research = researched(QUESTION, search, max_depth=5)
    forms = [normal(query) for query in sent]
    assert len(forms) == len(set(forms))
    assert sorted(research.read) == sorted(page.url for page in PAGES)


def test_it_stops_when_nothing_new_is_found() -> None:
    assert researched(QUESTION, lambda query: PAGES, max_depth=5).depth < 5
    assert report_on("volcanoes", []).sentences == ()


def test_it_goes_no_deeper_and_no_wider_than_it_may() -> None:
    research = Research(QUESTION, max_depth=2, max_breadth=2)
    rounds = 0
    while not research.finished:
        asked = research.next_queries()
        assert 1 <= len(asked) <= 2
        research.add(asked[0], PAGES)
        rounds += 1
    assert rounds <= 2
    assert research.next_queries() == []
    with pytest.raises(ValueError, match="at least 1"):
        Research(QUESTION, max_depth=0)


def test_a_language_models_report_is_checked_and_numbered_anew() -> None:
    sources = [
        Source(4, TEA.url, TEA.title, TEA.text),
        Source(9, VOLCANO.url, VOLCANO.title, VOLCANO.text),
    ]
    written = (
        "## Tea and fire\n\nA volcano is a vent in the crust of a planet [4]. "
        "Tea cures all diseases [4].\n\n## Invented\n\nTea was invented in 1812 [9].\n\n"
        "## Drink\n\n- Tea is drunk hot or cold [9]."
    )
    report = checked_report(written, sources, unanswered=["the price of tea"])
    assert texts(report) == [
        "A volcano is a vent in the crust of a planet.",
        "Tea is drunk hot or cold.",
    ]
    assert [one.url for one in report.sentences] == [VOLCANO.url, TEA.url]
    assert report.references == ((1, VOLCANO.url), (2, TEA.url))
    assert [section.heading for section in report.sections] == ["Tea and fire", "Drink"]
    assert report.markdown.endswith("Nothing was found about: the price of tea.")
    assert "\n- Tea is drunk" in report.markdown


def test_what_a_language_model_is_given_are_the_sentences_that_were_found() -> None:
    research = researched(QUESTION, lambda query: PAGES, max_depth=1)
    given = material(research.outline())
    assert [one.number for one in given] == list(range(1, len(given) + 1))
    assert VOLCANO.url in {one.url for one in given}
    assert TEA.url not in {one.url for one in given}
