"""A client of the embedded service that records which texts are sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from triptych import Client
from triptych.client import EmbeddedTransport
from triptych.contract import BATCH_PATH


class RecordingTransport(EmbeddedTransport):
    """Sends to the embedded service, and records the requests of each operation."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Record the request, or those of a batch."""
        request.read()
        if request.method == "POST":
            body = json.loads(request.content)
            self.requests += body["requests"] if request.url.path == BATCH_PATH else [body]
        return super().handle_request(request)

    @property
    def texts(self) -> list[str]:
        """The texts sent, in their alphabetical order."""
        texts = [request["text"] for request in self.requests]
        return sorted(
            text for given in texts for text in ([given] if isinstance(given, str) else given)
        )


@pytest.fixture
def sent() -> RecordingTransport:
    """What the client of the test has sent."""
    return RecordingTransport()


@pytest.fixture
def client(sent: RecordingTransport) -> Iterator[Client]:
    """A client whose requests are recorded."""
    with Client(transport=sent, api_key="key", base_url="http://triptych.embedded") as client:
        yield client
