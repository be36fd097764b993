"""Texts a second through client and service, against the engine's own function for many texts.

    python benchmarks/throughput.py [--rounds 5] [--seconds 1]

Each round reads distinct short texts in four ways, one after the other, so that what else the
machine does concerns all of them: the engine with 1,000 texts at once; `client.map` in this
process; `client.map` to `triptych serve`, a process of its own on loopback; and 32 clients at once
that send one text a call to it. A ratio is the median over the rounds of a way's rate by the
engine's in the same round. `--seconds` is about what the engine takes in a round.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable
from itertools import count, islice

from client_overhead import KEY, serving
from report import report
from texts import texts

from triptych import AsyncClient, Client
from triptych.engines.embedding import embed_texts
from triptych.engines.sentiment import analyse_sentiments
from triptych.engines.spam import score_spam

ENGINES: dict[str, Callable[[list[str]], object]] = {
    "spam": score_spam,
    "sentiment": analyse_sentiments,
    "embed": embed_texts,
}
CLIENTS = 32
AT_ONCE = 1_000
#: Texts of one-text calls for one of a batch.
SINGLE_SHARE = 0.25
#: The aims: shares of the engine's rate.
AIMS = {"map, this process": 0.95, f"map, loopback, {CLIENTS} at once": 0.85}
_seeds = count(1)


def some(size: int) -> list[str]:
    """Return so many texts, none of which was read before."""
    return list(islice(texts(next(_seeds)), size))


def engine(operation: str, rows: list[str]) -> None:
    """Read texts with the engine alone."""
    for start in range(0, len(rows), AT_ONCE):
        ENGINES[operation](rows[start : start + AT_ONCE])


def mapped(client: Client, operation: str, rows: list[str], concurrency: int | None) -> None:
    """Read texts with `client.map`, and keep no reply."""
    for _, reply in client.map(operation, rows, concurrency=concurrency):
        if isinstance(reply, Exception):
            raise reply


async def one_by_one(url: str, operation: str, rows: list[str]) -> None:
    """Read texts one a call, as many clients do at once."""
    waiting = iter(rows)

    async def work(client: AsyncClient) -> None:
        call = getattr(client, operation)
        for text in waiting:
            await call(text)

    async with AsyncClient(api_key=KEY, base_url=url) as client, asyncio.TaskGroup() as group:
        for _ in range(CLIENTS):
            group.create_task(work(client))


def rate(read: Callable[[list[str]], None], size: int) -> float:
    """Return how many texts a second are read."""
    rows = some(size)
    began = time.perf_counter()
    read(rows)
    return size / (time.perf_counter() - began)


def measure(operation: str, url: str, rounds: int, seconds: float) -> None:
    """Print a row for each way, and report it."""
    with Client() as local, Client(api_key=KEY, base_url=url) as remote:
        ways: dict[str, tuple[Callable[[list[str]], None], float]] = {
            "engine": (lambda rows: engine(operation, rows), 1),
            "map, this process": (lambda rows: mapped(local, operation, rows, None), 1),
            f"map, loopback, {CLIENTS} at once": (
                lambda rows: mapped(remote, operation, rows, CLIENTS),
                1,
            ),
            f"one a call, loopback, {CLIENTS} at once": (
                lambda rows: asyncio.run(one_by_one(url, operation, rows)),
                SINGLE_SHARE,
            ),
        }
        # Models are loaded by now, and the pace of `map` found.
        first = {name: rate(read, 200) for name, (read, _) in ways.items()}
        size = max(200, int(seconds * first["engine"]))
        rates: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(rounds):
            for name, (read, share) in ways.items():
                rates[name].append(rate(read, int(size * share)))
    for name, values in rates.items():
        ratio = statistics.median(
            value / own for value, own in zip(values, rates["engine"], strict=True)
        )
        aim = f"  (aim {AIMS[name]:.2f})" if name in AIMS else ""
        print(f"{operation:<10} {name:<36} {statistics.median(values):>9,.0f} {ratio:>7.2f}{aim}")
        report(f"{operation}, texts a second", statistics.median(values), by=name)
        report(f"{operation}, by the engine's rate", ratio, by=name)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of the engine, in a round")
    parser.add_argument("--only", choices=ENGINES, action="append", help="operations")
    arguments = parser.parse_args()
    print(f"{'':<10} {'':<36} {'texts/s':>9} {'ratio':>7}")
    with serving() as (_, url):
        for operation in arguments.only or ENGINES:
            measure(operation, url, arguments.rounds, arguments.seconds)


if __name__ == "__main__":
    main()
