"""What prompts mean, and what kinds values are of."""

import pytest

from triptych.engines.scrape.prompts import concepts, label_match, parse_prompt
from triptych.engines.scrape.value_kinds import fit, kinds
from triptych.engines.scrape.words import name_words, words
from triptych.engines.text.words import singular


@pytest.mark.parametrize(
    ("text", "field", "many"),
    [
        ("Book title", "title", False),
        ("name of the author", "author", False),
        ("Company name", "company", False),
        ("All product prices", "price", True),
        ("Prices", "price", True),
        ("Servings", "servings", False),
        ("Publication date", "publication date", False),
        ("ISBN-13", "isbn", False),
        ("Zutaten", "ingredients", True),
        ("código postal", "postal code", False),
        ("価格", "price", False),
    ],
)
def test_prompts_are_understood(text: str, field: str, many: bool) -> None:
    prompt = parse_prompt(text)
    assert prompt.concept is not None
    assert (prompt.concept.name, prompt.many) == (field, many)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("the name of the person who wrote the article", "author"),
        ("Who wrote this?", "author"),
        ("how long it takes to cook", "cook time"),
        ("when was it released", "publication date"),
        ("How much does it cost?", "price"),
        ("how many people does it serve", "servings"),
        ("which team does he play for", "team"),
        ("company offering the job", "company"),
        ("current price in dollars", "price"),
        ("Wer hat das Buch geschrieben?", "author"),
        ("combien ça coûte", "price"),
        ("fecha de publicación", "publication date"),
        ("Produktpreis", "price"),
        ("商品の価格", "price"),
        ("publishing date", "publication date"),
    ],
)
def test_questions_and_other_wordings_are_understood(text: str, field: str) -> None:
    prompt = parse_prompt(text)
    assert prompt.concept is not None
    assert (prompt.concept.name, prompt.many) == (field, False)


def test_labels_of_the_same_family_match_and_bare_function_words_do_not() -> None:
    illustration = parse_prompt("Navigator")
    assert illustration.concept is None
    assert label_match(illustration, words("Navigated by")) > 0.6
    assert label_match(parse_prompt("Director"), words("By")) == 0.0
    assert label_match(parse_prompt("Author"), words("Sorted by")) == 0.0


def test_every_question_names_a_field_of_the_vocabulary() -> None:
    from triptych.engines.scrape.prompts import _questions

    assert {name for name, _ in _questions()} <= {concept.name for concept in concepts()}


def test_an_unknown_field_is_kept_as_its_words() -> None:
    prompt = parse_prompt("Fermentation vessel")
    assert prompt.concept is None
    assert label_match(prompt, words("Fermentation vessel:")) == 1.0
    assert label_match(prompt, words("vessel")) > 0


def test_labels_match_by_their_words() -> None:
    price = parse_prompt("Price")
    exact = label_match(price, words("Price:"))
    part = label_match(price, words("Our current price today"))
    assert exact == 1.0 > part > 0
    assert label_match(price, words("Shipping")) == 0.0


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
def test_kinds_are_told_by_form(kind: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    assert [fit(kind, value) for value in good] == [1.0] * len(good)
    assert [fit(kind, value) for value in bad] == [0.0] * len(bad)


def test_any_form_will_do_where_no_kind_is_known() -> None:
    assert fit("", "whatever") == 0.5
    assert "date" not in kinds("")
    assert kinds("") == {}


def test_words_of_names_are_parted() -> None:
    assert name_words("productPrice--sale_old") == ("product", "price", "sale", "old")
    assert words("Authors' Names") == ("author", "name")
    assert [singular(word) for word in ("address", "boxes", "cities", "news")] == [
        "address",
        "box",
        "city",
        "news",
    ]


def test_every_kind_of_the_vocabulary_is_known() -> None:
    from triptych.engines.scrape.value_kinds import KINDS

    assert {concept.type for concept in concepts()} - {""} - set(KINDS) == {"image"}
