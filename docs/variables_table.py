"""The directive `{service-variables}`: the table of the service's environment variables."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from pydantic import SecretStr
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from operation_pages import narrow, plain, table
from triptych.service import ServiceSettings
from triptych.service.settings import variable


class ServiceVariables(SphinxDirective):
    """A row for each member of `ServiceSettings`."""

    def run(self) -> list[nodes.Node]:
        """Return the table."""
        rows = [
            (f"`{variable(name)}`", plain(field.description or ""), _shown(field.default))
            for name, field in ServiceSettings.model_fields.items()
        ]
        return narrow(self.parse_text_to_nodes(table(("Variable", "Meaning", "Default"), rows)))


def _shown(default: Any) -> str:
    """Return a default as the environment spells it."""
    assert not isinstance(default, SecretStr)
    if isinstance(default, bool):
        return f"`{int(default)}`"
    if isinstance(default, float):
        return f"`{default:g}`"
    return f"`{default}`" if default else ""


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("service-variables", ServiceVariables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
