"""Texts and calls a second through client and service, against the engine called directly.

    python benchmarks/throughput.py [--part columns] [--part calls] [--rounds 3] [--seconds 2]

**Columns**: each round reads distinct short texts in four ways, one after the other, so that what
else the machine does concerns all of them: the engine with 1,000 texts at once; `client.map` in
this process; `client.map` to `triptych serve`, a process of its own on loopback; and 32 clients at
once that send one text a call to it. A ratio is the median over the rounds of a way's rate by the
engine's in the same round. `--seconds` is about what the engine takes in a round.

**Calls**: for 1, 8, 32 and 64 connections in turn, each round calls the engine directly, in one
thread, with one text of 200 characters (a query, of search) after the other for `--seconds`; and
then the service with the same texts, over so many connections at once, for as long. Connections are
raw sockets of a process of its own, so that the service is measured and not a client. The overhead
is the processor time of the service by call less that of the engine; where the service reads texts
of several calls together, which takes less time than one after the other, it is below zero.
Processor time depends little on what else the machine does, and calls a second do.

The engine with gaps is a control: it is called with other texts, each in a worker thread and a
millisecond after the one before. What it takes more than without gaps, is in the overhead of one
connection as well, and no work of the service: caches are cold, and clocks slower.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice, product
from random import Random
from typing import Any, NamedTuple

import load
import psutil
from anyio import to_thread
from client_overhead import KEY, serving
from report import report
from texts import texts

from triptych import AsyncClient, Client
from triptych.contract import OPERATIONS
from triptych.engines.embedding import embed_texts
from triptych.engines.index import shipped_index
from triptych.engines.profanity import censor, find_profanity
from triptych.engines.search import search
from triptych.engines.search.overview import Source, write_overview
from triptych.engines.sentiment import analyse_sentiments
from triptych.engines.spam import score_spam
from triptych.engines.text.spelling import corrected

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


class Directly(NamedTuple):
    """An operation as a function of one text, and the request of the same."""

    engine: Callable[[str], object]
    members: Callable[[str], dict[str, Any]]
    inputs: Callable[[], Iterator[str]]


def long_texts() -> Iterator[str]:
    """Yield distinct texts of 200 characters."""
    rows = texts(next(_seeds))
    while True:
        yield " ".join(islice(rows, 4))[:200]


def queries() -> Iterator[str]:
    """Yield queries, each with a different pair of subjects."""
    pairs = list(product(_QUESTIONS, _SUBJECTS, _SUBJECTS))
    Random(next(_seeds)).shuffle(pairs)
    for question, one, other in pairs:
        yield f"{question} {one} and {other}"


_QUESTIONS = ("history of", "what is", "difference between", "how to use", "origin of")
_SUBJECTS = (
    *("chess", "volcanoes", "jazz", "the Roman Empire", "photosynthesis", "whales", "Mongolia"),
    *("tea", "create table", "list comprehensions", "full text search", "the French Revolution"),
)


def find(query: str) -> object:
    """Search the shipped pages, and write an overview, as the service does."""
    index = shipped_index()
    query = corrected(query, index.vocabulary())
    hits = search([index], query, limit=10)
    return write_overview(
        query,
        [
            Source(number, hit.page.url, hit.page.title, hit.page.text, hit.passages)
            for number, hit in enumerate(hits, 1)
        ],
    )


def _text(text: str) -> dict[str, Any]:
    return {"text": text}


CALLS = {
    "sentiment": Directly(lambda text: analyse_sentiments([text]), _text, long_texts),
    "spam": Directly(lambda text: score_spam([text]), _text, long_texts),
    "profanity": Directly(lambda text: censor(text, find_profanity(text)), _text, long_texts),
    "embed": Directly(
        lambda text: embed_texts([text]), lambda text: {"type": "text", "text": text}, long_texts
    ),
    "search": Directly(find, lambda query: {"query": query}, queries),
}
CONNECTIONS = (1, 8, 32, 64)
#: More calls a second than any operation answers.
MOST_CALLS = 5_000
#: Seconds between calls of the engine with gaps.
GAP = 0.001


class Calls(NamedTuple):
    """What calls of one kind took in one round."""

    #: Calls a second.
    rate: float
    #: Seconds of processor time by call.
    processor: float
    #: Median seconds that a call waited.
    wait: float


def directly(operation: str, inputs: Sequence[str], seconds: float) -> Calls:
    """Call the engine with one input after the other."""
    read = CALLS[operation].engine
    waits: list[float] = []
    processor, began = time.process_time(), time.perf_counter()
    last = began
    for text in inputs:
        read(text)
        now = time.perf_counter()
        waits.append(now - last)
        last = now
        if now > began + seconds:
            break
    processor = time.process_time() - processor
    return Calls(len(waits) / (last - began), processor / len(waits), statistics.median(waits))


async def with_gaps(operation: str, inputs: Sequence[str], seconds: float) -> Calls:
    """Call the engine in a worker thread, with a gap before each call."""
    read = CALLS[operation].engine
    waits: list[float] = []
    processor = 0.0
    began = time.perf_counter()

    def work(text: str) -> None:
        nonlocal processor
        before, start = time.process_time(), time.perf_counter()
        read(text)
        processor += time.process_time() - before
        waits.append(time.perf_counter() - start)

    for text in inputs:
        await asyncio.sleep(GAP)
        await to_thread.run_sync(work, text)
        if time.perf_counter() > began + seconds:
            break
    took = time.perf_counter() - began
    return Calls(len(waits) / took, processor / len(waits), statistics.median(waits))


def served(
    operation: str,
    server: tuple[psutil.Process, str],
    caller: ProcessPoolExecutor,
    inputs: Sequence[str],
    connections: int,
    seconds: float,
) -> Calls:
    """Call the service over so many connections."""
    process, url = server
    bodies = [*map(CALLS[operation].members, inputs)]
    before = process.cpu_times()
    path = OPERATIONS[operation].path
    result = caller.submit(load.run, url, path, bodies, connections, seconds).result()
    after = process.cpu_times()
    processor = after.user + after.system - before.user - before.system
    calls = len(result.waits)
    return Calls(result.rate, processor / calls, statistics.median(result.waits))


def measure_calls(
    operation: str,
    server: tuple[psutil.Process, str],
    caller: ProcessPoolExecutor,
    rounds: int,
    seconds: float,
) -> None:
    """Print a row for the engine and for each number of connections, and report it."""

    def inputs() -> list[str]:
        return [*islice(CALLS[operation].inputs(), int(seconds * MOST_CALLS))]

    # Models are loaded by then.
    served(operation, server, caller, inputs(), 2, 1)
    directly(operation, inputs(), 0.5)
    engine: dict[int, list[Calls]] = {connections: [] for connections in CONNECTIONS}
    service: dict[int, list[Calls]] = {connections: [] for connections in CONNECTIONS}
    spaced: list[Calls] = []
    for _ in range(rounds):
        spaced.append(asyncio.run(with_gaps(operation, inputs(), seconds)))
        for connections in CONNECTIONS:
            some_inputs = inputs()
            engine[connections].append(directly(operation, some_inputs, seconds))
            service[connections].append(
                served(operation, server, caller, some_inputs, connections, seconds)
            )
    alone = [call for calls in engine.values() for call in calls]
    rows = [("engine, one thread", alone, alone), ("engine, with gaps", spaced, engine[1])]
    rows += [(f"{number} connections", calls, engine[number]) for number, calls in service.items()]
    for name, calls, own_calls in rows:
        rate = statistics.median(call.rate for call in calls)
        processor = 1000 * statistics.median(call.processor for call in calls)
        wait = 1000 * statistics.median(call.wait for call in calls)
        pairs = [*zip(calls, own_calls, strict=True)]
        ratio = statistics.median(call.rate / own.rate for call, own in pairs)
        overhead = 1000 * statistics.median(call.processor - own.processor for call, own in pairs)
        row = f"{operation:<10} {name:<20} {rate:>8,.0f} {ratio:>6.2f}"
        print(f"{row} {processor:>13.2f} {overhead:>12.2f} {wait:>10.2f}", flush=True)
        report(f"{operation}, calls a second", rate, by=name)
        report(f"{operation}, processor time by call", processor, "ms", by=name)
        report(f"{operation}, overhead by call", overhead, "ms", by=name)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--part", choices=("columns", "calls"), action="append")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each way, in a round")
    operations = list(dict.fromkeys((*ENGINES, *CALLS)))
    parser.add_argument("--only", choices=operations, action="append", help="operations")
    arguments = parser.parse_args()
    parts, only = arguments.part or ("columns", "calls"), arguments.only or operations
    with serving() as (process, url), load.process() as caller:
        if "columns" in parts:
            print(f"{'':<10} {'':<36} {'texts/s':>9} {'ratio':>7}")
            for operation in filter(only.__contains__, ENGINES):
                measure(operation, url, arguments.rounds, arguments.seconds)
        if "calls" in parts:
            head = f"{'calls/s':>8} {'ratio':>6} {'processor, ms':>13} {'overhead, ms':>12}"
            print(f"\n{'':<10} {'':<20} {head} {'median, ms':>10}")
            for operation in filter(only.__contains__, CALLS):
                server = (process, url)
                measure_calls(operation, server, caller, arguments.rounds, arguments.seconds)


if __name__ == "__main__":
    main()
