"""Directives that generate the reference of the operations from `triptych.contract`.

`{operations}` is the table of all operations, `{limits}` that of how much each takes.
`{operation} NAME` introduces one, with an example
whose request is the directive's body, in JSON (its `file` is the name of a sample), and with the
reply to it, which `tools/draw_replies.py` keeps in `operations/replies`; `{request-members} NAME`
and `{reply-members} NAME` are its tables. `{members} NAME` is the table of any class of the
contract.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from pydantic import BaseModel
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from schema_in_words import in_words
from triptych import contract, samples
from triptych.contract import MOST_IN_BATCH, OPERATIONS, Attachment, Operation, Reply, Request
from triptych.contract.limits import (
    MOST_CHARACTERS_OF_A_LIST,
    MOST_PROFANITIES,
    MOST_SENTENCES,
    MOST_TOKENS,
)
from triptych.engines.embedding import LONGEST
from triptych.engines.generation.layout import MOST_THINGS
from triptych.engines.page.pdf import MAX_CHARACTERS, MAX_PAGE_CHARACTERS, MAX_PAGES
from triptych.engines.pictures.open import LARGEST
from triptych.engines.sound.samples import LONGEST_S
from triptych.panels.base.code import as_curl, as_python
from triptych.service.operations import HANDLERS
from triptych.service.settings import ServiceSettings

#: Members of every reply, which are documented once, on the page of all operations.
_COMMON_MEMBERS = frozenset(Reply.model_json_schema()["properties"])
#: The page of an operation whose page does not have its name.
_PAGES = {
    "embed": "embedding.md#version-1",
    "embed_v2": "embedding.md#version-2",
    "detect": "detection.md",
    "generate_image": "generation.md",
    "suggest": "suggestions.md",
}


class Operations(SphinxDirective):
    """The table of all operations."""

    def run(self) -> list[nodes.Node]:
        """Return a row for each operation."""
        rows = [
            (
                f"[{operation.title}](/docs/operations/{_page(operation.name)})",
                f"`{operation.method} {operation.path}`",
                f"{{py:meth}}`~triptych.Client.{operation.name}`",
                operation.summary + _remark(operation),
            )
            for operation in sorted(OPERATIONS.values(), key=lambda operation: operation.area)
        ]
        head = ("Operation", "Route", "Method", "Purpose")
        return narrow(self.parse_text_to_nodes(table(head, rows)))


def _page(name: str) -> str:
    return _PAGES.get(name, f"{name}.md")


def _remark(operation: Operation[Any, Any]) -> str:
    remarks = ["deprecated"] if operation.deprecated else []
    remarks += [] if operation.name in HANDLERS else ["hosted service only"]
    return f" ({', '.join(remarks)})" if remarks else ""


class Limits(SphinxDirective):
    """How much each operation takes."""

    def run(self) -> list[nodes.Node]:
        """Return a row for each member with a limit, and one for each kind of content."""
        rows = [
            (f"[{operation.title}](/docs/operations/{_page(operation.name)})", f"`{name}`", limit)
            for operation in sorted(OPERATIONS.values(), key=lambda operation: operation.area)
            for name, limit in limits(operation)
        ]
        parts = [
            table(("Operation", "Member", "Limit"), rows),
            table(("Content", "Limit"), _CONTENTS),
        ]
        return narrow(self.parse_text_to_nodes("\n\n".join(parts)))


#: What is counted in a content, or in a whole request.
_CONTENTS = [
    (
        "Texts whose sentiment is judged, or that are embedded",
        f"{MOST_TOKENS:,} tokens in a request; of one that is truncated its first {LONGEST} count",
    ),
    ("Text whose sentiment is judged", f"{MOST_SENTENCES:,} sentences"),
    ("Text that is checked for profanity", f"{MOST_PROFANITIES:,} profane words"),
    ("List of texts", f"{MOST_CHARACTERS_OF_A_LIST:,} characters together"),
    ("Picture", f"{LARGEST:,} pixels"),
    ("Picture that is generated", f"{MOST_THINGS} things"),
    (
        "PDF",
        f"{MAX_PAGES:,} pages, {MAX_PAGE_CHARACTERS:,} characters of a page, "
        f"{MAX_CHARACTERS:,} of all",
    ),
    ("Sound", f"{LONGEST_S:,} s"),
    ("Batch", f"{MOST_IN_BATCH:,} requests"),
    (
        "Body of a request (`TRIPTYCH_MAX_BODY_BYTES`)",
        f"{ServiceSettings.model_fields['max_body_bytes'].default:,} bytes",
    ),
    (
        "Content of an address (`TRIPTYCH_MAX_FETCH_BYTES`)",
        f"{ServiceSettings.model_fields['max_fetch_bytes'].default:,} bytes",
    ),
]


def limits(operation: Operation[Any, Any]) -> list[tuple[str, str]]:
    """Return the members of an operation's request that have an upper limit, and the limits.

    Examples
    --------
    >>> limits(OPERATIONS["suggest"])
    [('query', 'string, 1 to 200 characters')]
    """
    schema = operation.request.model_json_schema()
    members = dict(schema["properties"])
    for definition in schema.get("$defs", {}).values():
        members |= {**definition["properties"], **members}
    members.pop("file", None)
    words = {name: in_words(member) for name, member in members.items()}
    return [(name, limit) for name, limit in words.items() if _has_limit(members[name])]


def _has_limit(schema: Mapping[str, Any]) -> bool:
    """Return whether a value, or one inside it, has an upper limit."""
    bounds = {"maxLength", "maxItems", "maxProperties", "maximum"}
    inner = [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]
    nested = (branch for branch in inner if isinstance(branch, Mapping))
    return bool(bounds & schema.keys()) or any(map(_has_limit, nested))


#: Replies to the examples, by the names of operations.
REPLIES = Path(__file__).parent / "operations" / "replies"
#: The panel and the tutorial of each operation.
_PANELS = {
    "profanity": ("ProfanityPanel", "01-text-safety"),
    "spam": ("SpamPanel", "01-text-safety"),
    "sentiment": ("SentimentPanel", "02-sentiment"),
    "embed": ("EmbeddingPanel", "03-embedding-map"),
    "embed_v2": ("EmbeddingV2Panel", "04-sound-and-speakers"),
    "detect": ("DetectionPanel", "05-object-detection"),
    "generate_image": ("GenerationPanel", "06-image-generation"),
    "suggest": ("SuggestPanel", "07-web-search"),
    "search": ("SearchPanel", "07-web-search"),
    "scrape": ("ScrapePanel", "08-scrape"),
    "research": ("ResearchPanel", "09-deep-research"),
}


def example(operation: Operation[Any, Any], body: Mapping[str, Any]) -> Request:
    """Return the request of an example, with a sample where it names a file."""
    members = dict(body)
    if name := members.pop("file", None):
        path = samples.path(name)
        members["file"] = Attachment(path.read_bytes(), path.name)
    request: Request = operation.request(**members)
    return request


class OperationInShort(SphinxDirective):
    """One operation: its purpose, its route, and a call as Python and as curl with its reply."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return what stands above the tables."""
        operation = OPERATIONS[self.arguments[0]]
        name = operation.name
        request = example(operation, json.loads("\n".join(self.content)))
        reply = json.loads((REPLIES / f"{name}.json").read_text(encoding="utf-8"))
        self.env.note_dependency(str(REPLIES / f"{name}.json"))
        panel, tutorial = _PANELS[name]
        method = f"{{py:meth}}`Client.{name} <triptych.Client.{name}>`"
        route = f"`{operation.method} {operation.path}`"
        parts = [
            f"{plain(operation.summary)}: {route}, in Python {method}. To click: "
            f"{{py:class}}`triptych.{panel}`; to learn: the tutorial "
            f"{{doc}}`/notebooks/{tutorial}`.",
            f"```python\n{as_python(operation, request, None)}\nreply.plot()\n```",
            *(_picture(name, reply["summary"], theme) for theme in ("light", "dark")),
            f"```bash\n{as_curl(operation, request, None)}\n```",
            f"````{{code-block}} text\n:class: reply\n\n{reply['json']}\n````",
        ]
        if operation.deprecated:
            parts.insert(
                0,
                ":::{warning}\nThe specification marks this operation as deprecated. "
                f"{operation.instead}\n:::",
            )
        return self.parse_text_to_nodes("\n\n".join(parts))


