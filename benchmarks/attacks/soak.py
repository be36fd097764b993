"""Many clients at once for a long time, with every operation, and with callers that misbehave.

Attacked is the service as a whole, `triptych serve` in a process of its own: 32 clients call all
operations in a mix, each compared with the reply that the engines gave to the same call in this
process, alone and before. In between, clients cancel calls, hang up in the middle of a request or
of a reply, and send bodies that are too large, requests that are not valid, and pictures, PDFs and
sounds that are broken; what is refused must be refused with the status it has when nothing else is
going on.

Broken is a reply that differs from the one before (numbers by more than `TOLERANCE`), any other
status, a connection that breaks (of a refused request, twice), an error in the log, descriptors
that are left over when all clients are gone (more than `SPARE` beyond those before the load), and
resident memory that grows: over the last two thirds of the time, the line through its samples
(Theil and Sen) rises by more than `GROWTH` of their median. Memory is judged in runs of five
minutes and more.
"""

from __future__ import annotations

import asyncio
import io
import itertools
import json
import math
import os
import random
import socket
import statistics
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import Any, cast
from unittest import mock
from urllib.parse import urlsplit

import httpx
import psutil
from PIL import Image
from texts import texts

from attacks import Outcome
from attacks.servers import KEY, Pages, serving, small_web
from triptych.client import APIStatusError, AsyncClient, Client
from triptych.contract import OPERATIONS, Reply

DATA = Path(__file__).parents[2] / "data"
CLIENTS = 32
MINUTES, SECONDS_QUICK = 30.0, 20.0
#: Replies of texts that are read together may differ in their last digits.
TOLERANCE = 2e-3
#: Share of the median of resident memory.
GROWTH = 0.05
SPARE = 8
#: Of the calls, those that misbehave.
FAULTS = 0.15
#: Seconds between two samples of memory and descriptors, and of a run whose memory is judged.
SAMPLE, JUDGED = 1.0, 300.0
#: Seconds of a call, for what hangs.
LIMIT = 300.0
#: Largest body, so that larger ones are soon sent.
MAX_BODY = 4 * 2**20
#: Seconds until the service has closed the connections of clients that are gone.
IDLE = 5.0
#: A client that does not send again closes its connections before the service does: a request on
#: one that is being closed has no answer.
SOON_CLOSED = httpx.Limits(keepalive_expiry=IDLE / 5)

Call = Callable[[Any], Any]


@dataclass(frozen=True)
class Case:
    """A call, and what it returns.

    Parameters
    ----------
    name
        What it is, for people.
    call
        Makes it with a client of either kind.
    weight
        How often it is made, in relation to others.
    """

    name: str
    call: Call
    weight: float = 1.0


def plain(reply: Any) -> Any:
    """Return what must be the same in two replies to a call: not their identifiers and times."""
    if isinstance(reply, Reply):
        members = {name: value for name, value in reply.raw.items() if name != "log_id"}
        usage = members.pop("_usage", None) or {}
        members["tokens"] = [usage.get(name) for name in ("input_tokens", "output_tokens")]
        if content := getattr(reply, "content", b""):
            members["content"] = content
        return members
    if isinstance(reply, list):
        return [plain(one) for one in reply]
    if isinstance(reply, APIStatusError):
        return f"{reply.status_code} {reply.code}"
    if isinstance(reply, Exception):
        raise reply
    return reply


