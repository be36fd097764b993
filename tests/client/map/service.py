"""A double of the service with its route for batches, for both clients."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import httpx

from triptych.client import AsyncClient, Client, RetryPolicy
from triptych.contract import OPERATIONS
from triptych.contract.batch import BATCH_PATH

#: Returns a response to the n-th request (from 0), or None for that of the double.
Script = Callable[[int, httpx.Request], httpx.Response | None]
_NAMES = {operation.path: name for name, operation in OPERATIONS.items()}


class Service:
    """Answers profanity, spam and sentiment; the text "bad" is refused.

    Parameters
    ----------
    has_batches : bool
        Whether there is a route for batches.
    script : callable, optional
        Responses that differ.
    health : dict, optional
        Further members of its health.

    Attributes
    ----------
    texts : list of str
        Every text that was received, in order.
    sizes : list of int
        Texts of each request.
    most_at_once : int
        Largest number of requests at the same time.
    """

    def __init__(
        self,
        *,
        has_batches: bool = True,
        script: Script | None = None,
        health: dict[str, Any] | None = None,
    ) -> None:
        self.texts: list[str] = []
        self.sizes: list[int] = []
        self.most_at_once = 0
        self._has_batches = has_batches
        self._script = script
        self._health = health or {}
        self._count = 0
        self._now = 0
        self._lock = threading.Lock()
        self.transport = httpx.MockTransport(self.respond)

    def client(self, **options: Any) -> Client:
        """Return a client of this service, which retries without a wait."""
        return Client(**self._options(options))

    def async_client(self, **options: Any) -> AsyncClient:
        """Return an async client of this service."""
        return AsyncClient(**self._options(options))

    def _options(self, options: dict[str, Any]) -> dict[str, Any]:
        defaults = {
            "api_key": "sk-very-secret",
            "base_url": "http://service.test",
            "transport": self.transport,
            "retries": RetryPolicy(base=0.001, ceiling=0.002),
        }
        return defaults | options

    def respond(self, request: httpx.Request) -> httpx.Response:
        """Return the response to a request."""
        if request.url.path == "/healthz":
            batch = {"batch": ["profanity", "spam", "sentiment"]} if self._has_batches else {}
            return httpx.Response(200, json={"status": "ok"} | batch | self._health)
        with self._lock:
            number, self._count = self._count, self._count + 1
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            response = None if self._script is None else self._script(number, request)
            return response or self._reply(request)
        finally:
            with self._lock:
                self._now -= 1

    def _reply(self, request: httpx.Request) -> httpx.Response:
        members = json.loads(request.content)
        if request.url.path == BATCH_PATH:
            if not self._has_batches:
                return httpx.Response(404, json={"message": "Unknown path."})
            requests = members["requests"]
            self._record([one["text"] for one in requests])
            elements = [self._element(members["operation"], one) for one in requests]
            replies = [body if status == 200 else body | {"status": status}
                       for status, body in elements]  # fmt: skip
            return httpx.Response(200, json={"success": True, "replies": replies})
        text = members["text"]
        self._record(text if isinstance(text, list) else [text])
        status, body = self._element(_NAMES[request.url.path], members)
        return httpx.Response(status, json=body)

    def _record(self, texts: list[str]) -> None:
        with self._lock:
            self.texts += texts
            self.sizes.append(len(texts))

    def _element(self, operation: str, members: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        text = members["text"]
        if text == "bad":
            error = {"code": "bad_request", "field": "text", "detail": None}
            return 400, {"success": False, "message": "No.", "error": error, "log_id": "e"}
        body: dict[str, Any] = {"success": True, "log_id": f"log {text}"}
        if operation == "profanity":
            return 200, body | {"profanities_found": False, "clean_text": text}
        if operation == "spam":
            check = {"score": 0.5, "is_spam": False}
            return 200, body | {"check": [check] * len(text) if isinstance(text, list) else check}
        mood = {"emotion": "joy", "sentiment": "positive", "score": 1.0}
        return 200, body | {"sentiment": mood}


def texts(number: int) -> list[str]:
    """Return so many different texts."""
    return [f"text {index}" for index in range(number)]
