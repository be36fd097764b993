"""A fake API: it records what it receives and sends a minimal reply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any

import httpx
import pytest
from tests.client.faults import REPLIES
from tests.client.faulty_server import Serve, faulty_servers

from triptych.client import AsyncClient, Client
from triptych.contract import OPERATIONS

_BY_PATH = {operation.path: REPLIES[name] for name, operation in OPERATIONS.items()}


class FakeAPI:
    """Stands in for a server, behind both clients.

    Attributes
    ----------
    requests : list of httpx.Request
        What was received.
    """

    def __init__(self) -> None:
        self.requests: list[httpx.Request] = []
        self.transport = httpx.MockTransport(self._respond)

    def client(self) -> Client:
        """Return a client of this API."""
        return Client(api_key="k", transport=self.transport)

    def async_client(self) -> AsyncClient:
        """Return an async client of this API."""
        return AsyncClient(api_key="k", transport=self.transport)

    @property
    def members(self) -> list[dict[str, Any]]:
        """The members of each request; of an uploaded file its name, media type and bytes."""
        return [_members(request) for request in self.requests]

    def _respond(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        return httpx.Response(200, json={"success": True} | _BY_PATH[request.url.path])


def _members(request: httpx.Request) -> dict[str, Any]:
    if request.method == "GET":
        return dict(request.url.params)
    kind = request.headers["content-type"]
    if kind == "application/json":
        members: dict[str, Any] = json.loads(request.content)
        return members
    head = f"content-type: {kind}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + request.content)
    parts = {
        part.get_param("name", header="content-disposition"): part for part in message.iter_parts()
    }
    file = parts["file"]
    body: dict[str, Any] = json.loads(str(parts["body"].get_payload()))
    content = file.get_payload(decode=True)
    return body | {"file": (file.get_filename(), file.get_content_type(), content)}


@pytest.fixture
def api() -> FakeAPI:
    return FakeAPI()


@pytest.fixture
def faulty() -> Iterator[Serve]:
    """Start servers on loopback that send whatever bytes a test wants."""
    with faulty_servers() as start:
        yield start
