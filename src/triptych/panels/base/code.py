"""A call as Python code, and as a curl command, in colours. The key is never written out."""

from __future__ import annotations

import inspect
import json
import shlex
from collections.abc import Sequence
from html import escape
from typing import Any, Literal
from urllib.parse import urlencode

from triptych import samples
from triptych.client import Client
from triptych.contract import Attachment, Operation, Request

#: Where `triptych serve` listens by default.
LOCAL_SERVER = "http://127.0.0.1:8000"
_LINE = 88
Language = Literal["python", "bash"]
#: Longer code, such as that with a page in it, would take the lexer a while.
_MOST_HIGHLIGHTED = 20_000
#: What ends a file's name for curl, or begins one in quotes.
_ENDS = ';,"'


def as_python(operation: Operation[Any, Any], request: Request, base_url: str | None) -> str:
    """Return Python that makes the call; `base_url` is None for the embedded default.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS, ProfanityRequest
    >>> print(as_python(OPERATIONS["profanity"], ProfanityRequest(text="fine"), None))
    import triptych
    <BLANKLINE>
    client = triptych.Client()
    reply = client.profanity("fine")
    """
    call = as_call(operation, request)
    return f"{folder_comment(request)}{client_code(base_url)}\n{call}"


def client_code(base_url: str | None) -> str:
    """Return Python that makes a client; `base_url` is None for the embedded default."""
    if base_url is None:
        return "import triptych\n\nclient = triptych.Client()"
    key = 'os.environ["TRIPTYCH_API_KEY"]'
    client = f"client = triptych.Client(api_key={key}, base_url={literal(base_url)})"
    return f"import os\n\nimport triptych\n\n{client}"


def as_call(
    operation: Operation[Any, Any],
    request: Request,
    client: str = "client",
    reply: str = "reply",
    file: str = "",
) -> str:
    """Return the call alone, for code that has a client already; defaults are left out.

    `file` is a variable that has the file's path.

    Examples
    --------
    >>> from triptych.contract import OPERATIONS, ProfanityRequest
    >>> as_call(OPERATIONS["profanity"], ProfanityRequest(text="fine"), reply="first")
    'first = client.profanity("fine")'
    """
    return call_code(f"{reply} = {client}.{operation.name}", _arguments(operation, request, file))


def as_python_of_each(
    operation: Operation[Any, Any], requests: Sequence[Request], base_url: str | None
) -> str:
    """Return Python that makes the same call for several files."""
    files = [file for request in requests if (file := file_of(request)) is not None]
    paths = "".join(f"    {literal(_path(file))},\n" for file in files)
    call = as_call(operation, requests[0], reply="", file="path").removeprefix(" = ")
    comment = next(filter(None, map(folder_comment, requests)), "")
    before = "# in the folder that holds these files\n" if comment else ""
    return (
        f"{before}{client_code(base_url)}\npaths = [\n{paths}]\n"
        f"replies = [{call} for path in paths]"
    )


def highlighted(code: str, language: Language) -> str:
    """Return code as HTML; the style sheet has a colour for each kind of token.

    Examples
    --------
    >>> highlighted("import triptych", "python")
    '<span class="kn">import</span><span class="w"> </span><span class="nn">triptych</span>'
    """
    if len(code) > _MOST_HIGHLIGHTED:
        return escape(code)
    # Loaded when code is first shown.
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    # The formatter ends every line, the last one too.
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True))).removesuffix("\n")


class Expression:
    """Python that is shown as it is."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return self.code


def file_of(request: Request) -> Attachment | None:
    """Return the file of a request, if any."""
    file: Attachment | None = getattr(request, "file", None)
    return file


def folder_comment(request: Request) -> str:
    """Return a comment on where to run this, since browsers disclose only a file's name."""
    file = file_of(request)
    if file is None or samples.name_of(file.filename, file.content):
        return ""
    return f"# in the folder that holds {' '.join(file.filename.split())}\n"


def _path(file: Attachment) -> str | Expression:
    """Return the name of a file, or where a sample lies."""
    sample = samples.name_of(file.filename, file.content)
    return Expression(f"triptych.samples.path({literal(sample)})") if sample else file.filename


