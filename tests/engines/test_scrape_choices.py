"""The likeliest answers to a prompt, and picking one of them."""

import pytest

from triptych.engines.scrape import choices, extract

PAGE = """<html><head><title>Blue kettle</title></head><body><h1>Blue kettle</h1>
<h2>Costs</h2><p>Price: <b>34.50 EUR</b></p><p>Shipping: <b>4.90 EUR</b></p>
<p>Old price: <b>39.00 EUR</b></p><ul><li>Steel</li><li>Enamel</li></ul></body></html>"""


def test_choices_are_different_values_with_what_stands_near() -> None:
    found = choices(PAGE, {"price": "Price"}, limit=3)["price"]
    assert found[0].value == "34.50 EUR"
    assert found[0].label == "Price:"
    assert "Costs" in found[0].around
    assert len({one.value for one in found}) == len(found) == 3
    assert all(len(one.around) <= 200 for one in found)
    assert [one.confidence for one in found] == sorted(
        (one.confidence for one in found), reverse=True
    ) or found[0].confidence >= found[1].confidence


def test_the_choice_picked_is_the_answer() -> None:
    offered = choices(PAGE, {"price": "Price"})["price"]
    number = [one.value for one in offered].index("4.90 EUR")
    field = extract(PAGE, {"price": "Price"}, picked={"price": number}).fields["price"]
    assert field.values == ("4.90 EUR",)
    assert field.elements[0].html == "<b>4.90 EUR</b>"
    assert field.selectors
    none = extract(PAGE, {"price": "Price"}, picked={"price": -1}).fields["price"]
    assert none.values == ()
    assert "None of the texts" in none.note


def test_what_the_page_states_is_the_first_choice() -> None:
    stated = PAGE.replace(
        "</head>",
        """<script type="application/ld+json">{"@type": "Product", "name": "Kettle",
        "offers": {"@type": "Offer", "price": "34.5"}}</script></head>""",
    )
    first = choices(stated, {"price": "Price"})["price"][0]
    assert (first.value, first.label, first.around) == ("34.5", "offers.price", "json-ld")
    field = extract(stated, {"price": "Price"}, picked={"price": 0}).fields["price"]
    assert (field.values, field.source) == (("34.5",), "json-ld")


def test_a_list_has_no_choices() -> None:
    assert choices(PAGE, {"i": "Ingredients"}) == {"i": []}


@pytest.mark.parametrize("number", [500, -2])
def test_a_choice_that_does_not_exist_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="no choice"):
        extract(PAGE, {"price": "Price"}, picked={"price": number})


@pytest.mark.parametrize("limit", [0, 51])
def test_the_limit_has_limits(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        choices(PAGE, {"price": "Price"}, limit=limit)
