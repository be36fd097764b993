"""Sound: what is said in it, when, and by whose voice."""

from triptych.engines.sound.decode import decode
from triptych.engines.sound.hear import Heard, hear
from triptych.engines.sound.samples import CostlySoundError, MissingExtraError, SoundError
from triptych.engines.sound.segments import segments
from triptych.engines.sound.speaker import LEAST_S, SAME_VOICE, fingerprint, fingerprints
from triptych.engines.sound.transcribe import transcripts

__all__ = [
    "LEAST_S",
    "SAME_VOICE",
    "CostlySoundError",
    "Heard",
    "MissingExtraError",
    "SoundError",
    "decode",
    "fingerprint",
    "fingerprints",
    "hear",
    "segments",
    "transcripts",
]
