"""Moonshine's weights, found in an installed package and checked."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from triptych.engines.sound.errors import MissingExtraError
from triptych.models.files import CorruptModelError
from triptych.models.sessions import open_session

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_PACKAGE, _FOLDER = "moonshine_voice", "assets/tiny-en"
#: Of moonshine-voice 0.1.0, the same on all platforms.
_SHA256 = {
    "encoder_model.ort": "94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221",
    "decoder_model_merged.ort": "cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0",
    "tokenizer.bin": "6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d",
}


class Moonshine(NamedTuple):
    """What transcription needs.

    Attributes
    ----------
    encoder, decoder : onnxruntime.InferenceSession
        The two graphs.
    words : tuple of bytes
        The UTF-8 bytes of each of the 32,768 tokens.
    """

    encoder: InferenceSession
    decoder: InferenceSession
    words: tuple[bytes, ...]


@cache
def moonshine() -> Moonshine:
    """Return the English tiny model, read and verified once.

    The package is looked up but not imported, for that would open the sound card and the network.

    Raises
    ------
    MissingExtraError
        If moonshine-voice is not installed.
    triptych.models.files.CorruptModelError
        If it is, but not with the files of version 0.1.0.
    """
    found = find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise MissingExtraError("transcription", "Transcribing sound")
    folder = Path(next(iter(found.submodule_search_locations))) / _FOLDER
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
