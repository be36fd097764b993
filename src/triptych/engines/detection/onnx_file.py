"""A detector of the user's own, from an ONNX file."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from triptych.engines.detection.boxes import (
    Detection,
    DetectorFileError,
    Floats,
    best_of_each,
    detections,
)
from triptych.engines.detection.layouts import SIZES, Outputs, recognise
from triptych.engines.detection.nanodet import THRESHOLD
from triptych.models.files import CorruptModelError
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from PIL.Image import Image

#: Two boxes that share more of their union are around the same thing.
OVERLAP = 0.5
#: Width and height given to graphs that take any, unless they name their own.
_SIDE = 640
_TYPES = {"tensor(float)": np.float32, "tensor(float16)": np.float16}
_PICKLES = {".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".bin"}


class OnnxDetector:
    """A detector read from an ONNX file of one of the common export layouts.

    Understood are Ultralytics' YOLO from version 5 on (raw, or with the choice of boxes inside, as
    ``nms=True`` and versions 10 and 26 export it), RF-DETR, and D-FINE and RT-DETR with their
    postprocessor. The layout is recognised from the names and shapes of the outputs.

    Parameters
    ----------
    path : str or pathlib.Path
        The file, with its weights inside.
    labels : sequence of str, optional
        The classes in the order of training; by default those that Ultralytics writes into the
        file.

    Attributes
    ----------
    labels : tuple of str
        The classes.
    layout : str
        The family it was recognised as.

    Raises
    ------
    DetectorFileError
        If the file is missing, no ONNX graph, of no known layout, or does not fit the labels.

    Notes
    -----
    A file is run as it is: use one from a source that you trust. A graph that chooses its boxes
    itself leaves out what was below its own threshold when it was exported.

    Examples
    --------
    >>> OnnxDetector("yolo11n.pt")
    Traceback (most recent call last):
    triptych.engines.detection.boxes.DetectorFileError: ...
    """

    labels: tuple[str, ...]

    def __init__(self, path: str | Path, labels: Sequence[str] | None = None) -> None:
        self._session = _load(Path(path))
        about = dict(self._session.get_modelmeta().custom_metadata_map)
        _check_task(about)
        self.labels = tuple(labels) if labels is not None else _written_labels(about)
        self._type, self._size = _input(self._session, about)
        outputs = self._run(np.zeros((1, 3, *reversed(self._size)), np.float32))
        self._layout = recognise(outputs, self._size, self.labels)
        self.layout = self._layout.name

    def detect(
        self, pictures: Iterable[Image], *, threshold: float = THRESHOLD
    ) -> list[list[Detection]]:
        """Find things in pictures, one after the other, as `Detector.detect` does.

        Raises
        ------
        DetectorFileError
            If the graph fails on a picture, or finds a class that has no label.
        """
        if not 0 <= threshold <= 1:
            raise ValueError(f"The threshold is {threshold}: give one between 0 and 1.")
        return [self._detect(picture, threshold) for picture in pictures]

    def _detect(self, picture: Image, threshold: float) -> list[Detection]:
        if picture.mode != "RGB":
            raise ValueError(
                f"Convert the picture from {picture.mode} to RGB first: use open_picture."
            )
        fitted = self._layout.fit(picture, self._size)
        candidates = self._layout.read(self._run(fitted.pixels), threshold)
        if self._layout.repeats:
            candidates = best_of_each(candidates, OVERLAP)
        kinds = candidates.kinds
        if kinds.size and not 0 <= kinds.min() <= kinds.max() < len(self.labels):
            raise DetectorFileError(
                f"The detector found class {kinds.max()}, but only {len(self.labels)} labels are "
                "given: give one label for each class, in the order of training."
            )
        corner, scale = np.tile(fitted.corner, 2), np.tile(fitted.scale, 2)
        boxes = ((candidates.boxes - corner) / scale).astype(np.float32)
        return detections(candidates._replace(boxes=boxes), self.labels, picture.size)

    def _run(self, pixels: Floats) -> Outputs:
        names = [output.name for output in self._session.get_outputs()]
        feeds: dict[str, Any] = {
            entry.name: np.array([self._size]) if entry.name == SIZES else pixels.astype(self._type)
            for entry in self._session.get_inputs()
        }
        try:
            return dict(zip(names, self._session.run(names, feeds), strict=True))
        # The runtime's own exceptions share no other base.
        except Exception as error:
            raise DetectorFileError(
                f"The detector fails on a picture ({_first_line(error)}): export it again, for one "
                "picture at a time."
            ) from error


def _load(path: Path) -> InferenceSession:
    """Return the graph of a file."""
    if not path.is_file():
        raise DetectorFileError(f"There is no file {path}: give the path of an ONNX file.")
    content = path.read_bytes()
    # PyTorch's files are ZIP archives of a pickle, or a pickle alone, which could run anything.
    if path.suffix.lower() in _PICKLES or content.startswith((b"PK\3\4", b"\x80")):
        raise DetectorFileError(
            f"{path.name} is a checkpoint, which is not loaded because it could run code: export "
            "it to ONNX."
        )
    try:
        # From bytes: a graph that keeps its weights in other files cannot open any.
        return open_session(path.name, content, threads=0, log_severity=4)
    except CorruptModelError as error:
        if "external" in str(error).lower():
            raise DetectorFileError(
                f"{path.name} keeps its weights in another file: export it as a single file."
            ) from error
        raise DetectorFileError(
            f"{path.name} is not a readable ONNX file ({_first_line(error.__cause__)}): export "
            "the detector again."
        ) from error


def _check_task(about: dict[str, str]) -> None:
    """Refuse what Ultralytics' notes say is no detector, or one that is read in another way."""
    task = about.get("task", "detect")
    if task != "detect":
        raise DetectorFileError(f"The file is for the task {task!r}: export a detector.")
    if about.get("head") == "RTDETRDecoder":
        raise DetectorFileError(
            "Ultralytics' RT-DETR is not understood: export that of its authors, or a YOLO."
        )


