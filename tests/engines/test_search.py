"""Searching: what is typed, what is found, what is shown."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.index import Index, IndexFileError, shipped_index
from triptych.engines.page import WebPage
from triptych.engines.search import Query, parse, rank, search
from triptych.engines.search.evidence import described


def page(url: str, title: str, text: str) -> WebPage:
    return WebPage(url, title, text, site_name=url.split("/")[2].removeprefix("www."))


PAGES = [
    page(
        "https://garden.example/bees",
        "Keeping bees",
        "A beginner needs a hive, a veil & a smoker.\n\n"
        "In <spring> the colony grows. The bees collect nectar, and make honey of it.",
    ),
    page(
        "https://garden.example/roses/pruning",
        "Pruning roses",
        "Cut the stems above a bud. Do it in late winter, with sharp shears.",
    ),
    page(
        "https://www.docs.code.example/log",
        "Write-ahead log",
        "The write ahead log keeps changes until they are copied into the file.\n\n"
        "A log that was written ahead of time is something else.",
    ),
    page(
        "https://docs.code.example/tree",
        "Trees",
        "A tree in a database has leaves. Ahead of the leaves, write the branches of the log.",
    ),
    page(
        "https://kitchen.example/honey-cake",
        "Honey cake",
        "Warm the honey, stir in flour and eggs, and bake for an hour. García's café sells it.",
    ),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    with Index(tmp_path_factory.mktemp("search")) as index:
        index.add(PAGES)
        yield index


def found(index: Index, query: str, **options: object) -> list[str]:
    return [hit.page.title for hit in search([index], query, **options)]  # type: ignore[arg-type]


# What is typed


def test_operators_are_read() -> None:
    assert parse('-site:b.example "a b" -"c d" -ee f -g site:https://www.A.example/x/') == Query(
        text="a b f -g",
        phrases=("a b",),
        excluded=("c d", "ee"),
        sites=("a.example/x",),
        excluded_sites=("b.example",),
    )


@pytest.mark.parametrize(
    ("typed", "text", "phrases"),
    [
        ('"no end', "no end", ("no end",)),
        ('a "b" "', "a b", ("b",)),
        ("“curly quotes” here", "curly quotes here", ("curly quotes",)),
        ('""', "", ()),
        ("C++ is - not - C#", "C++ is not C#", ()),
        ("well-known", "well-known", ()),
        ("site:", "", ()),
        ("", "", ()),
    ],
)
def test_odd_input_is_read_as_far_as_it_goes(
    typed: str, text: str, phrases: tuple[str, ...]
) -> None:
    asked = parse(typed)
    assert (asked.text, asked.phrases, asked.excluded, asked.sites) == (text, phrases, (), ())


@given(
    st.text(alphabet=st.characters(), max_size=60)
    | st.text(alphabet='a "-:site.|*+^()', max_size=40)
)
@settings(max_examples=200, deadline=None)
def test_nothing_that_is_typed_is_an_error(index: Index, typed: str) -> None:
    asked = parse(typed)
    assert all(word.strip() for word in [*asked.phrases, *asked.excluded, *asked.sites])
    for hit in search([index], typed, by="words"):
        assert asked.admits(hit.page)


def test_of_a_pasted_text_the_beginning_is_read() -> None:
    words = [f"word{number}" for number in range(20_000)]
    asked = parse(" ".join(words))
    assert len(asked.text) == 2_000
    assert len(asked.stems) == 64
    asked = parse(" ".join(f'"{n}" -{n} site:{n} -site:{n} "{n}"' for n in range(99)))
    wanted = tuple(str(n) for n in range(32))
    assert asked.phrases == asked.excluded == asked.sites == asked.excluded_sites == wanted


def test_where_the_postings_break_the_search_says_what_to_do(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PanicException(BaseException):
        """As tantivy's, which no program can name."""

    def broken(*_: object) -> None:
        raise PanicException("assertion failed: start <= end")

    monkeypatch.setattr("triptych.engines.search.retrieval.Words.best", broken)
    with pytest.raises(IndexFileError, match="triptych index rebuild"):
        search([index], "honey")


