"""What singular and plural prompts find on listings, and the records they form."""

import pytest

from triptych.engines.scrape import extract

CARDS = """<html><head><title>Kettles | Tea Goods</title></head><body>
<nav><a href="/">Home</a><a href="/tea">Tea</a></nav><h1>Kettles</h1><div class="grid">
<div class="card"><a href="/k/1"><img src="1.jpg"><h3>Blue kettle</h3></a><span class="price">34.50 EUR</span><span>4.5 stars</span></div>
<div class="card"><a href="/k/2"><img src="2.jpg"><h3>Red kettle</h3></a><span class="price">29.00 EUR</span></div>
<div class="card"><a href="/k/3"><img src="3.jpg"><h3>Copper kettle</h3></a><span>sold out</span></div>
<div class="card"><a href="/k/4"><img src="4.jpg"><h3>Small kettle</h3></a><span class="price">19.00 EUR</span></div>
<div class="card"><a href="/k/5"><img src="5.jpg"><h3>Tall kettle</h3></a><span class="price">49.00 EUR</span></div>
</div><footer><a href="/imprint">Imprint</a></footer></body></html>"""  # noqa: E501

NESTED = """<h1>Offers</h1><ul class="results">
<li><div class="box"><div class="head"><a class="title" href="/1">Oak table</a></div>
<div class="body"><div class="cost"><b class="price">€ 250</b></div><p class="maker">By Nord</p></div></div></li>
<li><div class="box"><div class="head"><a class="title" href="/2">Pine chair</a></div>
<div class="body"><div class="cost"><b class="price">€ 60</b></div></div></div></li>
<li><div class="box"><div class="head"><a class="title" href="/3">Ash stool</a></div>
<div class="body"><p class="maker">By Holm</p></div></div></li>
<li><div class="box"><div class="head"><a class="title" href="/4">Elm desk</a></div>
<div class="body"><div class="cost"><b class="price">€ 310</b></div><p class="maker">By Lund</p></div></div></li>
</ul>"""  # noqa: E501

TABLE = """<h1>Cars in stock</h1><table><thead>
<tr><th>Model</th><th>Year</th><th>Price</th></tr></thead>
<tbody><tr><td>Astra Turbo</td><td>2010</td><td>$4,900</td></tr>
<tr><td>Corolla Verso</td><td>2012</td><td>$6,200</td></tr>
<tr><td>Golf Variant</td><td>2009</td><td>$3,800</td></tr>
<tr><td>Clio Grandtour</td><td>2015</td><td></td></tr>
<tr><td>Panda Cross</td><td>2013</td><td>$5,100</td></tr></tbody></table>"""

JOBS = """<h1>Open positions</h1><div id="jobs">
<article><h2><a href="/j/1">Data engineer</a></h2><p><span class="company">Acme Data</span> · <span class="location">Berlin</span></p></article>
<article><h2><a href="/j/2">Nurse</a></h2><p><span class="company">City Clinic</span> · <span class="location">Hamburg</span></p></article>
<article><h2><a href="/j/3">Baker</a></h2><p><span class="company">Crust</span></p></article>
<article><h2><a href="/j/4">Welder</a></h2><p><span class="company">Steelworks</span> · <span class="location">Essen</span></p></article>
</div>"""  # noqa: E501

DEFINITIONS = """<h1>Glossary of teas</h1><dl>
<dt class="tea">Sencha</dt><dd class="price">4.20 EUR</dd><dt class="tea">Oolong</dt><dd class="price">5.10 EUR</dd>
<dt class="tea">Assam</dt><dd class="price">3.10 EUR</dd><dt class="tea">Mate</dt><dd class="price">2.90 EUR</dd></dl>"""  # noqa: E501

DETAIL = """<html><head><title>Blue kettle | Tea Goods</title></head><body><main>
<h1 class="title">Blue kettle</h1><p class="cost">Price: <b>34.50 EUR</b></p>
<p>A kettle of enamelled steel for two litres, which whistles when the water boils.</p></main>
<aside class="related"><h2>Related products</h2>
<div class="card"><a href="/k/2"><h3>Red kettle</h3></a><span class="price">29.00 EUR</span></div>
<div class="card"><a href="/k/3"><h3>Iron kettle</h3></a><span class="price">89.00 EUR</span></div>
</aside></body></html>"""

