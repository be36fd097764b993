"""`triptych serve` as a process of its own, and requests that are sent to it without a pause."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

#: For what hangs, not for a machine that is busy with other work.
LIMIT = 180
KEY = {"x-api-key": "hush-hush"}


@dataclass
class Replica:
    """A running server; what it prints is in `lines`."""

    process: subprocess.Popen[str]
    url: str
    lines: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def status(self, path: str) -> int | None:
        """Return the status of a path, or None if no connection is accepted."""
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(self.url + path, timeout=LIMIT).status_code
        return None

    def stop(self) -> None:
        """Send SIGTERM."""
        self.process.send_signal(signal.SIGTERM)


@contextmanager
def serving(*options: str, **variables: str) -> Iterator[Replica]:
    """Run `triptych serve` on a free port until the block ends."""
    command = [sys.executable, "-m", "triptych", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "120"} | variables
    )
    try:
        assert process.stderr is not None
        first = process.stderr.readline()
        match = re.search(r"http://127\.0\.0\.1:\d+", first)
        assert match, first + process.stderr.read()
        replica = Replica(process, match.group())
        reader = threading.Thread(target=replica.lines.extend, args=(process.stderr,), daemon=True)
        reader.start()
        until(lambda: replica.status("/readyz") == 200)
        yield replica
    finally:
        process.terminate()
        try:
            process.wait(LIMIT)
        finally:
            process.kill()


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.05)


class Load:
    """Clients that send one request after the other, half of them each on a new connection.

    `outcomes` counts "complete" replies, "refused" connections, connections that were closed
    "unanswered", "broken" replies, and every status but 200.
    """

    def __init__(self, port: int, clients: int = 4) -> None:
        self.outcomes: Counter[str] = Counter()
        self._port = port
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._send, args=(bool(number % 2),), daemon=True)
            for number in range(clients)
        ]

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        self.wait_for(20)
        return self

    def __exit__(self, *error: object) -> None:
        self._stopped.set()
        self.join()

    def wait_for(self, replies: int) -> None:
        """Wait until so many more replies were received."""
        reached = self.outcomes["complete"] + replies
        until(lambda: self.outcomes["complete"] >= reached)

    def join(self) -> None:
        """Wait for the clients: each ends with a refused connection, or when it is stopped."""
        for thread in self._threads:
            thread.join(LIMIT)
            assert not thread.is_alive()

    def _send(self, is_kept: bool) -> None:
        connection: http.client.HTTPConnection | None = None
        while not self._stopped.is_set():
            if connection is None:
                connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=LIMIT)
            outcome = self._request(connection)
            self.outcomes[outcome] += 1
            if outcome == "refused":
                return
            if outcome != "complete" or not is_kept:
                connection.close()
                connection = None
        if connection is not None:
            connection.close()

    def _request(self, connection: http.client.HTTPConnection) -> str:
        headers = KEY | {"content-type": "application/json"}
        body = json.dumps({"text": "What a sh1tty day"})
        try:
            connection.request("POST", "/v1/validate/profanity", body, headers)
            response = connection.getresponse()
        except ConnectionRefusedError:
            return "refused"
        except (OSError, http.client.HTTPException):
            return "unanswered"
        try:
            reply = json.loads(response.read())
        except (OSError, http.client.HTTPException, ValueError):
            return "broken"
        return "complete" if reply["success"] else str(response.status)
