"""The formats of telephones and browsers, which libsndfile does not read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.errors import MissingExtraError, SoundError
from triptych.engines.sound.samples import RATE, Samples, refuse_longer


def container_of(content: bytes) -> str:
    r"""Return FFmpeg's name of the container, or nothing if libsndfile is to try.

    The first bytes decide, and FFmpeg is held to what they say: left to guess, it would take a
    playlist, and fetch what that names.

    Examples
    --------
    >>> container_of(b"\x00\x00\x00\x20ftypM4A ")
    'mp4'
    >>> container_of(b"RIFF")
    ''
    """
    if content[4:8] == b"ftyp":
        return "mp4"
    if content.startswith(b"\x1a\x45\xdf\xa3"):
        return "matroska"
    # Twelve bits of synchronisation, and the layer that MPEG audio never has.
    if len(content) > 1 and content[0] == 0xFF and content[1] & 0xF6 == 0xF0:
        return "aac"
    return ""


def read_media(content: bytes, container: str) -> Iterator[Samples]:
    """Yield the first sound track in blocks.

    Parameters
    ----------
    content : bytes
        The whole file.
    container : str
        What `container_of` says of it.

    Yields
    ------
    ndarray of float32, (n,)
        One channel, mixed by FFmpeg, 16,000 a second.

    Raises
    ------
    MissingExtraError
        If PyAV is not installed.
    SoundError
        If the file is damaged, too long, or has no sound track.
    """
    try:
        import av
    except ImportError as error:
        raise MissingExtraError("media", "Reading M4A, AAC, MP4 and WebM") from error

    try:
        with av.open(
            io.BytesIO(content), mode="r", format=container, metadata_errors="replace"
        ) as file:
            if not file.streams.audio:
                raise SoundError("The file has no sound track: send one that has.")
            refuse_longer((file.duration or 0) / av.time_base)
            change = av.AudioResampler(format="flt", layout="mono", rate=RATE)
            for frame in file.decode(file.streams.audio[0]):
                for part in change.resample(frame):
                    yield _samples(part.to_ndarray())
            for part in change.resample(None):
                yield _samples(part.to_ndarray())
    except SoundError:
        raise
    # A track that changes its rate midway is a ValueError.
    except (av.FFmpegError, ValueError) as error:
        raise SoundError(
            f"The {container} file cannot be read as sound: send it undamaged ({error})."
        ) from error


def _samples(frame: NDArray[Any]) -> Samples:
    flat = frame.reshape(-1).astype(np.float32, copy=False)
    return np.nan_to_num(flat, nan=0, posinf=0, neginf=0)
