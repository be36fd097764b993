"""The OpenAPI document, made from the table of operations and the contract's classes.

It follows OpenAPI 3.0.3, which the bundled Swagger UI renders.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from triptych import __version__
from triptych.contract import (
    BATCH_PATH,
    BINARY_REPLY_HEADERS,
    OPERATIONS,
    BatchReply,
    BatchRequest,
    ErrorBody,
    FileRequest,
    Operation,
    ResearchStep,
)
from triptych.contract.operations import (
    EMBED,
    EMBED_V2,
    GENERATE_IMAGE,
    RESEARCH,
    SCRAPE,
    SEARCH,
    SUGGEST,
)
from triptych.service.events import MEDIA_TYPE
from triptych.service.files import FILE_PATH, MEDIA_TYPES

_DEPRECATION = {
    "deprecation": "RFC 9745: the operation is deprecated",
    "warning": "RFC 9111: the same in words",
}
_SCHEMA = "#/components/schemas/{model}"
_EVENTS = (
    "Server-sent events, where `Accept` names them and the work takes more than a few seconds: "
    "comments that keep the connection alive, then `reply`, whose data is the {reply}, or `error`, "
    "whose data is the ErrorBody with its `status`."
)
_PROGRESS = " Before them `progress`, whose data is a ResearchStep."
#: What to send first, where one made of the schema would be refused.
_EXAMPLES = {
    SCRAPE.name: {
        "html": "<h1>Sencha</h1><p>Price: <b>9.80 EUR</b></p><p>Origin: <i>Shizuoka</i></p>",
        "element_prompts": {"tea": "name of the tea", "price": "price"},
    }
}

#: The schema of null, which OpenAPI 3.0 has no type for.
_NULL = {"type": "object", "nullable": True, "enum": [None]}
_BATCH = "batch"
_POSTED = {name for name, row in OPERATIONS.items() if row.method == "POST"} | {_BATCH}
_EVERY = {*OPERATIONS, _BATCH}
_FETCHING = {name for name, row in OPERATIONS.items() if row.takes_file} | {
    SCRAPE.name,
    SEARCH.name,
    RESEARCH.name,
}
#: Every error status: what it means, and the operations that it may end.
_ERRORS: dict[int, tuple[str, Set[str]]] = {
    400: ("A member is missing, malformed or out of range", _EVERY),
    401: ("The key is missing or wrong", _EVERY),
    403: ("An address is not fetched: it is private, local or reserved", _FETCHING),
    405: ("The path takes another method; see Allow", _EVERY),
    408: ("The body took too long to arrive", _POSTED),
    413: ("The body, or the content of an address, is too large", _POSTED),
    415: ("The media type is not taken", _POSTED),
    422: (
        "The content is not what it should be, empty, damaged, or needs too much time or memory to "
        "be decoded",
        _FETCHING,
    ),
    424: (
        "An address could not be fetched or answered with an error, or what the service needs, a "
        "search engine, an index, a browser or a model, did not deliver",
        _FETCHING | {SUGGEST.name},
    ),
    429: ("Too many requests; see Retry-After", _EVERY),
    500: ("A fault of the service; please report it with the log_id", _EVERY),
    501: (
        "It needs an extra that is not installed; the message names it",
        {EMBED.name, EMBED_V2.name},
    ),
    504: ("The work took too long", _EVERY),
}
_ERROR_HEADERS = {
    401: {"www-authenticate": "RFC 6750: the key may be sent as a bearer token"},
    405: {"allow": "The methods that the path takes"},
    429: {"retry-after": "Seconds to wait"},
}
_FILE_ERRORS = {
    403: "The signature is not valid",
    404: "The file does not exist any more",
    405: _ERRORS[405][0],
    500: _ERRORS[500][0],
}
_BATCH_EXAMPLE = {"operation": "sentiment", "requests": [{"text": "Lovely."}, {"text": "Awful."}]}


@cache
def openapi() -> dict[str, Any]:
    """Return the document as a dict ready for JSON.

    Examples
    --------
    >>> sorted(openapi()["paths"]["/v1/validate/profanity"])
    ['post']
    """
    return {
        "openapi": "3.0.3",
        "info": {
            "title": "Text, Vision and Web Intelligence API",
            "version": __version__,
            "description": "Served by Triptych on this machine, with its own models.",
        },
        "paths": {
            operation.path: {operation.method.lower(): _operation(operation)}
            for operation in OPERATIONS.values()
        }
        | {BATCH_PATH: {"post": _batch()}, FILE_PATH: {"get": _file()}},
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "x-api-key"},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{"key": []}, {"bearer": []}],
    }


def _operation(operation: Operation[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.area],
        "deprecated": operation.deprecated,
        **({"description": operation.instead} if operation.instead else {}),
        "responses": {"200": _success(operation), **_errors(operation.name)},
    }
    if operation.method == "GET":
        described["parameters"] = _parameters(operation)
    else:
        described["requestBody"] = {"required": True, "content": _request_content(operation)}
    return described


def _errors(name: str) -> dict[str, Any]:
    """Return the errors that may end an operation, or a batch."""
    return _error_responses(
        {status: meaning for status, (meaning, names) in _ERRORS.items() if name in names}
    )


def _error_responses(errors: Mapping[int, str]) -> dict[str, Any]:
    return {
        str(status): {
            "description": meaning,
            "content": {"application/json": {"schema": _reference(ErrorBody)}},
        }
        | _headers(_ERROR_HEADERS.get(status, {}))
        for status, meaning in errors.items()
    }


def _headers(headers: Mapping[str, str]) -> dict[str, Any]:
    described = {
        header: {"description": meaning, "schema": {"type": "string"}}
        for header, meaning in headers.items()
    }
    return {"headers": described} if described else {}


def _file() -> dict[str, Any]:
    """Describe the addresses of files, which replies contain."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {
        "operationId": "file",
        "summary": "A file of a reply, at the address that the reply gives",
        "tags": ["files"],
        "security": [],
        "parameters": [
            {"name": name, "in": place, "required": True, "schema": {"type": "string"}}
            for name, place in (("name", "path"), ("expires", "query"), ("signature", "query"))
        ],
        "responses": {
            "200": {
                "description": "The file",
                "content": dict.fromkeys(MEDIA_TYPES.values(), binary),
            },
            **_error_responses(_FILE_ERRORS),
        },
    }


