"""Pages, texts and replies with scripts in them, displayed: none runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from attacks.scripts import PAYLOADS, Case, broken, documents, panels, sample_replies, values
from attacks.servers import KEY, serving
from playwright.async_api import BrowserContext, Page

import triptych


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: BrowserContext) -> AsyncIterator[Page]:
    page = await chromium.new_page()
    await page.route("**/*", lambda route: route.abort())
    yield page
    await page.close()


async def test_displayed_scripts_run_nowhere(page: Page) -> None:
    def some() -> tuple[list[Case], dict[str, triptych.contract.Reply]]:
        with serving() as service, triptych.Client(api_key=KEY, base_url=service.url) as client:
            return list(documents(client, 301)), sample_replies(client)

    cases, replies = await asyncio.to_thread(some)
    cases += [*values(replies, 1)][::6] + await panels(replies, 1)
    assert len(cases) > 30
    assert [result for result in await broken(page, cases) if result is not None] == []


async def test_scripts_that_are_not_escaped_are_broken(page: Page) -> None:
    # What every browser runs; some of the others are for parsers of other times.
    begins = (
        *("<script>", "<img src=x onerror=ran", "<svg onload", "<body onload", "<input autofocus"),
        *("<details", "<iframe src", "<iframe srcdoc", "<a href=", "<form action", "<object data="),
    )
    elements = [Case(payload, payload) for payload in PAYLOADS if payload.startswith(begins)]
    results = await broken(page, elements)
    harmless = [case.name for case, result in zip(elements, results, strict=True) if not result]
    assert harmless == []
