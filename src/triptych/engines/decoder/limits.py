"""What decoding one file may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of decoding one file.

    Parameters
    ----------
    seconds : float
        After these, its worker process is ended. The service sets its own; the default is for the
        files of whoever makes an index, where a book of 2,000 pages takes a minute.
    memory_bytes : int
        Most memory that its worker process may take for it. Linux enforces it (`RLIMIT_DATA`, which
        counts what is allocated, however it is mapped). macOS has that limit and does not count
        what modern allocators take, and Windows has none: there, only the time is limited, and on
        macOS the process is ended after a file that took much.
    """

    seconds: float = 300.0
    memory_bytes: int = 2**30
