"""A few seconds of many clients, and what the comparison sees."""

from __future__ import annotations

from attacks.soak import difference, growth, soak


def test_service_under_load_with_callers_that_misbehave_gives_no_wrong_answer() -> None:
    outcome = soak(seconds=3, clients=8)
    assert outcome.broken == ()
    assert outcome.figures["calls compared"] > 0


def test_difference_of_two_replies_names_the_first_place() -> None:
    reply = {"a": [1, {"b": 0.5}], "c": "tea"}
    assert difference(reply, {"a": [1, {"b": 0.5001}], "c": "tea"}) is None
    assert difference(reply, {"a": [1, {"b": 0.52}], "c": "tea"}) == ".a[1].b: 0.5, 0.52"
    assert difference(reply, {"a": [2, {"b": 0.5}], "c": "tea"}) == ".a[0]: 1, 2"
    assert difference(reply, {"a": [1, {}], "c": "tea"}) == ".a[1]: {'b': 0.5}, {}"
    assert difference(reply, reply | {"c": "coffee"}) == ".c: tea, coffee"
    assert difference("404 not_found", "424 failed") == ": 404 not_found, 424 failed"


def test_memory_that_rises_after_the_first_third_has_a_growth() -> None:
    rising = [(float(second), 500.0 + second) for second in range(300)]
    assert growth(rising) > 0.2
    # While models are loaded, in the first third.
    loaded = [(float(second), min(100.0 + 5 * second, 500.0)) for second in range(300)]
    assert abs(growth(loaded)) < 0.01
    # One large request does not make a slope.
    peaks = [(second, memory + 300.0 * (second % 50 == 0)) for second, memory in loaded]
    assert abs(growth(peaks)) < 0.01
