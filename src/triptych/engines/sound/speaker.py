"""Whose voice it is: a fingerprint of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from triptych._cancellation import check_cancelled
from triptych.engines.sound.samples import RATE, Samples, Stretch, slice_of
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ENCODER_FILE = "speaker/encoder.onnx"

#: Numbers of a fingerprint.
WIDTH = 256
#: Fingerprints of less speech than this say little about the voice.
LEAST_S = 3.0
#: Cosine from which on two fingerprints are rather of one voice than of two.
SAME_VOICE = 0.72

#: The encoder reads 1.6 s at a time, and begins 1.3 times a second, as it was published.
_FRAMES, _STEP = 160, 77
#: Share of a last reading that must be sound.
_COVERAGE = 0.75
#: Readings given to the encoder at once.
_BATCH = 32
#: Quieter speech is made as loud as this (RMS, -30 dB of full scale); louder is left.
_LOUDNESS = 10 ** (-30 / 20)
#: Speech from which a whole file's fingerprint is made: more does not change it.
_ENOUGH_S = 120.0

Floats = NDArray[np.float32]
#: 25 ms windows, one every 10 ms, 40 bands.
WINDOW, HOP, BANDS = 400, 160, 40
#: Frames taken at once, 40 s: spectra in double precision are large.
_CHUNK = 4096
#: Slaney's scale: linear with 3 mels per 200 Hz up to 1,000 Hz, then 27 steps for a factor of 6.4.
_LINEAR_HZ, _BREAK_HZ, _BREAK_MEL = 200 / 3, 1000.0, 15.0
_LOG_STEP = np.log(6.4) / 27


def fingerprint(samples: Samples) -> Floats:
    """Return a fingerprint of the voice in a stretch of speech: (256,), of length 1, not negative.

    Made by Resemblyzer's speaker encoder, trained with the generalised end-to-end loss (Wan et al.
    2018) on VoxCeleb and LibriSpeech: the mean of its vectors of every 1.6 s. The cosine of two
    fingerprints shows whether the voice is the same: one voice is mostly about .85, two are about
    .53, and .72 parts them, less surely so over a telephone, in noise, or under 3 s. It is personal
    data. Pauses are read like speech; `ValueError` if there is only silence.

    Examples
    --------
    >>> hum = np.sin(np.arange(16000) / 20).astype(np.float32)
    >>> round(float(np.linalg.norm(fingerprint(hum))), 3)
    1.0
    """
    loud = _at_least_so_loud(samples)
    starts = _starts(len(loud))
    missing = (starts[-1] + _FRAMES) * HOP - len(loud)
    spectrogram = mel_spectrogram(np.pad(loud, (0, max(0, missing))))
    total = np.zeros(WIDTH)
    for place in range(0, len(starts), _BATCH):
        readings = [spectrogram[at : at + _FRAMES] for at in starts[place : place + _BATCH]]
        [vectors] = _encoder().run(None, {"mel": np.stack(readings)})
        total += vectors.sum(axis=0)
    vector: Floats = (total / np.linalg.norm(total)).astype(np.float32)
    return vector


def fingerprints(samples: Samples, stretches: Sequence[Stretch]) -> Floats:
    """Return a `fingerprint` of every stretch (from `segments`, in seconds): (stretches, 256).

    Examples
    --------
    >>> hum = np.sin(np.arange(32000) / 20).astype(np.float32)
    >>> fingerprints(hum, [(0, 1), (1, 2)]).shape
    (2, 256)
    """
    vectors = [fingerprint(slice_of(samples, stretch)) for stretch in stretches]
    return np.stack(vectors) if vectors else np.empty((0, WIDTH), np.float32)


def fingerprint_of_speech(samples: Samples, stretches: Sequence[Stretch]) -> Floats:
    """Return the `fingerprint` of a whole sound, of its speech alone, in at least one stretch.

    Of several voices it is a mixture that is nobody's. Of much speech, stretches that are spread
    evenly and sum up to about two minutes are read.

    Examples
    --------
    >>> hum = np.sin(np.arange(32000) / 20).astype(np.float32)
    >>> fingerprint_of_speech(hum, [(0, 1), (1, 2)]).shape
    (256,)
    """
    if not stretches:
        raise ValueError("No speech: give at least one stretch.")
    every = 1 + int(sum(end - start for start, end in stretches) / _ENOUGH_S)
    return fingerprint(np.concatenate([slice_of(samples, one) for one in stretches[::every]]))


def _at_least_so_loud(samples: Samples) -> Samples:
    """Return the samples, quiet ones made louder."""
    loudness = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) if len(samples) else 0
    if loudness == 0:
        raise ValueError("Silence has no fingerprint: give a stretch of speech.")
    return samples if loudness >= _LOUDNESS else samples * np.float32(_LOUDNESS / loudness)


def _starts(samples: int) -> list[int]:
    """Return the frames at which the readings of so many samples begin."""
    frames = -(-(samples + 1) // HOP)
    starts = list(range(0, max(1, frames - _FRAMES + _STEP + 1), _STEP))
    if len(starts) > 1 and (samples - starts[-1] * HOP) / (_FRAMES * HOP) < _COVERAGE:
        starts.pop()
    return starts


@cache
def _encoder() -> InferenceSession:
    return open_session(ENCODER_FILE, threads=2)


def mel_spectrogram(samples: Samples) -> NDArray[np.float32]:
    """Return the power (1 + n // 160, 40) in 40 bands, every 10 ms.

    Power, not its logarithm, with Hann windows, edges padded with silence, and triangular bands of
    equal area (Slaney, Auditory Toolbox, 1998), as the encoder was trained with.

    Examples
    --------
    >>> mel_spectrogram(np.zeros(16000, np.float32)).shape
    (101, 40)
    """
    padded = np.pad(samples, WINDOW // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    spectrogram = np.empty((len(frames), BANDS), np.float32)
    for start in range(0, len(frames), _CHUNK):
        check_cancelled()
        spectrum = np.fft.rfft(frames[start : start + _CHUNK] * _window(), axis=1)
        power = spectrum.real**2 + spectrum.imag**2
        spectrogram[start : start + _CHUNK] = power @ _bands()
    return spectrogram


@cache
def _window() -> NDArray[np.float64]:
    """Return the periodic Hann window."""
    window: NDArray[np.float64] = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    return window


@cache
def _bands() -> NDArray[np.float64]:
    """Return the weights (201, 40) of the frequencies in the bands."""
    frequencies = np.linspace(0, RATE / 2, WINDOW // 2 + 1)[:, np.newaxis]
    edges = _hertz(np.linspace(0, _mel(RATE / 2), BANDS + 2))
    low, centre, high = edges[:-2], edges[1:-1], edges[2:]
    rising = (frequencies - low) / (centre - low)
    falling = (high - frequencies) / (high - centre)
    weights: NDArray[np.float64] = np.clip(np.minimum(rising, falling), 0, None) * 2 / (high - low)
    return weights


def _mel(hertz: float) -> float:
    """Return the mel of a frequency above the break."""
    return float(_BREAK_MEL + np.log(hertz / _BREAK_HZ) / _LOG_STEP)


def _hertz(mels: NDArray[np.float64]) -> NDArray[np.float64]:
    linear = mels * _LINEAR_HZ
    return np.where(mels < _BREAK_MEL, linear, _BREAK_HZ * np.exp(_LOG_STEP * (mels - _BREAK_MEL)))
