"""The eleven operations as methods, async.

Made from `operations` by tools/make_async.py: edit there, run that. The methods are those of
`Operations`, awaited; so are their docstrings, whose examples are written for `Client`.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import httpx

from triptych.client.errors import APIError, APIStatusError
from triptych.client.events import OnStep, each_step
from triptych.client.exchange import build, index_of
from triptych.client.files import FileLike, source_of, type_of
from triptych.client.many import Site, batches, singles, wants_single_texts
from triptych.client.operations import Operations
from triptych.contract import Operation, ReplyT, Request
from triptych.contract.embedding import ContentType, EmbeddingReply, EmbeddingV2Reply
from triptych.contract.operations import (
    DETECT,
    EMBED,
    EMBED_V2,
    GENERATE_IMAGE,
    PROFANITY,
    RESEARCH,
    SCRAPE,
    SEARCH,
    SENTIMENT,
    SPAM,
    SUGGEST,
)
from triptych.contract.research import ResearchReply, ResearchStep
from triptych.contract.scrape import Render, ScrapedPages, ScrapeFeature, ScrapeReply
from triptych.contract.text import ProfanityReply, SentimentReply, SpamReply
from triptych.contract.vision import AspectRatio, DetectionFeature, DetectionReply, GenerationReply
from triptych.contract.web import SafeSearch, SearchProvider, SearchReply, SuggestReply


class AsyncCaller(ABC):
    """Something that sends a validated request; the methods of every area build on it."""

    @abstractmethod
    async def call(
        self,
        operation: Operation[Any, ReplyT],
        request: Request,
        *,
        on_step: OnStep | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ReplyT: ...


class AsyncTextOperations(AsyncCaller):
    """Profanity, spam and sentiment."""

    async def profanity(
        self,
        text: str,
        *,
        censor_replacement: str = "*",
        languages: Collection[str] | None = None,
        allow: Collection[str] = (),
        timeout: float | httpx.Timeout | None = None,
    ) -> ProfanityReply:
        return await self.call(
            PROFANITY,
            build(
                PROFANITY,
                {
                    "text": text,
                    "censor_replacement": censor_replacement,
                    "languages": languages,
                    "allow": allow,
                },
            ),
            timeout=timeout,
        )

    async def spam(
        self, text: str | Iterable[str], *, timeout: float | httpx.Timeout | None = None
    ) -> SpamReply:
        return await self.call(SPAM, build(SPAM, {"text": text}), timeout=timeout)

    async def sentiment(
        self, text: str, *, timeout: float | httpx.Timeout | None = None
    ) -> SentimentReply:
        return await self.call(SENTIMENT, build(SENTIMENT, {"text": text}), timeout=timeout)


class AsyncEmbeddingOperations(AsyncCaller):
    """Embeddings, both versions."""

    async def embed(
        self,
        text: str | Iterable[str] | None = None,
        *,
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "error",
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingReply:
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "text": text,
            "type": type or type_of(source, text),
            "token_overflow_mode": token_overflow_mode,
        }
        return await self.call(EMBED, build(EMBED, members), timeout=timeout)

    async def embed_v2(
        self,
        text: str | Iterable[str] | None = None,
        *,
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "error",
        speaker_fingerprint: bool = False,
        dimensions: int | None = None,
        query: bool = False,
        instruction: str | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingV2Reply:
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "text": text,
            "type": type or type_of(source, text),
            "token_overflow_mode": token_overflow_mode,
            "speaker_fingerprint": speaker_fingerprint,
            "dimensions": dimensions,
            "query": query,
            "instruction": instruction,
        }
        return await self.call(EMBED_V2, build(EMBED_V2, members), timeout=timeout)

    async def embed_many(
        self,
        items: Iterable[FileLike],
        *,
        type: ContentType | None = None,
        token_overflow_mode: Literal["error", "truncate"] = "truncate",
        dimensions: int | None = None,
        instruction: str | None = None,
        batch_size: int = 256,
        timeout: float | httpx.Timeout | None = None,
    ) -> EmbeddingV2Reply:
        members = {
            "type": type,
            "token_overflow_mode": token_overflow_mode,
            "dimensions": dimensions,
            "instruction": instruction,
        }
        replies: list[EmbeddingV2Reply] = []
        waiting = batches(items, members, batch_size)
        while waiting:
            request = waiting.pop(0)
            try:
                reply = await self.call(EMBED_V2, request, timeout=timeout)
            except APIStatusError as error:
                if not wants_single_texts(error, request):
                    raise
                waiting = [single for batch in [request, *waiting] for single in singles(batch)]
                continue
            replies.append(reply)
        return EmbeddingV2Reply.joined(replies, index_of(items))


class AsyncVisionOperations(AsyncCaller):
    """Object detection and image generation."""

    async def detect(
        self,
        file: FileLike | None = None,
        *,
        url: str | None = None,
        file_store_key: str | None = None,
        features: Sequence[DetectionFeature] = ("object_detection",),
        prompts: Sequence[str] | None = None,
        annotated_image: bool = False,
        return_type: Literal["url", "base64"] = "url",
        return_masks: bool = False,
        timeout: float | httpx.Timeout | None = None,
    ) -> DetectionReply:
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "features": features,
            "prompts": prompts,
            "annotated_image": annotated_image,
            "return_type": return_type,
            "return_masks": return_masks,
        }
        return await self.call(DETECT, build(DETECT, members), timeout=timeout)

    async def generate_image(
        self,
        prompt: str,
        *,
        aspect_ratio: AspectRatio = "1:1",
        width: int | None = None,
        height: int | None = None,
        steps: int = 4,
        output_format: Literal["png", "svg"] = "png",
        file: FileLike | None = None,
        url: str | None = None,
        file_store_key: str | None = None,
        negative_prompt: str | None = None,
        guidance: float | None = None,
        seed: int | None = None,
        return_type: Literal["url", "base64", "binary"] = "binary",
        timeout: float | httpx.Timeout | None = None,
    ) -> GenerationReply:
        warnings.warn(
            f"generate_image is deprecated. {GENERATE_IMAGE.instead}",
            DeprecationWarning,
            stacklevel=2,
        )
        config = {"negative_prompt": negative_prompt, "guidance": guidance, "seed": seed}
        given = {name: value for name, value in config.items() if value is not None}
        source = source_of(file, url=url, file_store_key=file_store_key)
        members = source | {
            "prompt": prompt,
            "aspect_ratio": aspect_ratio,
            "width": width,
            "height": height,
            "steps": steps,
            "output_format": output_format,
            "advance_config": given or None,
            "return_type": return_type,
        }
        return await self.call(GENERATE_IMAGE, build(GENERATE_IMAGE, members), timeout=timeout)


class AsyncWebOperations(AsyncCaller):
    """Suggestions, search, deep research and scrape."""

    async def suggest(
        self, query: str, *, timeout: float | httpx.Timeout | None = None
    ) -> SuggestReply:
        return await self.call(SUGGEST, build(SUGGEST, {"query": query}), timeout=timeout)

    async def search(
        self,
        query: str,
        *,
        ai_overview: bool = True,
        safe_search: SafeSearch = "moderate",
        spell_check: bool = True,
        max_results: int = 10,
        byo_urls: Sequence[str] | None = None,
        auto_scrape: bool = True,
        country_code: str | None = None,
        provider: SearchProvider | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> SearchReply:
        return await self.call(
            SEARCH,
            build(
                SEARCH,
                {
                    "query": query,
                    "ai_overview": ai_overview,
                    "safe_search": safe_search,
                    "spell_check": spell_check,
                    "max_results": max_results,
                    "byo_urls": byo_urls,
                    "auto_scrape": auto_scrape,
                    "country_code": country_code,
                    "provider": provider,
                },
            ),
            timeout=timeout,
        )

    async def research(
        self,
        query: str,
        *,
        max_depth: int = 3,
        max_breadth: int = 3,
        max_output_tokens: int | None = None,
        target_output_tokens: int | None = None,
        safe_search: SafeSearch = "moderate",
        spell_check: bool = True,
        byo_urls: Sequence[str] | None = None,
        provider: SearchProvider | None = None,
        time_limit: float | None = None,
        on_progress: Callable[[ResearchStep], None] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ResearchReply:
        members = {
            "query": query,
            "max_depth": max_depth,
            "max_breadth": max_breadth,
            "max_output_tokens": max_output_tokens,
            "target_output_tokens": target_output_tokens,
            "safe_search": safe_search,
            "spell_check": spell_check,
            "byo_urls": byo_urls,
            "provider": provider,
            "time_limit": time_limit,
        }
        return await self.call(
            RESEARCH, build(RESEARCH, members), on_step=each_step(on_progress), timeout=timeout
        )

    async def scrape(
        self,
        url: str | None = None,
        element_prompts: Sequence[str] | Mapping[str, str] | None = None,
        *,
        html: str | None = None,
        selectors: Sequence[str] | Mapping[str, Sequence[str]] | None = None,
        examples: Mapping[str, Mapping[str, Sequence[str]]] | None = None,
        root_element_selector: str | None = None,
        page_position: int = 1,
        render: Render = "auto",
        features: Sequence[ScrapeFeature] | None = None,
        wait_for: Mapping[str, Any] | None = None,
        goto_options: Mapping[str, Any] | None = None,
        http_headers: Mapping[str, str] | None = None,
        cookies: Sequence[Mapping[str, Any]] | None = None,
        is_mobile: bool = False,
        width: int | None = None,
        height: int | None = None,
        scale: float | None = None,
        byo_proxy: Mapping[str, Any] | None = None,
        advance_config: Mapping[str, bool] | None = None,
        sample_urls: Sequence[str] | None = None,
        template: Mapping[str, Any] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ScrapeReply:
        members = {
            "url": url,
            "html": html,
            "element_prompts": element_prompts,
            "selectors": selectors,
            "examples": examples,
            "root_element_selector": root_element_selector,
            "page_position": page_position,
            "render": render,
            "features": features,
            "wait_for": wait_for,
            "goto_options": goto_options,
            "http_headers": http_headers,
            "cookies": cookies,
            "is_mobile": is_mobile,
            "width": width,
            "height": height,
            "scale": scale,
            "byo_proxy": byo_proxy,
            "advance_config": advance_config,
            "sample_urls": sample_urls,
            "template": template,
        }
        return await self.call(SCRAPE, build(SCRAPE, members), timeout=timeout)

    async def scrape_many(
        self,
        urls: Iterable[str],
        element_prompts: Sequence[str] | Mapping[str, str],
        *,
        learn_from: int = 5,
        selectors: Mapping[str, Sequence[str]] | None = None,
        root_element_selector: str | None = None,
        render: Render = "auto",
        http_headers: Mapping[str, str] | None = None,
        cookies: Sequence[Mapping[str, Any]] | None = None,
        timeout: float | httpx.Timeout | None = None,
    ) -> ScrapedPages:
        members = {
            "element_prompts": element_prompts,
            "selectors": selectors,
            "root_element_selector": root_element_selector,
            "render": render,
            "http_headers": http_headers,
            "cookies": cookies,
        }
        site = Site(urls, members, learn_from)
        while (request := site.next()) is not None:
            try:
                reply = await self.call(SCRAPE, request, timeout=timeout)
            except APIError as error:
                site.add_failure(error)
            else:
                site.add_reply(reply)
        return site.reply()


class AsyncOperations(
    AsyncTextOperations, AsyncEmbeddingOperations, AsyncVisionOperations, AsyncWebOperations
):
    """One method per operation; a subclass says how a call is made."""


for _name in dir(Operations):
    if not _name.startswith("_"):
        getattr(AsyncOperations, _name).__doc__ = getattr(Operations, _name).__doc__
