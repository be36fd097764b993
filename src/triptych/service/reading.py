"""From an HTTP request to a validated request of the contract."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request as HTTPRequest
from starlette.types import Message as ASGIMessage

from triptych.contract import Attachment, FileRequest, RequestT, problems
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings


async def read(http: HTTPRequest, kind: type[RequestT], settings: ServiceSettings) -> RequestT:
    """Return the request of a kind: from the query of a GET, else from the body.

    Raises
    ------
    Refusal
        400 if a member is missing, malformed or out of range, 408 if the body takes too long, 413
        if it is too large, 415 if it is neither JSON nor, where files are taken, multipart.
    """
    if http.method in {"GET", "HEAD"}:
        return validated(kind, dict(http.query_params))
    takes_file = issubclass(kind, FileRequest)
    media_type = http.headers.get("content-type", "application/json").partition(";")[0]
    media_type = media_type.strip().lower()
    limit = settings.max_body_bytes
    body = await _body(http, limit, settings.body_timeout)
    if media_type == "multipart/form-data" and takes_file:
        return validated(kind, await _multipart(http, body, limit))
    if media_type == "application/json" or media_type.endswith("+json"):
        return validated(kind, _object(body))
    accepted = "application/json" + (" or multipart/form-data" if takes_file else "")
    raise Refusal(415, f"Send the body as {accepted}, not {media_type[:80]!r}.")


def validated(kind: type[RequestT], members: Mapping[str, Any]) -> RequestT:
    """Return the request of these members.

    Raises
    ------
    Refusal
        400 if a member is missing, malformed or out of range.
    """
    try:
        # JSON has types of its own: neither "10" nor true is a number, and 0 is no truth value.
        request = kind.model_validate(members, strict=True)
    except ValidationError as error:
        invalid = problems(error, kind, members)
        raise Refusal(
            400,
            invalid[0].message,
            code="invalid_request",
            field=invalid[0].field,
            detail=[{"field": problem.field, "message": problem.message} for problem in invalid],
        ) from None
    # Where there is no such member, asking for it takes as long as the validation.
    if isinstance(request, FileRequest) and request.file_store_key:
        raise Refusal(
            400,
            "This service has no file storage: send the file itself, or a url.",
            code="unsupported",
            field="file_store_key",
        )
    return request


async def _body(http: HTTPRequest, limit: int, seconds: float) -> bytes:
    """Read the body, and stop as soon as it is too large or takes too long."""
    chunks: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for chunk in http.stream():
                size += len(chunk)
                if size > limit:
                    raise Refusal(
                        413, f"Send at most {limit:,} bytes.", detail={"max_bytes": limit}
                    )
                chunks.append(chunk)
    except TimeoutError:
        raise Refusal(
            408,
            f"The body took longer than {seconds:g} s to arrive: send less at once.",
            headers={"connection": "close"},
        ) from None
    return b"".join(chunks)


def _object(body: bytes) -> dict[str, Any]:
    try:
        # pydantic's parser bounds the depth of nesting and refuses what is not Unicode.
        data = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise Refusal(400, f"The body is not valid JSON: {error}.", code="malformed_json") from None
    if not isinstance(data, dict):
        raise Refusal(400, "The body must be a JSON object.", code="malformed_json")
    return data


async def _multipart(http: HTTPRequest, body: bytes, limit: int) -> dict[str, Any]:
    """Return the members in part `body`, with part `file` beside them."""

    async def replay() -> ASGIMessage:
        return {"type": "http.request", "body": body, "more_body": False}

    parts = HTTPRequest(http.scope, replay).form(max_files=2, max_fields=4, max_part_size=limit)
    try:
        async with parts as form:
            return await _members(form)
    # A ValueError is one of its characters: parts may name any encoding Python knows, or none.
    except (HTTPException, MultiPartException, KeyError, ValueError) as error:
        reason = str(getattr(error, "detail", None) or error).rstrip(".")
        raise Refusal(
            400, f"The multipart body cannot be read: {reason}.", code="malformed_multipart"
        ) from None


async def _members(form: FormData) -> dict[str, Any]:
    members: dict[str, Any] = {}
    body = form.get("body")
    if body is not None:
        members = _object(await body.read() if isinstance(body, UploadFile) else body.encode())
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Refusal(
            400,
            "Send the content as a file in the part named file.",
            code="invalid_request",
            field="file",
        )
    members["file"] = Attachment(
        await file.read(),
        file.filename or "file",
        file.content_type or "application/octet-stream",
    )
    return members
