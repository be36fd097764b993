"""Measure fingerprints, transcription and voice activity, against named alternatives, in one run.

Usage::

    pip install 'triptych[transcription]' pocketsphinx
    python benchmarks/sound.py --data FOLDER

FOLDER holds speakers' folders of FLAC files, as LibriSpeech (CC BY 4.0) has them, with its
``*.trans.txt`` where there are any. Measured: the equal error rate of fingerprints of the first
5 s of speech of every utterance, over all pairs, beside that of mean and deviation of 20 MFCCs;
the same in a telephone's band and in noise; how the guide of similarity holds; the word error
rate, on the utterances if there are transcripts and on the shipped samples, beside that of
pocketsphinx if it is installed; and CPU milliseconds a second of sound. Words are compared in
lower case, without signs.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import re
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from triptych import samples
from triptych.engines.sound import SAME_VOICE, decode, fingerprint, segments, transcripts
from triptych.engines.sound.samples import RATE, Samples, slice_of
from triptych.engines.sound.speaker import mel_spectrogram
from triptych.engines.sound.voice_activity import speech_probabilities

CLIP_S = 5
Floats = NDArray[np.float64]
Sound = tuple[str, Samples]

#: What is said in the shipped samples, from the printed texts.
SAID = {
    "sonnet.mp3": """From fairest creatures we desire increase, that thereby beauty's rose might
    never die, but as the riper should by time decease, his tender heir might bear his memory: but
    thou contracted to thine own bright eyes, feed'st thy light's flame with self-substantial fuel,
    making a famine where abundance lies, thy self thy foe, to thy sweet self too cruel: thou that
    art now the world's fresh ornament, and only herald to the gaudy spring""",
    "conversation.mp3": """And Mr John Dashwood had then leisure to consider how much there might
    be prudently in his power to do for them. From fairest creatures we desire increase, that
    thereby beauty's rose might never die. And so my fellow Americans, ask not. Unless to be rather
    cold hearted and rather selfish is to be ill disposed. But as the riper should by time decease,
    his tender heir might bear his memory. What your country can do for you, ask what you can do
    for your country. Had he married a more amiable woman he might have been made still more
    respectable than he was. Thou that art now the world's fresh ornament, and only herald to the
    gaudy spring""",
    "fellow-americans.mp3": "And so my fellow Americans",
}


def mfcc(sound: Samples) -> Floats:
    """Return mean and deviation of 20 mel cepstral coefficients, of unit length."""
    bands = np.log(mel_spectrogram(sound).astype(np.float64) + 1e-10)
    angles = np.pi * np.outer(np.arange(bands.shape[1]) + 0.5, np.arange(1, 21)) / bands.shape[1]
    cepstra = bands @ np.cos(angles)
    vector = np.concatenate([cepstra.mean(axis=0), cepstra.std(axis=0)])
    unit: Floats = vector / np.linalg.norm(vector)
    return unit


def telephone(sound: Samples) -> Samples:
    """Return the sound in a telephone's band, 300 to 3,400 Hz."""
    spectrum = np.fft.rfft(sound)
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    spectrum[(hertz < 300) | (hertz > 3400)] = 0
    narrow: Samples = np.fft.irfft(spectrum, len(sound)).astype(np.float32)
    return narrow


def noisy(sound: Samples) -> Samples:
    """Return the sound in white noise, 10 dB below it."""
    noise = np.random.default_rng(len(sound)).normal(size=len(sound))
    spoilt: Samples = (sound + noise * np.sqrt(np.mean(sound**2) / 10)).astype(np.float32)
    return spoilt


def equal_error_rate(same: Floats, different: Floats) -> tuple[float, float]:
    """Return where as many pairs are wrongly taken for one voice as for two, and the threshold."""
    thresholds = np.unique(np.concatenate([same, different]))
    missed = np.searchsorted(np.sort(same), thresholds) / len(same)
    mistaken = 1 - np.searchsorted(np.sort(different), thresholds) / len(different)
    place = np.abs(missed - mistaken).argmin()
    return float(missed[place] + mistaken[place]) / 2, float(thresholds[place])


def errors(said: Sequence[str], written: Sequence[str]) -> int:
    """Return how many words must be changed, added or left out (Levenshtein 1966)."""
    row = list(range(len(written) + 1))
    for place, word in enumerate(said, 1):
        diagonal, row[0] = row[0], place
        for at, other in enumerate(written, 1):
            best = min(row[at] + 1, row[at - 1] + 1, diagonal + (word != other))
            diagonal, row[at] = row[at], best
    return row[-1]


def words(text: str) -> list[str]:
    """Return the words of a text, as they are compared."""
    return re.findall(r"[a-z']+", text.lower())


def moonshine(sound: Samples) -> str:
    """Return what the engine writes down."""
    return " ".join(transcripts(sound, segments(sound)))


