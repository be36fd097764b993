"""What robots.txt allows (RFC 9309)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from protego import Protego

from triptych.engines.crawl import host, normal
from triptych.engines.crawl.directives import AGENT
from triptych.service.fetch import Fetcher
from triptych.service.refusal import Refusal

#: The least a crawler must read of it (RFC 9309, 2.5).
_MAX_BYTES = 500 * 2**10
#: No site is waited for longer than this between two requests, s.
MAX_DELAY = 60.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site's robots.txt tells.

    Parameters
    ----------
    problem : str
        Why nothing may be read; empty if the rules are known.
    delay : float
        Seconds it asks for between two requests.
    sitemaps : tuple of str
        Sitemaps it names.
    """

    problem: str = ""
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()
    _rules: Protego | None = None

    def allow(self, url: str) -> bool:
        """Return whether an address may be read."""
        return not self.problem and (self._rules is None or self._rules.can_fetch(url, AGENT))


class Robots:
    """The rules of each site, asked for once.

    Parameters
    ----------
    fetcher : Fetcher
        Asks for them.
    fetch_allow : sequence of str, default ()
        Hosts the fetcher was allowed by name.
    """

    def __init__(self, fetcher: Fetcher, fetch_allow: Sequence[str] = ()) -> None:
        self._fetcher = fetcher
        self._allowed = fetch_allow
        self._known: dict[str, Rules] = {}

    async def rules(self, url: str) -> Rules:
        """Return the rules for an address.

        Without a robots.txt (any 4xx but 429) all is allowed; if it cannot be had, nothing is.
        """
        site = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if site not in self._known:
            self._known[site] = await self._ask(f"{site}/robots.txt")
        return self._known[site]

    async def _ask(self, address: str) -> Rules:
        try:
            answered = await self._fetcher.get(address)
        except Refusal as refusal:
            if refusal.status == 403:
                # The guard's word is about the whole site, not about this file.
                allow = ",".join([*self._allowed, host(address)])
                return Rules(
                    problem="its address is private or local: set the environment variable "
                    f"TRIPTYCH_FETCH_ALLOW={allow} to let it be read."
                )
            return Rules(problem=f"its {address} cannot be read, so nothing may be: {refusal}")
        status = answered.status
        if status == 429 or status >= 500 or 300 <= status < 400:
            return Rules(
                problem=f"its {address} answered {status}, so nothing may be read: try again later."
            )
        if status >= 400:
            return Rules()
        return read_rules(answered.content, address)


def read_rules(content: bytes, address: str) -> Rules:
    r"""Return the rules a robots.txt holds.

    Parameters
    ----------
    content : bytes
        UTF-8; what cannot be understood is passed over.
    address : str
        Where it is; sitemaps may be named relative to it.

    Examples
    --------
    >>> told = b"User-agent: *\nDisallow: /private\nCrawl-delay: 2"
    >>> rules = read_rules(told, "http://example.org/robots.txt")
    >>> rules.allow("http://example.org/private/a"), rules.allow("http://example.org/a")
    (False, True)
    >>> rules.delay
    2.0
    """
    rules = Protego.parse(content[:_MAX_BYTES].decode("utf-8-sig", errors="replace"))
    rate = rules.request_rate(AGENT)
    told = [float(rules.crawl_delay(AGENT) or 0), rate.seconds / rate.requests if rate else 0.0]
    sitemaps = tuple(filter(None, (normal(one, address) for one in rules.sitemaps)))
    return Rules(delay=min(max(told), MAX_DELAY), sitemaps=sitemaps, _rules=rules)
