"""The embedding encoder, all-MiniLM-L6-v2."""

from __future__ import annotations

ENCODER_FILE = "embedding/encoder.onnx"

#: Word pieces it reads at once, without its two marks; as it was trained.
LONGEST = 254
#: Numbers of a vector.
WIDTH = 384
