"""Where in a text the values stand, by a logit of each of its word pieces."""

import re

import numpy as np
import pytest

from triptych.engines.scrape.matcher.model import calibration
from triptych.engines.scrape.matcher.spans import (
    FEATURES,
    Pieces,
    is_whole,
    one_value,
    runs,
    several_values,
    texts_of,
)
from triptych.models.tokens import text_tokenizer

#: The token of what is not in the tokenizer's vocabulary.
UNKNOWN = 100


def read_as(text: str, places: list[tuple[int, int]], logits: np.ndarray) -> Pieces:
    """Return the pieces of a text as the matcher has read them."""
    known = text_tokenizer().get_vocab()
    tokens = [known.get(text[start:end].lower(), UNKNOWN) for start, end in places]
    return Pieces(text, places, logits.astype("f4"), tokens)


def pieces(marked: str) -> Pieces:
    """Return the pieces of a text in which each word is followed by its logit: "tea+2 for-3"."""
    text, places, logits = "", [], []
    for word, logit, space in re.findall(r"(\S+?)([+-]\d+(?:\.\d)?)(\s|$)", marked):
        places.append((len(text), len(text) + len(word)))
        logits.append(float(logit))
        text += word + space
    return read_as(text.rstrip(" "), places, np.asarray(logits))


def several(marked: str) -> list[str]:
    read = pieces(marked)
    return texts_of(read.text, several_values(read))


def one(marked: str) -> str:
    read = pieces(marked)
    (text,) = texts_of(read.text, [one_value(read, "", calibration().span)])
    return text


@pytest.mark.parametrize(
    ("marked", "values"),
    [
        # Less likely pieces beside a likely one belong to it; unlikely ones do not.
        ("led-4 by-4 Elowen+1 Trease-0.5 now-4", ["Elowen Trease"]),
        ("led-4 by-4 Elowen+1 Trease-1.5 now-4", ["Elowen"]),
        # Two likely runs are one value across a doubtful piece, and two across one that is not.
        ("of-4 Green+2 matcha-1.5 tea+2 here-4", ["Green matcha tea"]),
        ("of-4 Green+2 or-1.5 tea+2 here-4", ["Green", "tea"]),
        ("of-4 Green+2 matcha-3 tea+2 here-4", ["Green", "tea"]),
        ("No-4 no.-1.5 071+1 .-1.5 Charity-1.5 1099882+2 it-4", ["071", "1099882"]),
    ],
)
def test_several_values_are_runs_with_what_is_beside_them(marked: str, values: list[str]) -> None:
    assert several(marked) == values


def test_several_values_are_not_parted_at_a_point_within_a_word() -> None:
    places = [(0, 2), (3, 8), (8, 9), (9, 15), (16, 20)]
    logits = np.asarray([-4, 2, -1.5, 2, -4], np.float32)
    text = "to lists.weaver here"
    assert texts_of(text, several_values(read_as(text, places, logits))) == ["lists.weaver"]


@pytest.mark.parametrize(
    ("marked", "value"),
    [
        ("Updated-4 on-4 May+3 4,+3 2026+3 .-3", "May 4, 2026"),
        ("Written-3 by-2 Jane+2 Doe+3 on-3 3+0.5 March-1 2024-1", "Jane Doe"),
        ("with-3 Rei+2 Tan+1 and-2 others-3 Haruto+3 Minami+3", "Haruto Minami"),
        ("Sales:-4 01482+1 555-1 284+1 today-4", "01482 555 284"),
        ("Published-3 5+3 May+3 2024,+3 updated-3 6+1 May+1 2024+1 again-3", "5 May 2024"),
    ],
)
def test_one_value_is_the_likeliest_run_of_whole_words(marked: str, value: str) -> None:
    assert one(marked) == value


