"""Sites become pages of an index: politely, and within bounds."""

from __future__ import annotations

import gzip
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import anyio
import pytest

from triptych.engines.index import Index
from triptych.engines.page import WebPage, read_page
from triptych.service import ServiceSettings
from triptych.service.crawl import Options, add_all
from triptych.service.crawl import folder as reading
from triptych.service.crawl.politeness import Pace, read_rules

from .sites import Site, crawl, html, paths, prose
from .web import Web, hanging, page, serving

# Which pages are read


async def test_a_site_is_read_from_link_to_link_and_each_page_once(
    web: Web, site: Site, index: Index
) -> None:
    site |= {
        "/": html("home", "/a", "/b#part", "mailto:a@b.example", "/logo.png", "http://other.test/"),
        "/a": html("a", "/", "/b", "/a?utm_source=mail"),
        "/b": html("b", "../a", "/gone"),
    }
    report = await crawl(web, index)
    assert paths(index, web) == ["/", "/a", "/b"]
    assert sorted(site.read) == ["/", "/a", "/b", "/gone"]
    assert (report.added, report.failed) == (3, [(f"{web.url}/gone", "answered 404 (Not Found)")])
    read = index.page(f"{web.url}/a")
    assert read is not None
    assert prose("a")[10:60] in read.text


async def test_only_what_is_below_the_first_page_unless_the_whole_site_is_wanted(
    web: Web, site: Site, tmp_path: Path
) -> None:
    site |= {
        "/docs/start.html": html("start", "more", "/docs", "/shop", "/docsets"),
        "/docs/more": html("more"),
        "/docs": html("docs"),
        "/shop": html("shop"),
        "/docsets": html("docsets"),
    }
    below, whole = Index(tmp_path / "below"), Index(tmp_path / "whole")
    await crawl(web, below, "/docs/start.html")
    assert paths(below, web) == ["/docs", "/docs/more", "/docs/start.html"]
    await crawl(web, whole, "/docs/start.html", whole_site=True)
    assert len(paths(whole, web)) == 5


async def test_depth(web: Web, site: Site, index: Index) -> None:
    site |= {f"/{n}": html(f"page {n}", f"/{n + 1}") for n in range(5)}
    await crawl(web, index, "/0", depth=0, whole_site=True)
    assert site.read == ["/0"]
    await crawl(web, index, "/0", depth=2, whole_site=True)
    assert paths(index, web) == ["/0", "/1", "/2"]


async def test_a_trap_without_an_end_is_left_at_the_limit(
    web: Web, site: Site, index: Index
) -> None:
    def calendar(handler: Any) -> None:
        month = int(handler.path.partition("=")[2] or 500)
        html(f"month {month}", f"/calendar?m={month + 1}", f"/calendar?m={month - 1}")(handler)

    site["/calendar"] = calendar
    report = await crawl(web, index, "/calendar", limit=12, depth=10**6)
    # One month is the current one too, and has two addresses.
    assert len(site.read) == report.added + report.duplicates == 12
    assert report.waiting
    assert "known but not read yet" in str(report)


async def test_the_page_named_as_the_original_is_read_in_place_of_its_copies(
    web: Web, site: Site, index: Index
) -> None:
    site |= {
        "/": html("home", "/copy?print=1"),
        "/copy": html("copy", head="<link rel=canonical href='/original'>"),
        "/original": html("original", head="<link rel=canonical href='/original'>"),
    }
    report = await crawl(web, index)
    assert paths(index, web) == ["/", "/original"]
    assert report.duplicates == 1


# What sites ask for


async def test_robots_txt_is_heeded(web: Web, site: Site, index: Index) -> None:
    rules = b"User-agent: *\nDisallow: /\n\nUser-agent: Triptych\nDisallow: /private/\nAllow: /"
    site |= {
        "/robots.txt": page(rules),
        "/": html("home", "/private/a", "/public"),
        "/private/a": html("secret"),
        "/public": html("public"),
    }
    report = await crawl(web, index)
    assert paths(index, web) == ["/", "/public"]
    assert "/private/a" not in site.asked
    assert report.disallowed == 1
    assert site.asked.count("/robots.txt") == 1


