"""The links of a page to its own site, what they say, and what they stand in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from triptych.engines.page.addresses import absolute_url, site_of
from triptych.engines.scrape.document import Document, Node
from triptych.engines.scrape.paging_words import bare_label, page_number

_MOST_LINKS = 5_000
_LONGEST_LABEL = 60
_PAGER = re.compile(
    r"pagi(?:ng|nation|nator|nacion|nazione)|\bpagers?\b|page[-_ ]?(?:numbers?|nav|links?|list)|"
    r"pagenav|\bpages\b|seiten|nav-links|load-?more|show-?more|infinite-?scroll",
    re.I,
)
#: Things that are turned over too, but are no listing.
_OTHER = re.compile(
    r"calendar|datepicker|\bmonths?\b|carousel|slider|slideshow|slick|swiper|gallery|lightbox|"
    r"\btoc\b|table-?of-?contents|footnote|reference|chapter|(?:post|entry|article|single|image)-?(?:nav|pag)|"
    r"comment|\btabs?\b|breadcrumb|rating|reviews?-?stars|prev-?next-?(?:post|article)",
    re.I,
)
#: A whole page may be named after what is on it, so of these only the names of parts count.
_COMMENTS = re.compile(r"\bcomments\b|comment-?(?:list|area|section)|disqus", re.I)
_NAMING = ("class", "id", "aria-label", "role", "data-testid", "data-test")


@dataclass(slots=True, eq=False)
class Link:
    """A link of the page to the same site."""

    node: Node
    address: str
    label: str
    number: int | None
    rel: frozenset[str]


def links_of(document: Document, base: str, here: str) -> list[Link]:
    """Return a page's links to its own site, at most 5,000: the first and the last.

    Parameters
    ----------
    document : Document
        The page.
    base : str
        What its addresses are relative to.
    here : str
        Its own address.
    """
    found: list[Link] = []
    site = site_of(here)
    written = [node for node in document.nodes if _leads(node)]
    if len(written) > _MOST_LINKS:
        # Pagers stand before a listing or after it.
        written = written[: _MOST_LINKS // 2] + written[-_MOST_LINKS // 2 :]
    for node in written:
        address = absolute_url(base, node.attributes["href"])
        if address and site_of(address) == site:
            label = _label(document, node)
            rel = frozenset(node.attributes.get("rel", "").lower().split())
            found.append(Link(node, address, label, page_number(label), rel))
    return found


def _leads(node: Node) -> bool:
    """Tell whether an element leads to another page."""
    head = node.tag == "link" and bool({"next", "prev"} & {*node.attributes.get("rel", "").split()})
    return (node.tag == "a" or head) and node.attributes.get("href", "#")[:1] not in ("#", "")


def _label(document: Document, node: Node) -> str:
    """Return what a link says: its text, or where that is only an arrow or nothing, its name."""
    if node.last_text - node.first_text > 6:
        return ""
    text = " ".join(document.text(node).split())
    named = node.attributes.get("aria-label", "") or node.attributes.get("title", "")
    if len(text) > _LONGEST_LABEL:
        return ""
    if bare_label(text):
        return text
    inside = document.nodes[node.index + 1 : min(node.end, node.index + 6)]
    drawn = next((one.attributes["alt"] for one in inside if one.attributes.get("alt")), "")
    return (named or drawn or text)[:_LONGEST_LABEL].strip()


def around(document: Document, node: Node) -> str:
    """Return what a link is in by the names around it: "pager", "other", or nothing."""
    found = ""
    for up, _ in zip((node, *document.ancestors(node)), range(7), strict=False):
        if up.tag in ("body", "html"):
            break
        names = " ".join(up.attributes.get(name, "")[:500] for name in _NAMING)
        if found:
            if _COMMENTS.search(names):
                return "other"
        elif _OTHER.search(names) or (up.tag == "table" and up.end - up.index > 150):
            return "other"
        elif _PAGER.search(names):
            found = "pager"
    return found
