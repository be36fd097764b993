"""What prompts find on pages."""

import pytest

from triptych.engines.scrape import PageError, extract
from triptych.engines.scrape.elements.document import parse

SHOP = """
<html><head><title>Blue kettle | Tea Goods</title></head><body>
<nav><a href="/">Home</a> <a href="/kettles">Kettles</a></nav>
<main id="product"><h1 class="product-title">Blue kettle</h1>
<p class="sku-line"><b>Item number:</b> TK-1180</p>
<table class="facts"><tr><th>Price</th><td>34.50 EUR</td></tr>
<tr><th>Weight</th><td>1.2 kg</td></tr>
<tr><th>Manufacturer</th><td>Nordlicht Emaille</td></tr></table>
<dl><dt>Phone number:</dt><dd>+49 30 5550 1234</dd><dt>E-mail:</dt><dd>shop@example.org</dd></dl>
<p>Posted on <span class="when">12 March 2024</span></p></main>
<footer>Call our office: 030 111 222 33</footer></body></html>
"""

LISTING = """
<html><head><title>Teas</title></head><body><h1>Our teas</h1><ul class="teas">
<li class="tea"><h2 class="tea-name">Sencha</h2><span class="price">4.20 EUR</span></li>
<li class="tea"><h2 class="tea-name">Oolong</h2></li>
<li class="tea"><h2 class="tea-name">Assam</h2><span class="price">3.10 EUR</span></li>
<li class="tea"><h2 class="tea-name">Mate</h2><span class="price">2.90 EUR</span></li>
</ul></body></html>
"""

RECIPE = """
<html><head><title>Porridge</title><script type="application/ld+json">
{"@context": "https://schema.org", "@graph": [
 {"@type": "WebSite", "name": "Breakfast Club"},
 {"@type": "Person", "@id": "#cook", "name": "A. Cook"},
 {"@type": "Recipe", "name": "Oat porridge", "author": {"@id": "#cook"}, "prepTime": "PT1H5M",
  "recipeYield": ["2", "2 bowls"], "recipeIngredient": ["80 g oats", "300 ml milk", "1 pinch salt"],
  "recipeInstructions": [{"@type": "HowToStep", "text": "Boil the milk with salt."},
                         {"@type": "HowToStep", "text": "Stir in the oats and wait."}],
  "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "ratingCount": 12},}]}
</script></head><body><h1>Oat porridge</h1>
<ul class="ingredients"><li>80 g oats</li><li>300 ml milk</li><li>1 pinch salt</li></ul>
</body></html>
"""


def value(html: str, prompt: str) -> tuple[str, ...]:
    return extract(html, {"it": prompt}).fields["it"].values


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Product name", "Blue kettle"),
        ("Price", "34.50 EUR"),
        ("Weight", "1.2 kg"),
        ("Manufacturer", "Nordlicht Emaille"),
        ("Phone number", "+49 30 5550 1234"),
        ("E-mail address", "shop@example.org"),
        ("Date posted", "12 March 2024"),
        ("Item number", "TK-1180"),
        ("Preis", "34.50 EUR"),
    ],
)
def test_fields_are_found_by_label_name_kind_and_place(prompt: str, expected: str) -> None:
    assert value(SHOP, prompt) == (expected,)


@pytest.mark.parametrize("prompt", ["MPAA rating", "Director", "Blood type"])
def test_what_is_not_there_is_not_found_and_said_so(prompt: str) -> None:
    field = extract(SHOP, {"it": prompt}).fields["it"]
    assert field.values == ()
    assert field.elements == ()
    assert field.selectors == ()
    assert "other words" in field.note
    assert field.confidence < 0.5


def test_elements_carry_html_text_and_attributes() -> None:
    field = extract(SHOP, {"when": "Date posted"}).fields["when"]
    element = field.elements[0]
    assert element.html == '<span class="when">12 March 2024</span>'
    assert element.text == "12 March 2024"
    assert element.attributes == (("class", "when"),)


def test_a_plural_asks_for_a_list_and_lists_form_records() -> None:
    found = extract(LISTING, {"name": "Tea names", "price": "Prices"})
    assert found.fields["name"].values == ("Sencha", "Oolong", "Assam", "Mate")
    assert found.fields["price"].values == ("4.20 EUR", "3.10 EUR", "2.90 EUR")
    assert found.records == (
        {"name": "Sencha", "price": "4.20 EUR"},
        {"name": "Oolong"},
        {"name": "Assam", "price": "3.10 EUR"},
        {"name": "Mate", "price": "2.90 EUR"},
    )


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Recipe title", ("Oat porridge",)),
        ("Author", ("A. Cook",)),
        ("Prep time", ("1 hour 5 minutes",)),
        ("Servings", ("2 bowls",)),
        ("Rating", ("4.5",)),
        ("Ingredients", ("80 g oats", "300 ml milk", "1 pinch salt")),
        ("Instructions", ("Boil the milk with salt.", "Stir in the oats and wait.")),
    ],
)
def test_structured_data_comes_first(prompt: str, expected: tuple[str, ...]) -> None:
    field = extract(RECIPE, {"it": prompt}).fields["it"]
    assert field.values == expected
    assert field.source == "json-ld"