def _written_labels(about: dict[str, str]) -> tuple[str, ...]:
    """Return the labels that Ultralytics wrote: a Python literal, by number or in order."""
    try:
        names = ast.literal_eval(about["names"])
        if isinstance(names, dict):
            names = [names[number] for number in range(len(names))]
        if names and all(isinstance(name, str) for name in names):
            return tuple(names)
    except (KeyError, ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    raise DetectorFileError(
        "The file does not say what its classes are called: give the labels, in the order of "
        "training."
    )


def _input(session: InferenceSession, about: dict[str, str]) -> tuple[Any, tuple[int, int]]:
    """Return the type and the width and height of the pictures that a graph reads."""
    first, *others = sorted(session.get_inputs(), key=lambda entry: entry.name == SIZES)
    shape = list(first.shape)
    # Sizes may be names, for graphs that take any.
    one, three = (
        len(shape) == 4 and (shape[place] == value or not isinstance(shape[place], int))
        for place, value in ((0, 1), (1, 3))
    )
    if (
        not (one and three)
        or first.type not in _TYPES
        or [other.name for other in others] not in ([], [SIZES])
    ):
        written = ", ".join(f"{i.name} {i.type} {list(i.shape)}" for i in (first, *others))
        raise DetectorFileError(
            f"The inputs of the detector ({written}) are of no known layout: export it for one "
            "picture of three colours, in single precision."
        )
    height, width = (
        side if isinstance(side, int) else usual
        for side, usual in zip(shape[2:], _written_size(about), strict=True)
    )
    return _TYPES[first.type], (width, height)


def _written_size(about: dict[str, str]) -> tuple[int, int]:
    """Return height and width that Ultralytics wrote, or the usual ones."""
    try:
        height, width = ast.literal_eval(about["imgsz"])
        return int(height), int(width)
    except (KeyError, ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return _SIDE, _SIDE


def _first_line(error: BaseException | None) -> str:
    return str(error).strip().splitlines()[0][:200]
