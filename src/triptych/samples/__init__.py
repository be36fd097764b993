"""Small samples that travel in the wheel; `README.md` names their sources and licences."""

from __future__ import annotations

from importlib.resources import files


def text(name: str) -> str:
    """Return a sample text.

    Parameters
    ----------
    name : str
        File name in this folder.

    Raises
    ------
    FileNotFoundError
        If there is no such sample.

    Examples
    --------
    >>> len(lines("inbox.txt"))
    5
    """
    return files(__package__).joinpath(name).read_text(encoding="utf-8").strip()


def lines(name: str) -> list[str]:
    """Return the lines of a sample text."""
    return text(name).splitlines()
