import pytest

from triptych.engines.profanity import Match, censor, find_profanity

TEXT = "Oh shit, the class is sh1t."


def test_one_character_is_repeated_over_the_match() -> None:
    assert censor(TEXT, find_profanity(TEXT)) == "Oh ****, the class is ****."
    assert censor(TEXT, find_profanity(TEXT), "█") == "Oh ████, the class is ████."


def test_a_longer_string_stands_once() -> None:
    assert censor(TEXT, find_profanity(TEXT), "[beep]") == "Oh [beep], the class is [beep]."


def test_an_empty_string_removes() -> None:
    assert censor(TEXT, find_profanity(TEXT), "") == "Oh , the class is ."


def test_nothing_found_leaves_the_text() -> None:
    assert censor("peacock", []) == "peacock"


def test_matches_of_another_text_or_out_of_order_are_refused() -> None:
    first, second = find_profanity(TEXT)
    with pytest.raises(ValueError, match="in order"):
        censor(TEXT, [second, first])
    with pytest.raises(ValueError, match="of this text"):
        censor("another text", [Match("shit", 3, 7, "en", 2)])
