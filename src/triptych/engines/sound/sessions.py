"""Graphs of the sound engine, made ready to run."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from triptych.models.files import CorruptModelError, verified

if TYPE_CHECKING:
    from onnxruntime import InferenceSession


def session(name: str, sha256: str, threads: int = 1) -> InferenceSession:
    """Return a shipped graph, verified.

    Parameters
    ----------
    name, sha256 : str
        As `triptych.models.files.verified` takes them.
    threads : int
        Cores that one run may use, if there are as many.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If the file is missing or damaged.
    """
    try:
        return session_of(verified(name, sha256), threads)
    except (RuntimeError, ValueError) as error:
        if isinstance(error, CorruptModelError):
            raise
        raise CorruptModelError(f"The shipped file {name!r} cannot be loaded ({error}).") from error


def session_of(content: bytes, threads: int = 1) -> InferenceSession:
    """Return the graph that `content` holds."""
    # Imported late: it takes longer than reading a short sound.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = min(threads, os.cpu_count() or 1)
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
