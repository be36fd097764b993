"""The form of a panel: a control per member, a message beside each, and the request they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any

import ipywidgets

from triptych.client import build
from triptych.contract import Operation, Problem, Request
from triptych.panels.base.controls import Control, control, fields_of
from triptych.panels.base.event_loop import Home


class Form(ipywidgets.VBox):
    """Controls for an operation's request.

    Parameters
    ----------
    operation : Operation
        Whose request class the controls are made from.
    shown : sequence of str
        Members with a control in sight; the first is the one a person fills in.
    more : sequence of str
        Members under "More options".
    multiline : collection of str
        Texts that may have several lines.
    own : mapping of str to Control
        Controls that a panel made itself: for members that need more than their type tells, and
        for what is no member.
    home : Home
        The loop of the panel.
    """

    def __init__(
        self,
        operation: Operation[Any, Any],
        shown: Sequence[str],
        more: Sequence[str] = (),
        multiline: Sequence[str] = (),
        own: Mapping[str, Control] = MappingProxyType({}),
        *,
        home: Home,
    ) -> None:
        self._home = home
        self._operation = operation
        fields = fields_of(operation.request)
        self.controls: dict[str, Control] = {
            name: own.get(name) or control(name, fields[name], multiline=name in multiline)
            for name in (*shown, *more)
        }
        self.messages = {name: _message() for name in self.controls}
        #: For what concerns no single control.
        self.general = _message()
        parts = [part for name in shown for part in self._row(name)]
        if more:
            hidden = ipywidgets.VBox([part for name in more for part in self._row(name)])
            parts += [_discloser(hidden, home), hidden]
        super().__init__([*parts, self.general])
        for name, item in self.controls.items():
            item.widget.add_class(f"triptych-field-{name}")

    def _row(self, name: str) -> list[ipywidgets.Widget]:
        return [self.controls[name].widget, self.messages[name]]

    def on_change(self, call: Callable[[], None]) -> None:
        """Call whenever a person changes a control."""
        for item in self.controls.values():
            item.widget.observe(lambda _: self._home.bring(call), "value")

    def values(self) -> dict[str, Any]:
        """Return the members as they stand in the controls."""
        return {name: item.value for name, item in self.controls.items()}

    def fill(self, values: Mapping[str, Any]) -> None:
        """Put values into the controls."""
        for name, value in values.items():
            self.controls[name].put(value)

    def type(self, typed: Mapping[str, str]) -> None:
        """Put texts into the boxes they were typed into."""
        for name, text in typed.items():
            if name in self.controls and not self.controls[name].widget.disabled:
                self.controls[name].widget.value = text

    def request(self, values: Mapping[str, Any]) -> Request:
        """Return the validated request.

        Raises
        ------
        InvalidInput
            If a value breaks a rule of the request class.
        """
        request: Request = build(self._operation, dict(values))
        return request

    def say(self, problems: Sequence[Problem]) -> None:
        """Show each problem beside its control, and clear all others."""
        said: dict[str | None, str] = {}
        for problem in problems:
            first, *inner = (problem.field or "").partition("[")[0].split(".")
            name = first if first in self.messages or not inner else inner[0]
            said.setdefault(name if name in self.messages else None, problem.message)
        for name, message in self.messages.items():
            _show(message, said.get(name, ""))
        _show(self.general, said.get(None, ""))


def _discloser(hidden: ipywidgets.Widget, home: Home) -> ipywidgets.ToggleButton:
    """Return a button that shows and hides; an accordion's header takes no keyboard."""
    toggle = ipywidgets.ToggleButton(description="More options")
    toggle.add_class("triptych-more")
    hidden.add_class("triptych-hidden")

    def turn() -> None:
        hidden.layout.display = None if toggle.value else "none"

    toggle.observe(lambda _: home.bring(turn), "value")
    turn()
    return toggle


def _message() -> ipywidgets.HTML:
    message = ipywidgets.HTML()
    message.add_class("triptych-message")
    return message


def _show(message: ipywidgets.HTML, words: str) -> None:
    message.value = f'<span class="triptych-problem">{escape(words)}</span>' if words else ""
