"""What repeats on a page."""

import pytest

from .scrape_pages import element, page_of

CARDS = """<main><h1>Plans</h1>
<div class="card one"><h3>Basic</h3><p>5 EUR</p></div>
<div class="card one"></div>
<div class="card one"><h3>Team</h3><p>9 EUR</p></div>
<div class="card one"><p>free</p></div></main>"""
TABLE = """<table><tr><th>Tea</th><th>Price</th></tr>
<tr><td>Sencha</td><td><i>5 EUR</i></td></tr><tr><td>Assam</td><td><i>4 EUR</i></td></tr></table>"""


def test_brothers_are_elements_of_a_form_with_text() -> None:
    page = page_of(CARDS)
    cards = page.document.select(".card")
    assert [page.around.brothers(page.document.nodes[card]) for card in cards] == [3] * 4
    assert page.around.brothers(element(page, "h1")) == 1


def test_place_is_the_number_among_brothers_with_text() -> None:
    page = page_of(CARDS)
    prices = [page.document.nodes[at] for at in page.document.select("p")]
    assert [page.around.place(price) for price in prices] == [(1, 3), (2, 3), (3, 3)]


def test_place_where_nothing_repeats_is_one_of_one() -> None:
    page = page_of("<main><h1>Tea</h1><p>Hot</p></main>")
    assert page.around.place(element(page, "p")) == (1, 1)


def test_items_are_the_repeated_elements_around_the_nearest_first() -> None:
    page = page_of("<ul>" + "<li><p>a</p><p>b</p></li>" * 2 + "</ul>")
    items = page.around.items(element(page, "p"))
    assert [item.tag for item in items] == ["p", "li"]


def test_items_leave_out_parts_of_a_page() -> None:
    page = page_of("<section>" + "<p>a</p>" * 61 + "</section><section><p>a</p></section>")
    assert [item.tag for item in page.around.items(element(page, "p"))] == ["p"]


@pytest.mark.parametrize(
    ("selector", "title"), [(".card p", "Basic"), (".card:nth-of-type(3) p", "Team")]
)
def test_title_of_a_card_is_its_heading(selector: str, title: str) -> None:
    page = page_of(CARDS)
    assert page.around.title(element(page, selector)) == title


def test_title_of_a_cell_is_the_first_text_of_its_row() -> None:
    page = page_of(TABLE)
    prices = [page.document.nodes[at] for at in page.document.select("td:last-child")]
    assert [page.around.title(price) for price in prices] == ["Sencha", "Assam"]


def test_title_of_a_cell_is_neither_a_rank_nor_a_bold_number() -> None:
    rows = "".join(
        f"<tr><td>{rank}</td><td>{club}</td><td>9</td><td><b>42</b></td></tr>"
        for rank, club in enumerate(("Leeds", "Hull"), start=1)
    )
    page = page_of(f"<table>{rows}</table>")
    played = [page.document.nodes[at] for at in page.document.select("td:nth-child(3)")]
    assert [page.around.title(cell) for cell in played] == ["Leeds", "Hull"]


def test_title_of_a_heading_is_not_itself() -> None:
    page = page_of(CARDS)
    assert page.around.title(element(page, "h3")) == ""


def test_title_is_bounded() -> None:
    page = page_of("<ul>" + f"<li><h3>{'long ' * 100}</h3><i>a</i></li>" * 2 + "</ul>")
    assert len(page.around.title(element(page, "i"))) <= 80


def test_cell_is_the_table_cell_around() -> None:
    page = page_of(TABLE + "<p>x</p>")
    cell = page.around.cell(element(page, "i"))
    assert cell is element(page, "tr:nth-child(2) td:nth-child(2)")
    assert page.around.cell(element(page, "p")) is None


def test_column_is_the_place_in_the_row() -> None:
    page = page_of(TABLE)
    cells = [page.document.nodes[at] for at in page.document.select("td")]
    assert [page.labels.columns.place(cell) for cell in cells] == [0, 1, 0, 1]