def _arguments(
    operation: Operation[Any, Any], request: Request, variable: str
) -> list[tuple[str, Any]]:
    """Return how each argument begins, and its value; what needs no name comes first."""
    method = getattr(Client, operation.name)
    # The first is the client itself.
    parameters = list(inspect.signature(method).parameters)[1:]
    named: dict[str, Any] = {}
    if (file := file_of(request)) is not None:
        named["file"] = Expression(variable) if variable else _path(file)
    for member, value in request.to_wire().items():
        if member not in parameters and isinstance(value, dict):
            # Members of a nested object are separate arguments.
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
    # Your own server accepts any key, but not an empty one.
    value = "${TRIPTYCH_API_KEY:-any}" if base_url is None else "$TRIPTYCH_API_KEY"
    key = f'-H "x-api-key: {value}"'
    before = folder_comment(request)
    if operation.method == "GET":
        parts = [f"curl {shlex.quote(f'{url}?{urlencode(wire)}')}", key]
    elif (file := file_of(request)) is not None:
        body = _whole(json.dumps(wire, ensure_ascii=False), ";")
        parts = [f"curl {shlex.quote(url)}", key]
        if sample := samples.name_of(file.filename, file.content):
            path = f"import triptych; print(triptych.samples.path({literal(sample)}))"
            before += f"sample=$(python -c {shlex.quote(path)})\n"
            parts.append('-F "file=@$sample"')
        else:
            parts.append(f"-F {shlex.quote(f'file=@{_whole(file.filename, _ENDS)}')}")
        parts.append(f"-F {shlex.quote(f'body={body};type=application/json')}")
    else:
        body = shlex.quote(json.dumps(wire, ensure_ascii=False))
        parts = [f"curl {shlex.quote(url)}", key, "-H 'content-type: application/json'"]
        parts.append(f"-d {body}")
    if getattr(request, "return_type", None) == "binary":
        # Curl writes no picture into a terminal; with --fail, no error into a picture.
        parts.append(f"--fail -o picture.{getattr(request, 'output_format', 'bin')}")
    command = before + " \\\n  ".join(parts)
    if base_url is None:
        return f"# in another terminal: triptych serve (accepts any key)\n{command}"
    return command


def _whole(text: str, ends: str) -> str:
    """Return a form value for curl, quoted if it contains a character that would end it."""
    if not any(end in text for end in ends):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def call_code(start: str, arguments: Sequence[tuple[str, Any]]) -> str:
    """Return the call on one line where it fits, else with a line for each argument.

    Examples
    --------
    >>> call_code("reply = client.search", [("", "tea"), ("max_results=", 3)])
    'reply = client.search("tea", max_results=3)'
    """
    line = f"{start}({', '.join(name + literal(value) for name, value in arguments)})"
    if len(line) <= _LINE or not arguments:
        return line
    parts = [f"{name}{_broken(value, '    ')}" for name, value in arguments]
    name, first = arguments[0]
    if not name and isinstance(first, str):
        # The call's own parentheses hold the lines of a text together.
        parts[0] = "\n    ".join(literal(line) for line in _lines(first))
    listed = "".join(f"    {part},\n" for part in parts)
    return f"{start}(\n{listed})"


def literal(value: Any) -> str:
    """Return a Python literal, strings in double quotes as in the rest of the code shown."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(literal(item) for item in value)}]"
    if isinstance(value, dict):
        pairs = (f"{literal(key)}: {literal(item)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _broken(value: Any, indent: str) -> str:
    """Return a literal with its items, or the lines of its text, on lines of their own."""
    deeper = indent + "    "
    if isinstance(value, str) and "\n" in value.rstrip("\n"):
        lines = "".join(f"{deeper}{literal(line)}\n" for line in _lines(value))
        return f"(\n{lines}{indent})"
    if isinstance(value, list) and len(literal(value)) > _LINE // 2:
        items = "".join(f"{deeper}{_broken(item, deeper)},\n" for item in value)
        return f"[\n{items}{indent}]"
    return literal(value)


def _lines(text: str) -> list[str]:
    # Not splitlines(): it breaks at more than line feeds.
    *lines, last = (line + "\n" for line in text.split("\n"))
    return [*lines, last[:-1]] if last != "\n" else lines
