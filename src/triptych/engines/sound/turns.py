"""Pieces of speech of one voice, one after the other, become one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import Samples, Stretch, slice_of
from triptych.engines.sound.speaker import WIDTH, fingerprint

#: What the transcriber was trained on is mostly shorter; beyond, it begins to leave words out.
LONGEST_S = 15.0
#: Longer pauses end a thought.
_BRIDGE_S = 1.0
#: Cosine from which on a voice goes on after a pause. Lower than what tells voices apart across
#: recordings, for pieces are short and of one recording: on LibriSpeech, 38 of 39 neighbours of
#: one voice reach it, and of pieces of two voices four in a thousand, nearly all under 1 s.
_GOES_ON = 0.65


def bridged(samples: Samples, pieces: Sequence[Stretch]) -> list[Stretch]:
    """Join pieces of speech between which the voice stays the same.

    Parameters
    ----------
    samples : ndarray of float32, (n,)
        The whole sound, one channel, 16,000 a second.
    pieces : sequence of (float, float)
        Beginnings and ends in seconds, in order.

    Returns
    -------
    list of (float, float)
        None longer than 15 s, or than the piece it was.

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
