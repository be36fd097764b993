"""Detections as files to download."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from triptych.contract import DetectionReply
from triptych.panels.base.browser import File
from triptych.panels.base.export import exported
from triptych.views.detection import draw, to_coco
from triptych.views.detection.photo import name

if TYPE_CHECKING:
    import pandas


def annotated(replies: Sequence[DetectionReply]) -> File:
    """Return the annotated picture as PNG, of several a ZIP archive."""
    if len(replies) == 1:
        return File(f"{_stem(replies[0])}-objects.png", "image/png", _png(replies[0]))
    buffer = io.BytesIO()
    # A PNG gets no smaller.
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for place, reply in enumerate(replies, 1):
            # Pictures of several folders may share a name.
            archive.writestr(f"{place:02d}-{_stem(reply)}.png", _png(reply))
    return File("objects.zip", "application/zip", buffer.getvalue())


def coco(replies: Sequence[DetectionReply]) -> File:
    """Return all pictures' objects as COCO's JSON."""
    text = json.dumps(to_coco(replies), ensure_ascii=False, indent=1)
    return File("objects.json", "application/json", text.encode("utf-8", "replace"))


def table(replies: Sequence[DetectionReply]) -> File:
    """Return all pictures' objects as CSV."""
    return File("objects.csv", "text/csv", exported(frame(replies), None, "csv"))


def frame(replies: Sequence[DetectionReply]) -> pandas.DataFrame:
    """Return a row for each object of each picture, the picture's name first."""
    import pandas

    frames = []
    for reply in replies:
        one = reply.to_frame()
        one.insert(0, "picture", name(reply))
        frames.append(one)
    # Empty frames would turn the number columns into objects.
    filled = [one for one in frames if len(one)] or frames[:1]
    return pandas.concat(filled, ignore_index=True)


def counts(replies: Sequence[DetectionReply]) -> pandas.DataFrame:
    """Return a row for each picture: how many objects it shows, and how many of each class.

    Examples
    --------
    >>> def reply(*labels):
    ...     corners = ("top_left", "top_right", "bottom_left", "bottom_right")
    ...     box = {corner: {"x": 2, "y": 3} for corner in corners} | {"width": 9, "height": 9}
    ...     objects = [{"label": label, "bounds": box} for label in labels]
    ...     return DetectionReply.from_json({"objects": objects})
    >>> table = counts([reply("cat"), reply("dog_1", "dog_2")])
    >>> table.columns.tolist(), table["dog"].tolist()
    (['picture', 'objects', 'dog', 'cat'], [0, 2])
    """
    import pandas

    total = Counter(kind for reply in replies for kind in reply.kinds)
    kinds = [kind for kind, _ in sorted(total.items(), key=lambda one: (-one[1], one[0]))]
    rows = [
        [name(reply), len(reply.kinds), *(reply.kinds.count(kind) for kind in kinds)]
        for reply in replies
    ]
    return pandas.DataFrame(rows, columns=["picture", "objects", *kinds])


def _png(reply: DetectionReply) -> bytes:
    buffer = io.BytesIO()
    draw(reply).save(buffer, "PNG")
    return buffer.getvalue()


def _stem(reply: DetectionReply) -> str:
    return PurePath(name(reply)).stem or "picture"
