"""What a server can do wrong, and the error that every call to it ends with.

The tests send one call of each client to every fault; `benchmarks/attacks/faults.py` sends every
operation.
"""

from __future__ import annotations

import gzip
import itertools
import json
import ssl
import subprocess
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.client.faulty_server import Exchange, FaultyServer, response

from triptych.client import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    InvalidReplyError,
    RateLimitError,
    ReplySizeError,
    ServerError,
)
from triptych.contract import OPERATIONS

#: A reply of each operation, as small as it can be.
REPLIES: dict[str, dict[str, Any]] = {
    "profanity": {"profanities_found": False, "clean_text": ""},
    "spam": {"check": []},
    "sentiment": {"sentiment": {"emotion": "joy", "sentiment": "positive", "score": 1}},
    "suggest": {"suggestions": []},
    "search": {"query": "", "results": []},
    "research": {"query": "", "results": ""},
    "scrape": {},
    "detect": {},
    "embed": {"embeddings": [[1.0]]},
    "embed_v2": {"embeddings": [[1.0]]},
    "generate_image": {"url": "https://example.com/cat.png"},
}
#: Arguments of each operation.
ARGUMENTS: dict[str, dict[str, Any]] = {
    "profanity": {"text": "tea"},
    "spam": {"text": ["tea"]},
    "sentiment": {"text": "tea"},
    "suggest": {"query": "tea"},
    "search": {"query": "tea"},
    "research": {"query": "tea"},
    "scrape": {"html": "<p>tea</p>", "element_prompts": ["drink"]},
    "detect": {"url": "https://example.com/tea.png"},
    "embed": {"text": "tea"},
    "embed_v2": {"text": "tea"},
    "generate_image": {"prompt": "tea"},
}
#: Seconds of a call to a server that never ends its response.
SHORT = 0.5
#: Seconds of any other call: a limit for what hangs.
LONG = 60.0

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
EVENTS = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
_REPLY = b'{"success": true, "check": []}'
_ZIPPED = gzip.compress(_REPLY)


@dataclass(frozen=True)
class Fault:
    """One thing that a server does wrong.

    Parameters
    ----------
    respond
        What the server does with a connection.
    error
        What each call ends with: this class, and no subclass of it.
    is_encrypted
        Whether the client connects with TLS.
    """

    respond: Callable[[Exchange], None]
    error: type[APIError]
    is_encrypted: bool = False

    @property
    def timeout(self) -> float:
        """Seconds that a call is given."""
        return SHORT if self.error is APITimeoutError else LONG

    def address(self, server: FaultyServer) -> str:
        """Return the base URL of a server with this fault."""
        url = server.base_url
        return url.replace("http:", "https:") if self.is_encrypted else url


def _sending(*parts: bytes, then: Callable[[Exchange], None] | None = None) -> Any:
    """Return a function that reads the request, sends these bytes, and does one thing more."""

    def respond(exchange: Exchange) -> None:
        exchange.read()
        for part in parts:
            exchange.send(part)
        if then is not None:
            then(exchange)

    return respond


def _dripping(start: bytes, drop: bytes) -> Any:
    return _sending(start, then=lambda exchange: exchange.drip(drop))


def _flooding(start: bytes, data: bytes) -> Any:
    return _sending(start, then=lambda exchange: exchange.flood(data))


def _body(body: bytes, *headers: str, status: int = 200) -> Any:
    return response(body, *headers, status=status)


def whole_reply(exchange: Exchange) -> bytes:
    """Return the right reply to a request that was read, as JSON."""
    members: dict[str, Any] = {"status": "ok"}
    for name, operation in OPERATIONS.items():
        if operation.path == exchange.path:
            members = REPLIES[name]
    return json.dumps({"success": True, **members}).encode()


def _cut(announced: int, sent: int, *, reset: bool = False) -> Any:
    """Return a function that sends a part of a right reply, and announces more or less."""

    def respond(exchange: Exchange) -> None:
        exchange.read()
        body = whole_reply(exchange)
        exchange.send(HEAD + b"content-length: %d\r\n\r\n" % (len(body) + announced))
        exchange.send(body[: len(body) + sent])
        if reset:
            exchange.reset()

    return respond


