"""Read the files of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

from anyio import to_thread

from triptych.engines.page import PageError, WebPage, read_page
from triptych.service.crawl.run import Run
from triptych.service.crawl.state import Known


def read(content: bytes, address: str, media_type: str = "") -> WebPage:
    """Return the page of an address, known by this very one; any failure is a `PageError`."""
    try:
        return replace(read_page(content, address, media_type), url=address)
    except PageError:
        raise
    except Exception as error:
        raise PageError(f"It cannot be read ({type(error).__name__}: {error}).") from error


ENDINGS = frozenset([".html", ".htm", ".md", ".rst", ".txt", ".ipynb", ".pdf"])
#: Folders of what was fetched or built, not written.
_SKIPPED = frozenset(
    [
        *("node_modules", "__pycache__", "site-packages", "venv"),
        *("build", "dist", "_build", "_site", "_sources"),
    ]
)
#: Files that mark such folders: of virtual environments, and of caches (bford.info/cachedir).
_MARKS = frozenset(["pyvenv.cfg", "CACHEDIR.TAG"])


def files(root: Path) -> Iterator[Path]:
    """Yield the files of a folder that are read, in order; the root itself if it is a file.

    Left out are hidden files and folders, links to folders, and what was fetched or built.
    """
    if root.is_file():
        yield root
        return
    for at, folders, names in os.walk(root):
        if Path(at) != root and not _MARKS.isdisjoint(names):
            folders.clear()
            continue
        folders[:] = sorted(f for f in folders if f[0] != "." and f not in _SKIPPED)
        for name in sorted(names):
            if not name.startswith(".") and Path(name).suffix.lower() in ENDINGS:
                yield Path(at, name)


async def add_folder(root: Path, run: Run) -> None:
    """Add the files of a folder, or one file, to the index; remove those that are gone."""
    paths = await to_thread.run_sync(lambda: list(files(root)))
    published = run.options.address
    seen: set[str] = set()
    for path in paths:
        address = _address(path, root, published)
        seen.add(address)
        try:
            await _add_file(path, address, root.as_uri(), run)
        except (OSError, PageError) as error:
            # The words of the system alone: it names the file once more.
            reason = getattr(error, "strerror", None) or str(error)
            run.failed(address, reason)
        run.passed(root.as_uri(), address, len(paths) - len(seen))
        await run.writer.rest()
    # Of a file there is nothing below.
    below = (published or root.as_uri()).rstrip("/") + "/"
    for address in await to_thread.run_sync(lambda: list(run.index.addresses())):
        if address.startswith(below) and address not in seen:
            known = run.state.known(address)
            # Where the files are published, pages may also have been read from the web.
            if not published or (known is not None and known.target == root.as_uri()):
                run.writer.remove(address)


def _address(path: Path, root: Path, published: str) -> str:
    """Return where a file is published, or else where it lies."""
    if not published:
        return path.as_uri()
    inner = path.name if path == root else path.relative_to(root).as_posix()
    return f"{published.rstrip('/')}/{quote(inner)}"


async def _add_file(path: Path, address: str, target: str, run: Run) -> None:
    facts = await to_thread.run_sync(path.stat)
    digest = f"{facts.st_size} {facts.st_mtime_ns}"
    known = run.state.known(address)
    if known is not None and known.digest == digest and run.writer.holds(address):
        run.report.unchanged += 1
        return
    if facts.st_size > run.max_bytes:
        raise PageError(f"It is too large: at most {run.max_bytes:,} bytes are taken.")
    page = await to_thread.run_sync(lambda: read(path.read_bytes(), address))
    run.writer.add(page)
    run.writer.note("page", *Known(address, target, digest=digest).row)
