"""Overviews: the page's own words, that answer, that can be understood, or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.search.overview import Overview, Source, excerpts, write_overview
from triptych.engines.search.overview.candidates import read_windows
from triptych.engines.search.overview.context import Needs, is_statement, needs_before

FUJI = Source(
    1,
    "https://en.wikipedia.org/wiki/Mount_Fuji",
    "Mount Fuji",
    "Mount Fuji is an active stratovolcano located on the Japanese island of Honshu, with a summit "
    "elevation of 3,776.24\u00a0m. It is the highest mountain in Japan, the second-highest volcano "
    "on any Asian island, and the seventh-highest peak of an island on Earth. Mount Fuji last "
    "erupted from 1707 to 1708.",
)
MALAWI = Source(
    2,
    "https://en.wikipedia.org/wiki/Malawi_(country)",
    "Malawi",
    "Malawi, officially the Republic of Malawi, is a landlocked country in Southeast Africa. It is "
    "bordered by Zambia to the west, Tanzania to the north and northeast, and Mozambique to the "
    "east, south, and southwest. Malawi spans over 118,484 km2 and has a population of "
    "22,224,282. Lilongwe is its capital and largest city.",
)
KEYNES = Source(
    3,
    "https://en.wikipedia.org/wiki/John_Maynard_Keynes",
    "John Maynard Keynes",
    "John Maynard Keynes was an English economist whose writings are the basis for the school of "
    "thought known as Keynesian economics. Originally trained in mathematics, he built on and "
    "refined earlier work on the causes of business cycles.",
)
PAGES = [FUJI, MALAWI, KEYNES]


def texts(overview: Overview) -> list[str]:
    return [claim.text for claim in overview.claims]


@pytest.mark.parametrize(
    ("query", "answer", "number"),
    [
        ("When did Mount Fuji last erupt?", "from 1707 to 1708", 1),
        ("How high is Mount Fuji?", "3,776.24 m", 1),
        ("Which countries border Malawi?", "Zambia", 2),
        ("what is the capital of malawi", "Lilongwe", 2),
        ("population of Malawi", "22,224,282", 2),
        ("Who was the economist behind Keynesian economics?", "John Maynard Keynes", 3),
        ("Keynes business cycles", "business cycles", 3),
        ("year mount fuji erupted", "from 1707 to 1708", 1),
        ("who has written of Keynesian economics", "John Maynard Keynes", 3),
    ],
)
def test_the_answer_is_in_it_and_its_page_is_cited(query: str, answer: str, number: int) -> None:
    overview = write_overview(query, PAGES)
    assert any(answer in claim.text and claim.number == number for claim in overview.claims)


def test_direct_answer_is_named_with_its_sentence_and_its_place() -> None:
    page = Source(
        2,
        "https://example.org/(novel)",
        "The Color Purple",
        "The Color Purple is an epistolary novel. It was written by Alice Walker in 1982.",
    )
    overview = write_overview("who wrote the color purple", [FUJI, page])
    answer = overview.answer
    assert answer is not None
    assert (answer.text, answer.number) == ("Alice Walker", 2)
    assert answer.sentence == "It was written by Alice Walker in 1982."
    assert overview.text[answer.start : answer.end] == answer.text
    assert texts(overview)[0] == "The Color Purple is an epistolary novel.", "what it needs before"


def test_words_of_the_overview_are_no_answer_where_that_is_not_sure() -> None:
    overview = write_overview("Keynes business cycles", PAGES)
    assert overview.text
    assert overview.answer is None


def test_pages_that_answer_are_described_by_the_sentence_that_does() -> None:
    overview = write_overview("When did Mount Fuji last erupt?", PAGES)
    assert overview.descriptions[1].startswith(
        "<em>Mount</em> <em>Fuji</em> <em>last</em> <em>erupted</em> from 1707 to 1708"
    )
    assert 3 not in overview.descriptions


def test_sentences_are_the_pages_own_and_each_has_its_marker() -> None:
    overview = write_overview("What is the capital of Malawi?", PAGES)
    assert overview.claims
    pages = {page.number: " ".join(page.text.split()) for page in PAGES}
    for claim in overview.claims:
        assert claim.text in pages[claim.number]
        assert claim.support == claim.text
    marker = "[[2](https://en.wikipedia.org/wiki/Malawi_%28country%29)]"
    assert overview.text == " ".join(f"{text} {marker}" for text in texts(overview))


def test_what_is_asked_goes_first_even_if_another_page_comes_first() -> None:
    assert texts(write_overview("Where is Malawi?", PAGES))[0].startswith("Malawi, officially")
    assert texts(write_overview("What is Mount Fuji?", PAGES[::-1]))[0].startswith("Mount Fuji is")


def test_a_pronoun_comes_with_the_sentence_that_names_what_it_means() -> None:
    found = texts(write_overview("What is the capital of Malawi?", PAGES))
    assert "Lilongwe is its capital and largest city." in found
    assert found[0].startswith("Malawi ")


def test_he_is_not_shown_where_another_person_was_named_between() -> None:
    page = Source(
        1,
        "https://example.org/",
        "Ada Holm",
        "Ada Holm was a painter from Bergen. Karl Voss was her teacher in Paris. "
        "In 1911 he bought the lighthouse of Utsira.",
    )
    for query in ("Ada Holm", "Who bought the lighthouse of Utsira?"):
        assert not any("lighthouse" in text for text in texts(write_overview(query, [page])))


@pytest.mark.parametrize(
    "query",
    [
        "xyzzy plugh",
        "Who won the football world cup in 2034?",
        "chocolate cake recipe",
        "When did Mount Fuji erupt in 2034?",
        "?",
        "the of and",
        "",
    ],
)
def test_nothing_is_written_where_nothing_answers(query: str) -> None:
    assert write_overview(query, PAGES) == Overview("", ())


def test_nothing_is_written_from_nothing() -> None:
    assert write_overview("What is Malawi?", []) == Overview("", ())
    empty = Source(1, "https://example.org/", "Malawi", "")
    assert write_overview("What is Malawi?", [empty]) == Overview("", ())


def test_two_pages_that_say_the_same_are_not_both_shown() -> None:
    again = MALAWI._replace(number=4, url="https://example.org/copy")
    found = texts(write_overview("Which countries border Malawi?", [MALAWI, again]))
    assert len(found) == len(set(found))


def test_it_is_short() -> None:
    kinds = ["green", "white", "black", "yellow", "oolong", "dark", "herbal"]
    uses = ["cakes", "soups", "dyes", "wine", "medicine", "soap", "ice"]
    text = " ".join(
        f"Of {kind} tea, people make {use}{' of very many different sorts' * 5} in {n} countries."
        for n, (kind, use) in enumerate(zip(kinds, uses, strict=True), 2)
    )
    page = Source(1, "https://example.org/tea", "Tea", text)
    overview = write_overview("What do people make of tea?", [page])
    assert 2 <= len(overview.claims) <= 5
    assert sum(map(len, texts(overview))) <= 700


def test_a_list_is_shown_as_one() -> None:
    page = Source(
        1,
        "https://example.org/tea",
        "Tea",
        "Tea is a drink that is made from leaves of the tea plant.\n\n"
        "The main types of tea are:\n\n- Green tea\n- Black tea, which is oxidised\n- White tea\n\n"
        "History\n\nTea was first drunk in China.",
    )
    link = "[[1](https://example.org/tea)]"
    assert write_overview("What types of tea are there?", [page]).text == (
        f"The main types of tea are: {link}\n"
        f"- Green tea {link}\n- Black tea, which is oxidised {link}\n- White tea {link}"
    )
    assert "\n" not in write_overview("Where was tea first drunk?", [page]).text


def test_a_list_without_its_introduction_is_a_list_all_the_same() -> None:
    page = Source(
        1,
        "https://example.org/kettle",
        "Boiling",
        "A kettle has advantages over a pot.\n\n"
        "Its advantages are:\n\n- It is fast.\n- It is safe.",
    )
    link = "[[1](https://example.org/kettle)]"
    found = write_overview("What are the advantages of a kettle?", [page]).text
    assert f"- It is fast. {link}\n- It is safe. {link}" in found


def test_a_heading_tells_what_the_sentences_under_it_are_about() -> None:
    filling = "\n\n".join(f"Kettle number {n} of the museum is red." for n in range(20))
    page = Source(
        1,
        "https://example.org/kettle",
        "Kettle",
        f"{filling}\n\nDescaling\n\nVinegar is boiled twice, and water once more.",
    )
    found = texts(write_overview("descaling a kettle", [page]))
    assert "Vinegar is boiled twice, and water once more." in found


def test_pages_that_do_not_name_what_is_asked_about_are_left_out() -> None:
    lake = Source(2, "https://example.org/chad", "Lake Chad", "Lake Chad has a length of 200 km.")
    nile = Source(
        1, "https://example.org/nile", "Nile", "The Nile is a river. The Nile is 6,650 km long."
    )
    found = write_overview("length of the Nile in km", [nile, lake])
    assert {claim.number for claim in found.claims} == {1}


def test_a_title_that_tells_what_a_page_is_about_stands_for_what_this_means() -> None:
    page = Source(
        1,
        "https://docs.python.org/3/library/gzip.html",
        "gzip — Support for gzip files",
        "gzip — Support for gzip files\n\nSource code: Lib/gzip.py\n\n"
        "This module provides a simple interface to compress and decompress files.",
    )
    assert texts(write_overview("What does the gzip module do?", [page])) == [
        "gzip — Support for gzip files",
        "This module provides a simple interface to compress and decompress files.",
    ]


@pytest.mark.parametrize(
    ("sentence", "needs"),
    [
        ("Malawi is small.", Needs.NONE),
        ("It is small.", Needs.SUBJECT),
        ("In 1964, it became independent.", Needs.SUBJECT),
        ("With a population of 2,098,000, it is the largest city.", Needs.SUBJECT),
        ("It is estimated that ten million people live in Malawi.", Needs.NONE),
        ("Lilongwe is its capital.", Needs.SUBJECT),
        ("Despite its size, Malawi has many lakes.", Needs.NONE),
        ("The country is small.", Needs.SUBJECT),
        ("Most are fishermen.", Needs.SUBJECT),
        ("However, Malawi is small.", Needs.SENTENCE),
        ("For example, Malawi is small.", Needs.SENTENCE),
        ("These are small.", Needs.SENTENCE),
        ("Because of this, Malawi is small.", Needs.SENTENCE),
        ("The latter is small.", Needs.SENTENCE),
        ("Both became independent.", Needs.SENTENCE),
        ("The lakes were deeper before then.", Needs.SENTENCE),
        ("Divers saw many such fish.", Needs.SENTENCE),
        ("The length of rivers is measured.", Needs.NONE),
        ("The length of the river is measured.", Needs.SUBJECT),
        ("Lakes were measured by Ada Holm while she was a student.", Needs.NONE),
        ("Lakes were measured while she was a student.", Needs.SUBJECT),
        ("Those of Malawi that swim are cichlids.", Needs.NONE),
        ("Jazz rose in the century, and this century saw much of it.", Needs.NONE),
    ],
)
def test_what_a_sentence_leans_on(sentence: str, needs: Needs) -> None:
    assert needs_before(sentence, "Malawi") is needs


@pytest.mark.parametrize(
    ("sentence", "states"),
    [
        ("Disk I/O operations tend to be sequential.", True),
        ("Elizabeth I was a queen of England.", True),
        ("We recommend version 1.1.4 or later.", False),
        ("What is the capital of Malawi?", False),
        ("and so it went on for years.", False),
        ("See also the list of lakes", False),
        ("The lake (in the north is deep.", False),
    ],
)
def test_what_states_something(sentence: str, states: bool) -> None:
    assert is_statement(sentence) is states


def test_excerpts_are_the_parts_that_fit_and_are_bounded() -> None:
    padding = "\n\n".join(f"Paragraph {n} is about nothing at all." for n in range(500))
    page = Source(1, "https://example.org/", "Notes", f"{padding}\n\n{MALAWI.text}\n\n{padding}")
    [found] = excerpts("capital of Malawi", [page], longest=400, longest_each=500)
    assert "landlocked country" in found.text
    assert len(found.text) <= 400
    both = excerpts("Malawi Fuji", [FUJI, MALAWI], longest=300, longest_each=290)
    assert sum(len(one.text) for one in both) <= 300


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200), st.text(max_size=300))
def test_any_text_is_taken(query: str, text: str) -> None:
    page = Source(1, "https://example.org/", query[:50], text)
    overview = write_overview(query, [page, FUJI])
    for claim in overview.claims:
        source = page if claim.number == 1 else FUJI
        assert " ".join(claim.text.split()) in " ".join(source.text.split())


def _titles(question: str, *sources: Source, longest: int = 2_000) -> list[str]:
    return [window.title for window in read_windows(question, sources, longest=longest)]


def test_windows_are_of_one_section_and_have_its_heading() -> None:
    page = Source(
        1,
        "https://example.org/",
        "Kettle",
        "A kettle is a pot.\n\nDescaling\n\nVinegar is boiled twice.\n\n2. Safety\n\nIt is hot.",
    )
    windows = read_windows("kettle vinegar", [page], longest=500)
    assert {window.title for window in windows} == {
        "Kettle",
        "Kettle - Descaling",
        "Kettle - 2. Safety",
    }
    assert windows[0].title == "Kettle - Descaling"
    for window in windows:
        for sentence in window.sentences:
            assert page.text.startswith(sentence.text, sentence.start)


def test_windows_are_no_longer_than_asked_for() -> None:
    text = "\n\n".join(f"The lake of Malawi has fish number {n}." for n in range(200))
    windows = read_windows("lake fish", [MALAWI._replace(text=text)], longest=300)
    length = sum(len(sentence.text) for window in windows for sentence in window.sentences)
    assert 100 < length <= 300


def test_windows_of_passages_known_to_be_near_go_before_others() -> None:
    near = "Water is put over a flame until it sings."
    page = Source(1, "https://example.org/", "Notes", f"Nothing at all.\n\n{near}", (near,))
    [window] = read_windows("kettle", [page], longest=500)
    assert [sentence.text for sentence in window.sentences] == [near]


def test_items_of_a_list_are_read_to_its_end() -> None:
    passage = "Parts of a kettle:\n- lid"
    page = Source(1, "https://example.org/", "Kettle", f"{passage}\n- spout\n\nMore.", (passage,))
    [window] = read_windows("kettle", [page], longest=500)
    items = [sentence.text for sentence in window.sentences if sentence.is_item]
    assert items == ["lid", "spout"]


def test_pages_without_a_number_of_the_question_are_not_read() -> None:
    assert _titles("Mount Fuji 1707", FUJI, MALAWI) == ["Mount Fuji"]


def test_operators_of_search_are_not_read() -> None:
    assert _titles('"mount fuji" -hotel site:wikipedia.org', FUJI) == ["Mount Fuji"]


def test_code_is_shown_with_the_line_that_introduces_it() -> None:
    page = Source(
        1,
        "https://example.org/sql",
        "Joins",
        "Databases hold tables.\n\nTo join two tables, write the following:\n\n"
        "SELECT name,\n       town\nFROM people JOIN towns ON town_id = towns.id;\n\n"
        "Tables were invented by Codd.",
    )
    overview = write_overview("How do I join two tables?", [page])
    link = "[[1](https://example.org/sql)]"
    assert (
        f"To join two tables, write the following: {link}\n"
        "```\nSELECT name,\n       town\nFROM people JOIN towns ON town_id = towns.id;\n"
        f"```\n{link}"
    ) in overview.text


def test_he_is_shown_where_nobody_else_was_named_between() -> None:
    page = Source(
        1,
        "https://example.org/",
        "Ada Holm",
        "Ada Holm was a painter from Bergen. The town was small. "
        "In 1911 she bought the lighthouse of Utsira.",
    )
    assert texts(write_overview("Who bought the lighthouse of Utsira?", [page]))[:2] == [
        "Ada Holm was a painter from Bergen.",
        "In 1911 she bought the lighthouse of Utsira.",
    ]


def test_an_introduction_that_points_at_its_list_is_shown_with_it() -> None:
    page = Source(
        1,
        "https://example.org/",
        "Recovery",
        "Disks fail.\n\nThese are the basic steps to recover a database:\n\n"
        "1. Open the recovery handle.\n2. Step until it is done.\n3. Finish it.",
    )
    shown = texts(write_overview("steps to recover a database", [page]))
    assert shown[-4:] == [
        "These are the basic steps to recover a database:",
        "Open the recovery handle.",
        "Step until it is done.",
        "Finish it.",
    ]


def test_an_introduction_that_answers_and_is_not_shown_leaves_its_list() -> None:
    page = Source(
        1,
        "https://example.org/",
        "Recovery",
        "Its steps to recover a database are:\n\n- Open the handle.\n- Finish it.",
    )
    overview = write_overview("steps to recover a database", [page])
    assert texts(overview) == ["Open the handle.", "Finish it."]
    assert overview.answer is None


_LINES = (
    "A kettle is a pot that boils water.",
    "It has a lid. However, it is hot. Kettles boil water on a stove.",
    "Its parts of a kettle are:",
    "These are the ways to boil a kettle:",
    "- Put the kettle on.",
    "- lid",
    "1. Fill the kettle with water.",
    "kettle = Kettle(); kettle.boil()",
    "How do I boil a kettle?",
    "2. Boiling a kettle",
    "Kettle",
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(_LINES), st.sampled_from(["\n", "\n\n"])), max_size=14),
    st.sampled_from(["how do I boil a kettle", "parts of a kettle", "what is a kettle"]),
)
def test_any_layout_is_taken(lines: list[tuple[str, str]], query: str) -> None:
    page = Source(1, "https://example.org/", "Kettle", "".join(map("".join, lines)))
    overview = write_overview(query, [page])
    for claim in overview.claims:
        assert " ".join(claim.text.split()) in " ".join(page.text.split())
    if overview.answer:
        start, end = overview.answer.start, overview.answer.end
        assert overview.text[start:end] == overview.answer.text


def test_a_list_that_two_passages_reach_into_is_shown_once() -> None:
    first, second = "Parts of a kettle:\n- lid", "- spout\n- handle of a kettle"
    page = Source(1, "https://example.org/", "Kettle", f"{first}\n{second}", (first, second))
    shown = texts(write_overview("parts of a kettle", [page]))
    assert shown == ["Parts of a kettle:", "lid", "spout", "handle of a kettle"]
