"""Additions to autodoc: members of models, parameters of widgets, and links from short names."""

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

#: Modules in which a name without a module is looked up.
_MODULES = (
    "triptych",
    "triptych.contract",
    "triptych.client",
    "triptych.columns",
    "triptych.panels",
    "triptych.service",
    "triptych.service.user_index",
    "triptych.service.crawl",
    "triptych.views",
)
_PANELS = "triptych.panels."
#: The Python types of JSON values.
_IN_PYTHON = (
    (r"\bstrings?\b", "str"),
    (r"\bwhole numbers?\b", "int"),
    (r"\bnumbers?\b", "float"),
    (r"\btrue or false\b", "bool"),
    (r"\bobject\b", "dict"),
)


def _signature(app: Sphinx, what: str, name: str, obj: Any, *_: Any) -> Any:
    """Omit the signature of a model, whose members are listed; return that of a widget."""
    if what == "class" and _is_model(obj):
        return "", None
    if what == "class" and issubclass(obj, HasTraits):
        # Autodoc would show the signature of __new__, which takes anything.
        signature = inspect.signature(obj.__init__, bound_method=True)
        return inspect.stringify_signature(signature, show_annotation=False), None
    return None


def _skip_common_to_panels(
    app: Sphinx, what: str, name: str, obj: Any, skip: bool, options: object
) -> bool | None:
    """Skip the methods of a panel that every panel has; they are documented for `Panel`."""
    function = getattr(obj, "fget", None) or obj
    module = getattr(function, "__module__", None) or ""
    owner = getattr(function, "__qualname__", "").partition(".")[0]
    if not module.startswith(_PANELS) or owner == Panel.__name__:
        return None
    return True if name.rpartition(".")[2] in vars(Panel) else None


def _property(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Parse a property's docstring as a method's: napoleon takes text before a colon for a type."""
    if what == "property":
        docstring = prepare_docstring(inspect.getdoc(obj) or "")
        lines[:] = NumpyDocstring(docstring, app.config, app, "method", name, obj, options).lines()


def _with_members(
    app: Sphinx, what: str, name: str, obj: Any, options: object, lines: list[str]
) -> None:
    """Append a model's members to its docstring, as attributes in NumPy style."""
    if what != "class" or not _is_model(obj):
        return
    schema = obj.model_json_schema(by_alias=False, mode="serialization")
    if issubclass(obj, Reply) and obj is not Reply:
        for inherited in ("success", "usage", "log_id"):
            schema["properties"].pop(inherited)
    lines += ["", "Attributes", "----------"]
    for member, value in schema["properties"].items():
        if member != "file":
            description = " ".join(value.get("description", "").split())
            lines += [f"{member} : {_type(value)}", f"    {description}"]
    lines.append("")


def _type(schema: dict[str, Any]) -> str:
    """Return the type of a value as docstrings write it."""
    words = in_words(schema).replace("`", "").replace("; or ", " or ")
    for pattern, name in _IN_PYTHON:
        words = re.sub(pattern, name, words)
    return words


def _is_model(obj: Any) -> bool:
    return isinstance(obj, type) and issubclass(obj, BaseModel)


def _resolve_short_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """Return the link for a name that one of the modules defines."""
    if node.get("refdomain") != "py":
        return None
    python = env.domains.python_domain
    target = node["reftarget"]
    for module in _MODULES:
        if f"{module}.{target}" in python.objects:
            node["reftarget"] = f"{module}.{target}"
            return python.resolve_xref(
                env, node["refdoc"], app.builder, "obj", node["reftarget"], node, content
            )
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the handlers to autodoc and to the resolver of references."""
    for field in PyObject.doc_field_types:
        if field.name == "variable":
            # Sphinx's default label is "Variables".
            field.label = "Attributes"
    app.connect("autodoc-process-signature", _signature)
    app.connect("autodoc-skip-member", _skip_common_to_panels)
    # Before napoleon parses the docstring.
    app.connect("autodoc-process-docstring", _with_members, priority=100)
    app.connect("autodoc-process-docstring", _property, priority=900)
    app.connect("missing-reference", _resolve_short_name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
