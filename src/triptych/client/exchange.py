"""The two conversions of every call: request to HTTP, HTTP response to reply or error.

Both clients use these; they differ only in how the bytes are sent.
"""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Generator, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
from pydantic import BaseModel, SecretStr, ValidationError
from pydantic_core import from_json

from triptych.client.body import ACCEPT_ENCODING, BodyDecodingError, BodySizeError
from triptych.client.errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    ConfigurationError,
    InvalidInputError,
    InvalidReplyError,
    ReplySizeError,
    status_error,
)
from triptych.client.events import ACCEPT
from triptych.contract import (
    BINARY_REPLY_HEADERS,
    ErrorBody,
    FileRequest,
    GenerationReply,
    GenerationRequest,
    Operation,
    ReplyT,
    Request,
    RequestT,
    problems,
)
from triptych.contract.batch import BATCH_PATH
from triptych.contract.errors import retry_after

if TYPE_CHECKING:
    import pandas

KEY_HEADER = "x-api-key"
#: Headers that contain a secret.
_SECRET = (KEY_HEADER, "authorization")


class KeyAuth(httpx.Auth):
    """Adds key and login when a request is sent, so that no request object holds them before.

    Parameters
    ----------
    key : SecretStr or None
        Sent as `x-api-key`.
    login : SecretStr or None
        Sent as `authorization`, to a proxy before the service.
    """

    def __init__(self, key: SecretStr | None, login: SecretStr | None) -> None:
        self._key = key
        self._login = login

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Set the headers and send."""
        if self._key is not None:
            request.headers[KEY_HEADER] = self._key.get_secret_value()
        if self._login is not None:
            request.headers["authorization"] = self._login.get_secret_value()
        yield request


def plain(value: Any) -> Any:
    """Return any mapping as dict and any other collection (a Series, a tuple) as list.

    Validation knows JSON's own types; callers have more. Strings and None stay as they are.

    Examples
    --------
    >>> plain(("a", "b")), plain("ab"), plain(None)
    (['a', 'b'], 'ab', None)
    """
    if isinstance(value, Mapping):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, str | bytes | BaseModel) or not hasattr(value, "__iter__"):
        return value
    return [plain(member) for member in value]


def index_of(values: Any) -> pandas.Index | None:
    """Return the index of a pandas Series; None for anything else.

    Examples
    --------
    >>> index_of(["a", "b"]), index_of("ab")
    (None, None)
    """
    index = getattr(values, "index", None)
    return None if callable(index) else index


def build(operation: Operation[RequestT, ReplyT], members: Mapping[str, Any]) -> RequestT:
    """Validate a call's arguments.

    Raises
    ------
    InvalidInputError
        If the arguments break a rule of the request class.
    """
    given = plain(members)
    try:
        request = operation.request.model_validate(given)
    except ValidationError as error:
        raise InvalidInputError(problems(error, operation.request, given)) from None
    request._input_index = index_of(members.get("text"))
    return request


def batch_to_http(
    http: httpx.Client | httpx.AsyncClient,
    base_url: httpx.URL,
    content: bytes,
    timeout: httpx.Timeout | None = None,
) -> httpx.Request:
    """Write the JSON of a batch as HTTP, without the key."""
    _refuse_closed(http)
    return http.build_request(
        "POST",
        _at(base_url, BATCH_PATH),
        content=content,
        # No events: a batch takes about a second, and the reply may be large.
        headers={
            "accept": "application/json",
            "accept-encoding": ACCEPT_ENCODING,
            "content-type": "application/json",
        },
        timeout=timeout or httpx.USE_CLIENT_DEFAULT,
    )


def to_http(
    http: httpx.Client | httpx.AsyncClient,
    base_url: httpx.URL,
    operation: Operation[Any, Any],
    request: Request,
    timeout: httpx.Timeout | None = None,
) -> httpx.Request:
    """Write a validated request as HTTP, without the key."""
    _refuse_closed(http)
    build_request = partial(
        http.build_request,
        headers={"accept": ACCEPT, "accept-encoding": ACCEPT_ENCODING},
        timeout=timeout or httpx.USE_CLIENT_DEFAULT,
    )
    url = _at(base_url, operation.path)
    wire = request.to_wire()
    if operation.method == "GET":
        return build_request("GET", url, params=wire)
    if isinstance(request, FileRequest) and request.file is not None:
        file = request.file
        parts: dict[str, Any] = {
            "file": (file.filename, file.content, file.media_type),
            "body": (None, json.dumps(wire).encode(), "application/json"),
        }
        return build_request(operation.method, url, files=parts)
    return build_request(operation.method, url, json=wire)


def from_http(
    operation: Operation[Any, ReplyT], request: Request, response: httpx.Response
) -> ReplyT:
    """Return the reply that a complete response contains.

    Raises
    ------
    APIStatusError
        If the status is not a success.
    InvalidReplyError
        If the body does not match the API schema.
    """
    if not response.is_success:
        raise error_of(response)
    media_type = response.headers.get("content-type", "").partition(";")[0]
    media_type = media_type.strip().lower()
    try:
        if media_type.startswith("image/") and issubclass(operation.reply, GenerationReply):
            members = _members_in_headers(response.headers)
            return operation.reply.from_bytes(response.content, media_type, members, request)
        data = _object(operation, response)
        reply = reply_of(operation, data, request)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise invalid_reply(operation, response, f"{where}: {first['msg']}") from None
    if reply.log_id is None:
        reply.log_id = response.headers.get("x-request-id")
    return reply


def reply_of(
    operation: Operation[Any, ReplyT], data: Mapping[str, Any], request: Request
) -> ReplyT:
    """Return the reply of a JSON object; `pydantic.ValidationError` if it does not match."""
    reply = operation.reply.from_json(data, request)
    if isinstance(reply, GenerationReply) and _is_binary(request) and reply.content:
        # A stream of events holds the image as a data URL: the reply is the same without one.
        members = {name: value for name, value in data.items() if name != "url"}
        return type(reply).from_bytes(reply.content, reply.media_type, members, request)
    return reply


def _is_binary(request: Request) -> bool:
    return isinstance(request, GenerationRequest) and request.return_type == "binary"


def _object(operation: Operation[Any, Any], response: httpx.Response) -> dict[str, Any]:
    try:
        # Several times as fast as the standard library with long lists of numbers.
        data = from_json(response.content, allow_inf_nan=False)
    except ValueError as error:
        raise invalid_reply(operation, response, f"its body is not JSON ({error})") from None
    if not isinstance(data, dict) or data.get("success") is False:
        raise invalid_reply(operation, response, "its body is not a successful reply")
    return data


def _members_in_headers(headers: httpx.Headers) -> dict[str, Any]:
    """Return the members of a reply whose body is the image itself."""
    members: dict[str, Any] = {"log_id": headers.get("x-request-id")}
    for name, header in BINARY_REPLY_HEADERS.items():
        with contextlib.suppress(KeyError, ValueError):
            members[name] = from_json(headers[header])
    return members


def health_request(
    http: httpx.Client | httpx.AsyncClient,
    base_url: httpx.URL,
    timeout: httpx.Timeout | None = None,
) -> httpx.Request:
    """Write the request for the service's health, which needs no key."""
    _refuse_closed(http)
    return http.build_request(
        "GET",
        _at(base_url, "/healthz"),
        headers={"accept-encoding": ACCEPT_ENCODING},
        timeout=timeout or httpx.USE_CLIENT_DEFAULT,
    )


