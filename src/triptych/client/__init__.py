"""The client library: typed methods over httpx, for a server or the embedded default."""

from triptych.client.clients import AsyncClient, Client
from triptych.client.embedded import EmbeddedTransport
from triptych.client.errors import (
    APIConnectionError,
    APIError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConfigurationError,
    ContentTooLargeError,
    FailedDependencyError,
    GatewayTimeoutError,
    InvalidInputError,
    InvalidReplyError,
    JournalError,
    MethodNotAllowedError,
    NotFoundError,
    NotImplementedByServerError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeoutError,
    ServerError,
    TriptychError,
    UnprocessableContentError,
    UnsupportedMediaTypeError,
)
from triptych.client.exchange import build
from triptych.client.raw import RawResponse
from triptych.client.retry import RetryPolicy

__all__ = [
    "APIConnectionError",
    "APIError",
    "APIStatusError",
    "APITimeoutError",
    "AsyncClient",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "ConfigurationError",
    "ContentTooLargeError",
    "EmbeddedTransport",
    "FailedDependencyError",
    "GatewayTimeoutError",
    "InvalidInputError",
    "InvalidReplyError",
    "JournalError",
    "MethodNotAllowedError",
    "NotFoundError",
    "NotImplementedByServerError",
    "PermissionDeniedError",
    "RateLimitError",
    "RawResponse",
    "RequestTimeoutError",
    "RetryPolicy",
    "ServerError",
    "TriptychError",
    "UnprocessableContentError",
    "UnsupportedMediaTypeError",
    "build",
]
