"""Columns of tables and what heads them."""

import pytest

from triptych.engines.scrape.elements.tables import CELL, HEAD

from .scrape_pages import element, page_of


def head(html: str, selector: str) -> str:
    page = page_of(html)
    return page.labels.columns.head(element(page, selector))


RATES = """<table><thead>
<tr><th rowspan="2">Group</th><th rowspan="2">Car</th><th colspan="2">Rate per day</th></tr>
<tr><th>1 to 6 days</th><th>7 days and more</th></tr></thead>
<tr><td>A</td><td>Mini</td><td id="short">46</td><td id="long">39</td></tr></table>"""


def test_heads_of_several_rows_are_joined_the_nearest_first() -> None:
    assert head(RATES, "#long") == "7 days and more Rate per day"
    assert head(RATES, "td") == "Group"


def test_head_has_none() -> None:
    assert head(RATES, "th") == ""
    assert head(RATES, "tr:nth-child(2) th") == ""


def test_cell_over_several_rows_moves_those_beside_it() -> None:
    html = """<table><tr><th>Day</th><th>From</th><th>To</th></tr>
    <tr><td rowspan="2">Monday</td><td>8</td><td>12</td></tr>
    <tr><td id="from">14</td><td id="to">18</td></tr>
    <tr><td id="day">Sunday</td><td>9</td><td>11</td></tr></table>"""
    assert [head(html, f"#{name}") for name in ("from", "to", "day")] == ["From", "To", "Day"]


def test_title_over_all_columns_is_no_head() -> None:
    html = """<table><tr><th colspan="2">Prices</th></tr><tr><th>Tea</th><th>Price</th></tr>
    <tr><td>Assam</td><td id="price">4</td></tr></table>"""
    assert head(html, "#price") == "Price"


def test_first_row_of_places_below_dates_is_no_head() -> None:
    rows = "".join(
        f"<tr><td>{day} June</td><td>{place}</td><td>Hall</td></tr>"
        for day, place in ((12, "Leeds"), (14, "Hull"), (17, "York"))
    )
    assert head(f"<table>{rows}</table>", "tr:nth-child(3) td:nth-child(2)") == ""


def test_row_that_names_its_cells_has_a_head() -> None:
    html = """<table><tr><th>Metal</th><th>Price</th></tr>
    <tr><th id="name">Gold</th><td>1,900</td></tr><tr><th>Silver</th><td>23</td></tr></table>"""
    assert head(html, "#name") == "Metal"


def test_row_that_differs_by_its_class_alone_is_a_head() -> None:
    rows = "".join(
        f"<p><b>{club}</b><b>{won}</b></p>" for club, won in (("Leeds", 31), ("Hull", 28))
    )
    html = f"<main><p class='top'><b>Club</b><b>Points</b></p>{rows}</main>"
    assert head(html, "p:last-child b:last-child") == "Points"


def test_table_in_a_cell_has_columns_of_its_own() -> None:
    inner = (
        "<table><tr><th>Size</th><th>Stock</th></tr><tr><td>S</td><td id='s'>3</td></tr></table>"
    )
    html = (
        f"<table><tr><th>Tea</th><th>Sizes</th></tr><tr><td>Assam</td><td>{inner}</td></tr></table>"
    )
    assert head(html, "#s") == "Stock"


@pytest.mark.parametrize("span", ["0", "-1", "x", "99999", "٣"])
def test_span_that_is_none_or_too_long_counts_as_one(span: str) -> None:
    html = f"""<table><tr><th rowspan="{span}" colspan="{span}">Day</th><th>Open</th></tr>
    <tr><td>Monday</td><td id="open">8</td></tr></table>"""
    assert head(html, "#open") == "Open"


def test_element_outside_of_tables_is_in_the_first_column() -> None:
    page = page_of("<p><b>a</b><i>b</i></p>")
    assert page.labels.columns.place(element(page, "i")) == 0
    assert page.labels.columns.head(element(page, "i")) == ""


def test_what_a_row_by_its_role_has_is_its_cells() -> None:
    page = page_of(
        """<div role="table"><div role="row"><div>Team</div><div>Points</div></div>
        <div role="row"><div>Harlow</div><div id="points">35</div></div>
        <div role="row"><div>Leeds</div><div>30</div></div></div>"""
    )
    cell = page.around.cell(element(page, "#points"))
    assert cell is not None
    assert page.labels.columns.head(cell) == "Points"


def test_head_of_rows_without_table_tags_stays_a_head() -> None:
    page = page_of(
        """<div><p class="head"><b>Team</b><b>Won</b></p><p><i>Leeds</i><i id="won">3</i></p>
        <p><i>Hull</i><i>2</i></p><p><i>York</i><i>1</i></p></div>"""
    )
    parts = page.labels.of_tables
    assert [parts[element(page, tag).index] for tag in ("b", "i")] == [HEAD, CELL]
    assert page.labels.columns.head(element(page, "#won")) == "Won"
