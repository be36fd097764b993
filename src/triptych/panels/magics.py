"""Magics: the text of a cell is sent to an operation, and the reply is displayed below.

`%load_ext triptych` registers one for each operation: `%%sentiment`, `%%search`, `%%research` and
the rest. `%%search?` lists the options of one. `%workbench` opens all of them in one widget.
"""

from __future__ import annotations

import difflib
import json
import keyword
import shlex
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, get_args, get_origin

from IPython.core.error import UsageError
from pydantic.fields import FieldInfo

from triptych.client import Client, InvalidInputError, TriptychError, build
from triptych.client.files import source_of
from triptych.contract import OPERATIONS, Message, Operation, Reply
from triptych.panels.base.controls import fields_of, lines_of, plain_type

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from triptych.panels.workbench import Workbench


def register(shell: InteractiveShell) -> None:
    """Add the magics to a shell."""
    for operation in OPERATIONS.values():
        magic: Any = partial(run, shell, operation)
        # What `%%search?` shows.
        magic.__doc__ = _documented(operation)
        shell.register_magic_function(magic, "cell", operation.name)
    opens: Any = _workbench
    shell.register_magic_function(opens, "line", "workbench")


def unregister(shell: InteractiveShell) -> None:
    """Remove the magics."""
    for name in OPERATIONS:
        shell.magics_manager.magics["cell"].pop(name, None)
    shell.magics_manager.magics["line"].pop("workbench", None)


def _workbench(line: str) -> Workbench:
    """Open the workbench: `%workbench`, or `bench = %workbench` to have it in a variable."""
    if line.strip():
        raise UsageError("%workbench takes no options: calls are set up in the workbench itself.")
    from triptych.panels.workbench import Workbench

    return Workbench()


def run(shell: InteractiveShell, operation: Operation[Any, Any], line: str, cell: str) -> Reply:
    """Return the reply to a cell, and store it in the shell's variable that an option names.

    Raises IPython's UsageError with one line on what to do, which it shows without a traceback.
    """
    try:
        options, into = parsed(operation, line)
        request = build(operation, options | input_of(operation, cell, options))
        with Client() as client:
            reply: Reply = client.call(operation, request)
    except InvalidInputError as error:
        raise UsageError(_line(f"%%{operation.name}: {error}")) from None
    except (TriptychError, ValueError) as error:
        raise UsageError(_line(str(error))) from None
    except Exception as error:
        raise UsageError(_line(f"{type(error).__name__}: {error}")) from error
    if into:
        shell.user_ns[into] = reply
    return reply


def _line(words: str) -> str:
    return " ".join(words.split())


def _documented(operation: Operation[Any, Any]) -> str:
    return "\n".join(
        [
            f"{operation.summary}.",
            "",
            f"    %%{operation.name} [options]",
            f"    {input_words(operation)}",
            "",
            "Options",
            "-------",
            "--into NAME",
            "    Store the reply in this variable.",
            *described(operation),
        ]
    )


#: The member that the text of a cell stands for; detection takes a file.
INPUTS: Mapping[str, str] = {
    "profanity": "text",
    "spam": "text",
    "suggest": "query",
    "search": "query",
    "research": "query",
    "scrape": "element_prompts",
    "sentiment": "text",
    "embed": "text",
    "embed_v2": "text",
    "generate_image": "prompt",
}
#: An option of the magics alone, and the operations that take several texts.
LINES = "lines"
TAKE_SEVERAL = ("spam", "embed", "embed_v2")


def input_of(operation: Operation[Any, Any], cell: str, options: dict[str, Any]) -> dict[str, Any]:
    r"""Return the members that the text of a cell stands for; take `lines` out of the options.

    Raises ValueError if the cell should contain a file or lines, and does not.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> input_of(OPERATIONS["scrape"], "price\nname\n", {})
    {'element_prompts': ['price', 'name']}
    """
    text = cell.strip("\n")
    by_line = options.pop(LINES, False)
    member = INPUTS.get(operation.name)
    if member is None or not str(options.get("type", "text")).startswith("text"):
        if not text.strip():
            raise ValueError("Write the URL or path of a file in the cell.")
        return source_of(text.strip())
    listed = [line.strip() for line in lines_of(text)]
    if member == "element_prompts":
        return {member: listed}
    if by_line and not listed:
        raise ValueError("Write one text per line of the cell.")
    return {member: listed if by_line else text}


def input_words(operation: Operation[Any, Any]) -> str:
    """Return what to write into a cell."""
    member = INPUTS.get(operation.name)
    if member is None:
        return "URL or path of a picture"
    if member == "element_prompts":
        return "what to find on the page, one description per line"
    words = {"text": "the text", "query": "the query", "prompt": "what to draw"}[member]
    if operation.takes_file and member == "text":
        words += "; with --type image, audio or pdf, the URL or path of a file"
    return words


_INTO = "into"
#: Files are given in the cell.
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
    """Return members of a request, and the name of the variable for the reply, or "".

    Options are `--name value` or `--name=value`; lists separated by commas or as JSON, objects as
    JSON, and of booleans the name alone. Raises ValueError if an option is unknown or invalid.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> parsed(OPERATIONS["search"], "--max-results 3 --no-ai-overview --into reply")
    ({'max_results': '3', 'ai_overview': False}, 'reply')
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
    """Yield lines that describe the options."""
    if operation.name in TAKE_SEVERAL:
        yield "--lines"
        yield "    Treat each line of the cell as a separate text."
    for name, field in options_of(operation).items():
        yield _spelt(name) if _is_bool(field) else f"{_spelt(name)} VALUE"
        default = field.get_default(call_default_factory=True)
        note = "" if field.is_required() or default is None else f" By default {default!r}."
        yield f"    {field.description or ''}{note}"


def _pairs(
    operation: Operation[Any, Any], line: str, fields: dict[str, FieldInfo]
) -> Iterator[tuple[str, Any]]:
    try:
        words = iter(shlex.split(line))
    except ValueError:
        raise ValueError("Unclosed quotation mark in the options.") from None
    for word in words:
        if not word.startswith("--"):
            raise ValueError(
                f"Unexpected {word!r}: write options as --name value, and the input below them."
            )
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
            text = value if equals else next(words, None)
            if text is None or (not equals and text.startswith("--")):
                raise ValueError(f"Give a value: --{spelt} VALUE.")
            yield name, text if name == _INTO else _read(spelt, text, fields[name])


def _read(spelt: str, text: str, field: FieldInfo) -> Any:
    """Return an option's value; texts and numbers are left to the request class."""
    kind = plain_type(field.annotation)
    listed = get_origin(kind) is list
    is_object = get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, Message))
    if is_object or (text[:1] in {"[", "{"} and (listed or _may_be_object(field))):
        try:
            return json.loads(text)
        except ValueError:
            raise ValueError(f"Give JSON in single quotes: --{spelt} '{{…}}'.") from None
    return [part.strip() for part in text.split(",") if part.strip()] if listed else text


def _may_be_object(field: FieldInfo) -> bool:
    return any(get_origin(plain_type(part)) in {dict, list} for part in get_args(field.annotation))


def _outer(operation: Operation[Any, Any]) -> dict[str, str]:
    """Return the member that contains each nested member."""
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
