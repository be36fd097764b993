"""Read the sizes within a Windows icon, whose pictures Pillow decodes as it opens it."""

from __future__ import annotations

import struct

_PNG = b"\x89PNG\r\n\x1a\n"


def icon_sizes(content: bytes) -> list[tuple[int, int]]:
    """Return width and height of the pictures in a Windows icon, as their own headers say.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    list of tuple of int
        Empty for what is not an icon; headers that lie beyond the end are left out.

    Examples
    --------
    >>> icon_sizes(b"GIF89a")
    []
    """
    if not content.startswith(b"\0\0\1\0"):
        return []
    [count] = struct.unpack_from("<H", content.ljust(6, b"\0"), 4)
    sizes = []
    for entry in range(count):
        # The last four of an entry's sixteen bytes say where its picture begins.
        place = content[18 + 16 * entry : 22 + 16 * entry]
        start = int.from_bytes(place, "little")
        header = content[start : start + 24]
        if len(header) < 24:
            continue
        if header.startswith(_PNG):
            width, height = struct.unpack_from(">II", header, 16)
        else:
            # A bitmap counts the rows of its mask as well.
            width, height = struct.unpack_from("<ii", header, 4)
            height //= 2
        sizes.append((abs(width), abs(height)))
    return sizes
