"""Pictures of replies at addresses of this service, signed and for a limited time."""

from __future__ import annotations

import base64
import re
import secrets
import tempfile
import threading
import time
from hashlib import sha256
from pathlib import Path

from anyio import to_thread
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from triptych.contract import Attachment
from triptych.service.refusal import Refusal

#: Seconds for which an address works, as in the specification's sample.
LIFETIME = 604_800
#: Every media type that is published, by the extension of a name.
MEDIA_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}
_EXTENSIONS = {media_type: extension for extension, media_type in MEDIA_TYPES.items()}
#: The names that `Store.add` gives: 22 characters of URL-safe base64, and an extension.
_NAME = re.compile(rf"[\w-]{{22}}(?:{'|'.join(map(re.escape, MEDIA_TYPES))})", re.ASCII)
_PATH = "/v1/files/{name}"
_MAX_BYTES = 512 * 2**20


class Publisher:
    """Makes addresses that work without a key, for a week or as long as the process runs.

    An address names the file and carries the moment it was made, signed (HMAC-SHA-256) with a
    secret of this process: neither can be changed.

    Parameters
    ----------
    reachable : bool
        Whether there is a server to fetch from. Where there is none, as in the embedded default,
        the address is a `data:` URL, which is the file itself.
    """

    def __init__(self, *, reachable: bool) -> None:
        self._reachable = reachable
        self._signer = TimestampSigner(secrets.token_bytes(32), digest_method=sha256)
        self._store = Store(LIFETIME, _MAX_BYTES)

    def address(self, file: Attachment, request: Request) -> str:
        """Return an address of the file on the host that the request was sent to."""
        if not self._reachable:
            return data_address(file)
        name = self._store.add(file.content, _EXTENSIONS[file.media_type])
        signature = self._signer.sign(name).decode()[len(name) + 1 :]
        url = request.url_for("file", name=name)
        return str(url.include_query_params(expires=LIFETIME, signature=signature))

    def route(self) -> Route:
        """Return the route of the addresses."""
        return Route(_PATH, self._serve, name="file")

    async def _serve(self, request: Request) -> Response:
        name = request.path_params["name"]
        signed = f"{name}.{request.query_params.get('signature', '')}"
        try:
            self._signer.unsign(signed, max_age=LIFETIME)
        except SignatureExpired:
            raise _gone() from None
        except BadSignature:
            raise Refusal(
                403, "The signature of this address is not valid: use the address of the reply."
            ) from None
        path = self._store.path(name)
        if path is None:
            raise _gone()
        try:
            content = await to_thread.run_sync(path.read_bytes)
        except FileNotFoundError:
            # Dropped this very moment, to make room.
            raise _gone() from None
        # A drawing could hold a script, if a browser were let to run it.
        headers = {"content-security-policy": "sandbox", "x-content-type-options": "nosniff"}
        return Response(content, 200, headers, MEDIA_TYPES[path.suffix])


class Store:
    """A folder of files that is deleted with the process; the oldest are dropped to make room.

    Parameters
    ----------
    lifetime : float
        Seconds after which a file may be dropped.
    max_bytes : int
        Bytes of all files together; the oldest are dropped to stay below.

    Examples
    --------
    >>> store = Store(lifetime=60, max_bytes=1000)
    >>> name = store.add(b"<svg/>", ".svg")
    >>> store.path(name).read_bytes()
    b'<svg/>'
    """

    def __init__(self, lifetime: float, max_bytes: int) -> None:
        self._lifetime = lifetime
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def add(self, content: bytes, extension: str) -> str:
        """Write a file and return a name for it that nobody can guess."""
        name = secrets.token_urlsafe(16) + extension
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="triptych-")
            folder = Path(self._folder.name)
            # Systems delete old files from their temporary folder.
            folder.mkdir(0o700, exist_ok=True)
            self._drop(folder, self._max_bytes - len(content))
            (folder / name).write_bytes(content)
        return name

    def path(self, name: str) -> Path | None:
        """Return the path of a file; None if it does not exist, or not any more."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        path = Path(self._folder.name) / name
        return path if path.is_file() else None

    def _drop(self, folder: Path, allowed: int) -> None:
        now = time.time()
        files = sorted(
            ((path.stat(), path) for path in folder.iterdir()),
            key=lambda file: file[0].st_mtime_ns,
        )
        total = sum(status.st_size for status, _ in files)
        for status, path in files:
            if total <= allowed and now - status.st_mtime < self._lifetime:
                break
            path.unlink()
            total -= status.st_size


def data_address(file: Attachment) -> str:
    """Return the file as a `data:` URL.

    Examples
    --------
    >>> data_address(Attachment(b"<svg/>", "a.svg", "image/svg+xml"))
    'data:image/svg+xml;base64,PHN2Zy8+'
    """
    return f"data:{file.media_type};base64,{base64.b64encode(file.content).decode()}"


def _gone() -> Refusal:
    return Refusal(404, "This file does not exist any more: request the picture again.")
