"""The encoder: texts in, logits out."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import CorruptModelError, verified
from triptych.models.tokenizer import text_tokenizer
from triptych.models.word_table import word_table

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ENCODER_FILE = "sentiment/encoder.onnx"
ENCODER_SHA256 = "4da5941cfd36574000578798b2242268275f4f2234ecae44ec096abda4efdf99"

#: Tokens the encoder reads at once, its two marks included; a longer text is read in windows.
LONGEST = 128
_FIRST, _LAST = 101, 102
#: Tokens of a batch, padding included: larger ones leave the processor's cache.
_BATCH_TOKENS = 256
#: Batches run side by side, one core each: a graph this small does not gain from two.
_WORKERS = min(4, os.cpu_count() or 1)
#: Texts held as tokens at once, so that a book needs no more memory than a chapter.
_CHUNK = 2048

Floats = NDArray[np.float32]


class Reading(NamedTuple):
    """What the encoder says of n texts.

    Attributes
    ----------
    sentiment : ndarray of float32, (n, 3)
        Logits of negative, neutral and positive.
    emotions : ndarray of float32, (n, 28)
        Logits of the emotions, each for itself.
    tokens : ndarray of int64, (n,)
        Word pieces read, without marks.
    """

    sentiment: Floats
    emotions: Floats
    tokens: NDArray[np.int64]


def read(texts: Sequence[str]) -> Reading:
    """Run the encoder over normalised texts.

    A text of more than 126 word pieces is read in windows, whose logits are averaged, each by its
    length. Beyond what is returned, memory does not grow with the number of texts.

    Parameters
    ----------
    texts : sequence of str
        As `normalise` returns them; an empty one is allowed.

    Returns
    -------
    Reading
        In the order of `texts`.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped file is missing or damaged.

    Examples
    --------
    >>> good, bad = read(["What a lovely day.", "This is awful."]).sentiment
    >>> bool(good[2] > good[0]), bool(bad[0] > bad[2])
    (True, True)
    """
    parts = [_read_chunk(texts[start : start + _CHUNK]) for start in range(0, len(texts), _CHUNK)]
    if not parts:
        return Reading(np.empty((0, 3), "f4"), np.empty((0, 28), "f4"), np.empty(0, "i8"))
    return Reading(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _read_chunk(texts: Sequence[str]) -> Reading:
    """Read texts whose tokens are held together."""
    encodings = text_tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
    windows: list[list[int]] = []
    owners: list[int] = []
    for owner, encoding in enumerate(encodings):
        ids = encoding.ids
        step = _window_length(len(ids))
        for start in range(0, max(1, len(ids)), step):
            windows.append([_FIRST, *ids[start : start + step], _LAST])
            owners.append(owner)
    logits = np.empty((len(windows), 31), np.float32)
    batches = list(_batches([len(window) for window in windows]))
    # Before the threads, each of which would load them for itself.
    session()
    word_table()
    # Threads of this call alone: a pool kept for later would not survive a fork.
    with ThreadPoolExecutor(_WORKERS) as pool:
        work = map if len(batches) == 1 else pool.map
        for places, found in zip(
            batches, work(lambda b: _run([windows[place] for place in b]), batches), strict=True
        ):
            logits[places] = found
    # An empty text has no length, but still its answer.
    lengths = np.array([max(1, len(window) - 2) for window in windows])
    totals = np.zeros((len(texts), 31))
    np.add.at(totals, owners, logits * lengths[:, np.newaxis])
    weights = np.bincount(owners, weights=lengths, minlength=len(texts))
    mean = (totals / weights[:, np.newaxis]).astype(np.float32)
    tokens = np.array([len(encoding.ids) for encoding in encodings], np.int64)
    return Reading(mean[:, :3], mean[:, 3:], tokens)


def _window_length(tokens: int) -> int:
    """Return how many tokens a window takes: as few windows as will do, of about equal length."""
    room = LONGEST - 2
    windows = max(1, -(-tokens // room))
    return max(1, -(-tokens // windows))


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


def _run(windows: Sequence[Sequence[int]]) -> Floats:
    """Return the logits (n, 31) of windows, sentiment first."""
    longest = max(map(len, windows))
    tokens = np.zeros((len(windows), longest), np.int64)
    mask = np.zeros((len(windows), longest), np.int64)
    for row, window in enumerate(windows):
        tokens[row, : len(window)] = window
        mask[row, : len(window)] = 1
    words = word_table().look_up(tokens)
    outputs = session().run(["sentiment", "emotions"], {"words": words, "mask": mask})
    return np.concatenate(outputs, axis=1)


@cache
def session() -> InferenceSession:
    """Return the graph, read and verified once."""
    # Imported late: it takes longer than answering, and other operations need none of it.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(
            verified(ENCODER_FILE, ENCODER_SHA256),
            options,
            providers=["CPUExecutionProvider"],
            # Fused with the addition before it, layer normalisation takes four times as long.
            disabled_optimizers=["SkipLayerNormFusion"],
        )
    except (RuntimeError, ValueError) as error:
        if isinstance(error, CorruptModelError):
            raise
        raise CorruptModelError(f"The sentiment encoder cannot be loaded ({error}).") from error