def test_stated_values_are_shown_where_the_page_shows_them() -> None:
    fields = extract(RECIPE, {"i": "Ingredients", "s": "Instructions", "t": "Recipe title"}).fields
    assert [one.text for one in fields["i"].elements] == list(fields["i"].values)
    assert fields["s"].elements == ()
    assert fields["s"].selectors == ()
    assert fields["t"].elements[0].html == "<h1>Oat porridge</h1>"


def test_microdata_is_read_from_its_elements() -> None:
    html = """<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Cup</span>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
    <meta itemprop="priceCurrency" content="EUR">
    <b itemprop="price" content="5.00">5,- Euro</b></div></div>"""
    field = extract(html, {"price": "Price"}).fields["price"]
    assert field.values == ("5.00",)
    assert field.source == "microdata"
    assert field.elements[0].text == "5,- Euro"


def test_only_the_root_is_looked_in() -> None:
    html = SHOP.replace("</dl>", "</dl></main><aside id='a'><p>Price: 5 EUR</p></aside><main>")
    assert value(html, "Price") == ("34.50 EUR",)
    assert extract(html, {"it": "Price"}, root="#a").fields["it"].values == ("5 EUR",)
    with pytest.raises(PageError, match="root selector"):
        extract(SHOP, {"it": "Price"}, root="#absent")


def test_every_selector_gives_back_exactly_the_elements() -> None:
    prompts = {"n": "Product name", "p": "Price", "w": "Weight", "d": "Date posted"}
    for html, asked in ((SHOP, prompts), (LISTING, {"n": "Tea names", "p": "Prices"})):
        document = parse(html)
        for field in extract(html, asked).fields.values():
            assert 3 <= len(field.selectors) <= 5
            for selector in field.selectors:
                texts = [document.text(document.nodes[at]) for at in document.select(selector)]
                assert texts == [one.text for one in field.elements]


def test_a_blank_prompt_is_refused() -> None:
    with pytest.raises(ValueError, match="blank"):
        extract(SHOP, {"it": "  "})


@pytest.mark.parametrize(
    ("text", "prompt", "expected"),
    [
        ("Price: 3 EUR", "Price", "3 EUR"),
        ("Price : 3 EUR", "How much does it cost?", "3 EUR"),
        ("Preis: 1.234,56 €", "Price", "1.234,56 €"),
        ("Weight: 2 kg", "Weight", "2 kg"),
        ("Written by Ada Berg", "Who wrote it?", "Ada Berg"),
        ("Written by Ada Berg", "author", "Ada Berg"),
    ],
)
def test_a_label_in_the_element_is_no_part_of_the_value(
    text: str, prompt: str, expected: str
) -> None:
    html = f"<h1>Green tea</h1><div class='facts'><p>{text}</p><p>Origin: Uji</p></div>"
    field = extract(html, {"it": prompt}).fields["it"]
    assert field.values == (expected,)
    assert field.elements[0].text == text


def test_lists_too_lose_the_label_of_each() -> None:
    html = "".join(f"<div><h3>Tea {n}</h3><p class='p'>Price: {n}.00 EUR</p></div>" for n in "1234")
    assert value(html, "Prices") == ("1.00 EUR", "2.00 EUR", "3.00 EUR", "4.00 EUR")


def test_lists_are_looked_for_in_the_root_only() -> None:
    html = LISTING.replace("</body>", "<ol id='o'><li class='tea'>A</li><li>B</li></ol></body>")
    found = extract(html, {"it": "Prices"}, root="#o").fields["it"]
    assert set(found.values) <= {"A", "B"}


@pytest.mark.parametrize(
    "prompt",
    ["Instructions", "Ingredients", "Cuisine"],
)
def test_a_title_or_any_list_is_no_answer_to_something_else(prompt: str) -> None:
    html = """<html><head><title>Ray Allen</title></head><body><h1>Ray Allen</h1>
    <p>He was born in Merced and played for eighteen years.</p><ul>
    <li>Played in 1996 for a year.</li>
    <li>Moved to the east coast in 2007.</li><li>Retired after the last season.</li></ul></body>"""
    assert value(html, prompt) == ()
