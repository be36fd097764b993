"""The links of a page to its own site, what they say, and what they stand in."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from itertools import chain, islice

from triptych.engines.page.addresses import absolute_url, site_of
from triptych.engines.scrape.elements.document import Document, Node
from triptych.engines.scrape.elements.words import vocabulary

_MOST_LINKS = 2_000
_PAGER = re.compile(
    r"pagi(?:n[ga]|naz)|\bpagers?\b|page[-_ ]?(?:numbers?|nav|links?|list)|"
    r"\bpages\b|seiten|nav-links|load-?more|show-?more|infinite-?scroll",
    re.I,
)
#: Things that are turned over too, but are no listing.
_OTHER = re.compile(
    r"calendar|datepicker|\bmonths?\b|carousel|slider|slideshow|slick|swiper|gallery|lightbox|"
    r"\btoc\b|table-?of-?contents|footnote|reference|chapter|(?:post|entry|article|single|image)-?(?:nav|pag)|"
    r"comment|\btabs?\b|breadcrumb|rating|reviews?-?stars|prev-?next-?(?:post|article)",
    re.I,
)
#: A whole page may be named after what is on it, so around a pager only these names count.
_COMMENTS = re.compile(r"\bcomments\b|comment-?(?:list|area|section)|disqus", re.I)
_NAMING = ("class", "id", "aria-label", "role", "data-testid", "data-test")
_PAGE, _OF = (f"(?:{'|'.join(vocabulary(name))})" for name in ("page", "of"))
_PAGE_NUMBER = re.compile(
    rf"(?:(?:go to |zu |zur |aller à la |ir a la |vai a )?{_PAGE}\s*)?(\d{{1,5}})(?:\s*{_PAGE})?"
)
_DIGITS = r"\s*(\d{1,6})\s*"
_PAGE_OF = re.compile(
    rf"\W*(?:{_PAGE}:?{_DIGITS}{_OF}{_DIGITS}|{_DIGITS}/{_DIGITS}{_PAGE}|"
    rf"第{_DIGITS}[页頁]\W*共{_DIGITS}[页頁]|全?{_DIGITS}ページ中{_DIGITS}ページ目?)"
    rf"(?:{_PAGE})?\W*"
)
_NUMBER = r"\s*(\d{1,3}(?:[., \u202f]\d{3}){1,3}|\d{1,9})\s*"
_DASH = "(?:[-–—‒~〜～]|to|bis|à|a|al|до|tot|till|do|through)"
_RANGE = re.compile(
    rf"\D{{0,30}}{_NUMBER}{_DASH}{_NUMBER}(?:\w+\s+)?{_OF}\D{{0,16}}{_NUMBER}\D{{0,30}}|"
    rf"全?{_NUMBER}件(?:中|のうち){_NUMBER}{_DASH}{_NUMBER}件\D{{0,10}}"
)
_ARROWS = "›»→>❯⟩▶►≫⏵＞‹«←<❮⟨◀◄≪⏮⏭|·•.:…()[] \u200e\u200f\u00a0\ufe0e\ufe0f"
_LONGEST = 80


@dataclass(slots=True, eq=False)
class Link:
    """A link of the page to the same site."""

    node: Node
    address: str
    #: What it says, as `bare_label` returns it.
    label: str
    #: The number of a page that it says; 0 where it says other things.
    number: int
    rel: frozenset[str]


def site_links(document: Document, base: str, here: str) -> list[Link]:
    """Return a page's links to its own site, at most 2,000: the first and the last."""
    found: list[Link] = []
    site = site_of(here)
    written = [node for node in document.nodes if node.tag in ("a", "link")]
    if len(written) > _MOST_LINKS:
        # Pagers stand before a listing or after it.
        written = written[: _MOST_LINKS // 2] + written[-_MOST_LINKS // 2 :]
    for node in written:
        href = node.attributes.get("href", "")
        rel = frozenset(node.attributes.get("rel", "").lower().split())
        if href.startswith("#") or (node.tag == "link" and rel.isdisjoint(("next", "prev"))):
            continue
        address = absolute_url(base, href)
        if address and site_of(address) == site:
            label = _label(document, node)
            found.append(Link(node, address, bare_label(label), page_number(label), rel))
    return found


def _label(document: Document, node: Node) -> str:
    """Return what a link says: its text, or where it has none, its name or that of a picture."""
    if node.last_text - node.first_text > 6:
        return ""
    inside = document.nodes[node.index + 1 : min(node.end, node.index + 6)]
    named = (node.attributes.get(name) for name in ("aria-label", "title"))
    drawn = (one.attributes.get("alt") for one in inside)
    return next(filter(None, (document.text(node), *named, *drawn)), "")


def surroundings(document: Document, node: Node) -> str:
    """Return what a link is in by the names around it: "pager", "other", or nothing."""
    is_pager = False
    for up in islice(chain([node], document.ancestors(node)), 7):
        if up.tag in ("body", "html"):
            break
        names = " ".join(up.attributes.get(name, "")[:500] for name in _NAMING)
        if (_COMMENTS if is_pager else _OTHER).search(names):
            return "other"
        is_pager = is_pager or _PAGER.search(names) is not None
    return "pager" if is_pager else ""


def bare_label(text: str) -> str:
    """Return a label as it compares: small letters, without arrows around words.

    Examples
    --------
    >>> bare_label("Next Page »"), bare_label(" › "), bare_label("Next: green tea")
    ('next page', '›', 'next: green tea')
    """
    folded = " ".join(unicodedata.normalize("NFC", text[:_LONGEST]).casefold().split())
    return folded.strip(_ARROWS) or folded


def page_number(text: str) -> int:
    """Return the number that a link to a page says; 0 where it says other things.

    Examples
    --------
    >>> page_number("3"), page_number("Seite 3"), page_number("3 comments")
    (3, 3, 0)
    """
    found = _PAGE_NUMBER.fullmatch(bare_label(text))
    return int(found[1]) if found else 0


def page_of_pages(text: str) -> tuple[int, int] | None:
    """Return the number of a page and how many there are, where a text says only that.

    Examples
    --------
    >>> page_of_pages("Page 2 of 7"), page_of_pages("全7ページ中 2ページ目")
    ((2, 7), (2, 7))
    """
    numbers = _numbers(_PAGE_OF, text)
    return (numbers[0], numbers[1]) if numbers and numbers[0] else None


def page_of_things(text: str) -> tuple[int, int] | None:
    """Return the number of a page and how many there are, where a text counts the things on them.

    None on the last page, which may have fewer things than the others.

    Examples
    --------
    >>> page_of_things("Showing 21–40 of 134 results"), page_of_things("全35件中 11〜20件")
    ((2, 7), (2, 4))
    >>> page_of_things("10 of 12 people liked this")
    """
    first, last, total = _numbers(_RANGE, text) or (0, 0, 0)
    size = last - first + 1
    if first < 1 or (first - 1) % size or (last == total and first > 1):
        return None
    return (first - 1) // size + 1, -(-total // size)


def _numbers(pattern: re.Pattern[str], text: str) -> list[int] | None:
    """Return the numbers of a text that a pattern matches, in order of size; else None.

    Languages differ in the order of a page's number and how many there are.
    """
    found = pattern.fullmatch(text.strip().casefold())
    return sorted(int(re.sub(r"\D", "", one)) for one in found.groups() if one) if found else None
