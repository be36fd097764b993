"""What the parts of a run share: its options, its tools and its report."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from urllib.parse import urlsplit

from triptych.engines.crawl import host, normal
from triptych.engines.index import Index
from triptych.service.crawl.pace import Pace
from triptych.service.crawl.report import IndexReport
from triptych.service.crawl.robots import Robots, Rules
from triptych.service.crawl.state import CrawlState
from triptych.service.crawl.writing import Writer
from triptych.service.fetch import Fetcher, Guard
from triptych.service.settings import ServiceSettings

#: Pages read of a site, and links between its first page and the last, unless told otherwise.
LIMIT, DEPTH = 1000, 10
#: Seconds between two requests to a host that was not allowed by name, unless told otherwise.
DELAY = 0.5


@dataclass(frozen=True, slots=True)
class Options:
    """How pages are found and read.

    Parameters
    ----------
    depth : int, optional
        Links between the first page and the last, 0 for the page alone; by default 10, and 0 for
        the pages of a sitemap.
    limit : int, default 1000
        Most pages that are read of a site in one run.
    delay : float, optional
        Seconds between two requests to a host; more if its robots.txt asks for it. By default .5,
        and none for hosts that were allowed by name.
    whole_site : bool, default False
        Whether pages beside and above the first one belong to it, not only those below.
    vectors : bool, default True
        Whether pages are embedded, so that they are found by meaning too.
    address : str, default ""
        Where the files of a folder are published: what is added to it gives their addresses.

    Raises
    ------
    ValueError
        If a number is out of range, or the address is none.
    """

    depth: int | None = None
    limit: int = LIMIT
    delay: float | None = None
    whole_site: bool = False
    vectors: bool = True
    address: str = ""

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 0:
            raise ValueError(f"The depth is {self.depth}: give 0 or more.")
        if self.limit < 1:
            raise ValueError(f"The limit is {self.limit}: give 1 or more.")
        if self.delay is not None and not 0 <= self.delay <= 3600:
            raise ValueError(f"The delay is {self.delay:g} s: give 0 to 3600.")
        if self.address and not normal(self.address):
            raise ValueError(
                f"{self.address!r} is no address of the web: give it as https://host/path/."
            )


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Parameters
    ----------
    doing : str
        The address that was read last, or what is done instead of reading.
    read, waiting : int
        Pages read, and pages known but not read yet.
    """

    doing: str
    read: int
    waiting: int


class Run:
    """What the parts of a run share.

    Parameters
    ----------
    index : Index
        Where pages are added.
    state : CrawlState
        Remembers between runs.
    report : IndexReport
        Counts.
    settings : ServiceSettings
        What may be fetched.
    options : Options
        How pages are found and read.
    on_progress : callable, optional
        Called after each page.
    """

    def __init__(
        self,
        index: Index,
        state: CrawlState,
        report: IndexReport,
        settings: ServiceSettings,
        options: Options,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.index, self.state, self.report, self.options = index, state, report, options
        self.max_bytes = settings.max_fetch_bytes
        self.fetcher = Fetcher(settings)
        self.robots = Robots(self.fetcher, settings.fetch_allow)
        self.writer = Writer(index, state, report, vectors=options.vectors, tell=self._writing)
        self.pace = Pace()
        self._guard = Guard(settings.fetch_allow)
        self._on_progress = on_progress
        self._read = 0
        self._waiting: dict[str, int] = {}

    def turn(self, url: str, rules: Rules) -> AbstractAsyncContextManager[None]:
        """Wait for the turn to ask for an address of a site with such rules."""
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        usual = 0.0 if self._guard.allows(parts.hostname or "", port) else DELAY
        told = usual if self.options.delay is None else self.options.delay
        return self.pace.turn(host(url), max(told, rules.delay))

    def failed(self, address: str, reason: str) -> None:
        """Report an address that could not be read."""
        self.report.failed.append((address, reason))

    def passed(self, target: str, address: str, waiting: int) -> None:
        """Tell that a page was read, and how many of its target are waiting."""
        self._read += 1
        self._waiting[target] = waiting
        self._tell(address)

    def _writing(self) -> None:
        self._tell("adding to the index …")

    def _tell(self, doing: str) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(doing, self._read, sum(self._waiting.values())))
