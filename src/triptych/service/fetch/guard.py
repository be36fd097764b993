"""Which addresses the service may reach: public ones, and those that were allowed by name."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM

import httpx
from anyio import getaddrinfo

from triptych.service.fetch.refusals import failed, malformed, refused

_PORTS = {"http": 80, "https": 443}
#: Where IPv6-only networks reach IPv4: the last 32 bits are the address that is meant (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")
#: The part of IPv6 that is given out; all else is special (RFC 4291, 2.4).
_GLOBAL_UNICAST = IPv6Network("2000::/3")
#: 6to4 may hide any IPv4 address, and no public host needs it (RFC 7526).
_6TO4 = IPv6Network("2002::/16")
#: Special, though not every Python says so: IETF protocols (RFC 6890; a cloud's metadata server is
#: among them), the relay of 6to4 (RFC 7526), the host's side of virtual machines on Azure, and
#: documentation (RFC 9637).
_SPECIAL = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv4Network("168.63.129.16/32"),
    IPv6Network("3fff::/20"),
)


class Guard:
    """Decides which hosts may be reached, and resolves them to the addresses to connect to.

    Parameters
    ----------
    allow : iterable of str, default ()
        Hosts (`"host"`, or `"host:port"` for one port) that are reached whatever their address.

    Raises
    ------
    ValueError
        If one of them is not a host.

    Examples
    --------
    >>> guard = Guard(["127.0.0.1:8080"])
    >>> guard.allows("127.0.0.1", 8080), guard.allows("127.0.0.1", 22)
    (True, False)
    """

    def __init__(self, allow: Iterable[str] = ()) -> None:
        self._allowed = {_allowed(entry) for entry in allow}

    def allows(self, host: str, port: int) -> bool:
        """Return whether a host, as `target` returns it, was allowed by name."""
        return not self._allowed.isdisjoint({(host, port), (host, None)})

    def target(self, url: httpx.URL) -> tuple[str, int]:
        """Return the host and port of a url.

        Raises
        ------
        Refusal
            400 for a scheme other than http and https or without a host, 403 for an address that
            hides its host behind a user name.
        """
        # A % is what httpx makes of characters that no host has; as a zone it is of no use here.
        if url.scheme not in _PORTS or not url.raw_host or b"%" in url.raw_host:
            raise malformed(
                "Invalid url: start it with http://, https:// or data:, and name a host."
            )
        port = _PORTS[url.scheme] if url.port is None else url.port
        if not 0 < port < 2**16:
            raise malformed("The port of the url must be from 1 to 65535.")
        if url.userinfo:
            raise refused()
        return _normal(url.raw_host.decode("ascii")), port

    async def addresses(self, host: str, port: int) -> list[str]:
        """Return the addresses of a host, none of them refused; IPv4 first, at least one.

        Whoever connects must connect to one of these, not to the name: a name may mean another
        address a moment later.

        Raises
        ------
        Refusal
            403 if any of the addresses is not public, 424 if the name has none.
        """
        try:
            # Written as a number (2130706433, 0x7f.1), an address comes back in its usual form.
            entries = await getaddrinfo(host, port, type=SOCK_STREAM)
        except (OSError, UnicodeError):
            raise failed(f"The host {host[:80]!r} cannot be resolved: check the url.") from None
        # As the system orders them, but for IPv4 first: it is the one that always has a route.
        entries = sorted(dict.fromkeys(entries), key=lambda entry: entry[0].name != "AF_INET")
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
        if not self.allows(host, port) and not all(map(is_public, addresses)):
            raise refused()
        return addresses


def parsed_url(address: str) -> httpx.URL:
    """Return an address whose host can be read.

    httpx decodes an international host only when it is read, and then raises what `idna` raises.

    Parameters
    ----------
    address : str
        With any scheme; white space around it is ignored.

    Raises
    ------
    httpx.InvalidURL
        If it is not a URL, or its host is not a valid international domain name (RFC 5891).

    Examples
    --------
    >>> parsed_url("http://xn--a-.example/")
    Traceback (most recent call last):
    httpx.InvalidURL: Invalid host: A-label must not end with a hyphen
    """
    url = httpx.URL(address.strip())
    try:
        _ = url.host
    except UnicodeError as error:
        raise httpx.InvalidURL(f"Invalid host: {error}") from None
    return url


def is_public(address: str) -> bool:
    """Return whether an IP address is one that anybody on the internet can reach.

    Parameters
    ----------
    address : str
        IPv4 or IPv6 in any usual spelling.

    Examples
    --------
    >>> [is_public(a) for a in ("1.1.1.1", "10.0.0.1", "::ffff:1.1.1.1", "64:ff9b::7f00:1")]
    [True, False, False, False]
    """
    ip: IPv4Address | IPv6Address = ip_address(address)
    if ip in _NAT64:
        ip = IPv4Address(ip.packed[-4:])
    if isinstance(ip, IPv6Address) and (ip not in _GLOBAL_UNICAST or ip in _6TO4):
        return False
    special = ip.is_multicast or any(ip in network for network in _SPECIAL)
    return ip.is_global and not special


def _normal(host: str) -> str:
    """Return a host in lower case, without a final dot, an IP address in its usual form."""
    host = host.strip("[]").lower().rstrip(".")
    try:
        return str(ip_address(host))
    except ValueError:
        return host


def _allowed(entry: str) -> tuple[str, int | None]:
    try:
        return str(ip_address(entry.strip())), None
    except ValueError:
        pass
    try:
        # A scheme that httpx does not know keeps the port as it is written.
        url = parsed_url(f"allow://{entry.strip()}")
    except httpx.InvalidURL:
        url = httpx.URL()
    if not url.raw_host or b"%" in url.raw_host or url.userinfo or url.raw_path not in {b"", b"/"}:
        raise ValueError(
            f"TRIPTYCH_FETCH_ALLOW: {entry!r} cannot be allowed: give a host, or host:port."
        )
    return _normal(url.raw_host.decode("ascii")), url.port