@pytest.mark.parametrize(
    "marked", ["a-1 cup-2 of-3 tea-1", "a+1 cup+1 of+1 tea+1 now+1 or+1 never-3"]
)
def test_text_with_no_likely_piece_or_hardly_another_is_the_value(marked: str) -> None:
    read = pieces(marked)
    assert is_whole(read)
    assert several_values(read) == ((0, len(read.text)),)
    assert one_value(read, "", calibration().span) == (0, len(read.text))


def test_runs_begin_and_end_at_words() -> None:
    text = "a tea-house, 1.50 EUR"
    places = [(0, 1), (2, 5), (5, 6), (6, 11), (11, 12), (13, 14), (14, 15), (15, 17), (18, 21)]
    spans, features = runs(read_as(text, places, np.zeros(len(places))), "")
    found = {text[start:end] for start, end in spans}
    assert {"tea-house", "tea-house,", "1.50", "1.50 EUR", text} <= found
    assert not {"tea", "house", "50", "1"} & found
    assert features.shape == (len(spans), len(FEATURES))


def test_runs_neither_begin_nor_end_within_a_number() -> None:
    text = "of £24,870.10, due 9:30"
    places = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
    spans, _ = runs(read_as(text, places, np.zeros(len(places))), "")
    found = {text[start:end] for start, end in spans}
    assert {"£24,870.10", "£24,870.10,", "9:30"} <= found
    assert not {"£24", "£24,870", "870.10", "10", "9", "30"} & found


def features_of(marked: str, run: str, prompt: str = "") -> dict[str, float]:
    """Return by name what is known of a run of a text."""
    read = pieces(marked)
    spans, features = runs(read, prompt)
    start = read.text.index(run)
    row = features[spans.index((start, start + len(run)))]
    return dict(zip(FEATURES, row.tolist(), strict=True))


def test_features_of_a_run_are_those_of_its_pieces() -> None:
    known = features_of("by-2 Jane+2 Doe+1 now-1", "Jane Doe")
    assert (known["sum"], known["mean"], known["least"], known["most"]) == (3, 1.5, 1, 2)
    assert (known["first"], known["before"], known["after"]) == (2, -2, -1)
    assert (known["capital"], known["stop_word_first"], known["one_word"]) == (1, 0, 0)


def test_run_is_known_by_its_words() -> None:
    known = features_of("the-1 prices+1 of+1 10-1 teas+1", "prices of", "What is the price?")
    assert (known["stop_word_first"], known["stop_word_last"], known["in_prompt"]) == (0, 1, 0.5)
    known = features_of("10-1 prices+1", "prices", "price")
    assert (known["after_number"], known["one_word"], known["in_prompt"]) == (1, 1, 1)


def test_word_behind_an_ordinal_is_after_a_number() -> None:
    read = read_as("10. Mai", [(0, 2), (2, 3), (4, 7)], np.asarray([1, 1, 2]))
    spans, features = runs(read, "")
    column = FEATURES.index("after_number")
    assert features[spans.index((4, 7)), column] == 1
    assert features[spans.index((0, 7)), column] == 0


def test_weights_are_as_many_as_features() -> None:
    assert len(calibration().span) == len(FEATURES)


@pytest.mark.parametrize("text", ["", ".", "((((", "a" * 500, "\ud800", "1 2 3 4 5 6 7 8 9 10"])
def test_any_text_has_a_value_within_it(text: str) -> None:
    chance = np.random.default_rng(len(text))
    places = [match.span() for match in re.finditer(r"\S", text)][:28]
    read = read_as(text, places, chance.normal(0, 3, len(places)))
    for start, end in (one_value(read, "", calibration().span), *several_values(read)):
        assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15:00 –", "15:00"),
        ("Ann Lee -", "Ann Lee"),
        ("A-", "A-"),
        ("-5", "-5"),
        ("; tea ,", "tea"),
    ],
)
def test_values_end_without_a_loose_sign(text: str, value: str) -> None:
    assert texts_of(text, [(0, len(text))]) == [value]
