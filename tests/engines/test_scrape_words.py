"""Words as they are compared, and what kinds values are of."""

import pytest

from triptych.engines.scrape.elements.words import (
    letters,
    name_words,
    normalized,
    vocabulary,
    words,
)
from triptych.engines.scrape.matcher.value_kinds import KINDS, kinds
from triptych.engines.text.words import singular


@pytest.mark.parametrize(
    ("kind", "good", "bad"),
    [
        ("price", ("$9,970", "12.345,00 €", "CHF 5.-", "USD 10 - USD 20"), ("9970", "June 2010")),
        ("price", ("1.234,56 €", "1 234,56 kr", "₹1,23,456", "¥1,200", "1,200円"), ("6 ft", "5 m")),
        ("price", ("CHF 1'234.50", "R$ 1.234,56", "12 zł", "1.299,- €", "SEK 100"), ("205 lb",)),
        ("date", ("June 29, 2010", "2024-05-01", "1. Mai 2020", "3 days ago"), ("29", "Main St")),
        ("phone", ("(505) 266-0550", "907/279-7311", "+49 30 5550 1234"), ("12", "2010-06")),
        ("email", ("a.b@example.org",), ("a at example",)),
        ("duration", ("10 minutes", "1 hr 30 mins", "PT15M"), ("ten", "$5")),
        ("length", ("6 ft 5 in (1.96 m)", "6'5\"", "1.96 m"), ("205 lb",)),
        ("mass", ("205 lb (93 kg)", "93 kg"), ("6 ft",)),
        ("person", ("Stieg Larsson", "J. R. R. Tolkien"), ("5 stars", "a")),
        ("isbn", ("9780312605391", "0-306-40615-2"), ("12345",)),
        ("url", ("www.example.org", "https://example.org/a"), ("example",)),
    ],
)
def test_kind_of_a_value_follows_from_its_form(
    kind: str, good: tuple[str, ...], bad: tuple[str, ...]
) -> None:
    assert [kinds(value).get(kind) for value in good] == [1.0] * len(good)
    assert [kinds(value).get(kind) for value in bad] == [None] * len(bad)


def test_value_without_a_text_is_of_no_kind() -> None:
    assert kinds("") == {}


def test_kinds_are_those_that_a_value_fits() -> None:
    found = kinds("5 EUR")
    assert found["price"] == 1.0
    assert "date" not in found
    assert set(found) <= set(KINDS)


@pytest.mark.parametrize(
    "value", ["", " ", "•", "\ud800", "9" * 50_000, "a " * 50_000, "((" * 9_999]
)
def test_kinds_of_hostile_values_are_between_zero_and_one(value: str) -> None:
    assert all(0 < score <= 1 for score in kinds(value).values())


def test_words_are_folded_and_singular() -> None:
    assert words("Authors' Names:") == ("author", "name")
    assert words("Max. Qty(s)") == ("maximum", "quantity")
    assert words("Tea’s ﬁrst") == ("tea", "first")
    assert words("") == words("•") == ()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("productPrice--sale_old", ("product", "price", "sale", "old")),
        ("recipe_ingredientItem__tK0sj", ("recipe", "ingredient", "item")),
        ("HTMLTitle", ("html", "title")),
        ("css-1x9k2ab", ("css",)),
        ("col-md-6", ("col", "md", "6")),
        ("", ()),
    ],
)
def test_words_of_names_are_parted(name: str, expected: tuple[str, ...]) -> None:
    assert name_words(name) == expected


def test_singular_of_words_that_only_look_plural_is_the_word() -> None:
    forms = [singular(word) for word in ("address", "boxes", "cities", "news")]
    assert forms == ["address", "box", "city", "news"]


def test_normalized_texts_differ_in_words_alone() -> None:
    assert normalized("  Groß\n TEA ½ ") == normalized("GROSS tea 1⁄2")


def test_letters_are_all_but_signs_and_space() -> None:
    assert letters("3.20 EUR") == "320EUR"
    assert letters("_•-") == ""


def test_vocabulary_has_the_words_of_each_row() -> None:
    for name in ("several", "next", "previous", "last", "page", "of"):
        assert all(vocabulary(name))
    assert "all" in vocabulary("several")
