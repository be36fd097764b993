"""Ask the configured language model which sub-questions to search for."""

from __future__ import annotations

import anyio

from triptych.contract import ReplyWarning, ResearchRequest
from triptych.service.language_model import LanguageModel, plan_prompt, planned
from triptych.service.providers.provider import ProviderError
from triptych.service.settings import ServiceSettings

_TOKENS_A_QUESTION = 40


async def thought_of(
    query: str, request: ResearchRequest, settings: ServiceSettings, seconds: float
) -> tuple[tuple[str, ...], list[ReplyWarning]]:
    """Return sub-questions of a language model, and why there are none.

    Parameters
    ----------
    query : str
        The question.
    request : ResearchRequest
        Its `max_breadth` bounds them: one place is left to the question itself.
    settings : ServiceSettings
        `language_model_url` and what goes with it; without one there are none.
    seconds : float
        After which the plan is made without it.

    Returns
    -------
    tuple of str
        Empty where the model is not asked, fails, or asks nothing.
    list of ReplyWarning
        `language_model_failed`.
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
