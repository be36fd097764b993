"""Read a file that ships in the wheel, after checking that it is the file we shipped."""

from __future__ import annotations

import hashlib
from importlib.resources import files


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
    parts = name.split("/")
    # A backslash or a colon would be a separator or a drive on Windows.
    if any(part in {"", ".", ".."} or "\\" in part or ":" in part for part in parts):
        raise ValueError(f"{name!r} is not a path inside the models folder.")
    resource = files("triptych.models").joinpath(*parts)
    try:
        content = resource.read_bytes()
    except OSError as error:
        raise CorruptModelError(
            f"The shipped file {name!r} cannot be read ({error}). Reinstall triptych."
        ) from error
    digest = hashlib.sha256(content).hexdigest()
    if digest != sha256.lower():
        raise CorruptModelError(
            f"The shipped file {name!r} has SHA-256 {digest}, expected {sha256.lower()}. "
            "Reinstall triptych."
        )
    return content
