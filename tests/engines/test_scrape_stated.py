"""What a page states for machines, and the elements that show it."""

import json

import pytest

from triptych.engines.scrape.elements.features import PageFeatures
from triptych.engines.scrape.elements.structured_data import Fact
from triptych.engines.scrape.matcher.stated import (
    LEAST,
    Stated,
    StatedValue,
    in_words,
    stated_value,
    visible_elements,
)

from .scrape_pages import element, index_of, page_of


def fact(path: str, value: str, thing: int = 0, kind: str = "Product") -> Fact:
    return Fact((kind,), tuple(path.split(".")), value, "json-ld", thing=thing)


def value_of(*values: str) -> StatedValue:
    return StatedValue(values, tuple(fact("name", value) for value in values), 1.0)


def shown(page: PageFeatures, value: StatedValue) -> list[str]:
    return [page.document.text(node) for node in visible_elements(value, page)]


def with_data(data: object, body: str = "<p>Tea</p>") -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>{body}'


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("PT1H20M", "1 hour 20 minutes"),
        ("PT90M", "1 hour 30 minutes"),
        ("PT1.5H", "1 hour 30 minutes"),
        ("P1DT2H", "26 hours"),
        ("PT45S", "45 seconds"),
        ("PT3M45S", "3 minutes 45 seconds"),
        ("pt1s", "1 second"),
    ],
)
def test_duration_is_written_in_words(value: str, words: str) -> None:
    assert in_words(value) == words


@pytest.mark.parametrize(
    "value", ["", "P", "PT", "PT0S", "P3M", "Peter", "5", f"PT{'9' * 400}H", "PT" + "9" * 50_000]
)
def test_what_is_no_duration_stays_as_it_is(value: str) -> None:
    assert in_words(value) == value


def test_values_of_a_property_of_a_thing_are_grouped() -> None:
    stated = Stated([fact("author.name", "A"), fact("price", "5"), fact("author.name", "B")])
    assert [one.values for one in stated.properties] == [["A", "B"], ["5"]]
    assert stated.descriptions[0].labels == "name ; author name"
    assert stated.descriptions[0].heads == "product"
    assert stated.descriptions[0].near == "2 values"
    assert stated.descriptions[1].labels == "price"
    assert stated.descriptions[1].near == ""


def test_values_of_things_alike_are_grouped() -> None:
    stated = Stated([fact("name", "A", 0), fact("name", "B", 1)])
    assert [one.values for one in stated.properties] == [["A", "B"]]


def test_thing_of_which_more_is_stated_stands_alone() -> None:
    main = [fact(name, "x", 0) for name in ("name", "price", "sku", "color")]
    stated = Stated([*main, fact("name", "beside", 1)])
    assert [one.values for one in stated.properties] == [["x"]] * 4 + [["beside"]]


def test_things_of_other_types_are_not_grouped() -> None:
    stated = Stated([fact("name", "A", 0), fact("name", "B", 1, "Person")])
    assert [one.values for one in stated.properties] == [["A"], ["B"]]


def test_fact_without_a_property_is_left_out() -> None:
    assert Stated([Fact(("Product",), (), "x", "json-ld")]).properties == []


def test_nothing_stated_is_no_answer() -> None:
    assert Stated(()).first("price", 8) == []
    assert stated_value("price", Stated(())) is None


def test_first_properties_are_those_named_like_the_prompt() -> None:
    stated = Stated([fact("sku", "T-1"), fact("offers.price", "5"), fact("name", "Tea")])
    assert stated.first("price", 1) == [1]
    assert len(stated.first("price", 2)) == 2


def test_price_that_is_stated_answers() -> None:
    offer = {"@type": "Offer", "price": "5", "priceCurrency": "EUR"}
    data = {"@type": "Product", "name": "Green tea", "sku": "T-1", "offers": offer}
    value = stated_value("price", index_of(with_data(data)).stated)
    assert value is not None
    assert value.values == ("5",)
    assert value.facts[0].path == ("offers", "price")
    assert LEAST <= value.confidence <= 1


def test_elements_that_show_a_value_are_found_by_its_letters() -> None:
    page = page_of("<p>other</p><p>GREEN&nbsp;TEA!</p>")
    assert shown(page, value_of("Green tea")) == ["GREEN TEA!"]
    assert shown(page, value_of("Black tea")) == []


def test_element_that_shows_a_value_is_rather_a_heading_than_aside() -> None:
    page = page_of("<nav><p>Tea</p></nav><p>Tea</p><h1>Tea</h1><p hidden>Tea</p>")
    assert [node.tag for node in visible_elements(value_of("Tea"), page)] == ["h1"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1 hour 20 minutes", "1 h 20 min"),
        ("5.00", "5,00 EUR"),
        ("4.5", "4.5 of 5 stars"),
        ("15 minutes", "15 minutes minutes"),
    ],
)
def test_equal_durations_and_numbers_are_shown(value: str, text: str) -> None:
    page = page_of(f"<p>15 g tea</p><p>{text}</p><p>5 cups of tea</p>")
    assert shown(page, value_of(value)) == [text]


@pytest.mark.parametrize("stated", ["PT80M", "PT1H20M"])
def test_duration_is_also_shown_in_minutes(stated: str) -> None:
    value = StatedValue(("1 hour 20 minutes",), (fact("totalTime", stated),), 1.0)
    assert shown(page_of("<p>tea</p><p>80 min</p>"), value) == ["80 min"]


def test_date_is_not_shown_by_its_year() -> None:
    assert shown(page_of("<p>© 2019 Tea Ltd.</p>"), value_of("2019-11-19")) == []


@pytest.mark.parametrize("value", ["9" * 50_000, "9" + " " * 50_000 + "8", "x" * 50_000])
def test_long_value_is_compared_at_once(value: str) -> None:
    assert shown(page_of("<p>9</p>"), value_of(value)) == []


def test_value_of_signs_alone_is_not_any_sign() -> None:
    assert shown(page_of("<p>•</p>"), value_of("★★★")) == []


def test_list_is_shown_where_most_of_its_values_are() -> None:
    page = page_of("<ul><li>salt</li><li>oats</li><li>milk</li><li>a</li><li>b</li></ul>")
    assert shown(page, value_of("salt", "oats", "butter")) == ["salt", "oats"]
    assert shown(page, value_of("salt", "butter", "honey")) == []


def test_list_is_completed_with_those_of_its_form_between() -> None:
    items = [f"tea number {letter}" for letter in "abcdefgh"]
    page = page_of("<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>")
    assert shown(page, value_of(*items[:4], "worded otherwise", *items[5:])) == items


def test_value_of_a_list_is_rather_shown_among_the_others() -> None:
    crumbs = "<ol><li>Home</li><li>Teas</li><li>Green</li></ol>"
    page = page_of(f"<nav><a>Home</a></nav><p>Home</p>{crumbs}<h1>Sencha</h1>")
    nodes = visible_elements(value_of("Home", "Teas", "Green", "Sencha"), page)
    assert [node.tag for node in nodes] == ["li", "li", "li", "h1"]


def test_elements_of_equal_values_of_a_list_are_given_once() -> None:
    page = page_of("<ul>" + "<li>tea</li>" * 4 + "</ul>")
    first = element(page, "li")
    assert visible_elements(value_of("tea", "tea"), page) == [first]


def test_element_that_states_the_value_itself_shows_it() -> None:
    html = '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Tea</b></div>'
    index = index_of(html)
    value = StatedValue(("Tea",), index.stated.properties[0].facts, 1.0)
    assert [node.tag for node in visible_elements(value, index.page)] == ["b"]
