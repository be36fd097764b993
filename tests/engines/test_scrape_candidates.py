"""The texts and addresses of a page that may answer."""

import pytest

from triptych.engines.scrape.elements.candidates import (
    MOST_ADDRESSES,
    MOST_CANDIDATES,
    MOST_SENTENCES,
    MOST_TEXTS,
)
from triptych.engines.scrape.elements.document import parse

from .scrape_pages import candidate, page_of


def addresses(html: str) -> list[tuple[str, str]]:
    return [(one.attribute, one.value) for one in page_of(html).candidates if one.attribute]


def test_candidates_are_texts_and_small_elements() -> None:
    page = page_of("<div><p>Green <b>tea</b></p><p>hot</p></div>")
    values = [one.value for one in page.candidates]
    assert values[:3] == ["Green", "tea", "hot"]
    assert "Green tea" in values


def test_text_with_its_own_label_is_a_candidate_without_it_too() -> None:
    page = page_of("<p>Price: 5 EUR</p>")
    both = [(one.value, one.whole) for one in page.candidates]
    assert both == [("Price: 5 EUR", True), ("5 EUR", False)]
    assert candidate(page, "5 EUR").labels[0].text == "Price"


def test_element_that_begins_with_a_label_is_a_candidate_without_it_too() -> None:
    page = page_of("<p><b>Address:</b> Teaway 1<br>London</p>")
    rest = candidate(page, "Teaway 1\nLondon")
    assert (rest.whole, rest.parts, rest.node.tag) == (False, 2, "p")


def test_values_of_fields_and_names_of_icons_are_texts() -> None:
    html = """<p>Rating <i aria-label="4.6 out of 5"></i></p><form><input value="Mill Road 3">
    <select><option>rent</option><option selected>buy</option></select>
    <select><optgroup><option selected>flat</option></optgroup></select></form>"""
    values = [one.value for one in page_of(html).candidates]
    assert {"4.6 out of 5", "Mill Road 3", "buy", "flat"} <= set(values)
    assert "rent" not in values


@pytest.mark.parametrize(
    "element",
    [
        '<input type="hidden" value="x7">',
        '<input type="password" value="x7">',
        '<input type="submit" value="x7">',
        '<div role="button" aria-label="x7"></div>',
        '<p hidden><i aria-label="x7"></i></p>',
        '<svg><svg aria-label="x7"></svg></svg>',
        '<span aria-label="x7">hot</span>',
        "<template><select><option selected>x7</select></template>",
        "<noscript><select><optgroup><option selected>x7</select></noscript>",
    ],
)
def test_what_shows_no_value_is_no_text(element: str) -> None:
    assert "x7" not in [one.value for one in page_of(f"<p>Tea</p>{element}").candidates]


def test_sentences_of_a_text_are_candidates_beside_it() -> None:
    html = """<p>We are open from 8am to 7pm. The site is shut on Wednesdays.</p>
    <p>Send your key in the <code>X-Quay</code> header. You may make 120 calls a minute.</p>"""
    page = page_of(f"<h1>Visit</h1><main>{html}</main><p>Dr. Lee</p><p>Bye</p>")
    shut = candidate(page, "The site is shut on Wednesdays.")
    assert (shut.whole, shut.node.tag) == (False, "p")
    assert (shut.before, shut.after) == ("We are open from 8am to 7pm.", "")
    assert candidate(page, "Send your key in the X-Quay header.").parts == 3
    assert [one.value for one in page.candidates].count("Dr. Lee") == 1


def test_sentences_of_a_text_are_bounded() -> None:
    page = page_of(f"<p>{'It is hot tea. ' * 500}</p>")
    assert len(page.candidates) == 1 + MOST_SENTENCES
    assert all(len(one.before) <= 80 and len(one.after) <= 80 for one in page.candidates)
    # Of a page with much text, the sentences of the first texts.
    paragraph = f"<p>{'It is hot tea. ' * 300}</p>"
    page = page_of(paragraph * 200)
    parted = {one.node.index for one in page.candidates if not one.whole}
    assert 50 < len(parted) < 100


