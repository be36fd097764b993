"""All pictures of a run on one sheet, with their boxes and a choice by class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from triptych.contract import Attachment, DetectionReply
from triptych.panels.base.browser import Gallery
from triptych.views.base.thumbnails import address
from triptych.views.base.units import shortened
from triptych.views.detection.scene import objects, reach, size_of, summary

_HERE = Path(__file__).parent
_LONGEST_NAME = 60
#: Of a picture, in pixels; drawn at half of it.
_SIDE = 360


class ContactSheet(Gallery):
    """Small pictures with the boxes of what was found, to choose by class and to open.

    Attributes
    ----------
    items : list of dict
        As for `Gallery`, but for `picture`; of a picture that is done also its `width` and
        `height`, and `boxes`: left, top, width, height, class and colour of each.
    pictures : list of str
        Their addresses, apart from the items, which change with every reply.
    chosen : int
        Index of the picture that is opened, -1 for the sheet itself.
    """

    _esm = (_HERE / "sheet.js").read_text(encoding="utf-8")
    _css = (_HERE / "sheet.css").read_text(encoding="utf-8")

    pictures: Any = traitlets.List([]).tag(sync=True)

    def start(self, files: Sequence[Attachment]) -> None:
        """Show pictures that wait for their replies; none where they are fewer than two."""
        listed = files if len(files) > 1 else []
        self.chosen = -1
        self.pictures = [address(file, _SIDE) or "" for file in listed]
        self.items = [
            {
                "name": shortened(file.filename, _LONGEST_NAME),
                "caption": "Waiting",
                "state": "waiting",
            }
            for file in listed
        ]

    def give_up(self) -> None:
        """Show that what waits is not sent."""
        for place, item in enumerate(self.items):
            if item["state"] == "waiting":
                self.put(place, state="failed", caption="Not sent")

    @property
    def state(self) -> tuple[Any, ...]:
        """All that is shown, to put it back."""
        return self.pictures, self.items, self.chosen

    @state.setter
    def state(self, state: tuple[Any, ...]) -> None:
        self.pictures, self.items, self.chosen = state

    def show(self, place: int, reply: DetectionReply) -> None:
        """Show what was found in a picture."""
        found = objects(reply)
        width, height = size_of(reply) or reach(found)
        boxes = [[*map(round, one.box), one.kind, one.colour] for one in found]
        words = summary(reply)
        self.put(
            place,
            state="done",
            caption=words.partition("found: ")[2] or words,
            width=round(width),
            height=round(height),
            boxes=boxes,
        )
