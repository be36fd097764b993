"""Fingerprints of voices: one voice is closer to itself than to others."""

from __future__ import annotations

import numpy as np
import pytest

from triptych.engines.sound import SAME_VOICE, fingerprint, fingerprints, speaker
from triptych.engines.sound.samples import RATE, slice_of
from triptych.engines.sound.speaker import fingerprint_of_speech, mel_spectrogram
from triptych.models.files import CorruptModelError, digests

from .sounds import TURNS, sample, tone

CONVERSATION = sample("conversation.mp3")
NAMES = np.array([name for name, _, _ in TURNS])
STRETCHES = [(start, end) for _, start, end in TURNS]
VOICES = fingerprints(CONVERSATION, STRETCHES)


def test_shape_length_and_type() -> None:
    assert VOICES.shape == (len(TURNS), 256)
    assert VOICES.dtype == np.float32
    assert np.linalg.norm(VOICES, axis=1) == pytest.approx(1, abs=1e-5)
    assert (VOICES >= 0).all()
    assert fingerprints(CONVERSATION, []).shape == (0, 256)


def test_one_voice_is_closer_to_itself_than_to_any_other() -> None:
    cosines = VOICES @ VOICES.T
    same = NAMES[:, None] == NAMES[None]
    assert cosines[same].min() > SAME_VOICE > cosines[~same].max()


def test_a_voice_is_known_from_another_recording() -> None:
    sonnet = fingerprint(sample("sonnet.mp3"))
    cosines = VOICES @ sonnet
    assert cosines[NAMES == "sonnet"].min() > cosines[NAMES != "sonnet"].max() + 0.1


def test_loudness_does_not_matter_below_the_usual() -> None:
    speech = slice_of(CONVERSATION, STRETCHES[0])
    assert fingerprint(speech * np.float32(0.01)) @ fingerprint(speech * np.float32(0.1)) > 0.999


def test_the_whole_is_read_from_its_speech_alone() -> None:
    speech = slice_of(CONVERSATION, STRETCHES[0])
    noise = np.random.default_rng(3).normal(0, 0.05, 20 * RATE).astype(np.float32)
    mixed = np.concatenate([noise, speech])
    alone = fingerprint_of_speech(mixed, [(20, len(mixed) / RATE)])
    assert alone @ fingerprint(speech) > 0.9999
    assert fingerprint(mixed) @ fingerprint(speech) < 0.9


def test_of_much_speech_evenly_spread_stretches_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaker, "_ENOUGH_S", 25)
    few = fingerprint_of_speech(CONVERSATION, STRETCHES)
    assert few @ fingerprint_of_speech(CONVERSATION, STRETCHES[::2]) > 0.9999


def test_half_a_second_and_many_minutes_have_one_too() -> None:
    speech = slice_of(CONVERSATION, STRETCHES[0])
    for sound in (speech[:400], speech[: RATE // 2], np.tile(speech, 20)):
        assert np.linalg.norm(fingerprint(sound)) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("samples", [0, RATE])
def test_silence_has_none(samples: int) -> None:
    with pytest.raises(ValueError, match="Silence has no fingerprint"):
        fingerprint(np.zeros(samples, np.float32))
    with pytest.raises(ValueError, match="No speech"):
        fingerprint_of_speech(np.zeros(samples, np.float32), [])


def test_readings_cover_the_sound_but_not_a_remainder() -> None:
    assert speaker._starts(1) == [0]
    assert speaker._starts(160 * 160) == [0]
    assert speaker._starts(3 * RATE) == [0, 77, 154]
    for length in range(1, 10 * RATE, 997):
        starts = speaker._starts(length)
        assert starts == sorted(set(starts))
        # What is left out is less than a step, and what is padded less than a quarter.
        assert length - (starts[-1] + 160) * 160 < 77 * 160
        assert len(starts) == 1 or length - starts[-1] * 160 >= 0.75 * 160 * 160


def test_a_tone_lies_in_the_band_of_its_frequency() -> None:
    centres = [tone(1, hertz) for hertz in (200, 1_000, 3_000, 7_000)]
    bands = [mel_spectrogram(sound)[50].argmax() for sound in centres]
    # 40 bands up to 8,000 Hz on Slaney's scale, 66.7 Hz a mel, and 1.104 mels a band.
    assert bands == [2, 13, 27, 38]
    assert mel_spectrogram(tone(1)).shape == (101, 40)


def test_noise_is_equally_strong_in_all_bands() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, 20 * RATE).astype(np.float32)
    bands = mel_spectrogram(noise)[1:-1].mean(axis=0)
    assert bands.max() < 1.3 * bands.min()


def test_spectra_do_not_show_where_they_were_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = sample("fellow-americans.mp3")
    whole = mel_spectrogram(sound)
    monkeypatch.setattr("triptych.engines.sound.speaker._CHUNK", 7)
    assert (mel_spectrogram(sound) == whole).all()


def test_damaged_weights_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(digests(), speaker.ENCODER_FILE, "0" * 64)
    speaker._encoder.cache_clear()
    with pytest.raises(CorruptModelError, match=r"encoder\.onnx"):
        fingerprint(tone(1))
    speaker._encoder.cache_clear()
