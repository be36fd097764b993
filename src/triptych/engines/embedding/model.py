"""The embedding encoder, all-MiniLM-L6-v2."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from triptych.engines.encoder import load

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ENCODER_FILE = "embedding/encoder.onnx"
ENCODER_SHA256 = "5ce5c92cda88e165993ebdae779cf71fe0e9c9111f0bec28b8a11c074093839e"

#: Word pieces it reads at once, without its two marks; as it was trained.
LONGEST = 254
#: Numbers of a vector.
WIDTH = 384


@cache
def session() -> InferenceSession:
    """Return the graph, read and verified once."""
    return load(ENCODER_FILE, ENCODER_SHA256)
