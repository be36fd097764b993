"""Read the files that ship in the wheel: models, lists of words and tables, checked by digest."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

#: The folder that the names of files are relative to.
FOLDER = Path(__file__).parent
#: The table of files and their digests, as `sha256sum` writes it; ``training/pin.py`` does.
DIGESTS_FILE = "SHA256SUMS"


class CorruptModelError(RuntimeError):
    """A shipped file is missing or is not the file the release was made with."""


@cache
def digests() -> dict[str, str]:
    """Return the SHA-256 digest of each shipped file, by its name.

    Examples
    --------
    >>> len(digests()["spam/weights.npz"])
    64
    """
    table = _read(FOLDER / DIGESTS_FILE, DIGESTS_FILE).decode("ascii", "replace").splitlines()
    pairs = (line.split("  ", 1) for line in table if "  " in line)
    return {name: digest for digest, name in pairs}


@cache
def digest_of_all() -> str:
    """Return a digest that changes with any shipped file, of 64 hexadecimal digits.

    Examples
    --------
    >>> len(digest_of_all())
    64
    """
    return hashlib.sha256((FOLDER / DIGESTS_FILE).read_bytes()).hexdigest()


def verified(name: str) -> bytes:
    """Return the bytes of a shipped file whose digest is the one in the table.

    `name` is its path relative to the models folder, with forward slashes: `ValueError` if it
    leaves the folder or is not in the table, `CorruptModelError` if the file is missing or its
    digest differs.

    Examples
    --------
    >>> len(verified("spam/weights.npz")) > 100_000
    True
    """
    path = _path(name)
    if name not in digests():
        raise ValueError(f"{name!r} is not in {DIGESTS_FILE}: run python -m training.pin {name}")
    content = _read(path, name)
    _check(name, hashlib.sha256(content).hexdigest())
    return content


def verified_folder(name: str) -> Path:
    """Return the path of a folder whose files are exactly those of the table.

    Errors are those of `verified`.

    Examples
    --------
    >>> (verified_folder("mini_web/index") / "pages.sqlite3").is_file()
    True
    """
    folder = _path(name)
    files = {path.relative_to(FOLDER).as_posix() for path in folder.rglob("*") if path.is_file()}
    extra = files - digests().keys()
    if extra:
        raise CorruptModelError(
            f"The shipped folder {name!r} also holds {sorted(extra)}. Reinstall triptych."
        )
    for file in [file for file in digests() if file.startswith(f"{name}/")]:
        try:
            with _path(file).open("rb") as stream:
                # Not read whole: it may be large.
                _check(file, hashlib.file_digest(stream, "sha256").hexdigest())
        except OSError as error:
            raise _unreadable(file, error) from error
    return folder


@cache
def lines(name: str) -> tuple[str, ...]:
    """Return the lines of a shipped UTF-8 list, without blank lines and comments.

    A comment is a line that begins with ``#`` and a space, or is ``#`` alone. Errors are those of
    `verified`.

    Examples
    --------
    >>> "shiitake*" in lines("profanity/innocents.txt")
    True
    """
    try:
        text = verified(name).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CorruptModelError(
            f"The shipped file {name!r} is not UTF-8 ({error}). Reinstall triptych."
        ) from error
    # Not `splitlines`, which breaks at separators that a list of characters may hold.
    every = (line.removesuffix("\r") for line in text.split("\n"))
    return tuple(
        line for line in every if line.strip() and line != "#" and not line.startswith("# ")
    )


def word_list(name: str) -> tuple[str, ...]:
    """Return the words of a shipped list, separated by spaces or line ends, in order.

    Parameters and errors are those of `lines`.

    Examples
    --------
    >>> len(word_list("profanity/innocents.txt")) >= len(lines("profanity/innocents.txt"))
    True
    """
    return tuple(word for line in lines(name) for word in line.split())


def rows(name: str, separator: str = "\t") -> tuple[tuple[str, ...], ...]:
    """Return the lines of a shipped table, each split at its tabs or another separator.

    Parameters and errors are those of `lines`.

    Examples
    --------
    >>> {len(row) for row in rows("profanity/words.tsv")}
    {3}
    """
    return tuple(tuple(line.split(separator)) for line in lines(name))


def json_file(name: str) -> Any:
    """Return what a shipped JSON file holds: a new object each time.

    Parameters and errors are those of `lines`.

    Examples
    --------
    >>> "slope" in json_file("scrape/calibration.json")
    True
    """
    try:
        return json.loads(verified(name))
    except ValueError as error:
        raise CorruptModelError(
            f"The shipped file {name!r} is not JSON ({error}). Reinstall triptych."
        ) from error


def _read(path: Path, name: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: OSError) -> CorruptModelError:
    return CorruptModelError(
        f"The shipped file {name!r} cannot be read ({error}). Reinstall triptych."
    )


def _check(name: str, digest: str) -> None:
    expected = digests()[name]
    if digest != expected:
        raise CorruptModelError(
            f"The shipped file {name!r} has SHA-256 {digest}, expected {expected}. "
            "Reinstall triptych; if you have changed the file on purpose, run "
            f"python -m training.pin {name}"
        )


def _path(name: str) -> Path:
    parts = name.split("/")
    # A backslash or a colon would be a separator or a drive on Windows.
    if any(part in {"", ".", ".."} or "\\" in part or ":" in part for part in parts):
        raise ValueError(f"{name!r} is not a path inside the models folder.")
    return FOLDER.joinpath(*parts)
