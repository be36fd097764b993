"""One handler per operation: the contract's request and a `Context` in, an `Outcome` out.

A handler holds no rule of an engine, and imports its engine when it is first called, so that a call
loads only what it needs.
"""

from __future__ import annotations

from triptych.service.handler import Handler, ManyHandler
from triptych.service.operations.detection import detect
from triptych.service.operations.embedding import VECTORS, VECTORS_V2, embed, embed_v2
from triptych.service.operations.generation import generate_image
from triptych.service.operations.profanity import CENSORED, profanity
from triptych.service.operations.research.handler import research
from triptych.service.operations.scrape import scrape
from triptych.service.operations.search.handler import search
from triptych.service.operations.sentiment import SENTIMENTS, sentiment
from triptych.service.operations.spam import SPAM_CHECKS, spam
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

#: Of the operations that take a text, by their names: what answers many requests together.
MANY_HANDLERS: dict[str, ManyHandler] = {
    handler.operation: handler
    for handler in (CENSORED, SPAM_CHECKS, SENTIMENTS, VECTORS, VECTORS_V2)
}
