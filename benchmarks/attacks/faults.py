"""Servers that answer wrongly, late or never, and every call of both clients to them.

Attacked is the client. The faults are those of `tests/client/faults.py`: connections that end or
stay silent, first lines, headers, lengths, encodings, JSON, events and handshakes of TLS that are
not as they should be, and bodies without an end. Each operation is called with each client, as are
`map` and `health`. Then right responses are sent with some of their bytes changed, added or left
out at random (the seed is fixed).

Broken is a call that ends with anything but the error of its fault (`map` and `health`: a typed
error, or a reply where the fault leaves one), or more than ten seconds after its time-out; with
changed bytes, one that ends with neither a reply nor a typed error.
"""

from __future__ import annotations

import asyncio
import random
import resource
import sys
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from triptych.client import APIError, AsyncClient, Client, RetryPolicy

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.client.faults import ARGUMENTS, FAULTS, FLOODS, HEAD, LONG, Fault, whole_reply
from tests.client.faulty_server import Exchange, FaultyServer

from attacks import Outcome

#: Seconds after its time-out when a call is held to be late: the machine may be busy.
LATE = 10.0
#: Operations of the quick form: one with members that must be there, and one without.
QUICK = ("spam", "scrape")
#: Responses with changed bytes.
CHANGED, CHANGED_QUICK = 2_000, 100
AT_ONCE = 8


def _operation(name: str) -> Callable[[Any], Any]:
    return lambda client: getattr(client, name)(**ARGUMENTS[name])


def _mapped(client: Any) -> Any:
    """Return the result of the first item of a map, raised if it is an error."""
    results = client.map("spam", ["tea"])
    if not hasattr(results, "__aiter__"):
        return _raised([value for _, value in results])

    async def read() -> Any:
        return _raised([value async for _, value in results])

    return read()


def _raised(values: list[Any]) -> Any:
    [value] = values
    if isinstance(value, Exception):
        raise value
    return value


#: Calls that do not only send a request and read its reply.
OTHERS: dict[str, Callable[[Any], Any]] = {
    "map": _mapped,
    "health": lambda client: client.health(),
}


def outcome(kind: str, call: Callable[[Any], Any], **options: Any) -> tuple[Any, float]:
    """Make a call with the client of a kind; return its reply or exception, and its seconds."""
    began = time.monotonic()
    try:
        if kind == "Client":
            with Client(api_key="k", **options) as client:
                reply = call(client)
        else:
            reply = asyncio.run(_awaited(call, options))
    except BaseException as error:
        reply = error
    return reply, time.monotonic() - began


async def _awaited(call: Callable[[Any], Awaitable[Any]], options: dict[str, Any]) -> Any:
    async with AsyncClient(api_key="k", **options) as client:
        return await call(client)


class Case:
    """A call of a client to a server with a fault."""

    def __init__(self, name: str, fault: Fault, kind: str, method: str) -> None:
        self._name, self._fault, self._kind, self._method = name, fault, kind, method
        #: Seconds after its time-out, at the end.
        self.late = 0.0

    def __call__(self) -> str | None:
        """Make the call; return what is broken."""
        fault = self._fault
        server = FaultyServer(fault.respond)
        try:
            result, seconds = outcome(
                self._kind,
                OTHERS.get(self._method) or _operation(self._method),
                base_url=fault.address(server),
                timeout=fault.timeout,
                retries=RetryPolicy(base=0),
            )
        finally:
            server.close()
        self.late = seconds - fault.timeout
        case = f"{self._kind}.{self._method}, {self._name}"
        if self._method in OTHERS:
            is_right = isinstance(result, APIError) or not isinstance(result, BaseException)
        else:
            is_right = type(result) is fault.error
        if not is_right:
            return f"{case}: {type(result).__name__}: {result}"
        return f"{case}: {seconds:.0f} s" if self.late > LATE else None


def changed(seed: int) -> str | None:
    """Send a right response with changed bytes to both clients; return what is broken."""
    draw = random.Random(seed)

    def respond(exchange: Exchange) -> None:
        exchange.read()
        body = whole_reply(exchange)
        data = bytearray(HEAD + b"content-length: %d\r\n\r\n" % len(body) + body)
        for _ in range(draw.randint(1, 6)):
            place = draw.randrange(len(data))
            match draw.randrange(3):
                case 0:
                    data[place] = draw.randrange(256)
                case 1:
                    data[place:place] = draw.randbytes(draw.randint(1, 4))
                case _:
                    del data[place : place + draw.randint(1, 4)]
        exchange.send(bytes(data))

    server = FaultyServer(respond)
    method = draw.choice([*ARGUMENTS])
    kind = draw.choice(["Client", "AsyncClient"])
    try:
        result, _ = outcome(
            kind,
            _operation(method),
            base_url=server.base_url,
            timeout=LONG,
            retries=RetryPolicy(max_retries=0),
        )
    finally:
        server.close()
    if isinstance(result, BaseException) and not isinstance(result, APIError):
        return f"{kind}.{method}, bytes changed with seed {seed}: {type(result).__name__}: {result}"
    return None


def run(quick: bool) -> Outcome:
    """Call everything with every fault; quick, two operations, and fewer changed responses."""
    methods = QUICK if quick else (*ARGUMENTS, *OTHERS)
    kinds = ("Client", "AsyncClient")
    cases = [
        Case(name, fault, kind, method)
        for name, fault in FAULTS.items()
        if name not in FLOODS
        for kind in kinds
        for method in methods
    ]
    floods = [Case(name, fault, kind, "scrape") for name, fault in FLOODS.items() for kind in kinds]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(lambda case: case(), cases))
        results += pool.map(changed, range(CHANGED_QUICK if quick else CHANGED))
    # One after the other: each may take as much memory as the largest reply.
    results += [case() for case in floods]
    # Without how long the machine took where nothing was waited for.
    late = max(case.late for case in [*cases, *floods])
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Outcome.of(
        results,
        **{
            "faults": len(FAULTS),
            "latest end after a time-out, s": late,
            "peak memory, MB": memory,
        },
    )
