"""The report of a research: extracted, or written by a language model and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread

from triptych.contract import ReplyWarning, ResearchRequest
from triptych.engines.text.encoder import count_tokens
from triptych.service.language_model import LanguageModel, report_prompt
from triptych.service.operations.search.overview import EXTRACTION
from triptych.service.providers.provider import ProviderError
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from triptych.engines.research import Report, Research
    from triptych.engines.search.overview import Source

#: Of what is written where no length is asked for.
_TOKENS = 1_200
#: English has some four words to five tokens, and markers take some.
_WORDS_A_TOKEN = 0.6
_SHORTENINGS = 4


async def report(
    research: Research, request: ResearchRequest, settings: ServiceSettings
) -> tuple[Report, str, list[ReplyWarning]]:
    """Return the report, who wrote it, and why it is not by whom it should have been.

    A configured language model writes it from the sentences that were found, and what of it they
    support is kept. If it fails, or nothing is supported, the report is extracted.
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

    def extracted() -> Report:
        return research.report(
            target_tokens=request.target_output_tokens, max_tokens=request.max_output_tokens
        )

    return await to_thread.run_sync(extracted), EXTRACTION, warnings


async def _written(
    research: Research, request: ResearchRequest, model: LanguageModel
) -> Report | None:
    from triptych.engines.research import material

    outline = await to_thread.run_sync(research.outline)
    sources = await to_thread.run_sync(material, outline)
    if not sources:
        return None
    most = request.max_output_tokens or (request.target_output_tokens or _TOKENS) * 2
    wanted = min(request.target_output_tokens or _TOKENS, most)
    headings = [section.heading for section in outline.sections if section.heading]
    question = research.plan.question
    prompt = report_prompt(question, headings, sources, round(wanted * _WORDS_A_TOKEN))
    text = await model.complete(prompt, max_tokens=most)
    return await to_thread.run_sync(_kept, text, sources, outline.unanswered, most)


def _kept(
    text: str, sources: list[Source], unanswered: tuple[str, ...], most: int
) -> Report | None:
    """Return what is supported, shortened from its end until it is no longer than it may be."""
    from triptych.engines.research import checked_report

    for _ in range(_SHORTENINGS):
        kept = checked_report(text, sources, unanswered=unanswered)
        if not kept.sentences:
            return None
        if (length := count_tokens([kept.markdown])) <= most:
            return kept
        text = text[: int(len(text) * most / length * 0.95)]
    return None
