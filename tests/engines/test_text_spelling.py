"""Misspelt words are corrected; what is right, quoted or no word stays."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.text.slips import cost
from triptych.engines.text.spelling import (
    Speller,
    corrected,
    dictionary_words,
    letters_of,
    tolerated,
)

WORDS = {
    "quantum": 90, "mechanics": 60, "photosynthesis": 12, "history": 900, "of": 5000, "the": 9000,
    "ancient": 300, "rome": 200, "rhythm": 20, "necessary": 80, "python": 120, "list": 400,
    "comprehension": 9, "dinosaur": 30, "dinosaurs": 25, "physics": 200, "psychology": 90,
    "receive": 60, "einstein": 40, "bumpy": 3, "since": 800, "science": 600, "straße": 4,
    "black": 300, "hole": 60, "self": 90, "driving": 60, "theory": 300, "their": 2000,
}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "right"),
    [
        ("quantom mechanics", "quantum mechanics"),
        ("fotosynthesis", "photosynthesis"),
        ("histroy of the anceint rome", "history of the ancient rome"),
        ("rythm", "rhythm"),
        ("neccessary", "necessary"),
        ("recieve", "receive"),
        ("Pyhton list comprehention", "Python list comprehension"),
        ("phisics, (psycology)?", "physics, (psychology)?"),
        ("self-drivng", "self-driving"),
        ("Einstien's theory", "Einstein's theory"),
    ],
)
def test_slips_are_corrected(typed: str, right: str) -> None:
    assert corrected(typed, WORDS) == right


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "quantum  mechanics ",
        "numpy kubectl webpack",
        '"quantom mechanics"',
        "“quantom”",
        "-quantom history",
        "site:quantom.org history",
        "quantom.py quant_om quantom2 https://quantom.org/quantom a@quantom.org --quantom",
        "QUANTOM NASA",
        "quanTom",
        "qu",
        "量子力学",
        "xkqzwv",
        "dinosaurs kubeconfigs",
        "unnecessary prehistory rethinkdb",
    ],
)
def test_what_may_be_meant_as_it_stands_stays(query: str) -> None:
    assert corrected(query, WORDS) == query


def test_a_word_of_the_index_is_never_changed() -> None:
    assert corrected("quantom", {**WORDS, "quantom": 1}) == "quantom"


def test_the_commoner_of_two_words_is_meant() -> None:
    assert corrected("thier", {"their": 2000, "tier": 2, "thief": 2}) == "their"
    assert corrected("brocolli", {"broccoli": 3, "brocolie": 1}) == "broccoli"


def test_beside_a_name_unknown_words_are_taken_for_names() -> None:
    words = {"virtue": 40, "and": 5000}
    assert corrected("virtze and", words) == "virtue and"
    assert corrected("nespresso virtze", words) == "nespresso virtze"


def test_a_pasted_text_is_not_looked_up_to_its_end() -> None:
    typed = "quantom " * 40
    assert corrected(typed, WORDS).split() == ["quantum"] * 16 + ["quantom"] * 24


def test_an_empty_index_corrects_nothing() -> None:
    assert corrected("quantom", {}) == "quantom"


def test_each_vocabulary_has_its_own_words() -> None:
    for word in ("quantum", "quantock", "quantum"):
        other = {word: 5}
        assert corrected("quantun", other) == ("quantum" if word == "quantum" else "quantun")


def test_likelier_slips_cost_less() -> None:
    assert cost("tea", "tea") == 0
    assert cost("recieve", "receive") < cost("reczive", "receive")
    assert cost("neccessary", "necessary") < cost("nezcessary", "necessary")
    assert cost("hiztory", "history") < cost("hiwtory", "history") + 0.5
    assert cost("fone", "phone") < cost("pone", "phone")
    assert cost("wuantum", "quantum") > cost("quantim", "quantum")
    assert cost("abcdef", "uvwxyz", 2.0) == float("inf")


@settings(max_examples=50, deadline=None)
@given(st.text("abcdef", max_size=9), st.text("abcdef", max_size=9))
def test_a_limit_changes_no_cost_below_it(typed: str, meant: str) -> None:
    exact = cost(typed, meant, 99)
    assert (exact == 0) == (typed == meant)
    limited = cost(typed, meant, 2.0)
    assert limited == (exact if exact <= 2.0 else float("inf"))


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=40))
def test_no_query_fails_or_loses_its_spaces(query: str) -> None:
    found = corrected(query, WORDS)
    assert [part for part in found if part.isspace()] == [part for part in query if part.isspace()]


def test_a_near_word_is_found_among_many() -> None:
    many = {
        f"{first}{second}ord{third}": 1
        for first in "abcdefgh"
        for second in "aeiou"
        for third in "klmnop"
    }
    speller = Speller({**many, "photosynthesis": 2})
    assert speller.nearest("photosinthesis", frozenset()) == "photosynthesis"
    assert speller.nearest("photosinthesis", frozenset(), strictness=0.1) is None


def test_longer_words_may_differ_more() -> None:
    assert [tolerated(length) for length in range(3, 15)] == sorted(map(tolerated, range(3, 15)))


def test_letters_are_sets() -> None:
    assert letters_of("tea") == letters_of("eat") != letters_of("seat")
    assert 0 < letters_of("日本ß") < 2**32


def test_the_list_knows_english_and_names_but_no_common_misspellings() -> None:
    listed = dictionary_words()
    assert {"rhythm", "colour", "color", "kubectl", "numpy", "webpack", "nginx"} <= listed
    assert listed.isdisjoint({"recieve", "seperate", "definately", "teh", "alot"})
    assert all(word == word.lower() and "\n" not in word for word in listed)


def test_the_package_is_imported_without_what_it_may_not_need() -> None:
    check = (
        "import sys, triptych.engines.text.spelling, triptych.engines.suggestions, "
        "triptych.engines.page; "
        "late = {'numpy', 'rapidfuzz', 'lxml', 'trafilatura', 'htmldate', 'markdown_it'}; "
        "sys.exit(', '.join(late & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, check=False
    )
    assert done.stderr.strip() == ""
