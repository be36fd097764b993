"""The line above a result that is not for the current inputs."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any

import ipywidgets

from triptych.panels.base.layout import set_visible
from triptych.views.base.units import shortened

CHANGED = "Inputs have changed"
#: What ended a run without its result, by the state of the panel.
BROKEN = {"cancelled": "The last run was cancelled.", "failed": "The last run failed."}
#: Characters of what a result is for.
_LONGEST = 48


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """What a run was started with.

    Parameters
    ----------
    subject : str
        What it is about, in a few words.
    identity : object
        Equal for runs that ask for the same.
    inputs : mapping
        Of the form, as `Panel.inputs` returns them.
    began : datetime
        Local time.
    """

    subject: str
    identity: object
    inputs: Mapping[str, Any]
    began: datetime = field(default_factory=lambda: datetime.now().astimezone())

    @property
    def title(self) -> str:
        """The result of this run, in words."""
        return f"Result for {shortened(self.subject, _LONGEST)}, {self.began:%H:%M}"


#: The run that the current task, or one that it has started, works for.
CURRENT_RUN: ContextVar[Run | None] = ContextVar("current_run", default=None)


class StaleLine(ipywidgets.Box):
    """What the shown result is for, why it is not current, and what can be done about it."""

    def __init__(self) -> None:
        self.text = ipywidgets.HTML()
        self.run_button = ipywidgets.Button(
            description="Run", tooltip="Run with the inputs as they are now"
        )
        self.restore_button = ipywidgets.Button(
            description="Restore inputs", tooltip="Put the inputs of this result into the form"
        )
        super().__init__([self.text, self.run_button, self.restore_button])
        for widget, name in (
            (self, "triptych-stale"),
            (self.run_button, "triptych-run"),
            # Else two buttons of a panel would have the same name.
            (self.run_button, "triptych-rerun"),
        ):
            widget.add_class(name)
        set_visible(self, False)

    def show(self, title: str, reasons: str, *, can_run: bool, can_restore: bool) -> None:
        """Show the title of a result and why it is not current, with these buttons."""
        self.text.value = f"<b>{escape(title)}.</b> {escape(reasons)}"
        set_visible(self.run_button, can_run)
        set_visible(self.restore_button, can_restore)
        set_visible(self, True)

    def hide(self) -> None:
        """Hide the line: the result is current, or there is none."""
        set_visible(self, False)
