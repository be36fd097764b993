"""The connections of the workbench: this process, a server, its key and its health."""

from __future__ import annotations

import asyncio
import gc
import weakref

import httpx
import pytest

from triptych import AsyncClient, Workbench
from triptych.client import ConfigurationError, RetryPolicy
from triptych.contract import ProfanityReply

from .conftest import REPLY, Server
from .test_workbench import KEY, ask, bar_of, everything, send, until


async def test_disconnecting_ends_what_runs_and_forgets_the_key(outside: Server) -> None:
    workbench = Workbench()
    send(workbench, action="connect", address="https://me:open-sesame@api.example.com", key=KEY)
    connection = workbench._switchboard.here
    http = httpx.AsyncClient(transport=httpx.MockTransport(outside.handle))
    connection.client._http = http
    outside.let_go.clear()
    panel = workbench.panel("profanity")
    panel.fill({"text": "damn"})
    task = panel.run()
    assert task is not None
    await until(lambda: any(request.method == "POST" for request in outside.requests))
    sent = [request for request in outside.requests if request.method == "POST"]
    assert sent[0].headers["x-api-key"] == KEY
    send(workbench, action="disconnect")
    assert await task is None
    assert panel.state == "cancelled"
    assert panel.client is not None
    assert panel.client.embedded
    assert bar_of(workbench).server == ""
    await until(lambda: http.is_closed)
    assert KEY not in repr(vars(workbench)) + everything()
    assert "open-sesame" not in everything()
    holds_the_key = weakref.ref(connection.client)
    del connection, task
    outside.let_go.set()
    await asyncio.sleep(0)
    gc.collect()
    assert holds_the_key() is None
    workbench.close()


async def test_connect_pressed_twice_connects_once(outside: Server) -> None:
    workbench = Workbench()
    send(workbench, action="connect", address="http://127.0.0.1:9", key=KEY)
    # The box for the key is emptied by the first press.
    send(workbench, action="connect", address="http://127.0.0.1:9", key="")
    assert bar_of(workbench).problem == ""
    assert bar_of(workbench).server == "127.0.0.1:9"
    workbench.close()


async def test_a_failure_elsewhere_is_not_shown_here(outside: Server) -> None:
    workbench = Workbench(outside.client())
    panel = workbench.panel("profanity")
    await ask(workbench, "damn")
    outside.answer = httpx.ConnectError("gone")
    await ask(workbench, "damned")
    assert "Cannot reach" in panel.result.card.value
    workbench.disconnect()
    assert panel.result.card.value == ""
    assert panel.status.value == "This result is from another connection: run again"
    panel.fill({"text": "damn"})
    await ask(workbench, "damn")
    panel.fill({"text": "darn"})
    assert panel.status.value == "Inputs have changed: run again"
    workbench.close()


async def test_a_connection_that_cannot_be_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    workbench = Workbench()
    for address, words in {
        "": "Enter the address",
        "api.example.com": "Invalid server address",
        "http://xn--a-.example": "Invalid server address",
        "http://me:pass/word@host": "Invalid server address",
        "https://api.example.com": "Enter the server's API key",
    }.items():
        send(workbench, action="connect", address=address, key="" if "api" in address else KEY)
        assert words in bar_of(workbench).problem, address
        assert bar_of(workbench).here == "embedded"
    send(workbench, action="connect", address="https://api.example.com", key="ключ")
    assert "not allowed in an HTTP header" in bar_of(workbench).problem
    # A key of the environment goes to the server it was set for, and to no other.
    monkeypatch.setenv("TRIPTYCH_API_KEY", KEY)
    monkeypatch.setenv("TRIPTYCH_BASE_URL", "https://mine.example.com/")
    with pytest.raises(ConfigurationError, match="key"):
        workbench.connect("https://other.example.com")
    workbench.connect("https://mine.example.com")
    assert repr(workbench).startswith("<Workbench: mine.example.com")
    workbench.disconnect()
    monkeypatch.delenv("TRIPTYCH_API_KEY")
    workbench.connect(api_key=KEY)
    assert repr(workbench).startswith("<Workbench: mine.example.com")
    workbench.close()


async def test_the_environment_says_where_calls_go_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", KEY)
    monkeypatch.setenv("TRIPTYCH_BASE_URL", "https://mine.example.com")
    workbench = Workbench()
    assert bar_of(workbench).here == "server"
    send(workbench, action="use", address="embedded")
    call = await ask(workbench, "damn")
    assert call.where == "embedded"
    assert call.place == "this machine"
    assert isinstance(call.reply, ProfanityReply)
    assert KEY not in everything()
    workbench.close()


async def test_the_health_of_a_service_is_shown() -> None:
    answers = {
        "ok": (httpx.Response(200, json={"status": "ok"}), True, "ready"),
        "old": (httpx.Response(404), True, "no health endpoint"),
        "ill": (httpx.Response(503), False, "responds with status 503"),
        "off": (httpx.ConnectError("refused"), False, "Cannot reach"),
    }
    for answer, well, words in answers.values():
        asked: list[httpx.Request] = []

        def reply(
            request: httpx.Request,
            answer: object = answer,
            asked: list[httpx.Request] = asked,
        ) -> httpx.Response:
            asked.append(request)
            if isinstance(answer, Exception):
                raise answer
            assert isinstance(answer, httpx.Response)
            return answer

        client = AsyncClient(
            api_key=KEY,
            base_url="https://api.example.com/base",
            transport=httpx.MockTransport(reply),
            retries=RetryPolicy(max_retries=0),
        )
        workbench = Workbench(client)
        bar = bar_of(workbench)
        await until(lambda bar=bar: bar.health != "not checked yet")  # type: ignore[misc]
        assert (bar_of(workbench).well, words in bar_of(workbench).health) == (well, True)
        assert asked[0].url.path == "/base/healthz"
        assert "x-api-key" not in asked[0].headers
        workbench.close()


async def test_the_version_and_the_operations_of_a_service_are_shown() -> None:
    report = {"status": "ok", "version": "2.1", "operations": ["spam", "unknown"]}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, json=report))
    client = AsyncClient(api_key=KEY, base_url="https://api.example.com", transport=transport)
    workbench = Workbench(client)
    bar = bar_of(workbench)
    await until(lambda: bar.health == "ready")
    assert bar.facts == {"Version": "2.1", "Operations": "1 of 11", "Calls": "0"}
    workbench.disconnect()
    assert bar.facts == {"Calls": "0"}, "of the other connection, which is not checked yet"
    workbench.close()


async def test_a_key_that_is_refused_is_shown_until_a_call_is_answered() -> None:
    answers = [httpx.Response(401), httpx.Response(200, json=REPLY)]
    checked: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        if "healthz" not in request.url.path:
            return answers.pop(0)
        # It is asked for without the key, and is well all the while.
        checked.append(request)
        return httpx.Response(200, json={"status": "ok"})

    client = AsyncClient(
        api_key=KEY, base_url="https://api.example.com", transport=httpx.MockTransport(reply)
    )
    workbench = Workbench(client)
    bar = bar_of(workbench)
    await until(lambda: bar.health == "ready")
    assert (await ask(workbench, "damn")).outcome == "failed"
    assert (bar.well, bar.health.partition(":")[0]) == (False, "key rejected")
    send(workbench, action="check")
    await until(lambda: len(checked) == 2 and not bar.busy)
    assert not bar.well
    assert (await ask(workbench, "darn")).outcome == "done"
    assert (bar.well, bar.health) == (True, "ready")
    workbench.close()
