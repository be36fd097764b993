"""The featurisation that training and run time share."""

import numpy as np
import pytest

from triptych.engines.spam import score_spam
from triptych.engines.spam.clean import clean
from triptych.engines.spam.features import BUCKETS, STEPS, tokenize
from triptych.engines.spam.model import counts

# Made with the shipped weights: training and run time must not drift apart.
REFERENCE: dict[str, float] = {
    "Win a free prize now, claim your cash today": 0.961374,
    "Are we still on for lunch tomorrow?": 0.001426,
    "Check out my channel and subscribe please": 1.0,
    "I love the guitar solo in this one": 0.047625,
    "Subject: re: contract\nPlease review the attached draft and call me.": 0.037353,
    "Lowest prices on meds, order now at http://pills.example.com": 0.854436,
    "Привет, увидимся завтра вечером": 0.016959,
    "ok": 0.079038,
}


def _tokens(text: str) -> str:
    return "".join(map(chr, tokenize([clean(text)]).codes)).strip()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Don't WAIT", "don ' t wait"),
        ("don ' t wait", "don ' t wait"),
        ("call 0800123", "call 0000000"),
        ("24 hours", "24 hours"),
        ("A&amp;B <b>bold</b>", "a & b bold"),
        ("see http://win.example/a?b=1 now", "see linkmark win . example now"),
        ("visit win . com / a", "visit linkmark win . com"),
        ("to anna.b@mail.example please", "to mailmark please"),
        ("hi @anna", "hi mentionmark"),
        ("Subject: hello", "hello"),
        ("ｆｒｅｅ", "free"),
        ("c@sh", "cash"),
        ("", ""),
    ],
)
def test_texts_come_to_one_spelling(text: str, tokens: str) -> None:
    assert _tokens(text) == tokens


def test_a_word_wholly_in_another_alphabet_stays_itself() -> None:
    assert clean("сосна") == "сосна"


def test_of_a_long_text_the_ends_remain() -> None:
    text = clean("start " + "word " * 100_000 + "finish")
    assert len(text) == 5001
    assert text.startswith("start ")
    assert text.endswith(" finish")


def test_grams_do_not_cross_from_one_text_into_the_next() -> None:
    together = counts(["free prize", "call now"])
    for row, text in enumerate(["free prize", "call now"]):
        alone = counts([text])
        mine = together.row == row
        np.testing.assert_array_equal(together.column[mine], alone.column)
        np.testing.assert_array_equal(together.value[mine], alone.value)
        np.testing.assert_array_equal(together.surface[row], alone.surface[0])


def test_a_word_with_digits_counts_as_what_it_is_read_as() -> None:
    plain, leet = counts(["free"]), counts(["fr33"])
    words = set(plain.column[plain.column < BUCKETS])
    assert words <= set(leet.column[leet.column < BUCKETS])


@pytest.mark.parametrize(
    ("name", "text", "reached"),
    [
        ("exclamation marks", "no!! way!", 3),
        ("links", "a http://a.example b www.b.example", 2),
        ("numbers of 10 to 12 digits", "call 08001234567", 1),
        ("currency signs", "£5 or $6", 2),
        ("shouted words", "WIN a BIG one, ok", 2),
    ],
)
def test_the_surface_counts_what_it_says(name: str, text: str, reached: int) -> None:
    begin = 0
    for other, steps in STEPS:
        if other == name:
            row = counts([text]).surface[0, begin : begin + len(steps)]
            assert (row > 0).sum() == sum(step <= reached for step in steps)
            return
        begin += len(steps)
    pytest.fail(f"no surface feature {name}")


@pytest.mark.parametrize("text", REFERENCE)
def test_reference_scores_do_not_drift(text: str) -> None:
    assert score_spam([text])[0].score == pytest.approx(REFERENCE[text], abs=2e-4)
