"""The user's own search index, for notebooks and the command line."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from anyio import to_thread
from anyio.from_thread import start_blocking_portal

from triptych.service.crawl import LIMIT, IndexReport, Options, Progress, add_all, target_of
from triptych.service.crawl.state import targets_of_files
from triptych.service.crawl.targets import target_path
from triptych.service.settings import ServiceSettings

if TYPE_CHECKING:
    from triptych.engines.index import Index as IndexFiles
    from triptych.engines.index import IndexedSite

#: Seconds between two checks for an interruption.
_CHECK = 0.2


class Interrupted(KeyboardInterrupt):
    """Adding pages was interrupted; the pages in `report` were added before."""

    def __init__(self, report: IndexReport) -> None:
        super().__init__(report)
        self.report = report


def user_index_folder() -> Path:
    """Return the folder of the user's own index: `TRIPTYCH_INDEX`, else one of their data."""
    folder = os.environ.get("TRIPTYCH_INDEX", "").strip()
    if folder:
        return Path(folder).expanduser()
    from platformdirs import user_data_path

    return user_data_path("triptych", appauthor=False) / "index"


class Index:
    """A search index of your own pages, as the command `triptych index` has it.

    `search` and `research` of the embedded default search the index in the default folder.

    Parameters
    ----------
    folder : str or Path, optional
        Where the index is, or will be; by default the folder that `TRIPTYCH_INDEX` names, or one
        of your data.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     notes = Path(folder, "notes.txt")
    ...     _ = notes.write_text("Oolong is a tea between green and black.")
    ...     index = Index(Path(folder, "index"))
    ...     index.add(notes, progress=False, vectors=False)
    ...     len(index), index.list()[0].words, index.remove(notes)
    1 page added
    (1, 16, 1)
    """

    def __init__(self, folder: str | Path | None = None) -> None:
        self.folder = user_index_folder() if folder is None else Path(folder).expanduser()

    def add(
        self,
        *targets: str | Path,
        progress: bool = True,
        vectors: bool = True,
        depth: int | None = None,
        limit: int = LIMIT,
        delay: float | None = None,
        whole_site: bool = False,
        address: str = "",
    ) -> IndexReport:
        """Add sites, sitemaps, folders and files; run again, only what has changed is read.

        Works where an event loop runs already, as in a notebook. After an interruption, the same
        call goes on where it was.

        Parameters
        ----------
        *targets : str or Path
            Addresses of pages, each the first of a site, or of sitemaps; folders; files.
        progress : bool, default True
            Whether to show a progress bar.
        vectors : bool, default True
            Whether pages are embedded, so that they are found by meaning too.
        depth : int, optional
            Links between the first page of a site and the last, 0 for the page alone; by default
            10, and 0 for the pages of a sitemap.
        limit : int, default 1000
            Maximum pages to read per site.
        delay : float, optional
            Seconds between two requests to a host; more if its robots.txt asks for it. By default
            .5, and none for hosts named in `TRIPTYCH_FETCH_ALLOW`.
        whole_site : bool, default False
            Whether pages beside and above the first one belong to it, not only those below.
        address : str, default ""
            Where the files of a folder are published: results then link there, not to the files.

        Returns
        -------
        IndexReport
            What was added, in numbers and, printed, in words.

        Raises
        ------
        ValueError
            If a target is neither an address nor a file, or a number is out of range.
        RuntimeError
            If another process is adding to the index, or the index cannot be written.
        Interrupted
            If it was interrupted: a KeyboardInterrupt that carries the report.
        """
        from triptych.engines.index import Index as IndexFiles

        options = Options(depth, limit, delay, whole_site, vectors, address)
        settings = ServiceSettings.embedded()
        report = IndexReport()
        sources = [target_of(target) for target in targets]
        with (
            _crawl_bar(progress) as on_progress,
            IndexFiles(self.folder) as files,
            start_blocking_portal() as portal,
        ):
            work = partial(
                add_all, settings=settings, options=options, report=report, on_progress=on_progress
            )
            running = portal.start_task_soon(work, sources, files)
            try:
                return _result(running)
            except KeyboardInterrupt:
                running.cancel()
                # The portal's end waits for it.
                raise Interrupted(report) from None

    async def add_async(
        self,
        *targets: str | Path,
        on_progress: Callable[[Progress], None] | None = None,
        vectors: bool = True,
    ) -> IndexReport:
        """Add sites, sitemaps, folders and files, as `add` does, from a coroutine.

        Cancelled, it first writes down what was read; the same call goes on from there.

        Parameters
        ----------
        *targets : str or Path
            As for `add`.
        on_progress : callable, optional
            Called after each page.
        vectors : bool, default True
            As for `add`.

        Returns
        -------
        IndexReport
            What was added.

        Raises
        ------
        ValueError
            If a target is neither an address nor a file.
        RuntimeError
            If another process is adding to the index, or the index cannot be written.
        """
        from triptych.engines.index import Index as IndexFiles

        sources = [target_of(target) for target in targets]
        # Its first import takes a moment.
        files = await to_thread.run_sync(IndexFiles, self.folder)
        with files:
            return await add_all(
                sources,
                files,
                settings=ServiceSettings.embedded(),
                options=Options(vectors=vectors),
                on_progress=on_progress,
            )

    def sources(self) -> dict[str, int]:
        """Return what the index holds, with the number of pages, by names that `remove` takes.

        Those are the names of sites, and the paths of folders and files that were added; of a file
        of which that is not known, the path of its folder.

        Raises
        ------
        FileNotFoundError
            If there is no index in the folder.
        """
        targets = targets_of_files(self.folder)
        with self._opened() as files:
            sources = {site.name: site.pages for site in files.sites() if site.name}
            found = (address for address in files.addresses() if address.startswith("file:"))
            folders = Counter(targets.get(one) or one.rpartition("/")[0] for one in found)
        return sources | {str(target_path(url)): pages for url, pages in sorted(folders.items())}

    def list(self) -> Sequence[IndexedSite]:
        """Return the sites in the index; the `name` of files is empty.

        Raises
        ------
        FileNotFoundError
            If there is no index in the folder.
        """
        with self._opened() as files:
            return files.sites()

    def remove(self, target: str | Path) -> int:
        """Remove a site, or a page and all below it; return the number of pages removed.

        Parameters
        ----------
        target : str or Path
            A site as `list` names it, "files" for all files, an address or a path.

        Raises
        ------
        FileNotFoundError
            If there is no index in the folder.
        """
        with self._opened() as files:
            return sum(
                files.discard([address]) + files.remove(address.rstrip("/") + "/")
                for address in _addresses(target, files)
            )

    def rebuild(self, *, progress: bool = True) -> int:
        """Make the index anew from its pages, with vectors for all; return the number of pages.

        Parameters
        ----------
        progress : bool, default True
            Whether to show a progress bar.

        Raises
        ------
        FileNotFoundError
            If there is no index in the folder.
        """
        with self._opened() as files, _rebuild_bar(progress, len(files)) as on_progress:
            files.rebuild(on_progress)
            return len(files)

    def __len__(self) -> int:
        if not self.folder.is_dir():
            return 0
        with self._opened() as files:
            return len(files)

    def __repr__(self) -> str:
        return f"<triptych.Index {str(self.folder)!r}>"

    @contextmanager
    def _opened(self) -> Iterator[IndexFiles]:
        from triptych.engines.index import Index as IndexFiles

        if not self.folder.is_dir():
            raise FileNotFoundError(f"There is no index in {self.folder} yet: add pages first.")
        with IndexFiles(self.folder) as files:
            yield files


