"""Where calls go and with which key: arguments, then the environment, then the embedded default."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass

import httpx
from pydantic import SecretStr

from triptych.client.errors import ConfigurationError

#: Stands in for a server's address when the API runs inside this process; never looked up.
EMBEDDED_URL = "http://triptych.embedded"


@dataclass(frozen=True, slots=True)
class Settings:
    """Base URL, key and login of a client; key and login show in no repr.

    Attributes
    ----------
    base_url : httpx.URL
        Address the paths of the operations are appended to; without the login.
    api_key : pydantic.SecretStr or None
        Sent as header `x-api-key`.
    login : pydantic.SecretStr or None
        Sent as header `authorization`: user and password of the given address.
    embedded : bool
        Whether calls are answered inside this process.
    """

    base_url: httpx.URL
    api_key: SecretStr | None
    login: SecretStr | None
    embedded: bool

    @classmethod
    def resolve(
        cls, api_key: str | None, base_url: str | None, *, own_transport: bool = False
    ) -> Settings:
        """Fill in what was not given from `TRIPTYCH_API_KEY` and `TRIPTYCH_BASE_URL`.

        Parameters
        ----------
        api_key, base_url : str or None
            As given to the client.
        own_transport : bool
            Whether the caller brings an httpx client or transport, which may add a key itself.

        Raises
        ------
        ConfigurationError
            If only one of key and base URL is known, the key has characters not allowed in an HTTP
            header, or the URL is invalid, neither http nor https, or has a query.

        Examples
        --------
        >>> Settings.resolve("secret", "http://127.0.0.1:8000").api_key
        SecretStr('**********')
        """
        api_key = api_key or os.environ.get("TRIPTYCH_API_KEY") or None
        base_url = base_url or os.environ.get("TRIPTYCH_BASE_URL") or None
        secret = _secret(api_key)
        if own_transport:
            return cls._of_server(base_url or EMBEDDED_URL, secret)
        if base_url is None and secret is None:
            url = httpx.URL(EMBEDDED_URL)
            return cls(url, SecretStr("embedded"), login=None, embedded=True)
        if base_url is None:
            raise ConfigurationError(
                "A key is set but no base URL: pass base_url= or set TRIPTYCH_BASE_URL, "
                "or unset TRIPTYCH_API_KEY to run the API inside this process."
            )
        if secret is None:
            raise ConfigurationError(
                "A base URL is set but no key: pass api_key= or set TRIPTYCH_API_KEY "
                "(a local `triptych serve` without keys of its own takes any)."
            )
        return cls._of_server(base_url, secret)

    @classmethod
    def _of_server(cls, base_url: str, api_key: SecretStr | None) -> Settings:
        url = _url(base_url)
        return cls(url.copy_with(userinfo=b""), api_key, _login(url), embedded=False)


def _secret(key: str | None) -> SecretStr | None:
    # A key read from a file ends with a line feed.
    key = (key or "").strip()
    if not key.isascii() or not key.isprintable():
        # httpx would quote it in its error.
        raise ConfigurationError(
            "The API key contains characters not allowed in an HTTP header; copy it again."
        )
    return SecretStr(key) if key else None


def _url(text: str) -> httpx.URL:
    try:
        url = httpx.URL(text)
        # A host name that sockets cannot encode: empty between two dots, or too long.
        url.raw_host.decode("ascii").encode("idna")
        # One that is no valid international name shows when it is read.
        _ = url.host
    except (httpx.InvalidURL, UnicodeError):
        # The message of httpx may quote a part of a password.
        raise ConfigurationError(
            "Invalid base_url: write it as https://host or http://host:port."
        ) from None
    if (url.port or 0) > 65_535:
        raise ConfigurationError("Invalid port in base_url: use 1 to 65535.")
    if url.query or url.fragment:
        # Only some calls would send it, and messages that show the address would contain it.
        raise ConfigurationError("base_url must not contain a query (?) or fragment (#).")
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigurationError(
            "base_url must be absolute, such as http://127.0.0.1:8000 or https://api.example.com."
        )
    return url


def _login(url: httpx.URL) -> SecretStr | None:
    if not url.userinfo:
        return None
    pair = f"{url.username}:{url.password}".encode()
    return SecretStr(f"Basic {base64.b64encode(pair).decode()}")
