"""The encoder: texts in, logits out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import counted_steps
from triptych._entities import unescape
from triptych.engines.text.encoder import FIRST, LAST, encode
from triptych.models.tokens import word_pieces

ENCODER_FILE = "sentiment/encoder.onnx"
#: Its own vectors of the word pieces, which were trained with it.
WORDS_FILE = "sentiment/words.npz"

#: Tokens the encoder reads at once, its two marks included; a longer text is read in windows.
LONGEST = 128
#: Texts held as tokens at once, so that a book needs no more memory than a chapter.
_CHUNK = 2048

Floats = NDArray[np.float32]
_ADDRESS = re.compile(r"https?://\S+|www\.\S+", re.IGNORECASE)
_MENTION = re.compile(r"(?<![\w@.])@\w+")
_SPACE = re.compile(r"\s+")
#: The token embeddings know hardly any emoji, but they know the words of their Unicode names.
_SYMBOL = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\u200d\U0001f000-\U0001faff]")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "..."})


class Reading(NamedTuple):
    """The encoder's logits of n texts."""

    #: (n, 3): logits of negative, neutral and positive.
    sentiment: Floats
    #: (n, 28): logits of the emotions, each for itself.
    emotions: Floats
    #: (n,): word pieces read, without marks.
    tokens: NDArray[np.int64]


def read(texts: Sequence[str]) -> Reading:
    """Run the encoder over texts as `normalise` returns them; an empty one is allowed.

    A text of more than 126 word pieces is read in windows, whose logits are averaged, each by its
    length. Beyond what is returned, memory does not grow with the number of texts.

    Examples
    --------
    >>> good, bad = read(["What a lovely day.", "This is awful."]).sentiment
    >>> bool(good[2] > good[0]), bool(bad[0] > bad[2])
    (True, True)
    """
    starts = range(0, len(texts), _CHUNK)
    with counted_steps(len(texts), "sentence"):
        parts = [_read_chunk(texts[start : start + _CHUNK]) for start in starts]
    if not parts:
        return Reading(np.empty((0, 3), "f4"), np.empty((0, 28), "f4"), np.empty(0, "i8"))
    return Reading(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _read_chunk(texts: Sequence[str]) -> Reading:
    """Read texts whose tokens are held together."""
    encodings = word_pieces(texts)
    windows: list[list[int]] = []
    owners: list[int] = []
    for owner, encoding in enumerate(encodings):
        ids = encoding.ids
        step = _window_length(len(ids))
        for start in range(0, max(1, len(ids)), step):
            windows.append([FIRST, *ids[start : start + step], LAST])
            owners.append(owner)
    logits = encode(ENCODER_FILE, ["sentiment", "emotions"], windows, WORDS_FILE)
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


def normalise(text: str) -> str:
    """Return a sentence or passage as the model was trained to read it, on a single line.

    HTML entities are resolved, addresses become ``http`` and mentions ``@user`` (as in TweetEval,
    Barbieri et al. 2020), emoji become their Unicode names, and white space is collapsed. Neither
    case nor spelling is touched: the tokenizer and the model see to those.

    Examples
    --------
    >>> normalise("@ada  loved it \N{PARTY POPPER} https://example.org/x &amp; so did I")
    '@user loved it party popper http & so did I'
    """
    text = _ADDRESS.sub("http", text)
    text = _MENTION.sub("@user", text)
    # Twice, as tweets of the corpora are: "&amp;lt;3" stands for "<3".
    text = unescape(unescape(text)).translate(_QUOTES)
    return _SPACE.sub(" ", _SYMBOL.sub(lambda match: _in_words(match[0]), text)).strip()


@lru_cache(maxsize=4096)
def _in_words(symbol: str) -> str:
    """Return the name of an emoji, and nothing for what only varies or joins others."""
    name = unicodedata.name(symbol, "").lower()
    if not name or name.startswith(("emoji modifier", "variation", "zero width", "regional")):
        return " " if not name else ""
    return f" {name} "
