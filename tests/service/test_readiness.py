"""Readiness: 503 until the process is warm and while it stops, in the format of every error."""

from __future__ import annotations

import anyio
import pytest

from triptych.service import create_app
from triptych.service.readiness import Readiness

from .asgi import asgi_client


async def test_readiness_without_a_warm_up_is_given_at_once() -> None:
    async with asgi_client(key="") as http:
        response = await http.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ready"})
    assert "connection" not in response.headers


async def test_readiness_while_draining_is_refused_and_connections_are_closed() -> None:
    app = create_app()
    app.state.readiness.is_draining = True
    async with asgi_client(app) as http:
        ready, alive = await http.get("/readyz"), await http.get("/healthz")
    assert (ready.status_code, alive.status_code) == (503, 200)
    body = ready.json()
    assert (body["success"], body["error"]["code"]) == (False, "draining")
    assert body["log_id"] == ready.headers["x-request-id"]
    assert ready.headers["connection"] == alive.headers["connection"] == "close"


async def test_readiness_is_refused_until_the_warm_up_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warm = anyio.Event()
    monkeypatch.setattr("triptych.service.app.Readiness", lambda *_: Readiness(warm.wait))
    app = create_app()
    async with (
        asgi_client(app) as http,
        app.router.lifespan_context(app) as state,
        anyio.create_task_group() as group,
    ):
        assert state == {"readiness": app.state.readiness}
        response = await http.get("/readyz")
        assert response.status_code == 503
        assert response.json()["error"]["code"] == "warming_up"
        warm.set()
        await anyio.wait_all_tasks_blocked()
        assert (await http.get("/readyz")).status_code == 200
        group.cancel_scope.cancel()


async def test_readiness_after_a_warm_up_that_failed_is_never_given(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        raise OSError("no such model")

    readiness = Readiness(fail)
    await readiness.warm_up()
    assert "no such model" in caplog.text
    assert not readiness.is_warm
