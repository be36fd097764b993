"""Any usual sound file becomes the same samples, and anything else is refused with a reason."""

from __future__ import annotations

import io
import sys
from typing import cast

import av
import numpy as np
import pytest
import soxr
from av.audio.stream import AudioStream

from triptych.engines.sound import MissingExtraError, SoundError, decode
from triptych.engines.sound.decode import container_of
from triptych.engines.sound.samples import LONGEST_S, RATE

from .sounds import Samples, sample, tone, written

SPEECH = sample("fellow-americans.mp3")


def media(sound: Samples, container: str, codec: str, rate: int = 48_000) -> bytes:
    """Return a file of the kind that telephones and browsers write."""
    file = io.BytesIO()
    with av.open(file, "w", format=container) as out:
        stream = cast(AudioStream, out.add_stream(codec, rate=rate, layout="mono"))
        frame = av.AudioFrame.from_ndarray(sound[np.newaxis], format="fltp", layout="mono")
        frame.sample_rate = rate
        for packet in (*stream.encode(frame), *stream.encode(None)):
            out.mux(packet)
    return file.getvalue()


def likeness(one: Samples, other: Samples) -> float:
    """Return the greatest correlation of two sounds, whatever silence a codec puts before one."""
    size = 1 << 17
    spectrum = np.fft.rfft(one, size) * np.conj(np.fft.rfft(other, size))
    norm = np.linalg.norm(one) * np.linalg.norm(other)
    return float(np.fft.irfft(spectrum).max() / norm)


@pytest.mark.parametrize(
    ("kind", "subtype"),
    [
        ("WAV", "PCM_16"),
        ("WAV", "PCM_24"),
        ("WAV", "FLOAT"),
        ("FLAC", None),
        ("AIFF", None),
        ("OGG", "VORBIS"),
        ("OGG", "OPUS"),
        ("MP3", None),
    ],
)
def test_formats_are_read(kind: str, subtype: str | None) -> None:
    read = decode(written(SPEECH, kind=kind, subtype=subtype))
    assert read.dtype == np.float32
    assert read.ndim == 1
    assert abs(len(read) - len(SPEECH)) < 0.15 * RATE
    assert likeness(read, SPEECH) > 0.98


@pytest.mark.parametrize(
    ("container", "codec"), [("ipod", "aac"), ("adts", "aac"), ("webm", "libopus")]
)
def test_sound_of_telephones_and_browsers_is_read(container: str, codec: str) -> None:
    read = decode(media(soxr.resample(SPEECH, RATE, 48_000), container, codec))
    assert abs(len(read) - len(SPEECH)) < 0.15 * RATE
    assert likeness(read, SPEECH) > 0.97


@pytest.mark.parametrize("rate", [8_000, 22_050, 44_100, 48_000, 96_000])
def test_other_rates_become_the_same_tone(rate: int) -> None:
    read = decode(written(tone(1, 440, rate), rate))
    assert abs(len(read) - RATE) <= 1
    assert np.abs(read - tone(1, 440))[800:15_200].max() < 0.01


def test_stereo_of_another_rate_equals_the_original() -> None:
    fast = soxr.resample(SPEECH, RATE, 44_100)
    both = np.stack([1.2 * fast, 0.8 * fast], axis=1)
    read = decode(written(both, 44_100, subtype="FLOAT"))
    assert np.abs(read[: len(SPEECH)] - SPEECH[: len(read)]).max() < 0.02


def test_a_long_file_is_the_same_as_its_blocks() -> None:
    # More than is read at once, so that a seam between blocks would show.
    read = decode(written(tone(80, 440, 48_000), 48_000))
    assert len(read) == 80 * RATE
    assert np.abs(read - tone(80, 440))[800:-800].max() < 0.01


def test_what_is_no_number_is_silence_and_what_is_too_loud_is_turned_down() -> None:
    wild = tone(1) * 20_000
    wild[100:200] = np.nan
    wild[300] = np.inf
    read = decode(written(wild, subtype="FLOAT"))
    assert np.isfinite(read).all()
    assert not read[100:200].any()
    assert np.abs(read).max() == pytest.approx(1)
    assert not decode(written(np.full(RATE, np.nan), subtype="FLOAT")).any()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is empty"),
        (b"not a sound at all, but some text", "cannot be read as sound"),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", "cannot be read as sound"),
        (b"#EXTM3U\nfile:///etc/passwd\n", "cannot be read as sound"),
        (b"\x00\x00\x00\x20ftypM4A " + bytes(400), "cannot be read as sound"),
        (b"\x1a\x45\xdf\xa3" + bytes(400), "cannot be read as sound"),
        (written(np.zeros(0)), "has no sound in it"),
        (written(np.zeros(9), 100), "100 samples a second"),
    ],
)
def test_other_bytes_are_refused(content: bytes, reason: str) -> None:
    with pytest.raises(SoundError, match=reason):
        decode(content)


def test_a_film_without_sound_is_refused() -> None:
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as out:
        stream = out.add_stream("mpeg4", rate=10)
        stream.width = stream.height = 64
        frame = av.VideoFrame.from_ndarray(np.zeros((64, 64, 3), np.uint8))
        for packet in (*stream.encode(frame), *stream.encode(None)):
            out.mux(packet)
    with pytest.raises(SoundError, match="no sound track"):
        decode(file.getvalue())


@pytest.mark.parametrize("kind", ["FLAC", "WAV"])
def test_a_sound_that_is_too_long_is_refused(kind: str) -> None:
    silence = np.zeros((LONGEST_S + 1) * 4_000, np.int16)
    with pytest.raises(SoundError, match="longer than 2 hours"):
        decode(written(silence, 4_000, kind))


def test_a_length_that_the_header_hides_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triptych.engines.sound.samples.LONGEST_S", 1)
    stream = media(tone(3, 440, 48_000), "adts", "aac")
    with pytest.raises(SoundError, match="longer than"):
        decode(stream)


def test_a_file_that_breaks_off_does_not_crash() -> None:
    for kind in ("FLAC", "OGG", "MP3", "WAV"):
        whole = written(SPEECH, kind=kind)
        try:
            read = decode(whole[: len(whole) // 2])
        except SoundError:
            continue
        assert 0 < len(read) <= len(SPEECH)


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'triptych\[media\]'"):
        decode(media(tone(1, 440, 48_000), "ipod", "aac"))
    assert len(decode(written(SPEECH, kind="FLAC"))) == len(SPEECH)


def test_ffmpeg_is_never_left_to_guess() -> None:
    for start in (b"#EXTM3U", b"ffconcat version 1.0", b"<?xml", b"RIFF", b"ID3", b"\xff\xfb\x90"):
        assert container_of(start) == ""
