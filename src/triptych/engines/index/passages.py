"""Cut pages into passages, and keep their vectors small."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.embedding import chunk, embed_texts
from triptych.engines.page import WebPage

#: Word pieces of a passage; with its title it is what the encoder reads at once.
LONGEST = 200
#: Of a title only so much is read before each passage.
_TITLE = 120
#: Numbers of a vector are kept as multiples of 1 / SCALE: they are about .05, seldom over .3. Steps
#: of this size change a cosine by .004, and finer ones compress worse.
SCALE = 64
WIDTH = 384


@dataclass(frozen=True, slots=True)
class Passages:
    """Where a page's passages are, and their vectors."""

    #: (n, 2): first code point and the one after the last.
    spans: NDArray[np.int32]
    #: (n, 384), times `SCALE`.
    vectors: NDArray[np.int8]


def embed_pages(pages: Sequence[WebPage]) -> list[Passages]:
    """Return the passages of pages with their vectors.

    A page without a text is one empty passage: its title alone is read.
    """
    if not pages:
        return []
    cuts = (np.array(chunk(page.text, LONGEST), np.int32).reshape(-1, 2) for page in pages)
    spans = [cut if len(cut) else np.zeros((1, 2), np.int32) for cut in cuts]
    texts = [
        f"{page.title[:_TITLE]}\n{page.text[start:end]}"
        for page, its in zip(pages, spans, strict=True)
        for start, end in its.tolist()
    ]
    vectors = quantised(embed_texts(texts).vectors)
    ends = np.cumsum([len(its) for its in spans])
    return [
        Passages(its, part) for its, part in zip(spans, np.split(vectors, ends[:-1]), strict=True)
    ]


def quantised(vectors: NDArray[np.float32]) -> NDArray[np.int8]:
    """Return vectors of length 1 as bytes, each number times `SCALE`."""
    return np.clip(np.rint(vectors * SCALE), -127, 127).astype(np.int8)


def restored(vectors: Iterable[bytes]) -> NDArray[np.float32]:
    """Return bytes as vectors again, of a length near 1."""
    numbers = np.frombuffer(b"".join(vectors), np.int8).reshape(-1, WIDTH)
    return numbers.astype(np.float32) / np.float32(SCALE)
