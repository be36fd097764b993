"""The parts of pages that are read: which sentences can be shown, and which come first."""

from __future__ import annotations

from triptych.engines.research import Page, passages
from triptych.engines.research.passages import akin, is_about, names_of
from triptych.engines.research.statements import statements


def test_passages_code_tables_and_talk_about_the_page_are_left_out() -> None:
    page = Page(
        "https://example.org/tea",
        "Tea",
        "Tea is a drink that is made from leaves.\n\n"
        "See the next section for more about tea and its leaves.\n\n"
        "tea = brew(leaves); drink(tea);\n\n"
        "green tea | 80 degrees | three minutes of tea.\n\n"
        "This page about tea was last changed in spring.",
    )
    assert [one.text for one in passages([page], "tea")] == [
        "Tea is a drink that is made from leaves."
    ]


def test_passages_what_the_search_found_to_fit_goes_first() -> None:
    filler = "\n\n".join(f"The tea of region {n} is sold at market {n} in tins." for n in range(30))
    page = Page(
        "https://example.org/tea",
        "History of tins",
        f"{filler}\n\nTea was first drunk in China as a medicine.",
    )
    fitting = page._replace(snippets=("Tea was first drunk in China as a medicine.",))
    assert "China" not in passages([page], "tea history", most=1)[0].text
    assert "China" in passages([fitting], "tea history", most=1)[0].text


def test_passages_sentences_are_bounded_and_known_ones_left_out() -> None:
    text = "\n\n".join(f"Tea number {n} is a tea. It is sold in tins." for n in range(9))
    page = Page("https://example.org/tea", "Tea", text)
    first = passages([page], "tea", most=7)
    assert 0 < sum(each.usable for one in first for each in one.statements) <= 7
    known = {(one.url, one.place) for one in first}
    rest = passages([page], "tea", known=known)
    assert len(first) + len(rest) == 9
    assert known.isdisjoint((one.url, one.place) for one in rest)


def test_passages_lines_of_code_and_of_output_are_no_headings() -> None:
    page = Page(
        "https://example.org/kettle",
        "Kettle",
        "Use\n\nA kettle is put on the stove.\n\nkettle --boil\n\n0.333\n\nkettle = {boil}\n\n"
        "A kettle then boils the water in it.",
    )
    assert {one.heading for one in passages([page], "kettle")} == {"Use"}


def test_statements_item_that_ends_as_in_a_list_is_a_sentence() -> None:
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


def test_is_about_title_of_another_thing_is_not() -> None:
    assert is_about("Tea (drink)", "tea")
    assert is_about("asyncio — Asynchronous I/O", "asyncio")
    assert not is_about("Tea ceremony", "tea")
    assert not is_about("", "tea")
    assert names_of("2.1. Concurrency") == {"concurr"}
    assert akin("volcan", "volcano")
    assert not akin("form", "formal")
