"""What is decoded in worker processes, and how its result travels.

The content of a file could have taken its worker over, so nothing that comes back may be more than
data: facts as JSON, and bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple


class Result(NamedTuple):
    """What a worker returns: facts that JSON can hold, and blocks of bytes of a total size."""

    facts: Mapping[str, Any]
    size: int
    blocks: Iterable[bytes | memoryview]


@dataclass(frozen=True)
class Kind:
    """A kind of files.

    Parameters
    ----------
    name : str
        Its argument of the worker.
    module : str
        Where its errors are.
    decode : callable
        Decodes a file, in the worker.
    packages : tuple of str
        What a worker loads before its first file, with the time for that not counted.
    errors : tuple of str
        The errors of the module that the decoder raises.
    costly : str
        The one for files that exceed their limits, which takes a message.
    noun : str
        The name of such a file, in messages.
    advice : str
        What to do about one that is too costly.
    """

    name: str
    module: str
    decode: Callable[[bytes], Result]
    packages: tuple[str, ...]
    errors: tuple[str, ...]
    costly: str
    noun: str
    advice: str

    def error(self, name: str, arguments: Iterable[str]) -> Exception:
        """Return an error of the module, of those that the decoder raises."""
        if name not in self.errors:
            raise ValueError(f"{name} is not an error of decoding a {self.noun}.")
        error: Exception = getattr(import_module(self.module), name)(*arguments)
        return error

    def costly_error(self, reason: str) -> Exception:
        """Return the error of a file that exceeds its limits."""
        message = f"The {self.noun} {reason}: {self.advice}."
        error: Exception = getattr(import_module(self.module), self.costly)(message)
        return error


def _read_pdf(content: bytes) -> Result:
    from triptych.engines.page.pdf import read_pdf

    pages = json.dumps(read_pdf(content)).encode()
    return Result({}, len(pages), [pages])


#: Pixels that are copied at once, so that a picture is not held twice.
_STRIP = 2**18


def _open_picture(content: bytes) -> Result:
    from triptych.engines.pictures.open import open_picture

    picture = open_picture(content)
    width, height = picture.size
    rows = max(1, _STRIP // width)
    strips = (
        picture.crop((0, top, width, min(top + rows, height))).tobytes()
        for top in range(0, height, rows)
    )
    return Result({"width": width, "height": height}, 3 * width * height, strips)


def _decode_sound(content: bytes) -> Result:
    from triptych.engines.sound.decode import decode

    samples = decode(content)
    return Result({}, samples.nbytes, [samples.data.cast("B")])


PDF = Kind(
    "pdf",
    "triptych.engines.page.pdf",
    _read_pdf,
    ("triptych.engines.page.pdf", "pypdfium2"),
    ("BrokenPDFError", "EmptyPDFError", "EncryptedPDFError", "LongPDFError", "ScannedPDFError"),
    "CostlyPDFError",
    "PDF",
    "send fewer of its pages at once",
)
PICTURE = Kind(
    "picture",
    "triptych.engines.pictures.open",
    _open_picture,
    ("triptych.engines.pictures.open", "PIL.Image", "PIL.ImageOps"),
    ("PictureError",),
    "CostlyPictureError",
    "picture",
    "make it smaller, or save it as a plain PNG or JPEG",
)
SOUND = Kind(
    "sound",
    "triptych.engines.sound.samples",
    _decode_sound,
    ("triptych.engines.sound.decode", "soundfile", "soxr"),
    ("SoundError", "MissingExtraError"),
    "CostlySoundError",
    "sound",
    "cut it into shorter files",
)
KINDS = {kind.name: kind for kind in (PDF, PICTURE, SOUND)}
