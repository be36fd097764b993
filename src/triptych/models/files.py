"""Read the files that ship in the wheel: models, checked by digest, and plain lists of words."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any


class CorruptModelError(RuntimeError):
    """A shipped file is missing or is not the file the release was made with."""


def verified(name: str, sha256: str) -> bytes:
    """Return the bytes of a shipped file whose digest is the expected one.

    Parameters
    ----------
    name : str
        Path of the file relative to the models folder, with forward slashes.
    sha256 : str
        Expected SHA-256 digest, 64 hexadecimal digits in either case.

    Returns
    -------
    bytes
        The whole content of the file.

    Raises
    ------
    ValueError
        If `name` is absolute or leaves the models folder.
    CorruptModelError
        If the file is missing or its digest differs.

    Examples
    --------
    >>> try:
    ...     verified("files.py", "0" * 64)
    ... except CorruptModelError as error:
    ...     print("refused")
    refused
    """
    content = _read(name)
    digest = hashlib.sha256(content).hexdigest()
    if digest != sha256.lower():
        raise CorruptModelError(
            f"The shipped file {name!r} has SHA-256 {digest}, expected {sha256.lower()}. "
            "Reinstall triptych."
        )
    return content


@cache
def lines(name: str) -> tuple[str, ...]:
    """Return the lines of a shipped list, without blank lines and comments.

    A comment is a line that begins with ``#`` and a space, or is ``#`` alone. Lists are written
    by hand, as the code is, so that no digest is kept of them.

    Parameters
    ----------
    name : str
        Path of a UTF-8 text relative to the models folder, with forward slashes.

    Raises
    ------
    ValueError
        If `name` is absolute or leaves the models folder.
    CorruptModelError
        If the file is missing or is not UTF-8.

    Examples
    --------
    >>> "shiitake*" in lines("profanity/innocents.txt")
    True
    """
    try:
        text = _read(name).decode("utf-8")
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


def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a shipped table, each split at its tabs.

    Parameters and errors are those of `lines`.

    Examples
    --------
    >>> {len(row) for row in rows("profanity/words.tsv")}
    {3}
    """
    return tuple(tuple(line.split("\t")) for line in lines(name))


def json_file(name: str) -> Any:
    """Return what a shipped JSON file holds: a new object each time.

    Parameters and errors are those of `lines`.

    Examples
    --------
    >>> sorted(json_file("scrape/ranker.json"))
    ['certainty', 'weights']
    """
    try:
        return json.loads(_read(name))
    except ValueError as error:
        raise CorruptModelError(
            f"The shipped file {name!r} is not JSON ({error}). Reinstall triptych."
        ) from error


def _read(name: str) -> bytes:
    try:
        return _resource(name).read_bytes()
    except OSError as error:
        raise CorruptModelError(
            f"The shipped file {name!r} cannot be read ({error}). Reinstall triptych."
        ) from error


def _resource(name: str) -> Traversable:
    parts = name.split("/")
    # A backslash or a colon would be a separator or a drive on Windows.
    if any(part in {"", ".", ".."} or "\\" in part or ":" in part for part in parts):
        raise ValueError(f"{name!r} is not a path inside the models folder.")
    return files("triptych.models").joinpath(*parts)
