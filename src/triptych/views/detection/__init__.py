"""Detected objects as pictures: boxes to point at, crops, files for other programs."""

from triptych.views.detection.coco import to_coco
from triptych.views.detection.figure import draw
from triptych.views.detection.view import DetectionView

__all__ = ["DetectionView", "draw", "to_coco"]
