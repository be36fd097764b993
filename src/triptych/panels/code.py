"""What to type to get the same reply: as Python, and as curl. The key is never written out."""

from __future__ import annotations

import inspect
import json
import shlex
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from triptych.client import Client
from triptych.contract import Operation, Request

#: Where `triptych serve` listens unless told otherwise.
LOCAL_SERVER = "http://127.0.0.1:8000"
_LINE = 88
#: What the methods call a file, which may be its address.
_FILES = ("image", "file")


def as_python(operation: Operation[Any, Any], request: Request, base_url: str | None) -> str:
    """Return Python that makes the call.

    Parameters
    ----------
    operation : Operation
        Whose method is called.
    request : Request
        Its arguments; those left at their default are left out.
    base_url : str or None
        The server; None for the embedded default.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS, ProfanityRequest
    >>> print(as_python(OPERATIONS["profanity"], ProfanityRequest(text="fine"), None))
    import triptych
    <BLANKLINE>
    client = triptych.Client()
    reply = client.profanity("fine")
    """
    call = _call(f"reply = client.{operation.name}", _arguments(operation, request))
    if base_url is None:
        return f"import triptych\n\nclient = triptych.Client()\n{call}"
    key = 'os.environ["TRIPTYCH_API_KEY"]'
    client = f"client = triptych.Client({key}, {_literal(base_url)})"
    return f"import os\n\nimport triptych\n\n{client}\n{call}"


def _arguments(operation: Operation[Any, Any], request: Request) -> list[tuple[str, Any]]:
    """Return how each argument begins, and its value; what needs no name comes first."""
    method = getattr(Client, operation.name)
    # The first is the client itself.
    parameters = list(inspect.signature(method).parameters)[1:]
    file_name = next((name for name in _FILES if name in parameters), "file")
    named: dict[str, Any] = {}
    if (file := getattr(request, "file", None)) is not None:
        named[file_name] = file.filename
    for member, value in request.to_wire().items():
        if member == "url" and "url" not in parameters:
            named[file_name] = value
        elif member not in parameters and isinstance(value, dict):
            # What travels in an object of its own is spelt out.
            named |= value
        else:
            named[member] = value
    first = parameters[0]
    unnamed = [("", named.pop(first))] if first in named else []
    return [*unnamed, *((f"{name}=", value) for name, value in named.items())]


def as_curl(operation: Operation[Any, Any], request: Request, base_url: str | None) -> str:
    r"""Return the same call for a shell.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS, ProfanityRequest
    >>> print(as_curl(OPERATIONS["profanity"], ProfanityRequest(text="fine"), "http://h"))
    curl http://h/v1/validate/profanity \
      -H "x-api-key: $TRIPTYCH_API_KEY" \
      -H 'content-type: application/json' \
      -d '{"text": "fine"}'
    """
    url = (base_url or LOCAL_SERVER).rstrip("/") + operation.path
    wire = request.to_wire()
    key = '-H "x-api-key: $TRIPTYCH_API_KEY"'
    if operation.method == "GET":
        parts = [f"curl {shlex.quote(f'{url}?{urlencode(wire)}')}", key]
    elif (file := getattr(request, "file", None)) is not None:
        body = shlex.quote(f"body={json.dumps(wire, ensure_ascii=False)};type=application/json")
        parts = [f"curl {shlex.quote(url)}", key, f"-F {shlex.quote(f'file=@{file.filename}')}"]
        parts.append(f"-F {body}")
    else:
        body = shlex.quote(json.dumps(wire, ensure_ascii=False))
        parts = [f"curl {shlex.quote(url)}", key, "-H 'content-type: application/json'"]
        parts.append(f"-d {body}")
    command = " \\\n  ".join(parts)
    if base_url is None:
        return f"# in another terminal: triptych serve (takes any key)\n{command}"
    return command


def _call(start: str, arguments: Sequence[tuple[str, Any]]) -> str:
    """Return the call on one line where it fits, else with a line for each argument."""
    line = f"{start}({', '.join(name + _literal(value) for name, value in arguments)})"
    if len(line) <= _LINE:
        return line
    parts = [f"{name}{_broken(value, '    ')}" for name, value in arguments]
    first = arguments[0][1]
    if isinstance(first, str):
        # The call's own parentheses hold the lines of a text together.
        parts[0] = "\n    ".join(_literal(line) for line in _lines(first))
    listed = "".join(f"    {part},\n" for part in parts)
    return f"{start}(\n{listed})"


def _literal(value: Any) -> str:
    """Return a Python literal, strings in double quotes as in the rest of the code shown."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(_literal(item) for item in value)}]"
    if isinstance(value, dict):
        pairs = (f"{_literal(key)}: {_literal(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _broken(value: Any, indent: str) -> str:
    """Return a literal with its items, or the lines of its text, on lines of their own."""
    deeper = indent + "    "
    if isinstance(value, str) and "\n" in value.rstrip("\n"):
        lines = "".join(f"{deeper}{_literal(line)}\n" for line in _lines(value))
        return f"(\n{lines}{indent})"
    if isinstance(value, list) and len(_literal(value)) > _LINE // 2:
        items = "".join(f"{deeper}{_broken(item, deeper)},\n" for item in value)
        return f"[\n{items}{indent}]"
    return _literal(value)


def _lines(text: str) -> list[str]:
    # Not splitlines(): it breaks at more than line feeds.
    *lines, last = (line + "\n" for line in text.split("\n"))
    return [*lines, last[:-1]] if last != "\n" else lines
