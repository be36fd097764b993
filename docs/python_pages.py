"""What autodoc cannot know: models' members, widgets' parameters, and where short names lead."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from pydantic import BaseModel
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python._object import PyObject
from sphinx.environment import BuildEnvironment
from sphinx.ext.napoleon.docstring import NumpyDocstring
from sphinx.util import inspect
from sphinx.util.docstrings import prepare_docstring
from traitlets import HasTraits

from schema_in_words import in_words
from triptych.contract import Reply
from triptych.panels import Panel

#: Where a name is looked for that docstrings write as code does, without its room.
_ROOMS = (
    "triptych",
    "triptych.contract",
    "triptych.client",
    "triptych.panels",
    "triptych.service",
    "triptych.service.indexing",
    "triptych.service.crawl",
    "triptych.views",
)
_PANELS = "triptych.panels."
#: What a kind of JSON is in Python.
_IN_PYTHON = (
    (r"\bstrings?\b", "str"),
    (r"\bwhole numbers?\b", "int"),
    (r"\bnumbers?\b", "float"),
    (r"\btrue or false\b", "bool"),
    (r"\bobject\b", "dict"),
)


def _signature(app: Sphinx, what: str, name: str, obj: Any, *_: Any) -> Any:
    """Leave out that of a model, whose members are listed; find that of a widget."""
    if what == "class" and _is_model(obj):
        return "", None
    if what == "class" and issubclass(obj, HasTraits):
        # Autodoc would show that of their __new__, which takes anything.
        found = inspect.signature(obj.__init__, bound_method=True)
        return inspect.stringify_signature(found, show_annotation=False), None
    return None


def _told_by_panel(
    app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: object
) -> bool | None:
    """Leave out what a panel does as every panel; that is told once, of `Panel`."""
    function = getattr(obj, "fget", None) or obj
    room = getattr(function, "__module__", None) or ""
    owner = getattr(function, "__qualname__", "").partition(".")[0]
    if not room.startswith(_PANELS) or owner == Panel.__name__:
        return None
    return True if name.rpartition(".")[2] in vars(Panel) else None


def _property(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Read a property's docstring as a method's: napoleon took what precedes a colon for a type."""
    if what == "property":
        said = prepare_docstring(inspect.getdoc(obj) or "")
        lines[:] = NumpyDocstring(said, app.config, app, "method", name, obj, options).lines()


def _with_members(
    app: Sphinx, what: str, name: str, obj: Any, options: object, lines: list[str]
) -> None:
    """Write a model's members into its docstring, as NumPy's style has attributes."""
    if what != "class" or not _is_model(obj):
        return
    schema = obj.model_json_schema(by_alias=False, mode="serialization")
    if issubclass(obj, Reply) and obj is not Reply:
        for inherited in ("success", "usage", "log_id"):
            schema["properties"].pop(inherited)
    lines += ["", "Attributes", "----------"]
    for member, described in schema["properties"].items():
        if member == "file":
            continue
        lines += [f"{member} : {_kind(described)}", f"    {described.get('description', '')}"]
    lines.append("")


def _kind(schema: dict[str, Any]) -> str:
    """Return the kind of value as docstrings name it."""
    words = in_words(schema).replace("`", "").replace("; or ", " or ")
    for pattern, name in _IN_PYTHON:
        words = re.sub(pattern, name, words)
    return words


def _is_model(obj: Any) -> bool:
    return isinstance(obj, type) and issubclass(obj, BaseModel)


def _in_a_room(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: nodes.TextElement
) -> nodes.Element | None:
    """Return the link for a name that is known in one of the rooms."""
    if node.get("refdomain") != "py":
        return None
    python = env.domains.python_domain
    target = node["reftarget"]
    for room in _ROOMS:
        if f"{room}.{target}" in python.objects:
            node["reftarget"] = f"{room}.{target}"
            return python.resolve_xref(
                env, node["refdoc"], app.builder, "obj", node["reftarget"], node, shown
            )
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Listen to what autodoc and the resolver of links ask."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            # Sphinx calls them variables.
            field.label = "Attributes"
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-skip-member", _told_by_panel)
    # Before napoleon reads the docstring.
    app.connect("autodoc-process-docstring", _with_members, priority=100)
    app.connect("autodoc-process-docstring", _property, priority=900)
    app.connect("missing-reference", _in_a_room)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
