"""The OpenAPI document, made from the table of operations and the contract's classes.

It follows OpenAPI 3.0.3, which the bundled Swagger UI renders.
"""

from __future__ import annotations

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
from triptych.contract.operations import GENERATE_IMAGE, RESEARCH, SCRAPE, SEARCH
from triptych.service.events import MEDIA_TYPE

_DEPRECATION = {
    "deprecation": "RFC 9745: the operation is deprecated",
    "warning": "RFC 9111: the same in words",
}
_SCHEMA = "#/components/schemas/{model}"
_ERRORS = {
    400: "A member is missing, malformed or out of range",
    401: "The key is missing or wrong",
    413: "The body, or the content of the url, is too large",
    415: "The media type is not taken",
    429: "Too many requests; see Retry-After",
    501: "It needs an extra that is not installed; the message names it",
    504: "The work took too long",
}
_URL_ERRORS = {
    403: "The url names an address that is not fetched: private, local or reserved",
    424: "The url could not be fetched, or answered with an error",
}
_SEARCHES = {SEARCH.name, RESEARCH.name}
_SEARCH_ERRORS = {424: "No page could be read, or the search engine did not deliver"}
_EVENTS = (
    "Server-sent events, where `Accept` names them and the work takes more than a few seconds: "
    "comments that keep the connection alive, then `reply`, whose data is the {reply}, or `error`, "
    "whose data is the ErrorBody with its `status`."
)
_PROGRESS = " Before them `progress`, whose data is a ResearchStep."
_FILE_ERRORS = {422: "The content is not what it should be, or damaged"}
#: What to send first, where one made of the schema would be refused.
_EXAMPLES = {
    SCRAPE.name: {
        "html": "<h1>Sencha</h1><p>Price: <b>9.80 EUR</b></p><p>Origin: <i>Shizuoka</i></p>",
        "element_prompts": {"tea": "name of the tea", "price": "price"},
    }
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
        | {BATCH_PATH: {"post": _batch()}},
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "key": {"type": "apiKey", "in": "header", "name": "x-api-key"},
            },
        },
        "security": [{"key": []}],
    }


def _operation(operation: Operation[Any, Any]) -> dict[str, Any]:
    fetches = operation.takes_file or operation.name == SCRAPE.name
    errors = _ERRORS | (_URL_ERRORS if fetches else {})
    errors |= _FILE_ERRORS if operation.takes_file else {}
    errors |= _SEARCH_ERRORS if operation.name in _SEARCHES else {}
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.area],
        "deprecated": operation.deprecated,
        "responses": {"200": _success(operation), **_error_responses(errors)},
    }
    if operation.method == "GET":
        described["parameters"] = _parameters(operation)
    else:
        described["requestBody"] = {"required": True, "content": _request_content(operation)}
    return described


def _error_responses(errors: dict[int, str]) -> dict[str, Any]:
    return {
        str(status): {
            "description": meaning,
            "content": {"application/json": {"schema": _reference(ErrorBody)}},
        }
        for status, meaning in sorted(errors.items())
    }


def _batch() -> dict[str, Any]:
    """Describe the requests in one call, which the specification does not have."""
    return {
        "operationId": "batch",
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
            **_error_responses(_ERRORS),
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
    if headers:
        described["headers"] = {
            header: {"description": meaning, "schema": {"type": "string"}}
            for header, meaning in headers.items()
        }
    return described


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
        del schema["anyOf"]
        schema["nullable"] = True
        if len(rest) > 1 or not rest:
            schema["anyOf"] = rest
        elif "$ref" in rest[0]:
            # In OpenAPI 3.0 nothing may stand beside a $ref.
            schema["allOf"] = rest
        else:
            schema = rest[0] | schema
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