def difference(one: Any, other: Any, where: str = "") -> str | None:
    """Return where two plain replies differ, if they do.

    Examples
    --------
    >>> difference({"score": [0.5, 1]}, {"score": [0.5001, 1]}) is None
    True
    >>> difference({"score": [0.5, 1]}, {"score": [0.6, 1]})
    '.score[0]: 0.5, 0.6'
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping) and one.keys() == other.keys():
        pairs: Iterator[tuple[str, Any, Any]] = ((f".{k}", one[k], other[k]) for k in one)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = ((f"[{n}]", *both) for n, both in enumerate(zip(one, other, strict=True)))
    elif isinstance(one, float) and isinstance(other, float | int):
        is_near = math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
        return None if is_near else f"{where}: {one}, {other}"
    else:
        return None if one == other else f"{where}: {str(one)[:60]}, {str(other)[:60]}"
    for step, its, its_other in pairs:
        if (at := difference(its, its_other, where + step)) is not None:
            return at
    return None


def cases(pages: Pages) -> list[Case]:
    """Return the calls of the mix: all operations, with texts, files and addresses."""
    some = list(islice(texts(21), 60))
    long = " ".join(islice(texts(22), 30))
    html = (DATA / "pages" / "visseuse.html").read_text(encoding="utf-8")
    pages.pages["/visseuse"] = html
    cat, boats = ((DATA / "pictures" / name).read_bytes() for name in ("cat.jpg", "boats.jpg"))
    sound = (DATA / "fellow-americans.mp3").read_bytes()
    labels = {"title": "title", "price": "price"}
    questions = ("green tea", "history of sqlite", "how do kites fly", "python list sort")
    address = partial(_call, "scrape", element_prompts=labels, render="never")
    calls: dict[str, tuple[float, Sequence[Call]]] = {
        # First, since the embedded service suggests what was searched for.
        "suggest": (8, [_call("suggest", query) for query in ("how to", "pyth", "tea", "sql")]),
        "profanity": (12, [_call("profanity", text) for text in some]),
        "spam": (12, [_call("spam", text) for text in some]),
        "sentiment": (12, [_call("sentiment", text) for text in [*some, long]]),
        "embed": (4, [_call("embed", text) for text in some[:10]]),
        "embed_v2": (4, [_call("embed_v2", text) for text in some[10:20]]),
        "map": (2, [_mapped(name, some[:20]) for name in ("spam", "profanity", "embed")]),
        "embed, picture": (1, [_call("embed", file=cat)]),
        "embed, PDF": (1, [_call("embed", file=_pdf())]),
        "embed, sound": (0.3, [_call("embed_v2", file=sound, type="audio")]),
        "search": (3, [_call("search", query, ai_overview=False) for query in questions]),
        "search, overview": (1, [_call("search", one, max_results=3) for one in questions[:2]]),
        "research": (0.3, [_call("research", questions[0], max_depth=1, max_breadth=1)]),
        "scrape": (3, [_call("scrape", html=html, element_prompts=labels)]),
        "scrape, address": (2, [address(f"{pages.url}/visseuse")]),
        "scrape, missing page": (1, [address(f"{pages.url}/none")]),
        "detect": (2, [_call("detect", picture) for picture in (cat, boats)]),
        "generate_image": (
            1,
            [
                _call(
                    "generate_image",
                    "a red boat on the sea",
                    width=256,
                    height=256,
                    return_type="binary",
                    seed=7,
                )
            ],
        ),
    }
    return [
        Case(f"{name} {number}", call, weight / len(its))
        for name, (weight, its) in calls.items()
        for number, call in enumerate(its)
    ]


def _call(method: str, *arguments: Any, **options: Any) -> Call:
    return lambda client: getattr(client, method)(*arguments, **options)


def _mapped(operation: str, rows: list[str]) -> Call:
    """Return a call of `map`, whose replies are in the order of the rows."""

    def call(client: Any) -> Any:
        results = client.map(operation, rows)
        if not isinstance(client, AsyncClient):
            return [value for _, value in sorted(results, key=itemgetter(0))]

        async def read() -> list[Any]:
            values = {index: value async for index, value in results}
            return [values[index] for index in sorted(values)]

        return read()

    return call


def _pdf() -> bytes:
    """Return a PDF of one page with a line of text."""
    stream = b"BT /F1 24 Tf 72 700 Td (Oolong is a tea between green and black.) Tj ET"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(stream), stream),
    )
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + (
        b"xref\n0 5\n0000000000 65535 f \n%btrailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (table, len(data))
    )


def refused() -> dict[str, tuple[str, str, dict[str, str], bytes]]:
    """Return requests that are refused, by name: method, path, headers and body."""
    sentiment, detect = OPERATIONS["sentiment"].path, OPERATIONS["detect"].path
    embedding = OPERATIONS["embed_v2"].path
    as_json = {"x-api-key": KEY, "content-type": "application/json"}
    with io.BytesIO() as file:
        Image.new("RGB", (300, 200), (9, 90, 40)).save(file, "PNG")
        png = file.getvalue()
    # A header that promises 50,000 by 50,000 pixels.
    huge = png[:16] + (50_000).to_bytes(4, "big") * 2 + png[24:]
    files = {
        "picture cut": (detect, "image/png", png[:-60]),
        "picture with changed bytes": (detect, "image/png", png[:60] + bytes(40) + png[100:]),
        "picture of many pixels": (detect, "image/png", huge),
        "picture of random bytes": (detect, "image/png", random.Random(1).randbytes(5_000)),
        "picture that is empty": (detect, "image/jpeg", b""),
        "PDF cut": (embedding, "application/pdf", _pdf()[:60]),
        "PDF of random bytes": (embedding, "application/pdf", b"%PDF-1.7" + bytes(3_000)),
        "sound of random bytes": (embedding, "audio/mpeg", random.Random(2).randbytes(5_000)),
    }
    requests = {
        "body that is no JSON": ("POST", sentiment, as_json, b'{"text": '),
        "body with NaN": ("POST", sentiment, as_json, b'{"text": NaN}'),
        "body that is not UTF-8": ("POST", sentiment, as_json, b'{"text": "\xff"}'),
        "body of lists in lists": ("POST", sentiment, as_json, b"[" * 100_000),
        "text of another type": ("POST", sentiment, as_json, b'{"text": 3}'),
        "no text": ("POST", sentiment, as_json, b"{}"),
        "no such path": ("POST", "/v1/none", as_json, b"{}"),
        "no such method": ("DELETE", sentiment, as_json, b""),
        "no key": ("POST", sentiment, {"content-type": "application/json"}, b'{"text": "a"}'),
        "no such media type": ("POST", sentiment, as_json | {"content-type": "a/b"}, b"text"),
        "too large a body": ("POST", sentiment, as_json, b'{"text": "%b"}' % (b"a " * MAX_BODY)),
    }
    for name, (path, media_type, content) in files.items():
        kind = {"image": "image", "audio": "audio"}.get(media_type.partition("/")[0], "pdf")
        members = {"type": kind} if path == embedding else {}
        parts = {
            "file": ("file", content, media_type),
            "body": (None, json.dumps(members).encode(), "application/json"),
        }
        upload = httpx.Request("POST", "http://a" + path, files=parts)
        headers = {"x-api-key": KEY, "content-type": upload.headers["content-type"]}
        requests[name] = ("POST", path, headers, upload.read())
    return requests


@dataclass
class Load:
    """Clients of one service for a time.

    Parameters
    ----------
    url
        Of the service.
    cases
        The calls.
    expected
        What each must return, by its name.
    statuses
        The status of each refused request, by its name.
    seed
        Of what is drawn.
    """

    url: str
    cases: Sequence[Case]
    expected: Mapping[str, Any]
    statuses: Mapping[str, int]
    seed: int = 1
    #: What is broken, and how many calls were made by kind.
    broken: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    #: The refused requests whose connection was closed without an answer.
    closed: list[str] = field(default_factory=list)

    async def run(self, clients: int, seconds: float) -> None:
        """Let so many clients call for so many seconds."""
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number in range(clients):
                group.create_task(self._client(random.Random(f"{self.seed} {number}"), end))

    async def _client(self, draw: random.Random, end: float) -> None:
        weights = list(itertools.accumulate(case.weight for case in self.cases))
        requests = refused()
        async with (
            AsyncClient(api_key=KEY, base_url=self.url, timeout=LIMIT) as client,
            httpx.AsyncClient(base_url=self.url, timeout=LIMIT, limits=SOON_CLOSED) as http,
        ):
            while time.monotonic() < end:
                [drawn] = draw.choices(self.cases, cum_weights=weights)
                if draw.random() >= FAULTS:
                    self.counts["calls"] += 1
                    result = await self.compare(drawn, client)
                else:
                    self.counts["faults"] += 1
                    name = draw.choice([*requests])
                    match draw.randrange(4):
                        case 0:
                            result = await self._cancel(drawn, client, draw)
                        case 1:
                            result = await self._hang_up(draw)
                        case _:
                            result = await self._refuse(name, requests[name], http)
                if result is not None:
                    self.broken.append(result)

    async def compare(self, case: Case, client: AsyncClient) -> str | None:
        """Make a call; return how its reply differs from the expected one, if it does."""
        try:
            reply = await case.call(client)
        except APIStatusError as error:
            reply = error
        except Exception as error:
            return f"{case.name}: {type(error).__name__}: {error}"
        try:
            at = difference(self.expected[case.name], plain(reply))
        except Exception as error:
            return f"{case.name}: {type(error).__name__}: {error}"
        return None if at is None else f"{case.name}: {at}"

    async def _cancel(self, case: Case, client: AsyncClient, draw: random.Random) -> str | None:
        """Cancel a call; one that was faster has the right reply."""
        call = asyncio.create_task(self.compare(case, client))
        await asyncio.wait([call], timeout=draw.uniform(0, 0.3))
        call.cancel()
        with suppress(asyncio.CancelledError):
            return await call
        return None

    async def _hang_up(self, draw: random.Random) -> str | None:
        """Send a request, or a part of it, and close the connection without a word."""
        address = urlsplit(self.url)
        try:
            reader, writer = await asyncio.open_connection(address.hostname, address.port)
        except OSError as error:
            return f"no connection: {error}"
        body = json.dumps({"text": "It broke again, and nobody calls back. " * 200}).encode()
        head = f"POST {OPERATIONS['sentiment'].path} HTTP/1.1\r\nhost: a\r\nx-api-key: {KEY}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        data = head.encode() + body
        writer.write(data[: draw.choice([10, len(head) - 2, len(data) // 2, len(data)])])
        with suppress(OSError):
            await writer.drain()
            await asyncio.sleep(draw.uniform(0, 0.2))
        if draw.random() < 0.5:
            # A reset.
            raw = cast("socket.socket", writer.get_extra_info("socket"))
            with suppress(OSError):
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()
        del reader
        return None

    async def _refuse(
        self, name: str, request: tuple[str, str, dict[str, str], bytes], http: httpx.AsyncClient
    ) -> str | None:
        """Send a request that is refused."""
        status = await status_of(request, http, lambda: self.closed.append(name))
        # A body that is too large may be cut off before it is sent.
        if status == self.statuses[name] or (status is None and self.statuses[name] == 413):
            return None
        return f"{name}: {status} instead of {self.statuses[name]}"


async def status_of(
    request: tuple[str, str, dict[str, str], bytes],
    http: httpx.AsyncClient,
    on_closed: Callable[[], object] = lambda: None,
) -> int | None:
    """Return the status of a request; None if the connection was closed, twice.

    A service may close a connection that has been idle just as the next request comes: `on_closed`
    is called each time.
    """
    method, path, headers, body = request
    for _ in range(2):
        try:
            response = await http.request(method, path, headers=headers, content=body)
        except (httpx.NetworkError, httpx.RemoteProtocolError):
            on_closed()
            continue
        return response.status_code
    return None


@dataclass(frozen=True)
class Sample:
    """What a process and its children hold at a moment."""

    seconds: float
    memory: float
    descriptors: int
    threads: int


class Watch:
    """Samples the memory (in MB), descriptors and threads of a process and its children."""

    def __init__(self, pid: int) -> None:
        self._process = psutil.Process(pid)
        self._began = time.monotonic()
        self.samples: list[Sample] = []

    def sample(self) -> Sample:
        """Take a sample."""
        memory, descriptors, threads = 0.0, 0, 0
        for process in (self._process, *self._process.children(recursive=True)):
            # One may end at this moment.
            with suppress(psutil.NoSuchProcess):
                memory += process.memory_info().rss / 1e6
                descriptors += process.num_fds()
                threads += process.num_threads()
        return Sample(time.monotonic() - self._began, memory, descriptors, threads)

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Take samples until the block ends."""
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(SAMPLE):
                self.samples.append(self.sample())

        thread = threading.Thread(target=watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def growth(samples: Sequence[tuple[float, float]]) -> float:
    """Return by how much of its median a value rises over the last two thirds of the samples.

    Theil and Sen: the median of the slopes between two samples, here of up to 200 evenly spaced.

    Examples
    --------
    >>> round(growth([(second, 100.0) for second in range(99)]), 3)
    0.0
    >>> round(growth([(second, 100.0 + second) for second in range(99)]), 2)
    0.39
    """
    later = samples[len(samples) // 3 :]
    later = later[:: -(-len(later) // 200)]
    slopes = [
        (other[1] - one[1]) / (other[0] - one[0])
        for one, other in itertools.combinations(later, 2)
        if other[0] > one[0]
    ]
    if not slopes:
        return 0.0
    rise = statistics.median(slopes) * (later[-1][0] - later[0][0])
    return rise / statistics.median(value for _, value in later)


def expectations(every: Sequence[Case], allowed: str) -> dict[str, Any]:
    """Return the plain reply of each call, made alone and in this process."""
    expected: dict[str, Any] = {}
    with mock.patch.dict(os.environ, {"TRIPTYCH_FETCH_ALLOW": allowed}), Client() as client:
        for case in every:
            try:
                expected[case.name] = plain(case.call(client))
            except APIStatusError as error:
                expected[case.name] = plain(error)
    return expected


async def _alone(load: Load, statuses: dict[str, int]) -> None:
    """Make every call once, one after the other: models are loaded, and statuses are known."""
    async with (
        AsyncClient(api_key=KEY, base_url=load.url, timeout=LIMIT) as client,
        httpx.AsyncClient(base_url=load.url, timeout=LIMIT) as http,
    ):
        for case in load.cases:
            if (broken := await load.compare(case, client)) is not None:
                load.broken.append(f"alone: {broken}")
        for name, request in refused().items():
            status = await status_of(request, http)
            statuses[name] = 413 if status is None else status
            if not 400 <= statuses[name] < 500:
                load.broken.append(f"alone: {name}: {status}")


async def _at_once(load: Load, calls: int) -> None:
    """Make each call of a file many times at once: by then all processes are there that decode."""
    async with AsyncClient(api_key=KEY, base_url=load.url, timeout=LIMIT) as client:
        for case in load.cases:
            if case.name.startswith(("embed, ", "detect ")):
                results = await asyncio.gather(*(load.compare(case, client) for _ in range(calls)))
                load.broken += [f"at once: {result}" for result in results if result is not None]


def _quiet(watch: Watch, most: int) -> Sample:
    """Return a sample when descriptors are down to so many, or when they stay."""
    deadline = time.monotonic() + 60
    while (sample := watch.sample()).descriptors > most and time.monotonic() < deadline:
        time.sleep(0.5)
    return sample


def soak(seconds: float, clients: int = CLIENTS) -> Outcome:
    """Load a service of its own for some seconds."""
    warnings.simplefilter("ignore", DeprecationWarning)
    with small_web() as (pages, _):
        every = cases(pages)
        expected = expectations(every, pages.host)
        with serving(
            fetch_allow=pages.host, max_body_bytes=str(MAX_BODY), idle_timeout=str(IDLE)
        ) as service:
            statuses: dict[str, int] = {}
            load = Load(service.url, every, expected, statuses)
            watch = Watch(service.process.pid)
            asyncio.run(_alone(load, statuses))
            asyncio.run(_at_once(load, clients))
            # The connections of the calls above are closed a moment after the client's.
            time.sleep(2 * IDLE)
            before = watch.sample()
            began = time.monotonic()
            with watch.going_on():
                asyncio.run(load.run(clients, seconds))
            taken = time.monotonic() - began
            after = _quiet(watch, before.descriptors + SPARE)
            broken = list(load.broken)
            if after.descriptors > before.descriptors + SPARE:
                broken.append(
                    f"descriptors: {before.descriptors} before, {after.descriptors} after"
                )
            broken += [f"in the log: {exception}" for exception in service.exceptions()]
            lines = service.log.read_text(encoding="utf-8", errors="replace").splitlines()
            broken += [f"in the log: {line}" for line in lines if line.startswith("ERROR")]
            if service.process.poll() is not None:
                broken.append(f"the service ended with {service.process.returncode}")
    risen = growth([(sample.seconds, sample.memory) for sample in watch.samples])
    if seconds >= JUDGED and risen > GROWTH:
        broken.append(f"memory rises by {risen:.1%}")
    return Outcome(
        cases=load.counts.total() + len(every) + len(statuses),
        broken=tuple(broken),
        figures={
            "clients": clients,
            "minutes": taken / 60,
            "calls compared": load.counts["calls"],
            "calls that misbehave": load.counts["faults"],
            "connections closed without an answer": len(load.closed),
            "calls a second": load.counts.total() / taken,
            "resident memory before, MB": before.memory,
            "resident memory at its end, MB": watch.samples[-1].memory,
            "rise of memory after the first third, %": 100 * risen,
            "descriptors before": before.descriptors,
            "descriptors at most": max(sample.descriptors for sample in watch.samples),
            "descriptors after": after.descriptors,
            "threads at most": max(sample.threads for sample in watch.samples),
        },
    )


def run(quick: bool, minutes: float = MINUTES) -> Outcome:
    """Load a service for half an hour; quick, for 20 seconds."""
    return soak(SECONDS_QUICK if quick else 60 * minutes)
