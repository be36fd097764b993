"""The embedding encoder, all-MiniLM-L6-v2."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from triptych.engines.text.encoder import load

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ENCODER_FILE = "embedding/encoder.onnx"
ENCODER_SHA256 = "d6d080da28aa3fe68201e031d62cef60a263bb64861b337afc24140f5024ebe8"

#: Word pieces it reads at once, without its two marks; as it was trained.
LONGEST = 254
#: Numbers of a vector.
WIDTH = 384


@cache
def session() -> InferenceSession:
    """Return the graph, read and verified once."""
    return load(ENCODER_FILE, ENCODER_SHA256)