def _handshake(data: bytes, then: Callable[[Exchange], None] | None = None) -> Any:
    def respond(exchange: Exchange) -> None:
        exchange.send(data)
        if then is not None:
            then(exchange)

    return respond


@cache
def _own_certificate() -> ssl.SSLContext:
    """Return the TLS of a server whose certificate no authority has signed."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = Path(folder, "key"), Path(folder, "certificate")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext",
             "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
            check=True, capture_output=True,
        )  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return context


def _untrusted(exchange: Exchange) -> None:
    exchange.secure(_own_certificate())
    response(_REPLY)(exchange)


@cache
def _bomb() -> bytes:
    """Return a gzip file of 5 MB whose content is a gigabyte."""
    pack = zlib.compressobj(1, wbits=31)
    return b"".join(pack.compress(b" " * 2**20) for _ in range(1024)) + pack.flush()


_EVENT = b"event: %b\ndata: %b\n\n"
_STATUS = b"HTTP/1.1 %b\r\ncontent-length: 0\r\n\r\n"

#: Connections that end, or say nothing.
CONNECTIONS = {
    "closed at once": Fault(lambda exchange: exchange.close(), APIConnectionError),
    "reset at once": Fault(lambda exchange: exchange.reset(), APIConnectionError),
    "closed after the request": Fault(_sending(), APIConnectionError),
    "reset after the request": Fault(_sending(then=Exchange.reset), APIConnectionError),
    "closed in the status line": Fault(_sending(b"HTTP/1.1 20"), APIConnectionError),
    "closed in the headers": Fault(_sending(HEAD), APIConnectionError),
    "silent": Fault(_sending(then=Exchange.wait), APITimeoutError),
    "silent after the headers": Fault(
        _sending(HEAD + b"content-length: 9\r\n\r\n", then=Exchange.wait), APITimeoutError
    ),
}
#: First lines that are not those of HTTP.
STATUS_LINES = {
    "bytes at random": Fault(_sending(bytes(range(256)) * 4), APIConnectionError),
    "greeting of another protocol": Fault(_sending(b"SSH-2.0-OpenSSH_9.6\r\n"), APIConnectionError),
    "body without a head": Fault(_sending(_REPLY), APIConnectionError),
    "status that is no number": Fault(_sending(_STATUS % b"abc OK"), APIConnectionError),
    "status of five digits": Fault(_sending(_STATUS % b"20000 OK"), APIConnectionError),
    "status 999": Fault(_sending(_STATUS % b"999 What"), ServerError),
    "status 000": Fault(_sending(_STATUS % b"000 What"), APIConnectionError),
    "version of another protocol": Fault(_sending(b"RTSP/1.0 200 OK\r\n\r\n"), APIConnectionError),
    "status line without an end": Fault(
        _flooding(b"HTTP/1.1 200 ", b"a" * 65_536), APIConnectionError
    ),
    "switch to another protocol": Fault(
        _sending(_STATUS % b"101 Switching Protocols"), APIConnectionError
    ),
    "responses that are not final without an end": Fault(
        _flooding(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100), APITimeoutError
    ),
    "no content": Fault(_sending(b"HTTP/1.1 204 No Content\r\n\r\n"), InvalidReplyError),
    "not modified": Fault(_sending(b"HTTP/1.1 304 Not Modified\r\n\r\n"), APIStatusError),
}
#: Headers.
HEADERS = {
    "header without a colon": Fault(_sending(HEAD + b"nonsense\r\n\r\n"), APIConnectionError),
    "header with a zero byte": Fault(_sending(HEAD + b"x: a\0b\r\n\r\n"), APIConnectionError),
    "header of a megabyte": Fault(
        _sending(HEAD + b"x: ", b"a" * 2**20, b"\r\n\r\n"), APIConnectionError
    ),
    "fifty thousand headers": Fault(
        _sending(HEAD, b"x: y\r\n" * 50_000, b"\r\n"), APIConnectionError
    ),
    "headers without an end": Fault(_flooding(HEAD, b"x: y\r\n" * 1_000), APIConnectionError),
    "headers that drip": Fault(_dripping(HEAD + b"x: ", b"a"), APITimeoutError),
    "two lengths": Fault(
        _sending(HEAD + b"content-length: 2\r\ncontent-length: 3\r\n\r\n{}"), APIConnectionError
    ),
    "length below zero": Fault(
        _sending(HEAD + b"content-length: -1\r\n\r\n{}"), APIConnectionError
    ),
    "length that is no number": Fault(
        _sending(HEAD + b"content-length: many\r\n\r\n{}"), APIConnectionError
    ),
    "length of thirty digits": Fault(
        _sending(HEAD + b"content-length: %b\r\n\r\n{}" % (b"9" * 30)), APIConnectionError
    ),
    "transfer-encoding that nobody knows": Fault(
        _sending(HEAD + b"transfer-encoding: rot13\r\n\r\n{}"), APIConnectionError
    ),
    "redirect to itself": Fault(_body(b"", "location: /", status=302), APIStatusError),
    "redirect to no address": Fault(
        _body(b"", "location: http://[:::]:99999999/", status=307), APIConnectionError
    ),
    "redirect to a host that cannot be": Fault(
        _body(b"", f"location: http://xn--a-.{'a' * 300}/", status=308), APIConnectionError
    ),
    "cookies that are none": Fault(
        _body(b"", "set-cookie: \x01=;;=;expires=never", status=401), AuthenticationError
    ),
}
#: Bodies that end too early, too late or never.
LENGTHS = {
    "body cut": Fault(_cut(0, -1), APIConnectionError),
    "body cut by a reset": Fault(_cut(0, -1, reset=True), APIConnectionError),
    "body shorter than its length": Fault(_cut(100, 0), APIConnectionError),
    "body longer than its length": Fault(_cut(-1, 0), InvalidReplyError),
    "body that drips": Fault(_dripping(HEAD + b"\r\n", b" "), APITimeoutError),
    "chunk that drips": Fault(
        _dripping(HEAD + b"transfer-encoding: chunked\r\n\r\n", b"1\r\n \r\n"), APITimeoutError
    ),
    "head of a chunk that drips": Fault(
        _dripping(HEAD + b"transfer-encoding: chunked\r\n\r\n9;a=", b"a"), APITimeoutError
    ),
    "chunk that is cut": Fault(
        _sending(HEAD + b"transfer-encoding: chunked\r\n\r\nff\r\n{}"), APIConnectionError
    ),
    "chunks without the last": Fault(
        _sending(HEAD + b"transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n"), APIConnectionError
    ),
    "chunk whose size is no number": Fault(
        _sending(HEAD + b"transfer-encoding: chunked\r\n\r\nmany\r\n{}\r\n"), APIConnectionError
    ),
    "chunk whose size is enormous": Fault(
        _sending(HEAD + b"transfer-encoding: chunked\r\n\r\n%b\r\n{}" % (b"f" * 40)),
        APIConnectionError,
    ),
    "trailers without an end": Fault(
        _flooding(HEAD + b"transfer-encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n" * 1_000),
        APIConnectionError,
    ),
}
#: Bodies that are not what their headers say.
ENCODINGS = {
    "gzip that is none": Fault(_body(_REPLY, "content-encoding: gzip"), InvalidReplyError),
    "gzip cut": Fault(_body(_ZIPPED[:-20], "content-encoding: gzip"), InvalidReplyError),
    "gzip changed on the way": Fault(
        _body(_ZIPPED[:-12] + bytes(4) + _ZIPPED[-8:], "content-encoding: gzip"), InvalidReplyError
    ),
    "gzip that nobody announced": Fault(_body(_ZIPPED), InvalidReplyError),
    "deflate that is none": Fault(_body(_REPLY, "content-encoding: deflate"), InvalidReplyError),
    "brotli that is none": Fault(_body(b"\xff" * 9, "content-encoding: br"), InvalidReplyError),
    "zstd that is none": Fault(_body(b"\xff" * 9, "content-encoding: zstd"), InvalidReplyError),
    "gzip in an encoding that nobody knows": Fault(
        _body(_ZIPPED, "content-encoding: rot13, gzip"), InvalidReplyError
    ),
    "error whose gzip is none": Fault(
        _body(b"{}", "content-encoding: gzip", status=503), ServerError
    ),
    "web page": Fault(_body(b"<h1>Welcome</h1>", "content-type: text/html"), InvalidReplyError),
    "picture instead of JSON": Fault(
        _body(b"\x89PNG\r\n\x1a\n" + bytes(99), "content-type: application/json"), InvalidReplyError
    ),
    "text in UTF-16": Fault(
        _body('{"success": true}'.encode("utf-16"), "content-type: text/json; charset=utf-16"),
        InvalidReplyError,
    ),
}
#: Bodies of a success that are not a reply.
JSON = {
    "nothing": Fault(_body(b""), InvalidReplyError),
    "JSON cut": Fault(_body(_REPLY[:-1]), InvalidReplyError),
    "bytes that are not UTF-8": Fault(
        _body(b'{"success": true, "log_id": "\xff\xfe"}'), InvalidReplyError
    ),
    "half of a surrogate pair": Fault(
        _body(rb'{"success": true, "log_id": "\ud800"}'), InvalidReplyError
    ),
    "NaN": Fault(_body(b'{"success": true, "score": NaN}'), InvalidReplyError),
    "infinity": Fault(_body(b'{"success": true, "score": -Infinity}'), InvalidReplyError),
    "null": Fault(_body(b"null"), InvalidReplyError),
    "a list": Fault(_body(b"[" + _REPLY + b"]"), InvalidReplyError),
    "a string": Fault(_body(b'"success"'), InvalidReplyError),
    "lists in lists": Fault(_body(b"[" * 100_000), InvalidReplyError),
    "objects in objects": Fault(_body(b'{"a":' * 100_000), InvalidReplyError),
    "two replies": Fault(_body(_REPLY * 2), InvalidReplyError),
    "success that is none": Fault(_body(b'{"success": false}'), InvalidReplyError),
    "members of other types": Fault(
        _body(b'{"success": {}, "log_id": [], "_usage": "many"}'), InvalidReplyError
    ),
    "error that is no JSON": Fault(_body(b"<h1>Oops</h1>", status=500), ServerError),
    "error of other types": Fault(
        _body(b'{"message": {"a": NaN}, "error": [1e999]}', status=500), ServerError
    ),
    "pause that is no number": Fault(_body(b"{}", "retry-after: nan", status=429), RateLimitError),
    "pause of a thousand years": Fault(
        _body(b"{}", "retry-after: Mon, 01 Jan 3026 00:00:00 +9999", status=429), RateLimitError
    ),
    "pause below zero": Fault(_body(b"{}", "retry-after: -1e300", status=503), ServerError),
}


def _events(*events: bytes, head: bytes = EVENTS) -> Any:
    return _sending(head + b"connection: close\r\n\r\n", *events)


#: Streams of events.
STREAMS = {
    "events that end before the reply": Fault(
        _events(_EVENT % (b"progress", b"{}")), APIConnectionError
    ),
    "events that are reset": Fault(
        _sending(EVENTS + b"\r\n", b": at work\n\n", then=Exchange.reset), APIConnectionError
    ),
    "events that drip": Fault(
        _dripping(EVENTS + b"connection: close\r\n\r\n", b": at work\n\n"), APITimeoutError
    ),
    "events that nobody knows, without an end": Fault(
        _flooding(EVENTS + b"\r\n", b"event: tea\ndata: {}\n\n" * 100), APITimeoutError
    ),
    "event that is no JSON": Fault(_events(_EVENT % (b"progress", b"tea")), APIConnectionError),
    "event that is no object": Fault(_events(_EVENT % (b"progress", b"[]")), APIConnectionError),
    "reply that is no object": Fault(_events(_EVENT % (b"reply", b"[]")), InvalidReplyError),
    "reply with NaN": Fault(_events(_EVENT % (b"reply", b'{"score": NaN}')), InvalidReplyError),
    "error without a status": Fault(_events(_EVENT % (b"error", b"{}")), APIConnectionError),
    "error whose status is no number": Fault(
        _events(_EVENT % (b"error", b'{"status": "bad"}')), APIConnectionError
    ),
    "error whose status is infinite": Fault(
        _events(_EVENT % (b"error", b'{"status": 1e999}')), APIConnectionError
    ),
    "error whose status is enormous": Fault(
        _events(_EVENT % (b"error", b'{"status": %b}' % (b"9" * 5_000))), APIConnectionError
    ),
    "error that is a success": Fault(
        _events(_EVENT % (b"error", b'{"status": 200}')), APIConnectionError
    ),
    "events that are not UTF-8": Fault(
        _events(_EVENT % (b"reply", b'{"success": true, "log_id": [\xff]}')), APIConnectionError
    ),
    "events whose gzip is none": Fault(
        _events(b"event: reply\n", head=EVENTS + b"content-encoding: gzip\r\n"), InvalidReplyError
    ),
    **{
        f"events in {charset}": Fault(
            _events(
                _EVENT % (b"reply", b"[]"),
                head=EVENTS.replace(b"stream", b"stream; charset=" + charset.encode()),
            ),
            InvalidReplyError,
        )
        for charset in ("rot13", "zip", "idna", "undefined", "utf-16")
    },
}
#: Handshakes of TLS.
HANDSHAKES = {
    "handshake of random bytes": Fault(
        _handshake(bytes(range(256)) * 4), APIConnectionError, is_encrypted=True
    ),
    "plain HTTP instead of TLS": Fault(
        _handshake(b"HTTP/1.1 400 Bad Request\r\n\r\n"), APIConnectionError, is_encrypted=True
    ),
    "handshake that is closed": Fault(_handshake(b""), APIConnectionError, is_encrypted=True),
    "handshake that is reset": Fault(
        _handshake(b"", Exchange.reset), APIConnectionError, is_encrypted=True
    ),
    "alert instead of a handshake": Fault(
        _handshake(b"\x15\x03\x03\x00\x02\x02\x28"), APIConnectionError, is_encrypted=True
    ),
    "handshake that never comes": Fault(
        _handshake(b"", Exchange.wait), APITimeoutError, is_encrypted=True
    ),
    "handshake that drips": Fault(
        _handshake(b"\x16\x03\x03\x40\x00", lambda exchange: exchange.drip(b"\x02")),
        APITimeoutError,
        is_encrypted=True,
    ),
    "certificate that nobody signed": Fault(_untrusted, APIConnectionError, is_encrypted=True),
}
#: Bodies without an end, at full speed: a call ends at the largest reply, or with its time.
FLOODS = {
    "body without an end": Fault(_flooding(HEAD + b"\r\n", b" " * 65_536), ReplySizeError),
    "error without an end": Fault(
        _flooding(HEAD.replace(b"200", b"500") + b"\r\n", b" " * 65_536), ServerError
    ),
    "event without an end": Fault(_flooding(EVENTS + b"\r\n", b"data: " * 10_000), ReplySizeError),
    "gzip of a gigabyte": Fault(
        lambda exchange: response(_bomb(), "content-encoding: gzip")(exchange), ReplySizeError
    ),
    "gzip in gzip": Fault(
        lambda exchange: response(gzip.compress(_bomb()), "content-encoding: gzip, gzip")(exchange),
        InvalidReplyError,
    ),
}
FAULTS: dict[str, Fault] = dict(
    itertools.chain.from_iterable(
        group.items()
        for group in (
            *(CONNECTIONS, STATUS_LINES, HEADERS, LENGTHS, ENCODINGS, JSON, STREAMS, HANDSHAKES),
            FLOODS,
        )
    )
)
