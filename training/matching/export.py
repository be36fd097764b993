"""Turn the trained matcher into the graph that ships.

``PYTHONPATH=src python -m training.matching.export --data DIR --base DIR --weights matcher.pt``
writes the graph in single precision beside the weights, and with eight-bit matrices and fixed
ranges into the package, its digest pinned. ``training.matching.calibrate`` comes next.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import torch
from training.graphs import export_fused, quantise
from training.heads import WithoutWordTable
from training.pin import ship
from training.ranges import fix_ranges

from triptych.engines.matching.model import ENCODER_FILE, HEADS_OUTPUT

from .answers import training_sentences
from .claims import training_claims
from .examples import Claim, Sentence
from .model import Matcher
from .train import row_of

#: As for the sentiment encoder.
_STEADY = 0.03
_INPUTS = 1_500


def main() -> None:
    """Export, quantise, fix the ranges with training examples, ship."""
    parser = argparse.ArgumentParser(description="Export the matcher.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    parser.add_argument("--weights", type=Path, required=True, help="the trained weights")
    arguments = parser.parse_args()
    trained = torch.load(arguments.weights, map_location="cpu", weights_only=True)
    model = Matcher(arguments.base, len(trained["conventions.weight"]))
    model.load_state_dict(trained)
    single = arguments.weights.with_name("matcher_fp32.onnx")
    eight = arguments.weights.with_name("matcher_eight.onnx")
    export_fused(WithoutWordTable(model), [HEADS_OUTPUT], single, by_token=True)
    quantise(single, eight)
    every: list[Sentence | Claim] = [
        *training_sentences(arguments.data),
        *training_claims(arguments.data),
    ]
    examples = random.Random(3).sample(every, _INPUTS)
    windows = [row_of(example).tokens for example in examples]
    graph = fix_ranges(eight, eight, windows, steady=_STEADY)
    ship(ENCODER_FILE, graph.SerializeToString())


if __name__ == "__main__":
    main()
