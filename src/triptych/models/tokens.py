"""The word pieces that all text encoders read: their tokenizer and their vectors."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding, Tokenizer

from triptych._once import once
from triptych.models.files import verified

TOKEN_EMBEDDINGS_FILE = "token_embeddings/words.npz"
#: Characters for which it takes longer to wake the tokenizer's threads than to read them.
_FEW = 2_000


@once
def text_tokenizer() -> Tokenizer:
    """Return the WordPiece tokenizer of all-MiniLM-L6-v2.

    It does without the padding and truncation of its file.

    Examples
    --------
    >>> text_tokenizer().encode("unbelievable", add_special_tokens=False).tokens
    ['unbelievable']
    """
    tokenizer = Tokenizer.from_buffer(verified("tokenizer/tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def word_pieces(texts: Sequence[str]) -> list[Encoding]:
    """Return the word pieces of each text, without marks or their places in the text.

    Examples
    --------
    >>> [len(pieces) for pieces in word_pieces(["A cup of tea", ""])]
    [4, 0]
    """
    tokenizer = text_tokenizer()
    if sum(map(len, texts)) <= _FEW:
        return [tokenizer.encode(text, add_special_tokens=False) for text in texts]
    return tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)


class TokenEmbeddings(NamedTuple):
    """The 30,522 vectors of all-MiniLM-L6-v2, each stored as 384 signed bytes and a scale.

    They make up half of such an encoder, and most encoders leave them as they are; stored apart
    from the graphs, they are in the wheel and in memory once. An encoder that learned vectors of
    its own has a table of its own.
    """

    vectors: NDArray[np.int8]
    scale: NDArray[np.float32]

    def look_up(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the vectors of token ids, 0 to 30,521, of any shape: a last axis of 384 is added.

        Examples
        --------
        >>> token_embeddings().look_up(np.array([[101, 2204, 102]])).shape
        (1, 3, 384)
        """
        # Written in place: a second array of this size would cost more than the product.
        vectors = self.vectors[tokens].astype(np.float32)
        vectors *= self.scale[tokens][..., np.newaxis]
        return vectors


def token_embeddings(name: str = TOKEN_EMBEDDINGS_FILE) -> TokenEmbeddings:
    """Return a shipped table, read and verified once."""
    # Named in each call: `once` would hold the default table twice, without and with its name.
    return _read(name)


@once
def _read(name: str) -> TokenEmbeddings:
    with np.load(io.BytesIO(verified(name)), allow_pickle=False) as arrays:
        return TokenEmbeddings(arrays["vectors"], arrays["scale"])
