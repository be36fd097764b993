"""Train the spam engine, end to end.

``PYTHONPATH=src python -m training.spam.train --data DIR`` writes
``src/triptych/models/spam/weights.npz`` and the digest that ``triptych.engines.spam.model`` pins.
Needs scikit-learn and SciPy, which the engine itself does not. About two minutes on one core.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import re
from pathlib import Path

import numpy as np

from triptych.engines.spam import model

from .fitting import fit
from .prepare import corpus_of, held_back, prepare

_ROOT = Path(__file__).resolve().parents[2] / "src" / "triptych"


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
    parser.add_argument("--out", type=Path, default=_ROOT / "models" / model.WEIGHTS_FILE)
    arguments = parser.parse_args()
    prepared = prepare(arguments.data)
    training = ~held_back(prepared)
    print(f"{len(prepared.examples)} distinct texts, {training.sum()} to learn from", flush=True)
    content = pack(fit(corpus_of(prepared, training), log=print))
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    # Renamed into place, so that no reader meets half a file.
    unfinished = arguments.out.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(arguments.out)
    digest = hashlib.sha256(content).hexdigest()
    print(f"{arguments.out}: {len(content)} bytes, sha256 {digest}")
    if arguments.out == _ROOT / "models" / model.WEIGHTS_FILE:
        source = _ROOT / "engines" / "spam" / "model.py"
        pinned = re.sub(
            r'WEIGHTS_SHA256 = "\w{64}"',
            f'WEIGHTS_SHA256 = "{digest}"',
            source.read_text(encoding="utf-8"),
        )
        source.write_text(pinned, encoding="utf-8")


if __name__ == "__main__":
    main()