def _picture(name: str, summary: str, theme: str) -> str:
    """Return the picture of a reply for pages of one theme."""
    return (
        f"```{{image}} /docs/operations/replies/{name}-{theme}.webp\n"
        f":alt: The reply, drawn by reply.plot(): {summary}\n:class: only-{theme} reply\n```"
    )


class RequestMembers(SphinxDirective):
    """The members of an operation's request, with defaults and limits."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table of the request and those of the objects in it."""
        operation = OPERATIONS[self.arguments[0]]
        schema = operation.request.model_json_schema()
        # The upload is sent beside the JSON, not in it.
        schema["properties"].pop("file", None)
        head = ("Member", "Value", "Default", "Meaning")
        parts = [_summary(schema), _upload(operation), *_members(schema, operation.name, head)]
        return narrow(self.parse_text_to_nodes("\n\n".join(parts)), f"{operation.name}-request")


class ReplyMembers(SphinxDirective):
    """The members of an operation's reply."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the table of the reply and those of the objects in it."""
        operation = OPERATIONS[self.arguments[0]]
        schema = operation.reply.model_json_schema(mode="serialization")
        for name in _COMMON_MEMBERS:
            schema["properties"].pop(name)
        tables = _members(schema, operation.name, ("Member", "Value", "Meaning"))
        common = "[Members of every reply](/docs/operations/index.md#every-reply) come on top."
        parts = [_summary(schema), *tables, common]
        return narrow(self.parse_text_to_nodes("\n\n".join(parts)), f"{operation.name}-reply")


