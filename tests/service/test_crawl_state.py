"""Later runs read what has changed, and resume what was interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest

from triptych.engines.index import Index
from triptych.service import ServiceSettings
from triptych.service.crawl import CrawlError, IndexReport, Options, add_all

from .sites import Site, crawl, html, paths
from .web import Web, page


async def test_what_has_not_changed_is_not_sent_again(web: Web, site: Site, index: Index) -> None:
    def conditional(handler: Any) -> None:
        same = handler.headers.get("If-None-Match") == '"1"'
        (page(status=304) if same else html("home", "/dated", etag='"1"'))(handler)

    def dated(handler: Any) -> None:
        day = "Tue, 03 Nov 2026 10:00:00 GMT"
        same = handler.headers.get("If-Modified-Since") == day
        (page(status=304) if same else html("dated", "/plain", last_modified=day))(handler)

    site |= {"/": conditional, "/dated": dated, "/plain": html("plain")}
    assert (await crawl(web, index)).added == 3
    before = index.generation
    again = await crawl(web, index)
    assert (again.unchanged, again.added, again.replaced) == (3, 0, 0)
    assert index.generation == before
    site["/plain"] = html("plain, written anew")
    assert (await crawl(web, index)).replaced == 1


async def test_links_of_a_page_that_was_not_sent_again_lead_to_new_pages(
    web: Web, site: Site, index: Index
) -> None:
    def conditional(handler: Any) -> None:
        same = handler.headers.get("If-None-Match") == '"1"'
        (page(status=304) if same else html("home", "/new", etag='"1"'))(handler)

    site |= {"/": conditional, "/new": html("new")}
    await crawl(web, index, depth=0)
    again = await crawl(web, index, depth=1)
    assert (again.unchanged, again.added) == (1, 1)


async def test_a_page_taken_out_of_the_index_is_read_whole_again(
    web: Web, site: Site, index: Index
) -> None:
    site["/"] = html("home", etag='"1"')
    await crawl(web, index)
    index.remove(f"{web.url}/")
    assert (await crawl(web, index)).added == 1
    assert "if-none-match" not in web.seen[-1] | web.seen[-2]


@pytest.mark.parametrize("status", [404, 410])
async def test_a_page_that_is_gone_is_removed_and_no_other(
    web: Web, site: Site, index: Index, status: int
) -> None:
    site |= {"/": html("home", "/a/", "/a/b", "/ab"), "/a/": html("a")}
    site |= {"/a/b": html("b"), "/ab": html("ab")}
    await crawl(web, index)
    # Nothing links to it any more, and it is found to be gone all the same.
    site |= {"/": html("home", "/ab"), "/a/": page(status=status)}
    report = await crawl(web, index)
    assert (report.removed, report.failed) == (1, [])
    assert paths(index, web) == ["/", "/a/b", "/ab"]


async def test_a_page_that_fails_for_once_is_kept(web: Web, site: Site, index: Index) -> None:
    site |= {"/": html("home", "/a"), "/a": html("a")}
    await crawl(web, index)
    site["/a"] = page(status=500)
    assert (await crawl(web, index)).removed == 0
    assert paths(index, web) == ["/", "/a"]


async def test_a_page_that_no_longer_wants_to_be_there_or_has_moved_is_removed(
    web: Web, site: Site, index: Index
) -> None:
    site |= {"/": html("home", "/a", "/b"), "/a": html("a"), "/b": html("b")}
    await crawl(web, index)
    site |= {"/a": html("a", x_robots_tag="noindex"), "/b": page(status=301, location="/c")}
    site["/c"] = html("b")
    await crawl(web, index)
    assert paths(index, web) == ["/", "/c"]


# Interruptions


async def test_a_run_that_is_cancelled_keeps_what_it_read_and_is_resumed(
    web: Web, site: Site, index: Index
) -> None:
    report = IndexReport()
    settings = ServiceSettings(fetch_allow=(web.at,))
    site |= {f"/{n}": html(f"page {n}", f"/{n + 1}") for n in range(7)}
    site["/7"] = html("page 7")
    with anyio.CancelScope() as scope:
        await add_all(
            [f"{web.url}/0"],
            index,
            settings=settings,
            options=Options(vectors=False, whole_site=True),
            report=report,
            on_progress=lambda progress: scope.cancel() if progress.doing.endswith("/3") else None,
        )
    assert report.interrupted
    assert (report.added, report.waiting) == (4, 1)
    site.asked.clear()
    again = await crawl(web, index, "/0", whole_site=True)
    assert site.read == ["/4", "/5", "/6", "/7"]
    assert again.added == 4
    assert len(paths(index, web)) == 8


def test_a_run_that_is_killed_harms_nothing_and_is_resumed(
    web: Web, site: Site, tmp_path: Path
) -> None:
    reached, released = threading.Event(), threading.Event()

    def stopping(handler: Any) -> None:
        reached.set()
        released.wait(20)

    # More than a batch, so that some are safe when it is killed.
    site["/0"] = html("home", *(f"/{n}" for n in range(1, 20)))
    site |= {f"/{n}": html(f"page {n}") for n in range(1, 20)}
    site["/12"] = stopping
    program = (
        "import sys; from triptych import Index; "
        "from triptych.service.crawl import state; state._PAGES = 8; "
        "Index(sys.argv[2]).add(sys.argv[1], vectors=False, "
        "progress=False, whole_site=True)"
    )
    command = [sys.executable, "-c", program, f"{web.url}/0", str(tmp_path / "index")]
    environment = os.environ | {"TRIPTYCH_FETCH_ALLOW": web.at}
    with subprocess.Popen(command, env=environment) as process:
        assert reached.wait(60)
        process.send_signal(signal.SIGKILL)
    released.set()
    before = paths(Index(tmp_path / "index"), web)
    assert len(before) == 8
    site["/12"] = html("page 12")
    site.asked.clear()
    subprocess.run(command, env=environment, check=True)
    # Only the batch it had not made safe is read again.
    assert len(site.read) == 20 - 8
    assert not {path for path in before if path in site.read}
    assert len(paths(Index(tmp_path / "index"), web)) == 20


async def test_a_second_run_at_the_same_time_is_refused(web: Web, site: Site, index: Index) -> None:
    from triptych.service.crawl.state import CrawlState

    site["/"] = html("home")
    with CrawlState(index.folder), pytest.raises(CrawlError, match="wait until it ends"):
        await crawl(web, index)
    assert (await crawl(web, index)).added == 1


async def test_a_broken_memory_is_forgotten(web: Web, site: Site, index: Index) -> None:
    site["/"] = html("home")
    (index.folder / "crawl.sqlite").write_bytes(b"no database at all" * 100)
    assert (await crawl(web, index)).added == 1