REVIEWED = """<html><head><title>Lentil soup</title></head><body><h1>Lentil soup</h1>
<p>Author: <b>Ada Berg</b></p><p>Rating: <b>4.5</b></p><ul class="opinions">
<li><h4>Lovely</h4><a href="/u/1">Bo Calvi</a> <i class="rating">5</i><p>I make it every week in winter.</p></li>
<li><h4>Too salty</h4><a href="/u/2">Cy Dunn</a> <i class="rating">2</i><p>I make it with half of the salt.</p></li>
<li><h4>Good</h4><a href="/u/3">Di Egan</a> <i class="rating">4</i><p>The children liked it very much.</p></li>
<li><h4>Fine</h4><a href="/u/4">Ed Fox</a> <i class="rating">4</i><p>It needed ten minutes more with me.</p></li>
</ul></body></html>"""  # noqa: E501

ARTICLES = """<html><head><title>Harbour News</title></head><body><h1>Latest news</h1>
<div class="item"><h2><a href="/a/1">Bridge opens early</a></h2><time>12 March 2024</time><p>The new bridge was opened a month early.</p></div>
<div class="item"><h2><a href="/a/2">Ferry stops at noon</a></h2><time>11 March 2024</time><p>From Monday the ferry runs in the morning only.</p></div>
<div class="item"><h2><a href="/a/3">Market moves</a></h2><time>9 March 2024</time><p>The market moves to the old quay in May.</p></div>
<div class="item"><h2><a href="/a/4">Storm warning</a></h2><time>8 March 2024</time><p>Winds of up to ninety kilometres are expected.</p></div>
</body></html>"""  # noqa: E501

QUOTES = """<h1>Quotes</h1>
<div class="quote"><span class="text">Well begun is half done, as they say.</span><small class="author">Ada Berg</small></div>
<div class="quote"><span class="text">No day without a line drawn or written.</span><small class="author">Bo Calvi</small></div>
<div class="quote"><span class="text">Who asks much is told much in return.</span><small class="author">Cy Dunn</small></div>
<div class="quote"><span class="text">Slowly does it, says every snail.</span><small class="author">Di Egan</small></div>"""  # noqa: E501


def found(html: str, **prompts: str) -> dict[str, tuple[str, ...]]:
    return {key: field.values for key, field in extract(html, prompts).fields.items()}


@pytest.mark.parametrize(
    "prompts",
    [
        ("Product name", "Price"),
        ("Product names", "Prices"),
    ],
)
def test_cards_of_a_shop(prompts: tuple[str, str]) -> None:
    result = extract(CARDS, {"name": prompts[0], "price": prompts[1]})
    assert result.fields["price"].values == ("34.50 EUR", "29.00 EUR", "19.00 EUR", "49.00 EUR")
    assert result.records == (
        {"name": "Blue kettle", "price": "34.50 EUR"},
        {"name": "Red kettle", "price": "29.00 EUR"},
        {"name": "Copper kettle"},
        {"name": "Small kettle", "price": "19.00 EUR"},
        {"name": "Tall kettle", "price": "49.00 EUR"},
    )


def test_the_heading_of_a_listing_can_still_be_asked_for() -> None:
    assert found(CARDS, heading="Page heading")["heading"] == ("Kettles",)


@pytest.mark.parametrize("prompt", ["Title", "Titles"])
def test_nested_cards_and_what_some_lack(prompt: str) -> None:
    result = extract(NESTED, {"title": prompt, "price": "Price", "maker": "Maker"})
    assert [one["title"] for one in result.records] == [
        "Oak table",
        "Pine chair",
        "Ash stool",
        "Elm desk",
    ]
    assert [one.get("price") for one in result.records] == ["€ 250", "€ 60", None, "€ 310"]


