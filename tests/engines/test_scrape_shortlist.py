"""The candidates of a page that are read with a prompt."""

import numpy as np
import pytest

from triptych.engines.scrape.elements.features import STATIC
from triptych.engines.scrape.matcher.shortlist import MATCHES

from .scrape_pages import index_of, place_of

PAGE = """<title>Green tea - Tea shop</title><h1>Green tea</h1>
<p>Price: <b>5 EUR</b></p><p>Weight: <b>100 g</b></p><p>A tea from the hills of Japan.</p>"""
WIDTH = MATCHES + len(STATIC)


def test_index_describes_every_candidate() -> None:
    index = index_of(PAGE)
    assert len(index.descriptions) == len(index.page.candidates)


def test_inputs_have_a_row_for_each_candidate() -> None:
    index = index_of(PAGE)
    rows = index.inputs("price")
    assert rows.shape == (len(index.descriptions), WIDTH)
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()


def test_inputs_of_a_word_that_is_a_label_share_its_stem() -> None:
    index = index_of(PAGE)
    shared = index.inputs("Prices")[:, (MATCHES - 2) // 2]
    assert shared[place_of(index.page, "5 EUR")] == 1.0
    assert shared[place_of(index.page, "100 g")] == 0.0


def test_cell_in_the_row_and_column_that_are_asked_for_covers_the_prompt() -> None:
    index = index_of("""<table><tr><th>Club</th><th>Points</th><th>Goals</th></tr>
    <tr><td>Leeds</td><td>42</td><td>61</td></tr>
    <tr><td>Ashby</td><td>39</td><td>55</td></tr></table>""")
    rows = index.inputs("points of Ashby")
    covered, behind = rows[:, MATCHES - 2], rows[:, MATCHES - 1]
    assert covered.argmax() == place_of(index.page, "39")
    assert behind.max() == 0.0
    assert behind[place_of(index.page, "42")] < 0.0


@pytest.mark.parametrize(
    "prompt", ["price", "?", "#", "é", "茶", "💶", "\ud800", "\0", "tea " * 9999]
)
def test_scores_of_any_prompt_are_finite(prompt: str) -> None:
    index = index_of(PAGE)
    scores = index.scores(prompt)
    assert scores.shape == (len(index.descriptions),)
    assert np.isfinite(scores).all()


@pytest.mark.parametrize("html", ["", " ", "<p></p>", "<script>a</script>"])
def test_empty_page_has_no_scores(html: str) -> None:
    index = index_of(html)
    assert index.scores("price").shape == (0,)


def test_heading_comes_first_for_title() -> None:
    index = index_of(PAGE)
    assert index.descriptions[int(index.scores("title").argmax())].text == "Green tea"


def test_labelled_value_comes_first_for_its_label() -> None:
    index = index_of(PAGE)
    assert "5 EUR" in index.descriptions[int(index.scores("price").argmax())].text


def test_scores_do_not_depend_on_prompts_before() -> None:
    index = index_of(PAGE)
    first = index.scores("price")
    index.scores("weight")
    np.testing.assert_array_equal(index.scores("price"), first)
