"""Folders of the repository that are part of the wheel: `data` and `notebooks`."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def shipped(name: str) -> Path:
    """Return such a folder: inside the wheel, or beside `src` in a checkout.

    Examples
    --------
    >>> (shipped("data") / "README.md").is_file()
    True
    """
    inside = _PACKAGE / "shipped" / name
    return inside if inside.is_dir() else _PACKAGE.parents[1] / name
