"""Convert Resemblyzer's speaker encoder to ONNX, with weights stored in half precision.

Usage::

    pip download --no-deps resemblyzer==0.1.4
    python -m training.speaker.convert --wheel Resemblyzer-0.1.4-py3-none-any.whl [--ship]

Needs numpy and onnx, not PyTorch.
"""

from __future__ import annotations

import argparse
import hashlib
import zipfile
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from training.pin import ship

from triptych.engines.sound import speaker as engine

from .checkpoint import tensors

_CHECKPOINT = "resemblyzer/pretrained.pt"
_SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"
_LAYERS, _WIDTH, _BANDS = 3, 256, 40

Floats = NDArray[np.float32]


class _Graph:
    """Nodes and weights as they are put together."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, kind: str, inputs: list[str], outputs: list[str], **options: object) -> None:
        self.nodes.append(helper.make_node(kind, inputs, outputs, **options))

    def keep(self, name: str, values: NDArray[np.generic]) -> None:
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))

    def keep_half(self, name: str, values: Floats) -> None:
        """Store in half precision what is used in single."""
        self.keep(f"{name}_half", values.astype(np.float16))
        self.add("Cast", [f"{name}_half"], [name], to=TensorProto.FLOAT)


def _gates(values: Floats) -> Floats:
    """Order the gates as ONNX does (input, output, forget, cell), from PyTorch's i, f, c, o."""
    into, forget, cell, out = np.split(values, 4)
    return np.concatenate([into, out, forget, cell])


def convert(state: dict[str, Floats]) -> onnx.ModelProto:
    """Return the graph: mel spectrograms (n, 160, 40) in, fingerprints (n, 256) out."""
    graph = _Graph()
    graph.keep("directions", np.array([1]))
    graph.keep("layers", np.array([0]))
    graph.add("Transpose", ["mel"], ["frames_0"], perm=[1, 0, 2])
    for layer in range(_LAYERS):
        names = [f"{kind}_{layer}" for kind in ("inputs", "recurrence", "bias")]
        graph.keep_half(names[0], _gates(state[f"lstm.weight_ih_l{layer}"])[np.newaxis])
        graph.keep_half(names[1], _gates(state[f"lstm.weight_hh_l{layer}"])[np.newaxis])
        biases = [_gates(state[f"lstm.bias_{part}_l{layer}"]) for part in ("ih", "hh")]
        graph.keep(names[2], np.concatenate(biases)[np.newaxis])
        outputs = [f"both_{layer}", f"last_{layer}"]
        graph.add("LSTM", [f"frames_{layer}", *names], outputs, hidden_size=_WIDTH)
        if layer + 1 < _LAYERS:
            graph.add("Squeeze", [outputs[0], "directions"], [f"frames_{layer + 1}"])
    graph.add("Squeeze", [f"last_{_LAYERS - 1}", "layers"], ["last"])
    graph.keep_half("projection", state["linear.weight"])
    graph.keep("offset", state["linear.bias"])
    graph.add("Gemm", ["last", "projection", "offset"], ["projected"], transB=1)
    graph.add("Relu", ["projected"], ["positive"])
    graph.add("LpNormalization", ["positive"], ["fingerprint"], axis=1, p=2)
    mel = helper.make_tensor_value_info("mel", TensorProto.FLOAT, ["n", "frames", _BANDS])
    found = helper.make_tensor_value_info("fingerprint", TensorProto.FLOAT, ["n", _WIDTH])
    whole = helper.make_graph(graph.nodes, "speaker", [mel], [found], graph.weights)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Convert, and ship if asked to."""
    parser = argparse.ArgumentParser(description="Convert Resemblyzer's speaker encoder.")
    parser.add_argument("--wheel", type=Path, required=True, help="resemblyzer 0.1.4")
    parser.add_argument("--ship", action="store_true", help="write into the package")
    arguments = parser.parse_args()
    with zipfile.ZipFile(arguments.wheel) as archive:
        checkpoint = archive.read(_CHECKPOINT)
    if hashlib.sha256(checkpoint).hexdigest() != _SHA256:
        raise SystemExit(f"{_CHECKPOINT} is not the one of resemblyzer 0.1.4.")
    content = convert(tensors(checkpoint, "model_state")).SerializeToString(deterministic=True)
    print(f"{len(content) / 1e6:.1f} MB")
    if arguments.ship:
        ship(engine.ENCODER_FILE, content)


if __name__ == "__main__":
    main()
