"""Selectors that are known already, tried again without looking for anything."""

import pytest

from triptych.engines.scrape import PageError, extract
from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.elements.selectors import SelectorCost
from triptych.engines.scrape.extraction import MOST_ELEMENTS
from triptych.engines.scrape.templates.by_selector import select

URL = "https://shop.example/teas"

CARDS = "".join(
    f'<li class="card"><h2 class="name">{name}</h2><img src="/img/{name}.png" alt="{name}">'
    f'<span class="price">{price} EUR</span><a href="/teas/{name}">Details</a></li>'
    for name, price in (("Sencha", 4), ("Assam", 3), ("Oolong", 7))
)
LISTING = f"<h1>Teas</h1><ul class=list>{CARDS}</ul>"
PAGE = """<title>Sencha</title><meta property="og:image" content="/og.png">
<script type="application/ld+json">{"@type": "Product", "name": "Sencha",
 "offers": {"@type": "Offer", "price": "4.20", "priceCurrency": "EUR"}}</script>
<main><h1 id="title">Sencha</h1><p class="cost">Price: 4.20 EUR</p>
<p class="by">Publisher: Tea Press<br>June 29, 2010</p>
<figure id="cover"><img data-src="/sencha.jpg" alt="Sencha"></figure>
<p><a class="shop" href="/buy?id=1">To the shop</a></p></main>"""


def test_the_first_alternative_that_selects_anything_counts() -> None:
    found = select(LISTING, {"price": [".cost", "span.price", "li > .price", "span"]})
    field = found.fields["price"]
    assert field.values == ("4 EUR", "3 EUR", "7 EUR")
    assert field.selectors == ("span.price", "li > .price", "span")
    assert (field.source, field.confidence, field.note) == ("selector", 1.0, "")
    assert field.elements[0].html == '<span class="price">4 EUR</span>'
    assert field.elements[0].attributes == (("class", "price"),)


def test_what_is_read_depends_on_the_description_of_a_key() -> None:
    selectors = {"a": ["#cover"], "b": [".shop"]}
    prompts = {"c": "title", "b": "link to the shop", "a": "cover image"}
    title = extract(PAGE, {"c": "title"}).fields["c"]
    found = select(PAGE, selectors, url=URL, prompts=prompts, others={"c": title})
    assert {key: field.values for key, field in found.fields.items()} == {
        "c": ("Sencha",),
        "b": ("https://shop.example/buy?id=1",),
        "a": ("https://shop.example/sencha.jpg",),
    }
    assert list(found.fields) == ["c", "b", "a"]
    (record,) = found.records
    assert list(record) == ["c", "b", "a"]


def test_words_around_a_bold_name_are_no_value_of_their_own() -> None:
    page = "<p>by <b>Ada Berg</b>, photo <b>Bo Calvi</b></p>"
    values = select(page, {"editor": ["p"]}).fields["editor"].values
    assert "Ada Berg" in values[0]
    assert "by" not in values


def test_alternatives_that_select_others_are_left_out() -> None:
    field = select(LISTING, {"price": ["span.price", "li:first-child .price"]}).fields["price"]
    assert field.selectors == ("span.price",)


def test_what_is_read_depends_on_what_the_key_asks_for() -> None:
    found = select(
        PAGE,
        {
            "cover image": ["#cover"],
            "link to the shop": [".shop"],
            "shop": [".shop"],
            "og": ["meta"],
            "page": ["title"],
        },
        url=URL,
    )
    values = {key: field.values for key, field in found.fields.items()}
    assert values == {
        "cover image": ("https://shop.example/sencha.jpg",),
        "link to the shop": ("https://shop.example/buy?id=1",),
        "shop": ("To the shop",),
        "og": ("/og.png",),
        "page": ("Sencha",),
    }


def test_a_label_of_its_own_is_no_part_of_a_value() -> None:
    field = select("<p>Price: 3.20 EUR</p>", {"price": ["p"]}).fields["price"]
    assert (field.values, field.label) == (("3.20 EUR",), "Price")
    assert select("<p>Note: tea is hot</p>", {"price": ["p"]}).fields["price"].values == (
        "Note: tea is hot",
    )


def test_of_an_element_with_several_texts_the_one_asked_for_is_read() -> None:
    found = select(PAGE, {"Publisher": ["p.by"], "Publication date": ["p.by"]})
    assert found.fields["Publisher"].values == ("Tea Press",)
    assert found.fields["Publication date"].values == ("June 29, 2010",)


