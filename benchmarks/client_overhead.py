"""What the client adds to bare httpx, on the same server over the same kind of connection.

The server is `triptych serve` in a process of its own on loopback. Both sides send the same body
over a kept-open connection, in turn, and both decode the JSON; ours also validates both ways.

    python benchmarks/client_overhead.py
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import httpx

import triptych

TEXT = "The new printer is a piece of sh1t, and the tray jams twice a day."
KEY = "benchmark"
ROUNDS = 2000


def start_server() -> tuple[subprocess.Popen[str], str]:
    """Start `triptych serve` on a free port and return it with its base URL."""
    command = [
        sys.executable,
        "-c",
        "from triptych.cli import main; main()",
        "serve",
        "--port",
        "0",
    ]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    found = re.search(r"http://\S+:\d+", server.stderr.readline())
    assert found is not None
    return server, found.group()


def main() -> None:
    """Print the table."""
    server, url = start_server()
    try:
        with (
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
    finally:
        server.terminate()
        server.wait(10)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    pairs = zip(taken["triptych.Client"], taken["bare httpx"], strict=True)
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    for name, median in medians.items():
        print(f"{name:<18}{median * 1000:>7.2f} ms")
    print(f"{'ratio, paired':<18}{ratio:>7.2f}")


if __name__ == "__main__":
    main()