def _addresses(target: str | Path, files: IndexFiles) -> Iterable[str]:
    """Return the addresses that a site, an address or a path stands for."""
    name = str(target)
    if "://" in name:
        from triptych.engines.page.addresses import normalized_url

        return [normalized_url(name) or name]
    if any(site.name == name for site in files.sites()):
        parts = map(urlsplit, files.addresses())
        ours = (part for part in parts if (part.hostname or "").removeprefix("www.") == name)
        sites = dict.fromkeys(f"{part.scheme}://{part.netloc}" for part in ours)
        if sites:
            return sites
    if name == "files":
        return ["file://"]
    return [Path(name).expanduser().resolve().as_uri()]


def _result(running: Future[IndexReport]) -> IndexReport:
    while True:
        try:
            # Waiting without an end would not notice an interruption everywhere.
            return running.result(_CHECK)
        except StillRunning:
            if running.done():
                raise


@contextmanager
def _rebuild_bar(is_shown: bool, pages: int) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar; yield a callback that takes the number of pages done."""
    from rich.console import Console
    from rich.progress import Progress as Bar

    if not is_shown:
        yield None
        return
    with Bar(console=Console(stderr=True)) as bar:
        task = bar.add_task("Rebuilding", total=pages)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def _crawl_bar(is_shown: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Show a progress bar; yield a callback that takes the progress."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    if not is_shown or not (console.is_terminal or console.is_jupyter):
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
