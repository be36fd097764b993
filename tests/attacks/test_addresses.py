"""Forbidden addresses, each in one of the ways to give an address to a service on loopback."""

from __future__ import annotations

import httpx
from attacks.addresses import WAYS, Way, attempt, attempts, forms
from attacks.servers import KEY, serving, small_web
from tests.service.drawing import skip_without_chromium

from triptych.service import ServiceSettings

WITHOUT_BROWSER = tuple(way for way in WAYS if not way.needs_browser)
WITH_BROWSER = tuple(way for way in WAYS if way.needs_browser)
#: Of the forms, so many for each way that every form is tried in one of them.
EVERY = len(WITHOUT_BROWSER)


def test_forbidden_addresses_in_every_way_reach_nobody() -> None:
    results = list(attempts(WITHOUT_BROWSER, EVERY))
    assert len(results) == len(forms(1))
    assert [result for result in results if result is not None] == []


def test_forbidden_addresses_in_a_browser_reach_nobody() -> None:
    skip_without_chromium(ServiceSettings())
    # As many as a browser draws in a few seconds.
    results = list(attempts(WITH_BROWSER, 60))
    assert len(results) > 10
    assert [result for result in results if result is not None] == []


def _assert_reached_is_broken(ways: tuple[Way, ...]) -> None:
    with (
        small_web() as (pages, listener),
        serving(fetch_allow=f"{pages.host},127.0.0.1:{listener.port}") as service,
        httpx.Client(base_url=service.url, headers={"x-api-key": KEY}, timeout=120) as http,
    ):
        reached = f"http://127.0.0.1:{listener.port}/"
        for way in ways:
            result = attempt(http, way, reached, pages, listener)
            assert result is not None, way.name
            assert "the listener was connected to" in result


def test_address_that_is_reached_is_broken_in_every_way() -> None:
    _assert_reached_is_broken(WITHOUT_BROWSER)


def test_address_that_a_browser_reaches_is_broken_in_every_way() -> None:
    skip_without_chromium(ServiceSettings())
    _assert_reached_is_broken(WITH_BROWSER)
