"""Stretches of speech become pieces that a model can take at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import RATE, Samples, Stretch, slice_of
from triptych.engines.sound.speaker import WIDTH, fingerprint
from triptych.engines.sound.voice_activity import FRAME, speech_probabilities, stretches_of_speech

#: What the transcriber was trained on is mostly shorter; beyond, it begins to leave words out.
LONGEST_S = 15.0
#: A cut is looked for in the last two thirds of that, so that no piece is a fragment.
_SOONEST_S = 5.0
#: Frames of 32 ms that must be quiet together: one alone may be the closure of a p or t.
_QUIET = 3
#: Longer pauses end a thought.
_BRIDGE_S = 1.0
#: Cosine from which on a voice goes on after a pause. Lower than what tells voices apart across
#: recordings, for pieces are short and of one recording: on LibriSpeech, 38 of 39 neighbours of
#: one voice reach it, and of pieces of two voices four in a thousand, nearly all under 1 s.
_GOES_ON = 0.65


def segments(samples: Samples) -> list[Stretch]:
    """Return the pieces of speech of a sound in seconds, each of one voice and at most 15 s.

    Speech is found by silero-vad (Silero Team, 2021) and parted at pauses of .3 s, as it sees them.
    Pauses of up to 1 s are bridged again where the voice before and after is the same: what is said
    is understood far better with what was said before. The voices are compared for that and
    forgotten. Who speaks longer without a pause is cut where it is quietest.

    Examples
    --------
    >>> segments(np.zeros(16000, np.float32))
    []
    """
    return pieces(samples, speech_probabilities(samples))


def pieces(samples: Samples, probabilities: NDArray[np.float32]) -> list[Stretch]:
    """Return what `segments` does, given the `speech_probabilities` of the samples.

    Examples
    --------
    >>> pieces(np.zeros(1024, np.float32), np.zeros(2, np.float32))
    []
    """
    speech = stretches_of_speech(probabilities, len(samples) / RATE)
    return bridged(samples, [piece for stretch in speech for piece in _cut(samples, stretch)])


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


def bridged(samples: Samples, pieces: Sequence[Stretch]) -> list[Stretch]:
    """Join pieces of speech, in order and in seconds, between which the voice stays the same.

    None becomes longer than 15 s, or than the piece it was.

    Examples
    --------
    >>> hum = np.sin(np.arange(80000) / 20).astype(np.float32)
    >>> bridged(hum, [(0, 1), (1.5, 2.5), (4, 5)])
    [(0, 2.5), (4, 5)]
    """
    joined: list[Stretch] = []
    voice: NDArray[np.float64] = np.zeros(WIDTH)
    for place, (start, end) in enumerate(pieces):
        near = bool(joined) and _fits(joined[-1], (start, end))
        follows = place + 1 < len(pieces) and _fits((start, end), pieces[place + 1])
        # Not taken where nothing is compared with it.
        own: NDArray[np.float64] = np.zeros(WIDTH)
        if near or follows:
            own = fingerprint(slice_of(samples, (start, end))).astype(np.float64)
        if near and voice @ own >= _GOES_ON * np.linalg.norm(voice):
            joined[-1] = (joined[-1][0], end)
            voice += own * (end - start)
        else:
            joined.append((start, end))
            voice = own * (end - start)
    return joined


def _fits(before: Stretch, after: Stretch) -> bool:
    """Return whether two pieces are near enough and short enough to be one."""
    return after[0] - before[1] < _BRIDGE_S and after[1] - before[0] <= LONGEST_S
