"""Turn the fine-tuned encoder into graphs.

``PYTHONPATH=src python -m training.sentiment.export --base DIR --weights encoder.pt`` writes
``encoder_fp32.onnx`` (single precision, without the word table) and ``encoder.onnx`` (eight-bit
weights) beside the given weights, and the word table into the package, with its digest pinned.
``training.sentiment.ranges`` makes of the eight-bit graph what ships.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from training.graphs import export_fused, quantise
from training.pin import ship
from training.token_embeddings import pack

from triptych.engines.sentiment.model import WORDS_FILE

from .model import SentimentEncoder


class _WithoutWordTable(torch.nn.Module):
    """The encoder from word vectors on."""

    def __init__(self, model: SentimentEncoder) -> None:
        super().__init__()
        self.model = model

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        encoder = self.model.encoder
        hidden = encoder(inputs_embeds=words, attention_mask=mask).last_hidden_state
        sentiment, emotions = self.model.classify(hidden, mask)
        return sentiment, emotions


def export(base: Path, weights: Path) -> Path:
    """Write both graphs beside `weights`, ship the table, return the path of the eight-bit one."""
    trained = torch.load(weights, map_location="cpu", weights_only=True)
    model = SentimentEncoder(base, len(trained["conventions.weight"]))
    model.load_state_dict(trained)
    ship(WORDS_FILE, pack(model.encoder.embeddings.word_embeddings.weight.detach().numpy()))
    single, eight = weights.with_name("encoder_fp32.onnx"), weights.with_name("encoder.onnx")
    export_fused(_WithoutWordTable(model), ["sentiment", "emotions"], single)
    quantise(single, eight)
    return eight


def main() -> None:
    """Export, and print the size of the graph."""
    parser = argparse.ArgumentParser(description="Export the sentiment encoder.")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--weights", type=Path, required=True, help="the fine-tuned weights")
    arguments = parser.parse_args()
    content = export(arguments.base, arguments.weights).read_bytes()
    print(f"{len(content) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
