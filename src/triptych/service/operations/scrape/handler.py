"""AI scrape."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from triptych.contract import Attachment, ScrapeRequest
from triptych.service.handler import Context, Outcome
from triptych.service.operations.scrape.finding import Finding, find, refused
from triptych.service.operations.scrape.listing import Position, page_at
from triptych.service.operations.scrape.members import members
from triptych.service.operations.scrape.picking import pick
from triptych.service.operations.scrape.reading import Reader, ReadPage


async def scrape(request: ScrapeRequest, context: Context) -> Outcome:
    """Answer `POST /v1/ai/scrape`."""
    from triptych.engines.scrape import PageError, page_cache

    try:
        with page_cache():
            return await _scraped(request, context)
    except PageError as error:
        raise refused(request, 422, error) from None


async def _scraped(request: ScrapeRequest, context: Context) -> Outcome:
    reader = Reader(request, context.settings, context.fetcher, context.browsers)
    sisters, warnings = await reader.several(request.sample_urls or [])
    async with page_at(reader, request.page_position) as (page, position):
        warnings += [*page.warnings, *position.warnings]
        began = time.perf_counter()
        picked, told = await pick(request, page, context.settings)
        finding = await context.run(find, request, page, sisters, picked)
        worked = time.perf_counter() - began
        warnings += [*told, *finding.warnings]
        boxes, published, size = await _seen(request, page, finding)
        reply = await context.run(_around, request, page)
        reply |= members(finding, boxes) | _place(page, position) | size
        if captured := _captured(request, page):
            reply["advance_config"] = captured
    if warnings:
        reply["warnings"] = [warning.model_dump(mode="json") for warning in warnings]
    values = [value for found in reply["context"].values() for value in found]
    asked = [*request.prompts.values()]
    return Outcome(reply, asked, values, published=published, model_seconds=worked)


def _place(page: ReadPage, position: Position) -> dict[str, Any]:
    place: dict[str, Any] = {
        "page_position": position.number,
        "page_position_length": position.length,
        "rendered": page.drawn is not None,
    }
    return place | ({"url": page.url} if page.url else {})


async def _seen(
    request: ScrapeRequest, page: ReadPage, finding: Finding
) -> tuple[dict[str, list[Any]], dict[str, Attachment], dict[str, Any]]:
    """Return where the elements are on a drawn page, and its picture if it is asked for."""
    if page.drawn is None:
        return {}, {}, {}
    fields = finding.extraction.fields
    boxes = await page.drawn.boxes(
        {key: list(field.selectors[:1]) for key, field in fields.items() if field.selectors}
    )
    if "screenshot" not in (request.features or []):
        return boxes, {}, {}
    shot = await page.drawn.screenshot()
    ending = shot.media_type.rpartition("/")[2]
    picture = Attachment(shot.content, f"page.{ending}", shot.media_type)
    return boxes, {"screenshot": picture}, {"page_size": [shot.width, shot.height]}


def _around(request: ScrapeRequest, page: ReadPage) -> dict[str, Any]:
    """Return what else is asked for than elements."""
    from triptych.engines.scrape import inert, page_links, page_meta

    features = request.features or []
    reply: dict[str, Any] = {"meta": {}, "link": []}
    if "meta" in features:
        reply["meta"] = page_meta(page.html, page.url)
    if "link" in features:
        reply["link"] = [asdict(link) for link in page_links(page.html, page.url)]
    if "page" in features:
        reply["page"] = inert(page.html, page.url)
    return reply


def _captured(request: ScrapeRequest, page: ReadPage) -> dict[str, Any]:
    """Return the browser data that is asked for; without a browser only cookies are known."""
    asked = request.advance_config
    if asked is None:
        return {}
    captured: dict[str, Any] = {}
    if asked.cookies:
        captured["cookies"] = page.cookies if page.drawn is None else page.drawn.cookies
    if page.drawn is not None:
        if asked.console:
            captured["console"] = page.drawn.console
        if asked.network:
            captured["network"] = page.drawn.network
    return captured
