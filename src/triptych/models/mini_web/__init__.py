"""The mini web: an index of about 10,000 pages."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from triptych.models.files import CorruptModelError

#: Of all files together; written by ``training/mini_web``.
MINI_WEB_SHA256 = "0de05771f11139d99618b6242a93f5667d3d459d07633209e91bd5acd51cff77"


@cache
def mini_web_folder() -> Path:
    """Return the folder of the index, verified once.

    Raises
    ------
    CorruptModelError
        If a file is missing, damaged, or too many.

    Examples
    --------
    >>> (mini_web_folder() / "pages.sqlite3").is_file()
    True
    """
    folder = Path(__file__).parent / "index"
    found = digest(folder)
    if found != MINI_WEB_SHA256:
        raise CorruptModelError(
            f"The files of the mini web in {folder} have SHA-256 {found}, expected "
            f"{MINI_WEB_SHA256}. Reinstall triptych."
        )
    return folder


def digest(folder: Path) -> str:
    """Return the SHA-256 of the names and digests of a folder's files."""
    listing = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
        listing.update(f"{found}  {path.relative_to(folder).as_posix()}\n".encode())
    return listing.hexdigest()
