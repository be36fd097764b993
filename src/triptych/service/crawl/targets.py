"""Add sites, sitemaps, folders and files to an index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import anyio

from triptych.engines.index import Index
from triptych.engines.page.addresses import normalized_url
from triptych.service.crawl.folder import add_folder
from triptych.service.crawl.run import IndexReport, Options, Progress, Run
from triptych.service.crawl.site import SiteCrawl
from triptych.service.crawl.state import CrawlState
from triptych.service.settings import ServiceSettings


class TargetError(ValueError):
    """A target is neither an address of the web nor a file; the message says what to do."""


def target_of(given: str | Path) -> str | Path:
    """Return a target as the web address or the path (also `file://`) that it is.

    Raises `TargetError` if it is neither an address nor an existing folder or file.

    Examples
    --------
    >>> target_of("HTTPS://Example.org")
    'https://example.org/'
    """
    text = str(given)
    if isinstance(given, str) and "://" in text[:10] and not text.lower().startswith("file://"):
        address = normalized_url(text)
        if not address:
            raise TargetError(
                f"{text!r} is not an address of the web: give it as https://host/path."
            )
        return address
    path = target_path(text).expanduser()
    if not path.exists():
        raise TargetError(
            f"There is no folder or file {text!r}: check the path, or begin an address of the web "
            "with https://."
        )
    return path.resolve()


async def add_all(
    targets: Sequence[str | Path],
    index: Index,
    *,
    settings: ServiceSettings,
    options: Options | None = None,
    report: IndexReport | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> IndexReport:
    """Add sites, sitemaps, folders and files to an index, and report what came of it.

    Sites are read as their robots.txt allows, a page at a time and with a pause after each;
    several hosts at the same time. Pages that were read before are requested only if they have
    changed, files too. What cannot be read is counted and named, and ends nothing. A web address
    is the first page of a site, or a sitemap. `on_progress` is called after each page.

    Cancelled, it first writes down what was read; the next run for the same target goes on from
    there. Killed, it has forgotten the last few seconds. A `report` that is given can be looked at
    on the way or after a cancellation.

    Raises
    ------
    TargetError
        If a target is neither an address nor a file; then none is read.
    CrawlError
        If another process is adding to the index.
    """
    resolved = dict.fromkeys(map(target_of, targets))
    report = IndexReport() if report is None else report
    with CrawlState(index.folder) as state:
        run = Run(index, state, report, settings, options or Options(), on_progress)
        try:
            async with anyio.create_task_group() as tasks:
                for target in resolved:
                    if isinstance(target, Path):
                        tasks.start_soon(add_folder, target, run)
                    else:
                        tasks.start_soon(SiteCrawl(target, run).crawl)
        except ExceptionGroup as group:
            # What ends a run is that the index cannot be written, and once is enough to say it.
            raise group.exceptions[0] from None
        except BaseException:
            report.interrupted = True
            raise
        finally:
            with anyio.CancelScope(shield=True):
                await run.writer.write()
    return report


def target_path(text: str) -> Path:
    """Return the path that a text, or an address `file://`, stands for."""
    if text.lower().startswith("file://"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        return Path(url2pathname(urlsplit(text).path))
    return Path(text)
