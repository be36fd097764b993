"""Run a text encoder: windows of tokens in, a row of numbers for each out.

The shipped graphs begin behind the token embeddings, which most of them share, and read vectors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import steps_done
from triptych._cores import map_on_cores
from triptych._once import once
from triptych.models.sessions import open_session
from triptych.models.tokens import TOKEN_EMBEDDINGS_FILE, token_embeddings, word_pieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

    from triptych.models.tokens import TokenEmbeddings

#: The marks before and behind every window.
FIRST, LAST = 101, 102
#: Tokens of a batch, padding included: larger ones leave the processor's cache.
_BATCH_TOKENS = 256

Floats = NDArray[np.float32]
#: Tokenizing pieces of this many characters keeps memory flat for a text of any length.
_PIECE = 65_536
#: How many word pieces words have that were counted before, some 5 MB. What is longer than a word
#: hardly comes again.
_known_words: dict[str, int] = {}
_MOST_WORDS, _LONG_WORD = 50_000, 32


@once
def session(name: str) -> InferenceSession:
    """Return the graph of a shipped encoder, read and verified once."""
    # Fused with the addition before it, layer normalisation takes four times as long.
    return open_session(name, disabled_optimizers=["SkipLayerNormFusion"])


def encode(
    name: str,
    outputs: Sequence[str],
    windows: Sequence[Sequence[int]],
    table: str = TOKEN_EMBEDDINGS_FILE,
) -> Floats:
    """Return outputs of a shipped encoder, side by side, for n windows of tokens: (n, width).

    The graph in the file `name` has the inputs `words`, vectors of the file `table`, and `mask`,
    and outputs of shape (n, width). Windows hold token ids, the marks included; there is at least
    one, and none is empty.
    """
    batches, parts = _run_in_batches(name, outputs, windows, table)
    rows = np.empty((len(windows), sum(part.shape[1] for part in parts[0])), np.float32)
    for batch, values in zip(batches, parts, strict=True):
        rows[batch] = np.concatenate(values, axis=1)
    return rows


def encode_tokens(
    name: str, output: str, windows: Sequence[Sequence[int]], table: str = TOKEN_EMBEDDINGS_FILE
) -> list[Floats]:
    """Return an output of a shipped encoder for each token of n windows: n times (length, width).

    As `encode`, for a graph whose output has the shape (n, length, width).
    """
    batches, parts = _run_in_batches(name, [output], windows, table)
    rows: list[Floats] = [np.empty((0, 0), np.float32)] * len(windows)
    for batch, (values,) in zip(batches, parts, strict=True):
        for place, row in zip(batch, values, strict=True):
            rows[place] = row[: len(windows[place])]
    return rows


def _run_in_batches(
    name: str, outputs: Sequence[str], windows: Sequence[Sequence[int]], table: str
) -> tuple[list[list[int]], list[list[Floats]]]:
    """Return the places of the windows of each batch, and each batch's outputs."""
    graph, words = session(name), token_embeddings(table)
    batches = list(_batches([len(window) for window in windows]))

    def run(batch: Sequence[int]) -> list[Floats]:
        values = _run(graph, words, outputs, [windows[place] for place in batch])
        steps_done(len(batch))
        return values

    # One core each: a graph this small does not gain from two.
    return batches, map_on_cores(run, batches)


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
    graph: InferenceSession,
    table: TokenEmbeddings,
    outputs: Sequence[str],
    windows: Sequence[Sequence[int]],
) -> list[Floats]:
    longest = max(map(len, windows))
    tokens = np.zeros((len(windows), longest), np.int64)
    mask = np.zeros((len(windows), longest), np.int64)
    for row, window in enumerate(windows):
        tokens[row, : len(window)] = window
        mask[row, : len(window)] = 1
    words = table.look_up(tokens)
    return list(graph.run(list(outputs), {"words": words, "mask": mask}))


def count_tokens(texts: Iterable[str]) -> int:
    """Return how many word pieces the texts have together, without the special ones.

    Lone surrogates, which are not text, are not counted.

    Examples
    --------
    >>> count_tokens(["Hello, world", ""])
    3
    """
    return int(token_counts(list(texts)).sum())


def token_counts(texts: Sequence[str]) -> NDArray[np.int64]:
    """Return how many word pieces each text has, as `count_tokens` counts them: (n,).

    Words that were counted before are remembered: most of a text's words are.

    Examples
    --------
    >>> token_counts(["Hello, world", ""]).tolist()
    [3, 0]
    """
    # No word piece has a space in it, and none depends on what lies beyond one.
    words_of = [text.split(" ") for text in texts]
    counts = {word: _known_words.get(word, -1) for word in set().union(*words_of)}
    unknown = [word for word, count in counts.items() if count < 0]
    counts.update(zip(unknown, _counted(unknown), strict=True))
    if len(_known_words) + len(unknown) > _MOST_WORDS:
        _known_words.clear()
    _known_words.update(
        {word: counts[word] for word in unknown[:_MOST_WORDS] if len(word) <= _LONG_WORD}
    )
    return np.array([sum(map(counts.__getitem__, words)) for words in words_of], np.int64)


def _counted(words: Sequence[str]) -> list[int]:
    pieces: list[str] = []
    owners: list[int] = []
    for owner, word in enumerate(words):
        for start in range(0, len(word), _PIECE):
            pieces.append(word[start : start + _PIECE].encode("utf-8", "ignore").decode())
            owners.append(owner)
    counts = [0] * len(words)
    for owner, encoding in zip(owners, word_pieces(pieces), strict=True):
        counts[owner] += len(encoding)
    return counts
