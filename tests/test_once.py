"""What is loaded once is loaded once, also by threads that come together."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from triptych._once import once
from triptych.engines.text import encoder
from triptych.engines.text.encoder import encode
from triptych.models.sessions import open_session


def test_once_called_by_two_threads_at_once_loads_once() -> None:
    calls: list[int] = []
    both, is_loading = threading.Barrier(2), threading.Event()

    @once
    def load() -> object:
        calls.append(1)
        is_loading.set()
        # Long enough for the other thread to come, if it may.
        threading.Event().wait(0.2)
        return object()

    def first_request() -> object:
        both.wait(60)
        return load()

    with ThreadPoolExecutor(2) as pool:
        results = [future.result() for future in [pool.submit(first_request) for _ in range(2)]]
    assert results[0] is results[1]
    assert len(calls) == 1


def test_once_loads_for_each_arguments() -> None:
    @once
    def pair(name: str, number: int = 0) -> tuple[str, int]:
        return name, number

    assert pair("a") == ("a", 0)
    assert pair("a", number=1) == ("a", 1)
    assert pair("a") is pair("a")
    pair.cache_clear()
    assert pair("a") == ("a", 0)


def test_once_that_fails_is_tried_again() -> None:
    errors = [OSError("gone")]

    @once
    def load() -> str:
        if errors:
            raise errors.pop()
        return "tea"

    with pytest.raises(OSError, match="gone"):
        load()
    assert load() == "tea"


def test_encoder_asked_by_two_threads_at_once_is_loaded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []
    both = threading.Barrier(2)

    def counted(name: str, **options: Any) -> Any:
        opened.append(name)
        return open_session(name, **options)

    def first_request(_: int) -> tuple[int, ...]:
        both.wait(60)
        return encode("embedding/encoder.onnx", ["vectors"], [[101, 2204, 102]]).shape

    monkeypatch.setattr(encoder, "open_session", counted)
    encoder.session.cache_clear()
    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(first_request, range(2))] == [(1, 384), (1, 384)]
    assert opened == ["embedding/encoder.onnx"]
