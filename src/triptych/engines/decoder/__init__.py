"""Decode files from outside in processes of their own, with limits of time and memory.

A file can be made so that its decoder takes hours, all memory, or the process down with it. So
PDFs, pictures and sounds are decoded in worker processes: one that exceeds its limits, or that
nobody waits for any more, is ended, which gives all its memory back, and another takes its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from triptych.engines.decoder.kinds import PDF, PICTURE, SOUND
from triptych.engines.decoder.limits import Limits
from triptych.engines.decoder.pool import run

if TYPE_CHECKING:
    from PIL.Image import Image

    from triptych.engines.sound.samples import Samples

__all__ = ["Limits", "decode_sound", "limited", "open_picture", "read_pdf"]

#: Threads that a call starts have it by a copy of the call's context.
_limits: ContextVar[Limits] = ContextVar("triptych_decoder_limits")
_DEFAULT = Limits()


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Decode what is decoded in the block within these limits."""
    token = _limits.set(limits)
    try:
        yield
    finally:
        _limits.reset(token)


def read_pdf(content: bytes) -> list[str]:
    """Return what `triptych.engines.page.pdf.read_pdf` returns, called in a worker process.

    Raises
    ------
    triptych.engines.page.pdf.PDFError
        As there, and `CostlyPDFError` if it exceeds the limits or makes the decoder fail.

    Examples
    --------
    >>> read_pdf(b"tea")
    Traceback (most recent call last):
    triptych.engines.page.pdf.BrokenPDFError: The file is damaged or not a PDF: ...
    """
    pages: list[str] = json.loads(run(PDF, content, _limits.get(_DEFAULT)).payload)
    return pages


def open_picture(content: bytes) -> Image:
    """Return what `triptych.engines.pictures.open_picture` returns, called in a worker process.

    Raises
    ------
    triptych.engines.pictures.PictureError
        As there, and `CostlyPictureError` if it exceeds the limits or makes the decoder fail.

    Examples
    --------
    >>> from io import BytesIO
    >>> from PIL import Image
    >>> file = BytesIO()
    >>> Image.new("RGB", (3, 2), "white").save(file, "PNG")
    >>> open_picture(file.getvalue()).size
    (3, 2)
    """
    from PIL import Image

    decoded = run(PICTURE, content, _limits.get(_DEFAULT))
    size = decoded.facts["width"], decoded.facts["height"]
    return Image.frombytes("RGB", size, decoded.payload)


def decode_sound(content: bytes) -> Samples:
    """Return what `triptych.engines.sound.decode` returns, called in a worker process.

    Raises
    ------
    triptych.engines.sound.SoundError
        As there, and `CostlySoundError` if it exceeds the limits or makes the decoder fail.
    triptych.engines.sound.MissingExtraError
        If it is a format that the extra ``media`` reads, and that is not installed.

    Examples
    --------
    >>> import io, numpy, soundfile
    >>> file = io.BytesIO()
    >>> soundfile.write(file, numpy.zeros(16000), 16000, format="WAV")
    >>> decode_sound(file.getvalue()).shape
    (16000,)
    """
    import numpy as np

    return np.frombuffer(run(SOUND, content, _limits.get(_DEFAULT)).payload, np.float32)
