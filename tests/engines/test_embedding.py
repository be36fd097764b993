"""Text embeddings, with the real encoder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Encoding

from triptych import samples
from triptych.engines.embedding import LONGEST, chunk, chunk_texts, embed, embed_texts, shorten
from triptych.engines.embedding.embed import VectorCache, forget_vectors
from triptych.engines.text.encoder import token_counts
from triptych.engines.text.sentences import Span
from triptych.models.tokens import text_tokenizer


def _pieces(text: str) -> int:
    return len(text_tokenizer().encode(text, add_special_tokens=False).ids)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    forget_vectors()


def test_nearer_in_meaning_is_nearer_in_cosine() -> None:
    cat, kitten, bank, lender = embed_texts(
        [
            "A cat sleeps on the sofa.",
            "The kitten is napping on the couch.",
            "The bank raised its interest rates.",
            "Lenders now charge more for loans.",
        ]
    ).vectors
    assert cat @ kitten > 0.6 > 0.3 > cat @ bank
    assert bank @ lender > 0.5 > lender @ kitten


def test_known_vector_of_the_published_model() -> None:
    # The first numbers sentence-transformers 5 gives with the original weights.
    published = np.array([0.0297, -0.06, -0.0098, -0.0267, -0.0243, 0.0121, 0.0907, -0.0538])
    found = embed_texts(["A man with a hard hat is dancing."]).vectors[0]
    # Eight bits cost a little: but each number is still about that number.
    assert np.abs(found[: len(published)] - published).max() < 0.02
    assert np.corrcoef(found[: len(published)], published)[0, 1] > 0.99


def test_vectors_have_length_one_and_single_precision() -> None:
    vectors = embed_texts(["tea", "", "x" * 5000, "\x00", "日本語", "🙂"]).vectors
    assert vectors.dtype == np.float32
    assert vectors.shape == (6, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_vector_does_not_depend_on_its_neighbours() -> None:
    texts = ["tea", "A much longer text about the making of tea in a cold house. " * 4, "rain"]
    together = embed_texts(texts).vectors
    forget_vectors()
    alone = np.concatenate([embed_texts([text]).vectors for text in texts])
    assert np.abs(together - alone).max() < 1e-5


def test_order_and_repetitions_are_kept() -> None:
    vectors = embed_texts(["b", "a", "b", "c"]).vectors
    assert np.array_equal(vectors[0], vectors[2])
    assert not np.array_equal(vectors[0], vectors[1])
    forget_vectors()
    again = embed_texts(["c", "a", "b"]).vectors
    assert np.allclose(vectors[[3, 1, 0]], again, atol=1e-5)


def test_what_was_embedded_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    first = embed_texts(["tea", "rain"]).vectors
    monkeypatch.setattr("triptych.engines.embedding.embed.encode", None)
    assert np.array_equal(embed_texts(["rain", "tea"]).vectors, first[::-1])


def test_cache_that_is_full_drops_the_least_recently_used() -> None:
    cache = VectorCache(2)
    entry = (np.zeros(3, np.float32), False)
    cache.put({b"a": entry, b"b": entry})
    assert cache.get([b"a"]) == {b"a": entry}
    cache.put({b"c": entry})
    assert set(cache.get([b"a", b"b", b"c"])) == {b"a", b"c"}


def test_a_long_text_is_cut_and_said_so() -> None:
    long = "word " * (LONGEST + 1)
    found = embed_texts([long, "word " * LONGEST, "word"])
    assert found.cut.tolist() == [True, False, False]
    assert np.allclose(found.vectors[0], found.vectors[1], atol=1e-5)


def test_tokens_of_embedded_texts_are_counted_without_instruction_and_cut() -> None:
    texts = ["A cup of tea", "", "word " * 300, "caf\u00e9, 日本", "A cup of tea"]
    # The second time, vectors and numbers are remembered.
    for _ in range(2):
        embedded = embed_texts(texts, instruction="query")
        assert embedded.tokens.tolist() == token_counts(texts).tolist()


@pytest.mark.parametrize("text", ["", "   ", " tea ", "!" * 254, "!" * 255, "ab " * 200])
def test_chunks_of_plain_texts_are_those_of_their_word_pieces(text: str) -> None:
    # A line break is no plain text, and no word piece either.
    chunks = [text[start:end] for start, end in chunk(text)]
    assert chunks == [f"{text}\n"[start:end] for start, end in chunk(f"{text}\n")]


def test_an_instruction_changes_the_vector_and_what_fits() -> None:
    plain = embed_texts(["tea"]).vectors[0]
    told = embed_texts(["tea"], instruction="Tell me about China").vectors[0]
    assert 0.2 < plain @ told < 0.98
    assert embed_texts(["word " * LONGEST], instruction="query").cut[0]
    with pytest.raises(ValueError, match="word pieces: give at most 127"):
        embed_texts(["tea"], instruction="word " * 200)


def test_shortened_vectors_have_length_one() -> None:
    vectors = embed_texts(["tea", "rain"]).vectors
    short = shorten(vectors, 64)
    assert np.allclose(np.linalg.norm(short, axis=1), 1, atol=1e-6)
    assert np.allclose(short[0] / short[0][0], vectors[0][:64] / vectors[0][0], atol=1e-4)
    assert shorten(np.zeros((1, 4), np.float32), 2).tolist() == [[0, 0]]
    for wrong in (0, 385):
        with pytest.raises(ValueError, match="give 1 to 384"):
            shorten(vectors, wrong)


def test_a_book_is_chunked_at_sentences_and_nothing_is_lost() -> None:
    text = samples.text("pride-and-prejudice.txt")[:60_000]
    spans = chunk(text)
    chunks = [text[start:end] for start, end in spans]
    assert "".join("".join(chunks).split()) == "".join(text.split())
    lengths = [_pieces(piece) for piece in chunks]
    assert max(lengths) <= LONGEST
    # Filled as far as sentences allow.
    assert np.mean(lengths) > 0.8 * LONGEST
    ends = sum(piece.rstrip("\"'”’_)").endswith((".", "!", "?", ":", "—", "-")) for piece in chunks)
    assert ends > 0.9 * len(chunks)


def test_a_sentence_without_end_is_cut_between_words() -> None:
    # A word of several pieces, which do not fill a chunk evenly.
    word = "antidisestablishmentarianism"
    assert 3 < _pieces(word) < 10
    assert 10 % _pieces(word)
    text = f"{word} " * 300
    chunks = [text[start:end] for start, end in chunk(text, longest=10)]
    assert {part for piece in chunks for part in piece.split()} == {word}
    assert sum(len(piece.split()) for piece in chunks) == 300
    word = "x" * 99
    assert "".join(word[start:end] for start, end in chunk(word, longest=5)) == word


def test_chunking_lists_the_words_of_a_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # The tokenizer makes a list of all words each time it is asked for them.
    listed = []

    class Counted:
        def __init__(self, encoding: Encoding) -> None:
            self.offsets = encoding.offsets
            self._encoding = encoding

        @property
        def word_ids(self) -> list[int | None]:
            listed.append(len(self.offsets))
            return self._encoding.word_ids

    make: Callable[[str, Any, int], list[Span]] = embed._chunk
    monkeypatch.setattr(
        embed, "_chunk", lambda text, encoding, longest: make(text, Counted(encoding), longest)
    )
    assert len(chunk("(" * 2_000, longest=10)) == 200
    assert listed == [2_000]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.integers(1, 12))
def test_chunks_of_anything_fit_and_keep_their_order(text: str, longest: int) -> None:
    spans = chunk(text, longest)
    before = 0
    for start, end in spans:
        assert before <= start < end <= len(text)
        assert 1 <= _pieces(text[start:end]) <= longest + 1
        before = end
    assert not spans or _pieces(text) > 0


def test_chunks_of_texts_read_together_are_those_of_each_alone() -> None:
    book = samples.text("pride-and-prejudice.txt")[:8_000]
    # Plain ones, and those whose word pieces do not reach their ends.
    texts = [
        "A cup of tea.",
        "  tea \n",
        "",
        " ",
        "\x07tea\x07",
        "caf\u0065\u0301",
        book,
        "日本語",
        "!",
    ]
    for text, spans in zip(texts, chunk_texts(texts), strict=True):
        assert spans == chunk(text)
        offsets = text_tokenizer().encode(text, add_special_tokens=False).offsets
        if offsets:
            assert (spans[0].start, spans[-1].end) == (offsets[0][0], offsets[-1][1])
        else:
            assert spans == []
