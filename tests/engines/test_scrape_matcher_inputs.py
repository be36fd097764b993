"""What the matcher reads of a prompt with a description."""

from triptych.engines.scrape.matcher.description import Description
from triptych.engines.scrape.matcher.glossary import glossary
from triptych.engines.scrape.matcher.inputs import LONGEST, LONGEST_PROMPT, inputs, pieces
from triptych.engines.text.encoder import FIRST, LAST

PRICE = Description("Price", "Green tea", "old … new", "span price", "3.20 EUR")


def test_inputs_have_marks_between_prompt_and_parts() -> None:
    (window,) = inputs("How much?", [PRICE])
    expected = [FIRST, *pieces("How much?", LONGEST_PROMPT)[0], LAST]
    for part, most in zip(PRICE, LONGEST, strict=True):
        expected += [*pieces(part, most)[0], LAST]
    assert window.tokens == expected


def test_inputs_of_empty_parts_are_marks_alone() -> None:
    (window,) = inputs("", [Description("", "", "", "", "")])
    assert window.tokens == [FIRST, *[LAST] * 6]
    assert list(window.places) == []


def test_inputs_of_long_parts_are_bounded() -> None:
    long = "tea " * 5_000
    (window,) = inputs(long, [Description(long, long, long, long, long)])
    assert len(window.tokens) == 7 + LONGEST_PROMPT + sum(LONGEST)
    assert len(window.places) == LONGEST[-1]


def test_inputs_of_no_description_are_none() -> None:
    assert inputs("price", []) == []


def test_places_are_those_of_the_text() -> None:
    (window,) = inputs("price", [PRICE])
    pieces_of_text = [PRICE.text[start:end] for start, end in window.places]
    assert pieces_of_text == ["3", ".", "20", "EU", "R"]


def test_places_of_the_text_stand_before_the_last_mark() -> None:
    (window,) = inputs("price", [PRICE])
    assert window.tokens[-1 - len(window.places) : -1] == pieces("3.20 EUR", 28)[0]


def test_places_with_lone_surrogates_are_those_of_the_text() -> None:
    text = "\ud800 tea"
    ids, places = pieces(text, 10)
    assert len(ids) == len(places)
    start, end = places[-1]
    assert text[start:end] == "tea"


FOOTER = (
    "Birch Hollow Middle School for the children of the valley • 900 Creamery Road, Birch Hollow, "
    "behind the old mill • Phone (555) 210-4400 • Fax (555) 210-4499"
)


def test_of_a_long_text_the_part_nearest_to_the_prompt_is_read() -> None:
    (window,) = inputs("fax number", [Description("", "", "", "p", FOOTER)])
    first, last = window.places[0][0], window.places[-1][1]
    assert FOOTER[first:last] == "Fax (555) 210-4499"


def test_a_long_text_is_read_from_its_start_where_no_part_is_nearer() -> None:
    (window,) = inputs("name of the school", [Description("", "", "", "p", FOOTER)])
    assert window.places[0][0] == 0
    assert len(window.places) == LONGEST[-1]


def test_parts_of_a_long_text_in_another_language_are_read_in_english() -> None:
    text = (
        "Wir sind ein kleiner Betrieb in der dritten Generation und liegen gleich hinter der alten "
        "Mühle am Rand des Dorfes. Die Preise stehen im Aushang. Parkplätze gibt es im Hof."
    )
    (window,) = inputs("parking", [Description("", "", "", "p", text)], glossary("de"))
    assert text[window.places[0][0] :].startswith("Parkplätze")


def test_a_text_of_many_parts_is_read_in_bounded_time() -> None:
    (window,) = inputs("fax", [Description("", "", "", "p", "a. " * 20_000 + "Fax 5")])
    assert window.places[0][0] == 0
