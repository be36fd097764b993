"""Pages meant to harm, and pages nobody tidied."""

import json

import pytest

from triptych._cancellation import Cancellation
from triptych.engines.scrape import (
    PageError,
    extract,
    inert,
    is_shell,
    page_links,
    pagination,
    unread,
)
from triptych.engines.scrape.elements.candidates import MOST_TEXTS
from triptych.engines.scrape.elements.document import MOST_CHARACTERS, MOST_NODES, parse
from triptych.engines.scrape.extraction import MOST_ELEMENTS

PROMPTS = {"price": "Price", "names": "All names"}


@pytest.mark.parametrize(
    "html",
    [
        "",
        " ",
        "\0\0<h1>\ud800Price: 5 EUR",
        "<p>" * 20_000,
        "<div>" * 10_000 + "Price: 5 EUR",
        '<div class="a><p <b>x</i></table>&#xFFFFFFF;&bogus;<!-- ' * 500,
        "<script>" + "if (a<b && c<d) {" * 20_000,
        '<script type="application/ld+json">' + "[" * 50_000 + "</script><p>Price: 5 EUR</p>",
        '<script type="application/ld+json">{"@id": "#a", "price": {"@id": "#a"}}</script>',
        "<table>" + "<tr><td>x<td>y" * 5_000,
        "<p>" + "9" * 100_000 + "</p><p>" + "a " * 50_000 + "</p>",
        "<!--" * 10_000,
        '<p class="' + "c " * 50_000 + '">Price: 5 EUR</p>',
        '<div class="' + "c " * 20_000 + '">' + "<p>5 EUR</p>" * 20_000,
        "<title>" + "abc " * 100_000 + "</title>" + "<p>zabc</p>" * 20_000,
        "<ul>" + "<li>Price: 5 EUR</li>" * 50_000,
        "<table><tr>" + "<th>Price" * 20_000 + "<tr>" + "<td>5 EUR" * 20_000,
        "<p>•</p>" * 20_000,
        "<a href=/x><marquee>" * 900 + "tea " * 100_000,
        "<div>5 EUR" * 2_000,
    ],
)
def test_no_page_breaks_it(html: str) -> None:
    found = extract(html, PROMPTS)
    assert set(found.fields) == {"price", "names"}


@pytest.mark.parametrize("prompt", ["?", "#", "é", "茶", "💶", "\ud800", "\0", "price " * 10_000])
@pytest.mark.parametrize("html", ["", "<p>•</p>", "<h1>Tea</h1><p>Price: 5 EUR</p>"])
def test_no_prompt_breaks_it(html: str, prompt: str) -> None:
    assert set(extract(html, {"it": prompt}).fields) == {"it"}


def test_deep_pages_are_still_read() -> None:
    html = "<div>" * 5_000 + "<p>Price: <b>5 EUR</b></p>"
    assert extract(html, {"price": "Price"}).fields["price"].values == ("5 EUR",)


@pytest.mark.parametrize(
    "html",
    [
        "x" * (MOST_CHARACTERS + 1),
        "<div>" * 200_000,
        "<div " + " ".join(f"a{number}=1" for number in range(50_000)) + ">",
    ],
)
def test_pages_that_no_parser_reads_in_time_are_refused(html: str) -> None:
    with pytest.raises(PageError, match="page"):
        extract(html, PROMPTS)


def test_page_is_looked_at_for_cancellation_at_each_element() -> None:
    html = "<ul>" + "<li><a href=/x>Price: 5 EUR</a></li>" * 1_000 + "</ul>"
    for work in (
        lambda: extract(html, PROMPTS),
        lambda: is_shell(html),
        lambda: page_links(html, "https://a.example/"),
        lambda: pagination(html, "https://a.example/"),
        lambda: inert(html, "https://a.example/"),
    ):
        cancellation = Looked()
        cancellation.run(work)
        assert cancellation.looks > 4_000


class Looked(Cancellation):
    """Counts how often it is looked at."""

    def __init__(self) -> None:
        self.looks = 0
        super().__init__()

    @property
    def is_cancelled(self) -> bool:
        self.looks += 1
        return False

    @is_cancelled.setter
    def is_cancelled(self, value: bool) -> None:
        """Leave it at that."""


def test_page_with_more_texts_than_are_read_says_so() -> None:
    assert unread("<p>a" * MOST_TEXTS) == ""
    assert f"{MOST_TEXTS:,} of the page's {MOST_TEXTS + 1:,} texts" in unread(
        "<p>a" * (MOST_TEXTS + 1)
    )
    assert f"{MOST_NODES:,}" in unread("<br>" * MOST_NODES)


def test_list_with_more_elements_than_are_returned_says_so() -> None:
    page = "<h1>Prices</h1><ul>" + "<li class=price>5 EUR</li>" * (MOST_ELEMENTS + 1) + "</ul>"
    field = extract(page, {"prices": "all prices"}).fields["prices"]
    assert (len(field.values), field.note[:16]) == (MOST_ELEMENTS, "Only the first 5")


def test_hidden_and_silent_texts_are_not_read() -> None:
    page = parse("<p>a</p><script>b</script><style>c</style><template>d</template>")
    assert [text.words for text in page.texts] == ["a"]


def test_a_reference_of_any_length_in_structured_data_is_read() -> None:
    data = json.dumps({"@type": "Product", "name": f"Tea &#{'1' * 5_000};", "sku": "T-1"})
    html = f'<script type="application/ld+json">{data}</script><h1>Tea</h1>'
    assert extract(html, {"sku": "SKU"}).fields["sku"].values == ("T-1",)