# What is found


def test_words_are_found_in_any_form_and_without_accents(index: Index) -> None:
    assert found(index, "pruned ROSE", by="words") == ["Pruning roses"]
    assert found(index, "garcia cafes", by="words") == ["Honey cake"]


def test_words_that_tell_nothing_find_nothing_beside_others(index: Index) -> None:
    assert found(index, "what is a smoker", by="words") == ["Keeping bees"]


def test_meaning_finds_other_words(index: Index) -> None:
    assert found(index, "apiary insects", by="words") == []
    assert found(index, "apiary insects", by="meaning")[0] == "Keeping bees"
    assert found(index, "apiary insects")[0] == "Keeping bees"


@pytest.mark.parametrize("by", ["fused", "words", "meaning"])
def test_nonsense_finds_nothing(index: Index, by: str) -> None:
    assert found(index, "xqzzt flurb", by=by) == []
    assert found(index, "", by=by) == []


def test_a_phrase_must_stand_word_for_word(index: Index) -> None:
    assert found(index, '"write ahead log"') == ["Write-ahead log"]
    # The same stems, but other words.
    assert found(index, '"writes ahead logs"') == []
    assert found(index, '"late winter" "sharp shears"') == ["Pruning roses"]
    # No phrase runs from the title into the text.
    assert found(index, '"trees a tree"') == []


def test_what_is_excluded_is_not_found(index: Index) -> None:
    assert sorted(found(index, "honey")) == ["Honey cake", "Keeping bees"]
    assert found(index, "honey -cakes") == ["Keeping bees"]
    assert found(index, 'honey -"make honey"') == ["Honey cake"]
    assert found(index, "-honey") == []


def test_a_site_is_a_host_a_domain_or_a_part_of_it(index: Index) -> None:
    assert found(index, "log site:docs.code.example")[0] == "Write-ahead log"
    assert found(index, "log site:code.example")[0] == "Write-ahead log"
    assert found(index, "log site:ode.example") == []
    assert found(index, "stems site:garden.example/roses") == ["Pruning roses"]
    assert found(index, "stems site:garden.example/ros") == []
    assert "Keeping bees" not in found(index, "honey -site:garden.example")
    both = found(index, "honey site:garden.example site:kitchen.example")
    assert sorted(both)[:2] == ["Honey cake", "Keeping bees"]
    assert found(index, "cut -site:garden.example/roses", by="words") == []


def test_a_site_alone_lists_its_pages(index: Index) -> None:
    assert found(index, "site:garden.example") == ["Keeping bees", "Pruning roses"]
    assert found(index, "site:garden.example -hive") == ["Pruning roses"]
    assert found(index, "site:garden.example", limit=1) == ["Keeping bees"]
    assert found(index, "site:nowhere.example") == []


def test_several_indexes_are_searched_as_one(index: Index, tmp_path: Path) -> None:
    with Index(tmp_path) as own:
        own.add(
            [
                page("https://own.example/", "Honey", "Honey, honey, and nothing but honey."),
                page(PAGES[0].url, "Keeping bees", "My own notes on honey."),
            ]
        )
        hits = search([own, index], "honey")
        assert [hit.page.title for hit in hits].count("Keeping bees") == 1
        assert hits[0].page.url == "https://own.example/"
        assert {hit.page.url for hit in hits} >= {PAGES[4].url}


def test_a_word_is_as_rare_as_in_all_indexes_together(index: Index, tmp_path: Path) -> None:
    with Index(tmp_path) as own:
        # On the only page of one index: there, the word tells nothing.
        own.add([page("https://own.example/", "Shears", "Shears, shears, shears!")])
        best = search([index, own], "shears", by="words")[0]
        assert best.page.title == "Shears"


def test_limits_hold(index: Index) -> None:
    assert len(search([index], "honey tree log", limit=2)) == 2
    assert search([], "honey") == []


# What is shown


