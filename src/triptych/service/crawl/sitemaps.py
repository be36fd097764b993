"""The pages a site's sitemaps list."""

from __future__ import annotations

from urllib.parse import urljoin

from anyio import to_thread

from triptych.engines.crawl import SitemapError, host, is_sitemap, read_sitemap
from triptych.service.crawl.run import Run
from triptych.service.refusal import Refusal

#: Sitemaps that are read of one site: an index may name very many.
_MOST = 100


class Sitemaps:
    """The pages a site's sitemaps list.

    Parameters
    ----------
    run : Run
        What the parts of a run share.
    start : str
        An address of the site.
    """

    def __init__(self, run: Run, start: str) -> None:
        self._run, self._start = run, start

    async def named(self) -> list[str]:
        """Return what the sitemaps list that robots.txt names, else that at the usual place."""
        rules = await self._run.robots.rules(self._start)
        if rules.sitemaps:
            return await self._read([(address, b"") for address in rules.sitemaps])
        usual = urljoin(self._start, "/sitemap.xml")
        # Few sites have one at the usual place; that it is missing is nothing to tell.
        content = await self._fetched(usual, tell=False)
        return await self.listed(usual, content) if is_sitemap(content) else []

    async def listed(self, url: str, content: bytes) -> list[str]:
        """Return what a sitemap lists, and those that it names if it is an index of them."""
        return await self._read([(url, content)])

    async def _read(self, waiting: list[tuple[str, bytes]]) -> list[str]:
        found, known = dict[str, None](), {address for address, _ in waiting}
        for address, given in waiting:
            content = given or await self._fetched(address, tell=True)
            if not content:
                continue
            try:
                sitemap = await to_thread.run_sync(read_sitemap, content, address)
            except SitemapError as error:
                self._run.failed(address, str(error))
                continue
            found |= dict.fromkeys(sitemap.pages)
            for further in sitemap.sitemaps:
                if host(further) == host(address) and further not in known and len(known) < _MOST:
                    known.add(further)
                    waiting.append((further, b""))
        return list(found)

    async def _fetched(self, address: str, *, tell: bool) -> bytes:
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
        if tell:
            self._run.failed(address, problem)
        return b""
