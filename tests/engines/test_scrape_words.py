"""Words as they are compared."""

import pytest

from triptych.engines.scrape.elements.words import (
    letters,
    name_words,
    normalized,
    stems,
    vocabulary,
    words,
)
from triptych.engines.text.words import singular


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


def test_stems_are_those_of_the_first_words() -> None:
    assert stems("Prices of teas") >= {"price", "tea"}
    assert stems("") == frozenset()
    assert "late" not in stems("a " * 80 + "late")
