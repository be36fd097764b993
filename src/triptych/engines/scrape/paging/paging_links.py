"""The links of a page to its own site, what they say, and what they stand in."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from triptych.engines.page.addresses import absolute_url, site_of
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.words import vocabulary

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
NEXT_WORDS = frozenset(vocabulary("next"))
PREVIOUS_WORDS = frozenset(vocabulary("previous"))
LAST_WORDS = frozenset(vocabulary("last"))
_PAGE, _OF = (f"(?:{'|'.join(vocabulary(name))})" for name in ("page", "of"))
_NUMBER = r"(\d{1,3}(?:[., \u202f]\d{3}){1,3}|\d{1,9})"
_ONE = re.compile(
    rf"(?:(?:go to |zu |zur |aller à la |ir a la |vai a )?{_PAGE}\s*)?[\[(]?\s*(\d{{1,5}})\s*[\])]?"
    rf"(?:\s*{_PAGE})?\.?"
)
_PAGE_OF = re.compile(
    rf"[\[(]?\s*(?:{_PAGE}\s*:?\s*(\d{{1,6}})\s*{_OF}\s*(\d{{1,6}})|"
    rf"(\d{{1,6}})\s*/\s*(\d{{1,6}})\s*{_PAGE}|"
    rf"第\s*(\d{{1,6}})\s*[页頁]\s*[,，/ ]*\s*共\s*(\d{{1,6}})\s*[页頁])"
    rf"\s*{_PAGE}?\s*[\])]?\.?"
)
_PAGE_JAPANESE = re.compile(r"全?\s*(\d{1,6})\s*ページ中\s*(\d{1,6})\s*ページ目?")
_RANGE = re.compile(
    rf"(?:[^\W\d_]+:?\s+){{0,3}}{_NUMBER}\s*(?:-|–|—|‒|to|bis|à|a|al|до|tot|till|do|~|〜|～|through)\s*"
    rf"{_NUMBER}\s*(?:\w+\s+)?{_OF}\s*(?:(?:about|over|approximately|ca\.?|etwa|environ)\s+)?{_NUMBER}"
    r"(?:\s+[^\W\d_]+){0,3}[.:]?"
)
_RANGE_JAPANESE = re.compile(
    rf"全?\s*{_NUMBER}\s*件(?:中|のうち)\s*{_NUMBER}\s*[-–~〜～]\s*{_NUMBER}\s*件.{{0,10}}"
)
_ARROWS = "›»→>❯⟩▶►≫⏵＞‹«←<❮⟨◀◄≪⏮⏭|·•.:…()[] \u200e\u200f\u00a0\ufe0e\ufe0f"
_LONGEST = 80
_LARGEST_PAGE = 10_000


@dataclass(slots=True, eq=False)
class Link:
    """A link of the page to the same site."""

    node: Node
    address: str
    label: str
    number: int | None
    rel: frozenset[str]


def site_links(document: Document, base: str, here: str) -> list[Link]:
    """Return a page's links to its own site, at most 5,000: the first and the last."""
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
    """Return whether an element leads to another page."""
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


def surroundings(document: Document, node: Node) -> str:
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


def bare_label(text: str) -> str:
    """Return a label as it compares: small letters, without arrows around words.

    Examples
    --------
    >>> bare_label("Next Page »"), bare_label(" › "), bare_label("Next: green tea")
    ('next page', '›', 'next: green tea')
    """
    folded = " ".join(unicodedata.normalize("NFC", text[:_LONGEST]).casefold().split())
    return folded.strip(_ARROWS) or folded


def page_number(text: str) -> int | None:
    """Return the number that a link to a page says; None where it says other things.

    Examples
    --------
    >>> page_number("3"), page_number("Seite 3"), page_number("3 comments")
    (3, 3, None)
    """
    if len(text) > _LONGEST or not (found := _ONE.fullmatch(text.strip().casefold())):
        return None
    return int(found[1]) or None


def page_of_pages(text: str) -> tuple[int, int] | None:
    """Return the number of a page and how many there are, where a text says only that.

    Examples
    --------
    >>> page_of_pages("Page 2 of 7"), page_of_pages("Showing 21–40 of 134 results")
    ((2, 7), (2, 7))
    >>> page_of_pages("10 of 12 people liked this")
    """
    if len(text) > _LONGEST:
        return None
    folded = text.strip().casefold()
    if found := _PAGE_OF.fullmatch(folded):
        first, last = (int(one) for one in found.groups() if one)
        return (first, last) if 1 <= first <= last else None
    if found := _PAGE_JAPANESE.fullmatch(folded):
        first, last = int(found[2]), int(found[1])
        return (first, last) if 1 <= first <= last else None
    if found := _RANGE.fullmatch(folded):
        return _of_range(*(_whole(one) for one in found.groups()))
    if found := _RANGE_JAPANESE.fullmatch(folded):
        total, first, last = (_whole(one) for one in found.groups())
        return _of_range(first, last, total)
    return None


def counts_pages(text: str) -> bool:
    """Return whether a text counts pages, and not the things on them."""
    folded = text.strip().casefold()
    return bool(_PAGE_OF.fullmatch(folded) or _PAGE_JAPANESE.fullmatch(folded))


def _whole(written: str) -> int:
    return int(re.sub(r"\D", "", written))


def _of_range(first: int, last: int, total: int) -> tuple[int, int] | None:
    """Return a page's number and the count of pages by the things on it."""
    if not 1 <= first <= last <= total:
        return None
    size = last - first + 1
    if last == total and first > 1:
        # The last page may have fewer things than the others, whose size divides what is before.
        likely = range(size, min(first, _LARGEST_PAGE))
        sizes = (one for one in likely if (first - 1) % one == 0)
        size = next(sizes, first - 1)
    if (first - 1) % size:
        return None
    return (first - 1) // size + 1, -(-total // size)
