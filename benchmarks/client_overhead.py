"""What the client adds to bare httpx, on the same server over the same kind of connection.

The server is `triptych serve` in a process of its own on loopback. Both sides send the same body
over a kept-open connection, in turn, and both decode the JSON; ours also validates both ways.

    python benchmarks/client_overhead.py
"""

from __future__ import annotations

import argparse
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import psutil
from report import report

import triptych

TEXT = "The new printer is a piece of sh1t, and the tray jams twice a day."
KEY = "benchmark"
ROUNDS = 2000


@contextmanager
def serving() -> Iterator[tuple[psutil.Process, str]]:
    """Serve in a process of its own, on a free port; yield the process and its base URL."""
    code = "from triptych.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            lines = (re.search(r"http://\S+:\d+", line) for line in server.stderr)
            yield psutil.Process(server.pid), next(match.group() for match in lines if match)
        finally:
            server.terminate()


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0]).parse_args()
    with (
        serving() as (_, url),
        httpx.Client(headers={"x-api-key": KEY}) as bare,
        triptych.Client(api_key=KEY, base_url=url) as client,
    ):
        calls: dict[str, Callable[[], object]] = {
            "bare httpx": lambda: bare.post(
                f"{url}/v1/validate/profanity", json={"text": TEXT}
            ).json(),
            "triptych.Client": lambda: client.profanity(TEXT),
        }
        taken: dict[str, list[float]] = {name: [] for name in calls}
        for run in range(ROUNDS + 100):
            for name, call in calls.items():
                began = time.perf_counter()
                call()
                if run >= 100:
                    taken[name].append(time.perf_counter() - began)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    pairs = zip(taken["triptych.Client"], taken["bare httpx"], strict=True)
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    for name, median in medians.items():
        print(f"{name:<18}{median * 1000:>7.2f} ms")
        report("a call of profanity, median", median * 1000, "ms", by=name)
    print(f"{'ratio, paired':<18}{ratio:>7.2f}")
    report("ratio, paired", ratio, by="triptych.Client")


if __name__ == "__main__":
    main()
