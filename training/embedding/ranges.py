"""Fix the ranges of a dynamically quantised graph.

As onnxruntime makes it, the graph takes the scale of each activation from the batch at hand, so
that a text's vector would depend on the texts beside it, by up to .01 in cosine. Here the scales
are set once, from calibration texts, and everything else stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from triptych.engines.text.encoder import FIRST, LAST
from triptych.models.tokens import text_tokenizer, token_embeddings

_DYNAMIC = "DynamicQuantizeLinear"


def fix_ranges(eight: Path, single: Path, texts: Sequence[str]) -> onnx.ModelProto:
    """Return the eight-bit graph with the ranges that the texts have in single precision."""
    model = onnx.load(eight)
    dynamic = [node for node in model.graph.node if node.op_type == _DYNAMIC]
    ranges = measured(single, [node.input[0] for node in dynamic], texts)
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.op_type != _DYNAMIC:
            nodes.append(node)
            continue
        low, high = ranges[node.input[0]]
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


def measured(
    single: Path, names: Sequence[str], texts: Sequence[str]
) -> dict[str, tuple[float, float]]:
    """Return the least and the largest value of activations, zero between them."""
    model = onnx.load(single)
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names]
    model.graph.output.extend(outputs)
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    low, high = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for text in texts:
        ids = text_tokenizer().encode(text, add_special_tokens=False).ids
        tokens = np.array([[FIRST, *ids, LAST]])
        given = {"words": token_embeddings().look_up(tokens), "mask": np.ones_like(tokens)}
        for name, values in zip(names, session.run(list(names), given), strict=True):
            low[name] = min(low[name], float(values.min()))
            high[name] = max(high[name], float(values.max()))
    return {name: (low[name], high[name]) for name in names}
