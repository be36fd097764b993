"""Errors that the caller can act upon: one exception, one body."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from triptych._disk import DiskFullError
from triptych.contract import ErrorBody, ErrorDetail

_log = logging.getLogger("triptych.service")

_CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    413: "content_too_large",
    415: "unsupported_media_type",
    422: "unprocessable_content",
    424: "failed_dependency",
    429: "too_many_requests",
    500: "internal_error",
    501: "not_implemented",
    503: "service_unavailable",
    504: "work_timeout",
}


class Refusal(Exception):  # noqa: N818
    """The request ends with an error the caller can act upon.

    Parameters
    ----------
    status : int
        HTTP status.
    message : str
        One sentence that says what to do.
    code : str, optional
        Name for programs, in snake case; else that of the status.
    field : str, optional
        JSON path of the member concerned.
    detail : object, optional
        Anything JSON can hold.
    headers : mapping, optional
        Headers of the response.
    """

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: str | None = None,
        field: str | None = None,
        detail: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = ErrorBody(
            message=message,
            error=ErrorDetail(code=code or _CODES.get(status, "error"), field=field, detail=detail),
        )
        self.headers = dict(headers or {})

    def response(self, log_id: str) -> JSONResponse:
        """Return the error body of the specification, with the request's identifier."""
        # A fault is answered outside the middleware that sets this header, so it is set here too.
        headers = self.headers | {"x-request-id": log_id}
        return JSONResponse(self.members(log_id), self.status, headers)

    def members(self, log_id: str) -> dict[str, Any]:
        """Return the JSON members of that body."""
        self.body.log_id = log_id
        return self.body.model_dump(mode="json")


def fault(error: Exception, request: Request) -> Refusal:
    """Log an unexpected error, and return the refusal that the caller gets instead."""
    log_id = request.scope.get("triptych.log_id", "")
    _log.error("%s %s failed, log_id %s", request.method, request.url.path, log_id, exc_info=error)
    if isinstance(error, DiskFullError):
        # The log names the folder, which is no business of callers.
        message = "The disk of the service is full: whoever runs it finds the folder in its log."
        return Refusal(500, message, code="disk_full")
    return Refusal(500, "Unexpected error of the service: please report it with the log_id.")
