"""From an item of `client.map` to a validated request, its JSON and its digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from triptych.client.errors import InvalidInputError
from triptych.client.exchange import build, plain
from triptych.client.files import source_of, type_of
from triptych.contract import OPERATIONS, FileRequest, Operation, Problem, Request, problems
from triptych.contract.batch import MOST_IN_BATCH
from triptych.contract.embedding import EmbeddingRequest

#: The member that an item is, by the name of the operation; other operations take a file.
_MAIN_MEMBERS = {
    **dict.fromkeys(("profanity", "spam", "sentiment", "embed", "embed_v2"), "text"),
    **dict.fromkeys(("suggest", "search", "research"), "query"),
    "scrape": "url",
    "generate_image": "prompt",
}
_SAMPLES = {"url": "https://example.com/"}
#: `json.dumps` with such options would make one for each item.
_encoder = json.JSONEncoder(sort_keys=True, separators=(",", ":"), default=str)


def operation_of(operation: str | Operation[Any, Any]) -> Operation[Any, Any]:
    """Return a row of the table of operations by its name.

    Raises
    ------
    InvalidInputError
        If there is no such operation.
    """
    if isinstance(operation, Operation):
        return operation
    if not isinstance(operation, str) or operation not in OPERATIONS:
        message = f"operation: give one of {', '.join(OPERATIONS)}."
        raise InvalidInputError([Problem("operation", message)])
    return OPERATIONS[operation]


@dataclass(slots=True)
class Entry:
    """A distinct item that has no reply yet.

    Attributes
    ----------
    request : Request
        The validated request.
    body : bytes
        Its JSON, with sorted keys.
    digest : bytes
        Identifies the request, 32 bytes.
    indices : list of int
        Where the item stands among the items.
    most : int
        Largest number of requests it may be sent together with, itself included.
    retries : int
        Tries after the first.
    failing_since : float or None
        When its first try failed, by the scheduler's clock.
    """

    request: Request
    body: bytes
    digest: bytes
    indices: list[int]
    most: int = MOST_IN_BATCH
    retries: int = 0
    failing_since: float | None = None


class Items:
    """Makes the requests of one operation with the same options.

    Parameters
    ----------
    operation : Operation
        A row of the table of operations.
    options : mapping
        Members that all requests share; those that are None are left out.

    Raises
    ------
    InvalidInputError
        If an option is unknown or its value breaks a rule of the specification.

    Examples
    --------
    >>> from triptych.contract.operations import SPAM
    >>> Items(SPAM, {}).entry(0, "See you at six").body
    b'{"text":"See you at six"}'
    """

    def __init__(self, operation: Operation[Any, Any], options: Mapping[str, Any]) -> None:
        self.operation = operation
        given = {name: value for name, value in options.items() if value is not None}
        self._names = _member_names(operation.request)
        self._main = _MAIN_MEMBERS.get(operation.name)
        if self._main == "text" and given.get("type", "text") not in {"text", "text-other"}:
            self._main = None
        self._is_embedding = issubclass(operation.request, EmbeddingRequest)
        _refuse_unknown(given, self._names - {self._main, "file"}, "option")
        self._options: dict[str, Any] = plain(given)
        self._check_options()

    @property
    def options_digest(self) -> str:
        """Identifies the options that differ from their defaults, in hexadecimal digits."""
        fields = self.operation.request.model_fields
        differing = {
            name: value
            for name, value in self._options.items()
            if name not in fields or value != fields[name].get_default(call_default_factory=True)
        }
        return _digest(_canonical(differing)).hex()

    def entry(self, index: int, item: Any) -> Entry:
        """Return a validated item.

        Raises
        ------
        InvalidInputError
            If the item breaks a rule of the specification.
        """
        request = self._request(item)
        body = _canonical(request.to_wire())
        file = request.file if isinstance(request, FileRequest) else None
        if file is None:
            # What is not a text is sent alone, for a batch takes texts only.
            is_text = self._main == "text" and getattr(request, "text", None) is not None
            return Entry(request, body, _digest(body), [index], MOST_IN_BATCH if is_text else 1)
        content = hashlib.blake2b(file.content, digest_size=32).digest()
        digest = _digest(body + b"\0" + file.media_type.encode() + b"\0" + content)
        return Entry(request, body, digest, [index], most=1)

    def _request(self, item: Any) -> Request:
        if self._main is not None and isinstance(item, str):
            # A plain copy of what pandas and numpy make of a string.
            return self._validated({**self._options, self._main: str(item)})
        if isinstance(item, Mapping):
            given = {str(name): value for name, value in item.items() if value is not None}
            _refuse_unknown(given, self._names, "member")
            members = self._options | given
            if "file" in given:
                members.update(source_of(members.pop("file"), url=given.get("url")))
            return self._built(self._with_type(members))
        if item is not None and self._is_file(item):
            return self._built(self._with_type(self._options | source_of(item)))
        name = self._main or "file"
        expected = "a string" if self._main else "a URL, a path, bytes, a picture or an array"
        if not isinstance(item, list | tuple) or name != "text":
            raise InvalidInputError([Problem(name, f"{name}: give {expected}.")])
        return self._built(self._options | {name: item})

    def _is_file(self, item: Any) -> bool:
        """Return whether an item is content to send, where an operation takes any."""
        if self._main is None:
            return True
        return self._is_embedding and not isinstance(item, str | list | tuple | float | int)

    def _with_type(self, members: dict[str, Any]) -> dict[str, Any]:
        if self._is_embedding and "type" not in members:
            return members | {"type": type_of(members, members.get("text"))}
        return members

    def _built(self, members: dict[str, Any]) -> Request:
        request: Request = build(self.operation, members)
        return request

    def _validated(self, members: dict[str, Any]) -> Request:
        try:
            request: Request = self.operation.request.model_validate(members)
        except ValidationError as error:
            raise InvalidInputError(problems(error, self.operation.request, members)) from None
        return request

    def _check_options(self) -> None:
        """Raise the problems of the options, which all items would have."""
        sample = self._main or "url"
        members = self._options | {sample: _SAMPLES.get(sample, "sample")}
        try:
            self._validated(members)
        except InvalidInputError as error:
            own = [one for one in error.problems if _root(one.field) in self._options]
            if own:
                raise InvalidInputError(own) from None


def _member_names(request: type[Request]) -> frozenset[str]:
    aliases = {field.alias for field in request.model_fields.values() if field.alias}
    return frozenset(request.model_fields) | aliases


def _refuse_unknown(given: Mapping[str, Any], names: frozenset[str], kind: str) -> None:
    mistakes = []
    for name in given:
        if name not in names:
            close = get_close_matches(name, names, n=1)
            known = f"use {', '.join(sorted(names))}." if names else "remove it."
            advice = f"did you mean {close[0]!r}?" if close else known
            mistakes.append(Problem(name, f"{name}: unknown {kind}; {advice}"))
    if mistakes:
        raise InvalidInputError(mistakes)


def _root(field: str | None) -> str:
    return (field or "").partition(".")[0].partition("[")[0]


def _canonical(value: Any) -> bytes:
    return _encoder.encode(value).encode()


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=32).digest()


def takes_address(request: Request) -> bool:
    """Return whether a request names an address for the service to go to."""
    if isinstance(request, FileRequest):
        return request.url is not None
    return bool(getattr(request, "url", None) or getattr(request, "byo_urls", None))
