"""The method `map` of both clients: its types and its documentation."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterable, Generator, Iterable
from typing import Any, Literal, TypeAlias, overload

import httpx

from triptych.client.errors import APIError, InvalidInputError
from triptych.client.map.plan import Plan
from triptych.client.timeouts import CallTimeout
from triptych.contract import (
    DetectionReply,
    EmbeddingReply,
    EmbeddingV2Reply,
    GenerationReply,
    Operation,
    ProfanityReply,
    ReplyT,
    ResearchReply,
    ScrapeReply,
    SearchReply,
    SentimentReply,
    SpamReply,
    SuggestReply,
)

#: What an item may yield instead of its reply.
ItemError: TypeAlias = APIError | InvalidInputError
AnyItems: TypeAlias = Iterable[Any] | AsyncIterable[Any]
#: Iterators of the place of an item and its reply or error, which can be closed.
Results: TypeAlias = Generator[tuple[int, ReplyT | ItemError], None, None]
AsyncResults: TypeAlias = AsyncGenerator[tuple[int, ReplyT | ItemError], None]


class MapMethod(ABC):
    """`map` of `Client`."""

    @abstractmethod
    def _map(self, plan: Plan, items: Iterable[Any]) -> Results[Any]: ...

    @overload
    def map(
        self, operation: Literal["profanity"], items: Iterable[Any], **options: Any
    ) -> Results[ProfanityReply]: ...

    @overload
    def map(
        self, operation: Literal["spam"], items: Iterable[Any], **options: Any
    ) -> Results[SpamReply]: ...

    @overload
    def map(
        self, operation: Literal["suggest"], items: Iterable[Any], **options: Any
    ) -> Results[SuggestReply]: ...

    @overload
    def map(
        self, operation: Literal["search"], items: Iterable[Any], **options: Any
    ) -> Results[SearchReply]: ...

    @overload
    def map(
        self, operation: Literal["research"], items: Iterable[Any], **options: Any
    ) -> Results[ResearchReply]: ...

    @overload
    def map(
        self, operation: Literal["scrape"], items: Iterable[Any], **options: Any
    ) -> Results[ScrapeReply]: ...

    @overload
    def map(
        self, operation: Literal["detect"], items: Iterable[Any], **options: Any
    ) -> Results[DetectionReply]: ...

    @overload
    def map(
        self, operation: Literal["sentiment"], items: Iterable[Any], **options: Any
    ) -> Results[SentimentReply]: ...

    @overload
    def map(
        self, operation: Literal["embed"], items: Iterable[Any], **options: Any
    ) -> Results[EmbeddingReply]: ...

    @overload
    def map(
        self, operation: Literal["embed_v2"], items: Iterable[Any], **options: Any
    ) -> Results[EmbeddingV2Reply]: ...

    @overload
    def map(
        self, operation: Literal["generate_image"], items: Iterable[Any], **options: Any
    ) -> Results[GenerationReply]: ...

    @overload
    def map(
        self, operation: Operation[Any, ReplyT], items: Iterable[Any], **options: Any
    ) -> Results[ReplyT]: ...

    @overload
    def map(self, operation: str, items: Iterable[Any], **options: Any) -> Results[Any]: ...

    def map(
        self,
        operation: str | Operation[Any, Any],
        items: Iterable[Any],
        *,
        concurrency: int | None = None,
        journal: str | os.PathLike[str] | None = None,
        timeout: float | httpx.Timeout | None = None,
        **options: Any,
    ) -> Results[Any]:
        """Call an operation for each of many items, and yield results as they are completed.

        Memory is constant: items are taken from the iterable as they are needed. Equal items are
        sent once: with a journal always, else if their reply is among the latest 4,000.

        Parameters
        ----------
        operation : str or Operation
            Name of the operation, such as "sentiment", or a row of `triptych.OPERATIONS`.
        items : iterable
            For each call its text, query, address or (for `detect`, and for embeddings of a `type`
            other than text) anything that `detect` takes as file; or a dict of members of the
            request.
        concurrency : int, optional
            Requests under way, at most. The number adapts to latency and refusals (429, 503). By
            default up to 32 for a server (8 where it takes batches), 4 in this process (2).
        journal : path, optional
            A file that keeps each reply before it is yielded. The same call with the same journal,
            also after the end of the process, does not send what it holds; a journal of another
            operation, other options, another service or other models is refused.
        timeout : float or httpx.Timeout, optional
            As for `Client`, for each request; one that is sent again has as much time again.
        **options
            Members that all requests have in common.

        Returns
        -------
        generator of (int, Reply or error)
            The place of each item, and its reply or its `InvalidInputError` or `APIError`, which
            is not raised. `close()`, or the end of the loop that reads it, ends the work.

        Raises
        ------
        InvalidInputError
            If the operation or an option is wrong.
        JournalError
            If the journal is refused, when the first result is asked for.
        APIError
            If the failure concerns all items (a wrong key, an unreachable server), when the next
            result is asked for.

        Examples
        --------
        >>> import triptych
        >>> with triptych.Client() as client:
        ...     replies = dict(client.map("profanity", ["All is well", "sh1t"]))
        >>> [replies[index].profanities_found for index in range(2)]
        [False, True]
        """
        plan = Plan.of(
            operation,
            items,
            options,
            concurrency=concurrency,
            journal=journal,
            timeout=None if timeout is None else CallTimeout.of(timeout),
        )
        return self._map(plan, items)


class AsyncMapMethod(ABC):
    """`map` of `AsyncClient`."""

    @abstractmethod
    def _map(self, plan: Plan, items: AnyItems) -> AsyncResults[Any]: ...

    @overload
    def map(
        self, operation: Literal["profanity"], items: AnyItems, **options: Any
    ) -> AsyncResults[ProfanityReply]: ...

    @overload
    def map(
        self, operation: Literal["spam"], items: AnyItems, **options: Any
    ) -> AsyncResults[SpamReply]: ...

    @overload
    def map(
        self, operation: Literal["suggest"], items: AnyItems, **options: Any
    ) -> AsyncResults[SuggestReply]: ...

    @overload
    def map(
        self, operation: Literal["search"], items: AnyItems, **options: Any
    ) -> AsyncResults[SearchReply]: ...

    @overload
    def map(
        self, operation: Literal["research"], items: AnyItems, **options: Any
    ) -> AsyncResults[ResearchReply]: ...

    @overload
    def map(
        self, operation: Literal["scrape"], items: AnyItems, **options: Any
    ) -> AsyncResults[ScrapeReply]: ...

    @overload
    def map(
        self, operation: Literal["detect"], items: AnyItems, **options: Any
    ) -> AsyncResults[DetectionReply]: ...

    @overload
    def map(
        self, operation: Literal["sentiment"], items: AnyItems, **options: Any
    ) -> AsyncResults[SentimentReply]: ...

    @overload
    def map(
        self, operation: Literal["embed"], items: AnyItems, **options: Any
    ) -> AsyncResults[EmbeddingReply]: ...

    @overload
    def map(
        self, operation: Literal["embed_v2"], items: AnyItems, **options: Any
    ) -> AsyncResults[EmbeddingV2Reply]: ...

    @overload
    def map(
        self, operation: Literal["generate_image"], items: AnyItems, **options: Any
    ) -> AsyncResults[GenerationReply]: ...

    @overload
    def map(
        self, operation: Operation[Any, ReplyT], items: AnyItems, **options: Any
    ) -> AsyncResults[ReplyT]: ...

    @overload
    def map(self, operation: str, items: AnyItems, **options: Any) -> AsyncResults[Any]: ...

    def map(
        self,
        operation: str | Operation[Any, Any],
        items: AnyItems,
        *,
        concurrency: int | None = None,
        journal: str | os.PathLike[str] | None = None,
        timeout: float | httpx.Timeout | None = None,
        **options: Any,
    ) -> AsyncResults[Any]:
        """Call an operation for each of many items; see `Client.map`.

        `items` may also be an async iterable.

        Examples
        --------
        >>> import asyncio, triptych
        >>> async def found(texts: list[str]) -> dict[int, bool]:
        ...     async with triptych.AsyncClient() as client:
        ...         results = client.map("profanity", texts)
        ...         return {index: reply.profanities_found async for index, reply in results}
        >>> asyncio.run(found(["All is well", "sh1t"]))[1]
        True
        """
        plan = Plan.of(
            operation,
            items,
            options,
            concurrency=concurrency,
            journal=journal,
            timeout=None if timeout is None else CallTimeout.of(timeout),
        )
        return self._map(plan, items)
