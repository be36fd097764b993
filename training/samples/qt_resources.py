"""Read one file out of a resource collection of Qt (`.rcc`), whose tool packs but does not unpack.

The format is that of Qt 5 and 6: a tree of entries, their names, their data; all numbers are
big-endian.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_COMPRESSED, _FOLDER = 1, 2


class _Header(NamedTuple):
    version: int
    tree: int
    data: int
    names: int


def resource(collection: bytes, path: str) -> bytes:
    """Return the file at a path inside the collection.

    Raises
    ------
    KeyError
        If there is no such file.
    """
    header = _Header(*struct.unpack_from(">4I", collection, 4))
    for found, content in _files(collection, header, 0, ""):
        if found == path:
            return content
    raise KeyError(f"The collection holds no {path}: see which version of the package it is.")


def _files(whole: bytes, header: _Header, entry: int, folder: str) -> Iterator[tuple[str, bytes]]:
    # From version 2 on each entry ends with a date.
    start = header.tree + entry * (14 if header.version < 2 else 22)
    name_at, flags = struct.unpack_from(">IH", whole, start)
    path = f"{folder}/{_name(whole, header.names + name_at)}" if entry else ""
    if flags & _FOLDER:
        count, first = struct.unpack_from(">II", whole, start + 6)
        for child in range(first, first + count):
            yield from _files(whole, header, child, path)
        return
    [place] = struct.unpack_from(">I", whole, start + 10)
    [length] = struct.unpack_from(">I", whole, header.data + place)
    content = whole[header.data + place + 4 :][:length]
    # Before the compressed bytes stands how many they will be.
    yield path, zlib.decompress(content[4:]) if flags & _COMPRESSED else content


def _name(whole: bytes, start: int) -> str:
    [letters] = struct.unpack_from(">H", whole, start)
    return whole[start + 6 : start + 6 + 2 * letters].decode("utf-16-be")
