"""Resident memory of a service after 1,000 mixed calls and after 100,000.

    python benchmarks/memory.py [--calls 100000]

The service is `triptych serve` in a process of its own on loopback. Of each thousand calls 850 are
items of `client.map` (250 profanity, 250 spam, 150 sentiment, 200 embeddings), which sends many in
one request; 150 are single calls of nine operations from eight threads. No text is sent twice. The
alternative is the same process after the first thousand.
"""

from __future__ import annotations

import argparse
import io
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import psutil
from client_overhead import KEY, serving
from PIL import Image
from report import report
from texts import texts

import triptych

BLOCK = 1_000
MAPPED = {"profanity": 250, "spam": 250, "sentiment": 150, "embed_v2": 200}
Call = Callable[[triptych.Client, str], object]
SINGLE: list[tuple[int, Call]] = [
    (20, lambda client, text: client.profanity(text)),
    (20, lambda client, text: client.spam(text)),
    (20, lambda client, text: client.sentiment(text)),
    (10, lambda client, text: client.embed(text)),
    (10, lambda client, text: client.embed_v2(text)),
    (40, lambda client, text: client.suggest(text.partition(": ")[2][:12])),
    (15, lambda client, text: client.search(text, ai_overview=False)),
    (10, lambda client, text: client.scrape(html=_page(text), element_prompts=["title", "price"])),
    (5, lambda client, text: client.detect(_picture(text))),
]


def _page(text: str) -> str:
    return f"<html><title>{text}</title><h1>{text}</h1><p>Price: <b>{len(text)} €</b></p></html>"


def _picture(text: str) -> bytes:
    with io.BytesIO() as file:
        Image.new("RGB", (320, 240), (len(text), 90, 40)).save(file, "PNG")
        return file.getvalue()


def block(client: triptych.Client, pool: ThreadPoolExecutor, seed: int) -> None:
    """Make a thousand calls."""
    fresh = texts(seed)
    for operation, count in MAPPED.items():
        for _, reply in client.map(operation, list(islice(fresh, count))):
            if isinstance(reply, Exception):
                raise reply
    calls = [(call, next(fresh)) for count, call in SINGLE for _ in range(count)]
    for future in [pool.submit(call, client, text) for call, text in calls]:
        future.result()


def resident(process: psutil.Process) -> float:
    """Return the resident memory of a process and its children, in MB."""
    family = [process, *process.children(recursive=True)]
    return float(sum(each.memory_info().rss for each in family)) / 1e6


def main() -> None:
    """Print the memory at some numbers of calls, and by how much it grew."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--calls", type=int, default=100_000)
    options = parser.parse_args()
    blocks = options.calls // BLOCK
    shown = {number for number in (1, 2, 5, 10, 20, 50, 100, 200, 500) if number < blocks}
    print(f"{'calls':>9}{'resident MB':>14}{'seconds':>10}")
    began = time.perf_counter()
    with (
        serving() as (process, url),
        triptych.Client(api_key=KEY, base_url=url, timeout=120) as client,
        ThreadPoolExecutor(8) as pool,
    ):
        for number in range(1, blocks + 1):
            block(client, pool, number)
            if number in shown | {blocks}:
                memory = resident(process)
                if number == 1:
                    first = memory
                taken = time.perf_counter() - began
                print(f"{number * BLOCK:>9,}{memory:>14.1f}{taken:>10.0f}", flush=True)
                report("resident memory by calls", memory, "MB", at=number * BLOCK)
    growth = 100 * (memory / first - 1)
    print(f"grown by {growth:.1f} %")
    report("growth since the first thousand calls", growth, "%")


if __name__ == "__main__":
    main()
