"""Which keys are accepted, and counts of requests, in one process and in several."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import anyio
import httpx
import pytest
from pydantic import SecretStr
from starlette.requests import Request

from triptych.service import ServiceSettings, create_app
from triptych.service.access import Access, Windows
from triptych.service.refusal import Refusal

from .asgi import URL, asgi_client

SPAM = "/v1/validate/spam_check"
KEYS = (SecretStr("right"), SecretStr("other"))


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that were waited, instead of waiting."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(anyio, "sleep", sleep)
    return waited


async def _status(http: httpx.AsyncClient, key: str) -> int:
    response = await http.post(SPAM, json={"text": "tea"}, headers={"x-api-key": key})
    return response.status_code


async def test_a_refused_key_is_answered_with_a_challenge(delays: list[float]) -> None:
    async with asgi_client(ServiceSettings(server_keys=KEYS), key="") as http:
        missing = await http.post(SPAM, json={"text": "tea"})
        wrong = await http.post(SPAM, json={"text": "tea"}, headers={"x-api-key": "no"})
    assert (missing.status_code, wrong.status_code) == (401, 401)
    assert missing.headers["www-authenticate"] == 'Bearer realm="triptych"'
    assert wrong.headers["www-authenticate"] == 'Bearer realm="triptych", error="invalid_token"'


@pytest.mark.parametrize(
    ("authorization", "status"),
    [("Bearer right", 200), ("bearer  other ", 200), ("Bearer no", 401), ("Basic right", 401)],
)
async def test_a_key_sent_as_bearer_token_is_accepted(
    authorization: str, status: int, delays: list[float]
) -> None:
    async with asgi_client(ServiceSettings(server_keys=KEYS), key="") as http:
        response = await http.post(
            SPAM, json={"text": "tea"}, headers={"authorization": authorization}
        )
    assert response.status_code == status


async def test_wrong_keys_are_slowed_down_and_limited_an_accepted_one_is_not(
    delays: list[float],
) -> None:
    settings = ServiceSettings(server_keys=KEYS, requests_per_minute=3)
    async with asgi_client(settings) as http:
        statuses = [await _status(http, f"guess {number}") for number in range(5)]
        assert statuses == [401, 401, 401, 429, 429]
        assert delays == sorted(delays)
        assert 0 < delays[0] < delays[2]
        assert await _status(http, "right") == 200
        assert len(delays) == 5
        refused = await http.post(SPAM, json={"text": "tea"}, headers={"x-api-key": "no"})
        assert refused.json()["error"]["code"] == "too_many_wrong_keys"
        assert 0 < int(refused.headers["retry-after"]) <= 60


async def test_wrong_keys_are_limited_without_a_rate_limit(delays: list[float]) -> None:
    async with asgi_client(ServiceSettings(server_keys=KEYS)) as http:
        statuses = [await _status(http, f"guess {number}") for number in range(61)]
        assert statuses == [401] * 60 + [429]
        assert await _status(http, "right") == 200


async def test_invented_keys_do_not_escape_the_rate_limit_of_an_address() -> None:
    app = create_app(ServiceSettings(requests_per_minute=2))
    async with asgi_client(app) as http:
        assert [await _status(http, f"key {number}") for number in range(3)] == [200, 200, 429]
    elsewhere = httpx.ASGITransport(app, client=("192.0.2.1", 1))
    async with httpx.AsyncClient(transport=elsewhere, base_url=URL) as http:
        assert await _status(http, "key 0") == 200


async def test_addresses_of_one_ipv6_network_are_counted_together() -> None:
    access = Access(ServiceSettings(requests_per_minute=1))

    async def check(address: str) -> None:
        headers = [(b"x-api-key", b"k")]
        await access.check(Request({"type": "http", "headers": headers, "client": (address, 1)}))

    await check("2001:db8::1")
    with pytest.raises(Refusal, match="This address may send 1"):
        await check("2001:db8::ffff:2")
    await check("2001:db8:0:1::1")


def test_windows_of_processes_that_share_a_folder_are_counted_together(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom triptych.service.access import Windows\n"
        "windows = Windows(Path(sys.argv[1]))\n"
        "print(sum(windows.add('k', 1, 300)[2] for _ in range(200)))"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
        for _ in range(3)
    ]
    accepted = [int(process.communicate(timeout=180)[0]) for process in processes]
    assert sum(accepted) == 300


def test_windows_begin_again_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert windows.add("k", 3, 3) == (3, 60, True)
    now += 59
    count, seconds, is_accepted = windows.add("k", 1, 3)
    assert (count, round(seconds), is_accepted) == (3, 1, False)
    now += 2
    assert windows.add("k", 1, 3) == (1, 60, True)


def test_windows_of_a_clock_that_was_ahead_do_not_last(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: now)
    windows.add("k", 3, 3)
    now -= 3600
    assert windows.add("k", 1, 3) == (1, 60, True)


def test_windows_of_a_folder_hold_no_key(tmp_path: Path) -> None:
    Windows(tmp_path).add("hush-hush", 1, 3)
    path = tmp_path / "limits.sqlite3"
    assert b"hush" not in path.read_bytes()
    rows = sqlite3.connect(path).execute("SELECT count FROM window").fetchall()
    assert rows == [(1,)]


def test_windows_that_have_expired_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows, now = Windows(tmp_path), time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for key in "abc":
        windows.add(key, 1, 3)
    now += 61
    windows.add("d", 1, 3)
    database = sqlite3.connect(tmp_path / "limits.sqlite3")
    assert database.execute("SELECT count(*) FROM window").fetchall() == [(1,)]
