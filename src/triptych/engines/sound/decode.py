"""Bytes of a sound file become samples."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych.engines.sound.samples import (
    RATE,
    MissingExtraError,
    Samples,
    SoundError,
    refuse_longer,
)

#: Rates of sound that a person can follow (telephones have 8,000) up to those of studios. Others
#: are broken headers, which would make a few bytes an hour or an hour a moment.
_RATES = range(4_000, 768_001)
#: Values held before they are mixed and resampled, all channels together.
_BLOCK = 1 << 20
#: Above the largest integer sample; what is larger still would overflow in the resampler.
_LARGEST = 2.0**32


def decode(content: bytes) -> Samples:
    """Return the samples of a sound file of any usual format.

    One channel, 16,000 a second, -1 to 1. WAV, FLAC, Ogg (Vorbis, Opus), MP3 and AIFF are read by
    libsndfile; M4A, AAC, MP4 and WebM by PyAV, an extra. Channels are averaged and the rate is
    changed by soxr, block by block, so that little is held beside the result. A louder sound is
    turned down as a whole; a sample that is not a number counts as silence.

    Raises
    ------
    SoundError
        If it is empty, not a sound, damaged, or longer than two hours.
    MissingExtraError
        If it is a format that the extra ``media`` reads, and that is not installed.

    Examples
    --------
    >>> import io, numpy, soundfile
    >>> file = io.BytesIO()
    >>> soundfile.write(file, numpy.zeros((44100, 2)), 44100, format="FLAC")
    >>> decode(file.getvalue()).shape
    (16000,)
    """
    if not content:
        raise SoundError("The sound is empty: send a file with something in it.")
    container = container_of(content)
    samples = _joined(read_media(content, container) if container else _resampled(content))
    if not samples.size:
        raise SoundError("The file has no sound in it: send one with at least a moment of speech.")
    peak = max(samples.max(), -samples.min())
    if peak > 1:
        samples /= peak
    return samples


def _joined(blocks: Iterable[Samples]) -> Samples:
    """Join blocks, and stop when they are too long."""
    # Grows in place, where joining a list of blocks would hold everything twice.
    held = bytearray()
    for block in blocks:
        check_cancelled()
        held += block.tobytes()
        # A header may be silent about the length, or wrong.
        refuse_longer(len(held) / block.itemsize / RATE)
    return np.frombuffer(held, np.float32)


def _resampled(content: bytes) -> Iterator[Samples]:
    """Yield blocks of what libsndfile reads, as one channel at `RATE`."""
    # Imported late: other operations need neither.
    import soundfile
    import soxr

    try:
        with soundfile.SoundFile(io.BytesIO(content)) as file:
            rate, channels = file.samplerate, file.channels
            if rate not in _RATES:
                raise SoundError(
                    f"The sound claims {rate} samples a second: send one with "
                    f"{_RATES.start} to {_RATES.stop - 1}."
                )
            refuse_longer(file.frames / rate)
            change = soxr.ResampleStream(rate, RATE, 1, dtype="float32")
            frames = max(1, _BLOCK // channels)
            for block in file.blocks(frames, dtype="float32", always_2d=True):
                yield change.resample_chunk(_one_channel(block))
            yield change.resample_chunk(np.empty(0, np.float32), last=True)
    except soundfile.LibsndfileError as error:
        raise SoundError(
            "The file cannot be read as sound: send WAV, FLAC, Ogg, Opus, MP3, AIFF, M4A or WebM, "
            f"undamaged ({error.error_string.rstrip('.')})."
        ) from error


def _one_channel(block: Samples) -> Samples:
    """Return the mean of the channels (frames, channels), with what is not a number as silence."""
    # In double precision: the sum of two large numbers must not become infinite.
    with np.errstate(invalid="ignore"):
        mean = block.mean(axis=1, dtype=np.float64)
    clean = np.nan_to_num(mean, copy=False, nan=0, posinf=0, neginf=0)
    mono: Samples = np.clip(clean, -_LARGEST, _LARGEST).astype(np.float32)
    return mono


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
    """Yield the first sound track in blocks of one channel, mixed by FFmpeg, 16,000 a second.

    `MissingExtraError` without PyAV; `SoundError` if the file is damaged, too long, or has no sound
    track.
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
    except (SoundError, MemoryError):
        raise
    # A track that changes its rate midway is a ValueError.
    except (av.FFmpegError, ValueError) as error:
        raise SoundError(
            f"The {container} file cannot be read as sound: send it undamaged ({error})."
        ) from error


def _samples(frame: NDArray[Any]) -> Samples:
    flat = frame.reshape(-1).astype(np.float32, copy=False)
    return np.nan_to_num(flat, nan=0, posinf=0, neginf=0)
