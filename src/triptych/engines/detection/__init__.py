"""Object detection: pictures in, boxes and their classes out."""

from functools import cache
from pathlib import Path

from triptych._boxes import COCO
from triptych.engines.detection.boxes import (
    Detection,
    Detector,
    DetectorFileError,
    annotated,
    numbered,
)
from triptych.engines.detection.matching import Match, Matches, match
from triptych.engines.detection.nanodet import THRESHOLD, NanoDet
from triptych.engines.detection.onnx_file import OnnxDetector
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

#: The one that ships.
NANODET = "nanodet"


@cache
def detector(name: str = NANODET, labels: str = "") -> Detector:
    """Return a detector, loaded once.

    Parameters
    ----------
    name : str
        ``"nanodet"``, or the path of an ONNX file.
    labels : str, default ""
        Path of a text that names the file's classes, one a line, in the order of training; by
        default those that the file names itself.

    Returns
    -------
    Detector
        The one that ships looks at large pictures in tiles too.

    Raises
    ------
    DetectorFileError
        If the file, or that with the labels, cannot be used.

    Examples
    --------
    >>> detector().labels[:3]
    ('person', 'bicycle', 'car')
    """
    if name == NANODET:
        return Tiled(NanoDet())
    return OnnxDetector(name, _lines(Path(labels)) if labels else None)


def _lines(path: Path) -> list[str]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DetectorFileError(
            f"The labels in {str(path)!r} cannot be read ({error}): give a text, a label a line."
        ) from None
    return [line.strip() for line in lines if line.strip()]
