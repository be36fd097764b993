"""Pictures side by side, one of which is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

_HERE = Path(__file__).parent


class Gallery(anywidget.AnyWidget):
    """Small pictures to choose from, each with its name and a line of words.

    Attributes
    ----------
    items : list of dict
        For each picture `name`, `picture` (an address, or nothing), `says`, and `state`: waiting,
        done or failed.
    chosen : int
        Place of the picture that is chosen, -1 for none.
    """

    _esm = (_HERE / "gallery.js").read_text(encoding="utf-8")
    _css = (_HERE / "gallery.css").read_text(encoding="utf-8")

    items: Any = traitlets.List([]).tag(sync=True)
    chosen = traitlets.Int(-1).tag(sync=True)

    def put(self, place: int, **members: str) -> None:
        """Change what is told of one picture."""
        changed = [dict(item) for item in self.items]
        changed[place] |= members
        self.items = changed
