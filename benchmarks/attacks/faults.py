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
import itertools
import math
import random
import resource
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from triptych.client import APIError, APITimeoutError, AsyncClient, Client, RetryPolicy

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.client.faults import ARGUMENTS, FAULTS, FLOODS, HEAD, LONG, Fault, whole_reply
from tests.client.faulty_server import Exchange, FaultyServer

from attacks import Outcome

#: Seconds after its time-out when a call is held to be late: the machine may be busy.
LATE = 10.0
#: Operations of the quick form: one with members that must be there, and one without.
QUICK = ("spam", "scrape")
#: Clients that get 20 responses with changed bytes each.
CHANGED, CHANGED_QUICK = 100, 10
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


class Caller:
    """A client of a kind, for several calls.

    Parameters
    ----------
    kind
        "Client" or "AsyncClient".
    options
        Of the client.
    """

    def __init__(self, kind: str, **options: Any) -> None:
        self.kind = kind
        self._options = {"api_key": "k", **options}

    def outcomes(self, calls: Sequence[Callable[[Any], Any]]) -> list[tuple[Any, float]]:
        """Make calls one after the other; return the reply or exception of each, and its seconds.

        A client's certificates take longer to read than most calls.
        """
        if self.kind == "AsyncClient":
            return asyncio.run(self._awaited(calls))
        results = []
        with Client(**self._options) as client:
            for call in calls:
                began = time.monotonic()
                try:
                    reply = call(client)
                except BaseException as error:
                    reply = error
                results.append((reply, time.monotonic() - began))
        return results

    async def _awaited(self, calls: Sequence[Callable[[Any], Any]]) -> list[tuple[Any, float]]:
        results = []
        async with AsyncClient(**self._options) as client:
            for call in calls:
                began = time.monotonic()
                try:
                    reply = await call(client)
                except BaseException as error:
                    reply = error
                results.append((reply, time.monotonic() - began))
        return results


@dataclass
class Case:
    """Calls of a client to a server with a fault.

    Parameters
    ----------
    name
        The fault.
    fault
        What it is.
    kind
        The class of the client.
    methods
        What is called.
    """

    name: str
    fault: Fault
    kind: str
    methods: Sequence[str]
    #: Seconds after its time-out at which a call has ended, at most.
    late: float = -math.inf

    def __call__(self) -> list[str | None]:
        """Make the calls; return for each what is broken, if anything is."""
        server = FaultyServer(self.fault.respond)
        caller = Caller(
            self.kind,
            base_url=self.fault.address(server),
            timeout=self.fault.timeout,
            retries=RetryPolicy(base=0),
        )
        calls = [OTHERS.get(method) or _operation(method) for method in self.methods]
        try:
            outcomes = caller.outcomes(calls)
        finally:
            server.close()
        return [self._broken(*each) for each in zip(self.methods, outcomes, strict=True)]

    def _broken(self, method: str, outcome: tuple[Any, float]) -> str | None:
        result, seconds = outcome
        late = seconds - self.fault.timeout
        self.late = max(self.late, late)
        case = f"{self.kind}.{method}, {self.name}"
        if method in OTHERS:
            is_right = isinstance(result, APIError) or not isinstance(result, BaseException)
        else:
            is_right = type(result) is self.fault.error
        if not is_right:
            return f"{case}: {type(result).__name__}: {result}"
        return f"{case}: {seconds:.0f} s" if late > LATE else None


def changed(seed: int, responses: int = 20) -> list[str | None]:
    """Send right responses with changed bytes to a client; return for each what is broken."""
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
    methods = [draw.choice([*ARGUMENTS]) for _ in range(responses)]
    once = RetryPolicy(max_retries=0)
    kind = "AsyncClient" if seed % 2 else "Client"
    caller = Caller(kind, base_url=server.base_url, timeout=LONG, retries=once)
    try:
        outcomes = caller.outcomes([_operation(method) for method in methods])
    finally:
        server.close()
    return [
        f"{kind}.{method}, changed bytes, seed {seed}: {type(result).__name__}: {result}"
        if isinstance(result, BaseException) and not isinstance(result, APIError)
        else None
        for method, (result, _) in zip(methods, outcomes, strict=True)
    ]


def run(quick: bool) -> Outcome:
    """Call everything with every fault; quick, two operations, and fewer changed responses."""
    methods = QUICK if quick else (*ARGUMENTS, *OTHERS)
    kinds = ("Client", "AsyncClient")
    # `map` waits ten minutes for a service that is busy.
    patient = {name for name in FAULTS if name.startswith("pause")}
    cases = [
        Case(name, fault, kind, [m for m in methods if m != "map" or name not in patient])
        for name, fault in FAULTS.items()
        if name not in FLOODS
        for kind in kinds
    ]
    floods = [
        Case(name, fault, kind, ("scrape",)) for name, fault in FLOODS.items() for kind in kinds
    ]
    with warnings.catch_warnings(), ThreadPoolExecutor(AT_ONCE) as pool:
        warnings.simplefilter("ignore", DeprecationWarning)
        results = [*pool.map(Case.__call__, cases)]
        results += pool.map(changed, range(CHANGED_QUICK if quick else CHANGED))
        # One after the other: each may take as much memory as the largest reply.
        results += [case() for case in floods]
    late = max(case.late for case in cases if case.fault.error is APITimeoutError)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = {
        "faults": len(FAULTS),
        "latest end after a time-out, s": late,
        "resident memory at most, MB": memory,
    }
    return Outcome.of(itertools.chain.from_iterable(results), **figures)
