"""Translate the operations that the detector is made of from TensorFlow to ONNX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from .graph import Graph
from .tfjs import Constants, Node

#: Height and width of the picture that the source is made for.
SIDE = 416
_CHANNELS_FIRST, _CHANNELS_LAST = [0, 3, 1, 2], [0, 2, 3, 1]


@dataclass(frozen=True)
class Tensor:
    """A tensor of the source and where the translation has it.

    Maps stay channels first throughout: TensorFlow's convolutions want channels last, ONNX's
    channels first, so that the transpositions between the two are only noted.

    Attributes
    ----------
    name : str
        Its name in the translation.
    channels_last : bool
        Whether the source has its channels last.
    stride : int
        Pixels of the picture from one cell to the next.
    border : tuple of int
        Rows above, columns left, rows below, columns right, still to be added by what reads it.
    """

    name: str
    channels_last: bool = False
    stride: int = 1
    border: tuple[int, int, int, int] = (0, 0, 0, 0)


class Translation:
    """The translation of a whole graph, node by node.

    Parameters
    ----------
    nodes : list of Node
        Each after those it reads.
    constants : dict of str to ndarray
        By name.

    Attributes
    ----------
    graph : Graph
        What has been written.
    tensors : dict of str to Tensor
        Every tensor of the source that is not constant, by its name there.
    """

    def __init__(self, nodes: list[Node], constants: Constants) -> None:
        self.constants = dict(constants)
        self.tensors: dict[str, Tensor] = {}
        self.graph = Graph()
        kinds: dict[str, Callable[[Node], None]] = {
            "Const": lambda node: None,
            "Placeholder": self._placeholder,
            "Identity": self._identity,
            "SparseToDense": self._sparse_to_dense,
            "Add": self._add,
            "AddV2": self._add,
            "Transpose": self._transpose,
            "Pad": self._pad,
            "PadV2": self._pad,
            "Conv2D": self._convolution,
            "MaxPool": self._max_pool,
            "LeakyRelu": self._leaky_relu,
            "Sigmoid": self._sigmoid,
            "ConcatV2": self._concat,
            "SplitV": self._split,
            "Reshape": self._reshape,
            "ResizeBilinear": self._resize,
        }
        for node in nodes:
            kinds[node.kind](node)

    def _placeholder(self, node: Node) -> None:
        self.tensors[node.name] = Tensor("pictures")

    def _identity(self, node: Node) -> None:
        self.tensors[node.name] = self.tensors[node.inputs[0]]

    def _sparse_to_dense(self, node: Node) -> None:
        places, shape, values, default = (self.constants[name] for name in node.inputs)
        dense = np.full(shape, default)
        dense[tuple(places.T)] = values
        self.constants[node.name] = dense

    def _add(self, node: Node) -> None:
        first, second = node.inputs
        if first in self.constants:
            self.constants[node.name] = self.constants[first] + self.constants[second]
            return
        left = self.tensors[first]
        if second in self.constants:
            # The only constants added to maps are the convolutions' biases.
            convolution = self.graph.nodes[left.name]
            if convolution.op_type != "Conv" or len(convolution.input) > 2:
                raise NotImplementedError(f"{node.name} adds a constant to no convolution.")
            bias = self.constants[second].reshape(-1)
            convolution.input.append(self.graph.weight(f"{left.name}_bias", bias))
            self.tensors[node.name] = left
            return
        right = self.tensors[second]
        if left.channels_last != right.channels_last:
            raise NotImplementedError(f"{node.name} mixes layouts.")
        name = self.graph.write("Add", left.name, right.name, outputs=[node.name])
        self.tensors[node.name] = replace(left, name=name)

    def _transpose(self, node: Node) -> None:
        tensor = self.tensors[node.inputs[0]]
        order = self.constants[node.inputs[1]].tolist()
        if order == (_CHANNELS_FIRST if tensor.channels_last else _CHANNELS_LAST):
            self.tensors[node.name] = replace(tensor, channels_last=not tensor.channels_last)
        elif len(order) == 3:
            name = self.graph.write("Transpose", tensor.name, outputs=[node.name], perm=order)
            self.tensors[node.name] = Tensor(name)
        else:
            raise NotImplementedError(f"{node.name} transposes to {order}.")

    def _pad(self, node: Node) -> None:
        tensor = self.tensors[node.inputs[0]]
        amounts = self.constants[node.inputs[1]]
        rows, columns = amounts[1:3] if tensor.channels_last else amounts[2:4]
        # Zeros before a convolution, the lowest number before the pooling: as ONNX does itself.
        border = (int(rows[0]), int(columns[0]), int(rows[1]), int(columns[1]))
        if amounts.sum() != sum(border):
            raise NotImplementedError(f"{node.name} pads more than rows and columns.")
        self.tensors[node.name] = replace(tensor, border=border)

    def _convolution(self, node: Node) -> None:
        kernel = self.constants[node.inputs[1]].transpose(3, 2, 0, 1)
        self._sliding(
            node, "Conv", kernel.shape[2:], self.graph.weight(f"{node.name}_kernel", kernel)
        )

    def _max_pool(self, node: Node) -> None:
        self._sliding(node, "MaxPool", tuple(node.numbers("ksize")[1:3]))

    def _sliding(self, node: Node, kind: str, window: tuple[int, ...], *weights: str) -> None:
        tensor = self.tensors[node.inputs[0]]
        if not tensor.channels_last or node.text("padding") != "VALID":
            raise NotImplementedError(f"{node.name} has another layout or padding.")
        if "dilations" in node.attributes and set(node.numbers("dilations")) != {1}:
            raise NotImplementedError(f"{node.name} is dilated.")
        strides = node.numbers("strides")[1:3]
        name = self.graph.write(
            kind,
            tensor.name,
            *weights,
            outputs=[node.name],
            kernel_shape=window,
            strides=strides,
            pads=tensor.border,
        )
        self.tensors[node.name] = Tensor(name, True, tensor.stride * strides[0])

    def _leaky_relu(self, node: Node) -> None:
        self._each_cell(node, "LeakyRelu", alpha=float(node.attributes["alpha"]["f"]))

    def _sigmoid(self, node: Node) -> None:
        self._each_cell(node, "Sigmoid")

    def _each_cell(self, node: Node, kind: str, **attributes: float) -> None:
        tensor = self.tensors[node.inputs[0]]
        name = self.graph.write(kind, tensor.name, outputs=[node.name], **attributes)
        self.tensors[node.name] = replace(tensor, name=name)

    def _concat(self, node: Node) -> None:
        parts = [self.tensors[name] for name in node.inputs[:-1]]
        self._channels_first(node, *parts)
        axis = int(self.constants[node.inputs[-1]])
        name = self.graph.write(
            "Concat", *(part.name for part in parts), outputs=[node.name], axis=axis
        )
        self.tensors[node.name] = replace(parts[0], name=name)

    def _split(self, node: Node) -> None:
        tensor = self.tensors[node.inputs[0]]
        self._channels_first(node, tensor)
        sizes = self.constants[node.inputs[1]].astype(np.int64)
        axis = int(self.constants[node.inputs[2]])
        names = [node.name, *(f"{node.name}:{part}" for part in range(1, len(sizes)))]
        stored = self.graph.weight(f"{node.name}_sizes", sizes)
        self.graph.write("Split", tensor.name, stored, outputs=names, axis=axis)
        self.tensors |= {name: replace(tensor, name=name) for name in names}

    def _reshape(self, node: Node) -> None:
        tensor = self.tensors[node.inputs[0]]
        self._channels_first(node, tensor)
        shape = self.constants[node.inputs[1]].astype(np.int64)
        # Zero takes over the number of pictures, which the source has fixed at one.
        shape[0] = 0
        stored = self.graph.weight(f"{node.name}_shape", shape)
        self.tensors[node.name] = Tensor(
            self.graph.write("Reshape", tensor.name, stored, outputs=[node.name])
        )

    def _resize(self, node: Node) -> None:
        tensor = self.tensors[node.inputs[0]]
        if not tensor.channels_last or not node.attributes["half_pixel_centers"]["b"]:
            raise NotImplementedError(f"{node.name} has another layout or grid.")
        # Scales instead of the source's sizes, so that pictures of other sizes fit too.
        stride = SIDE // int(self.constants[node.inputs[1]][0])
        scale = tensor.stride / stride
        scales = self.graph.weight(
            f"{node.name}_scales", np.array([1, 1, scale, scale], np.float32)
        )
        name = self.graph.write(
            "Resize",
            tensor.name,
            "",
            scales,
            outputs=[node.name],
            mode="linear",
            coordinate_transformation_mode="half_pixel",
        )
        self.tensors[node.name] = Tensor(name, True, stride)

    @staticmethod
    def _channels_first(node: Node, *tensors: Tensor) -> None:
        """Refuse what would work along another axis here than in the source."""
        if any(tensor.channels_last for tensor in tensors):
            raise NotImplementedError(f"{node.name} has another layout.")