def test_rows_of_a_table_under_their_heads() -> None:
    result = extract(TABLE, {"model": "Models", "price": "Prices"})
    assert result.fields["price"].values == ("$4,900", "$6,200", "$3,800", "$5,100")
    assert result.records == (
        {"model": "Astra Turbo", "price": "$4,900"},
        {"model": "Corolla Verso", "price": "$6,200"},
        {"model": "Golf Variant", "price": "$3,800"},
        {"model": "Clio Grandtour"},
        {"model": "Panda Cross", "price": "$5,100"},
    )


def test_jobs_with_and_without_a_place() -> None:
    result = extract(JOBS, {"title": "Job title", "company": "Company", "place": "Location"})
    assert result.records == (
        {"title": "Data engineer", "company": "Acme Data", "place": "Berlin"},
        {"title": "Nurse", "company": "City Clinic", "place": "Hamburg"},
        {"title": "Baker", "company": "Crust"},
        {"title": "Welder", "company": "Steelworks", "place": "Essen"},
    )


def test_definition_lists() -> None:
    result = extract(DEFINITIONS, {"tea": "Teas", "price": "Prices"})
    assert result.records == (
        {"tea": "Sencha", "price": "4.20 EUR"},
        {"tea": "Oolong", "price": "5.10 EUR"},
        {"tea": "Assam", "price": "3.10 EUR"},
        {"tea": "Mate", "price": "2.90 EUR"},
    )


def test_a_page_about_one_thing_has_one_of_each_whatever_is_related() -> None:
    assert found(DETAIL, name="Product name", price="Price") == {
        "name": ("Blue kettle",),
        "price": ("34.50 EUR",),
    }


def test_reviews_do_not_make_a_listing() -> None:
    assert found(REVIEWED, author="Author", rating="Rating", title="Recipe title") == {
        "author": ("Ada Berg",),
        "rating": ("4.5",),
        "title": ("Lentil soup",),
    }


def test_articles_of_a_front_page() -> None:
    result = extract(ARTICLES, {"title": "Headlines", "date": "Date"})
    assert result.records[0] == {"title": "Bridge opens early", "date": "12 March 2024"}
    assert [len(field.values) for field in result.fields.values()] == [4, 4]


def test_quotes_and_who_said_them() -> None:
    result = extract(QUOTES, {"text": "Quotes", "author": "Author"})
    assert [one["author"] for one in result.records] == [
        "Ada Berg",
        "Bo Calvi",
        "Cy Dunn",
        "Di Egan",
    ]
    assert result.records[3]["text"] == "Slowly does it, says every snail."


def test_twenty_cards_have_twenty_prices_for_a_singular() -> None:
    card = '<li class="product n{0}"><a href="/p/{0}">Thing {0}</a><p>${0}.00</p></li>'
    html = f"<ul>{''.join(card.format(number) for number in range(1, 21))}</ul>"
    field = extract(html, {"price": "price"}).fields["price"]
    assert field.values == tuple(f"${number}.00" for number in range(1, 21))
    assert field.selectors


def test_each_thing_states_its_own_price() -> None:
    card = """<div itemscope itemtype="https://schema.org/Product"><h3 itemprop="name">Cup {0}</h3>
    <a href="/c/{0}">More</a><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
    <b itemprop="price" content="{0}.00">{0},- Euro</b></div></div>"""
    html = "<h1>Cups</h1>" + "".join(card.format(number) for number in range(1, 6))
    result = extract(html, {"price": "Price"})
    assert result.records[1]["price"] == "2.00"
    assert len(result.records) == 5
    one = extract("<h1>Cup 1</h1>" + card.format(1), {"price": "Price"})
    assert one.fields["price"].values == ("1.00",)


def test_rows_of_a_table_for_a_singular() -> None:
    assert found(TABLE, price="Price")["price"] == ("$4,900", "$6,200", "$3,800", "$5,100")


def test_a_table_of_one_thing_is_no_listing() -> None:
    html = """<h1>Blue kettle</h1><table><tr><th>Price</th><td>34.50 EUR</td></tr>
    <tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Colour</th><td>Blue</td></tr>
    <tr><th>Volume</th><td>2 l</td></tr><tr><th>Height</th><td>31 cm</td></tr></table>"""
    assert found(html, price="Price", weight="Weight") == {
        "price": ("34.50 EUR",),
        "weight": ("1.2 kg",),
    }
