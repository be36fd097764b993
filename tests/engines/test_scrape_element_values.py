"""The values that elements hold for a prompt."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from triptych.engines.scrape.answers.element_values import Values, element_values
from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.model import Reading, read
from triptych.engines.scrape.matcher.readings import Readings
from triptych.engines.scrape.matcher.spans import Pieces

from .scrape_pages import index_of, place_of


def values(html: str, prompt: str, selector: str, url: str = "") -> Values:
    index = index_of(html)
    document = index.page.document
    nodes = [document.nodes[at] for at in document.select(selector)]
    assert nodes
    return element_values(Readings(index, prompt), nodes, url)


def all_of_each(_: str, descriptions: Sequence[Description], __: object) -> list[Reading]:
    """Read candidates that all answer, with all of their text."""
    return [reading_of(one.text, ()) for one in descriptions]


def reading_of(text: str, values: Sequence[tuple[int, int]]) -> Reading:
    """Return a reading of a text with values in some places; all of it where there are none."""
    places = [(at, at + 1) for at, sign in enumerate(text) if not sign.isspace()]
    inside = [any(start <= at < end for start, end in values) for at, _ in places]
    logits = np.where(inside, 3, -3).astype("f4")
    return Reading(0.9, 2.0, "price", Pieces(text, places, logits, [0] * len(places)))


def test_value_of_a_labelled_element_is_with_its_label() -> None:
    found = values("<p>Price: <b>5 EUR</b></p>", "price", "b")
    assert found == Values(("5 EUR",), "Price:", False)


def test_values_of_a_list_are_in_order() -> None:
    html = "<p>Price: <b>5 EUR</b></p><p>Price: <b>4 EUR</b></p><p>Price: <b>6 EUR</b></p>"
    assert values(html, "price", "b").texts == ("5 EUR", "4 EUR", "6 EUR")


def test_value_of_an_element_that_says_more_than_the_others_is_without_the_rest() -> None:
    cells = "".join(f"<div>{name}</div>" for name in ("Quill", "Feather <i>Popular</i>", "Wing"))
    assert values(cells, "names of the plans", "div").texts == ("Quill", "Feather", "Wing")


def test_few_of_many_elements_that_say_more_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(prompt: str, descriptions: Sequence[Description], rest: object) -> list[Reading]:
        asked.append(len(descriptions))
        return all_of_each(prompt, descriptions, rest)

    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", counted)
    plain, more = "<div>Quill</div>" * 3, "<div>Feather <i>Popular</i></div>" * 500
    assert len(values(plain + more, "names of the plans", "div").texts) == 503
    assert sum(asked) < 300


@pytest.mark.parametrize("text", ["Drama, Mystery, Thriller", "Drama / Mystery / Thriller"])
def test_several_values_of_one_element_are_parted(text: str) -> None:
    html = f"<dl><dt>Genre</dt><dd>{text}</dd><dt>Year</dt><dd>1995</dd></dl>"
    assert values(html, "genres", "dd:first-of-type").texts == ("Drama", "Mystery", "Thriller")


def test_signs_in_an_address_and_in_each_of_several_elements_part_nothing() -> None:
    html = "<dl><dt>Address</dt><dd>12 Church Lane, Leeds, LS1 4AB</dd></dl>"
    assert values(html, "address", "dd").texts == ("12 Church Lane, Leeds, LS1 4AB",)
    html = "<ul><li>Salt, pepper</li><li>Oats, rolled</li><li>Milk, warm</li></ul>"
    assert values(html, "ingredients", "li").texts == ("Salt, pepper", "Oats, rolled", "Milk, warm")


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("• salt", "☐oats", "- milk", "* tea"), ("salt", "oats", "milk", "tea")),
        (("-5 EUR", "-4 EUR", "+3 EUR"), ("-5 EUR", "-4 EUR", "+3 EUR")),
        (("•", "-", "*"), ("•", "-", "*")),
    ],
)
def test_marks_before_entries_are_left_out_and_signs_of_numbers_are_not(
    monkeypatch: pytest.MonkeyPatch, texts: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", all_of_each)
    html = "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"
    assert values(html, "entries", "li").texts == expected


def test_one_value_is_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", all_of_each)
    assert values("<p>- 5 EUR</p>", "price", "p").texts == ("- 5 EUR",)


def test_candidates_that_answer_in_several_places_give_several_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def parted(_: str, descriptions: Sequence[Description], __: object) -> list[Reading]:
        return [reading_of(one.text, ((0, 5), (7, 12))) for one in descriptions]

    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", parted)
    assert values("<p>Crime, Drama</p>", "genres", "p").texts == ("Crime", "Drama")


def test_one_value_is_one_of_the_lines_that_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_one(_: str, descriptions: Sequence[Description], __: object) -> list[Reading]:
        return [replace(reading_of(one.text, ()), asked=-2.0) for one in descriptions]

    lines = "<p>Cuff: 4 mm<br>Hand: 5 mm<br>Thumb: 4 mm</p>"
    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", all_of_each)
    assert len(values(lines, "needle", "p").texts) == 3
    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", of_one)
    assert len(values(lines, "needle", "p").texts) == 1


def test_no_elements_hold_no_values() -> None:
    index = index_of("<p>Tea</p>")
    assert element_values(Readings(index, "price"), []) == Values((), "", False)


@pytest.mark.parametrize(
    ("html", "selector", "text"),
    [
        ('<meta name="author" content="A. Writer"><p>x</p>', "meta", "A. Writer"),
        ('<p>x</p><time datetime="2024-05-01"></time>', "time", "2024-05-01"),
        ('<p>x</p><input value=" a  b ">', "input", "a b"),
        ("<p>x</p><div></div>", "div", ""),
        ("<p>x</p><script>var a  = 1</script>", "script", "var a = 1"),
    ],
)
def test_element_without_a_text_has_the_value_of_its_attribute(
    html: str, selector: str, text: str
) -> None:
    assert values(html, "anything", selector).texts == (text,)


def test_texts_of_a_candidate_that_was_not_read_are_all_of_it() -> None:
    index = index_of("<p>Genre: Crime, Drama</p>")
    place = place_of(index.page, "Crime, Drama")
    assert Readings(index, "genre").texts(place) == ["Crime, Drama"]


@pytest.mark.parametrize(
    ("href", "text"),
    [
        ("/tea?a=1", "https://example.org/tea?a=1"),
        ("mailto:a@example.org?subject=Tea", "a@example.org"),
        ("tel:+4930 1234", "+4930 1234"),
    ],
)
def test_texts_of_a_link_are_its_address(href: str, text: str) -> None:
    index = index_of(f'<p><a href="{href}">Tea</a></p>')
    (place,) = (at for at, one in enumerate(index.page.candidates) if one.attribute)
    assert Readings(index, "link").texts(place, "https://example.org/a/") == [text]


def test_candidates_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []

    def counted(prompt: str, descriptions: Sequence[Description], _: object) -> list[Reading]:
        counts.append(len(descriptions))
        return read(prompt, descriptions)

    monkeypatch.setattr("triptych.engines.scrape.matcher.readings.read", counted)
    readings = Readings(index_of("<p>a</p><p>b</p>"), "price")
    readings.read([0, 1, 0])
    readings.read([1])
    assert sum(counts) == 2
    assert 0 <= readings.likelihood(1) <= 1


def test_address_in_an_element_is_an_option() -> None:
    html = '<ul><li>Tea <a href="/a">more</a></li><li>Mate <a href="/b">more</a></li></ul>'
    found = values(html, "link address (URL)", "li", "https://example.org/")
    assert len(found.texts) == 2
    if found.are_addresses:
        assert found.texts == ("https://example.org/a", "https://example.org/b")
