"""How many requests are under way, and how large batches are."""

from __future__ import annotations

import pytest

from triptych.client.map.pace import Pace
from triptych.contract.batch import MOST_IN_BATCH


def test_limit_rises_to_its_bound_while_latency_stays_the_same() -> None:
    pace = Pace(32)
    for _ in range(100):
        pace.on_reply(0.1, 1)
    assert pace.limit == 32


def test_limit_at_first_is_within_its_bound() -> None:
    assert [Pace(most).limit for most in (1, 2, 100)] == [1, 2, 4]


def test_limit_falls_while_latency_is_several_times_the_lowest() -> None:
    pace = Pace(32)
    for _ in range(100):
        pace.on_reply(0.1, 1)
    for _ in range(100):
        pace.on_reply(0.5, 1)
    assert pace.limit < 32
    for _ in range(2_000):
        pace.on_reply(0.5, 1)
    assert pace.limit == Pace(32).limit


def test_limit_settles_where_more_requests_only_wait_longer() -> None:
    """A server that works on four at a time: with more, each waits."""
    pace = Pace(64)
    for _ in range(3_000):
        pace.on_reply(0.1 * max(1.0, pace.limit / 4), 1)
    assert 4 <= pace.limit <= 16


def test_limit_is_halved_once_for_refusals_of_requests_that_were_sent_together() -> None:
    pace = Pace(32)
    for _ in range(100):
        pace.on_reply(0.1, 1)
    for now in (10.0, 10.1, 10.2):
        pace.on_refusal(sent_at=9.0, now=now)
    assert pace.limit == 16
    pace.on_refusal(sent_at=11.0, now=12.0)
    assert pace.limit == 8
    for moment in range(20, 40):
        pace.on_refusal(sent_at=moment, now=moment + 0.5)
    assert pace.limit == 1


def test_limit_after_a_refusal_rises_by_one_a_round() -> None:
    pace = Pace(32)
    for _ in range(100):
        pace.on_reply(0.1, 1)
    pace.on_refusal(sent_at=1, now=2)
    for _ in range(17):
        pace.on_reply(0.1, 1)
    assert pace.limit == 17


def test_pause_is_the_longest_that_was_asked_for() -> None:
    pace = Pace(4)
    pace.on_refusal(sent_at=0, now=1, retry_after=5)
    pace.on_refusal(sent_at=0, now=2, retry_after=1)
    assert pace.paused_until == 6


def test_size_grows_to_the_target_time_and_shrinks_again() -> None:
    pace = Pace(2)
    for _ in range(20):
        pace.on_reply(pace.size * 0.002, pace.size)
    assert pace.size == pytest.approx(250, rel=0.1)
    for _ in range(20):
        pace.on_reply(pace.size * 0.02, pace.size)
    assert pace.size == pytest.approx(25, rel=0.1)


@pytest.mark.parametrize(("seconds", "size"), [(1e-9, MOST_IN_BATCH), (100.0, 1)])
def test_size_stays_within_its_bounds(seconds: float, size: int) -> None:
    pace = Pace(2)
    for _ in range(20):
        pace.on_reply(pace.size * seconds, pace.size)
    assert pace.size == size


def test_small_last_batch_does_not_change_the_pace() -> None:
    pace = Pace(8)
    for _ in range(20):
        pace.on_reply(pace.size * 0.002, pace.size)
    size, limit = pace.size, pace.limit
    pace.on_reply(0.1, 2, is_typical=False)
    assert (pace.size, pace.limit) == (size, limit)
