"""Sounds for the tests."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from triptych import samples
from triptych.engines.sound import decode
from triptych.engines.sound.samples import RATE

Samples = NDArray[np.float32]

#: Who speaks in the sample `conversation.mp3`, and from when to when.
TURNS = [
    ("Austen", 0.6, 7.3),
    ("sonnet", 7.9, 14.25),
    ("Kennedy", 15.05, 19.55),
    ("Austen", 20.05, 25.23),
    ("sonnet", 25.93, 31.38),
    ("Kennedy", 31.98, 37.53),
    ("Austen", 38.43, 44.28),
    ("sonnet", 44.78, 50.53),
]


def content(name: str) -> bytes:
    return samples.path(name).read_bytes()


def sample(name: str) -> Samples:
    return decode(content(name))


def written(
    sound: NDArray[Any], rate: int = RATE, kind: str = "WAV", subtype: str | None = None
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, sound, rate, format=kind, subtype=subtype)
    return file.getvalue()


def tone(seconds: float, hertz: float = 440, rate: int = RATE) -> Samples:
    times = np.arange(int(seconds * rate)) / rate
    return (0.5 * np.sin(2 * np.pi * hertz * times)).astype(np.float32)
