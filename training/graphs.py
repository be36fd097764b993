"""Export encoders that begin behind the word table, in the form onnxruntime runs best."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model

_HEADS, WIDTH = 12, 384


def export_fused(
    model: torch.nn.Module, outputs: list[str], path: Path, *, by_token: bool = False
) -> onnx.ModelProto:
    """Write `model(words, mask)` to `path` in single precision, and return the graph.

    With `by_token`, the outputs have a row for each token; else for each text.

    Attention, GELU and layer normalisation become one operation each; the normalisation is not
    fused with the addition before it, which onnxruntime runs more slowly than the two.
    """
    plain = path.with_suffix(".plain.onnx")
    words = torch.randn(3, 9, WIDTH)
    mask = torch.ones(3, 9, dtype=torch.long)
    mask[1, 5:] = 0
    rows, columns = {0: "texts"}, {0: "texts", 1: "tokens"}
    torch.onnx.export(
        model.eval(),
        (words, mask),
        str(plain),
        input_names=["words", "mask"],
        output_names=outputs,
        dynamic_axes={"words": columns, "mask": columns}
        | dict.fromkeys(outputs, columns if by_token else rows),
        opset_version=17,
        dynamo=False,
    )
    options = FusionOptions("bert")
    options.enable_skip_layer_norm = False
    fused = optimize_model(
        str(plain),
        "bert",
        num_heads=_HEADS,
        hidden_size=WIDTH,
        opt_level=0,
        optimization_options=options,
    )
    print(fused.get_fused_operator_statistics())
    fused.save_model_to_file(str(path))
    plain.unlink()
    return fused.model


def quantise(single: Path, eight: Path) -> None:
    """Write a graph with eight-bit matrices, whose activations are scaled as they come."""
    quantize_dynamic(
        single,
        eight,
        weight_type=QuantType.QInt8,
        per_channel=True,
        # Seven bits: without VNNI, products of eight would overflow the sum of two.
        reduce_range=True,
        extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
    )


def read_weights(graph: Path, model: torch.nn.Module) -> None:
    """Set the weights of `model` to those of a shipped graph, to train on from there.

    They have eight bits; what that takes away is less than a few steps of training change.

    Parameters
    ----------
    graph : Path
        As `export_fused` and `quantise` made it.
    model : Module
        An `EncoderWithHeads` of as many layers and heads.
    """
    shipped = onnx.load(graph).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in shipped.initializer}

    def floats(name: str) -> torch.Tensor:
        if not name.endswith("_quantized"):
            return torch.from_numpy(arrays[name].copy())
        own = name.removesuffix("_quantized")
        steps = arrays[name].astype(np.float32) - arrays[f"{own}_zero_point"]
        return torch.from_numpy((steps * arrays[f"{own}_scale"]).astype(np.float32))

    own = {name.removesuffix("_quantized"): name for name in arrays}
    state = model.state_dict()
    known = {name: floats(own[f"model.{name}"]) for name in state if f"model.{name}" in own}
    products = [floats(one.input[1]).T for one in shipped.node if one.op_type == "MatMulInteger"]
    attending = [one.input for one in shipped.node if one.op_type == "QAttention"]
    for number, (_, weight, bias, *_) in enumerate(attending):
        layer = f"encoder.encoder.layer.{number}."
        parts = zip(floats(weight).T.split(WIDTH), floats(bias).split(WIDTH), strict=True)
        for name, part in zip(("query", "key", "value"), parts, strict=True):
            for kind, values in zip(("weight", "bias"), part, strict=True):
                known[f"{layer}attention.self.{name}.{kind}"] = values
        names = ("attention.output.dense", "intermediate.dense", "output.dense")
        for name, product in zip(names, products[3 * number : 3 * number + 3], strict=True):
            known[f"{layer}{name}.weight"] = product
    known["heads.weight"] = products[-1]
    missing = [name for name in state if name not in known and "word_embeddings" not in name]
    if missing:
        raise ValueError(f"{graph} lacks {', '.join(missing)}")
    model.load_state_dict(known, strict=False)
