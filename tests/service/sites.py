"""Sites on loopback for the crawler: pages with texts of their own, and what was asked for."""

from __future__ import annotations

import random
from typing import Any

from triptych.engines.index import Index
from triptych.service import ServiceSettings
from triptych.service.crawl import IndexReport, Options, add_all

from .web import Page, Web, page


class Site(dict[str, Page]):
    """Pages by path; all others are not found. `asked` are the paths that were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def __getitem__(self, path: str) -> Page:
        self.asked.append(path)
        return self.get(path, page(status=404))

    @property
    def read(self) -> list[str]:
        """What was asked for, but for what every site is asked for."""
        return [path for path in self.asked if path not in {"/robots.txt", "/sitemap.xml"}]


def prose(about: str) -> str:
    """Return a few sentences, others for each subject, so that no page is like another."""
    draw = random.Random(about)
    words = ["".join(draw.choices("abdefgiklmnoprstu", k=draw.randint(3, 9))) for _ in range(90)]
    return f"About {about}. " + " ".join(
        " ".join(words[at : at + 15]).capitalize() + "." for at in range(0, 90, 15)
    )


def html(about: str, *links: str, head: str = "", **headers: str) -> Page:
    """Return a page with a text of its own and links."""
    anchors = "".join(f"<a href='{link}'>to {link}</a> " for link in links)
    body = f"<html><head><title>{about}</title>{head}</head><body><nav>{anchors}</nav><main>"
    body += f"<h1>{about}</h1><p>{prose(about)}</p></main></body></html>"
    headers = {"content_type": "text/html; charset=utf-8", **headers}
    return page(body.encode(), 200, **headers)


async def crawl(
    web: Web, index: Index, path: str = "/", seconds: float = 60.0, **options: Any
) -> IndexReport:
    """Add a site to an index, without vectors unless the options ask for them."""
    return await add_all(
        [web.url + path],
        index,
        settings=ServiceSettings(fetch_allow=(web.at,), fetch_timeout=seconds),
        options=Options(**{"vectors": False, **options}),
    )


def paths(index: Index, web: Web) -> list[str]:
    """Return the paths of the addresses in an index."""
    return sorted(address.removeprefix(web.url) for address in index.addresses())
