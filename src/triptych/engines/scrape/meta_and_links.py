"""The metadata of a page, and its links and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from triptych._cancellation import check_cancelled
from triptych.engines.page import facts
from triptych.engines.page.addresses import absolute_url
from triptych.engines.page.facts import iso
from triptych.engines.page.text import tree_of
from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.models.files import word_list

MOST_LINKS = 2_000
_MOST_LOOKED_AT = 20_000
_LONGEST_TEXT = 500
_LONGEST_MEMBER = 2_000
_MOST_MEMBERS = 100
_MEMBERS = ("og:", "article:", "product:", "profile:", "book:", "twitter:")
_AUTHOR = ("author", "article:author", "dc.creator", "dcterms.creator", "citation_author")
#: Links that lead to a person instead of a page.
_CONTACTS = ("mailto:", "tel:")
#: A picture that is loaded late has a placeholder as `src`.
_SOURCES = ("data-src", "data-lazy-src", "data-original", "src")
_SETS = ("srcset", "data-srcset", "data-lazy-srcset")


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link or a picture of a page."""

    #: Absolute address: of the web, or for a link also of mail ("mailto:") and telephone ("tel:").
    href: str
    #: The link's text, else the name of the picture in it; the picture's alternative text.
    text: str
    #: "a" for a link, "img" for a picture.
    type: str


def page_meta(html: str, url: str) -> dict[str, Any]:
    """Return the metadata in the head of a page.

    Without a `url`, relative addresses are left out.

    Returns
    -------
    dict
        Always with ``title``, ``description``, ``keywords``, ``og_image``, ``author``,
        ``language`` (ISO 639-1), ``canonical``, ``site_name`` and ``published`` (ISO 8601): each
        a str, addresses absolute, or None where the page does not say it. ``open_graph`` is a dict
        of the members of the Open Graph protocol and of Twitter cards as they are written, by name
        in small letters ("og:type"), the first of each, at most 100.

    Examples
    --------
    >>> meta = page_meta('<title>Tea</title><meta property="og:image" content="/a.png">',
    ...                  "https://example.org/tea")
    >>> meta["title"], meta["og_image"], meta["description"]
    ('Tea', 'https://example.org/a.png', None)
    """
    tree = tree_of(html.replace("\0", "\ufffd"))
    head = facts.Head({}, {}, (), "", "", "", "") if tree is None else facts.head(tree)
    meta = head.meta
    base = absolute_url(url, head.base) or url
    image = meta.get("og:image") or meta.get("og:image:url") or meta.get("og:image:secure_url")
    entries = {
        "title": head.title or meta.get("og:title"),
        "description": meta.get("description") or meta.get("og:description"),
        "keywords": meta.get("keywords"),
        "og_image": absolute_url(base, image or ""),
        "author": _author(head),
        "language": facts.language(head),
        "canonical": absolute_url(base, head.links.get("canonical", "")),
        "site_name": facts.site_name(head),
        "published": _published(head),
    }
    members = ((name, value) for name, value in meta.items() if name.startswith(_MEMBERS))
    return {name: value or None for name, value in entries.items()} | {
        "open_graph": {
            name: value[:_LONGEST_MEMBER] for name, value in islice(members, _MOST_MEMBERS)
        }
    }


def page_links(html: str, url: str) -> list[PageLink]:
    """Return the links and pictures of a page, in its order, each address once of either type.

    Links within the page itself ("#top") and those that run scripts are left out, as are pictures
    drawn in the page ("data:"). Of a picture that is loaded late, or has several sizes and no
    single address, the real one is taken, the largest.

    At most 2,000 are returned, of the first 20,000; without a `url`, relative addresses are left
    out. Errors are those of `extract`.

    Examples
    --------
    >>> page_links('<a href="b?c#d">Green <b>tea</b></a><img src=t.png alt=Leaves>',
    ...            "https://example.org/a")
    ... # doctest: +NORMALIZE_WHITESPACE
    [PageLink(href='https://example.org/b?c#d', text='Green tea', type='a'),
     PageLink(href='https://example.org/t.png', text='Leaves', type='img')]
    """
    document = parse(html)
    base = base_address(document, url)
    links: dict[tuple[str, str], PageLink] = {}
    for link in islice(_links(document, base), _MOST_LOOKED_AT):
        first = links.setdefault((link.href, link.type), link)
        if link.text and not first.text:
            # A picture is often linked before the words that name it.
            links[link.href, link.type] = link
        if len(links) >= MOST_LINKS:
            break
    return list(links.values())


