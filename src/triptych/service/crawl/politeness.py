"""Ask for pages politely: as robots.txt allows, at each host's pace, and only for changes."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio
from protego import Protego

from triptych.contract.errors import retry_after
from triptych.engines.crawl import AGENT
from triptych.engines.page.addresses import host_and_port, normalized_url
from triptych.service.fetch import Answered, Fetcher
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.service.crawl.run import Run
    from triptych.service.crawl.state import Known

#: Hosts that are read at the same time.
MAX_HOSTS = 4


class Pace:
    """Keeps requests to a host apart; shared by all that crawl."""

    def __init__(self) -> None:
        self._hosts = anyio.CapacityLimiter(MAX_HOSTS)
        self._turns: defaultdict[str, anyio.Lock] = defaultdict(anyio.Lock)
        self._earliest: defaultdict[str, float] = defaultdict(float)

    @asynccontextmanager
    async def turn(self, host: str, delay: float) -> AsyncIterator[None]:
        """Wait for a turn; the next one comes `delay` seconds after the end of this one."""
        async with self._turns[host]:
            await anyio.sleep(max(0.0, self._earliest[host] - time.monotonic()))
            async with self._hosts:
                try:
                    yield
                finally:
                    self.put_off(host, delay)

    def put_off(self, host: str, seconds: float) -> None:
        """Let the next turn of a host come no sooner than in so many seconds."""
        self._earliest[host] = max(self._earliest[host], time.monotonic() + seconds)


#: The least a crawler must read of it (RFC 9309, 2.5).
_MAX_BYTES = 500 * 2**10
#: No site is waited for longer than this between two requests, s.
MAX_DELAY = 60.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What a site's robots.txt allows."""

    #: Why nothing may be read; empty if the rules are known.
    problem: str = ""
    #: Seconds it asks for between two requests.
    delay: float = 0.0
    #: Sitemaps it names.
    sitemaps: tuple[str, ...] = ()
    _rules: Protego | None = None

    def allow(self, url: str) -> bool:
        """Return whether an address may be read."""
        return not self.problem and (self._rules is None or self._rules.can_fetch(url, AGENT))


class Robots:
    """The rules of each site, fetched once; `fetch_allow` are the hosts the fetcher may reach."""

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
                allow = ",".join([*self._allowed, host_and_port(address)])
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
    r"""Return the rules in a robots.txt (UTF-8) of this address; what is not understood is skipped.

    Examples
    --------
    >>> content = b"User-agent: *\nDisallow: /private\nCrawl-delay: 2"
    >>> rules = read_rules(content, "http://example.org/robots.txt")
    >>> rules.allow("http://example.org/private/a"), rules.delay
    (False, 2.0)
    """
    rules = Protego.parse(content[:_MAX_BYTES].decode("utf-8-sig", errors="replace"))
    rate = rules.request_rate(AGENT)
    delays = [float(rules.crawl_delay(AGENT) or 0), rate.seconds / rate.requests if rate else 0.0]
    sitemaps = tuple(filter(None, (normalized_url(one, address) for one in rules.sitemaps)))
    return Rules(delay=min(max(delays), MAX_DELAY), sitemaps=sitemaps, _rules=rules)


#: Media types of what is read as a page.
PAGES = frozenset(
    ["text/html", "application/xhtml+xml", "text/plain", "text/markdown", "application/pdf"]
)
#: Seconds a busy server is left alone if it does not say how long.
_BUSY = 5.0


class Asker:
    """Asks for pages as their sites allow, and reports those that cannot be had."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._unreadable: set[str] = set()

    async def allowed(self, address: str) -> Rules | None:
        """Return the rules for an address, if they allow it to be read."""
        rules = await self._run.robots.rules(address)
        if rules.allow(address):
            return rules
        if not rules.problem:
            self._run.report.disallowed += 1
        # Reported once: it is the same for each page of the host.
        elif host_and_port(address) not in self._unreadable:
            self._unreadable.add(host_and_port(address))
            self._run.failed(address, rules.problem)
        return None

    async def ask(
        self, address: str, rules: Rules, known: Known | None, *, any_kind: bool
    ) -> Answered | None:
        """Return what an address answers, also a redirect; `known` is what is known of its page.

        `any_kind` says that it is not known yet to be a page.
        """
        conditions = known.conditions if known is not None else {}
        for last in (False, True):
            try:
                async with self._run.turn(address, rules):
                    answered = await self._run.fetcher.get(
                        address,
                        headers=conditions,
                        media_types=None if any_kind else PAGES,
                        follow=False,
                    )
            except Refusal as refusal:
                if refusal.body.error.code == "unread_content":
                    self._run.report.other_kinds += 1
                else:
                    self._run.failed(address, str(refusal))
                return None
            if last or answered.status not in {429, 503}:
                break
            pause = retry_after(answered.headers)
            pause = _BUSY if pause is None else pause
            if pause > MAX_DELAY:
                break
            self._run.pace.put_off(host_and_port(address), pause)
        return answered