def _upload(operation: Operation[Any, Any]) -> str:
    if not operation.takes_file:
        return ""
    return (
        "The content may also be uploaded as `multipart/form-data`: its bytes in the part `file`, "
        "the other members as JSON in the part `body`."
    )


class Members(SphinxDirective):
    """The members of one class of `triptych.contract`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return its table and those of the objects in it."""
        model: type[BaseModel] = getattr(contract, self.arguments[0])
        tables = _members(model.model_json_schema(), model.__name__, ("Member", "Value", "Meaning"))
        return narrow(self.parse_text_to_nodes("\n\n".join(tables)))


def _members(schema: dict[str, Any], page: str, head: tuple[str, ...]) -> list[str]:
    """Return the table of an object's members, then those of the objects in it."""
    definitions = schema.get("$defs", {})
    names: list[str] = []

    def link(name: str) -> str:
        if name not in names:
            names.append(name)
        return f"[{name}](#{_label(page, name)})"

    tables = [table(head, _rows(schema, link, head))]
    # `link` appends to the list while it is iterated over: nested objects follow.
    for name in names:
        nested = definitions[name]
        tables.append(f"({_label(page, name)})=\n**{name}**: {_summary(nested)}")
        tables.append(table(head, _rows(nested, link, head)))
    return tables


def _rows(
    schema: Mapping[str, Any], link: Callable[[str], str], head: tuple[str, ...]
) -> list[tuple[str, ...]]:
    required = schema.get("required", ())
    rows = []
    for name, member in schema["properties"].items():
        cells = {
            "Member": f"`{name}`",
            "Value": in_words(member, link),
            "Default": "*required*" if name in required else _default(member.get("default")),
            "Meaning": plain(member.get("description", "")),
        }
        rows.append(tuple(cells[column] for column in head))
    return rows


def _default(value: Any) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def _label(page: str, name: str) -> str:
    return f"{page}-{name}".lower().replace("_", "-")


def _summary(schema: Mapping[str, Any]) -> str:
    """Return the class's docstring up to its first section."""
    prose = str(schema.get("description", "")).partition("\n\nParameters\n")[0]
    return plain(prose.replace("\n\n", "\n").replace("\n", " "))


def plain(text: str) -> str:
    """Escape a text for Markdown, except what is in backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([\\*_<>\[\]|])", r"\\\1", part)
        for part in parts
    )


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Return a table in Markdown, without empty columns."""
    columns = [i for i in range(len(head)) if any(row[i] for row in rows)]
    lines = [head, ("---",) * len(head), *rows]
    lines = [tuple(line[i] for i in columns) for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def narrow(parts: list[nodes.Node], *classes: str) -> list[nodes.Node]:
    """Add classes to tables; `narrow` stacks their cells on a narrow screen."""
    for part in parts:
        for table in part.findall(nodes.table):
            table["classes"] += ["narrow", *classes]
    return parts


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directives."""
    app.add_directive("operations", Operations)
    app.add_directive("limits", Limits)
    app.add_directive("operation", OperationInShort)
    app.add_directive("request-members", RequestMembers)
    app.add_directive("reply-members", ReplyMembers)
    app.add_directive("members", Members)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
