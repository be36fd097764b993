"""From texts to vectors, and from long texts to chunks that the encoder can read."""

from __future__ import annotations

import hashlib
import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych.engines.text.encoder import FIRST, LAST, encode
from triptych.engines.text.sentences import Span, split_sentences
from triptych.models.tokens import text_tokenizer, word_pieces

if TYPE_CHECKING:
    from tokenizers import Encoding

#: The encoder, all-MiniLM-L6-v2.
ENCODER_FILE = "embedding/encoder.onnx"
#: Word pieces it reads at once, without its two marks; as it was trained.
LONGEST = 254
#: Numbers of a vector.
WIDTH = 384
#: Texts held as tokens at once.
_AT_ONCE = 2048
#: An instruction may take this much of what the encoder reads at once.
LONGEST_INSTRUCTION = LONGEST // 2


class Embedded(NamedTuple):
    """Vectors of n texts."""

    #: (n, 384), each of length 1.
    vectors: NDArray[np.float32]
    #: (n,): whether a text was longer than the encoder reads, so that its vector is that of its
    #: beginning.
    cut: NDArray[np.bool_]
    #: (n,): word pieces of each text, those that are not read included.
    tokens: NDArray[np.int64]


def embed_texts(texts: Sequence[str], *, instruction: str | None = None) -> Embedded:
    """Return the vectors of texts, in their order, by all-MiniLM-L6-v2.

    Its word pieces' last states are averaged and scaled to length 1 (N. Reimers, I. Gurevych,
    "Sentence-BERT", 2019). What a text is embedded to does not depend on the texts beside it. The
    vectors of the last 10,000 texts are remembered.

    Parameters
    ----------
    texts : sequence of str
        A text without any word piece, such as an empty one, has a vector too, which means nothing.
        Of a text of more than 254 word pieces the beginning is read.
    instruction : str, optional
        Read before each text, and averaged with it; `ValueError` above 127 word pieces.

    Examples
    --------
    >>> found = embed_texts(["A cup of tea", "A mug of coffee", "The train was late"])
    >>> tea, coffee, train = found.vectors
    >>> bool(tea @ coffee > tea @ train)
    True
    """
    before = word_pieces([instruction or ""])[0].ids
    if len(before) > LONGEST_INSTRUCTION:
        raise ValueError(
            f"The instruction has {len(before)} word pieces: give at most {LONGEST_INSTRUCTION}."
        )
    room = LONGEST - len(before)
    vectors = np.empty((len(texts), WIDTH), np.float32)
    tokens = np.zeros(len(texts), np.int64)
    # A text that stands there twice is read once.
    keys = [_key(text, instruction) for text in texts]
    known = _cache.get(set(keys))
    unknown = list({key: place for place, key in enumerate(keys) if key not in known}.values())
    for start in range(0, len(unknown), _AT_ONCE):
        check_cancelled()
        places = unknown[start : start + _AT_ONCE]
        encodings = word_pieces([texts[place] for place in places])
        windows = [[FIRST, *before, *encoding.ids[:room], LAST] for encoding in encodings]
        rows = encode(ENCODER_FILE, ["vectors"], windows)
        for place, row, encoding in zip(places, rows, encodings, strict=True):
            # Copied, for a row would hold on to all rows.
            known[keys[place]] = (row.copy(), len(encoding))
    _cache.put({keys[place]: known[keys[place]] for place in unknown})
    for place, key in enumerate(keys):
        vectors[place], tokens[place] = known[key]
    return Embedded(vectors, tokens > room, tokens)


def shorten(vectors: NDArray[np.float32], dimensions: int) -> NDArray[np.float32]:
    """Return the first numbers of each vector (n, d), scaled to length 1 again.

    A vector whose first numbers are all zero stays zero. `ValueError` if there are fewer numbers
    than `dimensions`.

    Examples
    --------
    >>> shorten(np.array([[0.36, 0.48, 0.8]], np.float32), 2).round(2).tolist()
    [[0.6000000238418579, 0.800000011920929]]
    """
    width = vectors.shape[1]
    if not 1 <= dimensions <= width:
        raise ValueError(f"dimensions: these vectors have {width} numbers, so give 1 to {width}.")
    first = vectors[:, :dimensions]
    lengths = np.linalg.norm(first, axis=1, keepdims=True)
    shortened: NDArray[np.float32] = np.divide(
        first, lengths, out=np.zeros_like(first), where=lengths > 0
    )
    return shortened


