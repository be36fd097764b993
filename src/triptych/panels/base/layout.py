"""Rows of widgets, their visibility, and the status line."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from html import escape

import ipywidgets

#: How many steps are done, and how many there are.
Steps = tuple[int, int]
#: Seconds between two updates of the elapsed time.
_TICK = 0.1


def row(*widgets: ipywidgets.Widget) -> ipywidgets.Box:
    """Return short controls in a row that wraps where there is no room."""
    box = ipywidgets.Box(widgets)
    box.add_class("triptych-row")
    return box


def set_visible(widget: ipywidgets.DOMWidget, visible: bool) -> None:
    """Show a widget, or hide it."""
    widget.layout.display = None if visible else "none"


def progress_bar(done: int, total: int, label: str, words: str) -> str:
    """Return a bar for a number of steps of which some are done, with words beside it.

    Examples
    --------
    >>> progress_bar(12, 40, "Pages read", "12 of 40 pages").count("<progress")
    1
    """
    return (
        f'<div class="triptych-progress"><progress aria-label="{escape(label)}" '
        f'max="{max(1, total)}" value="{done}"></progress><span>{escape(words)}</span></div>'
    )


class StatusLine(ipywidgets.HTML):
    """What a panel is doing, for screen readers too."""

    def __init__(self) -> None:
        super().__init__()
        self.add_class("triptych-status")

    def show(self, text: str, aside: str = "", steps: Steps | None = None) -> None:
        """Show a text, an aside that screen readers skip, and a bar for steps that are done."""
        # An unchanged value is not sent, so a screen reader is not disturbed by it.
        extra = f' <span aria-hidden="true">{escape(aside)}</span>' if aside else ""
        bar = "" if steps is None else progress_bar(*steps, "Progress", "")
        self.value = f"{escape(text)}{extra}{bar}"

    async def tick(self, activity: Callable[[], tuple[str, Steps | None]]) -> None:
        """Show the activity, its steps and the elapsed time until cancelled."""
        began = time.perf_counter()
        while True:
            words, steps = activity()
            # The number is not for screen readers: they announce the activity once.
            self.show(words, f"{time.perf_counter() - began:.1f} s", steps)
            await asyncio.sleep(_TICK)
