"""A sound: who speaks when, what is said, and whose voices they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import RATE, Samples
from triptych.engines.sound.segments import pieces
from triptych.engines.sound.speaker import fingerprint_of_speech, fingerprints
from triptych.engines.sound.transcribe import moonshine, transcripts
from triptych.engines.sound.voice_activity import seconds_of_speech, speech_probabilities


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """What was found in a sound."""

    duration_s: float
    #: Beginnings and ends, in seconds, of the pieces of speech, in order; none if nobody speaks.
    segments: list[tuple[float, float]]
    #: The transcript of each, if requested.
    texts: list[str] | None
    #: (segments, 256): the voice in each, if requested; unit length.
    fingerprints: NDArray[np.float32] | None
    #: (256,): the voice of the whole, if requested and somebody speaks; unit length.
    fingerprint: NDArray[np.float32] | None
    #: Seconds in which somebody speaks, without pauses. Under `LEAST_S`, a fingerprint says little.
    speech_s: float


def hear(samples: Samples, *, transcribe: bool, fingerprint: bool) -> Heard:
    """Find the speech in a sound and, if requested, its transcript and its voices.

    Parameters
    ----------
    samples : ndarray of float32, (n,)
        As `decode` returns them: one channel, 16,000 a second, -1 to 1.
    transcribe : bool
        Whether to write down what is said (English; needs the extra ``transcription``, without
        which `MissingExtraError` is raised).
    fingerprint : bool
        Whether to take fingerprints of the voices. They are personal data: ask for consent.

    Examples
    --------
    >>> silence = np.zeros(16000, np.float32)
    >>> heard = hear(silence, transcribe=False, fingerprint=True)
    >>> heard.duration_s, heard.segments, heard.fingerprints.shape
    (1.0, [], (0, 256))
    """
    if transcribe:
        # A missing extra raises before the work, not after it.
        moonshine()
    probabilities = speech_probabilities(samples)
    speech = pieces(samples, probabilities)
    return Heard(
        duration_s=len(samples) / RATE,
        segments=speech,
        texts=transcripts(samples, speech) if transcribe else None,
        fingerprints=fingerprints(samples, speech) if fingerprint else None,
        fingerprint=fingerprint_of_speech(samples, speech) if fingerprint and speech else None,
        speech_s=seconds_of_speech(probabilities, speech),
    )
