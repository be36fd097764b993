"""Which pages and sentences belong to a question."""

from __future__ import annotations

import pytest

from triptych.engines.research import Page, passages, plan, relevance
from triptych.engines.research.features import About, akin, is_about, subject_words, words_of
from triptych.engines.research.passages import names_of
from triptych.engines.research.relevance import evidence
from triptych.engines.research.writing import differences

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


def told(question: str, *pages: Page) -> list[str]:
    made = plan(question)
    return [one.text for one in evidence(made, passages(pages, question))]


def test_pages_that_belong_to_the_question_are_told_and_others_are_not() -> None:
    found = told("How do stars form and die?", STAR, DWARF, BAKER)
    assert any("clouds of gas" in one for one in found)
    assert any("white dwarfs" in one for one in found)
    assert not any("singer" in one or "stage" in one for one in found)


def test_what_else_a_name_means_is_left_out() -> None:
    thread = Page(
        "https://example.org/threading",
        "Thread",
        "A thread is the smallest sequence of instructions that a scheduler runs.",
    )
    yarn = Page(
        "https://example.org/yarn",
        "Thread (textiles)",
        "A thread is a long strand of material that is used for sewing.",
    )
    found = told("What is a thread?", thread, yarn)
    assert any("scheduler" in one for one in found)
    assert not any("sewing" in one for one in found)
    assert any("sewing" in one for one in told("What is a thread in textiles?", thread, yarn))


def test_of_names_within_names_the_longest_is_the_subject() -> None:
    made = plan("What were the effects of the Black Sea?")
    assert subject_words(made, ["Black", "Sea", "Black Sea"]) == (frozenset({"black", "sea"}),)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("bisect — Array bisection algorithm", {"bisect"}),
        ("Tea (drink)", {"tea"}),
        ("6. Modules", {"modul"}),
        ("(What)", set()),
    ],
)
def test_a_title_says_what_its_page_is_called(title: str, name: set[str]) -> None:
    assert names_of(title) == name


def test_words_that_begin_alike_are_kin_and_others_are_not() -> None:
    assert akin("volcan", "volcano")
    assert not akin("apart", "apartheid")
    assert not akin("form", "formal")
    assert words_of("SQLite's rollback journal") == {"rollback", "journal"}
    assert not is_about("", [frozenset({"tea"})])


def test_code_tables_and_talk_about_the_page_are_not_shown() -> None:
    page = Page(
        "https://example.org/tea",
        "Tea",
        "Tea is a drink that is made from leaves.\n\n"
        "See the next section for more about tea and its leaves.\n\n"
        "tea = brew(leaves); drink(tea);\n\n"
        "green tea | 80 degrees | three minutes of tea.\n\n"
        "This page about tea was last changed in spring.",
    )
    found = passages([page], "tea")
    assert [one.text for one in found] == ["Tea is a drink that is made from leaves."]


def test_what_the_search_found_to_fit_goes_first() -> None:
    filler = "\n\n".join(f"The tea of region {n} is sold at market {n} in tins." for n in range(30))
    page = Page(
        "https://example.org/tea",
        "History of tins",
        f"{filler}\n\nTea was first drunk in China as a medicine.",
    )
    plainly = passages([page], "tea history", most_each=1)
    helped = passages(
        [page._replace(snippets=("Tea was first drunk in China as a medicine.",))],
        "tea history",
        most_each=1,
    )
    assert "China" not in plainly[0].text
    assert "China" in helped[0].text


def test_lines_of_code_and_of_output_are_no_headings() -> None:
    page = Page(
        "https://example.org/kettle",
        "Kettle",
        "Use\n\nA kettle is put on the stove.\n\nkettle --boil\n\n0.333\n\nkettle = {boil}\n\n"
        "A kettle then boils the water in it.",
    )
    assert {one.heading for one in passages([page], "kettle")} == {"Use"}


def test_what_a_page_calls_another_of_its_kind_can_begin_a_paragraph() -> None:
    page = STAR._replace(
        text="A star is a ball of plasma.\n\nAnother form of star is the neutron star."
    )
    assert "Another form of star is the neutron star." in told("What is a star?", page)


def test_the_sentence_that_says_what_the_subject_is_is_told_however_it_is_weighed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relevance, "LEAST", 1.1)
    assert told("What are stars?", STAR, DWARF) == [
        "A star is a luminous ball of plasma held together by its own gravity."
    ]


def test_a_sentence_that_needs_an_unlikely_one_before_it_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = STAR._replace(
        text="Stars are told of in songs. They form when clouds of gas collapse, and they die."
    )
    monkeypatch.setattr(relevance, "LEAST", 0.0)
    monkeypatch.setattr(relevance, "LEAST_CHAIN", 0.0)
    assert any("They form" in one for one in told("How do stars form and die?", page))
    monkeypatch.setattr(relevance, "LEAST_CHAIN", 1.0)
    assert not any("They form" in one for one in told("How do stars form and die?", page))


def test_a_page_is_titled_as_the_letters_that_the_question_has() -> None:
    log = Page("https://example.org/log", "Write-Ahead Logging", "All readers share one host.")
    found = passages([log], "How do readers work in WAL?")
    for question, titled in (("How do readers work in WAL?", True), ("Who shares a host?", False)):
        made = plan(question)
        assert About(made, found, subject_words(made, [log.title])).is_titled(found[0]) is titled


@pytest.mark.parametrize(
    ("one", "other", "values"),
    [
        ("The bridge was built in 1890.", "The bridge was built in 1891.", ("1890", "1891")),
        ("The bridge is 120 km long.", "The bridge is 240 km long.", ("120 km", "240 km")),
        ("The bridge was built in 1890.", "The bridge was built in 1890.", None),
        ("The bridge is 120 km long.", "The bridge is 121 km long.", None),
        ("The bridge was built in 1890.", "The mill has 14 wheels.", None),
    ],
)
def test_numbers_of_the_same_thing_that_differ_are_found(
    one: str, other: str, values: tuple[str, str] | None
) -> None:
    pages = [
        Page("https://example.org/1", "Bridge", one),
        Page("https://example.org/2", "Bridge", other),
    ]
    made = plan("bridge")
    found = differences(evidence(made, passages(pages, "bridge built long mill")))
    assert [sorted(each[0]) for each in found] == ([sorted(values)] if values else [])
