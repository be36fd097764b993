"""Load the models of operations before their first requests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from triptych.contract import OPERATIONS
from triptych.service.handler import Context, ignore_progress
from triptych.service.operations import HANDLERS

#: A picture of one pixel.
_PICTURE = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4//8/AAX+Av4N70a4"
    "AAAAAElFTkSuQmCC"
)
_TEXT = {"text": "A small text, in English, with two sentences. It is read once."}
#: A small request of each operation that has a model to load.
_REQUESTS: dict[str, dict[str, Any]] = {
    "profanity": _TEXT,
    "spam": _TEXT,
    "sentiment": _TEXT,
    "embed": _TEXT,
    "embed_v2": _TEXT,
    "detect": {"url": _PICTURE},
}


async def warm_up(operations: Iterable[str], context: Context) -> None:
    """Answer a small request of each operation, so that its models are loaded.

    Parameters
    ----------
    operations : iterable of str
        Of the operations that `ServiceSettings.warm` may name.
    context : Context
        Of the service.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped model is missing or damaged.

    Examples
    --------
    >>> import asyncio
    >>> from triptych.service import ServiceSettings
    >>> asyncio.run(warm_up(["spam"], Context.of(ServiceSettings())))
    """
    for name in operations:
        request = OPERATIONS[name].request.model_validate(_REQUESTS[name])
        own = context.for_request(ignore_progress)
        await HANDLERS[name](await context.fetcher.with_content(request), own)
