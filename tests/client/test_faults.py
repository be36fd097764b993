"""Every fault of a server ends a call of either client with the right error, within its time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.client.faults import ARGUMENTS, FAULTS, FLOODS, Fault
from tests.client.faulty_server import Serve

from triptych.client import AsyncClient, Client, RetryPolicy, TriptychError


async def outcomes(fault: Fault, faulty: Serve, operation: str, **others: Any) -> tuple[Any, Any]:
    """Return how a call of each client to a server with the fault ends."""
    options: dict[str, Any] = {
        "api_key": "k",
        "base_url": fault.address(faulty(fault.respond)),
        "timeout": fault.timeout,
        "retries": RetryPolicy(base=0),
        **others,
    }

    def call() -> Any:
        with Client(**options) as client:
            return getattr(client, operation)(**ARGUMENTS[operation])

    async def call_async() -> Any:
        async with AsyncClient(**options) as client:
            return await getattr(client, operation)(**ARGUMENTS[operation])

    return await asyncio.gather(asyncio.to_thread(call), call_async(), return_exceptions=True)


# A server that drips, waits or floods does so for much longer than the call may take, and ends
# otherwise: a call that takes longer ends with another class.
@pytest.mark.parametrize("name", [name for name in FAULTS if name not in FLOODS])
async def test_call_to_a_server_with_a_fault_ends_with_its_error(name: str, faulty: Serve) -> None:
    fault = FAULTS[name]
    for outcome in await outcomes(fault, faulty, "spam"):
        assert type(outcome) is fault.error, repr(outcome)


@pytest.mark.parametrize("name", FLOODS)
async def test_body_larger_than_any_reply_is_not_read_to_its_end(name: str, faulty: Serve) -> None:
    # All members of this reply are optional: white space before it would not harm.
    for outcome in await outcomes(FAULTS[name], faulty, "scrape", max_reply_bytes=2 * 2**20):
        assert type(outcome) is FAULTS[name].error, repr(outcome)


async def test_message_of_a_broken_connection_says_so(faulty: Serve) -> None:
    for outcome in await outcomes(FAULTS["body cut by a reset"], faulty, "spam"):
        assert isinstance(outcome, TriptychError)
        assert "()" not in str(outcome)
