"""Detections in COCO's own format, which labelling tools and evaluations read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from triptych._boxes import COCO, COCO_NUMBERS
from triptych.contract import DetectionReply
from triptych.views.detection.photo import name
from triptych.views.detection.scene import objects, reach, size_of

#: COCO's own numbers end at 90.
_FIRST_FREE = 91


def to_coco(replies: DetectionReply | Iterable[DetectionReply]) -> dict[str, Any]:
    """Return the objects of one or several pictures as COCO's JSON for detection.

    A class of COCO's has the number it has there; others are numbered from 91 in the order of
    their names.

    Parameters
    ----------
    replies : DetectionReply or iterable of DetectionReply
        A reply for each picture.

    Returns
    -------
    dict
        `images`, `annotations` and `categories`, ready for `json.dump`. A `bbox` is left, top,
        width and height in pixels of the upright picture; `score` is left out where the service
        told none.

    Examples
    --------
    >>> corners = ("top_left", "top_right", "bottom_left", "bottom_right")
    >>> bounds = {corner: {"x": 2, "y": 3} for corner in corners} | {"width": 10, "height": 20}
    >>> reply = DetectionReply.from_json({
    ...     "objects": [{"label": "dog", "bounds": bounds, "confidence": 0.9}],
    ...     "tags": ["dog"], "image_width": 64, "image_height": 48,
    ... })
    >>> document = to_coco(reply)
    >>> document["annotations"][0]["bbox"], document["categories"]
    ([2.0, 3.0, 10.0, 20.0], [{'id': 18, 'name': 'dog'}])
    """
    if isinstance(replies, DetectionReply):
        replies = [replies]
    read = [(name(reply), size_of(reply), objects(reply)) for reply in replies]
    kinds = sorted({one.kind for _, _, listed in read for one in listed})
    numbers = dict(zip(COCO, COCO_NUMBERS, strict=True))
    others = (kind for kind in kinds if kind not in numbers)
    numbers |= {kind: number for number, kind in enumerate(others, _FIRST_FREE)}
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for image, (file_name, size, listed) in enumerate(read, 1):
        width, height = map(round, size or reach(listed))
        images.append({"id": image, "file_name": file_name, "width": width, "height": height})
        for one in listed:
            score = {} if one.confidence is None else {"score": one.confidence}
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": image,
                    "category_id": numbers[one.kind],
                    "bbox": [one.left, one.top, one.width, one.height],
                    "area": one.width * one.height,
                    "iscrowd": 0,
                    **score,
                }
            )
    categories = [{"id": numbers[kind], "name": kind} for kind in kinds]
    categories.sort(key=lambda category: numbers[str(category["name"])])
    return {"images": images, "annotations": annotations, "categories": categories}
