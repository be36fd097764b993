"""Let a language model pick among the engine's candidates; it never writes a value itself."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from anyio import to_thread

from triptych.contract import ReplyWarning, ScrapeRequest
from triptych.service.language_model import LanguageModel
from triptych.service.operations.scrape.reading import ReadPage
from triptych.service.providers.provider import ProviderError
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from triptych.engines.scrape import Choice

#: A confidence from which on the engine is not asked twice.
SURE = 0.9
_LONGEST_VALUE = 300
_ANSWER_TOKENS = 8
_TASK = (
    "You are shown numbered texts of a web page. Answer with the number of the one that is meant, "
    "and nothing else; answer 0 if none is."
)
_NUMBER = re.compile(r"\d+")


async def pick(
    request: ScrapeRequest, page: ReadPage, settings: ServiceSettings
) -> tuple[dict[str, int], tuple[ReplyWarning, ...]]:
    """Return which of the engine's choices the configured language model takes, by key.

    It is asked where the engine is not sure. A model that fails, or answers no number of the list,
    leaves the choice to the engine.

    Parameters
    ----------
    request : ScrapeRequest
        Its prompts are asked about.
    page : ReadPage
        The page.
    settings : ServiceSettings
        `language_model_url` and what goes with it; without one nothing is picked.

    Returns
    -------
    dict of str to int
        Indices of `triptych.engines.scrape.choices`; -1 where none of them is meant.
    tuple of ReplyWarning
        Why the model could not be asked.
    """
    if not settings.language_model_url or request.selectors or request.template:
        return {}, ()
    from triptych.engines.scrape import PageError, choices

    try:
        offered = await to_thread.run_sync(
            partial(
                choices,
                page.html,
                request.prompts,
                url=page.url,
                root=request.root_element_selector,
            )
        )
    except (PageError, ValueError):
        # What is wrong with the page or the root is said by the engine itself.
        return {}, ()
    model = LanguageModel(settings)
    picked: dict[str, int] = {}
    for key, listed in offered.items():
        if not listed or listed[0].confidence >= SURE:
            continue
        try:
            answer = await model.complete(
                _messages(request.prompts[key], listed), max_tokens=_ANSWER_TOKENS
            )
        except ProviderError as error:
            warning = ReplyWarning(code="language_model_failed", message=str(error))
            return picked, (warning,)
        number = _NUMBER.search(answer)
        if number is not None and int(number[0]) <= len(listed):
            picked[key] = int(number[0]) - 1
    return picked, ()


def _messages(prompt: str, listed: Sequence[Choice]) -> list[dict[str, str]]:
    lines = [f"Which of these is: {prompt}?"]
    for number, choice in enumerate(listed, 1):
        near = choice.label or choice.around
        beside = f" (beside: {near})" if near else ""
        lines.append(f"{number}. {choice.value[:_LONGEST_VALUE]}{beside}")
    return [{"role": "system", "content": _TASK}, {"role": "user", "content": "\n".join(lines)}]
