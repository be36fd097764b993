"""Every way a call can fail, as one tree.

TriptychError
├── ConfigurationError          key or base URL missing
├── InvalidInputError (ValueError)   refused before anything was sent
└── APIError                    a request was sent
    ├── APIConnectionError      no answer
    │   └── APITimeoutError     no answer in time
    ├── InvalidReplyError       an answer that is not what was agreed
    └── APIStatusError          an answer that says no
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
    """The client does not know where to send a call or with which key, or has been closed."""


class InvalidInputError(TriptychError, ValueError):
    """A call was refused before anything was sent.

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
    query: give at most 200 characters.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class APIError(TriptychError):
    """A request was sent and did not end well.

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
    """The service did not answer in time."""


class InvalidReplyError(APIError):
    """The service answered with something else than the agreed reply."""


class APIStatusError(APIError):
    """The service answered with a status that is no success.

    Attributes
    ----------
    status_code : int
        HTTP status.
    code : str
        The service's own name of the failure, in snake case.
    field : str or None
        JSON path of the member that was refused.
    detail : object
        Whatever else the service says about it.
    headers : httpx.Headers
        Headers of the response, with the rate limits where the service sends them.
    retry_after : float or None
        Seconds to wait before another try, when the service says so.
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
            body.message or f"The service answered {response.status_code}.",
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
    """413: the request is larger than the service takes."""


class UnsupportedMediaTypeError(APIStatusError):
    """415: the service does not take this media type."""


class UnprocessableContentError(APIStatusError):
    """422: the content could not be read (not an image, an empty PDF)."""


class FailedDependencyError(APIStatusError):
    """424: a page or provider the service had to reach failed."""


class RateLimitError(APIStatusError):
    """429: too many requests; `retry_after` says how long to wait."""


class ServerError(APIStatusError):
    """5xx: a fault of the service."""


class NotImplementedByServerError(ServerError):
    """501: the service knows the operation and does not offer it yet."""


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
