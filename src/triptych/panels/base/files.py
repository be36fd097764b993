"""Files that a person chooses or drops: their kinds and texts."""

from __future__ import annotations

import io
import mimetypes
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import anywidget
import traitlets

from triptych import samples
from triptych.contract import Attachment
from triptych.panels.base.event_loop import EventLoop

Kind = Literal["text", "table", "image", "audio", "pdf"]

#: Bytes; a larger file stalls the page that sends it.
LARGEST = 20_000_000
#: File types that browsers offer.
ACCEPT = ".txt,.md,.csv,.tsv,.pdf,image/*,audio/*,.m4a,.webm,.opus"
#: Bytes in which a PDF has to begin.
_HEAD = 1_024
_TABLES = (".csv", ".tsv")
_SOUNDS = (".m4a", ".webm", ".opus", ".ogg", ".flac", ".aac")


class RefusedFileError(ValueError):
    """A file that cannot be used; the message says what to do."""


def attachment(file: Mapping[str, Any], content: memoryview, largest: int) -> Attachment:
    """Return a file from a browser's name, type and size; raise RefusedFileError for its size."""
    name, size = file["name"], file["size"]
    if size > largest:
        raise RefusedFileError(
            f"{name} has {size / 1e6:.1f} MB: choose files of at most {largest / 1e6:.0f} MB."
        )
    if not size:
        raise RefusedFileError(f"{name} is empty: choose another file.")
    media_type = file["type"] or mimetypes.guess_type(name)[0]
    return Attachment(bytes(content), name, media_type or "application/octet-stream")


def sample_file(name: str) -> Attachment:
    """Return a bundled sample as a file, by its name in the folder `data`.

    Examples
    --------
    >>> sample_file("pictures/cat.jpg").filename, sample_file("repair-cafe.pdf").media_type
    ('cat.jpg', 'application/pdf')
    """
    path = samples.path(name)
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Attachment(path.read_bytes(), path.name, media_type)


def kind_of(file: Attachment) -> Kind:
    """Return what a file holds, by its name and media type.

    Examples
    --------
    >>> kind_of(Attachment(b"", "report.PDF")), kind_of(Attachment(b"", "a", "image/png"))
    ('pdf', 'image')
    """
    name = file.filename.lower()
    if name.endswith(".pdf") or file.media_type == "application/pdf":
        return "pdf"
    if name.endswith(_TABLES):
        return "table"
    if file.media_type.startswith("image/"):
        return "image"
    if file.media_type.startswith("audio/") or name.endswith(_SOUNDS):
        return "audio"
    if file.media_type.startswith("text/") or name.endswith((".txt", ".md")):
        return "text"
    raise RefusedFileError(
        f"{file.filename} is not a supported file: choose text, CSV, image, PDF or audio files."
    )


def check_picture(file: Attachment) -> None:
    """Raise RefusedFileError if a file is not a picture, by its name, its type or its content."""
    try:
        is_picture = kind_of(file) == "image"
    except RefusedFileError:
        is_picture = False
    if not is_picture:
        raise RefusedFileError(f"{file.filename} is not a picture: choose JPEG, PNG or WebP files.")
    check_content(file)


def check_content(file: Attachment) -> None:
    """Raise RefusedFileError if the content of a picture or PDF is not what its name says."""
    kind = kind_of(file)
    if kind == "pdf" and b"%PDF-" not in file.content[:_HEAD]:
        raise RefusedFileError(f"{file.filename} cannot be read as a PDF: choose another file.")
    if kind == "image" and not _is_readable(file.content):
        raise RefusedFileError(
            f"{file.filename} cannot be read as a picture: choose another, or save it again as "
            "JPEG or PNG."
        )


def _is_readable(picture: bytes) -> bool:
    from PIL import Image

    # Services may read these, which Pillow cannot everywhere.
    if picture[4:8] == b"ftyp":
        return True
    try:
        # It reads the head only.
        Image.open(io.BytesIO(picture)).close()
    except Image.DecompressionBombError:
        # What is too large, the service decides.
        return True
    except (OSError, ValueError, SyntaxError):
        return False
    return True


def listed(names: Sequence[str]) -> str:
    """Return names on one line, the first three if there are more.

    Examples
    --------
    >>> listed(["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
    'a.jpg, b.jpg, c.jpg and 1 more'
    """
    shown = ", ".join(names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"


def text_of(file: Attachment) -> str:
    """Return the text of a file in UTF-8."""
    try:
        return file.content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise RefusedFileError(
            f"{file.filename} is not valid UTF-8 text; save it as UTF-8."
        ) from None


_HERE = Path(__file__).parent


class Upload(anywidget.AnyWidget):
    """A button that opens the browser's file dialog; files can be dropped on the panel too.

    `accept` is as in HTML, `hint` the text beside the button, and `many` whether several files can
    be chosen. Of a file above `largest` bytes only name and size are sent, so that it is refused.
    """

    _esm = (_HERE / "upload.js").read_text(encoding="utf-8")
    _css = (_HERE / "upload.css").read_text(encoding="utf-8")

    accept = traitlets.Unicode("").tag(sync=True)
    hint = traitlets.Unicode("").tag(sync=True)
    many = traitlets.Bool(True).tag(sync=True)
    largest = traitlets.Int(LARGEST).tag(sync=True)

    def __init__(
        self, accept: str, hint: str, *, many: bool = True, largest: int = LARGEST
    ) -> None:
        super().__init__(accept=accept, hint=hint, many=many, largest=largest)

    def on_choose(
        self,
        on_files: Callable[[list[Attachment]], object],
        on_refused: Callable[[RefusedFileError], object],
        loop: EventLoop,
    ) -> None:
        """Call `on_files` on the panel's loop with the files of each choice.

        `on_refused` is called where a file is too large, or `on_files` raises RefusedFileError.
        """

        def accept(files: list[dict[str, Any]], contents: Sequence[memoryview]) -> None:
            try:
                pairs = zip(files, contents, strict=True)
                on_files([attachment(file, content, self.largest) for file, content in pairs])
            except RefusedFileError as error:
                on_refused(error)

        def receive(_: object, files: Any, contents: Sequence[memoryview]) -> None:
            if isinstance(files, list):
                loop.call(lambda: accept(files, contents))

        self.on_msg(receive)
