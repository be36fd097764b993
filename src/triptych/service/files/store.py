"""Files kept on disk for a while: the oldest go when there are too many."""

from __future__ import annotations

import re
import secrets
import tempfile
import threading
import time
from pathlib import Path

#: The names that `Store.keep` gives: 22 characters of URL-safe base64, and an extension.
_NAME = re.compile(r"[\w-]{22}\.(?:png|svg)", re.ASCII)


class Store:
    """A folder of files that vanishes with the process.

    Parameters
    ----------
    lifetime : float
        Seconds after which a file may be dropped.
    max_bytes : int
        Bytes of all files together; the oldest are dropped to stay below.

    Examples
    --------
    >>> store = Store(lifetime=60, max_bytes=1000)
    >>> name = store.keep(b"<svg/>", ".svg")
    >>> store.path(name).read_bytes()
    b'<svg/>'
    """

    def __init__(self, lifetime: float, max_bytes: int) -> None:
        self._lifetime = lifetime
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def keep(self, content: bytes, extension: str) -> str:
        """Keep a file and return a name for it that nobody can guess."""
        name = secrets.token_urlsafe(16) + extension
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="triptych-")
            folder = Path(self._folder.name)
            # Systems sweep what lies long in their temporary folder.
            folder.mkdir(0o700, exist_ok=True)
            self._drop(folder, self._max_bytes - len(content))
            (folder / name).write_bytes(content)
        return name

    def path(self, name: str) -> Path | None:
        """Return where a file lies; None if it is not kept, or not any more."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        path = Path(self._folder.name) / name
        return path if path.is_file() else None

    def _drop(self, folder: Path, allowed: int) -> None:
        now = time.time()
        found = sorted(
            ((path.stat(), path) for path in folder.iterdir()),
            key=lambda file: file[0].st_mtime_ns,
        )
        total = sum(status.st_size for status, _ in found)
        for status, path in found:
            if total <= allowed and now - status.st_mtime < self._lifetime:
                break
            path.unlink()
            total -= status.st_size
