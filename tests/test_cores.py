"""Work side by side on the cores that this process may use."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

from triptych import _cores
from triptych._cores import map_on_cores, usable_cores


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="Linux alone binds processes")
def test_usable_cores_of_a_bound_process_are_those_it_is_bound_to() -> None:
    core = min(os.sched_getaffinity(0))
    program = (
        f"import os; os.sched_setaffinity(0, {{{core}}})\n"
        "from triptych._cores import usable_cores\n"
        "import asyncio\n"
        "from triptych.service.threads import engine_threads\n"
        "async def main(): print(usable_cores(), engine_threads().total_tokens)\n"
        "asyncio.run(main())"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    # One thread more, so that a long call does not hold up all others.
    assert result.stdout.split() == ["1", "2"]


@pytest.mark.parametrize(
    ("limit", "cores"), [("1", 1), ("3,1", 3), ("99", 8), ("0", 8), ("", 8), ("all", 8)]
)
def test_usable_cores_are_limited_by_the_variable_of_openmp(
    limit: str, cores: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.setattr(_cores, "_LIMIT", limit)
    assert usable_cores() == cores
    # As Dask leaves it in the process that starts workers.
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert usable_cores() == cores


def test_usable_cores_where_the_system_cannot_bind_are_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(_cores, "_LIMIT", "")
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert usable_cores() == 5


def test_map_on_cores_returns_results_in_order() -> None:
    assert map_on_cores(str, range(500)) == [*map(str, range(500))]
    assert map_on_cores(str, []) == []


@pytest.mark.skipif(usable_cores() < 2, reason="needs two cores")
def test_map_on_cores_works_on_two_items_at_once() -> None:
    both = threading.Barrier(2)
    # Passed by two threads together, or never.
    assert len(map_on_cores(lambda _: both.wait(60), [1, 2])) == 2


def test_map_on_cores_raises_the_error_of_an_item_and_begins_no_more() -> None:
    begun: list[int] = []

    def work(item: int) -> None:
        begun.append(item)
        raise IndexError(f"item {item}")

    with pytest.raises(IndexError, match="item"):
        map_on_cores(work, range(1_000))
    assert len(begun) <= usable_cores()
    assert map_on_cores(str, [1]) == ["1"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_map_on_cores_in_a_forked_child_works() -> None:
    program = (
        "import os, warnings; warnings.simplefilter('ignore')\n"
        "from triptych._cores import map_on_cores\n"
        "map_on_cores(str, range(100))\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if map_on_cores(str, range(100)) == [*map(str, range(100))] else 1)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    assert result.stdout.split() == ["0"]
