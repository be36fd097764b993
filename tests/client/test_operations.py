"""Both clients have every operation, with the same signatures and documentation."""

from __future__ import annotations

import inspect
import json
import runpy
import warnings
from pathlib import Path
from typing import Any

import httpx
import pytest

from triptych.client import BadRequestError, Client
from triptych.client.operations import Operations
from triptych.client.operations_async import AsyncOperations
from triptych.client.raw import AsyncRawOperations, RawOperations
from triptych.contract import OPERATIONS
from triptych.contract.vision import GenerationSettings

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", OPERATIONS)
def test_sync_and_async_are_the_same_call(name: str) -> None:
    sync, awaited = getattr(Operations, name), getattr(AsyncOperations, name)
    assert inspect.signature(sync) == inspect.signature(awaited)
    assert inspect.iscoroutinefunction(awaited)
    assert inspect.getdoc(sync) == inspect.getdoc(awaited)
    assert not inspect.iscoroutinefunction(sync)
    assert hasattr(RawOperations, name)
    assert hasattr(AsyncRawOperations, name)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_member_of_the_request_can_be_given(name: str) -> None:
    members = set(OPERATIONS[name].request.model_fields)
    if name == "generate_image":
        # Its finer settings are arguments of their own.
        members = members - {"advance_config"} | set(GenerationSettings.model_fields)
    assert members <= set(inspect.signature(getattr(Operations, name)).parameters)


@pytest.mark.parametrize("name", ["detect", "embed", "embed_v2", "generate_image"])
def test_a_file_store_key_is_sent_and_the_local_service_refuses_it(name: str) -> None:
    sent: list[dict[str, Any]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.content))
        return httpx.Response(400, json={"message": "no"})

    needed = {"generate_image": {"prompt": "a cat"}, "detect": {}}
    arguments = needed.get(name, {"type": "image"})
    hosted = Client(api_key="k", transport=httpx.MockTransport(answer))
    for client in (hosted, Client()):
        with (
            warnings.catch_warnings(action="ignore"),
            pytest.raises(BadRequestError) as raised,
        ):
            getattr(client, name)(file_store_key="cat-1", **arguments)
    assert sent == [{"file_store_key": "cat-1", **arguments}]
    assert raised.value.code == "unsupported"
    assert raised.value.field == "file_store_key"


def test_the_async_module_is_made_from_the_sync_folder() -> None:
    make = runpy.run_path(str(ROOT / "tools" / "make_async.py"))["make"]
    module = ROOT / "src" / "triptych" / "client" / "operations_async.py"
    assert make() == module.read_text(), "run python tools/make_async.py"
