"""Work that nobody waits for ends at its next step, in every thread that it has."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from triptych._cancellation import Cancellation, Cancelled, check_cancelled, current_cancellation
from triptych._cores import map_on_cores
from triptych.models.sessions import open_session


def test_check_cancelled_where_nobody_can_cancel_does_nothing() -> None:
    assert current_cancellation() is None
    check_cancelled()


def test_cancellation_of_other_work_does_not_end_this_one() -> None:
    one, other = Cancellation(), Cancellation()
    other.cancel()
    one.run(check_cancelled)
    check_cancelled()


def test_cancelled_work_is_not_taken_for_an_error() -> None:
    cancellation = Cancellation()
    cancellation.cancel()

    def work() -> None:
        try:
            check_cancelled()
        except Exception:
            pytest.fail("it would go on with the next step")

    with pytest.raises(Cancelled):
        cancellation.run(work)


def test_cancellation_interrupts_the_step_that_is_under_way() -> None:
    cancellation = Cancellation()
    interrupted = threading.Event()
    with cancellation.interrupting(interrupted.set):
        pass
    cancellation.cancel()
    assert not interrupted.is_set()
    with cancellation.interrupting(interrupted.set):
        cancellation.cancel()
    assert interrupted.is_set()


def test_items_on_several_cores_are_not_taken_after_the_work_was_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("triptych._cores.usable_cores", lambda: 2)
    cancellation = Cancellation()
    together = threading.Barrier(2)
    worked: list[int] = []

    def work(item: int) -> None:
        together.wait(60)
        cancellation.cancel()
        worked.append(item)

    with pytest.raises(Cancelled):
        cancellation.run(map_on_cores, work, range(4))
    assert sorted(worked) == [0, 1]


def test_session_in_the_middle_of_a_graph_ends_when_it_is_cancelled() -> None:
    session = open_session("embedding/encoder.onnx")
    # Seconds of work.
    feeds = {"words": np.zeros((64, 256, 384), np.float32), "mask": np.ones((64, 256), np.int64)}
    cancellation = Cancellation()
    timer = threading.Timer(0.1, cancellation.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        cancellation.run(session.run, None, feeds)
    timer.join()
