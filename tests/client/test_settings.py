"""Arguments, then the environment, then the embedded default; and a key nobody sees."""

from __future__ import annotations

import logging
import traceback

import httpx
import pytest
from rich.console import Console
from rich.traceback import Traceback

from triptych.client import AsyncClient, AuthenticationError, Client, ConfigurationError

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
        (KEY, "http://host:port", "cannot be read"),
    ],
)
def test_half_a_configuration_says_what_is_missing(
    key: str | None, url: str | None, said: str
) -> None:
    with pytest.raises(ConfigurationError, match=said) as caught:
        Client(key, url)
    assert KEY not in str(caught.value)


def test_the_key_is_sent_and_the_path_of_the_base_url_kept() -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        assert request.headers["x-api-key"] == KEY
        assert request.url == "https://example.com/api/v1/validate/spam_check"
        return httpx.Response(200, json={"check": []})

    transport = httpx.MockTransport(handler)
    Client(KEY, "https://example.com/api/", transport=transport).spam([])


def test_the_key_is_in_no_repr_log_or_traceback(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    transport = httpx.MockTransport(lambda request: httpx.Response(401, json={"message": "no"}))
    client = Client(KEY, URL, transport=transport)
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

    client = Client(KEY, URL, transport=httpx.MockTransport(handler))
    with pytest.raises(Exception, match="in time") as caught:
        client.spam("a")
    cause = caught.value.__cause__
    assert isinstance(cause, httpx.ReadTimeout)
    assert KEY not in str(cause.request.headers)
