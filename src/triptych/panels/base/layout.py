"""Where widgets stand, and whether they are visible."""

from __future__ import annotations

import ipywidgets


def row(*widgets: ipywidgets.Widget) -> ipywidgets.Box:
    """Return short controls side by side, wrapped where there is no room."""
    box = ipywidgets.Box(widgets)
    box.add_class("triptych-row")
    return box


def set_visible(widget: ipywidgets.DOMWidget, visible: bool) -> None:
    """Show a widget, or hide it."""
    widget.layout.display = None if visible else "none"
