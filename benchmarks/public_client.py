"""Calls a second of our client and of the public client `jigsawstack`, on the same service.

    python benchmarks/public_client.py [--seconds 3] [--rounds 3]

The service is `triptych serve` in a process of its own on loopback. Both clients make the same
calls, with texts that no call had before, over 1 connection and over 32: theirs from as many
threads, and by its async class from as many tasks; ours likewise, and by `client.map`, which may
send many items in one request. Each way takes its turn in every round; figures are medians.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

from client_overhead import KEY, serving
from report import report
from texts import texts

import triptych

CONNECTIONS = (1, 32)
OPERATIONS = ("profanity", "spam", "sentiment", "embed_v2")
#: Of each worker, so that no text is sent twice.
_seeds = count()


def by_threads(call: Callable[[str], object], connections: int, seconds: float) -> float:
    """Return calls a second from threads."""
    end = time.perf_counter() + seconds

    def work(mine: Iterator[str]) -> int:
        calls = 0
        while time.perf_counter() < end:
            call(next(mine))
            calls += 1
        return calls

    began = time.perf_counter()
    with ThreadPoolExecutor(connections) as pool:
        calls = sum(pool.map(work, [texts(next(_seeds)) for _ in range(connections)]))
    return calls / (time.perf_counter() - began)


def by_tasks(
    client: Callable[[], Any],
    call: Callable[[Any, str], Awaitable[object]],
    connections: int,
    seconds: float,
) -> float:
    """Return calls a second from tasks of one event loop."""

    async def work(sender: Any, end: float) -> int:
        mine = texts(next(_seeds))
        calls = 0
        while time.perf_counter() < end:
            await call(sender, next(mine))
            calls += 1
        return calls

    async def run() -> int:
        sender = client()
        end = time.perf_counter() + seconds
        calls = await asyncio.gather(*(work(sender, end) for _ in range(connections)))
        if isinstance(sender, triptych.AsyncClient):
            await sender.close()
        return sum(calls)

    began = time.perf_counter()
    calls = asyncio.run(run())
    return calls / (time.perf_counter() - began)


def by_map(url: str, operation: str, connections: int, seconds: float) -> float:
    """Return items a second of `client.map`."""
    stop = threading.Event()

    def items() -> Iterator[str]:
        for text in texts(next(_seeds)):
            if stop.is_set():
                return
            yield text

    with triptych.Client(api_key=KEY, base_url=url) as client:
        began = time.perf_counter()
        replies = 0
        for _, reply in client.map(operation, items(), concurrency=connections):
            if isinstance(reply, Exception):
                raise reply
            replies += 1
            if time.perf_counter() - began > seconds:
                stop.set()
        # What was in flight is waited for, and counts.
        return replies / (time.perf_counter() - began)


def ways(url: str, operation: str) -> dict[str, Callable[[int, float], float]]:
    """Return each way to make calls, by name: it takes connections and seconds."""
    from jigsawstack import AsyncJigsawStack, JigsawStack

    def theirs(client: Any, text: str) -> Any:
        calls = {
            "profanity": lambda: client.validate.profanity({"text": text}),
            "spam": lambda: client.validate.spamcheck({"text": text}),
            "sentiment": lambda: client.sentiment({"text": text}),
            "embed_v2": lambda: client.embedding_v2({"text": text, "type": "text"}),
        }
        return calls[operation]()

    def ours(client: Any, text: str) -> Any:
        return getattr(client, operation)(text)

    settings: dict[str, Any] = {"api_key": KEY, "base_url": url}
    public, client = JigsawStack(**settings), triptych.Client(**settings)
    return {
        "jigsawstack, threads": lambda connections, seconds: by_threads(
            lambda text: theirs(public, text), connections, seconds
        ),
        "jigsawstack, async": lambda connections, seconds: by_tasks(
            lambda: AsyncJigsawStack(**settings), theirs, connections, seconds
        ),
        "Triptych, threads": lambda connections, seconds: by_threads(
            lambda text: ours(client, text), connections, seconds
        ),
        "Triptych, async": lambda connections, seconds: by_tasks(
            lambda: triptych.AsyncClient(**settings), ours, connections, seconds
        ),
        "Triptych, map": lambda connections, seconds: by_map(url, operation, connections, seconds),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3, help="of each way in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=OPERATIONS, default=OPERATIONS)
    options = parser.parse_args()
    print(f"{'calls a second':<28}" + "".join(f"{name:>12}" for name in options.only))
    with serving() as (_, url):
        rates: dict[tuple[int, str, str], list[float]] = {}
        for operation in options.only:
            each = ways(url, operation)
            # Models are loaded by the first calls.
            each["Triptych, threads"](2, 1)
            for _ in range(options.rounds):
                for connections in CONNECTIONS:
                    for name, rate in each.items():
                        taken = rates.setdefault((connections, operation, name), [])
                        taken.append(rate(connections, options.seconds))
    medians = {key: statistics.median(taken) for key, taken in rates.items()}
    for connections in CONNECTIONS:
        print(f"{connections} connection{'s' * (connections > 1)}")
        for name in each:
            row = [medians[connections, operation, name] for operation in options.only]
            print(f"  {name:<26}" + "".join(f"{rate:>12,.0f}" for rate in row))
        for mine in ("Triptych, threads", "Triptych, async", "Triptych, map"):
            row = [
                medians[connections, operation, mine]
                / max(medians[connections, operation, name] for name in each if "jigsaw" in name)
                for operation in options.only
            ]
            print(f"  {mine + ' : their best':<26}" + "".join(f"{ratio:>12.1f}" for ratio in row))
        for operation in options.only:
            for name in each:
                label = f"{operation}, {connections} connection{'s' * (connections > 1)}"
                report(label, medians[connections, operation, name], "calls/s", by=name)


if __name__ == "__main__":
    main()
