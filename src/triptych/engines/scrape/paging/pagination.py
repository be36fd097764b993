"""Where a page is in its listing: its number, how many there are, and their addresses.

This is read from links alone: numbers whose addresses count with them, and words such as "Next"
whose address is that of the page with another number. Addresses are never made up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from triptych.engines.page.addresses import absolute_url
from triptych.engines.scrape.elements.document import Document, Node, Text, parse
from triptych.engines.scrape.elements.words import has_digit, vocabulary
from triptych.engines.scrape.meta_and_links import base_address
from triptych.engines.scrape.paging.numbered_addresses import Place, Step, places, step_of
from triptych.engines.scrape.paging.paging_links import (
    Link,
    bare_label,
    page_number,
    page_of_pages,
    page_of_things,
    site_links,
    surroundings,
)

_NEXT_WORDS, _PREVIOUS_WORDS, _LAST_WORDS = (
    frozenset(vocabulary(name)) for name in ("next", "previous", "last")
)
_MOST_BESIDE = 40
_MOST_AROUND = 200
_LONGEST_COUNT = 80
_CURRENT = re.compile(r"\b(?:current|active|selected|on|thispage)\b", re.I)
#: What stands between numbers of which some are left out.
_DOTS = ".…⋯"
#: An arrow for the next page, and two for the last.
_ARROW = frozenset("›>→⏵")
_TWO_ARROWS = frozenset(("»", ">>", "≫"))
#: Parameters that mark where the next page begins, without a number.
_CURSOR = re.compile(
    r"[?&_.-](?:after|cursor|token|continue|max_?id|marker|bookmark|pagefrom|subcatfrom)=", re.I
)


@dataclass(frozen=True, slots=True)
class Pagination:
    """A page's place in a listing."""

    #: Number of this page, from 1.
    position: int = 1
    #: How many pages there are: 1 without a sign of others, None if their number is not known.
    #: Most listings show a few numbers around the page's own, so the last one shown need not be it.
    length: int | None = 1
    #: Absolute address of the next page, of the same site.
    next: str | None = None
    #: Absolute addresses of the pages linked to, by number.
    pages: dict[int, str] = field(default_factory=dict)


def pagination(html: str, url: str) -> Pagination:
    """Return where a page is in its listing.

    Links to the next article, carousels, calendars, footnotes, chapters and years do not count.

    The page's `url` tells its number, too ("?page=2"); without one nothing is found. Errors are
    those of `extract`.

    Examples
    --------
    >>> page = '<p>Page 2 of 9 <a href="?page=1">Previous</a> <a href="?page=3">Next</a>'
    >>> pagination(page, "https://example.org/tea?page=2")
    ... # doctest: +NORMALIZE_WHITESPACE
    Pagination(position=2, length=9, next='https://example.org/tea?page=3',
               pages={1: 'https://example.org/tea?page=1', 3: 'https://example.org/tea?page=3'})
    """
    document = parse(html)
    here = absolute_url(url, url)
    if not here:
        return Pagination()
    links = site_links(document, base_address(document, url), here)
    return _Listing(document, here, links).pagination()


@dataclass(frozen=True, slots=True)
class _Pager:
    """Links with numbers whose addresses count with them."""

    pages: dict[int, str]
    step: Step
    #: The element around them.
    around: Node


