"""The form in which the model reads a text: the same in training and in use."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_ADDRESS = re.compile(r"https?://\S+|www\.\S+", re.IGNORECASE)
_MENTION = re.compile(r"(?<![\w@.])@\w+")
_SPACE = re.compile(r"\s+")
#: The token embeddings know hardly any emoji, but they know the words of their Unicode names.
_SYMBOL = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\u200d\U0001f000-\U0001faff]")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})


def normalise(text: str) -> str:
    """Return `text` as the model was taught to read it.

    HTML entities are resolved, addresses become ``http`` and mentions ``@user`` (as in TweetEval,
    Barbieri et al. 2020), emoji become their Unicode names, and white space is collapsed.
    Neither case nor spelling is touched: the tokenizer and the model see to those.

    Parameters
    ----------
    text : str
        One sentence or passage.

    Returns
    -------
    str
        The text on a single line, without white space at its ends.

    Examples
    --------
    >>> normalise("@ada  loved it \N{PARTY POPPER} https://example.org/x &amp; so did I")
    '@user loved it party popper http & so did I'
    """
    text = _ADDRESS.sub("http", text)
    text = _MENTION.sub("@user", text)
    # Twice, as tweets of the corpora are: "&amp;lt;3" stands for "<3".
    text = html.unescape(html.unescape(text)).translate(_QUOTES)
    return _SPACE.sub(" ", _SYMBOL.sub(lambda match: _in_words(match[0]), text)).strip()


@lru_cache(maxsize=4096)
def _in_words(symbol: str) -> str:
    """Return the name of an emoji, and nothing for what only varies or joins others."""
    name = unicodedata.name(symbol, "").lower()
    if not name or name.startswith(("emoji modifier", "variation", "zero width", "regional")):
        return " " if not name else ""
    return f" {name} "
