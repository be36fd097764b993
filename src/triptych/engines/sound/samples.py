"""What a sound is in this package, and what can be wrong with one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


class SoundError(ValueError):
    """The bytes are not a usable sound; the message says what to send instead."""


class CostlySoundError(SoundError):
    """Decoding it takes more time or memory than it may, or makes the decoder fail."""


class MissingExtraError(RuntimeError):
    """A package that an extra of triptych installs is not there.

    `purpose` is what it is needed for, as the beginning of a sentence.

    Examples
    --------
    >>> print(MissingExtraError("media", "Reading MP4"))
    Reading MP4 needs an extra: pip install 'triptych[media]'.
    """

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(extra, purpose)
        self.extra = extra
        self._purpose = purpose

    def __str__(self) -> str:
        return f"{self._purpose} needs an extra: pip install 'triptych[{self.extra}]'."


#: One channel, -1 to 1.
Samples = NDArray[np.float32]
#: Beginning and end in seconds.
Stretch = tuple[float, float]

#: Samples a second everywhere: what the models were trained on.
RATE = 16_000
#: Two hours: 460 MB as samples, and about ten minutes of transcription.
LONGEST_S = 7200


def refuse_longer(seconds: float) -> None:
    """Raise `SoundError` for a sound of more than two hours.

    Examples
    --------
    >>> refuse_longer(60)
    """
    if seconds > LONGEST_S:
        raise SoundError(
            f"The sound is longer than {LONGEST_S // 3600} hours: cut it into shorter files."
        )


def slice_of(samples: Samples, stretch: Stretch) -> Samples:
    """Return the samples of a stretch, not copied.

    Examples
    --------
    >>> len(slice_of(np.zeros(32000, np.float32), (0.5, 1.5)))
    16000
    """
    start, end = stretch
    return samples[round(start * RATE) : round(end * RATE)]
