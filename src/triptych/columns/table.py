"""The table of operations on columns: what each reads, and which columns come out of its replies.

Frames and the meta of other engines are made from these rows, so that they are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import pandas

from triptych.client import build
from triptych.columns.cells import Dtype
from triptych.columns.results import ERROR, FLOAT, STRING, Records, Results, Rows, Vectors
from triptych.columns.values import Values, files, texts
from triptych.contract import (
    OPERATIONS,
    DetectionRequest,
    EmbeddingV2Request,
    Operation,
    ProfanityReply,
    Request,
    ScrapeReply,
    ScrapeRequest,
    SentimentReply,
    SpamReply,
)
from triptych.contract.text import EMOTIONS, SENTIMENTS

SENTIMENT = pandas.CategoricalDtype(list(SENTIMENTS), ordered=True)
EMOTION = pandas.CategoricalDtype(list(EMOTIONS))
BOOLEAN = pandas.BooleanDtype()
INTEGER = pandas.Int32Dtype()
#: Numbers in a vector of the embedded models: of texts, and of pictures.
_TEXT_VECTOR, _PICTURE_VECTOR = 384, 512


@dataclass(frozen=True, slots=True)
class Source:
    """What the values of a column are."""

    #: Returns the distinct values of a column; the second argument names their reader in errors.
    read: Callable[[Iterable[Any], str], Values]
    #: A value as a member of a request, to check options with before a column is read.
    sample: Mapping[str, Any]
    #: Returns what `client.map` takes for a value.
    item: Callable[[Any], Any] = lambda value: value


def _page(value: str) -> dict[str, str]:
    """Return the member for an address, or for HTML, which has tags."""
    is_data = value[: len("data:")].lower() == "data:"
    return {"html" if "<" in value and not is_data else "url": value}


TEXT = Source(texts, {"text": "text"})
QUERY = Source(texts, {"query": "query"})
FILE = Source(files, {"url": "data:,"})
PAGE = Source(texts, {"html": "<p>"}, _page)


@dataclass(frozen=True, slots=True)
class ColumnOperation:
    """One operation on a column."""

    operation: Operation[Any, Any]
    source: Source
    #: Returns empty results for a checked request and a number of distinct values.
    results: Callable[[Any, int], Results]
    #: Options that are not the defaults of the request class where they are left out.
    defaults: Mapping[str, Any] = field(default_factory=dict)

    def source_for(self, options: Mapping[str, Any]) -> Source:
        """Return what the values are: of embeddings, files where the type is not a text's."""
        is_file = not str(options.get("type") or "text").startswith("text")
        return FILE if is_file else self.source

    def request(self, options: Mapping[str, Any]) -> Request:
        """Return a request with the options and a sample of a value.

        Raises
        ------
        TypeError
            If the operation has no such option.
        InvalidInputError
            If an option breaks a rule of the specification.
        """
        sample = self.source_for(options).sample
        known = self.operation.request.model_fields.keys() - _SOURCES - sample.keys()
        if unknown := options.keys() - known:
            options_are = f"its options are {', '.join(sorted(known))}" if known else "it has none"
            raise TypeError(
                f"{self.operation.name} has no option {', '.join(sorted(unknown))}: {options_are}."
            )
        given = {name: value for name, value in options.items() if value is not None}
        request: Request = build(self.operation, {**self.defaults, **given, **sample})
        return request

    def members(self, request: Request) -> dict[str, Any]:
        """Return the options of a request that differ from its class's defaults."""
        values = _SOURCES | self.source.sample.keys()
        return request.model_dump(exclude_defaults=True, exclude=values)


#: Members that hold or address what is read.
_SOURCES = {"text", "url", "html", "file", "file_store_key"}


def _rows(
    columns: Mapping[str, Dtype], read: Callable[[Any], Sequence[Any]]
) -> Callable[[Request, int], Results]:
    return lambda request, size: Rows(columns, read, size)


def _of_sentiment(reply: SentimentReply) -> Sequence[Any]:
    whole = reply.sentiment
    return whole.sentiment.lower(), whole.score, whole.confidence, whole.emotion.lower()


def _of_spam(reply: SpamReply) -> Sequence[Any]:
    check = reply.checks[0]
    return check.is_spam, check.score


def _of_profanity(reply: ProfanityReply) -> Sequence[Any]:
    return reply.profanities_found, len(reply.profanities), reply.clean_text


def _vectors(request: EmbeddingV2Request, size: int) -> Results:
    usual = _PICTURE_VECTOR if request.type == "image" else _TEXT_VECTOR
    return Vectors(request.dimensions, usual, size)


def _objects(request: DetectionRequest, size: int) -> Results:
    columns: dict[str, Dtype] = {"label": STRING, "kind": STRING, "confidence": FLOAT}
    columns |= dict.fromkeys(("left", "top", "width", "height"), FLOAT)
    return Records(columns | ({"prompt": STRING} if request.prompts else {}), size)


def _elements(request: ScrapeRequest, size: int) -> Results:
    keys = list(request.prompts)
    if ERROR in keys:
        raise ValueError(
            f"The column {ERROR!r} is for errors: give that prompt another key, "
            f'such as {{"message": {request.prompts[ERROR]!r}}}.'
        )

    def read(reply: ScrapeReply) -> Sequence[Any]:
        return ["\n".join(reply.context.get(key, ())) or None for key in keys]

    return Rows(dict.fromkeys(keys, STRING), read, size)


def _results(request: Request, size: int) -> Results:
    columns: dict[str, Dtype] = {"number": INTEGER}
    columns |= dict.fromkeys(("title", "url", "site", "published", "language"), STRING)
    columns |= {"cited": BOOLEAN, "passage": STRING, "description": STRING, "is_safe": BOOLEAN}
    return Records(columns, size)


#: Every operation on a column by the name of its method.
TABLE: Mapping[str, ColumnOperation] = MappingProxyType(
    {
        "sentiment": ColumnOperation(
            OPERATIONS["sentiment"],
            TEXT,
            _rows(
                {"sentiment": SENTIMENT, "score": FLOAT, "confidence": FLOAT, "emotion": EMOTION},
                _of_sentiment,
            ),
        ),
        "spam": ColumnOperation(
            OPERATIONS["spam"], TEXT, _rows({"is_spam": BOOLEAN, "score": FLOAT}, _of_spam)
        ),
        "profanity": ColumnOperation(
            OPERATIONS["profanity"],
            TEXT,
            _rows(
                {"profanities_found": BOOLEAN, "profanities": INTEGER, "clean_text": STRING},
                _of_profanity,
            ),
        ),
        "embed": ColumnOperation(
            OPERATIONS["embed_v2"], TEXT, _vectors, {"token_overflow_mode": "truncate"}
        ),
        "detect": ColumnOperation(OPERATIONS["detect"], FILE, _objects),
        "scrape": ColumnOperation(OPERATIONS["scrape"], PAGE, _elements),
        "search": ColumnOperation(OPERATIONS["search"], QUERY, _results),
    }
)


def column_operation(name: str) -> ColumnOperation:
    """Return the row of an operation.

    Raises
    ------
    ValueError
        If columns have no such operation.

    Examples
    --------
    >>> column_operation("embed").operation.path
    '/v2/embedding'
    """
    if name not in TABLE:
        raise ValueError(f"No operation {name!r} on columns: use one of {', '.join(TABLE)}.")
    return TABLE[name]