def _batch() -> dict[str, Any]:
    """Describe the requests in one call, which the specification does not have."""
    return {
        "operationId": _BATCH,
        "summary": "Several requests of one operation in one call",
        "description": "An extension of this service. Each request is counted against the rate "
        "limit, and answered as it would be alone.",
        "tags": ["text"],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {"schema": _reference(BatchRequest), "example": _BATCH_EXAMPLE}
            },
        },
        "responses": {
            "200": {
                "description": "Success, also where some of the requests failed",
                "content": {"application/json": {"schema": _reference(BatchReply)}},
            },
            **_errors(_BATCH),
        },
    }


def _request_content(operation: Operation[Any, Any]) -> dict[str, Any]:
    schema = _reference(operation.request)
    content: dict[str, Any] = {"application/json": {"schema": schema}}
    if operation.name in _EXAMPLES:
        content["application/json"]["example"] = _EXAMPLES[operation.name]
    if operation.takes_file:
        file = {"type": "string", "format": "binary"}
        content["multipart/form-data"] = {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {"file": file, "body": schema},
            },
            "encoding": {"body": {"contentType": "application/json"}},
        }
    return content


def _success(operation: Operation[Any, Any]) -> dict[str, Any]:
    content: dict[str, Any] = {"application/json": {"schema": _reference(operation.reply)}}
    described: dict[str, Any] = {"description": "Success", "content": content}
    events = _EVENTS.format(reply=operation.reply.__name__)
    if operation.name == RESEARCH.name:
        events += _PROGRESS
    content[MEDIA_TYPE] = {"schema": {"type": "string", "description": events}}
    headers = dict(_DEPRECATION) if operation.deprecated else {}
    if operation.name == GENERATE_IMAGE.name:
        for media_type in ("image/png", "image/svg+xml"):
            content[media_type] = {"schema": {"type": "string", "format": "binary"}}
        headers |= {
            header: f"The member {member} of a reply that is the image itself, as JSON"
            for member, header in BINARY_REPLY_HEADERS.items()
        }
    return described | _headers(headers)


def _parameters(operation: Operation[Any, Any]) -> list[dict[str, Any]]:
    schema = _downgrade(operation.request.model_json_schema())
    return [
        {
            "name": name,
            "in": "query",
            "required": name in schema.get("required", ()),
            "description": member.pop("description", ""),
            "schema": member,
        }
        for name, member in schema["properties"].items()
    ]


def _schemas() -> dict[str, Any]:
    classes: dict[type, Any] = {
        ErrorBody: "serialization",
        ResearchStep: "serialization",
        BatchRequest: "validation",
        BatchReply: "serialization",
    }
    for operation in OPERATIONS.values():
        classes |= {operation.request: "validation", operation.reply: "serialization"}
    _, document = models_json_schema(list(classes.items()), ref_template=_SCHEMA)
    schemas: dict[str, Any] = _downgrade(document["$defs"])
    for operation in OPERATIONS.values():
        if issubclass(operation.request, FileRequest):
            # The upload is a part of its own, described in the request body.
            schemas[operation.request.__name__]["properties"].pop("file", None)
    schemas.pop("Attachment", None)
    return schemas


def _reference(model: type) -> dict[str, str]:
    return {"$ref": _SCHEMA.format(model=model.__name__)}


def _downgrade(schema: Any) -> Any:
    """Rewrite what JSON Schema 2020-12 has and OpenAPI 3.0 has not."""
    if isinstance(schema, list):
        return [_downgrade(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {name: _downgrade(value) for name, value in schema.items()}
    branches = schema.get("anyOf")
    if isinstance(branches, list) and {"type": "null"} in branches:
        rest = [branch for branch in branches if branch != {"type": "null"}]
        if len(rest) == 1 and "type" in rest[0]:
            del schema["anyOf"]
            schema = rest[0] | schema | {"nullable": True}
            if "enum" in schema:
                schema["enum"] = [*schema["enum"], None]
        else:
            # `nullable` changes only the `type` that it stands beside.
            schema["anyOf"] = [*rest, _NULL]
    # Names of members are limited by the service alone.
    schema.pop("propertyNames", None)
    if "const" in schema:
        schema["enum"] = [schema.pop("const")]
    if isinstance(schema.get("prefixItems"), list):
        items = schema.pop("prefixItems")
        schema["items"] = items[0]
    if type(schema.get("exclusiveMinimum")) in {int, float}:
        schema["minimum"] = schema["exclusiveMinimum"]
        schema["exclusiveMinimum"] = True
    return schema
