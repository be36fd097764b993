"""Run a text encoder: windows of tokens in, a row of numbers for each out.

The graphs that ship begin behind the word table, which they share, so each is fed word vectors.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import CorruptModelError, verified
from triptych.models.token_embeddings import word_table

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

#: The marks before and behind every window.
FIRST, LAST = 101, 102
#: Tokens of a batch, padding included: larger ones leave the processor's cache.
_BATCH_TOKENS = 256
#: Batches run side by side, one core each: a graph this small does not gain from two.
_WORKERS = min(4, os.cpu_count() or 1)

Floats = NDArray[np.float32]


def load(name: str, sha256: str) -> InferenceSession:
    """Return the session of a shipped graph.

    Parameters
    ----------
    name, sha256 : str
        As for `triptych.models.files.verified`.

    Raises
    ------
    CorruptModelError
        If the file is missing, damaged or no graph.
    """
    # Imported late: it takes longer than answering, and other operations need none of it.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    graph = verified(name, sha256)
    try:
        return onnxruntime.InferenceSession(
            graph,
            options,
            providers=["CPUExecutionProvider"],
            # Fused with the addition before it, layer normalisation takes four times as long.
            disabled_optimizers=["SkipLayerNormFusion"],
        )
    except Exception as error:
        # onnxruntime raises several kinds, with no base class of their own.
        raise CorruptModelError(f"The encoder {name} cannot be loaded ({error}).") from error


def encode(
    session: InferenceSession, outputs: Sequence[str], windows: Sequence[Sequence[int]]
) -> Floats:
    """Run the graph over windows of tokens.

    Parameters
    ----------
    session : InferenceSession
        As `load` returns it; its inputs are `words` and `mask`.
    outputs : sequence of str
        Names of outputs of shape (windows, width), which are put side by side.
    windows : sequence of sequence of int
        Token ids, the marks included; at least one window, none empty.

    Returns
    -------
    ndarray of float32, (windows, width of all outputs)
        In the order of `windows`.
    """
    # Before the threads, each of which would load it for itself.
    word_table()
    batches = list(_batches([len(window) for window in windows]))

    def run(batch: Sequence[int]) -> Floats:
        return _run(session, outputs, [windows[place] for place in batch])

    # Threads of this call alone: a pool kept for later would not survive a fork.
    with ThreadPoolExecutor(_WORKERS) as pool:
        found = list(map(run, batches) if len(batches) == 1 else pool.map(run, batches))
    rows = np.empty((len(windows), found[0].shape[1]), np.float32)
    for batch, values in zip(batches, found, strict=True):
        rows[batch] = values
    return rows


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of windows of about the same length, so that little is padding."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[place] * (len(batch) + 1) > _BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def _run(
    session: InferenceSession, outputs: Sequence[str], windows: Sequence[Sequence[int]]
) -> Floats:
    longest = max(map(len, windows))
    tokens = np.zeros((len(windows), longest), np.int64)
    mask = np.zeros((len(windows), longest), np.int64)
    for row, window in enumerate(windows):
        tokens[row, : len(window)] = window
        mask[row, : len(window)] = 1
    words = word_table().look_up(tokens)
    return np.concatenate(session.run(list(outputs), {"words": words, "mask": mask}), axis=1)
