"""Plain HTTP against the app, inside this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from triptych.service import create_app

from .llama import running


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    """An httpx client of the app that sends a key."""
    transport = httpx.ASGITransport(create_app(), raise_app_exceptions=False)
    async with httpx.AsyncClient(
        transport=transport, base_url="http://service", headers={"x-api-key": "k"}
    ) as client:
        yield client


@pytest.fixture(scope="session")
def llama() -> Iterator[str]:
    """The base URL of a real language model; its key is `llama.KEY`."""
    with running() as url:
        yield url
