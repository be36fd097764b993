"""Crawl a site: from an address, or from a sitemap."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, replace
from http import HTTPStatus
from urllib.parse import urljoin

import httpx
from anyio import to_thread

from triptych.engines.crawl import (
    Bounds,
    Directives,
    SitemapError,
    is_sitemap,
    may_be_page,
    read_directives,
    read_sitemap,
)
from triptych.engines.page import PageError
from triptych.engines.page.addresses import host_and_port, normalized_url
from triptych.service.crawl.folder import read
from triptych.service.crawl.politeness import PAGES, Asker
from triptych.service.crawl.run import DEPTH, Run
from triptych.service.crawl.state import Frontier, Known
from triptych.service.fetch import Answered
from triptych.service.refusal import Refusal

#: Sitemaps that are read of one site: an index may name very many.
_MOST = 100


class Sitemaps:
    """The pages that the sitemaps of a site list; `start` is an address of it."""

    def __init__(self, run: Run, start: str) -> None:
        self._run, self._start = run, start

    async def named(self) -> list[str]:
        """Return what the sitemaps list that robots.txt names, else that at the usual place."""
        rules = await self._run.robots.rules(self._start)
        if rules.sitemaps:
            return await self._read([(address, b"") for address in rules.sitemaps])
        usual = urljoin(self._start, "/sitemap.xml")
        # Few sites have one at the usual place; a missing one is not reported.
        content = await self._fetched(usual, report=False)
        return await self.listed(usual, content) if is_sitemap(content) else []

    async def listed(self, url: str, content: bytes) -> list[str]:
        """Return what a sitemap lists, and those that it names if it is an index of them."""
        return await self._read([(url, content)])

    async def _read(self, waiting: list[tuple[str, bytes]]) -> list[str]:
        addresses, known = dict[str, None](), {address for address, _ in waiting}
        for address, given in waiting:
            content = given or await self._fetched(address, report=True)
            if not content:
                continue
            try:
                sitemap = await to_thread.run_sync(read_sitemap, content, address)
            except SitemapError as error:
                self._run.failed(address, str(error))
                continue
            addresses |= dict.fromkeys(sitemap.pages)
            for further in sitemap.sitemaps:
                if (
                    host_and_port(further) == host_and_port(address)
                    and further not in known
                    and len(known) < _MOST
                ):
                    known.add(further)
                    waiting.append((further, b""))
        return list(addresses)

    async def _fetched(self, address: str, *, report: bool) -> bytes:
        """Return a sitemap; empty if it cannot be had."""
        rules = await self._run.robots.rules(address)
        problem = rules.problem or ("" if rules.allow(address) else "robots.txt does not allow it")
        if not problem:
            try:
                async with self._run.turn(address, rules):
                    answered = await self._run.fetcher.get(address)
                if answered.content:
                    return answered.content
                problem = f"answered {answered.status}"
            except Refusal as refusal:
                problem = str(refusal)
        if report:
            self._run.failed(address, problem)
        return b""


class SiteCrawl:
    """Reads the pages of a site, nearest first; `start`, normalized, is a page or a sitemap."""

    def __init__(self, start: str, run: Run) -> None:
        self._start, self._run = start, run
        self._report, self._writer = run.report, run.writer
        self._frontier = Frontier(start, run.writer)
        self._bounds = Bounds(start, run.options.whole_site)
        self._depth = DEPTH if run.options.depth is None else run.options.depth
        #: Whether the first page was reached: until then, redirects move the bounds.
        self._arrived = False
        self._asker = Asker(run)

    async def crawl(self) -> None:
        """Read all that is waiting, up to the limit; once cancelled, another run resumes it."""
        self._begin()
        try:
            while self._frontier and self._frontier.done < self._run.options.limit:
                address, depth = self._frontier.pop()
                try:
                    await self._visit(address, depth)
                except BaseException:
                    self._frontier.again(address, depth)
                    raise
                self._run.passed(self._start, address, len(self._frontier))
                await self._writer.rest()
        finally:
            self._report.waiting += len(self._frontier)
        self._run.passed(self._start, self._start, 0)
        self._frontier.end()

    def _options(self) -> dict[str, object]:
        options = asdict(self._run.options)
        return {name: options[name] for name in ("depth", "whole_site")}

    def _begin(self) -> None:
        unfinished = self._run.state.unfinished(self._start)
        if unfinished is not None and unfinished[0]["options"] == self._options():
            scope, rows = unfinished
            self._bounds, self._depth = Bounds(*scope["bounds"]), scope["depth"]
            self._arrived = scope["arrived"]
            self._frontier.restore(rows)
            return
        self._frontier.begin(self._scope())
        self._frontier.push(self._start, 0)
        for known in self._run.state.known_of(self._start):
            # Pages that nothing links to any more are looked at too: they may be gone.
            if known.depth <= self._depth:
                self._frontier.push(known.address, known.depth)

    def _scope(self) -> dict[str, object]:
        return {
            "options": self._options(),
            "bounds": [self._bounds.start, self._bounds.whole_site],
            "depth": self._depth,
            "arrived": self._arrived,
        }

    async def _visit(self, address: str, depth: int) -> None:
        """Read one page, and note what came of it."""
        rules = await self._asker.allowed(address)
        if rules is not None:
            known = self._run.state.known(address)
            if known is not None and not self._writer.holds(address):
                # Taken out of the index by hand, or never in it: to be read whole.
                known = None
            answered = await self._asker.ask(address, rules, known, any_kind=not self._arrived)
            if answered is not None:
                await self._answered(answered, address, depth, known)
        self._frontier.finish(address, counts=rules is not None)

    async def _answered(
        self, answered: Answered, address: str, depth: int, known: Known | None
    ) -> None:
        status = answered.status
        if status == 304 and known is not None:
            self._report.unchanged += 1
            await self._arrive(answered)
            self._follow(known.links, depth)
        elif "location" in answered.headers and 300 <= status < 400:
            self._redirected(answered, address, depth)
        elif httpx.codes.is_success(status):
            await self._arrive(answered)
            if not is_sitemap(answered.content):
                await self._read(answered, address, depth, known)
        else:
            if status in {404, 410}:
                self._writer.remove(address)
            if known is None or status not in {404, 410}:
                self._run.failed(address, f"answered {status}{_phrase(status)}")

    def _redirected(self, answered: Answered, address: str, depth: int) -> None:
        target = self._bounds.own(normalized_url(answered.headers["location"], address))
        if answered.status in {301, 308}:
            self._writer.remove(address)
        if target and not self._arrived:
            # The site is where its first address leads to.
            self._bounds = replace(self._bounds, start=target)
            self._frontier.keep(self._scope())
        if target and self._bounds.hold(target):
            self._frontier.push(target, depth)

    async def _arrive(self, answered: Answered) -> None:
        """Take in what the sitemaps list, once the first page was reached."""
        if self._arrived:
            return
        self._arrived = True
        sitemaps = Sitemaps(self._run, self._bounds.start)
        content = answered.content
        if is_sitemap(content):
            # It lists which pages belong to the site, wherever they are on its host.
            self._bounds = replace(self._bounds, whole_site=True)
            self._depth = self._run.options.depth or 0
            listed, depth = await sitemaps.listed(answered.url, content), 0
        else:
            listed, depth = (await sitemaps.named() if self._depth else []), 1
        self._push(listed, depth)
        self._frontier.keep(self._scope())

    async def _read(
        self, answered: Answered, address: str, depth: int, known: Known | None
    ) -> None:
        content, media_type = answered.content, answered.media_type
        if media_type and media_type.partition(";")[0].strip() not in PAGES:
            self._run.failed(address, f"holds {media_type[:60]}: give a page or a sitemap.")
            return
        tags = answered.headers.get_list("x-robots-tag")
        directives = await to_thread.run_sync(read_directives, content, address, media_type, tags)
        self._follow(directives.links, depth)
        if not directives.index:
            self._report.not_indexable += 1
            self._writer.remove(address)
        elif await self._has_original(directives, address):
            self._report.duplicates += 1
            self._writer.remove(address)
            self._frontier.push(self._bounds.own(directives.canonical), depth)
        else:
            await self._index(answered, address, depth, known, directives)

    async def _has_original(self, directives: Directives, address: str) -> bool:
        """Return whether another page of the site, which may be read, is named as the original."""
        original = self._bounds.own(directives.canonical)
        if not original or original == address or not self._bounds.hold(original):
            return False
        return (await self._run.robots.rules(original)).allow(original)

    async def _index(
        self,
        answered: Answered,
        address: str,
        depth: int,
        known: Known | None,
        directives: Directives,
    ) -> None:
        digest = hashlib.sha256(answered.content).hexdigest()
        if known is not None and known.digest == digest:
            self._report.unchanged += 1
        else:
            try:
                page = await to_thread.run_sync(
                    read, answered.content, address, answered.media_type
                )
            except PageError as error:
                self._run.failed(address, str(error))
                return
            self._writer.add(page)
        etag = answered.headers.get("etag", "")
        modified = answered.headers.get("last-modified", "")
        known = Known(address, self._start, depth, etag, modified, digest, directives.links)
        self._writer.note("page", *known.row)

    def _follow(self, links: Iterable[str], depth: int) -> None:
        if depth < self._depth:
            self._push(links, depth + 1)

    def _push(self, addresses: Iterable[str], depth: int) -> None:
        for address in map(self._bounds.own, addresses):
            if self._bounds.hold(address) and may_be_page(address):
                self._frontier.push(address, depth)


def _phrase(status: int) -> str:
    return f" ({HTTPStatus(status).phrase})" if status in set(HTTPStatus) else ""