@pytest.mark.parametrize("status", [401, 403, 404, 410])
async def test_without_a_robots_txt_all_is_allowed(
    web: Web, site: Site, index: Index, status: int
) -> None:
    site |= {"/robots.txt": page(status=status), "/": html("home")}
    assert (await crawl(web, index)).added == 1


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_with_a_robots_txt_that_cannot_be_had_nothing_is(
    web: Web, site: Site, index: Index, status: int
) -> None:
    site |= {"/robots.txt": page(status=status), "/": html("home")}
    report = await crawl(web, index)
    assert site.asked == ["/robots.txt"]
    [(_, reason)] = report.failed
    assert f"robots.txt answered {status}" in reason


async def test_a_robots_txt_may_be_elsewhere_and_broken(web: Web, site: Site, index: Index) -> None:
    site |= {
        "/robots.txt": page(status=301, location="/rules"),
        "/rules": page(b"\xff\xfe garbage\nDisallow\n: :\nUser-agent: *\nDisallow: /a"),
        "/": html("home", "/a"),
        "/a": html("a"),
    }
    assert (await crawl(web, index)).disallowed == 1


def test_the_pause_a_site_asks_for() -> None:
    def pause(rule: str) -> float:
        return read_rules(f"User-agent: *\n{rule}".encode(), "http://a.test/robots.txt").delay

    assert pause("Crawl-delay: 2.5") == 2.5
    assert pause("Request-rate: 1/10") == 10
    assert pause("Crawl-delay: 86400") == 60
    assert pause("Disallow: /a") == 0


