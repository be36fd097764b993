"""`triptych serve` in one process and in several: what they share, and how they stop."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import psutil
import pytest
from tests.service.web import Web, page
from tests.service.web import serving as serving_pages

from .replicas import KEY, LIMIT, Load, Replica, serving, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM to send")

PICTURE = {"prompt": "a red boat", "output_format": "svg", "return_type": "url", "width": 256}
TEXT = {"text": "What a sh1tty day"}


@pytest.fixture(scope="module")
def pair() -> Iterator[Replica]:
    """Two workers that let each key send 1,000 requests a minute."""
    with serving(
        "--workers", "2", "--requests-per-minute", "1000", TRIPTYCH_SERVER_KEYS=KEY["x-api-key"]
    ) as replica:
        until(lambda: len(_workers(replica)) == 2)
        for _ in _by_each(replica):
            until(lambda: replica.status("/readyz") == 200)
        yield replica


def _workers(replica: Replica) -> list[psutil.Process]:
    """Return the workers, in the order they were started in."""
    children = psutil.Process(replica.process.pid).children()
    return [child for child in children if _is_worker(child)]


def _is_worker(process: psutil.Process) -> bool:
    # One that crashed has no command line any more.
    with suppress(psutil.Error):
        return "spawn_main" in " ".join(process.cmdline())
    return False


def _post(replica: Replica, path: str, body: object, **headers: str) -> httpx.Response:
    return httpx.post(replica.url + path, json=body, headers=KEY | headers, timeout=LIMIT)


def _by_each(replica: Replica) -> Iterator[None]:
    """Let one worker after the other serve alone."""
    for stopped in _workers(replica):
        stopped.suspend()
        try:
            yield
        finally:
            stopped.resume()


def test_a_picture_published_by_one_worker_is_served_by_the_other(pair: Replica) -> None:
    addresses = [
        _post(pair, "/v1/ai/image_generation", PICTURE).json()["url"] for _ in _by_each(pair)
    ]
    for _ in _by_each(pair):
        pictures = [httpx.get(address, timeout=LIMIT) for address in addresses]
        assert [(one.status_code, one.text[:4]) for one in pictures] == [(200, "<svg")] * 2


def test_the_rate_limit_of_a_key_is_one_for_all_workers(pair: Replica) -> None:
    remaining = []
    for _ in _by_each(pair):
        headers = _post(pair, "/v1/validate/profanity", TEXT).headers
        remaining.append(int(headers["x-ratelimit-remaining"]))
    assert remaining[1] == remaining[0] - 1


def test_each_worker_shows_the_metrics_of_all(pair: Replica) -> None:
    def count() -> float:
        lines = httpx.get(f"{pair.url}/metrics", timeout=LIMIT).text.splitlines()
        name = 'triptych_requests_total{operation="spam",status="200"} '
        return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))

    counts = []
    for _ in _by_each(pair):
        _post(pair, "/v1/validate/spam_check", {"text": "WIN a prize"})
        counts.append(count())
    assert counts == [1, 2]


def test_keys_are_in_no_command_line_of_a_worker(pair: Replica) -> None:
    lines = [" ".join(child.cmdline()) for child in _workers(pair)]
    assert len(lines) == 2
    assert not [line for line in lines if KEY["x-api-key"] in line]
    assert _post(pair, "/v1/validate/profanity", TEXT).status_code == 200
    assert _post(pair, "/v1/validate/profanity", TEXT, **{"x-api-key": "no"}).status_code == 401


def test_a_worker_that_crashes_is_replaced(pair: Replica) -> None:
    before = _workers(pair)
    before[0].send_signal(signal.SIGKILL)
    until(lambda: len(set(_workers(pair)) - {before[0]}) == 2)
    until(lambda: any(f"Worker {before[0].pid} ended" in line for line in pair.lines))
    for _ in _by_each(pair):
        assert _post(pair, "/v1/validate/profanity", TEXT).status_code == 200


@pytest.mark.parametrize("workers", ["1", "2"])
def test_no_reply_is_lost_when_a_server_under_load_stops(workers: str) -> None:
    with serving("--workers", workers) as replica, Load(replica.port) as load:
        replica.stop()
        until(lambda: replica.status("/readyz") != 200)
        load.join()
        assert replica.process.wait(LIMIT) == 0
    assert load.outcomes["complete"] > 20
    assert load.outcomes["refused"] == 4
    # A connection may arrive between the last one that is accepted and the end of listening.
    assert load.outcomes["unanswered"] <= int(workers)
    assert set(load.outcomes) <= {"complete", "refused", "unanswered"}


def test_requests_in_flight_are_answered_when_a_server_stops() -> None:
    released = threading.Event()

    def slow(handler: BaseHTTPRequestHandler) -> None:
        assert released.wait(LIMIT)
        page(b"<title>Tea</title><p>Oolong</p>", content_type="text/html")(handler)

    web = Web()
    web.pages = {"/slow": slow}
    body = {"url": f"{web.url}/slow", "element_prompts": ["title"], "render": "never"}
    variables = {"TRIPTYCH_FETCH_ALLOW": web.at, "TRIPTYCH_FETCH_TIMEOUT": str(LIMIT)}
    with (
        serving_pages(web),
        serving(**variables) as replica,
        httpx.Client(base_url=replica.url, headers=KEY, timeout=LIMIT) as kept,
        ThreadPoolExecutor(2) as threads,
    ):
        assert "connection" not in kept.get("/healthz").headers
        plain = threads.submit(_post, replica, "/v1/ai/scrape", body)
        events = threads.submit(_post, replica, "/v1/ai/scrape", body, accept="text/event-stream")
        until(lambda: len(web.seen) == 2)
        replica.stop()
        response = kept.get("/readyz")
        until(lambda: replica.status("/readyz") is None)
        released.set()
        assert plain.result(LIMIT).json()["success"] is True
        last = events.result(LIMIT).text.strip().split("\n\n")[-1]
        assert last.startswith("event: reply\n")
        assert json.loads(last.partition("data: ")[2])["success"] is True
        assert replica.process.wait(LIMIT) == 0
    assert response.status_code == 503
    assert response.json()["error"]["code"] == "draining"
    assert response.headers["connection"] == "close"


def test_a_request_that_is_never_complete_does_not_hold_a_server_for_ever() -> None:
    with (
        serving("--drain-seconds", "1") as replica,
        socket.create_connection(("127.0.0.1", replica.port)) as half,
    ):
        half.sendall(b"POST /v1/ai/sentiment HTTP/1.1\r\nhost: a\r\nx-api-key: k\r\n")
        half.sendall(b"content-type: application/json\r\ncontent-length: 1000\r\n\r\n{")
        replica.stop()
        assert replica.process.wait(LIMIT) == 0


def test_workers_do_not_outlive_the_process_that_started_them(tmp_path: Path) -> None:
    # Killed, it leaves its temporary folder.
    with serving("--workers", "2", TMPDIR=str(tmp_path)) as replica:
        workers = _workers(replica)
        replica.process.kill()
        until(lambda: replica.status("/readyz") is None)
        _, alive = psutil.wait_procs(workers, LIMIT)
        assert not alive


def test_workers_of_invalid_settings_are_not_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_SECRET", "short")
    command = [sys.executable, "-m", "triptych", "serve", "--port", "0", "--workers", "2"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT)
    assert result.returncode == 1
    assert result.stderr.startswith("Invalid TRIPTYCH_SECRET: ")
    assert "short" not in result.stderr


def test_workers_that_cannot_start_end_the_server() -> None:
    program = (
        "import multiprocessing, sys\n"
        "from triptych.cli import main\n"
        "multiprocessing.set_executable('/bin/false')\n"
        "sys.argv = ['triptych', 'serve', '--port', '0', '--workers', '2']\n"
        "main()"
    )
    command = [sys.executable, "-W", "ignore", "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == "The workers cannot start."
