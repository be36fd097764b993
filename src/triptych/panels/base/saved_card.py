"""A panel where there are no widgets, such as a notebook on GitHub: its inputs and its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import display
from triptych.panels.base.shareable import without_logins
from triptych.views.base import theme
from triptych.views.base.markup import card, escape, heading
from triptych.views.base.units import shortened

if TYPE_CHECKING:
    from triptych.panels.base.panel import Panel

_LONGEST = 300


def saved_card(panel: Panel) -> dict[str, str | bytes]:
    """Return a panel's form as HTML, and its result as HTML and PNG; nothing can be secret in it.

    Of the form it has what is in sight: logins, cookies and headers are under "More options".
    """
    reply = panel.reply
    shown: dict[str, str | bytes] = {} if reply is None else display.views().mimebundle(reply)
    result = str(shown.pop("text/html", "")) or escape(panel.empty)
    title = f"{panel.operation.title}: run this notebook to use the panel"
    shown["text/html"] = card(heading(title), _form(panel), result)
    return {name: value for name, value in shown.items() if name != "text/plain"}


def _form(panel: Panel) -> str:
    """Return the controls in sight that have a value."""
    names = [name for line in panel.lines for name in ((line,) if isinstance(line, str) else line)]
    controls = panel.form.controls
    values = {
        controls[name].widget.description: controls[name].widget.value
        for name in names
        if name in controls
    }
    rows = "".join(
        f'<tr><th scope="row" style="text-align: left; vertical-align: top; padding-right: 1em; '
        f'color: {theme.FAINT_INK}; font-weight: 400">{escape(label)}</th>'
        f'<td style="text-align: left">{escape(_words(value))}</td></tr>'
        for label, value in values.items()
        if label and _words(value)
    )
    return f'<table style="margin: 0 0 1em">{rows}</table>' if rows else ""


def _words(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, str | int | float):
        return shortened(without_logins(str(value)), _LONGEST)
    return ""
