"""Store the detector's weights, and compute its maps, in eight bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import onnx
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from triptych.engines.pictures import open_picture
from triptych.engines.pictures.nanodet import letterbox

#: Kept in single precision: scores and distances are read at once, the features are averages.
_PLAIN = {"Sigmoid", "Split", "Reshape", "Transpose", "GlobalAveragePool", "Flatten"}


class _Photos(CalibrationDataReader):  # type: ignore[misc]
    """The photos as the graph reads them, one by one."""

    def __init__(self, photos: Sequence[Path]) -> None:
        self._feeds: Iterator[dict[str, Any]] = (
            {"pictures": letterbox(open_picture(photo.read_bytes())).pixels[None]}
            for photo in photos
        )

    def get_next(self) -> dict[str, Any] | None:
        return next(self._feeds, None)


def in_eight_bits(single: Path, eight: Path, photos: Sequence[Path]) -> None:
    """Write the graph `single` with weights and maps of eight bits to `eight`.

    The range of each map is what it is over `photos`.
    """
    with TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(single, prepared, skip_symbolic_shape=True)
        nodes = onnx.load(prepared).graph.node
        quantize_static(
            prepared,
            eight,
            _Photos(photos),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            # Seven bits: without VNNI, products of eight would overflow the sum of two.
            reduce_range=True,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=[node.name for node in nodes if node.op_type in _PLAIN],
        )
