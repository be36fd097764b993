"""What can be wrong with a sound, or missing for it."""

from __future__ import annotations


class SoundError(ValueError):
    """The bytes are no sound that can be used; the message says what to send instead."""


class MissingExtraError(RuntimeError):
    """A package that an extra of triptych installs is not there.

    Parameters
    ----------
    extra : str
        Name of the extra.
    purpose : str
        What it is needed for, as the beginning of a sentence.

    Examples
    --------
    >>> print(MissingExtraError("media", "Reading MP4"))
    Reading MP4 needs an extra: pip install 'triptych[media]'.
    """

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f"{purpose} needs an extra: pip install 'triptych[{extra}]'.")
        self.extra = extra
