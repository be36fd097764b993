"""What a crawler has to know of addresses, pages and sitemaps; without any network."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from posixpath import splitext
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from triptych.engines.page.addresses import normalized_url
from triptych.models.files import word_list

#: Endings of what is not a page; anything else may be one, and its media type decides.
_OTHER = frozenset(word_list("page/other_endings.txt"))
#: As robots.txt and pages name this crawler.
AGENT = "triptych"
#: Directives that a colon follows, so that what stands before it is not a crawler's name.
_WITH_VALUE = {"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"}
_HTML = {"", "text/html", "application/xhtml+xml"}


def may_be_page(url: str) -> bool:
    """Return whether the ending of an address leaves it open that it is a page.

    Examples
    --------
    >>> may_be_page("http://example.org/paper.pdf"), may_be_page("http://example.org/logo.PNG")
    (True, False)
    """
    return splitext(unquote(urlsplit(url).path))[1].lower() not in _OTHER


@dataclass(frozen=True, slots=True)
class Bounds:
    """What belongs to a crawl: the same host, below the path of the first address.

    A first address that ends as a file does (`index.html`) stands for the folder it is in.

    Examples
    --------
    >>> bounds = Bounds("https://example.org/docs/index.html")
    >>> bounds.hold("https://example.org/docs/a"), bounds.hold("https://example.org/shop")
    (True, False)
    """

    #: First address, normalized.
    start: str
    #: Whether all of the host belongs to it.
    whole_site: bool = False

    def hold(self, url: str) -> bool:
        """Return whether an address, as `normalized_url` spells it, is within the bounds."""
        start, other = urlsplit(self.start), urlsplit(url)
        above, _, last = start.path.rpartition("/")
        folder = (above if "." in last or not last else start.path) + "/"
        # The folder itself is often linked to without its slash.
        below = self.whole_site or (other.path + "/").startswith(folder)
        return (start.scheme, start.netloc) == (other.scheme, other.netloc) and below

    def own(self, url: str) -> str:
        """Return an address with this site's scheme where it is only that which differs.

        Sites that moved to https keep links with http, which lead to the same pages.
        """
        start, other = urlsplit(self.start), urlsplit(url)
        if (start.scheme, start.netloc) == ("https", other.netloc) and other.scheme == "http":
            return urlunsplit(other._replace(scheme="https"))
        return url


@dataclass(frozen=True, slots=True)
class Directives:
    """What a page asks of crawlers."""

    #: Whether it may be in an index.
    index: bool = True
    #: Whether its links may be followed.
    follow: bool = True
    #: The address it wants to be known by (RFC 6596), normalized; empty if it names none.
    canonical: str = ""
    #: Addresses it links to, normalized, each once; none that may not be followed.
    links: tuple[str, ...] = ()


def read_directives(
    content: bytes, url: str, media_type: str = "", robots_tags: Iterable[str] = ()
) -> Directives:
    """Return what a page asks of crawlers.

    Only HTML has links and directives of its own; `robots_tags` are the values of its headers
    `X-Robots-Tag`.

    Examples
    --------
    >>> page = b"<meta name=robots content=noindex><a href='b'>b</a><a rel=nofollow href='c'>c</a>"
    >>> directives = read_directives(page, "http://example.org/a")
    >>> directives.index, directives.follow, directives.links
    (False, True, ('http://example.org/b',))
    """
    directives = {word for tag in robots_tags for word in _header(tag)}
    canonical, links = "", dict[str, None]()
    document = _parsed(content, media_type)
    if document is not None:
        directives |= {word for value in _metas(document) for word in _words(value)}
        base = _base(document, url)
        hrefs = dict[str, None]()
        for element in document.iter("link", "a", "area"):
            relations = element.get("rel", "").lower().split()
            # Many links lead to places in the same page.
            href = element.get("href", "").partition("#")[0]
            if element.tag != "link" and href and "nofollow" not in relations:
                hrefs[href] = None
            elif element.tag == "link" and "canonical" in relations and href:
                canonical = canonical or normalized_url(href, base)
        links = dict.fromkeys(filter(None, (normalized_url(href, base) for href in hrefs)))
    follow = not directives & {"nofollow", "none"}
    links.pop(normalized_url(url), None)
    return Directives(
        index=not directives & {"noindex", "none"},
        follow=follow,
        canonical=canonical,
        links=tuple(links) if follow else (),
    )


def _parsed(content: bytes, media_type: str) -> Any:
    kind, _, parameters = media_type.partition(";")
    if kind.strip().lower() not in _HTML or not content.strip():
        return None
    from lxml import etree, html

    charset = re.search(r"charset=[\"']?([\w.:-]+)", parameters, re.IGNORECASE)
    for encoding in [charset.group(1), None] if charset else [None]:
        try:
            parser = html.HTMLParser(encoding=encoding, no_network=True)
            return html.document_fromstring(content, parser=parser)
        except LookupError:
            # An unknown encoding: the page itself may declare one.
            continue
        except etree.ParserError:
            return None
    return None


def _base(document: Any, url: str) -> str:
    for element in document.iter("base"):
        return normalized_url(element.get("href", ""), url) or url
    return url


def _metas(document: Any) -> Iterable[str]:
    for element in document.iter("meta"):
        if element.get("name", "").strip().lower() in {"robots", AGENT}:
            yield element.get("content", "")


def _header(tag: str) -> set[str]:
    """Return what a header asks of this crawler; one value may name the crawler it is meant for."""
    name, colon, rest = tag.partition(":")
    name = name.strip().lower()
    if colon and name not in _WITH_VALUE and "," not in name:
        return _words(rest) if name == AGENT else set()
    return _words(tag)


def _words(value: str) -> set[str]:
    return {word.strip().lower() for word in value.split(",")}


#: The protocol's own limits.
MAX_ENTRIES, MAX_BYTES = 50_000, 50 * 2**20
_GZIP = 16 + zlib.MAX_WBITS
_ROOT = re.compile(rb"<(?:\w+:)?(?:urlset|sitemapindex)[\s>]")


class SitemapError(ValueError):
    """A file is not a sitemap; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What a sitemap lists: normalized addresses, each once; of an index, further sitemaps."""

    pages: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()


def is_sitemap(content: bytes) -> bool:
    """Return whether this looks like a sitemap, as it is or packed with gzip."""
    if content[:2] == b"\x1f\x8b":
        try:
            content = zlib.decompressobj(_GZIP).decompress(content, 4096)
        except zlib.error:
            return False
    return bool(_ROOT.search(content[:4096]))


def read_sitemap(content: bytes, url: str) -> Sitemap:
    """Return what a sitemap or an index of sitemaps lists: XML, as it is or packed with gzip.

    At most 50 MiB and 50,000 entries are read. Raises `SitemapError` if it is neither.

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
        raise SitemapError("This is not a sitemap: give an XML file as sitemaps.org describes it.")
    # {*} leaves the namespace open, which many sitemaps forget; pictures have a loc of their own.
    entry = "sitemap" if kind == "sitemapindex" else "url"
    locations = (element.text for element in root.iterfind(f"{{*}}{entry}/{{*}}loc"))
    addresses = (normalized_url(location, url) for location in locations if location)
    listed = tuple(dict.fromkeys(filter(None, addresses)))[:MAX_ENTRIES]
    return Sitemap(sitemaps=listed) if kind == "sitemapindex" else Sitemap(pages=listed)


def _unpacked(content: bytes) -> bytes:
    if content[:2] != b"\x1f\x8b":
        return content[:MAX_BYTES]
    try:
        return zlib.decompressobj(_GZIP).decompress(content, MAX_BYTES)
    except zlib.error:
        raise SitemapError("The sitemap's gzip encoding is broken: compress it again.") from None
