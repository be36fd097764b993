"""Object detection: pictures in, boxes and their classes out."""

from triptych.engines.detection.annotate import annotated
from triptych.engines.detection.boxes import Detection, Detector
from triptych.engines.detection.coco import COCO
from triptych.engines.detection.errors import DetectorFileError
from triptych.engines.detection.matching import Match, Matches, match
from triptych.engines.detection.naming import numbered
from triptych.engines.detection.nanodet import THRESHOLD, NanoDet
from triptych.engines.detection.onnx_file import OnnxDetector
from triptych.engines.detection.providers import detector
from triptych.engines.detection.tiles import Tiled

__all__ = [
    "COCO",
    "THRESHOLD",
    "Detection",
    "Detector",
    "DetectorFileError",
    "Match",
    "Matches",
    "NanoDet",
    "OnnxDetector",
    "Tiled",
    "annotated",
    "detector",
    "match",
    "numbered",
]
