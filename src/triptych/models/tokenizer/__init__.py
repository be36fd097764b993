"""The text tokenizer: WordPiece of all-MiniLM-L6-v2."""

from __future__ import annotations

from functools import cache

from tokenizers import Tokenizer

from triptych.models.files import verified

_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


@cache
def text_tokenizer() -> Tokenizer:
    """Return the tokenizer, without the padding and truncation its file asks for.

    Raises
    ------
    CorruptModelError
        If the shipped file is not the expected one.

    Examples
    --------
    >>> text_tokenizer().encode("unbelievable", add_special_tokens=False).tokens
    ['unbelievable']
    """
    tokenizer = Tokenizer.from_buffer(verified("tokenizer/tokenizer.json", _SHA256))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
