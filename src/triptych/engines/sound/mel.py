"""The speaker encoder's front end: samples become a mel spectrogram."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from triptych.engines.sound.samples import RATE, Samples

#: 25 ms windows, one every 10 ms, 40 bands.
WINDOW, HOP, BANDS = 400, 160, 40
#: Frames taken at once, 40 s: spectra in double precision are large.
_CHUNK = 4096
#: Slaney's scale: linear with 3 mels per 200 Hz up to 1,000 Hz, then 27 steps for a factor of 6.4.
_LINEAR_HZ, _BREAK_HZ, _BREAK_MEL = 200 / 3, 1000.0, 15.0
_LOG_STEP = np.log(6.4) / 27

Floats = NDArray[np.float64]


def mel_spectrogram(samples: Samples) -> NDArray[np.float32]:
    """Return the power in 40 bands, every 10 ms.

    Power, not its logarithm, with Hann windows, edges padded with silence, and triangular bands
    of equal area (Slaney, Auditory Toolbox, 1998), as the encoder was trained with.

    Parameters
    ----------
    samples : ndarray of float32, (n,)
        One channel, 16,000 a second.

    Returns
    -------
    ndarray of float32, (1 + n // 160, 40)
        Power, not negative.

    Examples
    --------
    >>> mel_spectrogram(np.zeros(16000, np.float32)).shape
    (101, 40)
    """
    padded = np.pad(samples, WINDOW // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP]
    spectrogram = np.empty((len(frames), BANDS), np.float32)
    for start in range(0, len(frames), _CHUNK):
        spectrum = np.fft.rfft(frames[start : start + _CHUNK] * _window(), axis=1)
        power = spectrum.real**2 + spectrum.imag**2
        spectrogram[start : start + _CHUNK] = power @ _bands()
    return spectrogram


@cache
def _window() -> Floats:
    """Return the periodic Hann window."""
    window: Floats = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    return window


@cache
def _bands() -> Floats:
    """Return the weights (201, 40) of the frequencies in the bands."""
    frequencies = np.linspace(0, RATE / 2, WINDOW // 2 + 1)[:, np.newaxis]
    edges = _hertz(np.linspace(0, _mel(RATE / 2), BANDS + 2))
    low, centre, high = edges[:-2], edges[1:-1], edges[2:]
    rising = (frequencies - low) / (centre - low)
    falling = (high - frequencies) / (high - centre)
    weights: Floats = np.clip(np.minimum(rising, falling), 0, None) * 2 / (high - low)
    return weights


def _mel(hertz: float) -> float:
    """Return the mel of a frequency above the break."""
    return float(_BREAK_MEL + np.log(hertz / _BREAK_HZ) / _LOG_STEP)


def _hertz(mels: Floats) -> Floats:
    linear = mels * _LINEAR_HZ
    return np.where(mels < _BREAK_MEL, linear, _BREAK_HZ * np.exp(_LOG_STEP * (mels - _BREAK_MEL)))
