"""The overview of the results: extracted, or written by a language model and checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from triptych.contract import ReplyWarning, SearchAnswer, SearchResult
from triptych.service.language_model import LanguageModel
from triptych.service.providers.provider import ProviderError
from triptych.service.settings import ServiceSettings
from triptych.service.threads import run_in_thread

#: `overview_by` of an overview whose sentences are the pages' own.
EXTRACTION = "extraction"


@dataclass(frozen=True, slots=True)
class Written:
    """An overview."""

    #: Empty where nothing that was found answers the query.
    text: str
    #: `EXTRACTION`, or the language model's name.
    by: str
    #: Why it is not by the language model that should have written it.
    warnings: tuple[ReplyWarning, ...] = ()
    #: The words of it that answer, where they are sure to.
    answer: SearchAnswer | None = None
    #: Of results that answer, the words that do, as HTML, by their numbers.
    descriptions: Mapping[int, str] = field(default_factory=dict)


async def overview(
    query: str, results: Sequence[SearchResult], settings: ServiceSettings
) -> Written:
    """Return an overview in which every sentence cites the numbered result that holds it.

    A configured language model writes it, and its sentences are kept as far as the pages support
    them. If it fails, or none of its sentences is supported, the overview is extracted from the
    pages, with a warning.
    """
    from triptych.engines.search.overview import Source, check_overview, write_overview

    sources = [
        Source(
            result.reference_number or place,
            result.url,
            result.title,
            _text(result),
            tuple(result.snippets),
        )
        for place, result in enumerate(results, 1)
    ]
    warnings: tuple[ReplyWarning, ...] = ()
    if settings.language_model_url and sources:
        try:
            written = await LanguageModel(settings).write_overview(query, sources)
            supported = await run_in_thread(None, check_overview, written, sources)
        except ProviderError as error:
            warnings = (ReplyWarning(code="language_model_failed", message=str(error)),)
        else:
            if supported.text:
                return Written(supported.text, settings.language_model)
            message = (
                "Nothing the language model wrote is in the pages it cites: the overview is "
                "extracted from them."
            )
            warnings = (ReplyWarning(code="overview_not_supported", message=message),)
    extracted = await run_in_thread(None, write_overview, query, sources)
    direct = extracted.answer
    answer = direct and SearchAnswer(
        text=direct.text,
        sentence=direct.sentence,
        reference_number=direct.number,
        start=direct.start,
        end=direct.end,
    )
    return Written(extracted.text, EXTRACTION, warnings, answer, extracted.descriptions)


def _text(result: SearchResult) -> str:
    """Return the page as far as it is known."""
    return result.content or "\n\n".join(result.snippets) or ""
