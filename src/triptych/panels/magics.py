"""Magics: the text of a cell is sent to an operation, and the reply shows itself below.

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
    """Take the magics away again."""
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
    """Ask for the reply to a cell.

    Parameters
    ----------
    shell : InteractiveShell
        Its namespace takes the reply, where a name for it is given.
    operation : Operation
        What is asked.
    line : str
        Options, behind the magic's name.
    cell : str
        The text of the cell.

    Raises
    ------
    IPython.core.error.UsageError
        If anything is wrong, with what to do in one line; a shell shows it without a traceback.
    """
    try:
        given, into = parsed(operation, line)
        request = build(operation, given | input_of(operation, cell, given))
        with Client() as client:
            reply: Reply = client.call(operation, request)
    except InvalidInputError as error:
        raise _refused(operation, error) from None
    except (TriptychError, ValueError) as error:
        raise UsageError(_line(str(error))) from None
    except Exception as error:
        raise UsageError(_line(f"{type(error).__name__}: {error}")) from error
    if into:
        shell.user_ns[into] = reply
    return reply


def _refused(operation: Operation[Any, Any], error: InvalidInputError) -> UsageError:
    return UsageError(_line(f"%%{operation.name}: {error}"))


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


def input_of(operation: Operation[Any, Any], cell: str, given: dict[str, Any]) -> dict[str, Any]:
    r"""Return the members that the text of a cell stands for.

    Parameters
    ----------
    operation : Operation
        What is asked.
    cell : str
        The text.
    given : dict
        Members from the options; what is no member of the request is taken out.

    Raises
    ------
    ValueError
        If a file or texts on lines are to stand in the cell, and there are none.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS
    >>> input_of(OPERATIONS["scrape"], "price\nname\n", {})
    {'element_prompts': ['price', 'name']}
    """
    text = cell.strip("\n")
    by_line = given.pop(LINES, False)
    member = INPUTS.get(operation.name)
    if member is None or not str(given.get("type", "text")).startswith("text"):
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
        yield "    Treat each line of the cell as a separate text."
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
