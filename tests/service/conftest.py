"""Plain HTTP against the app inside this process, and sites to be crawled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from triptych.engines.index import Index

from .asgi import asgi_client
from .llama import running
from .sites import Site
from .web import Web, serving


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


@pytest.fixture
def web() -> Iterator[Web]:
    """A server on loopback whose pages are those of `site`."""
    with serving(Web()) as web:
        web.pages = Site()
        yield web


@pytest.fixture
def site(web: Web) -> Site:
    """The pages of `web`, by path: none at first."""
    assert isinstance(web.pages, Site)
    return web.pages


@pytest.fixture
def index(tmp_path: Path) -> Index:
    """An empty index."""
    return Index(tmp_path / "index")
