"""Limits that take a model's tokenizer or the sentences of a text to check."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from triptych.contract.limits import MOST_TOKENS
from triptych.engines.text.encoder import token_counts
from triptych.service.refusal import Refusal

#: A character is so many tokens at most: a syllable of Hangul is three letters.
_TOKENS_OF_A_CHARACTER = 4


def check_tokens(texts: Sequence[str], *, read: int | None = None, field: str = "text") -> None:
    """Raise if a model would read too many tokens for a request.

    Parameters
    ----------
    texts : sequence of str
        What it would read.
    read : int, optional
        Tokens that are read of each text; by default all.
    field : str
        The member that the texts are from.

    Raises
    ------
    Refusal
        400, with the limit and the number of tokens.

    Examples
    --------
    >>> check_tokens(["A cup of tea"])
    """
    # Most texts are too short for it, and need no counting.
    if _TOKENS_OF_A_CHARACTER * sum(map(len, texts)) <= MOST_TOKENS:
        return
    counts = token_counts(texts)
    tokens = int((counts if read is None else np.minimum(counts, read)).sum())
    if tokens > MOST_TOKENS:
        raise too_many(tokens, MOST_TOKENS, "tokens", field=field)


def too_many(number: int, most: int, what: str, *, field: str = "text") -> Refusal:
    """Return the refusal of a text that has too many of something.

    Examples
    --------
    >>> str(too_many(120, 100, "sentences"))
    'text: give at most 100 sentences, not 120.'
    """
    return Refusal(
        400,
        f"{field}: give at most {most:,} {what}, not {number:,}.",
        code="invalid_request",
        field=field,
    )
