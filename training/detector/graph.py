"""Write an ONNX graph that reads pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper


class Graph:
    """A graph as far as it has been written.

    Attributes
    ----------
    nodes : dict of str to NodeProto
        By the name of their first output, in the order they were written.
    """

    def __init__(self) -> None:
        self.nodes: dict[str, onnx.NodeProto] = {}
        self._weights: list[onnx.TensorProto] = []

    def write(self, kind: str, *inputs: str, outputs: list[str], **attributes: Any) -> str:
        """Write one ONNX node and return the name of its first output."""
        self.nodes[outputs[0]] = helper.make_node(kind, inputs, outputs, outputs[0], **attributes)
        return outputs[0]

    def weight(self, name: str, array: NDArray[Any]) -> str:
        """Store a constant and return its name."""
        self._weights.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def model(self, outputs: dict[str, list[int | str]]) -> onnx.ModelProto:
        """Return the whole, checked; `outputs` gives the shape of each output."""

        def described(name: str, shape: list[int | str]) -> onnx.ValueInfoProto:
            return helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)

        graph = helper.make_graph(
            list(self.nodes.values()),
            "detector",
            [described("pictures", ["n", 3, "height", "width"])],
            [described(name, shape) for name, shape in outputs.items()],
            self._weights,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9)
        onnx.checker.check_model(model, full_check=True)
        return model
