"""AI scrape: read a page, drawn by a browser if it needs one, and find elements on it."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from triptych.contract import Attachment, ReplyWarning, ScrapeRequest
from triptych.service.handler import Context, Outcome
from triptych.service.operations.scrape.elements import find_elements, pick, refusal_of
from triptych.service.operations.scrape.page_reader import PageReader, Position, ReadPage
from triptych.service.operations.scrape.reply import members

_TOO_LARGE = "The page is too large to be returned: it is left out of the reply."


async def scrape(request: ScrapeRequest, context: Context) -> Outcome:
    """Answer `POST /v1/ai/scrape`."""
    from triptych.engines.scrape import PageError, page_cache

    try:
        with page_cache():
            return await _outcome(request, context)
    except PageError as error:
        raise refusal_of(request, 422, error) from None


async def _outcome(request: ScrapeRequest, context: Context) -> Outcome:
    reader = PageReader(request, context)
    samples, warnings = await reader.samples()
    async with reader.page_at(request.page_position) as (page, position):
        warnings += [*page.warnings, *position.warnings]
        began = time.perf_counter()
        picked, model_warnings = await pick(request, page, context)
        elements = await context.run(find_elements, request, page, samples, picked)
        seconds = time.perf_counter() - began
        warnings += [*model_warnings, *elements.warnings]
        boxes, published, size = await _on_drawn_page(request, page, elements.extraction.fields)
        reply, left_out = await context.run(_features, request, page)
        warnings += left_out
        reply |= members(elements.extraction, elements.template, boxes)
        reply |= _place(page, position) | size
        if browser_data := _browser_data(request, page):
            reply["advance_config"] = browser_data
    if warnings:
        reply["warnings"] = [warning.model_dump(mode="json") for warning in warnings]
    values = [value for of_key in reply["context"].values() for value in of_key]
    prompts = [*request.prompts.values()]
    return Outcome(reply, prompts, values, published=published, model_seconds=seconds)


def _place(page: ReadPage, position: Position) -> dict[str, Any]:
    place: dict[str, Any] = {
        "page_position": position.number,
        "page_position_length": position.length,
        "rendered": page.drawn is not None,
    }
    return place | ({"url": page.url} if page.url else {})


async def _on_drawn_page(
    request: ScrapeRequest, page: ReadPage, fields: dict[str, Any]
) -> tuple[dict[str, list[Any]], dict[str, Attachment], dict[str, Any]]:
    """Return where the elements are on a drawn page, and its picture if the request wants it."""
    if page.drawn is None:
        return {}, {}, {}
    boxes = await page.drawn.boxes(
        {key: list(field.selectors[:1]) for key, field in fields.items() if field.selectors}
    )
    if "screenshot" not in (request.features or []):
        return boxes, {}, {}
    shot = await page.drawn.screenshot()
    ending = shot.media_type.rpartition("/")[2]
    picture = Attachment(shot.content, f"page.{ending}", shot.media_type)
    return boxes, {"screenshot": picture}, {"page_size": [shot.width, shot.height]}


def _features(request: ScrapeRequest, page: ReadPage) -> tuple[dict[str, Any], list[ReplyWarning]]:
    """Return the metadata, links and page that are wanted, and warnings of what is left out."""
    from triptych.engines.scrape import inert, page_links, page_meta, unread

    features = request.features or []
    warnings = []
    if request.element_prompts and (message := unread(page.html)):
        warnings.append(ReplyWarning(code="page_read_in_part", message=message))
    reply: dict[str, Any] = {"meta": {}, "link": []}
    if "meta" in features:
        reply["meta"] = page_meta(page.html, page.url)
    if "link" in features:
        reply["link"] = [asdict(link) for link in page_links(page.html, page.url)]
    if "page" in features:
        reply["page"] = inert(page.html, page.url)
        if not reply["page"]:
            warnings.append(ReplyWarning(code="page_left_out", message=_TOO_LARGE))
    return reply, warnings


def _browser_data(request: ScrapeRequest, page: ReadPage) -> dict[str, Any]:
    """Return the browser data that the request wants; without a browser there are cookies only."""
    config = request.advance_config
    if config is None:
        return {}
    data: dict[str, Any] = {}
    if config.cookies:
        data["cookies"] = page.cookies if page.drawn is None else page.drawn.cookies
    if page.drawn is not None:
        if config.console:
            data["console"] = page.drawn.console
        if config.network:
            data["network"] = page.drawn.network
    return data
