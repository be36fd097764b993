"""Turn the trained matcher of prompts and candidates into the graph that ships.

``PYTHONPATH=src python -m training.scrape.export --rows rows.npz --base DIR --weights scrape.pt``
writes the graph with eight-bit matrices and fixed ranges into the package, its digest pinned.
Of several trainings that went on from the same weights the mean ships, which does better than each
(M. Wortsman and others, "Model soups", 2022). ``training.scrape.calibrate`` comes next.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

import torch
from training.graphs import export_fused, quantise
from training.heads import EncoderWithHeads, WithoutWordTable
from training.pin import ship
from training.ranges import fix_ranges
from training.scrape.rows import load
from training.scrape.train import HEADS

from triptych.engines.scrape.matcher.model import ENCODER_FILE, HEADS_OUTPUT

#: As for the sentiment encoder.
_STEADY = 0.03
_INPUTS = 1_500


def mean(weights: Sequence[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """Return the mean of trained weights, by name."""
    return {name: torch.stack([one[name] for one in weights]).mean(0) for name in weights[0]}


def main() -> None:
    """Export, quantise, fix the ranges with training examples, ship."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--weights", type=Path, required=True, nargs="+", help="trained weights")
    arguments = parser.parse_args()
    model = EncoderWithHeads(arguments.base, HEADS)
    model.load_state_dict(mean([torch.load(file, weights_only=True) for file in arguments.weights]))
    single = arguments.weights[0].with_suffix(".fp32.onnx")
    eight = arguments.weights[0].with_suffix(".eight.onnx")
    export_fused(WithoutWordTable(model), [HEADS_OUTPUT], single, by_token=True)
    quantise(single, eight)
    every = [row for group in load(arguments.rows) for row in group]
    rows = random.Random(3).sample(every, _INPUTS)
    graph = fix_ranges(eight, eight, [row.tokens for row in rows], steady=_STEADY)
    ship(ENCODER_FILE, graph.SerializeToString())


if __name__ == "__main__":
    main()
