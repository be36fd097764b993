"""Convert the detector NanoDet-g from TF.js to the graph that ships.

``PYTHONPATH=src python -m training.detector.convert --model nanodet.json --photos DIR --out DIR``
writes ``single.onnx`` (single precision) and ``nanodet.onnx`` (eight bits), and with ``--ship``
the latter into the package, with its digest pinned. Every second photo of the folder, by name,
sets the ranges of the eight bits; the others are left for evaluation.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from training.pin import ship

from triptych.engines.pictures import nanodet as engine

from .compress import in_eight_bits
from .tfjs import read_model
from .translate import Translation

_STRIDES = 8, 16, 32
#: Classes of COCO; steps of a side's distance, times four sides.
_CLASSES, _BINS = 80, 44


def convert(source: Path) -> onnx.ModelProto:
    """Return the graph in single precision, its outputs named and the features among them."""
    nodes, constants = read_model(source)
    translation = Translation(nodes, constants)
    graph = translation.graph
    shapes: dict[str, list[int | str]] = {}
    # Six outputs in the source: the scores of the three strides, then their bins.
    kinds = [("scores", _CLASSES), ("bins", _BINS)]
    for place, (kind, width, stride) in enumerate(
        (kind, width, stride) for kind, width in kinds for stride in _STRIDES
    ):
        found = translation.tensors[f"Identity_{place}" if place else "Identity"]
        name = f"{kind}_{stride}"
        graph.write("Identity", found.name, outputs=[name])
        shapes[name] = ["n", f"cells_{stride}", width]
    # The backbone alone concatenates, and its last stage is the coarsest.
    *_, last = (translation.tensors[node.name] for node in nodes if node.kind == "ConcatV2")
    if last.stride != _STRIDES[-1]:
        raise NotImplementedError("The last stage of the backbone has another stride.")
    pooled = graph.write("GlobalAveragePool", last.name, outputs=["pooled"])
    graph.write("Flatten", pooled, outputs=["features"])
    return graph.model({**shapes, "features": ["n", engine.FEATURES]})


def main() -> None:
    """Convert, and ship if asked to."""
    parser = argparse.ArgumentParser(description="Convert the detector.")
    parser.add_argument("--model", type=Path, required=True, help="nanodet.json, its .bin beside")
    parser.add_argument("--photos", type=Path, required=True, help="folder of JPEG photos")
    parser.add_argument("--out", type=Path, required=True, help="folder for both graphs")
    parser.add_argument("--ship", action="store_true", help="write into the package")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    single, eight = arguments.out / "single.onnx", arguments.out / "nanodet.onnx"
    onnx.save(convert(arguments.model), single)
    in_eight_bits(single, eight, sorted(arguments.photos.glob("*.jpg"))[::2])
    content = eight.read_bytes()
    print(f"{single.stat().st_size / 1e6:.2f} MB, in eight bits {len(content) / 1e6:.2f} MB")
    if arguments.ship:
        ship(engine.DETECTOR_FILE, content)


if __name__ == "__main__":
    main()
