"""The mini web: whole, attributed, and found by words and by meaning."""

from __future__ import annotations

import pytest

from triptych.engines.index import shipped_index
from triptych.engines.search import search
from triptych.models.files import verified_folder


def test_every_page_names_its_source_and_licence() -> None:
    index = shipped_index()
    sites = {site.name: site.pages for site in index.sites()}
    assert set(sites) == {"en.wikipedia.org", "docs.python.org", "sqlite.org"}
    assert sites["en.wikipedia.org"] > 9_900
    assert min(sites.values()) > 100
    for number, _, url in index.sites_of_pages()[::97]:
        page = index.pages([number])[number]
        assert page.url == url
        assert page.url.startswith("https://")
        assert page.title
        assert page.text
        assert (
            "CC BY-SA" in page.attribution
            or "PSF" in page.attribution
            or ("public domain" in page.attribution)
        )


def test_every_page_has_vectors() -> None:
    index = shipped_index()
    assert len(index.meanings().pages) == len(index)


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("who painted the mona lisa", "Mona Lisa"),
        ("dutch painter who cut off his ear", "Vincent van Gogh"),
        ("heap queue algorithm", "heapq — Heap queue algorithm"),
        ("what happens to changes while a checkpoint runs in sqlite", "Write-Ahead Logging"),
    ],
)
def test_a_page_is_found(query: str, title: str) -> None:
    assert title in [hit.page.title for hit in search([shipped_index()], query)]


def test_searching_writes_nothing_into_the_package() -> None:
    folder = verified_folder("mini_web/index")
    search([shipped_index()], "tea")
    assert verified_folder("mini_web/index") == folder
