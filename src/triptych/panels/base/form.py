"""The form of a panel: a control per member, a message beside each, and the request they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import Any

import ipywidgets

from triptych.client import build
from triptych.contract import Operation, Problem, Request
from triptych.panels.base.controls import Control, control, fields_of
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.files import Upload
from triptych.panels.base.layout import row, set_visible

#: Member of the request that the button for files makes; its message is beside that button.
FILE = "file"
#: A line of a form: the name of a control or widget, or several names side by side.
Line = str | tuple[str, ...]


class Form(ipywidgets.VBox):
    """Controls for an operation's request, laid out by name.

    Parameters
    ----------
    operation : Operation
        The controls are made from its request class.
    lines, more : sequence of str or tuple of str
        Names of members, or of items of `custom`, from top to bottom, and those under "More
        options". A tuple is a row. The first control is the required one.
    multiline : collection of str
        Texts that may have several lines.
    custom : mapping of str to Control or ipywidgets.Widget
        Controls that the type of a member cannot decide, and widgets that are not controls.
    labels, placeholders : mapping of str to str
        Replace those made from the names.
    """

    def __init__(
        self,
        operation: Operation[Any, Any],
        lines: Sequence[Line],
        more: Sequence[Line] = (),
        multiline: Sequence[str] = (),
        custom: Mapping[str, Control | ipywidgets.Widget] = MappingProxyType({}),
        labels: Mapping[str, str] = MappingProxyType({}),
        placeholders: Mapping[str, str] = MappingProxyType({}),
        *,
        loop: EventLoop,
    ) -> None:
        self._loop = loop
        self._operation = operation
        fields = fields_of(operation.request)
        self.controls: dict[str, Control] = {}
        #: Parts of the form that are not controls.
        self.widgets: dict[str, ipywidgets.Widget] = {}
        for name in _names([*lines, *more]):
            item = custom.get(name)
            if item is None:
                item = control(name, fields[name], multiline=name in multiline)
            if isinstance(item, Control):
                self.controls[name] = item
            else:
                self.widgets[name] = item
        self.messages = {name: _message() for name in self.controls}
        for item in self.widgets.values():
            if isinstance(item, Upload):
                self.messages[FILE] = _message()
                item.add_class(f"triptych-field-{FILE}")
        #: For problems of no single control.
        self.general = _message()
        for name, item in self.controls.items():
            item.widget.add_class(f"triptych-field-{name}")
            item.widget.description = labels.get(name, item.widget.description)
            if name in placeholders:
                item.widget.placeholder = placeholders[name]
        #: Names of the controls under "More options".
        self._hidden = {name for name in _names(more) if name in self.controls}
        parts = self._parts(lines)
        #: Shows and hides the lines of `more`, where there are any.
        self.more_button: ipywidgets.ToggleButton | None = None
        if more:
            parts += self._under_more(more)
        super().__init__([*parts, self.general])

    def _parts(self, lines: Sequence[Line]) -> list[ipywidgets.Widget]:
        parts: list[ipywidgets.Widget] = []
        for line in lines:
            if isinstance(line, str):
                parts += self._cell(line)
            else:
                cells = [self._cell(name) for name in line]
                parts.append(row(*(c[0] if len(c) == 1 else ipywidgets.VBox(c) for c in cells)))
        return parts

    def _cell(self, name: str) -> list[ipywidgets.Widget]:
        if name in self.widgets:
            item = self.widgets[name]
            return [item, self.messages[FILE]] if isinstance(item, Upload) else [item]
        return [self.controls[name].widget, self.messages[name]]

    def _under_more(self, lines: Sequence[Line]) -> list[ipywidgets.Widget]:
        # An accordion's header takes no keyboard.
        self.more_button = button = ipywidgets.ToggleButton(description="More options")
        button.add_class("triptych-more")
        hidden = ipywidgets.VBox(self._parts(lines))
        hidden.add_class("triptych-hidden")
        button.observe(
            lambda _: self._loop.call(lambda: set_visible(hidden, button.value)), "value"
        )
        set_visible(hidden, False)
        return [button, hidden]

    def open_more(self) -> None:
        """Show the controls under "More options"."""
        if self.more_button is not None:
            self.more_button.value = True

    def set_visible(self, name: str, visible: bool) -> None:
        """Show a control and its message, or a widget of the form, or hide it."""
        for part in self._cell(name):
            set_visible(part, visible)

    def on_change(self, callback: Callable[[], None]) -> None:
        """Call whenever a person changes a control."""
        for item in self.controls.values():
            item.widget.observe(lambda _: self._loop.call(callback), "value")

    def values(self) -> dict[str, Any]:
        """Return the members' values, from the controls."""
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
        """Return the validated request; raise InvalidInputError if a value is invalid."""
        request: Request = build(self._operation, dict(values))
        return request

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show each problem beside its control, and clear all others."""
        texts: dict[str | None, str] = {}
        for problem in problems:
            first, *inner = (problem.field or "").partition("[")[0].split(".")
            name = first if first in self.messages or not inner else inner[0]
            texts.setdefault(name if name in self.messages else None, problem.message)
        for name, message in self.messages.items():
            _show(message, texts.get(name, ""))
        if not self._hidden.isdisjoint(texts):
            self.open_more()
        _show(self.general, texts.get(None, ""))


def _names(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        yield from (line,) if isinstance(line, str) else line


def _message() -> ipywidgets.HTML:
    message = ipywidgets.HTML()
    message.add_class("triptych-message")
    return message


def _show(message: ipywidgets.HTML, text: str) -> None:
    message.value = f'<span class="triptych-problem">{escape(text)}</span>' if text else ""