def transcribers() -> dict[str, Callable[[Samples], str]]:
    """Return the engine and, if installed, pocketsphinx."""
    found: dict[str, Callable[[Samples], str]] = {"Triptych (Moonshine tiny)": moonshine}
    if importlib.util.find_spec("pocketsphinx"):
        sphinxes = importlib.import_module("pocketsphinx")
        decoder = sphinxes.Decoder(samprate=RATE, loglevel="FATAL")

        def sphinx(sound: Samples) -> str:
            texts = []
            for piece in segments(sound):
                decoder.start_utt()
                whole = (slice_of(sound, piece) * 32767).astype(np.int16)
                decoder.process_raw(whole.tobytes(), full_utt=True)
                decoder.end_utt()
                texts.append(decoder.hyp().hypstr if decoder.hyp() else "")
            return " ".join(texts)

        found["pocketsphinx"] = sphinx
    return found


def cost(work: Callable[[Samples], object], sounds: Sequence[Samples]) -> float:
    """Return CPU milliseconds a second of sound, all cores together."""
    work(sounds[0][: 2 * RATE])
    start = time.process_time()
    for sound in sounds:
        work(sound)
    return 1000 * (time.process_time() - start) / (sum(map(len, sounds)) / RATE)


def voices(sounds: Sequence[Sound]) -> None:
    """Print how well voices are told apart."""
    clips = []
    for _, sound in sounds:
        speech = np.concatenate([slice_of(sound, piece) for piece in segments(sound)])
        clips.append(speech[: CLIP_S * RATE])
    names = [name for name, _ in sounds]
    short = sum(len(clip) < CLIP_S * RATE for clip in clips)
    pairs = list(combinations(range(len(clips)), 2))
    one = np.array([names[left] == names[right] for left, right in pairs])
    print(f"{len(clips)} clips of {CLIP_S} s ({short} shorter) of {len(set(names))} speakers,")
    print(f"{one.sum()} pairs of one voice, {(~one).sum()} of two\n")
    methods: dict[str, Callable[[Samples], NDArray[np.floating]]] = {
        "Triptych (GE2E)": fingerprint,
        "mean and deviation of 20 MFCCs": mfcc,
    }
    print(f"{'':32}{'EER':>7}{'at':>7}{'same':>7}{'two':>7}")
    for method, work in methods.items():
        vectors = np.stack([work(clip) for clip in clips]).astype(np.float64)
        cosines = np.array([vectors[left] @ vectors[right] for left, right in pairs])
        rate, threshold = equal_error_rate(cosines[one], cosines[~one])
        means = f"{cosines[one].mean():7.3f}{cosines[~one].mean():7.3f}"
        print(f"{method:32}{rate:7.2%}{threshold:7.3f}{means}")
        if work is fingerprint:
            for spoilt, spoil in (("telephone", telephone), ("noise", noisy)):
                other = np.stack([work(spoil(clip)) for clip in clips]).astype(np.float64)
                cosines_there = np.array([other[left] @ other[right] for left, right in pairs])
                there, at = equal_error_rate(cosines_there[one], cosines_there[~one])
                print(f"  {spoilt:30}{there:7.2%}{at:7.3f}")
            missed, mistaken = (cosines[one] < SAME_VOICE).mean(), (cosines[~one] >= SAME_VOICE)
            guide = f"at {SAME_VOICE}: {missed:.2%} of one voice missed, "
            print(f"  {guide}{mistaken.mean():.2%} of two taken for one")
    print()


def transcription(said: Sequence[tuple[Samples, str]], what: str) -> None:
    """Print word error rates and real-time factors."""
    seconds = sum(len(sound) for sound, _ in said) / RATE
    total = sum(len(words(text)) for _, text in said)
    print(f"{what}: {len(said)} sounds, {seconds:.0f} s, {total} words")
    for name, transcribe in transcribers().items():
        transcribe(said[0][0][: 2 * RATE])
        start, wall = time.process_time(), time.perf_counter()
        wrong = sum(errors(words(text), words(transcribe(sound))) for sound, text in said)
        used, passed = time.process_time() - start, time.perf_counter() - wall
        factors = f"real-time factor {passed / seconds:.3f} (CPU {used / seconds:.3f})"
        print(f"  {name:28} WER {wrong / total:6.1%}  {factors}")
    print()


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folders of LibriSpeech")
    arguments = parser.parse_args()
    paths = sorted(arguments.data.rglob("*.flac"))
    sounds = [(path.parent.name, decode(path.read_bytes())) for path in paths]
    voices(sounds)
    lines = [
        line.partition(" ")
        for file in arguments.data.rglob("*.trans.txt")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    texts = {name: text for name, _, text in lines}
    shipped = [(decode(samples.path(name).read_bytes()), text) for name, text in SAID.items()]
    if texts:
        known = zip(paths, sounds, strict=True)
        said = [(sound, texts[path.stem]) for path, (_, sound) in known if path.stem in texts]
        transcription(said, "LibriSpeech")
    else:
        print(f"No transcripts in {arguments.data.name}.")
        some = [sound for _, sound in sounds][::5]
        print(f"  transcription there: {cost(moonshine, some):.0f} CPU ms a second of sound\n")
    transcription(shipped, "Shipped samples")
    some = [sound for _, sound in sounds][::5]
    print("CPU milliseconds a second of sound")
    works: dict[str, Callable[[Samples], object]] = {
        "voice activity": speech_probabilities,
        "segments (with it)": segments,
        "fingerprint": fingerprint,
    }
    for name, work in works.items():
        print(f"  {name:20}{cost(work, some):6.1f}")


if __name__ == "__main__":
    main()
