"""The table of operations, one row each.

The client's call, the service's route, the OpenAPI page, the panel's form and the curl snippet are
made from these rows; paths are written nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Literal, TypeVar

from triptych.contract import embedding, research, scrape, text, vision, web
from triptych.contract.model import FileRequest, Reply, Request

RequestT = TypeVar("RequestT", bound=Request)
ReplyT = TypeVar("ReplyT", bound=Reply)


@dataclass(frozen=True, slots=True)
class Operation(Generic[RequestT, ReplyT]):
    """One operation of the API."""

    #: Name of the client's method, and the one for people.
    name: str
    title: str
    #: As in the specification.
    path: str
    request: type[RequestT]
    reply: type[ReplyT]
    #: Its purpose in one line.
    summary: str
    #: Its tab in the workbench.
    area: Literal["text", "vision", "web"]
    method: Literal["GET", "POST"] = "POST"
    #: What to use instead of an operation that the specification marks as deprecated.
    instead: str = ""

    @property
    def deprecated(self) -> bool:
        """Whether the specification marks it so."""
        return bool(self.instead)

    @property
    def takes_file(self) -> bool:
        """Whether the content may be uploaded as `multipart/form-data`."""
        return issubclass(self.request, FileRequest)


PROFANITY = Operation(
    "profanity",
    "Profanity",
    "/v1/validate/profanity",
    text.ProfanityRequest,
    text.ProfanityReply,
    "Find profanity in a text and return a censored copy",
    "text",
)
SPAM = Operation(
    "spam",
    "Spam",
    "/v1/validate/spam_check",
    text.SpamRequest,
    text.SpamReply,
    "Score one text or a list of texts for spam",
    "text",
)
SUGGEST = Operation(
    "suggest",
    "Search suggestions",
    "/v1/web/search/suggest",
    web.SuggestRequest,
    web.SuggestReply,
    "Return query completions",
    "web",
    method="GET",
)
SEARCH = Operation(
    "search",
    "AI web search",
    "/v1/web/search",
    web.SearchRequest,
    web.SearchReply,
    "Web search with an AI overview and result records",
    "web",
)
RESEARCH = Operation(
    "research",
    "Deep research",
    "/v1/web/deep_research",
    research.ResearchRequest,
    research.ResearchReply,
    "Long-form researched answer with cited sources",
    "web",
)
SCRAPE = Operation(
    "scrape",
    "AI scrape",
    "/v1/ai/scrape",
    scrape.ScrapeRequest,
    scrape.ScrapeReply,
    "Extract named page elements without writing selectors",
    "web",
)
DETECT = Operation(
    "detect",
    "Object detection",
    "/v1/object_detection",
    vision.DetectionRequest,
    vision.DetectionReply,
    "Detect labelled objects in an image",
    "vision",
)
SENTIMENT = Operation(
    "sentiment",
    "Sentiment",
    "/v1/ai/sentiment",
    text.SentimentRequest,
    text.SentimentReply,
    "Sentiment and emotion of a text, overall and per sentence",
    "text",
)
EMBED = Operation(
    "embed",
    "Embedding (v1)",
    "/v1/embedding",
    embedding.EmbeddingRequest,
    embedding.EmbeddingReply,
    "Vector embeddings of content",
    "text",
)
EMBED_V2 = Operation(
    "embed_v2",
    "Embedding (v2)",
    "/v2/embedding",
    embedding.EmbeddingV2Request,
    embedding.EmbeddingV2Reply,
    "Vector embeddings, with optional speaker fingerprint for audio",
    "text",
)
GENERATE_IMAGE = Operation(
    "generate_image",
    "Image generation",
    "/v1/ai/image_generation",
    vision.GenerationRequest,
    vision.GenerationReply,
    "Generate an image from a text prompt",
    "vision",
    instead="For new work use the API of an image model, such as an OpenAI-compatible server's "
    "/v1/images/generations.",
)

#: Every operation by name, in the order of the specification, which is that of the rows above.
OPERATIONS: Mapping[str, Operation[Any, Any]] = MappingProxyType(
    {row.name: row for row in tuple(globals().values()) if isinstance(row, Operation)}
)
