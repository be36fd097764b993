"""Measure the memory of many researches, and what pages that fail cost a report.

Usage::

    python benchmarks/research_service.py [--runs 100] [--questions FILE] [--web 10]

Measured in one process, through the client and the embedded service, depth 2: resident memory
after 10, 50 and all runs, over questions in turn. Then, for some questions, the pages that a
research found are served on loopback, and researched as `byo_urls`: once all as they are, once a
quarter of them failing (an error, an endless wait, rubbish, in turn). Printed are the share of
pages that could not be read of which the report says so, and how many of its sentences stay.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import threading
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from triptych import AsyncClient
from triptych.contract import ResearchReply

QUESTIONS = Path(__file__).parent / "data" / "research_questions_development.json"
#: Seconds that a page hangs, longer than anybody waits for it.
HANGS = 60.0


def resident() -> float:
    """Return the resident memory of this process, in megabytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    [line] = (line for line in lines if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


class Pages(ThreadingHTTPServer):
    """Serves what a report cites, a quarter of it badly where `failing` is set."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: list[bytes] = []
        self.failing = False
        self.released = threading.Event()

    def fails(self, place: int) -> bool:
        """Tell whether a page is one of the bad ones."""
        return self.failing and place % 4 == 1

    def urls(self) -> list[str]:
        """Return the addresses of the pages."""
        return [f"http://127.0.0.1:{self.server_port}/{n}" for n in range(len(self.pages))]


class _Handler(BaseHTTPRequestHandler):
    server: Pages

    def do_GET(self) -> None:
        place = int(self.path[1:])
        body, status = self.server.pages[place], 200
        if self.server.fails(place):
            match place // 4 % 3:
                case 0:
                    status = 500
                case 1:
                    self.server.released.wait(HANGS)
                    return
                case _:
                    body = bytes(range(256)) * 64
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


def page(title: str, text: str) -> bytes:
    """Return a page of paragraphs."""
    paragraphs = "".join(f"<p>{escape(part)}</p>" for part in text.split("\n") if part.strip())
    head = f"<!doctype html><html lang=en><title>{escape(title)}</title><h1>{escape(title)}</h1>"
    return (head + paragraphs).encode()


async def memory(questions: list[str], runs: int) -> None:
    """Print the memory after some runs."""
    async with AsyncClient() as client:
        for run in range(1, runs + 1):
            await client.research(questions[(run - 1) % len(questions)], max_depth=2)
            if run in {1, 10, 50, runs}:
                print(f"resident after {run:>4} runs          {resident():.0f} MB", flush=True)


async def failures(questions: list[str], web: Pages) -> None:
    """Print what is left of reports when a quarter of their pages fail."""
    os.environ["TRIPTYCH_FETCH_ALLOW"] = f"127.0.0.1:{web.server_port}"
    came = told = bad = 0
    kept: list[float] = []
    async with AsyncClient() as client:
        for question in questions:
            found = await client.research(question, max_depth=2)
            web.pages = [page(one.title, one.content or "") for one in found.sources]
            ask = partial(client.research, question, max_depth=2, byo_urls=web.urls())
            web.failing = False
            whole: ResearchReply = await ask()
            web.failing = True
            part: ResearchReply = await ask()
            came += bool(part.statements)
            unread = " ".join(warning.message for warning in part.warnings)
            failing = [url for place, url in enumerate(web.urls()) if web.fails(place)]
            bad += len(failing)
            told += sum(f"{url} " in unread for url in failing)
            kept.append(len(part.statements) / max(1, len(whole.statements)))
    web.released.set()
    print(f"reports, a quarter of pages failing   {came} of {len(questions)}")
    print(f"failed pages that are told            {told} of {bad}")
    print(f"sentences, to those of all pages      {statistics.median(kept):.2f}")


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--questions", type=Path, default=QUESTIONS)
    parser.add_argument("--web", type=int, default=10, help="questions with failing pages")
    arguments = parser.parse_args()
    rows = json.loads(arguments.questions.read_text(encoding="utf-8"))
    questions: list[str] = [row["question"] for row in rows]
    with Pages() as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        asyncio.run(failures(questions[: arguments.web], web))
        web.shutdown()
    asyncio.run(memory(questions, arguments.runs))


if __name__ == "__main__":
    main()
