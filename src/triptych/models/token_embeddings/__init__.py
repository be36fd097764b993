"""The word table: a vector for each piece of the text tokenizer, shared by all text encoders."""

from __future__ import annotations

import io
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych.models.files import verified

WORDS_FILE = "token_embeddings/words.npz"
WORDS_SHA256 = "7cc503f767c1118b5be16443d73b7da59de6239b055aab4725bfbb890e31201f"


class WordTable(NamedTuple):
    """The 30,522 vectors of all-MiniLM-L6-v2, each kept as 384 signed bytes and a scale.

    It makes up half of such an encoder, and the fine-tuned encoders left it as it is; kept apart
    from their graphs, it is in the wheel and in memory once.
    """

    vectors: NDArray[np.int8]
    scale: NDArray[np.float32]

    def look_up(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the vectors of token ids.

        Parameters
        ----------
        tokens : ndarray of int64
            Ids of `triptych.models.tokenizer`, of any shape, 0 to 30,521.

        Returns
        -------
        ndarray of float32
            Of the shape of `tokens` with a last axis of 384 more.

        Examples
        --------
        >>> import numpy as np
        >>> word_table().look_up(np.array([[101, 2204, 102]])).shape
        (1, 3, 384)
        """
        # Written in place: a second array of this size would cost more than the product.
        vectors = self.vectors[tokens].astype(np.float32)
        vectors *= self.scale[tokens][..., np.newaxis]
        return vectors


@cache
def word_table() -> WordTable:
    """Return the shipped table, read and verified once.

    Raises
    ------
    CorruptModelError
        If the shipped file is missing or damaged.
    """
    with np.load(io.BytesIO(verified(WORDS_FILE, WORDS_SHA256)), allow_pickle=False) as arrays:
        return WordTable(arrays["vectors"], arrays["scale"])
