"""Every way a call can fail, as one tree.

TriptychError
├── ConfigurationError          key or base URL missing
│   └── JournalError            a journal of another call, or in use
├── InvalidInputError (ValueError)   refused before anything was sent
└── APIError                    a request was sent
    ├── APIConnectionError      no response
    │   └── APITimeoutError     no response in time
    ├── InvalidReplyError       a response that does not match the API schema
    │   └── ReplySizeError      a response larger than the client accepts
    └── APIStatusError          an HTTP error status
        ├── BadRequestError             400
        ├── AuthenticationError         401
        ├── PermissionDeniedError       403
        ├── NotFoundError               404
        ├── MethodNotAllowedError       405
        ├── RequestTimeoutError         408
        ├── ContentTooLargeError        413
        ├── UnsupportedMediaTypeError   415
        ├── UnprocessableContentError   422
        ├── FailedDependencyError       424
        ├── RateLimitError              429
        └── ServerError                 5xx
            ├── NotImplementedByServerError 501
            └── GatewayTimeoutError         504
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx

from triptych.contract import ErrorBody, Problem


class TriptychError(Exception):
    """Base of every error this package raises on purpose."""


class ConfigurationError(TriptychError):
    """The base URL, the key or another setting is missing or invalid, or the client is closed."""


class JournalError(ConfigurationError):
    """The journal of `map` is of another call, is in use, or cannot be read or written."""


class InvalidInputError(TriptychError, ValueError):
    """An argument breaks a rule of the specification; nothing was sent.

    Attributes
    ----------
    problems : list of Problem
        Each with the `field` it concerns and a `message` that says what to do.

    Examples
    --------
    >>> import triptych
    >>> try:
    ...     triptych.Client().suggest("x" * 201)
    ... except triptych.InvalidInputError as error:
    ...     print(error)
    query: give at most 200 characters, not 201.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class APIError(TriptychError):
    """A request was sent and failed.

    Attributes
    ----------
    message : str
        What happened and what to do.
    request : httpx.Request
        The request that failed, without its key.
    log_id : str or None
        Identifier of the request in the service's log.
    """

    def __init__(self, message: str, *, request: httpx.Request, log_id: str | None = None) -> None:
        self.message = message
        self.request = request
        self.log_id = log_id
        super().__init__(f"{message} (log_id {log_id})" if log_id else message)


class APIConnectionError(APIError):
    """The service could not be reached, or the connection broke."""


class APITimeoutError(APIConnectionError):
    """The service did not respond in time."""


class InvalidReplyError(APIError):
    """The response does not match the API schema, or its body cannot be decoded or is too large."""


class ReplySizeError(InvalidReplyError):
    """The body of the response, decoded, is larger than `max_reply_bytes` of the client."""


class APIStatusError(APIError):
    """The service responded with an HTTP error status.

    Attributes
    ----------
    status_code : int
        HTTP status.
    code : str
        The service's name of the error, in snake case.
    field : str or None
        JSON path of the member that was refused.
    detail : object
        Further information of the service.
    headers : httpx.Headers
        Headers of the response, with the rate limits where the service sends them.
    retry_after : float or None
        Seconds to wait before another try, where the service sends them.
    """

    def __init__(
        self,
        body: ErrorBody,
        *,
        response: httpx.Response,
        retry_after: float | None = None,
    ) -> None:
        self.status_code = response.status_code
        self.code = body.error.code
        self.field = body.error.field
        self.detail = body.error.detail
        self.headers = response.headers
        self.retry_after = retry_after
        super().__init__(
            body.message or f"The service responded with {response.status_code}.",
            request=response.request,
            log_id=body.log_id or response.headers.get("x-request-id"),
        )


class BadRequestError(APIStatusError):
    """400: a member is missing, malformed or out of range."""


class AuthenticationError(APIStatusError):
    """401: the key is missing or wrong."""


class PermissionDeniedError(APIStatusError):
    """403: the service refuses to go to that address."""


class NotFoundError(APIStatusError):
    """404: no such path."""


class MethodNotAllowedError(APIStatusError):
    """405: the path takes another method."""


class RequestTimeoutError(APIStatusError):
    """408: the request took too long."""


class ContentTooLargeError(APIStatusError):
    """413: the request is larger than the service accepts."""


class UnsupportedMediaTypeError(APIStatusError):
    """415: the service does not accept this media type."""


class UnprocessableContentError(APIStatusError):
    """422: the content could not be read (not an image, an empty PDF)."""


class FailedDependencyError(APIStatusError):
    """424: a page or provider that the service needs failed."""


class RateLimitError(APIStatusError):
    """429: too many requests; wait `retry_after` seconds."""


class ServerError(APIStatusError):
    """5xx: an error inside the service."""


class NotImplementedByServerError(ServerError):
    """501: the service does not offer this operation."""


class GatewayTimeoutError(ServerError):
    """504: the work took too long."""


_BY_STATUS: dict[int, type[APIStatusError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    408: RequestTimeoutError,
    413: ContentTooLargeError,
    415: UnsupportedMediaTypeError,
    422: UnprocessableContentError,
    424: FailedDependencyError,
    429: RateLimitError,
    501: NotImplementedByServerError,
    504: GatewayTimeoutError,
}


def status_error(
    body: ErrorBody, response: httpx.Response, retry_after: float | None
) -> APIStatusError:
    """Return the error class of a response's status, filled in."""
    fallback = ServerError if response.status_code >= 500 else APIStatusError
    kind: type[Any] = _BY_STATUS.get(response.status_code, fallback)
    error: APIStatusError = kind(body, response=response, retry_after=retry_after)
    return error