def test_things_of_a_list_are_records() -> None:
    found = select(LISTING, {"name": [".name"], "price": [".price"]})
    assert found.records == (
        {"name": "Sencha", "price": "4 EUR"},
        {"name": "Assam", "price": "3 EUR"},
        {"name": "Oolong", "price": "7 EUR"},
    )


def test_where_nothing_is_selected_it_is_said() -> None:
    found = select(LISTING, {"price": [".cost"], "name": [".name"]})
    assert found.fields["price"].values == ()
    assert found.fields["price"].source == ""
    assert "anew" in found.fields["price"].note
    assert len(found.records) == 3


def test_only_what_is_in_the_root_counts() -> None:
    found = select(LISTING, {"price": ["h1", ".price"]}, root="li:nth-child(2)")
    assert found.fields["price"].values == ("3 EUR",)
    with pytest.raises(PageError, match="root"):
        select(LISTING, {"price": [".price"]}, root=".nowhere")
    with pytest.raises(ValueError, match="p:nope"):
        select(LISTING, {"price": [".price"]}, root="p:nope")


def test_what_is_no_selector_is_named() -> None:
    with pytest.raises(ValueError, match=r"'price'.*'p:nope'"):
        select(LISTING, {"price": ["p:nope", "..x", ""]})
    with pytest.raises(ValueError, match="none is given"):
        select(LISTING, {"price": []})
    field = select(LISTING, {"price": ["p:nope", ".price"]}).fields["price"]
    assert len(field.values) == 3
    assert "'p:nope'" in field.note


@pytest.mark.parametrize("html", [PAGE, LISTING])
@pytest.mark.parametrize("root", [None, "body"])
def test_what_extract_found_is_selected_again(html: str, root: str | None) -> None:
    prompts = {
        text: text
        for text in ("Price", "All prices", "Name", "All names", "Image", "All images",
                     "Publisher", "Publication date", "All links", "Link to the shop")
    }  # fmt: skip
    found = extract(html, prompts, url=URL, root=root)
    known = {key: field.selectors for key, field in found.fields.items() if field.elements}
    assert len(known) >= 5
    again = select(html, known, url=URL, root=root)
    for key in known:
        assert again.fields[key].values == found.fields[key].values
        assert again.fields[key].elements == found.fields[key].elements
        assert again.fields[key].selectors == found.fields[key].selectors


@pytest.mark.parametrize(
    ("html", "selector"),
    [
        ("<div>" * 3_000 + "<p>", "q div div div p"),
        ("<div>" * 2_000, "div:has(div:has(q))"),
        ("<div>" * 2_000, ":is(q div div)"),
        ("<div>" + "<i></i>" * 18_000, "i:nth-child(3n)"),
        ("<div>" + "<i></i>" * 18_000, "q ~ i"),
    ],
)
def test_selectors_that_would_take_for_ever_are_refused(html: str, selector: str) -> None:
    with pytest.raises(ValueError, match="too long"):
        select(html, {"key": [selector]})


def test_a_root_that_would_take_for_ever_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        select("<div>" * 2_000, {"key": ["p"]}, root="q div div div")


def test_selectors_of_usual_pages_are_tried() -> None:
    effort = SelectorCost(
        parse("<main>" + "<div>" * 30 + "<p><b>x</b></p><ul><li>y</li></ul>" * 1_000)
    )
    for selector in (
        "main div div .price", "li:nth-of-type(3) > b", "h2 ~ p", "div:has(> b)",
        ", ".join(f"main > div:nth-of-type({n}) > ul > li:nth-of-type(2)" for n in range(60)),
        '[data-name="a b c d e f g h"]',
    ):  # fmt: skip
        assert effort.is_affordable(selector), selector


def test_elements_within_one_another_are_read_within_bounds() -> None:
    found = select("<div>" * 3_000 + "x", {"all": ["div"]}).fields["all"]
    assert 0 < len(found.values) < 3_000
    assert "Only the first" in found.note
    many = select("<i>x</i>" * (MOST_ELEMENTS + 1), {"all": ["i"]}).fields["all"]
    assert len(many.values) == MOST_ELEMENTS


@pytest.mark.parametrize("html", ["", "\0\ud800", "<p>" * 2_000, "<a href='//[::1'>x" * 1_000])
@pytest.mark.parametrize("key", ["price", "all links", "cover image", "", "\ud800"])
def test_no_page_breaks_it(html: str, key: str) -> None:
    found = select(html, {key: ["*", "a", "\0"]}, url=URL)
    assert list(found.fields) == [key]