def _refuse_closed(http: httpx.Client | httpx.AsyncClient) -> None:
    if http.is_closed:
        raise ConfigurationError("The client has been closed: make a new one.")


def _at(base_url: httpx.URL, path: str) -> httpx.URL:
    """Return the address of a path."""
    return base_url.copy_with(path=base_url.path.rstrip("/") + path)


def health_of(response: httpx.Response) -> dict[str, Any]:
    """Return the health that a response contains.

    Raises
    ------
    APIStatusError
        If the status is not a success.
    InvalidReplyError
        If the body is not JSON.
    """
    if not response.is_success:
        raise error_of(response)
    try:
        health = from_json(response.content, allow_inf_nan=False)
    except ValueError:
        health = None
    if not isinstance(health, dict):
        raise InvalidReplyError(
            "The service has no health endpoint: check that base_url leads to this API.",
            request=response.request,
        )
    return health


def connection_error(error: httpx.TransportError, request: httpx.Request) -> APIError:
    """Return the error to raise for a failed try, without the key."""
    where = request.url.copy_with(path="", query=None)
    # The cause stays attached, so it must not contain the key either.
    error.request = redacted(request)
    if isinstance(error, BodySizeError):
        message = (
            f"The response from {where} has {error}: request less, or pass a larger "
            "max_reply_bytes= to the client."
        )
        return ReplySizeError(message, request=error.request, log_id=error.log_id)
    if isinstance(error, BodyDecodingError):
        message = (
            f"The response from {where} cannot be decoded ({error}): the service, or a proxy "
            "before it, is at fault; try again later."
        )
        return InvalidReplyError(message, request=error.request, log_id=error.log_id)
    if isinstance(error, httpx.TimeoutException):
        message = f"{where} did not respond in time: try again, or pass a longer timeout=."
        return APITimeoutError(message, request=error.request)
    reason = str(error) or "the connection broke"
    message = f"Cannot reach {where} ({reason}): check the address and whether the server runs."
    return APIConnectionError(message, request=error.request)


