"""What is typed is completed by titles, phrases, earlier queries and words."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.engines.suggestions import Entries, Suggestions, key, phrases

TITLES = [
    "History of art", "History of Rome", "Ancient Rome", "Photosynthesis", "Photography",
    "Black hole", "Supermassive black hole", "World War I", "World War II", "World War (film)",
    "photosynthesis", "Quantum mechanics", "New York", "  ", "Café",
]  # fmt: skip
WORDS = {"photography": 30, "photon": 12, "photonics": 2, "einstein": 9, "einstein's": 4, "42": 7}


@pytest.fixture
def found() -> Suggestions:
    return Suggestions(TITLES, WORDS)


def test_titles_that_begin_so_come_first(found: Suggestions) -> None:
    assert found.suggest("black") == ["Black hole", "Supermassive black hole"]
    assert found.suggest("hole") == ["Black hole", "Supermassive black hole"]


def test_case_and_spacing_do_not_matter(found: Suggestions) -> None:
    assert found.suggest("  HISTORY   of r")[0] == "History of Rome"
    assert found.suggest("CAFÉ") == ["Café"]


def test_a_space_ends_the_word(found: Suggestions) -> None:
    assert "Photosynthesis" in found.suggest("photo")
    assert "Photosynthesis" not in found.suggest("photo ")
    assert found.suggest("wrold war ")[0] == "World War I"


def test_each_is_given_once_ignoring_case(found: Suggestions) -> None:
    given = found.suggest("photosyn")
    assert [key(one) for one in given].count("photosynthesis") == 1


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("qauntum me", "Quantum mechanics"),
        ("quntum", "Quantum mechanics"),
        ("fotosyn", "Photosynthesis"),
        ("supermasive blak", "Supermassive black hole"),
    ],
)
def test_slips_are_forgiven(found: Suggestions, typed: str, title: str) -> None:
    assert found.suggest(typed)[0] == title


def test_short_begins_are_taken_as_they_are(found: Suggestions) -> None:
    assert found.suggest("qau") == []


def test_the_last_word_is_completed_where_no_title_fits(found: Suggestions) -> None:
    assert found.suggest("Lens for phot")[:2] == ["Lens for photography", "Lens for photon"]
    assert found.suggest("einst") == ["einstein"]


def test_phrases_of_several_titles_are_suggested(found: Suggestions) -> None:
    assert found.suggest("world w")[0] == "World War"
    shared = ["History of art", "history of art in Rome", "The history of art", "Art and the"]
    assert phrases(shared) == {"History of art": 3}


def test_what_was_asked_more_often_comes_first(found: Suggestions) -> None:
    for query in ("history of tea", "History of Tea", "history of tin", "history of tea"):
        found.remember(query)
    assert found.suggest("history of t")[:2] == ["history of tea", "history of tin"]
    found.remember("world war ii")
    assert found.suggest("world")[0] == "World War II"
    assert [key(one) for one in found.suggest("world")].count("world war ii") == 1


def test_earlier_queries_are_found_by_their_later_words(found: Suggestions) -> None:
    found.remember("how to brew oolong")
    assert found.suggest("oolo") == ["how to brew oolong"]


def test_what_is_no_query_is_not_remembered(found: Suggestions) -> None:
    found.remember("   ")
    found.remember("tea " * 100)
    assert found.suggest("tea") == []


def test_only_so_many_are_remembered(found: Suggestions) -> None:
    found.remember("zzz kept")
    found.remember("zzz kept")
    for number in range(3_000):
        found.remember(f"yyy {number}")
    assert found.suggest("zzz") == ["zzz kept"]
    assert len(found._used) <= 2_000


def test_never_more_than_the_limit(found: Suggestions) -> None:
    assert len(found.suggest("w", limit=2)) == 2
    assert len(Suggestions([f"Tea {n}" for n in range(99)], {}).suggest("t")) == 10
    with pytest.raises(ValueError, match="1 or more"):
        found.suggest("w", limit=0)


def test_nothing_typed_nothing_suggested(found: Suggestions) -> None:
    assert found.suggest("") == found.suggest(" \t") == []
    assert Suggestions([], {}).suggest("tea") == []


def test_threads_may_remember_and_ask(found: Suggestions) -> None:
    failed: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(50):
                found.remember(f"query {name} {number}")
                found.suggest("query")
        except BaseException as error:
            failed.append(error)

    threads = [Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert sum(found._used.values()) == 200


@given(st.text(max_size=60), st.integers(1, 5))
def test_any_text_may_be_typed(typed: str, limit: int) -> None:
    found = Suggestions(TITLES, WORDS)
    found.remember(typed)
    given = found.suggest(typed, limit)
    assert len(given) <= limit
    assert len({one.casefold() for one in given}) == len(given)


def test_entries_are_found_by_their_slips() -> None:
    entries = Entries({key(title): title for title in TITLES if title.strip()})
    assert entries.slipped("quamtum", 5) == [("quantum mechanics", 1)]
    assert entries.slipped("quaxyu", 5) == []


def test_a_past_query_that_is_a_title_is_written_as_the_title() -> None:
    suggestions = Suggestions(["Oolong"], {})
    suggestions.remember("oolong")
    assert suggestions.suggest("oo") == ["Oolong"]
