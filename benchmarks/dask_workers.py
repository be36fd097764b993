"""Sentiment of a column on two Dask workers against one, and a worker that is killed.

    python benchmarks/dask_workers.py [--rows 1000] [--rounds 4]

Every worker is a process of one thread, bound to one core of its own with all its threads, so that
one worker cannot use two cores. One and two workers read the same number of texts in turns, and no
text twice. Wall time depends on what else the machine does: the best of the rounds counts. Beside
it stands what the processor time of all rounds says, which depends less on that: how much faster
two workers are where each has its core for itself.
"""

from __future__ import annotations

import argparse
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import dask.dataframe as dd
import distributed
import pandas
import psutil
from report import report
from texts import texts

import triptych.dask
import triptych.pandas  # noqa: F401  (registers the accessor)

PARTITIONS = 8


def bind(core: int) -> int:
    """Bind all threads of this process, and those they will start, to a core; return its number."""
    for thread in Path("/proc/self/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})
    return os.getpid()


@dataclass(frozen=True)
class Round:
    """A column read by some workers: rows, and seconds of wall and of processor time."""

    rows: int
    wall: float
    processor: float

    @property
    def rate(self) -> float:
        """Rows a second."""
        return self.rows / self.wall


def column(rows: int, seed: int) -> pandas.Series:
    """Return distinct texts."""
    return pandas.Series(list(islice(texts(seed), rows)), name="text")


def measured(
    client: distributed.Client, pids: dict[str, int], workers: Sequence[str], rows: int, seed: int
) -> Round:
    """Read a column with some of the workers."""
    lazy = dd.from_pandas(column(rows, seed), npartitions=PARTITIONS).triptych.sentiment()
    before, began = _processor(pids, workers), time.perf_counter()
    done = client.persist(lazy, workers=list(workers), allow_other_workers=False)
    distributed.wait(done)
    wall = time.perf_counter() - began
    frame = done.compute()
    assert len(frame) == rows
    assert frame["error"].isna().all()
    return Round(rows, wall, _processor(pids, workers) - before)


def _processor(pids: dict[str, int], workers: Sequence[str]) -> float:
    times = [psutil.Process(pids[worker]).cpu_times() for worker in workers]
    return float(sum(time.user + time.system for time in times))


def killed(client: distributed.Client, pids: dict[str, int], rows: int) -> None:
    """Kill a worker that has results, and compare all rows with those of pandas."""
    values = column(rows, 9_999)
    lazy = dd.from_pandas(values, npartitions=PARTITIONS).triptych.sentiment()
    futures = distributed.futures_of(client.persist(lazy))
    first = next(iter(distributed.as_completed(futures)))
    (worker,) = next(iter(client.who_has([first]).values()))
    os.kill(pids[worker], signal.SIGKILL)
    frame = pandas.concat(client.gather(futures))
    pandas.testing.assert_frame_equal(frame, values.triptych.sentiment(progress=False))
    print(f"\nA worker killed after its first result: {len(frame):,} of {rows:,} rows there, once,")
    print("equal to those of pandas.")
    report("rows there after a worker was killed", len(frame) / rows)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))[:2]
    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=":0",
    )
    with cluster, distributed.Client(cluster) as client:
        client.wait_for_workers(2, timeout=300)
        workers = list(client.scheduler_info()["workers"])
        pids = {
            worker: client.run(bind, core, workers=[worker])[worker]
            for worker, core in zip(workers, cores, strict=True)
        }
        empty = max(psutil.Process(pid).memory_info().rss for pid in pids.values())
        for seed, worker in enumerate(workers):
            measured(client, pids, [worker], 200, seed)
        resident = max(psutil.Process(pid).memory_info().rss for pid in pids.values())
        print(f"Memory of a worker: {empty / 2**20:.0f} MiB, {resident / 2**20:.0f} MiB once it")
        print("has read a first column.\n")
        report("memory of a worker with sentiment loaded", resident / 2**20, "MiB")
        print(f"{'workers':>7} {'rows/s':>8} {'cores used':>11} {'rows per processor second':>26}")
        seed = 100
        rounds: dict[int, list[Round]] = {1: [], 2: []}
        for turn in range(options.rounds):
            for chosen in ([workers[turn % 2]], workers):
                seed += 1
                reading = measured(client, pids, chosen, options.rows, seed)
                used, each = reading.processor / reading.wall, reading.rows / reading.processor
                print(
                    f"{len(chosen):>7} {reading.rate:>8.0f} {used:>11.2f} {each:>26.0f}", flush=True
                )
                rounds[len(chosen)].append(reading)
        one, two = (max(item.rate for item in rounds[number]) for number in (1, 2))
        alone, together = (
            sum(item.rows for item in rounds[number])
            / sum(item.processor for item in rounds[number])
            for number in (1, 2)
        )
        print(f"\nBest of {options.rounds}: two workers read {two / one:.2f} times as fast as one;")
        print(f"by the processor time of all rounds {2 * together / alone:.2f} times.")
        print(f"Load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}.")
        report("sentiment of a column", one, "rows/s", by="one worker")
        report("sentiment of a column", two, "rows/s", by="two workers")
        report("two workers against one, best of the rounds", two / one)
        report("two workers against one, by processor time", 2 * together / alone)
        killed(client, pids, options.rows // 2)


if __name__ == "__main__":
    main()
