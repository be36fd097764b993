"""A full disk as an error that names the folder and what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: A file system with less than this is full to SQLite, whose smallest files take some of it.
_LEAST_BYTES = 2**16
_FULL = {errno.ENOSPC, errno.EDQUOT}


class DiskFullError(OSError):
    """There is no space left in a folder.

    Examples
    --------
    >>> print(DiskFullError(Path("/srv/index")))
    The disk of the folder /srv/index is full: free some space, or choose a different folder.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(
            errno.ENOSPC,
            f"The disk of the folder {folder} is full: free some space, or choose a different "
            "folder.",
        )

    def __str__(self) -> str:
        return str(self.strerror)


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Raise DiskFullError where what is done within fails because the disk is full.

    Examples
    --------
    >>> with writing_to(Path("/srv/index")):
    ...     raise OSError(errno.ENOSPC, "No space left on device")
    Traceback (most recent call last):
    triptych._disk.DiskFullError: The disk of the folder /srv/index is full: free some space, ...
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, DiskFullError) or not is_full(error, folder):
            raise
        raise DiskFullError(folder) from error


def is_full(error: BaseException, folder: Path) -> bool:
    """Return whether an error, or what it was raised from, says that the disk is full."""
    if isinstance(error, OSError) and error.errno in _FULL:
        return True
    # sqlite3 has no class of its own for it.
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL":
        return True
    # What SQLite maps into memory fails like a broken disk.
    if name.startswith("SQLITE_IOERR") and _free_bytes(folder) < _LEAST_BYTES:
        return True
    # tantivy's errors have only a text.
    if isinstance(error, ValueError) and f"(os error {errno.ENOSPC})" in str(error):
        return True
    return error.__cause__ is not None and is_full(error.__cause__, folder)


def _free_bytes(folder: Path) -> int:
    import shutil

    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return shutil.disk_usage(existing).free
