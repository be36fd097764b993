"""One handler per operation: the contract's request and a `Context` in, an `Outcome` out.

A handler holds no rule of an engine, and imports its engine when it is first called, so that a call
loads only what it needs.
"""

from __future__ import annotations

from triptych.service.handler import Handler
from triptych.service.operations.detection import detect
from triptych.service.operations.embedding import embed, embed_v2
from triptych.service.operations.generation import generate_image
from triptych.service.operations.profanity import profanity
from triptych.service.operations.research.handler import research
from triptych.service.operations.scrape import scrape
from triptych.service.operations.search.handler import search
from triptych.service.operations.sentiment import sentiment
from triptych.service.operations.spam import spam
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
