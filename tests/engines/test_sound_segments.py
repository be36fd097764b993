"""Where somebody speaks, and where one piece ends and the next begins."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from triptych.engines.sound import segments
from triptych.engines.sound.samples import RATE, Stretch
from triptych.engines.sound.segments import LONGEST_S
from triptych.engines.sound.voice_activity import speech_probabilities, stretches_of_speech

from .sounds import TURNS, Samples, sample, tone

CONVERSATION = sample("conversation.mp3")
NOISE = np.random.default_rng(7).normal(0, 0.1, 5 * RATE).astype(np.float32)


@pytest.mark.parametrize(
    "sound",
    [
        np.empty(0, np.float32),
        np.zeros(1, np.float32),
        np.zeros(5 * RATE, np.float32),
        NOISE,
        NOISE / 100,
        tone(5),
        tone(5, 100) + tone(5, 2_000),
    ],
    ids=["empty", "one sample", "silence", "noise", "faint noise", "tone", "two tones"],
)
def test_nobody_speaks(sound: Samples) -> None:
    assert segments(sound) == []


def test_every_turn_has_pieces_of_its_own() -> None:
    found = segments(CONVERSATION)
    assert len(found) >= len(TURNS)
    turns = [
        [at for at, (_, first, last) in enumerate(TURNS) if start < last and end > first]
        for start, end in found
    ]
    assert all(len(turn) == 1 for turn in turns), turns
    assert {turn[0] for turn in turns} == set(range(len(TURNS)))
    # Nearly all of a turn is speech.
    assert sum(end - start for start, end in found) > 0.85 * sum(b - a for _, a, b in TURNS)


def test_a_voice_goes_on_after_a_short_pause() -> None:
    # The readers pause for .3 to .4 s in three of the turns, the speaker for .9 s.
    assert len(segments(CONVERSATION)) <= len(TURNS) + 1


def ordered(found: list[Stretch], duration: float) -> bool:
    borders = [border for stretch in found for border in stretch]
    return borders == sorted(borders) and borders[0] >= 0 and borders[-1] <= duration


def test_pieces_are_in_order_within_the_sound() -> None:
    for sound in (CONVERSATION, sample("sonnet.mp3"), sample("fellow-americans.mp3")):
        assert ordered(segments(sound), len(sound) / RATE)


def test_speech_is_found_in_noise_and_when_it_is_quiet() -> None:
    speech = sample("fellow-americans.mp3")
    [plain] = segments(speech)
    noise = np.random.default_rng(7).normal(0, 0.01, len(speech)).astype(np.float32)
    for sound in (speech + noise, (speech / 20).astype(np.float32)):
        [found] = segments(sound)
        assert found == pytest.approx(plain, abs=0.2)


def test_who_speaks_without_a_pause_is_cut_where_it_is_quiet() -> None:
    turn = CONVERSATION[int(0.5 * RATE) : int(7.1 * RATE)]
    endless = np.tile(turn, 8)
    found = segments(endless)
    assert max(end - start for start, end in found) <= LONGEST_S
    assert min(end - start for start, end in found) > 1
    assert sum(end - start for start, end in found) > 0.9 * len(endless) / RATE
    energy = np.convolve(endless**2, np.ones(800) / 800, "same")
    cuts = [end for (_, end), (start, _) in itertools.pairwise(found) if end == start]
    assert cuts
    for cut in cuts:
        assert energy[int(cut * RATE)] < np.median(energy)


def test_pauses_part_and_breaths_do_not() -> None:
    def said(*frames: int) -> list[Stretch]:
        chances = np.concatenate(
            [np.full(count, place % 2, np.float32) for place, count in enumerate(frames)]
        )
        return stretches_of_speech(chances, len(chances) * 0.032)

    assert len(said(10, 30, 5, 30, 10)) == 1
    [first, second] = said(10, 30, 10, 30, 10)
    assert first[1] <= second[0]
    # A click is no speech.
    assert said(10, 3, 10) == []


def test_what_is_said_at_the_very_borders_is_found() -> None:
    speech = CONVERSATION[RATE : 5 * RATE]
    [(start, end)] = segments(speech)
    assert start < 0.15
    assert end > 3.9


def test_batches_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = speech_probabilities(CONVERSATION)
    monkeypatch.setattr("triptych.engines.sound.voice_activity._BATCH", 7)
    assert np.abs(speech_probabilities(CONVERSATION) - whole).max() < 1e-4
