"""One handler per operation: the contract's request and a `Context` in, an `Outcome` out.

A handler holds no rule of an engine, and imports its engine when it is first called, so that a call
loads only what it needs.
"""

from __future__ import annotations

from triptych.service.handler import Handler, ManyHandler, one_by_one
from triptych.service.operations.detection import detect
from triptych.service.operations.embedding import embed, embed_v2, embedded, embedded_v2
from triptych.service.operations.generation import generate_image
from triptych.service.operations.profanity import censored, profanity
from triptych.service.operations.research.handler import research
from triptych.service.operations.scrape import scrape
from triptych.service.operations.search.handler import search
from triptych.service.operations.sentiment import analysed, sentiment
from triptych.service.operations.spam import scored, spam
from triptych.service.operations.suggestions import suggest

#: By the names of the operations.
HANDLERS: dict[str, Handler] = {
    "profanity": profanity,
    "spam": spam,
    "suggest": suggest,
    "search": search,
    "scrape": scrape,
    "research": research,
    "detect": detect,
    "sentiment": sentiment,
    "embed": embed,
    "embed_v2": embed_v2,
    "generate_image": generate_image,
}

#: Of the operations that take a text, by their names: what answers many requests at once.
MANY_HANDLERS: dict[str, ManyHandler] = {
    "profanity": one_by_one(censored),
    "spam": one_by_one(scored),
    "sentiment": one_by_one(analysed),
    "embed": one_by_one(embedded),
    "embed_v2": one_by_one(embedded_v2),
}
