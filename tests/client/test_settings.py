"""Arguments, then the environment, then the embedded default; and a key nobody sees."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

import httpx
import pytest
from rich.console import Console
from rich.traceback import Traceback

from triptych.client import (
    APIConnectionError,
    AsyncClient,
    AuthenticationError,
    Client,
    ConfigurationError,
    JournalError,
    RetryPolicy,
)

KEY = "sk-very-secret-1234"
URL = "http://127.0.0.1:9"


def test_nothing_given_is_embedded() -> None:
    client = Client()
    assert client.embedded
    assert repr(client) == "<triptych.Client embedded>"


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", KEY)
    monkeypatch.setenv("TRIPTYCH_BASE_URL", URL)
    assert not Client().embedded
    assert AsyncClient().base_url == URL
    assert Client(base_url="https://example.com/api").base_url == "https://example.com/api"


@pytest.mark.parametrize(
    ("key", "url", "said"),
    [
        (KEY, None, "no base URL"),
        (None, URL, "no key"),
        (KEY, "example.com", "must be absolute"),
        (KEY, "ftp://example.com", "must be absolute"),
        (KEY, "http://host:port", "Invalid base_url"),
        (KEY, "http://example..com", "Invalid base_url"),
        (KEY, f"http://{'a' * 64}.com", "Invalid base_url"),
        (KEY, "http://127.0.0.1:65536", "port"),
        (KEY, "http://127.0.0.1/v1?token=secret", "must not contain a query"),
    ],
)
def test_half_a_configuration_says_what_is_missing(
    key: str | None, url: str | None, said: str
) -> None:
    with pytest.raises(ConfigurationError, match=said) as caught:
        Client(api_key=key, base_url=url)
    assert KEY not in str(caught.value)


def test_the_key_is_sent_and_the_path_of_the_base_url_kept() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        assert request.headers["x-api-key"] == KEY
        assert request.url == "https://example.com/api/v1/validate/spam_check"
        return httpx.Response(200, json={"check": []})

    transport = httpx.MockTransport(handler)
    Client(api_key=KEY, base_url="https://example.com/api/", transport=transport).spam([])


def test_the_key_is_in_no_repr_log_or_traceback(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    transport = httpx.MockTransport(lambda request: httpx.Response(401, json={"message": "no"}))
    client = Client(api_key=KEY, base_url=URL, transport=transport)
    try:
        client.spam("a")
    except AuthenticationError as caught:
        error = caught
    console = Console(record=True, width=300)
    # The most talkative traceback there is: every local variable of every frame.
    console.print(
        Traceback.from_exception(
            type(error), error, error.__traceback__, show_locals=True, locals_max_string=10_000
        )
    )
    shown = console.export_text() + caplog.text + repr(client) + str(vars(error))
    shown += "".join(traceback.format_exception(error)) + repr(error.request.headers)
    assert "401" in shown
    assert KEY not in shown


def test_a_connection_error_does_not_carry_the_key_either() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("slow", request=request)

    client = Client(api_key=KEY, base_url=URL, transport=httpx.MockTransport(handler))
    with pytest.raises(Exception, match="in time") as caught:
        client.spam("a")
    cause = caught.value.__cause__
    assert isinstance(cause, httpx.ReadTimeout)
    assert KEY not in str(cause.request.headers)


@pytest.mark.parametrize("key", [f"{KEY}\n{KEY}", f"{KEY}\x07", "ключ"])
def test_a_key_that_cannot_travel_is_refused_without_being_quoted(key: str) -> None:
    with pytest.raises(ConfigurationError, match="not allowed in an HTTP header") as caught:
        Client(api_key=key, base_url=URL)
    assert KEY not in str(caught.value)


def test_what_stands_around_a_key_is_no_part_of_it(server: str) -> None:
    # One that is read from a file ends with a line feed.
    with Client(api_key=f" {KEY}\n", base_url=server) as client:
        assert client.spam("hello").log_id


@pytest.mark.parametrize("address", ["http://me:open/sesame@host", "http://me:open@xn--a-.example"])
def test_an_address_that_cannot_be_read_is_not_quoted(address: str) -> None:
    with pytest.raises(ConfigurationError, match="Invalid base_url") as caught:
        Client(api_key=KEY, base_url=address)
    assert "open" not in str(caught.value)


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_the_login_of_the_address_is_in_no_text_of_a_client(
    kind: type[Client] | type[AsyncClient],
) -> None:
    client = kind(api_key=KEY, base_url="https://me:open%20sesame@example.com/api")
    assert str(client.base_url) == "https://example.com/api"
    assert repr(client) == f"<triptych.{kind.__name__} 'https://example.com/api'>"
    for shown in (client.base_url, client, vars(client), client.with_options(timeout=1)):
        assert not any(part in f"{shown} {shown!r}" for part in ("sesame", "me:", KEY))


def test_the_login_of_the_address_is_in_no_error_and_no_journal(tmp_path: Path) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    def client(transport: httpx.BaseTransport, host: str) -> Client:
        once = RetryPolicy(max_retries=0)
        address = f"https://me:sesame@{host}/api"
        return Client(api_key=KEY, base_url=address, transport=transport, retries=once)

    with pytest.raises(APIConnectionError, match=r"Cannot reach https://example\.com ") as caught:
        client(httpx.MockTransport(refuse), "example.com").spam("a")
    assert "sesame" not in "".join(traceback.format_exception(caught.value))
    journal = tmp_path / "journal"
    healthy = httpx.MockTransport(lambda request: httpx.Response(200, json={"status": "ok"}))
    assert not [*client(healthy, "example.com").map("spam", [], journal=journal)]
    with pytest.raises(JournalError, match="different: the service") as other:
        [*client(healthy, "example.org").map("spam", [], journal=journal)]
    assert "sesame" not in str(other.value)
    assert b"sesame" not in journal.read_bytes()


def test_a_redirect_does_not_hold_the_key() -> None:
    headers = {"location": "https://elsewhere.example.com/"}
    transport = httpx.MockTransport(lambda request: httpx.Response(307, headers=headers))
    client = Client(api_key=KEY, base_url=URL, transport=transport)
    response = client.with_raw_response.spam("a").http_response
    assert response.next_request is None
    assert KEY not in str(response.request.headers.raw)


async def test_the_login_of_the_address_is_sent_and_shown_nowhere(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[str | None] = []

    def handler(request: httpx.Request) -> httpx.Response:
        sent.append(request.headers.get("authorization"))
        return httpx.Response(401, json={"message": "no"})

    caplog.set_level(logging.DEBUG)
    transport = httpx.MockTransport(handler)
    address = "https://me:open%20sesame@example.com/api"
    client = Client(api_key=KEY, base_url=address, transport=transport)
    other = AsyncClient(api_key=KEY, base_url=address, transport=transport)
    said = caplog.text
    for call in (lambda: client.spam("a"), client.health):
        with pytest.raises(AuthenticationError) as caught:
            call()
        said += str(caught.value.request.url) + str(caught.value.request.headers.raw)
    for later in (other.spam("a"), other.health()):
        with pytest.raises(AuthenticationError) as caught:
            await later
        said += str(caught.value.request.url) + str(caught.value.request.headers.raw)
    said += caplog.text
    assert sent == [httpx.BasicAuth("me", "open sesame")._auth_header] * 4
    assert "https://example.com/api/healthz" in said
    for secret in ("sesame", sent[0].split()[1] if sent[0] else ""):
        assert secret not in said
