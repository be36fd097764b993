"""Plain HTTP against the app, inside this process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from .asgi import asgi_client
from .llama import running


@pytest.fixture
async def http() -> AsyncIterator[httpx.AsyncClient]:
    """An httpx client of the app that sends a key."""
    async with asgi_client() as client:
        yield client


@pytest.fixture(scope="session")
def llama() -> Iterator[str]:
    """The base URL of a real language model; its key is `llama.KEY`."""
    with running() as url:
        yield url
