"""Connections: this machine or a server, its health, and the tokens used on it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from triptych.client import (
    APIError,
    APIStatusError,
    AsyncClient,
    ConfigurationError,
    EmbeddedTransport,
    InvalidReplyError,
    NotFoundError,
    RetryPolicy,
)
from triptych.client.settings import EMBEDDED_URL
from triptych.contract import OPERATIONS, Usage

#: Seconds to wait for a health check.
_PATIENCE = 5.0
#: Where calls go that need no server, as people read it.
THIS_MACHINE = "this machine"


@dataclass(slots=True)
class Used:
    """Calls made on a connection, and the tokens that their replies report."""

    calls: int = 0
    input_tokens: float = 0
    output_tokens: float = 0
    inference_time_tokens: float = 0
    total_tokens: float = 0

    def add(self, usage: Usage | None) -> None:
        """Count the tokens of one reply."""
        if usage is not None:
            for name in ("input_tokens", "output_tokens", "inference_time_tokens", "total_tokens"):
                setattr(self, name, getattr(self, name) + getattr(usage, name))

    @property
    def facts(self) -> dict[str, str]:
        """Calls and tokens in words, by what they are."""
        facts = {"Calls": f"{self.calls:,}"}
        if self.total_tokens:
            parts = (self.input_tokens, self.output_tokens, self.inference_time_tokens)
            sent, came, worked = (f"{round(part):,}" for part in parts)
            total = f"{round(self.total_tokens):,}"
            facts["Tokens"] = f"{total}: {sent} input, {came} output, {worked} inference"
        return facts


@dataclass(slots=True, eq=False)
class Connection:
    """A client, which alone holds the key, and the known state of its service.

    Attributes
    ----------
    own : bool
        Whether closing the connection closes the client.
    health, well : str, bool
        The last health check in words, and whether it succeeded.
    about : dict
        What the service says of itself, by what it is: version and operations.
    refused : bool
        Whether the last call was refused for its key; health is checked without the key.
    """

    client: AsyncClient = field(repr=False)
    embedded: bool
    own: bool = True
    used: Used = field(default_factory=Used)
    health: str = "not checked yet"
    well: bool = True
    about: dict[str, str] = field(default_factory=dict)
    refused: bool = False

    @property
    def status(self) -> tuple[bool, str]:
        """Whether calls can be made, as far as is known, and the words for it."""
        if self.refused:
            return False, "key rejected: disconnect and enter another"
        return self.well, self.health

    @property
    def name(self) -> str:
        """Host and port, or "embedded"."""
        return "embedded" if self.embedded else self.client.base_url.netloc.decode()

    @property
    def title(self) -> str:
        """Its name as people read it."""
        return THIS_MACHINE if self.embedded else self.name

    @property
    def base_url(self) -> str | None:
        """Its address without a login, which is as secret as a key; None if embedded."""
        return None if self.embedded else str(self.client.base_url.copy_with(userinfo=b""))

    async def check(self) -> None:
        """Check the service's health, without the key."""
        try:
            async with asyncio.timeout(_PATIENCE):
                self._take(await self.client.health())
        except TimeoutError:
            self.well, self.health = False, f"no response within {_PATIENCE:g} s"
        except (NotFoundError, InvalidReplyError):
            self.well, self.health = True, "responds, but has no health endpoint"
        except APIStatusError as error:
            self.well, self.health = False, f"responds with status {error.status_code}"
        except APIError as error:
            self.well, self.health = False, error.message
        except Exception as error:
            # Nobody awaits this task; a client closed by its owner, or a wrong setting.
            self.well, self.health = False, str(error)

    def _take(self, report: Mapping[str, Any]) -> None:
        """Store what a service says of itself."""
        self.well = report.get("status") == "ok"
        self.health = "ready" if self.well else "unhealthy"
        self.about = {}
        if isinstance(version := report.get("version"), str):
            self.about["Version"] = version[:20]
        if isinstance(offered := report.get("operations"), list):
            number = sum(name in offered for name in OPERATIONS)
            self.about["Operations"] = f"{number} of {len(OPERATIONS)}"

    async def close(self) -> None:
        """Close the client, unless somebody else made it."""
        if self.own:
            await self.client.close()


def embedded() -> Connection:
    """Return the connection to the API inside this process, whatever the environment sets."""
    client = AsyncClient(
        api_key="embedded",
        base_url=EMBEDDED_URL,
        transport=EmbeddedTransport(),
        # The same call would fail the same way.
        retries=RetryPolicy(max_retries=0),
    )
    return Connection(client, embedded=True, health="ready")


def of(client: AsyncClient) -> Connection:
    """Return the connection of a client that somebody else made and will close."""
    return Connection(client, embedded=client.embedded, own=False)


def server(base_url: str, api_key: str) -> Connection:
    """Return a connection to a server; without a key, that of the environment for this address.

    Raises
    ------
    ConfigurationError
        If the address is invalid, or the key is missing.
    """
    base_url, api_key = base_url.strip(), api_key.strip()
    if not base_url:
        raise ConfigurationError("Enter the address of the server, such as http://127.0.0.1:8000.")
    if not _is_address(base_url):
        raise ConfigurationError("Invalid server address: use https://host or http://host:port.")
    if not api_key and base_url.rstrip("/") != address_outside():
        # The environment's key is only for the server that it was set for.
        raise ConfigurationError(
            "Enter the server's API key (a local `triptych serve` accepts any)."
        )
    return Connection(AsyncClient(api_key=api_key or None, base_url=base_url), embedded=False)


def _is_address(text: str) -> bool:
    try:
        url = httpx.URL(text)
        return url.scheme in {"http", "https"} and bool(url.host)
    # A host is decoded when it is read.
    except (httpx.InvalidURL, UnicodeError):
        return False


def address_outside() -> str:
    """Return the address that the environment names, where it holds a key for it too."""
    address = os.environ.get("TRIPTYCH_BASE_URL", "").strip().rstrip("/")
    return address if os.environ.get("TRIPTYCH_API_KEY") else ""
