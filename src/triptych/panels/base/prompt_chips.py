"""Descriptions of what to find, each a chip."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from triptych.panels.base.event_loop import EventLoop

_HERE = Path(__file__).parent


class PromptChips(anywidget.AnyWidget):
    """A box in which Enter makes a chip of what was typed; a chip can be changed and removed.

    At most `most` chips fit. `colours` returns `#RRGGBB` for each of some chips.

    Attributes
    ----------
    value : list of str
        The chips.
    pending : str
        Text in the box that is not a chip yet.
    colours : list of str
        Of the chips, including the pending text.
    place : int
        Index of the pending text among the chips, -1 for the end.
    """

    _esm = (_HERE / "prompt_chips.js").read_text(encoding="utf-8")
    _css = (_HERE / "prompt_chips.css").read_text(encoding="utf-8")

    value: Any = traitlets.List([]).tag(sync=True)
    pending = traitlets.Unicode("").tag(sync=True)
    place = traitlets.Int(-1).tag(sync=True)
    description = traitlets.Unicode("").tag(sync=True)
    placeholder = traitlets.Unicode("").tag(sync=True)
    colours: Any = traitlets.List([]).tag(sync=True)
    most = traitlets.Int(0).tag(sync=True)
    disabled = traitlets.Bool(False)

    def __init__(
        self,
        description: str,
        placeholder: str,
        most: int,
        colours: Callable[[Sequence[str]], list[str]],
        loop: EventLoop,
    ) -> None:
        self._colours = colours
        super().__init__(description=description, placeholder=placeholder, most=most)
        self.observe(lambda _: loop.call(self._colour), ["value", "pending", "place"])

    def _colour(self) -> None:
        self.colours = self._colours(self.texts)

    @property
    def texts(self) -> list[str]:
        """The chips, and among them what is being typed."""
        typed = self.pending.strip()
        at = self.place if 0 <= self.place <= len(self.value) else len(self.value)
        return [*self.value[:at], *([typed] if typed else []), *self.value[at:]]

    def put(self, texts: Sequence[str]) -> None:
        """Show these chips, and an empty box."""
        with self.hold_sync():
            self.pending, self.place = "", -1
            self.value = list(texts)
