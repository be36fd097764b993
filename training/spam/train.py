"""Train the spam engine, end to end.

``PYTHONPATH=src python -m training.spam.train --data DIR`` writes
``src/triptych/models/spam/weights.npz`` and its digest.
Needs scikit-learn and SciPy, which the engine itself does not. About two minutes on one core.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np
from training.pin import ship

from triptych.engines.spam import model

from .fitting import fit
from .prepare import corpus_of, held_back, prepare


def pack(weights: model.Weights) -> bytes:
    """Return the weights as the bytes of a compressed .npz file without pickle."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        known=np.packbits(weights.known),
        table=np.ascontiguousarray(weights.table.T),
        scale=weights.scale,
        bias=weights.bias,
    )
    return stream.getvalue()


def main() -> None:
    """Read the corpora, fit, write the weights, pin their digest."""
    parser = argparse.ArgumentParser(description="Train the spam engine.")
    parser.add_argument("--data", type=Path, required=True, help="folder of the corpora")
    parser.add_argument("--out", type=Path, help="write here, not into the package")
    arguments = parser.parse_args()
    prepared = prepare(arguments.data)
    training = ~held_back(prepared)
    print(f"{len(prepared.examples)} distinct texts, {training.sum()} to learn from", flush=True)
    content = pack(fit(corpus_of(prepared, training), log=print))
    if arguments.out is None:
        ship(model.WEIGHTS_FILE, content)
    else:
        arguments.out.write_bytes(content)


if __name__ == "__main__":
    main()