class _Listing:
    """What the links and texts of a page say of the listing that it is a page of."""

    def __init__(self, document: Document, here: str, links: Sequence[Link]) -> None:
        self.document = document
        self.here = here
        self.links = links
        self.pager = self._pager()
        self.next = self._turning_link(_NEXT_WORDS, "next", 1)
        self.previous = self._turning_link(_PREVIOUS_WORDS, "prev", -1)

    def pagination(self) -> Pagination:
        texts = _texts_with_numbers(self.document)
        count = _first(page_of_pages, texts)
        pages = dict(self.pager.pages) if self.pager else {}
        if not pages and self.next is None and self.previous is None:
            # A text alone may be about something else, unless it counts pages.
            return Pagination(*count) if count else Pagination()
        count = count or _first(page_of_things, texts)
        position = self._position(count)
        following = self.next or pages.get(position + 1)
        last_link = self._last_link()
        last = self.pager.step.number(last_link) if self.pager and last_link else None
        turning = ((position + 1, following), (position - 1, self.previous), (last, last_link))
        for number, address in turning:
            if number and address:
                pages.setdefault(number, address)
        length = count[1] if count else last or self._length(position)
        if length is not None and length < max([position, *pages]):
            length = None
        return Pagination(position, length, following, dict(sorted(pages.items())))

    def _pager(self) -> _Pager | None:
        """Return the links with numbers that look most like a pager; None without any."""
        groups: dict[Place, list[tuple[Link, int]]] = {}
        for link in self.links:
            if link.number:
                for place, value in places(link.address):
                    groups.setdefault(place, []).append((link, value))
        best: _Pager | None = None
        best_score = 0
        for place, valued in groups.items():
            step = step_of(place, [(link.number, value) for link, value in valued])
            if step is None:
                continue
            group = [link for link, _ in valued]
            standing = {surroundings(self.document, link.node) for link in group[:20]}
            if "other" in standing:
                continue
            pages = {link.number: link.address for link in reversed(group)}
            around = _common(self.document, group)
            pager, beside = "pager" in standing, self._turns_beside(around)
            known = place.known and place.value(self.here) is not None
            score = len(pages) + 5 * pager + 3 * known + 2 * beside
            signs = (known, beside, len(pages) > 1)
            if (pager or sum(signs) > 1) and score > best_score:
                best, best_score = _Pager(pages, step, around), score
        if best is not None:
            # The address of the first page often has no number.
            for link in self.links:
                if link.number == 1 and best.around.contains(link.node):
                    best.pages.setdefault(1, link.address)
        return best

    def _turns_beside(self, around: Node) -> bool:
        """Return whether a word like "Next" stands in an element, which is no large one."""
        if around.last_text - around.first_text > _MOST_BESIDE:
            return False
        labels = {bare_label(text.words) for text in self._texts(around)}
        return not labels.isdisjoint(_NEXT_WORDS | _PREVIOUS_WORDS)

    def _texts(self, around: Node) -> list[Text]:
        return self.document.texts[around.first_text : around.last_text][:_MOST_AROUND]

    def _turning_link(self, words: Collection[str], rel: str, way: int) -> str | None:
        """Return the address of the first link that turns the page, forward or back."""
        for link in self.links:
            if link.address == self.here or link.number:
                continue
            # Style sheets draw arrows on links without a label.
            drawn = not link.label and rel in link.node.attributes.get("class", "").lower().split()
            if (link.label in words or rel in link.rel or drawn) and self._turns(link, way):
                return link.address
        return None

    def _last_link(self) -> str | None:
        """Return the address of the last page, where a word or two arrows lead to it."""
        last = self._turning_link(_LAST_WORDS, "last", 1)
        if last or all(link.label not in _ARROW for link in self.links):
            return last
        return next((link.address for link in self.links if link.label in _TWO_ARROWS), None)

    def _turns(self, link: Link, way: int) -> bool:
        """Return whether an address is that of this page with another number."""
        standing = "" if link.node.tag == "link" else surroundings(self.document, link.node)
        if standing == "other":
            return False
        if compared := self._compare(link.address):
            _, own, other = compared
            return (other - own) * way > 0
        if self.pager and self.pager.step.number(link.address):
            return True
        if standing == "pager" and way > 0:
            for place, other in places(link.address):
                if place.known:
                    return place.offset or other == 2  # the first page has another address
        # Pages that are found by a mark and not by a number have the same path.
        same_path = self.here.partition("?")[0] == link.address.partition("?")[0]
        return same_path and (standing == "pager" or _CURSOR.search(link.address) is not None)

    def _compare(self, address: str) -> tuple[Place, int, int] | None:
        """Return where the page's own address and another have their numbers, and the numbers."""
        named = [place for place, _ in (*places(address), *places(self.here)) if place.known]
        for place in [self.pager.step.place, *named] if self.pager else named:
            own, other = place.value(self.here), place.value(address)
            if own is not None and other is not None:
                return place, own, other
        return None

    def _position(self, count: tuple[int, int] | None) -> int:
        """Return the page's number: marked, counted, or as its address has it; else 1."""
        if self.pager and (marked := self._marked(self.pager)):
            return marked
        if count:
            return count[0]
        if self.pager and (number := self.pager.step.number(self.here)):
            return number
        for address in filter(None, (self.next, self.previous)):
            if compared := self._compare(address):
                place, own, other = compared
                size = abs(own - other) if place.offset else 0
                return own // size + 1 if size else max(1, own)
        return 1

    def _marked(self, pager: _Pager) -> int:
        """Return the number that is marked as the page's own, else one not linked, else 0."""
        unlinked = 0
        for text in self._texts(pager.around):
            number = page_number(text.words)
            if not number:
                continue
            node = self.document.nodes[text.node]
            # What has further texts is about more than this number.
            alone = [
                up
                for up in (node, *islice(self.document.ancestors(node), 2))
                if up.last_text - up.first_text <= 2
            ]
            if any(map(_is_current, alone)):
                return number
            linked = any(up.tag == "a" and up.attributes.get("href") for up in alone)
            if not linked and number not in pager.pages:
                unlinked = unlinked or number
        return unlinked

    def _length(self, position: int) -> int | None:
        """Return how many pages the numbers shown tell of, None where they do not."""
        if self.pager is None:
            return None if self.next else position
        shown = self.pager.pages
        most = max([position, *shown])
        if self.next is None:
            return most
        # Numbers shown around the page's own reach as far after it as before it, unless they end;
        # numbers shown in tens or fives end where those do.
        low = position
        while low - 1 in shown:
            low -= 1
        if most - position < position - low and most % 5:
            return most
        gap = False
        for text in self._texts(self.pager.around):
            number = page_number(text.words)
            if gap and number == most:
                return most
            if number or not text.words.strip(_DOTS):
                gap = not number
        return None


def _texts_with_numbers(document: Document) -> list[str]:
    """Return the short texts that have a number, and those of small elements, as one each."""
    texts = [text.words for text in document.texts]
    texts.extend(
        " ".join(document.text(node).split())
        for node in document.nodes
        if 1 < node.last_text - node.first_text <= 12
    )
    return [text for text in texts if len(text) <= _LONGEST_COUNT and has_digit(text)]


def _first(
    read: Callable[[str], tuple[int, int] | None], texts: Iterable[str]
) -> tuple[int, int] | None:
    """Return what is read from the first text that it can be read from."""
    return next(filter(None, map(read, texts)), None)


def _common(document: Document, links: Sequence[Link]) -> Node:
    """Return the element around links; of one alone, that of the list it may be in."""
    first, last = links[0].node, links[-1].node
    ups = document.ancestors(first)
    return next((up for up in ups if up.tag != "li" and up.contains(last)), first)


def _is_current(node: Node) -> bool:
    marked = node.attributes.get("aria-current", "false") != "false"
    return marked or _CURRENT.search(node.attributes.get("class", "")) is not None
