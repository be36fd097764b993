"""Files as callers have them (address, path, bytes, picture, array) made fit to send."""

from __future__ import annotations

import io
import mimetypes
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from triptych.client.errors import InvalidInputError
from triptych.contract import Attachment, Problem

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from PIL.Image import Image

#: Whatever stands for a file; a string, so that neither Pillow nor numpy is loaded for it.
FileLike: TypeAlias = (
    "str | Path | bytes | bytearray | IO[bytes] | Image | numpy.typing.NDArray[numpy.uint8]"
)

_ADDRESS = ("http://", "https://", "data:")


def source_of(
    file: FileLike | None, *, url: str | None = None, file_store_key: str | None = None
) -> dict[str, Any]:
    """Return the request members that say where content comes from.

    Parameters
    ----------
    file : str, path, bytes, binary file, PIL.Image, numpy array or None
        A string is an address when it begins with http://, https:// or data:, else a path. An
        array is a picture: uint8 of shape (height, width), (height, width, 3) or (height, width,
        4); it is sent as PNG, as is a PIL image.
    url, file_store_key : str or None
        As in the request.

    Raises
    ------
    InvalidInputError
        If there is no such file, or the value is none of the above.

    Examples
    --------
    >>> source_of("https://example.com/cat.jpg")
    {'url': 'https://example.com/cat.jpg'}
    >>> source_of(b"%PDF-1.7")["file"].media_type
    'application/octet-stream'
    """
    given = {"url": url, "file_store_key": file_store_key}
    members: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if isinstance(file, str) and file.lower().startswith(_ADDRESS):
        if url is not None:
            raise _refused("Give the address once: as file or as url.")
        return members | {"url": file}
    return members if file is None else members | {"file": _attachment(file)}


def _attachment(content: Any) -> Attachment:
    if isinstance(content, str | Path):
        return _from_path(Path(content))
    if isinstance(content, bytes | bytearray):
        return Attachment(bytes(content))
    if hasattr(content, "__array_interface__") and not hasattr(content, "save"):
        content = _picture_of(content)
    if hasattr(content, "save") and hasattr(content, "mode"):
        return Attachment(_png(content), "image.png", "image/png")
    if hasattr(content, "read"):
        return Attachment(bytes(content.read()), Path(str(getattr(content, "name", "file"))).name)
    raise _refused(
        f"Cannot send a {type(content).__name__}: give a URL, a path, bytes, a PIL image "
        "or a numpy array."
    )


def _from_path(path: Path) -> Attachment:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    try:
        return Attachment(path.expanduser().read_bytes(), path.name, media_type)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _refused(
            f"Cannot read the file {str(path)!r} ({reason}): check the path, or give a full URL."
        ) from None


def _picture_of(array: Any) -> Image:
    from PIL import Image

    shape = array.shape
    if str(array.dtype) != "uint8" or not (
        len(shape) == 2 or (len(shape) == 3 and shape[2] in {3, 4})
    ):
        raise _refused(
            f"Cannot send an array of {array.dtype} and shape {shape} as a picture: "
            "give uint8 of shape (height, width), (height, width, 3) or (height, width, 4)."
        )
    return Image.fromarray(array)


def _png(picture: Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG")
    return buffer.getvalue()


def _refused(message: str) -> InvalidInputError:
    return InvalidInputError([Problem("file", message)])
