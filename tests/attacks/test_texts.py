"""Hostile texts, each through every engine that reads a text."""

from __future__ import annotations

from itertools import cycle

import pytest
from attacks.texts import ENDLESS, ENGINES, HOSTILE, attempt, hostile

#: Characters of a text: the lengths at which time is measured take minutes.
LENGTH = 150


@pytest.mark.parametrize("engine", ENGINES)
def test_hostile_text_of_every_kind_fails_no_engine(engine: str) -> None:
    work = ENGINES[engine].load()
    for text in (*HOSTILE, *ENDLESS):
        work(hostile(text, LENGTH))


@pytest.mark.parametrize("text", [*HOSTILE, *ENDLESS])
def test_hostile_text_has_the_length_that_is_asked_for(text: str) -> None:
    assert [len(hostile(text, length)) for length in (1, 150, 1_000)] == [1, 150, 1_000]


class Timed:
    """A worker that takes given seconds for texts, in turn; `None` is longer than the limit."""

    def __init__(self, *seconds: float | None) -> None:
        self._seconds = cycle(seconds)

    def seconds(self, text: str) -> float:
        """Return the next number of seconds."""
        taken = next(self._seconds)
        if taken is None:
            raise TimeoutError("no result after 60 s")
        return taken


@pytest.mark.parametrize(
    ("seconds", "broken"),
    [
        # Of the whole text, of half of it, and of the whole once more.
        ((0.4, 0.2), None),
        ((0.8, 0.2, 0.8), "brackets, 1,000 characters: 0.80 s, half of them 0.20 s"),
        ((0.8, 0.2, 0.4), None),
        ((0.01, 0.001), None),
        ((None,), "brackets, 1,000 characters: no result after 60 s"),
    ],
)
def test_text_that_takes_longer_than_others_of_its_length_is_broken(
    seconds: tuple[float | None, ...], broken: str | None
) -> None:
    result, _ = attempt(Timed(*seconds), "spam", "brackets", 1_000)
    assert result == (broken and f"spam, {broken}")
