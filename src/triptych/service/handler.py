"""What the handler of an operation receives and returns."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ParamSpec, TypeVar

from anyio import CapacityLimiter

from triptych._cancellation import OnSteps
from triptych.contract import Attachment
from triptych.engines.text.encoder import token_counts
from triptych.service.batching import Batcher
from triptych.service.browser import BrowserPool
from triptych.service.fetch import Fetcher
from triptych.service.indexes import Indexes
from triptych.service.metrics import Metrics
from triptych.service.settings import ServiceSettings
from triptych.service.threads import decoder_threads, engine_threads, run_in_thread

_T = TypeVar("_T")
_R = TypeVar("_R")
_P = ParamSpec("_P")
#: Seconds between two reports of the steps of an engine.
_REPORTED_EVERY = 0.5
#: Receives each step of the progress: a JSON object.
OnProgress = Callable[[Mapping[str, Any]], Awaitable[None]]


@dataclass(slots=True)
class Outcome:
    """The operation's own members of a reply, and the texts its tokens are counted in.

    Parameters
    ----------
    members : dict
        JSON members, without `success`, `_usage` and `log_id`.
    input_texts, output_texts : sequence of str
        What was read and what was written.
    published : mapping of str to Attachment
        Further members: files of which the reply has the address.
    body : Attachment, optional
        Sent instead of JSON; the members are then headers.
    model_seconds : float, optional
        Seconds of model time; by default those of `Context.run`.
    tokens : tuple of int, optional
        How many tokens were read and written, where they are counted already.
    """

    members: dict[str, Any]
    input_texts: Sequence[str] = field(default=())
    output_texts: Sequence[str] = field(default=())
    published: Mapping[str, Attachment] = field(default_factory=dict)
    body: Attachment | None = None
    model_seconds: float | None = None
    tokens: tuple[int, int] | None = None


@dataclass(frozen=True)
class ManyHandler:
    """Answers many requests of one operation together.

    Parameters
    ----------
    operation : str
        Its name.
    answer : callable
        Takes requests and returns an outcome or an error for each; called in a worker thread.
    size : callable
        Returns the characters of a request.
    most : int
        Characters that are answered at once.
    inline : int, default 0
        Characters that are answered at once on the event loop itself: of engines that are linear
        and take about a millisecond for so many, and some more for the worst there are.
    """

    operation: str
    answer: Callable[[Sequence[Any]], Sequence[Outcome | Exception]]
    size: Callable[[Any], int]
    most: int
    inline: int = 0


async def ignore_progress(step: Mapping[str, Any]) -> None:
    """Do nothing: nobody follows the progress."""


@dataclass
class Context:
    """What a handler works with besides its request.

    Parameters
    ----------
    settings : ServiceSettings
        Of the service.
    fetcher : Fetcher
        The only way to addresses outside.
    indexes : Indexes
        The search indexes on this machine.
    browsers : BrowserPool
        Draw pages.
    metrics : Metrics
        Where the work of engines is recorded.
    on_progress : callable
        Awaited with each step where the work takes long.

    Attributes
    ----------
    engine_seconds : float
        Seconds that engines have worked for this request, without waiting for a thread.
    """

    settings: ServiceSettings
    fetcher: Fetcher
    indexes: Indexes
    browsers: BrowserPool
    metrics: Metrics = field(default_factory=Metrics)
    on_progress: OnProgress = ignore_progress
    engine_seconds: float = 0.0
    _batchers: dict[str, Batcher[Any, Outcome]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, settings: ServiceSettings, metrics: Metrics | None = None) -> Context:
        """Return the context that all requests of a service share.

        Raises
        ------
        ValueError
            If a setting is not valid.
        """
        return cls(
            settings,
            Fetcher(settings),
            Indexes(settings),
            BrowserPool(settings),
            metrics or Metrics(),
        )

    def for_request(self, on_progress: OnProgress) -> Context:
        """Return the same context with the progress and the time of one request."""
        return replace(self, on_progress=on_progress, engine_seconds=0.0)

    async def run(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Return what an engine returns, called in one of the service's worker threads.

        When the request is cancelled, the engine ends at its next step. Until then its thread
        counts as one that works.

        Examples
        --------
        >>> import asyncio
        >>> asyncio.run(Context.of(ServiceSettings()).run(sorted, "tea"))
        ['a', 'e', 't']
        """
        return await self._run(engine_threads(), partial(work, *args, **kwargs))

    async def decode(self, decode: Callable[[bytes], _T], content: bytes) -> _T:
        """Return what a function of `triptych.engines.decoder` makes of a content.

        It works in a process of its own, which ends when the request is cancelled.
        """
        return await self._run(decoder_threads(decode), partial(decode, content))

    async def _run(self, threads: CapacityLimiter, work: Callable[[], _T]) -> _T:
        result, seconds = await run_in_thread(threads, _timed, work)
        self.engine_seconds += seconds
        return result

    async def answer(
        self, handler: ManyHandler, requests: Sequence[Any]
    ) -> list[Outcome | Exception]:
        """Return what a handler returns for requests, answered with others that wait for it.

        Each outcome has its share of the time, and its tokens.
        """
        batcher = self._batchers.get(handler.operation)
        if batcher is None:
            batcher = self._batchers[handler.operation] = Batcher(
                partial(_answered, handler),
                handler.size,
                handler.most,
                engine_threads(),
                partial(self.metrics.observe_batch, handler.operation),
                handler.inline,
            )
        results = await batcher.answer(requests, self._on_steps())
        for outcome, seconds in results:
            self.engine_seconds += seconds
            if isinstance(outcome, Outcome):
                outcome.model_seconds = seconds
        return [outcome for outcome, _ in results]

    def _on_steps(self) -> OnSteps | None:
        """Return what reports the steps of an engine, now and then, from its thread."""
        if self.on_progress is ignore_progress:
            return None
        loop, last = asyncio.get_running_loop(), time.monotonic()
        tasks: set[asyncio.Future[None]] = set()

        def report(step: Mapping[str, Any]) -> None:
            task = asyncio.ensure_future(self.on_progress(step))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        def on_steps(done: int, total: int, unit: str) -> None:
            nonlocal last
            # Work of a moment needs no progress, and a stream of events costs more than a reply.
            if time.monotonic() - last >= _REPORTED_EVERY:
                last = time.monotonic()
                step = {"step": "steps", "done": done, "total": total, "unit": unit}
                loop.call_soon_threadsafe(report, step)

        return on_steps

    async def answer_one(self, handler: ManyHandler, request: Any) -> Outcome:
        """Return what a handler returns for one request, or raise the error."""
        [outcome] = await self.answer(handler, [request])
        if isinstance(outcome, Exception):
            raise outcome
        return outcome


def _answered(handler: ManyHandler, requests: Sequence[Any]) -> Sequence[Outcome | Exception]:
    """Return what a handler returns, with the tokens of all counted at once."""
    results = handler.answer(requests)
    outcomes = [result for result in results if isinstance(result, Outcome)]
    count_tokens(outcomes)
    return results


def count_tokens(outcomes: Sequence[Outcome]) -> None:
    """Count the tokens of outcomes where they are not counted yet."""
    texts: dict[str, int] = {}
    uncounted = [outcome for outcome in outcomes if outcome.tokens is None]
    for outcome in uncounted:
        for text in (*outcome.input_texts, *outcome.output_texts):
            texts[text] = 0
    # What is read is often written as well.
    texts = dict(zip(texts, token_counts(list(texts)).tolist(), strict=True))
    for outcome in uncounted:
        outcome.tokens = (
            sum(map(texts.__getitem__, outcome.input_texts)),
            sum(map(texts.__getitem__, outcome.output_texts)),
        )


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    began = time.perf_counter()
    return work(), time.perf_counter() - began


#: Answers the requests of one operation.
Handler = Callable[[Any, Context], Awaitable[Outcome]]
