"""Candidates that may answer together."""

import pytest

from triptych.engines.scrape.extraction import MOST_ELEMENTS
from triptych.engines.scrape.matcher.sets import Sets

from .scrape_pages import element, page_of, place_of, values_of

TABLE = """<table><tr><th>Tea</th><th>From</th><th>Price</th></tr>
<tr><td>Sencha</td><td>Japan</td><td>5 EUR</td></tr>
<tr><td>Assam</td><td>India</td><td>4 EUR</td></tr>
<tr><td>Mate</td><td>Brazil</td><td>3 EUR</td></tr></table>"""
CARDS = "<main>" + "".join(
    f'<div class="card"><h3>{name}</h3><p class="price">Price: <b>{price} EUR</b></p>'
    f'<p class="price">Post: <b>{post} EUR</b></p></div>'
    for name, price, post in (("Sencha", 5, 1), ("Assam", 4, 2), ("Mate", 3, 6))
)


def sets_of(html: str, value: str) -> list[list[str]]:
    page = page_of(html)
    return [values_of(page, found) for found in Sets(page).around(place_of(page, value))]


COMPARISON = """<table><tr><th></th><th>Nova</th><th>Lux</th><th>Pico</th></tr>
<tr><th>Battery</th><td>13 h</td><td>12 h</td><td>9 h</td></tr>
<tr><td>Weight</td><td>180 g</td><td>201 g</td><td>164 g</td></tr></table>"""


def test_set_of_a_cell_is_its_column() -> None:
    assert sets_of(TABLE, "India")[0] == ["Japan", "India", "Brazil"]


@pytest.mark.parametrize(
    ("value", "row"), [("12 h", ["13 h", "12 h", "9 h"]), ("201 g", ["180 g", "201 g", "164 g"])]
)
def test_set_of_a_cell_is_its_row_without_what_names_it(value: str, row: list[str]) -> None:
    assert row in sets_of(COMPARISON, value)


def test_sets_of_elements_of_one_form_are_told_apart_by_their_order() -> None:
    stories = "".join(
        f"<li><span>{author}</span> <span>{when}</span></li>"
        for author, when in (("Ann", "today"), ("Bob", "yesterday"), ("Cem", "on Monday"))
    )
    assert ["Ann", "Bob", "Cem"] in sets_of(f"<ul>{stories}</ul>", "Bob")


def test_sets_of_a_labelled_value_are_those_of_the_label_and_of_the_form() -> None:
    found = sets_of(CARDS, "4 EUR")
    assert ["5 EUR", "4 EUR", "3 EUR"] in found
    assert ["5 EUR", "1 EUR", "4 EUR", "2 EUR", "3 EUR", "6 EUR"] in found


def test_heading_that_may_label_the_first_entries_makes_no_set_of_these() -> None:
    page = "<h2>Sir John Soane</h2><h3>You bring</h3><ul><li>a diploma</li><li>patience</li>"
    found = sets_of(f"{page}<li>a car</li></ul>", "a diploma")
    assert found == [["a diploma", "patience", "a car"]]


def test_cells_with_the_same_head_in_front_are_a_set() -> None:
    rows = "".join(
        f"<dt>{part}</dt><dd>{name}</dd>"
        for part, name in (("Violin", "Ada"), ("Viola", "Bo"), ("Violin", "Cy"))
    )
    assert ["Ada", "Cy"] in sets_of(f"<dl>{rows}</dl>", "Ada")


def test_sets_of_two_lists_of_a_form_are_each_list_and_both() -> None:
    html = "".join(f"<section><ul><li>{a}</li><li>{b}</li></ul></section>" for a, b in ("ab", "cd"))
    page = page_of(f"<h2>x</h2><div>{html}</div>")
    found = [values_of(page, members) for members in Sets(page).around(place_of(page, "a"))]
    assert ["a", "b"] in found
    assert ["a", "b", "c", "d"] in found


def test_highlighted_card_is_in_a_set_with_the_others() -> None:
    cards = "".join(
        f'<div class="{names}"><b>{name}</b></div>'
        for names, name in (("plan", "Solo"), ("plan best", "Crew"), ("plan", "Firm"))
    )
    assert sets_of(f"<h1>Plans</h1>{cards}", "Crew") == [["Solo", "Crew", "Firm"]]


def test_member_with_a_badge_is_the_name_and_not_the_badge() -> None:
    names = "".join(
        f"<th>{badge}<div>{name}</div></th>"
        for badge, name in (("", "Solo"), ("<span>Most popular</span>", "Crew"), ("", "Firm"))
    )
    assert ["Solo", "Crew", "Firm"] in sets_of(f"<table><tr><th></th>{names}</tr></table>", "Solo")


def test_value_alone_is_in_no_set() -> None:
    assert sets_of("<h1>Tea</h1><p>Hot</p>", "Tea") == []


def test_sets_are_distinct_and_bounded() -> None:
    page = page_of("<ul>" + "<li>tea</li>" * (MOST_ELEMENTS + 10) + "</ul>")
    found = Sets(page).around(3)
    assert max(map(len, found)) == MOST_ELEMENTS
    assert len(set(map(tuple, found))) == len(found)


def test_hidden_elements_are_in_no_set() -> None:
    assert sets_of("<ul><li>a</li><li hidden>b</li><li>c</li></ul>", "a") == [["a", "c"]]


def test_key_of_cells_tells_columns_apart() -> None:
    page = page_of(TABLE)
    sets = Sets(page)
    india, brazil, four = (
        sets.key(place_of(page, value)) for value in ("India", "Brazil", "4 EUR")
    )
    assert india == brazil != four


def test_kind_tells_parts_of_an_element_apart() -> None:
    page = page_of('<p>Price: 5 EUR</p><p><a href="/tea">Tea</a></p>')
    sets = Sets(page)
    kinds = [sets.kind(place_of(page, value)) for value in ("Price: 5 EUR", "5 EUR", "/tea")]
    assert len(set(kinds)) == 3


def test_candidates_of_a_node_are_all_of_its_element() -> None:
    page = page_of("<p>Price: 5 EUR</p>")
    places = Sets(page).of_node[element(page, "p").index]
    assert values_of(page, places) == ["Price: 5 EUR", "5 EUR"]


def test_addresses_are_those_of_links_and_pictures_in_order() -> None:
    page = page_of('<p><img src=a.png> <a href="/b">b</a></p><p>c</p>')
    assert values_of(page, Sets(page).addresses) == ["a.png", "/b"]
