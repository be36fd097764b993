"""Counting word pieces, by words that are remembered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych import samples
from triptych.engines.text import encoder
from triptych.engines.text.encoder import count_tokens, token_counts
from triptych.models import tokens
from triptych.models.tokens import text_tokenizer, word_pieces


def pieces(text: str) -> int:
    """Return the number of word pieces, of the text as a whole."""
    text = text.encode("utf-8", "ignore").decode()
    return len(text_tokenizer().encode(text, add_special_tokens=False).ids)


@given(st.lists(st.text(max_size=40), max_size=8))
def test_token_counts_of_any_texts_are_those_of_the_tokenizer(texts: list[str]) -> None:
    assert token_counts(texts).tolist() == [*map(pieces, texts)]
    assert count_tokens(texts) == sum(map(pieces, texts))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  a  b ",
        "don't, e.g. \t two\nlines",
        "caf\u0065\u0301 \u0301x",
        "日本 語",
        "a\x00b",
        "x" * 500,
    ],
)
def test_token_counts_of_unusual_texts_are_those_of_the_tokenizer(text: str) -> None:
    assert token_counts([text, text]).tolist() == [pieces(text)] * 2


@pytest.mark.parametrize("few", [0, 1_000_000])
def test_word_pieces_of_few_and_many_texts_are_the_same(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["", "Unbelievable!", "日本 語", samples.text("pride-and-prejudice.txt")[:3_000]]
    expected = [text_tokenizer().encode(text, add_special_tokens=False).ids for text in texts]
    monkeypatch.setattr(tokens, "_FEW", few)
    assert [pieces.ids for pieces in word_pieces(texts)] == expected


def test_word_pieces_of_few_texts_wakes_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    class OneByOne:
        """A tokenizer without its threads."""

        encode = staticmethod(text_tokenizer().encode)

    monkeypatch.setattr(tokens, "text_tokenizer", OneByOne)
    assert [len(pieces) for pieces in word_pieces(["A cup of tea", "two cups"])] == [4, 2]
    with pytest.raises(AttributeError):
        word_pieces(["tea " * 1_000])


def test_token_counts_remembers_a_bounded_number_of_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(encoder, "_MOST_WORDS", 100)
    text = samples.text("pride-and-prejudice.txt")[:20_000]
    lines = text.splitlines()
    assert token_counts(lines).tolist() == [*map(pieces, lines)]
    for line in lines:
        token_counts([line])
        assert len(encoder._known_words) <= 100
    assert all(len(word) <= 32 for word in encoder._known_words)
