"""The body of an error, and messages for invalid requests."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from pydantic import BaseModel, Field, ValidationError

from triptych.contract.model import Message, Request

#: The expected type, by pydantic's name of the mistake.
_EXPECTED = {
    "string_type": "a string",
    "list_type": "a list",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "an object"),
    **dict.fromkeys(
        ("int_type", "int_parsing", "int_from_float", "int_parsing_size"), "a whole number"
    ),
    **dict.fromkeys(("float_type", "float_parsing"), "a number"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "true or false"),
}
#: Characters of a caller's key that are shown.
_SHOWN = 50


class ErrorDetail(Message):
    """What went wrong, for a program to read."""

    code: str = Field("unknown", description="snake_case.")
    field: str | None = Field(None, description="The member at fault, as a JSON path.")
    detail: Any = Field(None, description="What else is known, such as all problems at once.")


class ErrorBody(Message):
    """The body of every response that is not a success."""

    success: bool = Field(False, description="Never true.")
    message: str = Field("", description="One sentence for people, which says what to do.")
    error: ErrorDetail = Field(ErrorDetail(), description="The same for programs.")
    log_id: str | None = Field(None, description="The call, to be quoted when asking for help.")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a request."""

    #: JSON path of the member; None when it concerns the request as a whole.
    field: str | None
    #: One sentence that says what to do.
    message: str


def problems(
    error: ValidationError, request: type[Request], given: Mapping[str, Any]
) -> list[Problem]:
    """Return a message for each constraint of the class `request` that failed.

    The members that were `given` serve to recognise a misspelt one.

    Examples
    --------
    >>> from triptych.contract import SuggestRequest
    >>> try:
    ...     SuggestRequest(query="")
    ... except ValidationError as error:
    ...     problems(error, SuggestRequest, {"query": ""})[0].message
    'query: give at least 1 character.'
    """
    mistakes: list[tuple[str, str, str]] = []
    for item in error.errors(include_url=False):
        field, key = _place(item["loc"], given)
        kind = item["type"]
        sentence = _sentence(kind, item.get("ctx", {}), item["msg"], item["input"])
        if key is not None:
            sentence = f"the key {_short(key)!r}: {sentence}"
        if kind == "missing":
            sentence += _misspelt(str(item["loc"][-1]), request, given)
        mistakes.append((field, kind, sentence))
    return [
        Problem(field or None, f"{field}: {sentence}" if field else _capital(sentence))
        for field, sentence in _of_the_meant_branch(mistakes)
    ]


def _of_the_meant_branch(mistakes: Sequence[tuple[str, str, str]]) -> list[tuple[str, str]]:
    """Return, of the mistakes in every branch of a union, those of the branch that was meant.

    A branch that expects another type is not the one, if another branch got further; if none did,
    one message names the expected types of all.
    """
    further = {field for field, kind, _ in mistakes if kind not in _EXPECTED}
    fields = {field for field, _, _ in mistakes}
    messages: list[tuple[str, str]] = []
    expected: dict[str, list[str]] = {}
    for field, kind, sentence in mistakes:
        if kind not in _EXPECTED:
            if not field or (field, sentence) not in messages:
                messages.append((field, sentence))
        elif not any(_is_inside(other, field) for other in further | (fields - {field})):
            if field not in expected:
                messages.append((field, ""))
            expected.setdefault(field, []).append(_EXPECTED[kind])
    return [
        (field, sentence or f"give {' or '.join(dict.fromkeys(expected[field]))}.")
        for field, sentence in messages
    ]


def _is_inside(field: str, other: str) -> bool:
    """Return whether a member is another, or inside it."""
    return field == other or (field.startswith(other) and field[len(other)] in ".[")


def _place(location: tuple[int | str, ...], given: Any) -> tuple[str, str | None]:
    """Return `a.b[0]`, and a key if it is the key that is wrong.

    The names that pydantic adds for the branches of unions are told from keys by what was given.
    """
    path, before, key = "", "", None
    value = given
    for part in location:
        if part == "[key]":
            return before, key
        if isinstance(part, int):
            before, path = path, f"{path}[{part}]"
            value = value[part] if isinstance(value, list | tuple) and part < len(value) else None
        elif isinstance(value, Mapping) and part in value:
            before, key, value = path, part, value[part]
            path = _joined(path, part)
        elif part.isidentifier() and part not in {"str", "int", "float", "bool"}:
            before, path = path, _joined(path, part)
            value = None
    return path, None


def _joined(path: str, name: str) -> str:
    if not name.isidentifier():
        return f"{path}[{_short(name)!r}]"
    return f"{path}.{name}" if path else name


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _sentence(kind: str, context: Mapping[str, Any], fallback: str, given: Any) -> str:
    if kind in _EXPECTED:
        return f"give {_EXPECTED[kind]}."
    match kind:
        case "missing":
            return "this is required; give a value."
        case "string_blank":
            return "give some text, not white space alone."
        case "string_too_short":
            return f"give at least {_count(context['min_length'], 'character')}."
        case "string_too_long":
            limit = _count(context["max_length"], "character")
            return f"give at most {limit}, not {len(given):,}."
        case "too_long":
            limit = _count(context["max_length"], _noun(given))
            return f"give at most {limit}, not {context['actual_length'] or len(given):,}."
        case "too_short":
            return f"give at least {_count(context['min_length'], _noun(given))}."
        case "greater_than_equal":
            return f"give {context['ge']:g} or more."
        case "greater_than":
            return f"give more than {context['gt']:g}."
        case "less_than_equal":
            return f"give {context['le']:g} or less."
        case "finite_number":
            return "give a finite number."
        case "literal_error":
            return f"give one of {context['expected']}."
        case "string_unicode" if isinstance(given, bytes | bytearray):
            return "give text, not bytes."
        case "string_unicode":
            # Not from the context: pydantic's own complaint has none.
            at = next(i for i, letter in enumerate(given) if "\ud800" <= letter <= "\udfff")
            return f"the character at {at} is half of a surrogate pair; replace it."
        case "value_error":
            return f"{context['error']}."
    return f"{fallback[0].lower()}{fallback[1:]}."


def _noun(given: Any) -> str:
    return "character" if isinstance(given, str) else "item"


def _misspelt(missing: str, request: type[BaseModel], given: Mapping[str, Any]) -> str:
    unknown = [name for name in given if name not in request.model_fields]
    close = difflib.get_close_matches(missing, unknown, n=1, cutoff=0.6)
    return f" Did you mean {missing!r} where you wrote {close[0]!r}?" if close else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait before another request, as a server asks for (RFC 9110, 10.2.3).

    None where ``Retry-After`` is missing from the headers (names in lower case) or is neither a
    number nor a date.

    Examples
    --------
    >>> retry_after({"retry-after": "1.5"}), retry_after({"retry-after": "soon"})
    (1.5, None)
    >>> retry_after({"retry-after": "Thu, 01 Jan 1970 00:00:00 GMT"})
    0.0
    """
    value = headers.get("retry-after", "").strip()
    try:
        seconds = float(value)
    except ValueError:
        try:
            moment = parsedate_to_datetime(value)
        except (ValueError, TypeError, IndexError):
            return None
        seconds = (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    # "inf" and "nan" are numbers to Python, but no pause.
    return max(0.0, seconds) if math.isfinite(seconds) else None