def test_row_of_a_table_is_no_candidate() -> None:
    page = page_of("<table><tr><td>a</td><td>b</td></tr></table>")
    assert "tr" not in {one.node.tag for one in page.candidates}


def test_addresses_of_links_and_pictures_are_candidates() -> None:
    html = '<p><a href=" /tea ">Tea</a> <img src="a.png" alt="A cup"> hot</p>'
    assert addresses(html) == [("href", "/tea"), ("src", "a.png")]


def test_addresses_are_labelled_with_the_text_of_the_link_or_the_picture() -> None:
    page = page_of('<p><a href="/tea">Green <b>tea</b></a> <img src=a.png alt="A cup"> hot</p>')
    assert [candidate(page, value).labels[0].text for value in ("/tea", "a.png")] == [
        "Green tea",
        "A cup",
    ]


@pytest.mark.parametrize(
    ("href", "value"),
    [
        ("mailto:a@example.org", "a@example.org"),
        ("Mailto:a@example.org?subject=Tea", "a@example.org"),
        ("tel:+49301234", "+49301234"),
    ],
)
def test_address_of_a_person_is_without_its_scheme(href: str, value: str) -> None:
    assert addresses(f'<a href="{href}">Write us</a>') == [("href", value)]


@pytest.mark.parametrize("href", ["", " ", "#top", "javascript:void(0)"])
def test_link_that_leads_nowhere_is_left_out(href: str) -> None:
    assert addresses(f'<p><a href="{href}">Tea</a></p>') == []


@pytest.mark.parametrize(
    ("attributes", "found"),
    [
        ('src="data:image/gif;base64,R0"', []),
        ('src="data:image/gif;base64,R0" data-src="late.png"', [("src", "late.png")]),
        ("", []),
    ],
)
def test_picture_drawn_in_the_page_is_left_out(
    attributes: str, found: list[tuple[str, str]]
) -> None:
    assert addresses(f"<p><img {attributes}> Tea</p>") == found


def test_candidates_of_a_huge_page_are_bounded() -> None:
    assert len(page_of("<p>a</p>" * (MOST_TEXTS + 5)).candidates) == MOST_TEXTS
    page = page_of("<p><a href=/b>a</a></p>" * (MOST_ADDRESSES + 5))
    assert sum(bool(one.attribute) for one in page.candidates) == MOST_ADDRESSES
    assert len(page_of("<p>a: b c<i>d</i></p>" * 9_000).candidates) <= MOST_CANDIDATES


def test_links_that_nest_are_labelled_with_the_start_of_their_text() -> None:
    page = page_of("<a href=/x><marquee>" * 20 + "tea " * 5_000)
    names = [one.labels[0].text for one in page.candidates if one.attribute]
    assert len(names) == 20
    assert max(map(len, names)) <= 5_000


@pytest.mark.parametrize("html", ["", " ", "<p></p>", "<a href=/x></a>", "<script>a</script>"])
def test_page_without_texts_has_no_candidates(html: str) -> None:
    assert page_of(html).candidates == []


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<span>4½–5</span><span>hours</span>", "4½–5 hours"),
        ("<span>07:05</span><span>Out</span>", "07:05 Out"),
        ("<span>€</span><span>12</span><span>50</span>", "€1250"),
        ("H<sub>2</sub>O, 3<sup>rd</sup>", "H2O, 3rd"),
        ("<b>P</b>lan", "Plan"),
        ("un<i></i>do", "undo"),
        ("<b>un</b><i></i>do", "undo"),
    ],
)
def test_words_of_elements_beside_each_other_are_apart(html: str, text: str) -> None:
    document = parse(f"<p>{html}</p>")
    assert document.text(document.nodes[document.select("p")[0]]) == text
