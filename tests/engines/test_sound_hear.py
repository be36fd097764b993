"""A file as a whole: speech, words and voices, and what is missing for them."""

from __future__ import annotations

import importlib
import re
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import soxr

from triptych.engines.sound import Heard, MissingExtraError, decode, hear, transcripts
from triptych.engines.sound.samples import RATE
from triptych.engines.sound.transcribe import _loop, _words, moonshine
from triptych.models.files import CorruptModelError

from .sounds import TURNS, sample, tone, written

transcription = pytest.mark.skipif(
    find_spec("moonshine_voice") is None, reason="the extra transcription is not installed"
)
SPOKEN = importlib.import_module("triptych.engines.sound.transcribe")


def words(texts: list[str] | None) -> list[str]:
    return re.findall(r"[a-z']+", " ".join(texts or []).lower())


@pytest.fixture(scope="module")
def conversation() -> Heard:
    return hear(sample("conversation.mp3"), transcribe=False, fingerprint=True)


def test_a_conversation_is_parted_into_voices(conversation: Heard) -> None:
    assert conversation.texts is None
    assert conversation.fingerprints is not None
    assert conversation.fingerprints.shape == (len(conversation.segments), 256)
    # Who of the three is nearest, going by the first turn of each.
    names = [
        next(name for name, start, end in TURNS if start < sum(piece) / 2 < end)
        for piece in conversation.segments
    ]
    firsts = {name: conversation.fingerprints[names.index(name)] for name in set(names)}
    for name, voice in zip(names, conversation.fingerprints, strict=True):
        assert max(firsts, key=lambda one: float(firsts[one] @ voice)) == name


def test_lengths_are_told(conversation: Heard) -> None:
    assert conversation.duration_s == pytest.approx(50.8, abs=0.1)
    # The turns' 46 s less the pauses in them, and not the margins around them.
    assert 0.8 * 46 < conversation.speech_s < 46
    assert sum(end - start for start, end in conversation.segments) > conversation.speech_s
    short = hear(sample("fellow-americans.mp3"), transcribe=False, fingerprint=False)
    assert 1.5 < short.speech_s < 2.5
    assert short.fingerprint is short.fingerprints is None


@transcription
def test_where_nobody_speaks_lists_are_empty() -> None:
    noise = np.random.default_rng(5).normal(0, 0.1, 3 * RATE)
    for sound in (np.zeros(RATE), noise, tone(2)):
        heard = hear(sound.astype(np.float32), transcribe=True, fingerprint=True)
        assert heard.segments == []
        assert heard.texts == []
        assert heard.fingerprints is not None
        assert heard.fingerprints.shape == (0, 256)
        assert heard.fingerprint is None
        assert heard.speech_s == 0


@transcription
def test_known_words_are_written_down() -> None:
    texts = hear(sample("sonnet.mp3"), transcribe=True, fingerprint=False).texts
    poem = """from fairest creatures we desire increase that thereby beauty's rose might never die
    but as the riper should by time decease his tender heir might bear his memory"""
    assert words(texts)[:10] == poem.split()[:10]
    assert len(set(poem.split()) & set(words(texts))) >= 0.85 * len(set(poem.split()))
    short = hear(sample("fellow-americans.mp3"), transcribe=True, fingerprint=False)
    assert words(short.texts) == ["and", "so", "my", "fellow", "americans"]


@transcription
def test_another_rate_and_a_second_channel_change_no_word() -> None:
    speech = sample("fellow-americans.mp3")
    fast = soxr.resample(speech, RATE, 44_100)
    stereo = written(np.stack([fast, fast], axis=1), 44_100, "FLAC")
    heard = hear(decode(stereo), transcribe=True, fingerprint=True)
    plain = hear(sample("fellow-americans.mp3"), transcribe=True, fingerprint=True)
    assert words(heard.texts) == words(plain.texts)
    assert heard.fingerprint is not None
    assert plain.fingerprint is not None
    assert heard.fingerprint @ plain.fingerprint > 0.999
    assert np.array(heard.segments) == pytest.approx(np.array(plain.segments), abs=0.04)


@transcription
def test_too_little_and_nonsense_give_little() -> None:
    assert transcripts(np.zeros(RATE, np.float32), [(0, 0.05)]) == [""]
    noise = np.random.default_rng(2).normal(0, 0.2, 10 * RATE).astype(np.float32)
    # No more than anybody could say in ten seconds.
    assert len(transcripts(noise, [(0, 10)])[0].split()) <= 73


@transcription
def test_a_loop_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = moonshine().words
    phrase = [table.index(word.encode()) for word in ("\u2581the", "\u2581time", "\u2581of")]
    monkeypatch.setattr(SPOKEN, "_tokens", lambda *_: iter([phrase[1], *(50 * phrase)]))
    [text] = transcripts(np.zeros(RATE, np.float32), [(0, 1)])
    assert text.split().count("of") < 4


def test_a_loop_is_a_phrase_over_and_over() -> None:
    assert _loop([9, *(6 * [1, 2, 3])]) == 3
    assert _loop(16 * [4]) == 1
    assert _loop(4 * [4]) == 0
    assert _loop([*(6 * [1, 2, 3]), 9]) == 0
    assert _loop(list(range(100))) == 0
    assert _loop([]) == 0


def test_without_the_extra_its_name_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("triptych.engines.sound.transcribe")
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    moonshine.cache_clear()
    for sound in (sample("fellow-americans.mp3"), np.zeros(RATE, np.float32)):
        with pytest.raises(MissingExtraError, match=r"pip install 'triptych\[transcription\]'"):
            hear(sound, transcribe=True, fingerprint=False)
    # Voices need it not.
    assert hear(sample("fellow-americans.mp3"), transcribe=False, fingerprint=True).segments
    moonshine.cache_clear()


def test_weights_of_another_version_are_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = importlib.import_module("triptych.engines.sound.transcribe")
    spec = ModuleSpec("moonshine_voice", None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(module, "find_spec", lambda name: spec)
    folder = tmp_path / "assets" / "tiny-en"
    folder.mkdir(parents=True)
    moonshine.cache_clear()
    with pytest.raises(CorruptModelError, match=r"moonshine-voice==0\.1\.0"):
        moonshine()
    (folder / "encoder_model.ort").write_bytes(b"another")
    with pytest.raises(CorruptModelError, match=r"is not that of moonshine-voice 0\.1\.0"):
        moonshine()
    moonshine.cache_clear()


@transcription
def test_the_package_of_the_weights_is_not_imported() -> None:
    moonshine()
    assert "moonshine_voice" not in sys.modules


def test_long_tokens_have_a_length_of_two_bytes() -> None:
    table = b"\x00" + b"\x02ab" + bytes([172, 2]) + 300 * b"x"
    assert _words(table) == [b"", b"ab", 300 * b"x"]
