"""What the parts of a run share: options, report, and the writing of batches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from triptych.engines.index import Index
from triptych.engines.page.addresses import host_and_port, normalized_url
from triptych.service.crawl.politeness import Pace, Robots, Rules
from triptych.service.crawl.state import CrawlState, Writer
from triptych.service.fetch import Fetcher, Guard
from triptych.service.settings import ServiceSettings

#: Failures that are named in words.
_NAMED = 20


@dataclass
class IndexReport:
    """What came of adding pages to an index.

    Examples
    --------
    >>> print(IndexReport(added=12, unchanged=3, failed=[("http://a.org/b", "answered 500")]))
    12 pages added, 3 unchanged, 1 could not be read:
      http://a.org/b: answered 500
    """

    #: Pages that are new, that were in the index and had changed, and that are there as they are.
    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    #: Pages left out because another holds the same text, or is named as their original.
    duplicates: int = 0
    #: Pages taken out of the index because they are gone or ask not to be in one.
    removed: int = 0
    #: Pages that robots.txt keeps crawlers from, and pages that ask not to be in an index.
    disallowed: int = 0
    not_indexable: int = 0
    #: Addresses that hold no page: pictures, archives and the like.
    other_kinds: int = 0
    #: Pages that are known but were not read: the limit was reached, or the run was interrupted.
    waiting: int = 0
    #: Whether the run ended early; running it again resumes it.
    interrupted: bool = False
    #: Address and reason of each page or file that could not be read.
    failed: list[tuple[str, str]] = field(default_factory=list)

    @property
    def read(self) -> int:
        """Number of pages that could be read, whatever became of them."""
        return self.added + self.replaced + self.unchanged + self.duplicates + self.not_indexable

    def __str__(self) -> str:
        lines = [f"  {at}: {why}" for at, why in self.failed[:_NAMED]]
        if len(self.failed) > _NAMED:
            lines.append(f"  and {len(self.failed) - _NAMED:,} more, which `failed` names")
        return "\n".join([self.summary, *lines])

    __repr__ = __str__

    @property
    def summary(self) -> str:
        """The figures in one line; those that are zero are left out, but for the first."""
        parts = [f"{self.added:,} page{'' if self.added == 1 else 's'} added"]
        for number, words in (
            (self.replaced, "replaced"),
            (self.unchanged, "unchanged"),
            (self.duplicates, "left out as duplicates"),
            (self.removed, "removed"),
            (self.disallowed, "not allowed by robots.txt"),
            (self.not_indexable, "left out because they ask for it"),
            (self.other_kinds, "of other kinds"),
            (self.waiting, "known but not read yet"),
            (len(self.failed), "could not be read"),
        ):
            if number:
                parts.append(f"{number:,} {words}")
        return ", ".join(parts) + (":" if self.failed else "")


#: Pages read of a site, and links between its first page and the last, by default.
LIMIT, DEPTH = 1000, 10
#: Seconds between two requests to a host that was not allowed by name, by default.
DELAY = 0.5


@dataclass(frozen=True, slots=True)
class Options:
    """How pages are found and read; raises `ValueError` if a number is out of range."""

    #: Links between the first page and the last, 0 for the page alone; by default 10, and 0 for the
    #: pages of a sitemap.
    depth: int | None = None
    #: Most pages that are read of a site in one run.
    limit: int = LIMIT
    #: Seconds between two requests to a host; more if its robots.txt asks for it. By default .5,
    #: and none for hosts that were allowed by name.
    delay: float | None = None
    #: Whether pages beside and above the first one belong to it, not only those below.
    whole_site: bool = False
    #: Whether pages are embedded, so that they are found by meaning too.
    vectors: bool = True
    #: Where the files of a folder are published: what is added to it gives their addresses.
    address: str = ""

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 0:
            raise ValueError(f"The depth is {self.depth}: give 0 or more.")
        if self.limit < 1:
            raise ValueError(f"The limit is {self.limit}: give 1 or more.")
        if self.delay is not None and not 0 <= self.delay <= 3600:
            raise ValueError(f"The delay is {self.delay:g} s: give 0 to 3600.")
        if self.address and not normalized_url(self.address):
            raise ValueError(
                f"{self.address!r} is not an address of the web: give it as https://host/path/."
            )


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    #: The address that was read last, or what is done instead of reading.
    doing: str
    read: int
    #: Pages known but not read yet.
    waiting: int


class Run:
    """What the parts of a run share; `on_progress` is called after each page."""

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
        self.writer = Writer(index, state, report, vectors=options.vectors, on_write=self._writing)
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
        delay = usual if self.options.delay is None else self.options.delay
        return self.pace.turn(host_and_port(url), max(delay, rules.delay))

    def failed(self, address: str, reason: str) -> None:
        """Report an address that could not be read."""
        self.report.failed.append((address, reason))

    def passed(self, target: str, address: str, waiting: int) -> None:
        """Report that a page was read, and how many of its target are waiting."""
        self._read += 1
        self._waiting[target] = waiting
        self._report_progress(address)

    def _writing(self) -> None:
        self._report_progress("adding to the index …")

    def _report_progress(self, doing: str) -> None:
        if self._on_progress is not None:
            self._on_progress(Progress(doing, self._read, sum(self._waiting.values())))
