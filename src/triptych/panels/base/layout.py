"""Controls side by side."""

from __future__ import annotations

from collections.abc import Sequence

import ipywidgets


def rows(parts: Sequence[ipywidgets.Widget]) -> list[ipywidgets.Widget]:
    """Return each control of a form together with the message that follows it."""
    return [ipywidgets.VBox(parts[at : at + 2]) for at in range(0, len(parts), 2)]


def beside(*parts: ipywidgets.Widget) -> ipywidgets.Box:
    """Return short controls in a line, as long as there is room."""
    box = ipywidgets.Box(parts)
    box.add_class("triptych-beside")
    return box


def see(widget: ipywidgets.DOMWidget, visible: bool) -> None:
    """Show a widget, or hide it."""
    widget.layout.display = None if visible else "none"
