"""Add pages to the search index of one's own, from a notebook or the command line."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from triptych.service.crawl import LIMIT, IndexReport, Options, Progress, add_all, target_of
from triptych.service.settings import ServiceSettings

#: How often an interruption is looked for, s.
_GLANCE = 0.2


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; what it had read is in the index.

    Parameters
    ----------
    report : IndexReport
        What came of it until then.
    """

    def __init__(self, report: IndexReport) -> None:
        super().__init__(report)
        self.report = report


def user_index() -> Path:
    """Return the folder of the user's own index: `TRIPTYCH_INDEX`, else one of their data."""
    named = os.environ.get("TRIPTYCH_INDEX", "").strip()
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("triptych", appauthor=False) / "index"


def add_to_index(
    *targets: str | Path,
    index: str | Path | None = None,
    progress: bool = True,
    vectors: bool = True,
    depth: int | None = None,
    limit: int = LIMIT,
    delay: float | None = None,
    whole_site: bool = False,
    address: str = "",
) -> IndexReport:
    """Add sites, sitemaps, folders and files to a search index of one's own.

    Works where an event loop runs already, as in a notebook. Run again, it reads only what is new
    or has changed; after an interruption, it goes on where it was.

    Parameters
    ----------
    *targets : str or Path
        Addresses of pages, each the first of a site, or of sitemaps; folders; files.
    index : str or Path, optional
        Folder of the index; by default `user_index()`.
    progress : bool, default True
        Whether a bar shows how far it is.
    vectors : bool, default True
        Whether pages are embedded, so that they are found by meaning too.
    depth : int, optional
        Links between the first page of a site and the last, 0 for the page alone; by default 10,
        and 0 for the pages of a sitemap.
    limit : int, default 1000
        Most pages that are read of a site.
    delay : float, optional
        Seconds between two requests to a host; more if its robots.txt asks for it. By default .5,
        and none for hosts named in `TRIPTYCH_FETCH_ALLOW`.
    whole_site : bool, default False
        Whether pages beside and above the first one belong to it, not only those below.
    address : str, default ""
        Where the files of a folder are published: results then link there, not to the files.

    Returns
    -------
    IndexReport
        What came of it, in figures and, printed, in words.

    Raises
    ------
    ValueError
        If a target is neither an address nor a file, or a number is out of range.
    RuntimeError
        If another process is adding to the index, or the index cannot be written.
    Interrupted
        If it was interrupted: a KeyboardInterrupt that carries the report.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     notes = Path(folder, "notes.txt")
    ...     _ = notes.write_text("Oolong is a tea between green and black.")
    ...     add_to_index(notes, index=Path(folder, "index"), progress=False, vectors=False)
    1 page added
    """
    from triptych.engines.index import Index

    options = Options(depth, limit, delay, whole_site, vectors, address)
    settings = ServiceSettings.embedded()
    report = IndexReport()
    found = [target_of(target) for target in targets]
    folder = user_index() if index is None else Path(index).expanduser()
    with _bar(progress) as told, Index(folder) as opened, start_blocking_portal() as portal:
        work = partial(add_all, settings=settings, options=options, report=report, on_progress=told)
        running = portal.start_task_soon(work, found, opened)
        try:
            return _result(running)
        except KeyboardInterrupt:
            running.cancel()
            # The portal's end waits for it.
            raise Interrupted(report) from None


def _result(running: Future[IndexReport]) -> IndexReport:
    while True:
        try:
            # Waiting without an end would not notice an interruption everywhere.
            return running.result(_GLANCE)
        except StillRunning:
            if running.done():
                raise


@contextmanager
def _bar(wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Show a bar while something runs; yield what moves it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not wanted or not (console.is_terminal or console.is_jupyter):
        yield None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Bar(*columns, console=console, transient=True) as bar:
        task, width = bar.add_task("", total=None), max(20, console.width - 60)
        last = 0.0

        def move(progress: Progress) -> None:
            nonlocal last
            # Files may pass by the thousand in a second.
            if "://" in progress.doing and time.monotonic() - last < 0.05:
                return
            last = time.monotonic()
            doing = progress.doing
            shown = doing if len(doing) <= width else "…" + doing[1 - width :]
            total = progress.read + progress.waiting
            bar.update(task, completed=progress.read, total=total, description=shown)

        yield move
