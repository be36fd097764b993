"""Whether a prompt asks for several values."""

import pytest

from triptych.engines.scrape.matcher.prompts import asks_for_several


@pytest.mark.parametrize(
    "prompt",
    ["Prices", "prices of the plans", "all authors", "Names of the speakers?", "every price",
     "list of prices", "alle Preise", "tous les prix", "todos los precios", "  Ingredients  ",
     "which teas?"],
)  # fmt: skip
def test_plural_or_word_for_all_asks_for_several(prompt: str) -> None:
    assert asks_for_several(prompt)


@pytest.mark.parametrize(
    "prompt",
    ["Price", "price of all-day tickets", "address", "status", "Preis des Tees", "Haus", "news",
     "series", "author of the books", "GPS", "Size in cms"],
)  # fmt: skip
def test_singular_asks_for_one(prompt: str) -> None:
    assert not asks_for_several(prompt)


@pytest.mark.parametrize("prompt", ["", " ", "?", "#", "s", "é", "茶", "💶", "\ud800", "\0", "of"])
def test_prompt_of_one_sign_asks_for_one(prompt: str) -> None:
    assert not asks_for_several(prompt)
