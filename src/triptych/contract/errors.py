"""The body of an error, and how a refused request is put into words."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from triptych.contract.model import Message, Request


class ErrorDetail(Message):
    """What went wrong, for a program to read."""

    code: str = "unknown"
    field: str | None = None
    detail: Any = None


class ErrorBody(Message):
    """The body of every answer that is not a success."""

    success: bool = False
    message: str = ""
    error: ErrorDetail = ErrorDetail()
    log_id: str | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a request.

    Attributes
    ----------
    field : str or None
        JSON path of the member, or None when it concerns the request as a whole.
    message : str
        One sentence that says what to do.
    """

    field: str | None
    message: str


def problems(
    error: ValidationError, request: type[Request], given: Mapping[str, Any]
) -> list[Problem]:
    """Put each failed constraint of a request into one sentence that says what to do.

    Parameters
    ----------
    error : pydantic.ValidationError
        What validation raised.
    request : type of Request
        The class that was validated.
    given : mapping
        What was passed; used to recognise a misspelt member.

    Examples
    --------
    >>> from triptych.contract import SuggestRequest
    >>> try:
    ...     SuggestRequest(query="")
    ... except ValidationError as error:
    ...     problems(error, SuggestRequest, {"query": ""})[0].message
    'query: give at least 1 character.'
    """
    found: list[Problem] = []
    for item in error.errors(include_url=False):
        field = _path(item["loc"]) or None
        message = _sentence(item["type"], item.get("ctx", {}), item["msg"])
        if item["type"] == "missing":
            message += _misspelt(str(item["loc"][-1]), request, given)
        found.append(Problem(field, f"{field}: {message}" if field else _capital(message)))
    return _of_the_branch_meant(found)


def _of_the_branch_meant(found: Sequence[Problem]) -> list[Problem]:
    """Keep, of what every branch of a union complains about, what concerns the one meant.

    It is the branch that got deepest; where two got as far, the one that did not want a list.
    """
    depth: dict[str, int] = {}
    for problem in found:
        member, inside = _member(problem)
        depth[member] = max(depth.get(member, 0), inside)
    kept: dict[tuple[str | None, int], Problem] = {}
    for place, problem in enumerate(found):
        member, inside = _member(problem)
        if inside == depth[member]:
            kept.setdefault((problem.field, place if problem.field is None else 0), problem)
    return list(kept.values())


def _member(problem: Problem) -> tuple[str, int]:
    path = problem.field or ""
    return path.partition("[")[0].partition(".")[0], path.count("[")


def _path(location: tuple[int | str, ...]) -> str:
    """Return `a.b[0]`, without the branch names that pydantic adds for unions."""
    path = ""
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        elif part.isidentifier() and part not in {"str", "int", "float", "bool"}:
            path += f".{part}" if path else part
    return path


def _sentence(kind: str, context: Mapping[str, Any], fallback: str) -> str:
    match kind:
        case "missing":
            return "this is required; give a value."
        case "string_blank":
            return "give some text, not white space alone."
        case "string_too_short":
            return f"give at least {_count(context['min_length'], 'character')}."
        case "string_too_long":
            return f"give at most {_count(context['max_length'], 'character')}."
        case "too_long":
            return f"give at most {_count(context['max_length'], 'item')}."
        case "too_short":
            return f"give at least {_count(context['min_length'], 'item')}."
        case "greater_than_equal":
            return f"give {context['ge']:g} or more."
        case "less_than_equal":
            return f"give {context['le']:g} or less."
        case "literal_error":
            return f"give one of {context['expected']}."
        case "string_unicode":
            return f"the character at {context['offset']} is half of a surrogate pair; replace it."
        case "string_type":
            return "give a string."
        case "value_error":
            return f"{context['error']}."
    return f"{fallback[0].lower()}{fallback[1:]}."


def _misspelt(missing: str, request: type[BaseModel], given: Mapping[str, Any]) -> str:
    unknown = [name for name in given if name not in request.model_fields]
    close = difflib.get_close_matches(missing, unknown, n=1, cutoff=0.6)
    return f" Did you mean {missing!r} where you wrote {close[0]!r}?" if close else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
