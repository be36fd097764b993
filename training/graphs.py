"""Export encoders that begin behind the word table, in the form onnxruntime runs best."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
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
