"""Give files addresses of this service, and serve them there."""

from __future__ import annotations

import base64
import secrets
from hashlib import sha256

from anyio import to_thread
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from triptych.contract import Attachment
from triptych.service.files.store import Store
from triptych.service.refusal import Refusal

#: Seconds for which an address works, as in the specification's sample.
LIFETIME = 604_800
_PATH = "/v1/files/{name}"
_MAX_BYTES = 512 * 2**20
#: Of each media type that is published. A system's own tables may say otherwise.
_EXTENSIONS = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/webp": ".webp",
    "image/svg+xml": ".svg",
}
_MEDIA_TYPES = {extension: media_type for media_type, extension in _EXTENSIONS.items()}


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
        """Return an address of the file on the host that was asked."""
        if not self._reachable:
            return data_address(file)
        name = self._store.keep(file.content, _EXTENSIONS[file.media_type])
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
                403, "The address is not one of this service: use it as the reply gave it."
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
        return Response(content, 200, headers, _MEDIA_TYPES[path.suffix])


def data_address(file: Attachment) -> str:
    """Return the file as a `data:` URL.

    Examples
    --------
    >>> data_address(Attachment(b"<svg/>", "a.svg", "image/svg+xml"))
    'data:image/svg+xml;base64,PHN2Zy8+'
    """
    return f"data:{file.media_type};base64,{base64.b64encode(file.content).decode()}"


def _gone() -> Refusal:
    return Refusal(404, "There is no such file any more: ask for the picture again.")
