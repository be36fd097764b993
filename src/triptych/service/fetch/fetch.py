"""Fetch the content of one address."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any
from urllib.parse import unquote

import anyio
import httpx
from anyio import to_thread

from triptych import __version__
from triptych.contract import Attachment, FileRequest
from triptych.contract.scrape import Cookie, Proxy
from triptych.service.fetch.content import ENCODINGS, read_body, read_data_url
from triptych.service.fetch.guard import Guard, parsed_url
from triptych.service.fetch.headers import checked_headers, cookie_jar, cookies_of
from triptych.service.fetch.refusals import (
    bad_status,
    failed,
    malformed,
    too_many_redirects,
    too_slow,
    unread,
)
from triptych.service.fetch.transport import GuardedTransport, ProxyServer
from triptych.service.settings import ServiceSettings

MAX_REDIRECTS = 5
_HEADERS = {
    "user-agent": f"Triptych/{__version__}",
    "accept": "*/*",
    "accept-encoding": ENCODINGS,
}


@dataclass(frozen=True, slots=True)
class Answered:
    """The response of an address, whatever its status.

    Parameters
    ----------
    status : int
        HTTP status; never one of a redirect that was followed.
    headers : httpx.Headers
        Of the last response.
    content : bytes
        Decoded body; empty unless the status is of success.
    url : str
        The address after redirects.
    """

    status: int
    headers: httpx.Headers
    content: bytes
    url: str

    @property
    def media_type(self) -> str:
        """Media type with its parameters, in lower case; empty if there is none."""
        media_type: str = self.headers.get("content-type", "")
        return media_type.strip().lower()


@dataclass(frozen=True)
class Fetched(Attachment):
    """A file from an address, and the address it came from after redirects.

    Parameters
    ----------
    url : str
        Empty for a `data:` URL.
    """

    url: str = ""


class Fetcher:
    """Fetches as the settings allow: the only way from the service to addresses outside.

    Parameters
    ----------
    settings : ServiceSettings
        `fetch_allow`, `max_fetch_bytes` and `fetch_timeout` of it.

    Raises
    ------
    ValueError
        If an entry of `fetch_allow` is not a host.
    """

    def __init__(self, settings: ServiceSettings) -> None:
        self._guard = Guard(settings.fetch_allow)
        self._max_bytes = settings.max_fetch_bytes
        self._timeout = settings.fetch_timeout

    async def with_content(self, request: Any) -> Any:
        """Return the request with the content of its `url` as its `file`; others as they are.

        Raises
        ------
        Refusal
            As `fetch` does.
        """
        if not isinstance(request, FileRequest) or request.url is None:
            return request
        return request.model_copy(update={"file": await self.fetch(request.url), "url": None})

    async def fetch(
        self,
        url: str,
        *,
        media_types: Collection[str] | None = None,
        max_bytes: int | None = None,
    ) -> Attachment:
        """Return what is at an address.

        Cookies, credentials and the proxies of the environment are not used. Every redirect, five
        at most, is checked like the address itself.

        Parameters
        ----------
        url : str
            `http:`, `https:` or `data:`.
        media_types, max_bytes
            As for `get`.

        Returns
        -------
        Attachment
            `Fetched` unless it was a `data:` URL. Its name is that of the header
            `Content-Disposition`, else the last part of the path, else "file".

        Raises
        ------
        Refusal
            400 if it is malformed, 403 if the address may not be reached, 413 if the content is
            too large, 424 if the page fails, answers with an error or holds another kind of
            content, 504 if it takes too long.

        Examples
        --------
        >>> anyio.run(Fetcher(ServiceSettings()).fetch, "data:,tea").content
        b'tea'
        """
        if url[:5].lower() == "data:":
            limit = min(self._max_bytes, max_bytes or self._max_bytes)
            return await to_thread.run_sync(read_data_url, url, limit)
        answered = await self.get(url, media_types=media_types, max_bytes=max_bytes)
        status = answered.status
        if not httpx.codes.is_success(status):
            raise bad_status(status)
        return Fetched(
            answered.content,
            _filename(answered),
            answered.media_type or Attachment.media_type,
            answered.url,
        )

    async def get(
        self,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        cookies: Iterable[Cookie] = (),
        proxy: Proxy | None = None,
        media_types: Collection[str] | None = None,
        max_bytes: int | None = None,
        follow: bool = True,
    ) -> Answered:
        """Return what an address answers, whatever its status; guarded as `fetch` is.

        Parameters
        ----------
        url : str
            `http:` or `https:`.
        headers : mapping of str to str, optional
            Sent besides the usual ones, for instance `If-None-Match`; not to another host, port
            or scheme that a redirect leads to, since a key may be among them.
        cookies : iterable of Cookie
            Sent wherever they belong, after redirects too; those that name no place belong to the
            host of `url`. Cookies of responses are not kept; they are in `Answered.headers`.
        proxy : Proxy, optional
            The caller's own http or https proxy, whose address is checked like any other.
        media_types : collection of str, optional
            What is read, without parameters; a body of another kind is refused unread. What
            has no media type is read.
        max_bytes : int, optional
            A lower limit than that of the settings.
        follow : bool, default True
            Whether redirects are followed; otherwise they are returned like any other answer.

        Raises
        ------
        Refusal
            As `fetch` does, but for the status; 424 also for another kind of content, with the
            code "unread_content"; 400 also for headers and cookies that cannot be sent.
        """
        try:
            address = parsed_url(url)
        except httpx.InvalidURL:
            raise malformed(
                "Invalid url: start it with http://, https:// or data:, and name a valid host."
            ) from None
        own = checked_headers(headers)
        # As cookies they follow redirects where they may, and nowhere else.
        sent = httpx.Cookies(cookie_jar([*cookies_of(own), *cookies], address))
        own = {name: value for name, value in own.items() if name.lower() != "cookie"}
        http = httpx.AsyncClient(
            transport=GuardedTransport(self._guard, ProxyServer.of(proxy) if proxy else None),
            headers=_HEADERS,
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            # The time is bounded as a whole.
            timeout=None,  # noqa: S113
            trust_env=False,
        )
        try:
            with anyio.fail_after(self._timeout):
                async with http:
                    request = http.build_request("GET", address, headers=own)
                    return await self._follow(http, request, sent, media_types, max_bytes, follow)
        except TimeoutError:
            raise too_slow(self._timeout) from None
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
            reason = str(error).rstrip(".")[:200] or type(error).__name__
            raise failed(f"The url cannot be fetched, check it: {reason}.") from None

    async def _follow(
        self,
        http: httpx.AsyncClient,
        first: httpx.Request,
        cookies: httpx.Cookies,
        media_types: Collection[str] | None,
        max_bytes: int | None,
        follow: bool,
    ) -> Answered:
        request: httpx.Request | None = first
        for _ in range(MAX_REDIRECTS + 1):
            assert request is not None
            if cookies:
                # The standard library knows only addresses with a host.
                self._guard.target(request.url)
                cookies.set_cookie_header(request)
            # httpx would read the bodies of redirects whole, so they are followed here.
            response = await http.send(request, stream=True, follow_redirects=False)
            try:
                request = response.next_request
                if request is None or not follow:
                    return await self._read(response, media_types, max_bytes)
                if _origin(request.url) != _origin(first.url):
                    request = http.build_request("GET", request.url)
            finally:
                await response.aclose()
        raise too_many_redirects(MAX_REDIRECTS)

    async def _read(
        self,
        response: httpx.Response,
        media_types: Collection[str] | None,
        max_bytes: int | None,
    ) -> Answered:
        media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        content = b""
        if response.is_success:
            if media_types is not None and media_type and media_type not in media_types:
                raise unread(media_type)
            content = await read_body(response, min(self._max_bytes, max_bytes or self._max_bytes))
        return Answered(response.status_code, response.headers, content, str(response.url))


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _filename(answered: Answered) -> str:
    header = Message()
    # The parser of mail headers knows RFC 2231, which `filename*` is written in.
    header["content-disposition"] = answered.headers.get("content-disposition", "")
    named = header.get_filename() or unquote(httpx.URL(answered.url).path)
    # Without folders of any system, and without what cannot be shown.
    name = named.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return "".join(filter(str.isprintable, name))[-255:].strip(". ") or Attachment.filename
