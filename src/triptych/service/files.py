"""Pictures of replies at addresses of this service, signed and for a limited time."""

from __future__ import annotations

import base64
import os
import re
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from anyio import to_thread
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Scope

from triptych._disk import writing_to
from triptych.contract import Attachment
from triptych.service.refusal import Refusal
from triptych.service.settings import ServiceSettings

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
#: Where files are served.
FILE_PATH = "/v1/files/{name}"
_MAX_BYTES = 512 * 2**20


class Publisher:
    """Makes addresses that work without a key, for a week or as long as the service runs.

    An address names the file, how long it works, and the moment it was made, all signed
    (HMAC-SHA-256) with the secret of the settings, else with one of this process: none can be
    changed. Processes with the same secret and the same folder serve each other's files. It begins
    with `public_url` of the settings, else with the place where the connection arrived, never with
    what the header `Host` names: a cache may keep a reply for others than its caller. Where there
    is no server to fetch from, as in the embedded default, the address is a `data:` URL, which is
    the file itself.

    Parameters
    ----------
    settings : ServiceSettings
        Of the service.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._reachable = settings.publish
        self._public_url = settings.public_url
        given = settings.secret
        secret = secrets.token_bytes(32) if given is None else given.get_secret_value().encode()
        self._signer = TimestampSigner(secret, digest_method=sha256)
        shared = settings.shared_folder
        self._store = Store(LIFETIME, _MAX_BYTES, Path(shared, "files") if shared else None)

    def address(self, file: Attachment, request: Request) -> str:
        """Return an address of the file."""
        base = self._public_url or _connection_url(request.scope)
        if not self._reachable or not base:
            return data_address(file)
        name = self._store.add(file.content, _EXTENSIONS[file.media_type])
        signed = self._signer.sign(_claim(name, str(LIFETIME))).decode()
        signature = signed.removeprefix(_claim(name, str(LIFETIME)) + ".")
        url = request.app.url_path_for("file", name=name).make_absolute_url(base)
        return str(url.include_query_params(expires=LIFETIME, signature=signature))

    def route(self) -> Route:
        """Return the route of the addresses."""
        return Route(FILE_PATH, self._serve, name="file")

    def close(self) -> None:
        """Delete the files, unless other processes share them."""
        self._store.close()

    async def _serve(self, request: Request) -> Response:
        name = request.path_params["name"]
        claim = _claim(name, request.query_params.get("expires", ""))
        signed = f"{claim}.{request.query_params.get('signature', '')}"
        try:
            # What is signed expires after that time.
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


def _claim(name: str, expires: str) -> str:
    """Return what is signed."""
    return f"{name}?expires={expires}"


def _connection_url(scope: Scope) -> str:
    """Return the place where a connection arrived; empty where it has no port.

    Examples
    --------
    >>> _connection_url({"type": "http", "scheme": "http", "server": ("::1", 80), "root_path": ""})
    'http://[::1]:80/'
    """
    host, port = scope.get("server") or ("", None)
    if port is None:
        return ""
    host = f"[{host}]" if ":" in host else host
    return f"{scope['scheme']}://{host}:{port}{scope.get('root_path', '')}/"


class Store:
    """A folder of files; the oldest are dropped to make room.

    Parameters
    ----------
    lifetime : float
        Seconds after which a file may be dropped.
    max_bytes : int
        Bytes of all files together; the oldest are dropped to stay below.
    folder : Path, optional
        Where the files are, for processes that share them; by default a temporary folder that is
        deleted with the process.

    Examples
    --------
    >>> store = Store(lifetime=60, max_bytes=1000)
    >>> name = store.add(b"<svg/>", ".svg")
    >>> store.path(name).read_bytes()
    b'<svg/>'
    """

    def __init__(self, lifetime: float, max_bytes: int, folder: Path | None = None) -> None:
        self._lifetime = lifetime
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._folder = folder
        self._temporary: tempfile.TemporaryDirectory[str] | None = None

    def add(self, content: bytes, extension: str) -> str:
        """Write a file and return a name for it that nobody can guess."""
        name = secrets.token_urlsafe(16) + extension
        with self._lock:
            if self._folder is None:
                self._temporary = tempfile.TemporaryDirectory(prefix="triptych-")
                self._folder = Path(self._temporary.name)
            with writing_to(self._folder):
                # Systems delete old files from their temporary folder.
                self._folder.mkdir(0o700, parents=True, exist_ok=True)
                self._drop(self._folder, self._max_bytes - len(content))
                try:
                    (self._folder / name).write_bytes(content)
                except OSError:
                    (self._folder / name).unlink(missing_ok=True)
                    raise
        return name

    def path(self, name: str) -> Path | None:
        """Return the path of a file; None if it does not exist, or not any more."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        path = self._folder / name
        return path if path.is_file() else None

    def close(self) -> None:
        """Delete the files, unless other processes share them."""
        with self._lock:
            if self._temporary is not None:
                self._temporary.cleanup()
                self._temporary = self._folder = None

    def _drop(self, folder: Path, allowed: int) -> None:
        now = time.time()
        files = sorted(_with_status(folder), key=lambda file: file[0].st_mtime_ns)
        total = sum(status.st_size for status, _ in files)
        for status, path in files:
            if total <= allowed and now - status.st_mtime < self._lifetime:
                break
            path.unlink(missing_ok=True)
            total -= status.st_size


def _with_status(folder: Path) -> Iterator[tuple[os.stat_result, Path]]:
    for path in folder.iterdir():
        # Another process that shares the folder may drop it at this moment.
        with suppress(FileNotFoundError):
            yield path.stat(), path


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
