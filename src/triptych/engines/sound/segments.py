"""Stretches of speech become pieces that a model can take at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import RATE, Samples, Stretch, slice_of
from triptych.engines.sound.turns import LONGEST_S, bridged
from triptych.engines.sound.voice_activity import (
    FRAME,
    speech_probabilities,
    stretches_of_speech,
)

#: A cut is looked for in the last two thirds of that, so that no piece is a fragment.
_SOONEST_S = 5.0
#: Frames of 32 ms that must be quiet together: one alone may be the closure of a p or t.
_QUIET = 3


def segments(samples: Samples) -> list[Stretch]:
    """Part a sound into pieces of speech, each of one voice and at most 15 s.

    Speech is found by silero-vad (Silero Team, 2021) and parted at pauses of .3 s, as it sees
    them. Pauses of up to 1 s are bridged again where the voice before and after is the same: what
    is said is understood far better with what was said before. The voices are compared for that
    and forgotten. Who speaks longer without a pause is cut where it is quietest.

    Parameters
    ----------
    samples : ndarray of float32, (n,)
        One channel, 16,000 a second, -1 to 1.

    Returns
    -------
    list of (float, float)
        Beginnings and ends in seconds, in order, none overlapping; empty if nobody speaks.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a model's file is missing or damaged.

    Examples
    --------
    >>> segments(np.zeros(16000, np.float32))
    []
    """
    return pieces(samples, speech_probabilities(samples))


def pieces(samples: Samples, probabilities: NDArray[np.float32]) -> list[Stretch]:
    """Return what `segments` does, given what `speech_probabilities` says of the samples.

    Examples
    --------
    >>> pieces(np.zeros(1024, np.float32), np.zeros(2, np.float32))
    []
    """
    found = stretches_of_speech(probabilities, len(samples) / RATE)
    return bridged(samples, [piece for stretch in found for piece in _cut(samples, stretch)])


def _cut(samples: Samples, stretch: Stretch) -> list[Stretch]:
    """Cut a stretch at its quietest places, so that no piece is too long."""
    start, end = stretch
    pieces = []
    while end - start > LONGEST_S:
        # The last two pieces share what is left, rather than leaving a fragment.
        latest = min(start + LONGEST_S, end - _SOONEST_S)
        place = _quietest(samples, (start + _SOONEST_S, latest))
        pieces.append((start, place))
        start = place
    return [*pieces, (start, end)]


def _quietest(samples: Samples, stretch: Stretch) -> float:
    """Return the second around which a stretch is quietest."""
    piece = slice_of(samples, stretch)
    frames = piece[: len(piece) // FRAME * FRAME].reshape(-1, FRAME)
    energy: NDArray[np.float32] = np.einsum("fs,fs->f", frames, frames)
    together = np.convolve(energy, np.ones(_QUIET), "valid")
    return stretch[0] + (int(together.argmin()) + _QUIET / 2) * FRAME / RATE
