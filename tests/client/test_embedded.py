"""The embedded default: the real service and engines inside this process."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from triptych.client import (
    AsyncClient,
    BadRequestError,
    Client,
    ConfigurationError,
    EmbeddedTransport,
    PermissionDeniedError,
    embedded,
)
from triptych.contract import DetectionRequest
from triptych.service import app
from triptych.service.handler import Context, Outcome

TEXT = "What a sh1tty day"


def test_from_a_plain_script() -> None:
    with Client() as client:
        reply = client.profanity(TEXT)
    assert reply.clean_text == "What a ****** day"
    assert reply.usage is not None
    parts = reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.inference_time_tokens
    assert reply.usage.total_tokens == sum(parts)
    assert parts[0] > 0
    assert reply.log_id
    assert reply.request is not None


async def test_the_sync_client_inside_a_running_loop() -> None:
    assert Client().profanity(TEXT).profanities_found


async def test_the_loop_runs_on_while_a_call_is_under_way() -> None:
    async with AsyncClient() as client:
        call = asyncio.create_task(client.profanity("plain words " * 200_000))
        turns = 0
        while not call.done():
            await asyncio.sleep(0)
            turns += 1
    assert turns > 100


async def test_the_service_is_loaded_beside_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    service = embedded._Service()
    monkeypatch.setattr(embedded, "_service", service)
    load, threads = service.load, []

    def loading() -> None:
        threads.append(threading.current_thread())
        load()

    monkeypatch.setattr(service, "load", loading)
    async with AsyncClient() as client:
        assert (await client.profanity(TEXT)).profanities_found
    assert service.loaded
    assert threads[0] is not threading.current_thread()


def test_from_several_threads_at_once() -> None:
    client = Client()

    def check(number: int) -> str:
        return client.profanity(f"{number} shit", censor_replacement=f"<{number}>").clean_text

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(check, range(40))) == [f"{n} <{n}>" for n in range(40)]


def test_one_async_client_in_two_loops() -> None:
    client = AsyncClient()
    for _ in range(2):
        assert asyncio.run(client.profanity(TEXT)).profanities_found


async def test_cancelling_leaves_the_service_at_work() -> None:
    async with AsyncClient() as client:
        call = asyncio.create_task(client.profanity("plain words " * 200_000))
        await asyncio.sleep(0.01)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await client.profanity(TEXT)).profanities_found


def test_bytes_are_those_of_a_server(server: str) -> None:
    """The embedded default and a real server differ in the transport alone."""
    body = {"text": TEXT}
    url = "/v1/validate/profanity"
    headers = {"x-api-key": "k"}
    with httpx.Client(transport=EmbeddedTransport(), base_url="http://e", headers=headers) as http:
        inside = http.post(url, json=body)
    outside = httpx.post(server + url, json=body, headers=headers)
    changing = ("log_id", "_usage")
    assert {k: v for k, v in inside.json().items() if k not in changing} == {
        k: v for k, v in outside.json().items() if k not in changing
    }
    assert inside.headers["content-type"] == outside.headers["content-type"]


def test_hosts_named_in_the_environment_are_fetched_from(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(request: DetectionRequest, context: Context) -> Outcome:
        assert request.file is not None
        return Outcome({"tags": [request.file.filename, request.file.media_type]})

    monkeypatch.setattr(app, "HANDLERS", {"detect": look})
    address = f"{server}/healthz"
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    with pytest.raises(PermissionDeniedError, match="TRIPTYCH_FETCH_ALLOW"):
        Client().detect(address)
    # The next call notices.
    monkeypatch.setenv("TRIPTYCH_FETCH_ALLOW", server.removeprefix("http://"))
    assert Client().detect(address).tags == ["healthz", "application/json"]


def test_what_only_the_service_knows_is_refused_there() -> None:
    with pytest.raises(BadRequestError, match="no word list") as caught:
        Client().profanity("a", languages=["xx"])
    assert caught.value.field == "languages"


def test_a_deprecated_operation_warns() -> None:
    with pytest.warns(DeprecationWarning, match="deprecated. For new work use"):
        reply = Client().generate_image("a cat on a fence", width=256, height=256, seed=3)
    assert reply.content.startswith(b"\x89PNG")
    assert (reply.seed, reply.not_drawn) == (3, ["fence"])
    assert reply.log_id
    assert reply.usage is not None
    assert reply.usage.input_tokens == 5


def test_raw_access_shows_status_and_headers() -> None:
    client = Client()
    response = client.with_raw_response.profanity(TEXT)
    assert response.http_response.status_code == 200
    assert response.parse().log_id == response.http_response.headers["x-request-id"]
    refused = client.with_raw_response.profanity("a", languages=["xx"])
    assert refused.http_response.status_code == 400
    with pytest.raises(BadRequestError):
        refused.parse()


async def test_raw_access_awaited() -> None:
    response = await AsyncClient().with_raw_response.profanity(TEXT)
    assert response.parse().profanities_found


@pytest.mark.parametrize(
    "code",
    [
        "import triptych; c = triptych.Client(); print(c.spam('hi').success)",
        # A client that nobody closed must not keep the interpreter alive.
        "import triptych; triptych.Client().spam('hi'); print(True)",
        # A forked child starts a service of its own.
        "import os, triptych; c = triptych.Client(); c.spam('hi'); pid = os.fork()\n"
        "if pid: print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0)\n"
        "else: raise SystemExit(0 if c.spam('hi').success else 1)",
        # With a loop of the program's own, and what pandas and ipywidgets register at exit.
        "import asyncio, triptych; p = triptych.SpamPanel(['hi'])\n"
        "async def main(): return await p.run()\n"
        "print(asyncio.run(main()).to_frame().shape == (1, 3))",
    ],
)
def test_a_script_ends_by_itself(code: str) -> None:
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stdout.strip()) == (0, "True"), result.stderr


def test_a_wrong_setting_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_SEARCH_PROVIDER", "nobody")
    with pytest.raises(ConfigurationError, match="Invalid TRIPTYCH_SEARCH_PROVIDER: input"):
        Client().spam("hello")
