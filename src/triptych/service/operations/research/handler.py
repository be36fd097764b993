"""Deep research."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio

from triptych.contract import ReplyWarning, ResearchRequest, ResearchStatement
from triptych.engines.text.encoder import count_tokens
from triptych.service.handler import Context, Outcome
from triptych.service.indexes import Indexes
from triptych.service.language_model import LanguageModel, plan_prompt, planned, report_prompt
from triptych.service.operations.research import steps
from triptych.service.operations.research.library import Library
from triptych.service.operations.research.rounds import Work
from triptych.service.operations.search.overview import EXTRACTION
from triptych.service.providers import SearchProvider
from triptych.service.providers.local import GivenPages
from triptych.service.providers.provider import ProviderError
from triptych.service.providers.registry import search_provider
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings
from triptych.service.threads import run_in_thread

if TYPE_CHECKING:
    from triptych.engines.research import Report, Research
    from triptych.engines.search.overview import Source

_TOKENS_A_QUESTION = 40


async def model_questions(
    query: str, request: ResearchRequest, settings: ServiceSettings, seconds: float
) -> tuple[tuple[str, ...], list[ReplyWarning]]:
    """Return sub-questions of the language model, if one is configured, and a warning if it failed.

    One place of `max_breadth` is left to the question itself. The model has so many `seconds`.
    """
    most = request.max_breadth - 1
    if not settings.language_model_url or not most:
        return (), []
    try:
        with anyio.fail_after(seconds):
            answer = await LanguageModel(settings).complete(
                plan_prompt(query, most), max_tokens=most * _TOKENS_A_QUESTION
            )
    except ProviderError as error:
        return (), [ReplyWarning(code="language_model_failed", message=str(error))]
    except TimeoutError:
        message = f"The language model made no plan within {seconds:g} s: it is made without it."
        return (), [ReplyWarning(code="language_model_failed", message=message)]
    return planned(answer, most), []


#: Of what is written where no length is asked for.
_TOKENS = 1_200
#: English has some four words to five tokens, and markers take some.
_WORDS_A_TOKEN = 0.6
_SHORTENINGS = 4


async def report(
    research: Research, request: ResearchRequest, settings: ServiceSettings
) -> tuple[Report, str, list[ReplyWarning]]:
    """Return the report, the name of its author, and why that is not the language model.

    A configured language model writes it from the sentences that were found; the sentences that the
    pages support are retained. If it fails, or nothing is supported, the report is extracted.
    """
    warnings: list[ReplyWarning] = []
    if settings.language_model_url:
        try:
            written = await _written(research, request, LanguageModel(settings))
        except ProviderError as error:
            warnings = [ReplyWarning(code="language_model_failed", message=str(error))]
        else:
            if written is not None:
                return written, settings.language_model, []
            message = (
                "Nothing the language model wrote is in the pages it cites: the report is "
                "extracted from them."
            )
            warnings = [ReplyWarning(code="report_not_supported", message=message)]

    extract = partial(
        research.report,
        target_tokens=request.target_output_tokens,
        max_tokens=request.max_output_tokens,
    )
    return await run_in_thread(None, extract), EXTRACTION, warnings


async def _written(
    research: Research, request: ResearchRequest, model: LanguageModel
) -> Report | None:
    from triptych.engines.research import material

    outline = await run_in_thread(None, research.outline)
    sources = await run_in_thread(None, material, outline)
    if not sources:
        return None
    most = request.max_output_tokens or (request.target_output_tokens or _TOKENS) * 2
    wanted = min(request.target_output_tokens or _TOKENS, most)
    headings = [section.heading for section in outline.sections if section.heading]
    question = research.plan.question
    prompt = report_prompt(question, headings, sources, round(wanted * _WORDS_A_TOKEN))
    text = await model.complete(prompt, max_tokens=most)
    return await run_in_thread(None, _supported, text, sources, outline.unanswered, most)


def _supported(
    text: str, sources: list[Source], unanswered: tuple[str, ...], most: int
) -> Report | None:
    """Return the supported sentences, shortened from the end to at most `most` tokens."""
    from triptych.engines.research import checked_report

    for _ in range(_SHORTENINGS):
        checked = checked_report(text, sources, unanswered=unanswered)
        if not checked.sentences:
            return None
        if (length := count_tokens([checked.markdown])) <= most:
            return checked
        text = text[: int(len(text) * most / length * 0.95)]
    return None


def statements(report: Report) -> Iterator[ResearchStatement]:
    """Yield every cited claim of a report in order, with the words that support it."""
    from triptych.engines.research.report import DIFFERENCES

    for section in report.sections:
        for paragraph in section.paragraphs:
            for sentence in paragraph:
                yield ResearchStatement(
                    text=sentence.text,
                    reference_number=sentence.number,
                    support=sentence.support,
                    heading=section.heading,
                )
    for difference in report.differences:
        for text, sentence in zip(difference.texts, difference.sentences, strict=True):
            yield ResearchStatement(
                text=text,
                reference_number=sentence.number,
                support=sentence.support,
                heading=DIFFERENCES,
            )


#: Of the time a request has, what searching may take: the rest is for writing.
_SHARE_OF_TIME = 0.7
#: Of that time, what a language model may take to plan.
_SHARE_OF_PLAN = 0.25


async def research(request: ResearchRequest, context: Context) -> Outcome:
    """Answer `POST /v1/web/deep_research`."""
    settings = context.settings
    provider = search_provider(request, settings, context.indexes, context.fetcher)
    if isinstance(provider, GivenPages):
        await provider.read()
    query = await context.run(_corrected, request, provider, context.indexes)
    library = Library(provider, context.fetcher, request)
    if isinstance(provider, GivenPages):
        library.warnings += provider.warnings
    work = Work(request, library, context)
    most = settings.work_timeout * _SHARE_OF_TIME
    seconds = min(request.time_limit or most, most)
    began = time.perf_counter()
    questions, unplanned = await model_questions(query, request, settings, seconds * _SHARE_OF_PLAN)
    seconds -= time.perf_counter() - began
    investigation = await work.investigate(query, seconds, questions)
    if library.failures and library.failures == library.searches:
        raise Refusal(424, library.warnings[-1].message, code="provider_failed")
    await context.on_progress(
        steps.outlined([s.heading for s in investigation.outline().sections if s.heading])
    )
    began = time.perf_counter()
    written, by, unwritten = await report(investigation, request, settings)
    model_seconds = context.engine_seconds + time.perf_counter() - began
    await context.on_progress(steps.written(len(written.sentences), len(written.references)))
    members: dict[str, Any] = {
        "query": query,
        "results": written.markdown,
        "sources": [
            library.pages[url]
            .model_copy(update={"reference_number": number})
            .model_dump(mode="json", exclude_none=True)
            for number, url in written.references
        ],
        "questions": [one.model_dump(mode="json", exclude_none=True) for one in work.questions],
        "statements": [one.model_dump(mode="json") for one in statements(written)],
        "not_found": list(written.unanswered),
        "pages_read": len(library.pages),
        "rounds": investigation.depth,
        "written_by": by,
        "spell_fixed": query != request.query,
        "provider": provider.name,
    }
    # A language model that cannot be reached fails twice: one warning is enough.
    unwritten += [warning for warning in unplanned if warning not in unwritten]
    warnings: list[ReplyWarning] = [*library.warnings, *unwritten]
    if request.time_limit and request.time_limit > most:
        warnings.append(
            ReplyWarning(
                code="time_limit_reduced",
                message=f"This service searches for {most:g} s at most: time_limit "
                f"{request.time_limit:g} was reduced to that.",
            )
        )
    if warnings:
        members["warnings"] = [warning.model_dump(mode="json") for warning in warnings]
    return Outcome(members, [request.query], [written.markdown], model_seconds=model_seconds)


def _corrected(request: ResearchRequest, provider: SearchProvider, indexes: Indexes) -> str:
    """Return the question, its spelling corrected by the words of the index if that is searched."""
    if not request.spell_check or provider.name != "index":
        return request.query
    from triptych.engines.index import IndexFileError
    from triptych.engines.text.spelling import corrected

    try:
        return corrected(request.query, indexes.vocabulary())
    except IndexFileError as error:
        raise Refusal(424, str(error), code="provider_failed") from None
