"""One function per operation: the contract's request in, an `Outcome` out.

A handler holds no rule of an engine, and imports its engine when it is first called, so that a call
loads only what it needs.
"""

from __future__ import annotations

from functools import partial

from triptych.service.browser import Browsers
from triptych.service.events import Progressive
from triptych.service.indexes import Indexes
from triptych.service.operations.detection import detect
from triptych.service.operations.embedding import embed, embed_v2
from triptych.service.operations.generation import generate_image
from triptych.service.operations.profanity import profanity
from triptych.service.operations.research.handler import research
from triptych.service.operations.scrape.handler import scrape
from triptych.service.operations.search.handler import search
from triptych.service.operations.sentiment import sentiment
from triptych.service.operations.spam import spam
from triptych.service.operations.suggestions import suggest
from triptych.service.outcome import AsyncHandler, Handler
from triptych.service.settings import ServiceSettings


def handlers(settings: ServiceSettings) -> dict[str, Handler | AsyncHandler | Progressive]:
    """Return the handlers by operation, those with several providers bound to the chosen one."""
    indexes = Indexes(settings)
    return {
        "profanity": profanity,
        "spam": spam,
        "suggest": partial(suggest, indexes=indexes),
        "search": partial(search, settings=settings, indexes=indexes),
        "scrape": partial(scrape, settings=settings, browsers=Browsers(settings)),
        "research": Progressive(partial(research, settings=settings, indexes=indexes)),
        "detect": partial(detect, settings=settings),
        "sentiment": sentiment,
        "embed": embed,
        "embed_v2": embed_v2,
        "generate_image": partial(generate_image, settings=settings),
    }
