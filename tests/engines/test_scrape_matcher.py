"""Whether a candidate answers a prompt, and where in its text the values stand."""

import numpy as np
import pytest

from triptych.engines.scrape.matcher import model as matcher
from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.inputs import inputs
from triptych.engines.scrape.matcher.model import read
from triptych.engines.scrape.matcher.spans import texts_of

PRICE = Description("Price", "", "", "span price", "3.20 EUR")
NAME = Description("", "", "", "h1", "Green tea")


def spoken(
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    values: tuple[str, ...],
    *,
    several: bool = True,
    likeliest: str = "",
    prompt: str = "prompt",
    parted: bool = False,
    others: float = -1,
) -> list[str]:
    """Return the values of a text in which the encoder finds these, and that several are meant.

    With `parted`, those of an element that answers alone; `others` is the logit of what is in none.
    """
    description = Description("", "", "", "", text)
    (window,) = inputs(prompt, [description])
    heads = np.full((len(window.tokens), 3), others, np.float32)
    heads[:, 2] = 1 if several else -1
    first = len(heads) - 1 - len(window.places)
    at = 0
    for value in values:
        start = text.index(value, at)
        at = start + len(value)
        for place, (begin, end) in enumerate(window.places):
            if start <= begin and end <= at:
                heads[first + place, 1] = 2 if value == likeliest else 1
    monkeypatch.setattr(matcher, "encode_tokens", lambda *_: [heads])
    (reading,) = read(prompt, [description])
    return texts_of(text, reading.parts if parted else reading.spans)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Genres of it: Crime, Drama", ("Crime", "Drama")),
        ("from Crime / Drama onwards", ("Crime", "Drama")),
        ("by Ann Lee and Bo Chan in London", ("Ann Lee", "Bo Chan")),
        ("Jane Doe on 3 March 2024", ("Jane Doe",)),
        ("Jane Doe on 3 March 2024", ("3 March 2024",)),
        ("it costs 3.20 EUR today", ("3.20 EUR",)),
    ],
)
def test_runs_of_word_pieces_are_values(
    monkeypatch: pytest.MonkeyPatch, text: str, values: tuple[str, ...]
) -> None:
    assert spoken(monkeypatch, text, values) == list(values)


@pytest.mark.parametrize("likeliest", ["6 January 2025", "27 January 2025"])
def test_one_value_among_words_is_the_likeliest(
    monkeypatch: pytest.MonkeyPatch, likeliest: str
) -> None:
    dates = ("6 January 2025", "27 January 2025")
    text = "Posted 6 January 2025, and it closes 27 January 2025 at noon"
    found = spoken(monkeypatch, text, dates, several=False, likeliest=likeliest, others=-3)
    assert found == [likeliest]


def test_one_value_with_signs_in_it_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "The Old Mill, 4 Mill Lane, Skelby"
    found = spoken(monkeypatch, f"Find us: {address}", (address,), several=False, others=-3)
    assert found == [address]


@pytest.mark.xfail(strict=True, reason="The words before it are taken for a part of it")
def test_one_value_is_whole_where_its_signs_are_unlikely(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("The Old Mill", "4 Mill Lane", "Skelby")
    text = "Find us: The Old Mill, 4 Mill Lane, Skelby"
    assert spoken(monkeypatch, text, lines, several=False) == ["The Old Mill, 4 Mill Lane, Skelby"]


def test_values_of_a_plural_are_all(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "by Ann Lee and Bo Chan in London"
    authors = ("Ann Lee", "Bo Chan")
    assert spoken(monkeypatch, text, authors, several=False, prompt="authors") == [*authors]


@pytest.mark.parametrize("text", ["Finland, Sweden, Norway", "Finland / Sweden | Norway"])
def test_signs_that_are_in_no_value_part_an_element_that_answers_alone(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    countries = ("Finland", "Sweden", "Norway")
    assert spoken(monkeypatch, text, countries, prompt="countries", parted=True) == [*countries]
    # The same text is one of several elements: each of them is one value.
    whole = (text,)
    assert spoken(monkeypatch, text, whole, prompt="countries") == [text]


def test_signs_within_a_value_part_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "12 Mill Lane, Skelby"
    assert spoken(monkeypatch, text, (text,), several=False, parted=True) == [text]


@pytest.mark.parametrize(
    ("text", "cut", "whole"),
    [
        ("A2 Late Trains 3:58 on the first side", "58", "3:58"),
        ("it costs 1,250.00 EUR today", "250", "1,250.00"),
        ("Secretary: Stanley Moss (since 2019)", "Stanley Moss (", "Stanley Moss"),
    ],
)
def test_value_has_whole_numbers_and_no_open_bracket(
    monkeypatch: pytest.MonkeyPatch, text: str, cut: str, whole: str
) -> None:
    assert spoken(monkeypatch, text, (cut,)) == [whole]


def test_pieces_with_long_words_between_are_one_value(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "we sell Green matcha tea to everybody here"
    assert spoken(monkeypatch, text, ("Green", "tea")) == ["Green matcha tea"]


def test_text_of_which_nearly_all_is_inside_is_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "one two three four five six seven eight nine ten"
    assert spoken(monkeypatch, text, ("two three four five six seven eight nine ten",)) == [text]
    assert spoken(monkeypatch, text, ("six seven eight nine ten",)) == ["six seven eight nine ten"]


def test_text_of_which_nothing_is_inside_is_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spoken(monkeypatch, "Green tea", ()) == ["Green tea"]


def test_span_that_is_signs_alone_is_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Green tea , hot water"
    assert spoken(monkeypatch, text, (",",)) == [text]


def test_value_cut_within_a_word_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "the Teahouseholders of old London town"
    assert spoken(monkeypatch, text, ("Teahouse",)) == ["Teahouseholders"]


def test_value_that_goes_on_behind_what_is_read_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    start = "Here is the summary of it: "
    text = start + "tea " * 50 + "end"
    (value,) = spoken(monkeypatch, text, ("tea " * 50,))
    assert value == text.removeprefix(start)


def test_readings_are_in_the_order_of_the_candidates() -> None:
    alone = [read("price", [one])[0].likelihood for one in (PRICE, NAME)]
    together = [one.likelihood for one in read("price", [PRICE, NAME])]
    np.testing.assert_allclose(together, alone, atol=1e-3)
    assert all(0 <= likelihood <= 1 for likelihood in together)


def test_value_with_the_label_of_the_prompt_is_likelier() -> None:
    price, name = read("price", [PRICE, NAME])
    assert price.likelihood > 0.3 > 0.03 > name.likelihood


def test_no_candidates_have_no_readings() -> None:
    assert read("price", []) == []


@pytest.mark.parametrize("prompt", ["", "?", "\ud800", "\0", "💶", "price " * 10_000])
@pytest.mark.parametrize("text", ["", "\ud800", "•", "x" * 100_000, "tea " * 10_000])
def test_hostile_prompts_and_texts_are_read(prompt: str, text: str) -> None:
    (reading,) = read(prompt, [Description("", "", "", "", text)])
    assert 0 <= reading.likelihood <= 1
    assert all(0 <= start <= end <= len(text) for start, end in reading.spans)


def test_texts_are_without_the_signs_around() -> None:
    assert texts_of("Genre: Crime, Drama |", [(6, 13), (13, 21)]) == ["Crime", "Drama"]
