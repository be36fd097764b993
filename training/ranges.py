"""Fix the ranges of a dynamically quantised graph.

As onnxruntime makes it, the graph takes the scale of each activation from the batch at hand, so
that what it returns for a text would depend on the texts beside it: vectors by up to .01 in cosine,
a score of sentiment by up to .2. Here the scales are set once, from calibration texts, and
everything else stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import TOKEN_EMBEDDINGS_FILE, text_tokenizer, token_embeddings

Floats = NDArray[np.float64]
_DYNAMIC = "DynamicQuantizeLinear"


def fix_ranges(
    eight: Path,
    measured_in: Path,
    windows: Sequence[Sequence[int]],
    *,
    steady: float = 0,
    table: str = TOKEN_EMBEDDINGS_FILE,
) -> onnx.ModelProto:
    """Return the eight-bit graph with fixed ranges.

    Parameters
    ----------
    eight : Path
        Whose ranges are dynamic.
    measured_in : Path
        The graph in single precision or, where that is lost, the eight-bit one itself.
    windows : sequence of sequence of int
        Token ids, the marks included, with which the ranges are measured.
    steady : float, default 0
        An extreme whose median over the windows is nearer to the outermost value than this share of
        the range is taken at its median. Such are the outlier dimensions of a transformer
        (T. Dettmers et al., "LLM.int8()", 2022), nearly the same in every token: so they are
        represented exactly, as with dynamic ranges.
    table : str
        The shipped vectors of word pieces that the graph reads.
    """
    model = onnx.load(eight)
    dynamic = [node for node in model.graph.node if node.op_type == _DYNAMIC]
    ranges = measured(measured_in, [node.input[0] for node in dynamic], windows, table)
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.op_type != _DYNAMIC:
            nodes.append(node)
            continue
        lows, highs = ranges[node.input[0]]
        low, high = lows.min(), highs.max()
        near = steady * (high - low)
        low = np.median(lows) if np.median(lows) - low < near else low
        high = np.median(highs) if high - np.median(highs) < near else high
        scale = (high - low) / 255
        values = (np.float32(scale), np.uint8(round(-low / scale)))
        for name, value in zip(node.output[1:], values, strict=True):
            model.graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
        inputs = [node.input[0], *node.output[1:]]
        nodes.append(helper.make_node("QuantizeLinear", inputs, node.output[:1]))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    return model


def windows_of(texts: Sequence[str]) -> list[list[int]]:
    """Return the token ids of texts, the marks included."""
    encodings = text_tokenizer().encode_batch(list(texts), add_special_tokens=False)
    return [[FIRST, *encoding.ids, LAST] for encoding in encodings]


def measured(
    graph: Path, names: Sequence[str], windows: Sequence[Sequence[int]], table: str
) -> dict[str, tuple[Floats, Floats]]:
    """Return the least and the largest value of activations in each window, zero between them."""
    model = onnx.load(graph)
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names]
    model.graph.output.extend(outputs)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    low, high = np.zeros((2, len(names), len(windows)))
    for column, window in enumerate(windows):
        tokens = np.array([window])
        given = {"words": token_embeddings(table).look_up(tokens), "mask": np.ones_like(tokens)}
        for row, values in enumerate(session.run(list(names), given)):
            low[row, column] = min(0.0, values.min())
            high[row, column] = max(0.0, values.max())
    return {name: (low[row], high[row]) for row, name in enumerate(names)}
