"""What a person waits for: importing, the first local call, and a warm one.

Each process figure is the median of fresh interpreters; the empty interpreter is the alternative it
is compared with. Warm calls through the in-process client are compared with the engine called
directly, in turn, in one run.

    python benchmarks/latency.py
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from report import report

import triptych
from triptych.engines.profanity import censor, find_profanity

TEXT = "The new printer is a piece of sh1t, and the tray jams twice a day."
PROCESSES = {
    "empty interpreter": "pass",
    "import httpx": "import httpx",
    "import triptych": "import triptych",
    "from triptych import Client": "from triptych import Client",
    "first local profanity call": f"import triptych; triptych.Client().profanity({TEXT!r})",
    "first local spam call": f"import triptych; triptych.Client().spam({TEXT!r})",
    "first local sentiment call": f"import triptych; triptych.Client().sentiment({TEXT!r})",
    "first local embed call": f"import triptych; triptych.Client().embed({TEXT!r})",
}
RUNS = 9


def process_seconds(code: str) -> float:
    """Return the wall seconds of a fresh interpreter that runs the code."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - began


def call_seconds(call: Callable[[], object]) -> float:
    """Return the wall seconds of one call."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def main() -> None:
    """Print both tables."""
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    seconds: dict[str, list[float]] = {name: [] for name in PROCESSES}
    for run in range(RUNS + 1):
        for name, code in PROCESSES.items():
            taken = process_seconds(code)
            if run:  # the first round fills the file cache
                seconds[name].append(taken)
    empty = statistics.median(seconds["empty interpreter"])
    print(f"{'fresh process':<30}{'median':>10}{'over empty':>12}")
    for name, taken_all in seconds.items():
        median = statistics.median(taken_all)
        report(name, median * 1000, "ms", by="fresh process")
        print(f"{name:<30}{median * 1000:>7.0f} ms{(median - empty) * 1000:>9.0f} ms")

    client = triptych.Client()
    calls: dict[str, Callable[[], object]] = {
        "engine alone": lambda: censor(TEXT, find_profanity(TEXT)),
        "in-process client": lambda: client.profanity(TEXT),
    }
    warm: dict[str, list[float]] = {name: [] for name in calls}
    for run in range(550):
        for name, call in calls.items():
            taken = call_seconds(call)
            if run >= 50:
                warm[name].append(taken)
    print(f"\n{'warm profanity call':<30}{'median':>10}{'p95':>12}")
    for name, taken_all in warm.items():
        p95 = statistics.quantiles(taken_all, n=20)[-1]
        report("warm call of profanity", statistics.median(taken_all) * 1000, "ms", by=name)
        print(f"{name:<30}{statistics.median(taken_all) * 1000:>7.2f} ms{p95 * 1000:>9.2f} ms")


if __name__ == "__main__":
    main()
