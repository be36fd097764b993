"""Directives that write the pages of the operations from `triptych.contract`, never by hand.

`{operations}` is the table of all. `{operation} NAME` opens the page of one, with an example that
is given as JSON in the directive's body; `{request-members} NAME` and `{reply-members} NAME` follow
it. `{members} NAME` is the table of one class that travels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from pydantic import BaseModel
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from schema_in_words import in_words
from triptych import contract
from triptych.contract import OPERATIONS, Operation, Reply
from triptych.panels.base.code import as_curl, as_python
from triptych.service import ServiceSettings
from triptych.service.operations import handlers

#: What every reply has; said once, on the page of all operations.
_OF_EVERY_REPLY = frozenset(Reply.model_json_schema()["properties"])


class Operations(SphinxDirective):
    """The table of all operations."""

    def run(self) -> list[nodes.Node]:
        """Return a row for each operation."""
        built = handlers(ServiceSettings())
        rows = [
            (
                f"[{operation.title}](/docs/operations/{operation.name}.md)",
                f"`{operation.method} {operation.path}`",
                f"{{py:meth}}`~triptych.Client.{operation.name}`",
                operation.summary + _remark(operation, built),
            )
            for operation in sorted(OPERATIONS.values(), key=lambda operation: operation.area)
        ]
        head = ("Operation", "Route", "Method", "What it is for")
        return _narrow(self.parse_text_to_nodes(_table(head, rows)))


def _remark(operation: Operation[Any, Any], built: Mapping[str, object]) -> str:
    remarks = ["deprecated"] if operation.deprecated else []
    remarks += [] if operation.name in built else ["by a hosted service only"]
    return f" ({', '.join(remarks)})" if remarks else ""


class OperationInShort(SphinxDirective):
    """One operation: what it is for, its route, and a call as Python and as curl."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return what stands above the tables; the directive's body is the request, in JSON."""
        operation = OPERATIONS[self.arguments[0]]
        example = operation.request(**json.loads("\n".join(self.content)))
        method = f"{{py:meth}}`Client.{operation.name} <triptych.Client.{operation.name}>`"
        route = f"`{operation.method} {operation.path}`"
        parts = [
            f"{_plain(operation.summary)}: {route}, in Python {method}.",
            f"```python\n{as_python(operation, example, None)}\n```",
            f"```bash\n{as_curl(operation, example, None)}\n```",
        ]
        if operation.deprecated:
            parts.insert(0, ":::{warning}\nThe specification marks it as deprecated.\n:::")
        return self.parse_text_to_nodes("\n\n".join(parts))


class RequestMembers(SphinxDirective):
    """What an operation takes, with defaults and bounds."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table of the request, and of the objects in it."""
        operation = OPERATIONS[self.arguments[0]]
        schema = operation.request.model_json_schema()
        # The upload is a part of its own, beside the JSON.
        schema["properties"].pop("file", None)
        head = ("Member", "Value", "Default", "Meaning")
        parts = [_said(schema), _upload(operation), *_members(schema, operation.name, head)]
        return _narrow(self.parse_text_to_nodes("\n\n".join(parts)))


class ReplyMembers(SphinxDirective):
    """What an operation gives back."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table of the reply, and of the objects in it."""
        operation = OPERATIONS[self.arguments[0]]
        schema = operation.reply.model_json_schema(mode="serialization")
        for name in _OF_EVERY_REPLY:
            schema["properties"].pop(name)
        tables = _members(schema, operation.name, ("Member", "Value", "Meaning"))
        common = "And [what every reply has](/docs/operations/index.md#every-reply)."
        parts = [_said(schema), *tables, common]
        return _narrow(self.parse_text_to_nodes("\n\n".join(parts)))


def _upload(operation: Operation[Any, Any]) -> str:
    if not operation.takes_file:
        return ""
    return (
        "The content may also be uploaded as `multipart/form-data`: its bytes in the part `file`, "
        "and the members as JSON in the part `body`."
    )


class Members(SphinxDirective):
    """The members of one class of `triptych.contract`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return its table, and those of the objects in it."""
        model: type[BaseModel] = getattr(contract, self.arguments[0])
        tables = _members(model.model_json_schema(), model.__name__, ("Member", "Value", "Meaning"))
        return _narrow(self.parse_text_to_nodes("\n\n".join(tables)))


def _members(schema: dict[str, Any], page: str, head: tuple[str, ...]) -> list[str]:
    """Return the table of an object's members, then those of the objects it holds."""
    definitions = schema.get("$defs", {})
    met: list[str] = []

    def named(name: str) -> str:
        if name not in met:
            met.append(name)
        return f"[{name}](#{_label(page, name)})"

    tables = [_table(head, _rows(schema, named, head))]
    # Those that are met in a table come after it; the list grows meanwhile.
    for name in met:
        inner = definitions[name]
        tables.append(f"({_label(page, name)})=\n**{name}**: {_said(inner)}")
        tables.append(_table(head, _rows(inner, named, head)))
    return tables


def _rows(schema: Mapping[str, Any], named: Any, head: tuple[str, ...]) -> list[tuple[str, ...]]:
    required = schema.get("required", ())
    rows = []
    for name, member in schema["properties"].items():
        cells = {
            "Member": f"`{name}`",
            "Value": in_words(member, named),
            "Default": "*required*" if name in required else _default(member.get("default")),
            "Meaning": _plain(member.get("description", "")),
        }
        rows.append(tuple(cells[column] for column in head))
    return rows


def _default(value: Any) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def _label(page: str, name: str) -> str:
    return f"{page}-{name}".lower().replace("_", "-")


def _said(schema: Mapping[str, Any]) -> str:
    """Return the class's docstring, up to its first section."""
    said = str(schema.get("description", "")).partition("\n\nParameters\n")[0]
    return _plain(said.replace("\n\n", "\n").replace("\n", " "))


def _plain(text: str) -> str:
    """Return a text in which nothing but what stands in backticks means anything to Markdown."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<>\[\]|])", r"\\\1", part)
        for part in parts
    )


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table in Markdown, without the columns that are empty."""
    kept = [i for i in range(len(head)) if any(row[i] for row in rows)]
    lines = [head, ("---",) * len(head), *rows]
    lines = [tuple(line[i] for i in kept) for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _narrow(parts: list[nodes.Node]) -> list[nodes.Node]:
    """Let the style sheet put the cells of these tables below each other on a narrow screen."""
    for part in parts:
        for table in part.findall(nodes.table):
            table["classes"].append("narrow")
    return parts


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("operations", Operations)
    app.add_directive("operation", OperationInShort)
    app.add_directive("request-members", RequestMembers)
    app.add_directive("reply-members", ReplyMembers)
    app.add_directive("members", Members)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