def test_a_description_marks_words_and_escapes_the_rest(index: Index) -> None:
    (hit,) = search([index], "smoker colonies", by="words")
    assert "a veil &amp; a <em>smoker</em>." in hit.description
    assert "In &lt;spring&gt; the <em>colony</em> grows." in hit.description
    assert hit.passages == (PAGES[0].text,)


SENTENCES = st.lists(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), max_size=15).map(
    ". ".join
)


@given(SENTENCES, st.lists(st.sampled_from(["honey", "bee", "café"]), min_size=1))
@settings(max_examples=200, deadline=None)
def test_a_description_says_what_the_text_says(text: str, wanted: list[str]) -> None:
    shown = described(text, dict.fromkeys(wanted, 1.0))
    assert len(re.sub(r"</?em>", "", html.unescape(shown))) <= 300
    plain = html.unescape(re.sub(r"</?em>", "", shown)).strip("… ")
    assert " ".join(plain.split()) in " ".join(text.split())


def test_letters_whose_small_form_is_two_move_no_mark() -> None:
    assert described("İİİİ honey", {"honey": 1.0}) == "İİİİ <em>honey</em>"


def test_the_best_passage_of_a_long_page_comes_first(tmp_path: Path) -> None:
    filler = "\n\n".join(
        f"Paragraph {n} tells of nothing in particular, at length." * 4 for n in range(12)
    )
    text = f"{filler}\n\nThe zebra drinks at the well before dawn.\n\n{filler}"
    long = page("https://long.example/", "Long", text)
    for vectors in (True, False):
        with Index(tmp_path / str(vectors)) as index:
            index.add([long], vectors=vectors)
            (hit,) = search([index], "when does the zebra drink")
            assert "zebra drinks at the well" in hit.passages[0]
            assert "<em>zebra</em> <em>drinks</em>" in hit.description
            assert 100 <= len(re.sub("</?em>", "", hit.description)) <= 250
            assert all(passage in text for passage in hit.passages)
            # Without vectors, only its words tell that a passage supports a query.
            assert vectors or all("zebra" in passage for passage in hit.passages)


def test_pages_at_hand_are_ranked_and_none_is_lost() -> None:
    hits = rank(PAGES, "bake with honey")
    assert hits[0].page == PAGES[4]
    assert len(hits) == len(PAGES)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == 0
    assert [hit.page for hit in rank(PAGES, "honey -cake -tree -log -roses")] == [PAGES[0]]
    assert rank([], "honey") == []


def test_a_page_at_hand_without_text_is_described_by_itself() -> None:
    silent = WebPage("https://a.example/", "Silent", "", description="Says <nothing>.")
    (hit,) = rank([silent], "anything")
    assert (hit.description, hit.passages) == ("Says &lt;nothing&gt;.", ())


def test_words_that_stand_nowhere_must_be_very_near_in_meaning() -> None:
    shipped = [shipped_index()]
    assert search(shipped, "fnord") == []
    assert search(shipped, "terremoto") == []
    assert search(shipped, "aardwolf", limit=1)[0].page.title == "Aardvark"


def test_of_pages_at_hand_none_is_shown_that_is_refused_or_too_many() -> None:
    assert [hit.page for hit in rank(PAGES, "honey site:garden.example")] == PAGES[:2]
    assert len(rank(PAGES, "honey", limit=2, by="words")) == 2


def test_of_a_very_long_page_at_hand_the_beginning_is_read() -> None:
    long = page("https://long.example/", "Long", "filler " * 6_000 + "zebra")
    (hit,) = rank([long], "zebra", by="words")
    assert hit.score == 0


def test_a_phrase_is_found_behind_pages_that_only_have_its_stems(tmp_path: Path) -> None:
    near = [
        page(f"https://near.example/{n}", f"Roses {n}", f"Pruned roses, pruned rose number {n}.")
        for n in range(12)
    ]
    exact = page("https://exact.example/", "Garden", f"{'Soil and rain. ' * 30} Pruning roses.")
    with Index(tmp_path / "index") as index:
        index.add([*near, exact], vectors=False)
        hits = search([index], '"pruning roses"', by="words")
    assert [hit.page.url for hit in hits] == [exact.url]
