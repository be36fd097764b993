"""A client that answers when a test says so."""

from __future__ import annotations

import asyncio
import html
import re
from typing import Any

import httpx
import pytest

from triptych import AsyncClient
from triptych.contract import Attachment
from triptych.panels.base.panel import Panel
from triptych.panels.workbench.history_page import HistoryPage

REPLY = {
    "success": True,
    "profanities_found": True,
    "profanities": [{"profanity": "damn", "startIndex": 0, "endIndex": 4}],
    "clean_text": "****",
    "_usage": {
        "input_tokens": 1,
        "output_tokens": 1,
        "inference_time_tokens": 2,
        "total_tokens": 4,
    },
    "log_id": "log-1",
}


class Server:
    """The outside world: answers with what it was told, once it is let go."""

    def __init__(self) -> None:
        self.answer: httpx.Response | Exception = httpx.Response(200, json=REPLY)
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.asked = asyncio.Event()
        self.requests: list[httpx.Request] = []

    async def handle(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self.asked.set()
        await self.let_go.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def client(self) -> AsyncClient:
        """A client of this server, whose key must appear nowhere."""
        from triptych.client import RetryPolicy

        return AsyncClient(
            api_key="sk-very-secret",
            base_url="https://someone:password@api.example.com",
            transport=httpx.MockTransport(self.handle),
            retries=RetryPolicy(max_retries=0),
        )


def choose(panel: Any, *files: Attachment) -> None:
    """Choose files in the browser, which tells of each and sends its content beside."""
    told = [
        {"name": file.filename, "type": file.media_type, "size": len(file.content)}
        for file in files
    ]
    panel.upload._handle_custom_msg(told, [memoryview(file.content) for file in files])


@pytest.fixture
async def outside() -> Server:
    """A server that answers every call with one profanity."""
    return Server()


def saveable(panel: Any) -> dict[str, str]:
    """Return what the Save menu offers: labels by kind; nothing while it is hidden."""
    menu = panel.result.menu
    hidden = menu.layout.display == "none"
    return {} if hidden else {entry["kind"]: entry["label"] for entry in menu.entries}


def code_of(panel: Panel) -> str:
    """Return the text of the Code tab, without its colours."""
    return html.unescape(re.sub("<[^>]+>", "", panel.result.pages[3].value))


async def end_of(panel: Panel | HistoryPage) -> Any:
    """Wait for the run that is under way, and return its reply, or None where there is none."""
    assert panel.task is not None
    return await panel.task
