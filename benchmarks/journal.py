"""Kill a process that maps rows over a server, again and again, and count what its journal loses.

    python benchmarks/journal.py [--rows 10000] [--kills 20] [--operation profanity]

The server is a uvicorn in this process that notes every text it is asked for. A second process maps
the rows with a journal; it is killed (`kill -9`) at random moments and started again with the same
journal, until all rows are done. Printed are the rows that are missing in the end, those that were
sent again although they were in the journal when their process was killed, and those that were sent
again at all: they were under way. Beside it: how many would have been sent again without a journal.
The exit status is 1 if a row was lost, or sent again after it was in the journal.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import uvicorn
from report import report

from triptych import OPERATIONS, Client
from triptych.cli.listening import listen
from triptych.client.map.items import Items
from triptych.service import ServiceSettings, create_app

#: Seconds for one process; a limit for what hangs.
LIMIT = 300
LOST = "rows lost"
SENT_AGAIN = "rows sent again after being journaled"


def rows(number: int) -> list[str]:
    """Return so many different texts."""
    return [
        f"The printer of room {index} jams again, and nobody knows why." for index in range(number)
    ]


class Recorder:
    """The service, with a note of each text that it is asked for.

    Parameters
    ----------
    operation
        The only operation that is asked for.
    """

    def __init__(self, operation: str) -> None:
        self.texts: list[str] = []
        self._app = create_app(ServiceSettings())
        self._paths = {OPERATIONS[operation].path, "/v1/batch"}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Note the texts of a request and pass it on."""
        if scope["type"] != "http" or scope["path"] not in self._paths:
            await self._app(scope, receive, send)
            return
        pieces = []
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return
            pieces.append(message.get("body", b""))
            if not message.get("more_body", False):
                break
        body = b"".join(pieces)
        members = json.loads(body)
        self.texts += [one["text"] for one in members.get("requests", [members])]
        is_read = False

        async def again() -> Any:
            nonlocal is_read
            if is_read:
                return await receive()
            is_read = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, send)


def start(recorder: Recorder) -> tuple[uvicorn.Server, str]:
    """Serve in a thread; return the server and its base URL."""
    listener = listen("127.0.0.1", 0)
    config = uvicorn.Config(recorder, log_level="error", access_log=False)
    server = uvicorn.Server(config)
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    return server, f"http://127.0.0.1:{listener.getsockname()[1]}"


def work(operation: str, number: int, url: str, journal: str) -> None:
    """Map the rows and print the places of the replies; the work of the second process."""
    with Client(api_key="any", base_url=url) as client:
        results = client.map(operation, rows(number), journal=journal)
        places = [index for index, value in results if not isinstance(value, Exception)]
    print(json.dumps(places))


def journaled(journal: Path, digests: dict[bytes, str]) -> set[str]:
    """Return the texts that a journal holds, from a copy, so that the file stays as it is."""
    if not journal.exists():
        return set()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "journal"
        for suffix in ("", "-wal"):
            file = journal.with_name(journal.name + suffix)
            if file.exists():
                shutil.copy(file, copy.with_name(copy.name + suffix))
        with closing(sqlite3.connect(copy)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check").fetchone()
            assert verdict == "ok", verdict
            if not database.execute("SELECT 1 FROM sqlite_master").fetchone():
                return set()
            return {digests[row[0]] for row in database.execute("SELECT digest FROM replies")}


def measure(operation: str, number: int, kills: int) -> dict[str, int]:
    """Return the figures by their names."""
    texts = rows(number)
    items = Items(OPERATIONS[operation], {})
    digests = {items.entry(0, text).digest: text for text in texts}
    recorder = Recorder(operation)
    server, url = start(recorder)
    wrongly, done, spared = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "rows.journal"
        command = [sys.executable, __file__, "--work", url, str(journal)]
        command += ["--rows", str(number), "--operation", operation]
        held: set[str] = set()
        while True:
            begun = len(recorder.texts)
            # A kill after so many rows of this process, and up to a tenth of a second.
            left = number - len(held)
            target = begun + random.randint(1, max(1, 2 * left // (kills - done + 1)))
            process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            deadline = time.monotonic() + LIMIT
            if done < kills:
                while len(recorder.texts) < target and process.poll() is None:
                    assert time.monotonic() < deadline, "the process hangs"
                    time.sleep(0.001)
                time.sleep(random.uniform(0, 0.1))
                process.kill()
            printed, _ = process.communicate(timeout=LIMIT)
            wrongly += len(held.intersection(recorder.texts[begun:]))
            if process.returncode == 0:
                break
            done += 1
            held = journaled(journal, digests)
            spared += len(held)
    server.should_exit = True
    lost = number - len(set(json.loads(printed)))
    again = sum(count - 1 for count in Counter(recorder.texts).values())
    return {
        "kills": done,
        LOST: lost,
        SENT_AGAIN: wrongly,
        "rows sent again": again,
        "rows sent again without a journal": again + spared,
    }


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000, help="number of rows")
    parser.add_argument("--kills", type=int, default=20, help="number of kills, at most")
    parser.add_argument("--operation", default="profanity", help="profanity, spam or sentiment")
    parser.add_argument("--seed", type=int, default=1, help="of the moments")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        work(arguments.operation, arguments.rows, *arguments.work)
        return
    random.seed(arguments.seed)
    figures = measure(arguments.operation, arguments.rows, arguments.kills)
    for name, value in figures.items():
        print(f"{name:<40}{value:>8,}")
        report(name, value)
    raise SystemExit(1 if figures[LOST] or figures[SENT_AGAIN] else 0)


if __name__ == "__main__":
    main()