@contextlib.contextmanager
def redirect_errors() -> Iterator[None]:
    """Turn a redirect to a host name that cannot exist into a `httpx.RemoteProtocolError`.

    httpx reads the address of every redirect, although none is followed.
    """
    try:
        yield
    except UnicodeError as error:
        raise httpx.RemoteProtocolError(f"it redirects to an invalid address: {error}") from error


def without_secrets(response: httpx.Response) -> httpx.Response:
    """Remove key and login from the requests that a response refers to."""
    response.request = redacted(response.request)
    # httpx prepares the request to the address of a redirect, which is not followed.
    response.next_request = None
    return response


def redacted(request: httpx.Request) -> httpx.Request:
    """Return a copy of a sent request without key and login."""
    clean = copy.copy(request)
    clean.headers = httpx.Headers(request.headers)
    for name in _SECRET:
        if name in clean.headers:
            clean.headers[name] = "[redacted]"
    return clean


def error_of(response: httpx.Response) -> APIStatusError:
    """Return the error that a response with an HTTP error status contains."""
    return status_error(_error_body(response), response, retry_after(response.headers))


def _error_body(response: httpx.Response) -> ErrorBody:
    if response.has_redirect_location:
        # Followed, the key would reach whatever host the address names.
        message = (
            f"The service responded with {response.status_code}, a redirect to "
            f"{response.headers['location'][:200]!r}, and redirects are not followed: set base_url "
            "to the address of the API."
        )
        return ErrorBody(message=message)
    try:
        return ErrorBody.model_validate(from_json(response.content))
    except ValueError:
        # Another service, or a proxy before it.
        reason = response.reason_phrase or "no reason given"
        message = f"The service responded with {response.status_code} ({reason})."
        return ErrorBody(message=_message(response) or message)


def _message(response: httpx.Response) -> str:
    try:
        return str(from_json(response.content)["message"])
    except (ValueError, TypeError, KeyError):
        return ""


def invalid_reply(
    operation: Operation[Any, Any], response: httpx.Response, why: str
) -> InvalidReplyError:
    """Return the error of a successful response whose body is not as agreed."""
    return InvalidReplyError(
        f"The response to {operation.method} {operation.path} does not match the API schema: {why}."
        " Check that base_url leads to this API.",
        request=response.request,
        log_id=response.headers.get("x-request-id"),
    )
