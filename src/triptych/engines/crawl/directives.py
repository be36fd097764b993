"""What a page asks of crawlers, and where it leads."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from triptych.engines.crawl.addresses import normal

#: As robots.txt and pages name this crawler.
AGENT = "triptych"
#: Directives that a colon follows, so that what stands before it is no crawler's name.
_WITH_VALUE = {"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"}
_HTML = {"", "text/html", "application/xhtml+xml"}


@dataclass(frozen=True, slots=True)
class Directives:
    """What a page asks of crawlers.

    Parameters
    ----------
    index : bool
        Whether it may be in an index.
    follow : bool
        Whether its links may be followed.
    canonical : str
        The address it wants to be known by (RFC 6596), as `normal` spells it; empty if it tells
        none.
    links : tuple of str
        Addresses it links to, each once, as `normal` spells them; none that may not be followed.
    """

    index: bool = True
    follow: bool = True
    canonical: str = ""
    links: tuple[str, ...] = ()


def read_directives(
    content: bytes, url: str, media_type: str = "", robots_tags: Iterable[str] = ()
) -> Directives:
    """Read what a page asks of crawlers.

    Parameters
    ----------
    content : bytes
        The page.
    url : str
        Its address.
    media_type : str, default ""
        Its media type with its parameters; only HTML has links and directives of its own.
    robots_tags : iterable of str, default ()
        Values of its headers `X-Robots-Tag`.

    Examples
    --------
    >>> page = b"<meta name=robots content=noindex><a href='b'>b</a><a rel=nofollow href='c'>c</a>"
    >>> asked = read_directives(page, "http://example.org/a")
    >>> asked.index, asked.follow, asked.links
    (False, True, ('http://example.org/b',))
    """
    asked = {word for tag in robots_tags for word in _header(tag)}
    canonical, links = "", dict[str, None]()
    document = _parsed(content, media_type)
    if document is not None:
        asked |= {word for value in _metas(document) for word in _words(value)}
        base = _base(document, url)
        hrefs = dict[str, None]()
        for element in document.iter("link", "a", "area"):
            relations = element.get("rel", "").lower().split()
            # Many links lead to places in the same page.
            href = element.get("href", "").partition("#")[0]
            if element.tag != "link" and href and "nofollow" not in relations:
                hrefs[href] = None
            elif element.tag == "link" and "canonical" in relations and href:
                canonical = canonical or normal(href, base)
        links = dict.fromkeys(filter(None, (normal(href, base) for href in hrefs)))
    follow = not asked & {"nofollow", "none"}
    links.pop(normal(url), None)
    return Directives(
        index=not asked & {"noindex", "none"},
        follow=follow,
        canonical=canonical,
        links=tuple(links) if follow else (),
    )


def _parsed(content: bytes, media_type: str) -> Any:
    kind, _, parameters = media_type.partition(";")
    if kind.strip().lower() not in _HTML or not content.strip():
        return None
    from lxml import etree, html

    told = re.search(r"charset=[\"']?([\w.:-]+)", parameters, re.IGNORECASE)
    for encoding in [told.group(1), None] if told else [None]:
        try:
            parser = html.HTMLParser(encoding=encoding, no_network=True)
            return html.document_fromstring(content, parser=parser)
        except LookupError:
            # No such encoding: the page itself may tell.
            continue
        except etree.ParserError:
            return None
    return None


def _base(document: Any, url: str) -> str:
    for element in document.iter("base"):
        return normal(element.get("href", ""), url) or url
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
