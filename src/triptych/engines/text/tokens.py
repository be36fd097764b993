"""Count tokens, for the accounting of every operation."""

from __future__ import annotations

from collections.abc import Iterable

from triptych.models.tokens import text_tokenizer

#: Tokenizing pieces of this many characters keeps memory flat for a text of any length.
_PIECE = 65_536


def count_tokens(texts: Iterable[str]) -> int:
    """Return how many word pieces the texts have together.

    Parameters
    ----------
    texts : iterable of str
        Texts of any length. Lone surrogates, which are no text, are not counted.

    Returns
    -------
    int
        Word pieces of all-MiniLM-L6-v2's tokenizer, without the special ones.

    Examples
    --------
    >>> count_tokens(["Hello, world", ""])
    3
    """
    tokenizer = text_tokenizer()
    pieces = [
        text[start : start + _PIECE].encode("utf-8", "ignore").decode()
        for text in texts
        for start in range(0, len(text), _PIECE)
    ]
    encodings = tokenizer.encode_batch_fast(pieces, add_special_tokens=False)
    return sum(len(encoding) for encoding in encodings)
