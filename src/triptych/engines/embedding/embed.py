"""From texts to vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.engines.embedding import remembered
from triptych.engines.embedding.model import ENCODER_FILE, LONGEST, WIDTH
from triptych.engines.text.encoder import FIRST, LAST, encode
from triptych.models.tokens import text_tokenizer

#: Texts held as tokens at once.
_AT_ONCE = 2048
#: An instruction may take this much of what the encoder reads at once.
LONGEST_INSTRUCTION = LONGEST // 2


class Embedded(NamedTuple):
    """Vectors of n texts.

    Attributes
    ----------
    vectors : ndarray of float32, (n, 384)
        Of length 1.
    cut : ndarray of bool, (n,)
        Whether a text was longer than the encoder reads, so that its vector tells of its
        beginning.
    """

    vectors: NDArray[np.float32]
    cut: NDArray[np.bool_]


def embed_texts(texts: Sequence[str], *, instruction: str | None = None) -> Embedded:
    """Return the vectors of texts by all-MiniLM-L6-v2.

    Its word pieces' last states are averaged and scaled to length 1 (N. Reimers, I. Gurevych,
    "Sentence-BERT", 2019). What a text is embedded to does not depend on the texts beside it. The
    vectors of the last 20,000 texts are remembered.

    Parameters
    ----------
    texts : sequence of str
        A text without any word piece, such as an empty one, has a vector too, which tells nothing.
        Of a text of more than 254 word pieces the beginning is read.
    instruction : str, optional
        Read before each text, and averaged with it; at most 127 word pieces.

    Returns
    -------
    Embedded
        In the order of `texts`.

    Raises
    ------
    ValueError
        If the instruction is too long.
    triptych.models.files.CorruptModelError
        If a shipped file is missing or damaged.

    Examples
    --------
    >>> found = embed_texts(["A cup of tea", "A mug of coffee", "The train was late"])
    >>> tea, coffee, train = found.vectors
    >>> bool(tea @ coffee > tea @ train)
    True
    """
    tokenizer = text_tokenizer()
    before = tokenizer.encode(instruction or "", add_special_tokens=False).ids
    if len(before) > LONGEST_INSTRUCTION:
        raise ValueError(
            f"The instruction has {len(before)} word pieces: give at most {LONGEST_INSTRUCTION}."
        )
    room = LONGEST - len(before)
    vectors = np.empty((len(texts), WIDTH), np.float32)
    cut = np.zeros(len(texts), np.bool_)
    # A text that stands there twice is read once.
    keys = [remembered.key(text, instruction) for text in texts]
    known = remembered.get(set(keys))
    unknown = list({key: place for place, key in enumerate(keys) if key not in known}.values())
    for start in range(0, len(unknown), _AT_ONCE):
        places = unknown[start : start + _AT_ONCE]
        encodings = tokenizer.encode_batch_fast(
            [texts[place] for place in places], add_special_tokens=False
        )
        windows = [[FIRST, *before, *encoding.ids[:room], LAST] for encoding in encodings]
        rows = encode(ENCODER_FILE, ["vectors"], windows)
        for place, row, encoding in zip(places, rows, encodings, strict=True):
            known[keys[place]] = (row, len(encoding.ids) > room)
    remembered.put({keys[place]: known[keys[place]] for place in unknown})
    for place, key in enumerate(keys):
        vectors[place], cut[place] = known[key]
    return Embedded(vectors, cut)