class VectorCache:
    """Vectors and word pieces of the texts embedded last: a column is embedded again and again."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._vectors: OrderedDict[bytes, tuple[NDArray[np.float32], int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, keys: Collection[bytes]) -> dict[bytes, tuple[NDArray[np.float32], int]]:
        """Return the vectors of these keys, as far as they are known."""
        with self._lock:
            known = {key: self._vectors[key] for key in keys if key in self._vectors}
            for key in known:
                self._vectors.move_to_end(key)
        return known

    def put(self, vectors: Mapping[bytes, tuple[NDArray[np.float32], int]]) -> None:
        """Add vectors, and drop the least recently used."""
        with self._lock:
            self._vectors.update(vectors)
            while len(self._vectors) > self._most:
                self._vectors.popitem(last=False)

    def clear(self) -> None:
        """Drop all vectors."""
        with self._lock:
            self._vectors.clear()


#: Some 20 MB.
_cache = VectorCache(10_000)


def forget_vectors() -> None:
    """Empty the cache of vectors, so that a benchmark measures the work."""
    _cache.clear()


def _key(text: str, instruction: str | None) -> bytes:
    """Return the key of a text: a digest, so that no text is kept."""
    # A text holds no lone surrogate, so the byte between cannot be part of either.
    joined = (instruction or "").encode() + b"\xff" + text.encode()
    return hashlib.blake2b(joined, digest_size=16).digest()


def chunk(text: str, longest: int = LONGEST) -> list[Span]:
    """Return the pieces of a text, each of as many whole sentences as fit in `longest` word pieces.

    A sentence that is too long by itself is cut between words, and a word that is too long between
    its pieces. Only white space lies between chunks; a text without any word piece has none.

    Examples
    --------
    >>> text = "The kettle sang. The cat slept. Nobody came."
    >>> [text[start:end] for start, end in chunk(text, longest=8)]
    ['The kettle sang. The cat slept.', 'Nobody came.']
    """
    return chunk_texts([text], longest)[0]


def chunk_texts(texts: Sequence[str], longest: int = LONGEST) -> list[list[Span]]:
    """Return for each text what `chunk` returns.

    Examples
    --------
    >>> chunk_texts([" A cup of tea ", ""])
    [[Span(start=1, end=13)], []]
    """
    chunks: list[list[Span]] = []
    for start in range(0, len(texts), _AT_ONCE):
        check_cancelled()
        some = list(texts[start : start + _AT_ONCE])
        # Most texts are short and plain: their only chunk is the text without the space around it,
        # for a character is one word piece at most.
        plain = [
            0 < len(text.strip()) <= longest and text.isascii() and text.isprintable()
            for text in some
        ]
        others = [text for text, is_plain in zip(some, plain, strict=True) if not is_plain]
        encodings = text_tokenizer().encode_batch(others, add_special_tokens=False)
        others_chunks = map(_chunk, others, encodings, [longest] * len(others))
        chunks += [
            [_without_space(text)] if is_plain else next(others_chunks)
            for text, is_plain in zip(some, plain, strict=True)
        ]
    return chunks


def _without_space(text: str) -> Span:
    return Span(len(text) - len(text.lstrip()), len(text.rstrip()))


def _chunk(text: str, encoding: Encoding, longest: int) -> list[Span]:
    """Return the pieces of a text with these word pieces."""
    offsets = encoding.offsets
    if len(offsets) <= longest:
        # Whatever its sentences are.
        return [Span(offsets[0][0], offsets[-1][1])] if offsets else []
    starts = [start for start, _ in offsets]
    ends = [end for _, end in offsets]
    # Each access makes a list of all.
    words = encoding.word_ids
    chunks: list[Span] = []
    # First and last word piece of the chunk that grows.
    first = last = 0
    for _, end in split_sentences(text):
        after = bisect_left(starts, end, lo=last)
        if after - first > longest and last > first:
            chunks.append(Span(starts[first], ends[last - 1]))
            first = last
        while after - first > longest:
            cut = _between_words(words, first, first + longest)
            chunks.append(Span(starts[first], ends[cut - 1]))
            first = cut
        last = after
    if last > first:
        chunks.append(Span(starts[first], ends[last - 1]))
    return chunks


def _between_words(words: list[int | None], first: int, cut: int) -> int:
    """Return the last place up to `cut` where a word begins, or `cut` where none does."""
    for place in range(cut, first, -1):
        if words[place] != words[place - 1]:
            return place
    return cut