async def test_pauses_are_kept(
    web: Web, site: Site, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, moments = Pace.turn, list[tuple[float, float]]()

    @asynccontextmanager
    async def noted(pace: Pace, host: str, delay: float) -> AsyncIterator[None]:
        async with turn(pace, host, delay):
            begin = time.monotonic()
            yield
            moments.append((begin, time.monotonic()))

    monkeypatch.setattr(Pace, "turn", noted)
    site["/robots.txt"] = page(b"User-agent: *\nCrawl-delay: 0.2")
    site |= {"/": html("home", "/1", "/2"), "/1": html("1"), "/2": html("2")}
    # Less than what the site asks for is not given.
    await crawl(web, index, delay=0)
    pages = moments[-3:]
    assert len(site.read) == 3
    assert min(after[0] - before[1] for before, after in pairwise(pages)) >= 0.2


async def test_one_request_at_a_time_to_a_host() -> None:
    pace, running, most = Pace(), {"a": 0, "b": 0}, {"a": 0, "b": 0}
    both = anyio.Event()

    async def ask(host: str) -> None:
        async with pace.turn(host, 0):
            running[host] += 1
            most[host] = max(most[host], running[host])
            if all(running.values()):
                both.set()
            # Only while two hosts are asked at the same time can this go on.
            with anyio.fail_after(5):
                await both.wait()
            running[host] -= 1

    async with anyio.create_task_group() as tasks:
        for host in "aabb":
            tasks.start_soon(ask, host)
    assert most == {"a": 1, "b": 1}


async def test_pages_that_ask_for_it_are_not_indexed_and_their_links_not_followed(
    web: Web, site: Site, index: Index
) -> None:
    robots = "<meta name='{}' content='{}'>".format
    site |= {
        "/": html("home", "/noindex", "/nofollow", "/none", "/other", "/header"),
        "/noindex": html("x", "/1", head=robots("ROBOTS", "NoIndex, max-snippet:5")),
        "/nofollow": html("nofollow", "/2", head=robots("triptych", "nofollow")),
        "/none": html("y", "/3", x_robots_tag="none"),
        "/other": html("other", "/4", x_robots_tag="googlebot: noindex, nofollow"),
        "/header": html("z", "/5", x_robots_tag="Triptych: noindex"),
        **{f"/{n}": html(f"page {n}") for n in range(1, 6)},
    }
    report = await crawl(web, index)
    assert paths(index, web) == ["/", "/1", "/4", "/5", "/nofollow", "/other"]
    assert report.not_indexable == 3


# Sitemaps


def sitemap(*addresses: str, root: str = "urlset") -> bytes:
    entry = {"urlset": "url", "sitemapindex": "sitemap"}[root]
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    entries = "".join(f"<{entry}><loc>{a}</loc></{entry}>" for a in addresses)
    return f"<?xml version='1.0'?><{root} xmlns='{namespace}'>{entries}</{root}>".encode()


async def test_an_index_of_sitemaps_some_packed(web: Web, site: Site, index: Index) -> None:
    listed = [f"{web.url}/{n}" for n in range(6)]
    site |= {
        "/all.xml": page(
            sitemap(
                f"{web.url}/one.xml",
                f"{web.url}/two.xml.gz",
                f"{web.url}/all.xml",
                f"{web.url}/none.xml",
                root="sitemapindex",
            )
        ),
        "/one.xml": page(sitemap(*listed[:3], "http://other.test/", "nonsense:")),
        "/two.xml.gz": page(gzip.compress(sitemap(*listed[3:], f"{web.url}/deep/er"))),
        "/deep/er": html("deeper", "/linked"),
        **{f"/{n}": html(f"page {n}") for n in range(6)},
        "/linked": html("linked"),
    }
    report = await crawl(web, index, "/all.xml")
    assert paths(index, web) == ["/0", "/1", "/2", "/3", "/4", "/5", "/deep/er"]
    assert report.failed == [(f"{web.url}/none.xml", "answered 404")]


@pytest.mark.parametrize("named", [True, False])
async def test_a_sites_own_sitemap_leads_to_pages_that_nothing_links_to(
    web: Web, site: Site, index: Index, named: bool
) -> None:
    site |= {
        "/docs/": html("docs"),
        "/docs/lonely": html("lonely", "/docs/next"),
        "/docs/next": html("next"),
        "/shop": html("shop"),
    }
    at = "/other/map" if named else "/sitemap.xml"
    site[at] = page(sitemap(f"{web.url}/docs/lonely", f"{web.url}/shop"))
    if named:
        site["/robots.txt"] = page(f"Sitemap: {web.url}/other/map".encode())
    report = await crawl(web, index, "/docs/")
    assert paths(index, web) == ["/docs/", "/docs/lonely", "/docs/next"]
    assert not report.failed


async def test_a_usual_place_without_a_sitemap_is_nothing_to_tell(
    web: Web, site: Site, index: Index
) -> None:
    site |= {"/": html("home"), "/sitemap.xml": html("not found, said politely")}
    assert str(await crawl(web, index)) == "1 page added"


# Where addresses lead


async def test_the_site_is_where_its_first_address_leads_to(
    web: Web, site: Site, index: Index
) -> None:
    site |= {
        "/": page(status=302, location="/en/"),
        "/en/": html("english", "/en/a", "/fr/"),
        "/en/a": html("a"),
        "/fr/": html("french"),
    }
    await crawl(web, index)
    assert paths(index, web) == ["/en/", "/en/a"]


async def test_redirects_are_held_against_robots_and_bounds(
    web: Web, site: Site, index: Index
) -> None:
    with serving(Web()) as other:
        other.pages = elsewhere = Site()
        site |= {
            "/robots.txt": page(b"User-agent: *\nDisallow: /private"),
            "/": html("home", "/off", "/in", "/round", "/secret"),
            "/off": page(status=302, location=f"{other.url}/"),
            "/in": page(status=301, location="/arrived"),
            "/arrived": html("arrived"),
            "/round": page(status=302, location="/round2"),
            "/round2": page(status=302, location="/round"),
            "/secret": page(status=302, location="/private"),
            "/private": html("private"),
        }
        settings = ServiceSettings(fetch_allow=(web.at, other.at))
        report = await add_all([web.url], index, settings=settings, options=Options(vectors=False))
        assert elsewhere.asked == []
    assert paths(index, web) == ["/", "/arrived"]
    assert "/private" not in site.asked
    assert report.disallowed == 1


async def test_a_private_address_is_refused_with_what_to_do(web: Web, index: Index) -> None:
    options = Options(vectors=False)
    settings = ServiceSettings(fetch_allow=("intranet.example",))
    report = await add_all([web.url], index, settings=settings, options=options)
    [(address, reason)] = report.failed
    assert address == f"{web.url}/"
    assert f"TRIPTYCH_FETCH_ALLOW=intranet.example,{web.at} " in reason
    assert web.connections == 0


async def test_slow_and_broken_pages_are_named_and_end_nothing(
    web: Web, site: Site, index: Index
) -> None:
    released = threading.Event()
    site |= {
        "/": html("home", "/slow", "/cut", "/error", "/empty", "/picture", "/zipped", "/fine"),
        "/slow": hanging(released),
        "/cut": page(b"half", content_length="100"),
        "/error": page(b"oh", status=500),
        "/empty": page(b"", content_type="text/html"),
        "/picture": page(b"\x89PNG", content_type="image/png"),
        "/zipped": page(b"no gzip", content_encoding="gzip", content_type="text/html"),
        "/fine": html("fine"),
    }
    report = await crawl(web, index, seconds=5.0)
    released.set()
    assert paths(index, web) == ["/", "/fine"]
    assert {at.removeprefix(web.url) for at, _ in report.failed} == {
        "/slow", "/cut", "/error", "/empty", "/zipped"
    }  # fmt: skip
    assert report.other_kinds == 1
    assert str(report).startswith("2 pages added, 1 of other kinds, 5 could not be read:\n")


async def test_a_page_that_breaks_its_reader_is_named_and_ends_nothing(
    web: Web, site: Site, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    site |= {"/": html("home", "/bad", "/fine"), "/bad": html("bad"), "/fine": html("fine")}

    def breaking(content: bytes, url: str, media_type: str) -> WebPage:
        if url.endswith("/bad"):
            raise RecursionError("too deep")
        return read_page(content, url, media_type)

    monkeypatch.setattr(reading, "read_page", breaking)
    report = await crawl(web, index)
    assert paths(index, web) == ["/", "/fine"]
    assert report.failed == [(f"{web.url}/bad", "It cannot be read (RecursionError: too deep).")]


async def test_a_busy_server_is_asked_once_more(web: Web, site: Site, index: Index) -> None:
    busy = [page(status=503, retry_after="0"), html("home")]
    site["/"] = lambda handler: busy.pop(0)(handler)
    assert (await crawl(web, index)).added == 1
    site["/busy"] = page(status=429, retry_after="0")
    report = await crawl(web, index, "/busy")
    assert report.failed == [(f"{web.url}/busy", "answered 429 (Too Many Requests)")]
    assert site.asked.count("/busy") == 2


async def test_texts_and_pdfs_are_read_too(web: Web, site: Site, index: Index) -> None:
    from fpdf import FPDF

    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("helvetica", size=12)
    pdf.multi_cell(0, 8, prose("paper"))
    site |= {
        "/": html("home", "/notes", "/paper.pdf"),
        "/notes": page(prose("notes").encode(), content_type="text/plain; charset=utf-8"),
        "/paper.pdf": page(bytes(pdf.output()), content_type="application/pdf"),
    }
    assert not (await crawl(web, index)).failed
    read = index.page(f"{web.url}/paper.pdf")
    assert read is not None
    assert "About paper" in read.text
