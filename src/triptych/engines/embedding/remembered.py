"""Vectors of the texts embedded last: who explores asks for the same column again and again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping

import numpy as np
from numpy.typing import NDArray

#: Some 30 MB of vectors.
MOST = 20_000

Known = tuple[NDArray[np.float32], bool]

_known: OrderedDict[bytes, Known] = OrderedDict()
_lock = threading.Lock()


def key(text: str, instruction: str | None) -> bytes:
    """Return what a text is remembered by: a digest, so that no text is kept."""
    # A text holds no lone surrogate, so the byte between cannot be part of either.
    joined = (instruction or "").encode() + b"\xff" + text.encode()
    return hashlib.blake2b(joined, digest_size=16).digest()


def get(keys: Collection[bytes]) -> dict[bytes, Known]:
    """Return what is remembered of these."""
    with _lock:
        found = {key: _known[key] for key in keys if key in _known}
        for key in found:
            _known.move_to_end(key)
    return found


def put(found: Mapping[bytes, Known]) -> None:
    """Remember these, and forget the ones not asked for longest."""
    with _lock:
        _known.update(found)
        while len(_known) > MOST:
            _known.popitem(last=False)


def forget() -> None:
    """Forget all, so that a benchmark measures the work."""
    with _lock:
        _known.clear()
