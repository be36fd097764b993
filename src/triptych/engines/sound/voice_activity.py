"""Where somebody speaks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import RATE, Samples, Stretch
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

DETECTOR_FILE = "voice_activity/silero_vad_16k_sequence.onnx"

#: The detector judges 32 ms at a time, and sees the 4 ms before them too.
FRAME, _CONTEXT = 512, 64
FRAME_S = FRAME / RATE
#: Frames given to the detector at once, half a minute: more are not faster, and take memory.
_BATCH = 1024
#: Speech begins at the first probability and ends below the second, as its makers recommend:
#: with one border alone, it would flicker.
_BEGINS, _ENDS = 0.5, 0.35
#: Shorter silences are stops, breaths and commas of one person. Turns of two people are mostly
#: .4 s apart and more, of which the detector, which lags a little, sees .3.
PAUSE_S = 0.3
#: Shorter sounds are clicks and coughs.
_LEAST_S = 0.25
#: Left on either side: the detector begins late for f and s, and ends early for them, and the
#: transcriber expects a breath of silence.
_MARGIN_S = 0.3


def speech_probabilities(samples: Samples) -> NDArray[np.float32]:
    """Return how likely it is that somebody speaks, for every 32 ms: (ceil(n / 512),), 0 to 1.

    Examples
    --------
    >>> bool(speech_probabilities(np.zeros(16000, np.float32)).max() < 0.1)
    True
    """
    frames = -(-len(samples) // FRAME)
    probabilities = np.empty(frames, np.float32)
    hidden = cell = np.zeros((1, 1, 128), np.float32)
    for start in range(0, frames, _BATCH):
        stop = min(frames, start + _BATCH)
        piece = samples[max(0, start * FRAME - _CONTEXT) : stop * FRAME]
        before = _CONTEXT if start == 0 else 0
        after = (stop - start) * FRAME + _CONTEXT - before - len(piece)
        padded = np.pad(piece, (before, after))
        windows = np.lib.stride_tricks.sliding_window_view(padded, FRAME + _CONTEXT)[::FRAME]
        probabilities[start:stop], hidden, cell = _detector().run(
            None, {"input": np.ascontiguousarray(windows), "h": hidden, "c": cell}
        )
    return probabilities


def stretches_of_speech(probabilities: NDArray[np.float32], duration_s: float) -> list[Stretch]:
    """Return the stretches in which somebody speaks, parted by pauses, in order, in seconds.

    Examples
    --------
    >>> import numpy as np
    >>> said = np.array([0, 0, 0, 0, 0] + 20 * [1] + 20 * [0] + 3 * [1], np.float32)
    >>> [(round(start, 2), round(end, 2)) for start, end in stretches_of_speech(said, 1.5)]
    [(0.0, 1.1)]
    """
    spoken: list[list[int]] = []
    speaking = False
    for place, probability in enumerate(probabilities.tolist()):
        speaking = probability >= (_ENDS if speaking else _BEGINS)
        if not speaking:
            continue
        if spoken and (place - spoken[-1][1]) * FRAME_S < PAUSE_S:
            spoken[-1][1] = place + 1
        else:
            spoken.append([place, place + 1])
    bare = [
        (first * FRAME_S, min(duration_s, last * FRAME_S))
        for first, last in spoken
        if (last - first) * FRAME_S >= _LEAST_S
    ]
    return _with_margins(bare, duration_s)


def seconds_of_speech(probabilities: NDArray[np.float32], stretches: Sequence[Stretch]) -> float:
    """Return how long somebody speaks in the stretches, without margins and pauses.

    Examples
    --------
    >>> round(seconds_of_speech(np.array([0, 1, 1, 0, 1], np.float32), [(0, 0.1)]), 3)
    0.064
    """
    spoken = 0
    for start, end in stretches:
        frames = probabilities[round(start / FRAME_S) : round(end / FRAME_S)]
        spoken += int((frames >= _BEGINS).sum())
    return spoken * FRAME_S


def _with_margins(bare: list[Stretch], duration_s: float) -> list[Stretch]:
    """Widen every stretch, of a short pause by no more than half."""
    wide = []
    for place, (start, end) in enumerate(bare):
        before = bare[place - 1][1] if place else -start
        after = bare[place + 1][0] if place + 1 < len(bare) else 2 * duration_s - end
        wide.append(
            (
                start - min(_MARGIN_S, (start - before) / 2),
                end + min(_MARGIN_S, (after - end) / 2),
            )
        )
    return wide


@cache
def _detector() -> InferenceSession:
    return open_session(DETECTOR_FILE)
