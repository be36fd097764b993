"""The service's own documentation in a real Chromium, under its content security policy."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, expect

from triptych.service import ServiceSettings


async def test_docs_send_a_request_under_their_policy_without_a_network(
    chromium: BrowserContext, serve: Callable[[ServiceSettings], str]
) -> None:
    url = serve(ServiceSettings())
    page = await chromium.new_page()
    problems: list[str] = []
    hosts: set[str] = set()
    page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    try:
        await page.goto(f"{url}/docs")
        operation = page.locator("#operations-text-sentiment")
        await operation.locator("button.opblock-summary-control").click()
        await operation.get_by_role("textbox").fill('{"text": "Lovely."}')
        await operation.get_by_role("button", name="Execute").click()
        answer = operation.locator(".live-responses-table .response")
        await expect(answer).to_contain_text("positive", timeout=60_000)
        assert problems == []
        assert hosts <= {urlsplit(url).netloc, ""}
    finally:
        await page.close()
