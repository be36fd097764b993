"""Addresses, directives and sitemaps, as they are found on the web."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triptych.engines.crawl import (
    Bounds,
    SitemapError,
    is_sitemap,
    read_directives,
    read_sitemap,
)
from triptych.engines.page.addresses import normalized_url

AT = "https://example.org/docs/page"


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("https://EXAMPLE.org", "https://example.org/"),
        ("https://example.org:443/a#b", "https://example.org/a"),
        ("https://example.org./a", "https://example.org/a"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("/a/./b/../c", "https://example.org/a/c"),
        ("https://example.org/a/../b/.", "https://example.org/b/"),
        ("https://example.org/../..//./a//b/..", "https://example.org//a//"),
        ("//other.org/x", "https://other.org/x"),
        ("?page=2", "https://example.org/docs/page?page=2"),
        (" next page ", "https://example.org/docs/next%20page"),
        ("gr\u00fc\u00dfe?q=\u00e4", "https://example.org/docs/gr%C3%BC%C3%9Fe?q=%C3%A4"),
        ("a%20b%2Fc", "https://example.org/docs/a%20b%2Fc"),
        ("https://m\u00fcnchen.de/", "https://xn--mnchen-3ya.de/"),
        ("http://[::1]:80/a", "http://[::1]/a"),
        ("a?x=&utm_campaign=c&y=1&gclid=2", "https://example.org/docs/a?x=&y=1"),
        ("a?x=%7E&y=a+b", "https://example.org/docs/a?x=%7E&y=a+b"),
    ],
)
def test_one_spelling(written: str, spelt: str) -> None:
    assert normalized_url(written, AT) == spelt


@pytest.mark.parametrize(
    "written",
    [
        "javascript:void(0)",
        "mailto:a@example.org",
        "data:text/plain,tea",
        "file:///etc/passwd",
        "http://",
        "http://[::1",
        "http://example.org:port/",
        "http://example.org:99999/",
        "http://user:secret@example.org/",
        "a" * 3000,
    ],
)
def test_what_is_no_address_of_a_page(written: str) -> None:
    assert normalized_url(written, AT) == ""


@given(st.text(max_size=40), st.text("abc/.?&=#%:@[] ", max_size=40))
def test_a_spelling_is_its_own_spelling(one: str, other: str) -> None:
    for written in (one, other, f"http://example.org/{other}"):
        spelt = normalized_url(written, AT)
        assert normalized_url(spelt, AT) == spelt or not spelt


@pytest.mark.parametrize("start", ["", "/", "/index.html", "/?page=1"])
def test_the_path_of_the_first_address_bounds_a_crawl(start: str) -> None:
    bounds = Bounds(f"https://example.org/docs{start}")
    for within in ("", "/", "/x", "/x/y?z"):
        assert bounds.hold(f"https://example.org/docs{within}")
    for beyond in ("https://example.org/", "https://example.org/docsets", "http://example.org/docs/",
                   "https://www.example.org/docs/", "https://example.org:8443/docs/"):  # fmt: skip
        assert not bounds.hold(beyond)
    assert Bounds(AT, whole_site=True).hold("https://example.org/")
    assert bounds.own("http://example.org/docs/x") == "https://example.org/docs/x"
    assert bounds.own("http://example.com/docs/x") == "http://example.com/docs/x"


def test_links_count_from_the_base_and_each_once() -> None:
    page = b"""<head><base href="/base/"></head><a href=x>1</a><a href="x#part">2</a><a>3</a>
        <map><area href="y"></map><a href="">4</a><a rel="nofollow ugc" href="z">5</a>"""
    links = read_directives(page, AT).links
    assert links == ("https://example.org/base/x", "https://example.org/base/y")


@pytest.mark.parametrize(
    ("tag", "index", "follow"),
    [
        ("noindex", False, True),
        ("NOFOLLOW", True, False),
        ("none", False, False),
        ("max-snippet: 20, noindex", False, True),
        ("unavailable_after: 25 Jun 2027 15:00:00 PST", True, True),
        ("triptych: nofollow", True, False),
        ("otherbot: none", True, True),
        ("all", True, True),
    ],
)
def test_headers_for_robots(tag: str, index: bool, follow: bool) -> None:
    asked = read_directives(b"<a href=x>x</a>", AT, "text/html", [tag])
    assert (asked.index, asked.follow, bool(asked.links)) == (index, follow, follow)


@pytest.mark.parametrize(
    "content", [b"", b"   ", b"<!-- -->", b"\x00\xff\xfe", b"<" * 5000, b"<html", b"plain words"]
)
def test_pages_of_any_kind_can_be_asked(content: bytes) -> None:
    for media_type in ("", "text/html; charset=nonsense", "application/pdf"):
        assert read_directives(content, AT, media_type).index


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reading_of_directives(content: bytes) -> None:
    read_directives(b"<base href=x><a href=" + content + b"><link rel=canonical href=y>", AT)


def test_other_kinds_have_no_links() -> None:
    assert read_directives(b"<a href=x>x</a>", AT, "text/plain").links == ()


def test_a_sitemap_with_and_without_its_namespace_and_with_pictures() -> None:
    plain = b"<urlset><url><loc> /a </loc></url><url><loc>b</loc></url><url/></urlset>"
    assert read_sitemap(plain, AT).pages == (
        "https://example.org/a",
        "https://example.org/docs/b",
    )
    pictures = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">
        <url><loc>https://example.org/a</loc><image:image><image:loc>https://example.org/p.png
        </image:loc></image:image></url></urlset>"""
    assert read_sitemap(pictures, AT).pages == ("https://example.org/a",)


def test_a_sitemap_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    cut = b"<urlset><url><loc>https://example.org/a</loc></url><url><loc>https://exa"
    assert "https://example.org/a" in read_sitemap(cut, AT).pages


@pytest.mark.parametrize(
    "content",
    [b"", b"<html></html>", b"\x1f\x8bnot gzip", b"plain", gzip.compress(b"<a/>", mtime=0)],
)
def test_what_is_no_sitemap(content: bytes) -> None:
    assert not is_sitemap(content)
    with pytest.raises(SitemapError, match=":"):
        read_sitemap(content, AT)


def test_a_sitemap_cannot_reach_out_or_grow_without_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from triptych.engines import crawl as sitemap

    outside = b"""<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>
        <urlset><url><loc>https://example.org/&x;</loc></url></urlset>"""
    assert not any("root" in address for address in read_sitemap(outside, AT).pages)
    monkeypatch.setattr(sitemap, "MAX_BYTES", 1000)
    many = b"".join(b"<url><loc>/%d</loc></url>" % n for n in range(10_000))
    read = read_sitemap(gzip.compress(b"<urlset>" + many + b"</urlset>"), AT)
    assert 0 < len(read.pages) < 50