def base_address(document: Document, url: str) -> str:
    """Return what a page's addresses are relative to."""
    written = (node.attributes.get("href", "") for node in document.nodes if node.tag == "base")
    return absolute_url(url, next(filter(None, written), "")) or url


def _links(document: Document, base: str) -> Iterator[PageLink]:
    for node in document.nodes:
        check_cancelled()
        if node.tag == "a" and (href := _followed(base, node.attributes.get("href", ""))):
            yield PageLink(href, _text(document, node), "a")
        elif node.tag == "img" and (href := _picture(document, node, base)):
            yield PageLink(href, _short(node.attributes.get("alt", "")), "img")


def _followed(base: str, written: str) -> str:
    written = written.strip()
    if written.lower().startswith(_CONTACTS):
        return written[:_LONGEST_MEMBER]
    # "#/about" is a page of a site that a script draws.
    if written.startswith("#") and not written.startswith(("#/", "#!")):
        return ""
    href = absolute_url(base, written)
    fragment = written.partition("#")[2]
    return f"{href}#{fragment}" if href and fragment else href


def _text(document: Document, node: Node) -> str:
    if text := document.text(node):
        return _short(text)
    inside = document.nodes[node.index + 1 : min(node.end, node.index + 50)]
    named = (
        *(child.attributes.get("alt", "") for child in inside if child.tag == "img"),
        node.attributes.get("aria-label", ""),
        node.attributes.get("title", ""),
    )
    return _short(next(filter(None, named), ""))


def _picture(document: Document, node: Node, base: str) -> str:
    beside = [document.nodes[child] for child in document.nodes[node.parent].children[:20]]
    sources = [one for one in beside if one.tag == "source"]
    listed = (one.attributes.get(name, "") for one in (node, *sources) for name in _SETS)
    written = chain((node.attributes.get(name, "") for name in _SOURCES), map(_largest, listed))
    return next(filter(None, (absolute_url(base, address) for address in written)), "")


def _largest(listed: str) -> str:
    """Return the largest of a picture's addresses as `srcset` lists them; nothing for none."""
    return max(picture_sources(listed), key=_size, default=("", ""))[0]


def picture_sources(written: str) -> Iterator[tuple[str, str]]:
    """Yield a picture's addresses as `srcset` lists them, each with its size as it is written.

    Examples
    --------
    >>> list(picture_sources("small,1.jpg 320w, large,1.jpg 1280w"))
    [('small,1.jpg', '320w'), ('large,1.jpg', '1280w')]
    """
    # Addresses may hold commas; what parts them is white space.
    for part in re.split(r",\s+", written[:20_000]):
        address, _, size = part.strip().rstrip(",").partition(" ")
        if address:
            yield address, size.strip()


def _size(source: tuple[str, str]) -> float:
    """Return a picture's width or density; 1 where none is written, 0 for one that is no number."""
    try:
        return float(source[1][:-1] or 1)
    except ValueError:
        return 0.0


def _short(text: str) -> str:
    return " ".join(text[: 2 * _LONGEST_TEXT].split())[:_LONGEST_TEXT]


def _author(head: facts.Head) -> str:
    named: list[Any] = [head.meta.get(name) for name in _AUTHOR]
    for thing in head.data:
        authors = thing.get("author")
        first = authors[0] if isinstance(authors, list) and authors else authors
        named.append(first.get("name") if isinstance(first, dict) else first)
    texts = (_short(one) for one in named if isinstance(one, str))
    # Some sites give the address of a profile as the author.
    return next((text for text in texts if text and "://" not in text), "")


def _published(head: facts.Head) -> str:
    dates = (
        *(head.meta.get(name) for name in word_list("page/published_names.txt")),
        *(thing.get("datePublished") for thing in head.data),
    )
    return next(filter(None, map(iso, dates)), "")
