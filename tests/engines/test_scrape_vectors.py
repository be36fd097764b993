"""Vectors of short texts."""

import numpy as np

from triptych.engines.scrape.matcher.vectors import text_vectors


def test_vectors_are_unit_rows() -> None:
    vectors = text_vectors(["price", "opening hours", "茶"])
    assert vectors.shape == (3, 384)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_vectors_of_no_texts_are_none() -> None:
    assert text_vectors([]).shape == (0, 384)


def test_vectors_without_words_are_zeros() -> None:
    assert not text_vectors(["", " ", "\n"]).any()


def test_vectors_of_hostile_texts_are_finite() -> None:
    texts = ["\ud800", "\0", "💶", "a" * 100_000, "tea " * 100_000]
    assert np.isfinite(text_vectors(texts)).all()


def test_vectors_do_not_depend_on_the_texts_beside() -> None:
    together = text_vectors(["price", "the author of the book"])
    np.testing.assert_allclose(together[0], text_vectors(["price"])[0], atol=1e-6)


def test_vectors_read_the_start_of_a_text() -> None:
    start = "price of tea " * 10
    first, other = text_vectors([start, start + "speakers"])
    np.testing.assert_array_equal(first, other)


def test_vectors_of_like_words_are_nearer_than_of_others() -> None:
    price, cost, author = text_vectors(["price", "cost", "author"])
    assert price @ cost > price @ author
