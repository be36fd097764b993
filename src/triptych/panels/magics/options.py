"""Options of a magic, from the members of the operation's request."""

from __future__ import annotations

import difflib
import json
import keyword
import shlex
from collections.abc import Iterable, Iterator
from typing import Any, get_args, get_origin

from pydantic.fields import FieldInfo

from triptych.contract import Message, Operation
from triptych.panels.base.controls import fields_of, plain_type
from triptych.panels.magics.inputs import INPUTS, LINES, TAKE_SEVERAL

_INTO = "into"
#: Files travel by the cell, or by their address.
_LEFT_OUT = {"file", "file_store_key"}
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def options_of(operation: Operation[Any, Any]) -> dict[str, FieldInfo]:
    """Return the members that can be given as options, by name.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> list(options_of(OPERATIONS["profanity"]))
    ['censor_replacement', 'languages', 'allow']
    """
    left_out = {*_LEFT_OUT, INPUTS.get(operation.name, "url")}
    fields = fields_of(operation.request) | operation.request.model_fields
    return {name: field for name, field in fields.items() if name not in left_out}


def parsed(operation: Operation[Any, Any], line: str) -> tuple[dict[str, Any], str]:
    """Return members of a request, and the name of the variable for the reply, or nothing.

    Parameters
    ----------
    operation : Operation
        Whose options they are.
    line : str
        `--name value` or `--name=value` for each; lists separated by commas or as JSON, objects as
        JSON, and of what is true or false the name alone.

    Raises
    ------
    ValueError
        If an option is not known, has no value, or cannot be read.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> parsed(OPERATIONS["search"], "--max-results 3 --no-ai-overview --into found")
    ({'max_results': '3', 'ai_overview': False}, 'found')
    """
    fields = options_of(operation)
    outer = _outer(operation)
    members: dict[str, Any] = {}
    into = ""
    for name, value in _pairs(operation, line, fields):
        if name == _INTO:
            if not str(value).isidentifier() or keyword.iskeyword(value):
                raise ValueError("Give the name of a variable: --into NAME.")
            into = str(value)
        elif name in outer:
            members.setdefault(outer[name], {})[name] = value
        elif isinstance(value, list) and isinstance(members.get(name), list):
            members[name] += value
        else:
            members[name] = value
    return members, into


def described(operation: Operation[Any, Any]) -> Iterator[str]:
    """Yield lines that say what the options are."""
    if operation.name in TAKE_SEVERAL:
        yield "--lines"
        yield "    Each line of the cell is a text of its own."
    for name, field in options_of(operation).items():
        yield _spelt(name) if _is_bool(field) else f"{_spelt(name)} VALUE"
        default = field.get_default(call_default_factory=True)
        told = "" if field.is_required() or default is None else f" By default {default!r}."
        yield f"    {field.description or ''}{told}"


def _pairs(
    operation: Operation[Any, Any], line: str, fields: dict[str, FieldInfo]
) -> Iterator[tuple[str, Any]]:
    try:
        words = iter(shlex.split(line))
    except ValueError:
        raise ValueError("A quotation in the options is not closed.") from None
    for word in words:
        if not word.startswith("--"):
            raise ValueError(f"Write options as --name value, and the input below them: {word!r}.")
        spelt, equals, value = word[2:].partition("=")
        name = spelt.replace("-", "_")
        off = name.removeprefix("no_")
        if name == LINES and operation.name in TAKE_SEVERAL:
            yield name, True
        elif name in fields and _is_bool(fields[name]):
            yield name, _truth(spelt, value) if equals else True
        elif name != off and off in fields and _is_bool(fields[off]) and not equals:
            yield off, False
        elif name != _INTO and name not in fields:
            raise ValueError(_unknown(operation, spelt, fields))
        else:
            given = value if equals else next(words, None)
            if given is None or (not equals and given.startswith("--")):
                raise ValueError(f"Give a value: --{spelt} VALUE.")
            yield name, given if name == _INTO else _read(spelt, given, fields[name])


def _read(spelt: str, given: str, field: FieldInfo) -> Any:
    """Return an option's value; texts and numbers are left to the request class."""
    kind = plain_type(field.annotation)
    listed = get_origin(kind) is list
    is_object = get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, Message))
    if is_object or (given[:1] in {"[", "{"} and (listed or _may_be_object(field))):
        try:
            return json.loads(given)
        except ValueError:
            raise ValueError(f"Give JSON in single quotes: --{spelt} '{{…}}'.") from None
    return [part.strip() for part in given.split(",") if part.strip()] if listed else given


def _may_be_object(field: FieldInfo) -> bool:
    return any(get_origin(plain_type(part)) in {dict, list} for part in get_args(field.annotation))


def _outer(operation: Operation[Any, Any]) -> dict[str, str]:
    """Return which member holds each of those that travel in an object of their own."""
    return {
        inner: name
        for name, field in operation.request.model_fields.items()
        if isinstance(kind := plain_type(field.annotation), type) and issubclass(kind, Message)
        for inner in kind.model_fields
        if inner not in operation.request.model_fields
    }


def _is_bool(field: FieldInfo) -> bool:
    return plain_type(field.annotation) is bool


def _truth(spelt: str, value: str) -> bool:
    if value.lower() in (*_TRUE, *_FALSE):
        return value.lower() in _TRUE
    raise ValueError(f"Give true or false: --{spelt}=true.")


def _unknown(operation: Operation[Any, Any], spelt: str, fields: Iterable[str]) -> str:
    names = [_spelt(name) for name in (_INTO, *fields)]
    near = difflib.get_close_matches(f"--{spelt}", names, 1)
    hint = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(names)}."
    return f"%%{operation.name} has no option --{spelt}: {hint}"


def _spelt(name: str) -> str:
    return f"--{name.replace('_', '-')}"
