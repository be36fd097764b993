"""Small samples that are part of the wheel; `data/README.md` names their sources and licences."""

from __future__ import annotations

import csv
from pathlib import Path

from triptych._bundled import shipped


def path(name: str) -> Path:
    """Return the path of a sample.

    Parameters
    ----------
    name : str
        File or folder in the folder `data`, such as `inbox.csv`, `pictures/cat.jpg` or
        `repair-cafe`.

    Raises
    ------
    FileNotFoundError
        If there is no such sample.

    Examples
    --------
    >>> path("inbox.csv").suffix
    '.csv'
    """
    sample = shipped("data") / name
    if not name or not sample.exists():
        raise FileNotFoundError(f"There is no sample {name!r}: see the README in {sample.parent}.")
    return sample


def name_of(filename: str, content: bytes) -> str | None:
    """Return the name by which `path` finds this very file, or None if it is not a sample.

    Parameters
    ----------
    filename : str
        Name of the file, without a folder.
    content : bytes
        Its content.

    Examples
    --------
    >>> name_of("cat.jpg", path("pictures/cat.jpg").read_bytes())
    'pictures/cat.jpg'
    >>> name_of("cat.jpg", b"another cat") is None
    True
    """
    for name in (filename, f"pictures/{filename}"):
        sample = shipped("data") / name
        if sample.is_file() and sample.read_bytes() == content:
            return name
    return None


def pictures() -> list[Path]:
    """Return the paths of the sample photographs, sorted by name.

    Examples
    --------
    >>> [picture.name for picture in pictures()][:3]
    ['arc.jpg', 'astronaut.jpg', 'boats.jpg']
    """
    return sorted((shipped("data") / "pictures").glob("*.jpg"))


def text(name: str) -> str:
    """Return a sample text.

    Parameters
    ----------
    name : str
        File, as for `path`.

    Examples
    --------
    >>> "Scunthorpe" in text("message.txt")
    True
    """
    return path(name).read_text(encoding="utf-8").strip()


def column(name: str, header: str) -> list[str]:
    """Return a column of a sample table.

    Parameters
    ----------
    name : str
        File, as for `path`.
    header : str
        The column's name.

    Raises
    ------
    KeyError
        If the table has no such column.

    Examples
    --------
    >>> len(column("reviews.csv", "text"))
    24
    """
    with path(name).open(encoding="utf-8", newline="") as file:
        return [row[header] for row in csv.DictReader(file)]


def lines(name: str) -> list[str]:
    """Return the lines of a sample text.

    Parameters
    ----------
    name : str
        File, as for `path`.

    Examples
    --------
    >>> len(lines("inbox.txt"))
    5
    """
    return text(name).splitlines()
