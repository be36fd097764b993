"""Transcribe English speech."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from triptych.engines.sound.samples import RATE, MissingExtraError, Samples, Stretch, slice_of
from triptych.models.files import CorruptModelError
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_BEGIN, _END = 1, 2
#: Tokens from here on write words; those before are marks.
_FIRST_WORD = 3
#: Nobody says more than this many tokens a second: what is beyond, the model makes up.
_FASTEST, _ALLOWANCE = 6.5, 8
#: The model's shape: heads, and numbers of each.
_HEADS, _HEAD_WIDTH = 8, 36
#: The encoder's first layers need so many samples; .1 s.
_LEAST = RATE // 10
#: A loop is a phrase of up to so many tokens, said over and over: so many times, and long enough
#: that "no, no, no, no" is none.
_LONGEST_PHRASE, _TIMES, _LEAST_LOOP = 16, 4, 16
_PACKAGE, _FOLDER = "moonshine_voice", "assets/tiny-en"
#: Of moonshine-voice 0.1.0, the same on all platforms.
_SHA256 = {
    "encoder_model.ort": "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
    "decoder_model_merged.ort": "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
    "tokenizer.bin": "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
}


def transcribe(samples: Samples) -> str:
    """Transcribe a stretch of English speech of at most about 15 s.

    Moonshine tiny (Jeffries et al. 2024), the likeliest token at a time. It was trained on English
    alone and makes something up from music, other languages and silence: `segments` finds speech.
    Empty if nothing is understood, or for less than .1 s.
    """
    model = moonshine()
    if len(samples) < _LEAST:
        return ""
    written: list[int] = []
    for token in _tokens(model, samples):
        written.append(token)
        length = _loop(written)
        if length:
            # Said once is enough.
            del written[len(written) - (_TIMES - 1) * length :]
            break
    spelt = b"".join(model.words[token] for token in written if token >= _FIRST_WORD)
    return spelt.decode("utf-8", "ignore").replace("\N{LOWER ONE EIGHTH BLOCK}", " ").strip()


def transcripts(samples: Samples, stretches: Sequence[Stretch]) -> list[str]:
    """Transcribe every stretch (from `segments`, in seconds) of a whole sound.

    `MissingExtraError` without the extra ``transcription``, also if there is no stretch.
    """
    # Asked for also if there is nothing to do: an answer must not depend on the sound.
    moonshine()
    return [transcribe(slice_of(samples, stretch)) for stretch in stretches]


def _tokens(model: Moonshine, samples: Samples) -> Iterator[int]:
    """Yield the likeliest token after those before, until the model is done or too long at it."""
    mask = np.ones((1, len(samples)), np.int64)
    sound = samples[np.newaxis]
    [heard] = model.encoder.run(None, {"input_values": sound, "attention_mask": mask})
    inputs = [one.name for one in model.decoder.get_inputs()]
    outputs = [one.name for one in model.decoder.get_outputs()]
    # The encoder's part does not change after the first step and is not requested again.
    changing = [name for name in outputs if ".encoder." not in name]
    nothing = np.zeros((1, _HEADS, 0, _HEAD_WIDTH), np.float32)
    memory = {name: nothing for name in inputs if name.startswith("past_key_values")}
    token = _BEGIN
    for step in range(int(len(samples) / RATE * _FASTEST) + _ALLOWANCE):
        names = changing if step else outputs
        values = model.decoder.run(
            names,
            {
                **memory,
                "input_ids": np.array([[token]]),
                "encoder_hidden_states": heard,
                "encoder_attention_mask": mask,
                "use_cache_branch": np.array([step > 0]),
            },
        )
        results = dict(zip(names, values, strict=True))
        token = int(results["logits"][0, -1].argmax())
        if token == _END:
            return
        yield token
        for name, value in memory.items():
            memory[name] = results.get(name.replace("past_key_values", "present"), value)


def _loop(tokens: Sequence[int]) -> int:
    """Return the length of the phrase that the tokens end with over and over, or 0.

    Examples
    --------
    >>> _loop([5, 6, 7, 8] + 4 * [1, 2, 3, 4]), _loop([1, 2, 3])
    (4, 0)
    """
    for length in range(1, _LONGEST_PHRASE + 1):
        end = tokens[-max(_TIMES * length, _LEAST_LOOP) :]
        if len(end) >= max(_TIMES * length, _LEAST_LOOP) and end[length:] == end[:-length]:
            return length
    return 0


class Moonshine(NamedTuple):
    """The two graphs that transcribe, and the UTF-8 bytes of each of the 32,768 tokens."""

    encoder: InferenceSession
    decoder: InferenceSession
    words: tuple[bytes, ...]


@cache
def moonshine() -> Moonshine:
    """Return the English tiny model, read and verified once.

    The package is looked up but not imported, for that would open the sound card and the network.
    `MissingExtraError` if it is not installed, `CorruptModelError` if it is not version 0.1.0.
    """
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtraError("transcription", "Transcribing sound")
    folder = Path(next(iter(spec.submodule_search_locations))) / _FOLDER
    contents = {name: _verified(folder / name) for name in _SHA256}
    words = contents.pop("tokenizer.bin")
    encoder, decoder = (open_session(*item, threads=2) for item in contents.items())
    return Moonshine(encoder, decoder, tuple(_words(words)))


def _verified(path: Path) -> bytes:
    """Return the content of a file whose digest is the pinned one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CorruptModelError(
            f"{path.name} of moonshine-voice cannot be read ({error}): "
            "pip install moonshine-voice==0.1.0."
        ) from error
    if hashlib.sha256(content).hexdigest() != _SHA256[path.name]:
        raise CorruptModelError(
            f"{path.name} is not that of moonshine-voice 0.1.0: "
            "pip install --force-reinstall moonshine-voice==0.1.0."
        )
    return content


def _words(content: bytes) -> list[bytes]:
    """Return the tokens of a table: each its length, in one byte or two, and its bytes."""
    words, place = [], 0
    while place < len(content):
        length = content[place]
        place += 1
        if length >= 128:
            length += content[place] * 128 - 128
            place += 1
        words.append(content[place : place + length])
        place += length
    return words
