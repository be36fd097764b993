"""Models are loaded before the process reports that it is ready."""

from __future__ import annotations

from typing import Any

import pytest

from triptych.engines.embedding.embed import forget_vectors
from triptych.engines.spam import model as spam_model
from triptych.engines.text import encoder
from triptych.models.files import CorruptModelError
from triptych.models.sessions import open_session
from triptych.service import ServiceSettings, create_app
from triptych.service.handler import Context
from triptych.service.warm import warm_up

from .asgi import asgi_client

EVERY = ("profanity", "spam", "sentiment", "embed", "embed_v2", "detect")


@pytest.mark.parametrize("operation", EVERY)
async def test_warm_up_of_each_operation_that_may_be_named_succeeds(operation: str) -> None:
    [name] = ServiceSettings(warm=(operation,)).warm
    await warm_up([name], Context.of(ServiceSettings()))


async def test_warm_settings_load_models_before_the_service_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoder.session.cache_clear()
    forget_vectors()
    opened: list[str] = []

    def listed(name: str, **options: Any) -> Any:
        opened.append(name)
        return open_session(name, **options)

    monkeypatch.setattr(encoder, "open_session", listed)
    app = create_app(ServiceSettings(warm=("sentiment", "embed")))
    async with asgi_client(app) as http:
        assert (await http.get("/readyz")).json()["error"]["code"] == "warming_up"
        async with app.router.lifespan_context(app):
            await app.state.readiness.warm_up()
            assert (await http.get("/readyz")).status_code == 200
            assert {*opened} == {"sentiment/encoder.onnx", "embedding/encoder.onnx"}
            opened.clear()
            await http.post("/v1/ai/sentiment", json={"text": "Lovely."})
            assert not opened


async def test_warm_up_with_a_damaged_model_leaves_the_service_not_ready(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def damaged() -> None:
        raise CorruptModelError("The spam weights are damaged.")

    monkeypatch.setattr(spam_model, "load", damaged)
    app = create_app(ServiceSettings(warm=("spam",)))
    await app.state.readiness.warm_up()
    async with asgi_client(app) as http:
        assert (await http.get("/readyz")).status_code == 503
    assert "The spam weights are damaged." in caplog.text


def test_warm_from_the_environment_takes_names_and_nouns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_WARM", "sentiment, embedding,detection")
    assert ServiceSettings.from_environment().warm == ("sentiment", "embed", "detect")
    assert ServiceSettings.from_environment(warm="spam").warm == ("spam",)
    assert ServiceSettings.embedded().warm == ()


def test_warm_with_an_unknown_operation_is_refused_with_those_that_may_be_named() -> None:
    with pytest.raises(ValueError, match=r"Invalid TRIPTYCH_WARM: .*'sentiment'"):
        ServiceSettings.from_environment(warm="sentimental")
