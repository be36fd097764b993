"""Files as callers have them (address, path, bytes, picture, array), converted for a request."""

from __future__ import annotations

import codecs
import contextlib
import io
import mimetypes
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TypeAlias, cast
from urllib.parse import urlsplit

from triptych.client.errors import InvalidInputError
from triptych.contract import Attachment, Problem
from triptych.contract.embedding import ContentType

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from PIL.Image import Image

#: Anything that `file=` accepts; a string, so that neither Pillow nor numpy is loaded for it.
FileLike: TypeAlias = (
    "str | Path | bytes | bytearray | IO[bytes] | Image | numpy.typing.NDArray[numpy.uint8]"
)

_ADDRESS = ("http://", "https://", "data:")
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*", b"\0\0\1\0")
_PICTURE_BRANDS = {b"ftypavif", b"ftypheic", b"ftypheix", b"ftypmif1"}
#: FLAC, Ogg, MP3 with and without tags, AAC, WebM.
_SOUNDS = (b"fLaC", b"OggS", b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf1", b"\x1aE\xdf\xa3")
_SOUND_CONTAINERS = {b"RIFFWAVE", b"FORMAIFF", b"FORMAIFC"}


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
            raise _invalid_file("Give the address once: as file or as url.")
        return members | {"url": file}
    return members if file is None else members | {"file": _attachment(file)}


def type_of(source: Mapping[str, Any], text: object = None) -> ContentType:
    """Return the kind of content of an embedding call that names none.

    Parameters
    ----------
    source : mapping
        Members as `source_of` returns them.
    text : object, optional
        The call's text, which decides if there is one.

    Raises
    ------
    InvalidInputError
        If neither media type nor content shows what it is.

    Examples
    --------
    >>> type_of({"url": "https://example.com/cat.jpg"}), type_of({}, "A cup of tea")
    ('image', 'text')
    >>> type_of(source_of(b"%PDF-1.7")), type_of(source_of(b"<!doctype html><p>Tea"))
    ('pdf', 'text-other')
    """
    if text is not None or not source:
        return "text"
    file, url = source.get("file"), source.get("url", "")
    if isinstance(file, Attachment):
        media_type = file.media_type
    elif url.lower().startswith("data:"):
        media_type = url[len("data:") :].partition(",")[0].partition(";")[0]
    else:
        media_type = mimetypes.guess_type(urlsplit(url).path)[0] or ""
    of_media_type = _type_of_media(media_type.lower())
    kind = of_media_type or (_type_of_content(file.content) if file is not None else None)
    if kind is None:
        raise InvalidInputError(
            [
                Problem(
                    "type",
                    "type: what this content is cannot be inferred; give 'text', 'text-other', "
                    "'image', 'audio' or 'pdf'.",
                )
            ]
        )
    return kind


def _type_of_media(media_type: str) -> ContentType | None:
    kind = media_type.partition("/")[0]
    if media_type in {"text/html", "application/xhtml+xml"}:
        return "text-other"
    if media_type == "application/pdf":
        return "pdf"
    if kind in {"text", "image", "audio"}:
        return cast("ContentType", kind)
    # Telephones and browsers record sound in the containers of films.
    return "audio" if kind == "video" else None


def _type_of_content(content: bytes) -> ContentType | None:
    """Return the kind of content by its first bytes."""
    head, container = content[:512], content[:4] + content[8:12]
    if head.startswith(b"%PDF-"):
        return "pdf"
    with contextlib.suppress(UnicodeDecodeError):
        # A character may be cut off at the end.
        text = codecs.getincrementaldecoder("utf-8")().decode(head).lstrip("\ufeff \t\r\n")
        if text and "\0" not in text:
            is_html = text.lower().startswith(("<!doctype html", "<html"))
            return "image" if text.startswith("<svg") else "text-other" if is_html else "text"
    if head.startswith(_PICTURES) or container == b"RIFFWEBP" or head[4:12] in _PICTURE_BRANDS:
        return "image"
    if head.startswith(_SOUNDS) or container in _SOUND_CONTAINERS or head[4:8] == b"ftyp":
        return "audio"
    return None


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
    raise _invalid_file(
        f"Cannot send a {type(content).__name__}: give a URL, a path, bytes, a PIL image "
        "or a numpy array."
    )


def _from_path(path: Path) -> Attachment:
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    try:
        return Attachment(path.expanduser().read_bytes(), path.name, media_type)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise _invalid_file(
            f"Cannot read the file {str(path)!r} ({reason}): check the path, or give a full URL."
        ) from None


def _picture_of(array: Any) -> Image:
    from PIL import Image

    shape = array.shape
    if str(array.dtype) != "uint8" or not (
        len(shape) == 2 or (len(shape) == 3 and shape[2] in {3, 4})
    ):
        raise _invalid_file(
            f"Cannot send an array of {array.dtype} and shape {shape} as a picture: "
            "give uint8 of shape (height, width), (height, width, 3) or (height, width, 4)."
        )
    return Image.fromarray(array)


def _png(picture: Image) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG")
    return buffer.getvalue()


def _invalid_file(message: str) -> InvalidInputError:
    return InvalidInputError([Problem("file", message)])
