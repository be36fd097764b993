"""Read a sitemap (sitemaps.org, protocol 0.9)."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from triptych.engines.crawl.addresses import normal

#: The protocol's own limits.
MAX_ENTRIES, MAX_BYTES = 50_000, 50 * 2**20
_GZIP = 16 + zlib.MAX_WBITS
_ROOT = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")


class SitemapError(ValueError):
    """A file is no sitemap; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What a sitemap lists.

    Parameters
    ----------
    pages : tuple of str
        Addresses of pages, as `normal` spells them, each once.
    sitemaps : tuple of str
        Those of further sitemaps, if it is an index of sitemaps.
    """

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def is_sitemap(content: bytes) -> bool:
    """Return whether this looks like a sitemap, as it is or packed with gzip.

    Examples
    --------
    >>> is_sitemap(b"<?xml version='1.0'?><urlset>"), is_sitemap(b"<html>")
    (True, False)
    """
    if content[:2] == b"\x1f\x8b":
        try:
            content = zlib.decompressobj(_GZIP).decompress(content, 4096)
        except zlib.error:
            return False
    return bool(_ROOT.search(content[:4096]))


def read_sitemap(content: bytes, url: str) -> Sitemap:
    """Return what a sitemap or an index of sitemaps lists.

    Parameters
    ----------
    content : bytes
        XML, as it is or packed with gzip; at most 50 MiB and 50,000 entries are read.
    url : str
        Its address.

    Raises
    ------
    SitemapError
        If it is neither.

    Examples
    --------
    >>> read_sitemap(b"<urlset><url><loc>http://example.org/a</loc></url></urlset>", "")
    Sitemap(pages=('http://example.org/a',), sitemaps=())
    """
    from lxml import etree

    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(_unpacked(content), parser)
    except etree.XMLSyntaxError:
        root = None
    kind = "" if root is None else etree.QName(root).localname
    if kind not in {"urlset", "sitemapindex"}:
        raise SitemapError("This is no sitemap: give an XML file as sitemaps.org describes it.")
    # {*} leaves the namespace open, which many sitemaps forget; pictures have a loc of their own.
    entry = "sitemap" if kind == "sitemapindex" else "url"
    told = (found.text for found in root.iterfind(f"{{*}}{entry}/{{*}}loc") if found.text)
    addresses = dict.fromkeys(address for one in told if (address := normal(one, url)))
    listed = tuple(addresses)[:MAX_ENTRIES]
    return Sitemap(sitemaps=listed) if kind == "sitemapindex" else Sitemap(pages=listed)


def _unpacked(content: bytes) -> bytes:
    if content[:2] != b"\x1f\x8b":
        return content[:MAX_BYTES]
    try:
        return zlib.decompressobj(_GZIP).decompress(content, MAX_BYTES)
    except zlib.error:
        raise SitemapError("The sitemap's gzip encoding is broken: pack it anew.") from None
