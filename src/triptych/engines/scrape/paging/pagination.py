"""Where a page is in its listing: its number, how many there are, and their addresses.

This is read from links alone: numbers whose addresses count with them, and words such as "Next"
whose address is that of the page with another number. Addresses are never made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from triptych.engines.page.addresses import absolute_url
from triptych.engines.scrape.elements.document import Document, Node, parse
from triptych.engines.scrape.elements.words import has_digit
from triptych.engines.scrape.meta_and_links import base_address
from triptych.engines.scrape.paging.numbered_addresses import (
    Place,
    Step,
    has_cursor,
    number_places,
    places,
    same_listing,
    step_of,
)
from triptych.engines.scrape.paging.paging_links import (
    LAST_WORDS,
    NEXT_WORDS,
    PREVIOUS_WORDS,
    Link,
    bare_label,
    counts_pages,
    page_number,
    page_of_pages,
    site_links,
    surroundings,
)

_MOST_NUMBERED = 1_000
_MOST_TEXTS = 10_000
_MOST_BESIDE = 40
_CURRENT = re.compile(r"\b(?:current|active|selected|is-active|on|thispage)\b", re.I)
_GAP = frozenset(("…", "...", "⋯", "..", "&hellip;"))


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
    run = _numbered_links(document, links, here)
    turning = _TurningLinks(document, links, here, run)
    return _put_together(document, here, run, turning, _page_count(document))


@dataclass(slots=True, eq=False)
class _NumberedLinks:
    """Links with numbers whose addresses count with them."""

    pages: dict[int, str]
    step: Step
    nodes: list[Node]


def _numbered_links(document: Document, links: Sequence[Link], here: str) -> _NumberedLinks | None:
    numbered = [link for link in links if link.number is not None]
    if len(numbered) > _MOST_NUMBERED:
        numbered = numbered[: _MOST_NUMBERED // 2] + numbered[-_MOST_NUMBERED // 2 :]
    groups: dict[Place, list[tuple[Link, int]]] = {}
    for link in numbered:
        for place, value in places(link.address):
            groups.setdefault(place, []).append((link, value))
    best: tuple[float, _NumberedLinks] | None = None
    for place, valued in groups.items():
        step = step_of(place, [(link.number or 0, value) for link, value in valued])
        if step is None:
            continue
        group = [link for link, _ in valued]
        arounds = [surroundings(document, link.node) for link in group[:20]]
        if "other" in arounds:
            continue
        pager = "pager" in arounds
        numbers = {link.number for link in group}
        beside = _next_beside(document, group)
        alone = len(numbers) == 1 and not (pager or beside)
        if alone or not (place.known or pager or (beside and len(numbers) > 1)):
            continue
        if not pager and not beside and min(n or 0 for n in numbers) >= 1_000:
            continue  # years
        if not same_listing(place, here, group[0].address) and not (pager or beside):
            continue
        score = len(numbers) + 5 * pager + 3 * place.known + 2 * beside
        if best is None or score > best[0]:
            pages = {link.number or 0: link.address for link in reversed(group)}
            best = (
                score,
                _NumberedLinks(dict(sorted(pages.items())), step, [one.node for one in group]),
            )
    if best is not None:
        _add_first(document, links, best[1])
    return best[1] if best else None


def _add_first(document: Document, links: Sequence[Link], run: _NumberedLinks) -> None:
    """Add the first page, whose address often has no number."""
    near = _common(document, run.nodes)
    for link in links:
        if link.number == 1 and near.index <= link.node.index < near.end:
            run.pages.setdefault(1, link.address)
    run.pages = dict(sorted(run.pages.items()))


def _next_beside(document: Document, group: Sequence[Link]) -> bool:
    """Return whether a word like "Next" stands with the numbers."""
    near = _common(document, [link.node for link in group])
    if near.last_text - near.first_text > _MOST_BESIDE:
        return False
    labels = {bare_label(text.words) for text in document.texts[near.first_text : near.last_text]}
    return not labels.isdisjoint(NEXT_WORDS | PREVIOUS_WORDS)


def _common(document: Document, nodes: Sequence[Node]) -> Node:
    """Return the element around elements; of one alone, that of the list it may be in."""
    first, last = nodes[0], nodes[-1]
    up = document.nodes[first.parent] if first.parent >= 0 else first
    if up.tag == "li" and up.parent >= 0:
        up = document.nodes[up.parent]
    while up.end <= last.index and up.parent >= 0:
        up = document.nodes[up.parent]
    return up


class _TurningLinks:
    """The links that turn the page: next, previous, last."""

    def __init__(
        self, document: Document, links: Sequence[Link], here: str, run: _NumberedLinks | None
    ) -> None:
        self.document = document
        self.here = here
        self.run = run
        self.next = self._first(links, NEXT_WORDS, "next", 1)
        self.previous = self._first(links, PREVIOUS_WORDS, "prev", -1)
        self.last = self._first(links, LAST_WORDS, "last", 1)
        if self.last is None:
            self.last = self._doubled(links)

    def _first(
        self, links: Iterable[Link], labels: frozenset[str], rel: str, way: int
    ) -> str | None:
        for link in links:
            if link.address == self.here or link.number is not None:
                continue
            names = link.node.attributes.get("class", "").lower().split()
            label = bare_label(link.label)
            named = label in labels or rel in link.rel
            named = named or (rel in names and not label.strip("<>«»‹›←→"))
            if named and self._turns(link, way):
                return link.address
        return None

    def _doubled(self, links: Iterable[Link]) -> str | None:
        """Return the address of "»" beside a "›"."""
        doubled = (one.address for one in links if one.label in ("»", ">>", "⏭", "≫"))
        single = any(one.label in ("›", ">", "→", "⏵") for one in links)
        return next(doubled, None) if single and self.run else None

    def _turns(self, link: Link, way: int) -> bool:
        """Return whether an address is that of this page with another number."""
        standing = "" if link.node.tag == "link" else surroundings(self.document, link.node)
        if standing == "other":
            return False
        if self.run is not None and self.run.step.number(link.address) is not None:
            return True
        for place in number_places(link.address):
            if not place.known:
                continue
            own, other = place.value(self.here), place.value(link.address) or 0
            if same_listing(place, self.here, link.address):
                return (other - (own or 0)) * way > 0
            if standing == "pager" and way > 0:
                return place.offset or other == 2  # the first page has another address
        path, same = self.here.partition("?")[0], link.address.partition("?")[0]
        if way < 0 and any(place.known for place in number_places(self.here)):
            return path.startswith(same)
        # Pages that are found by a mark and not by a number have the same path.
        return path == same and (standing == "pager" or has_cursor(link.address))


@dataclass(frozen=True, slots=True)
class _PageCount:
    """The numbers of a text such as "Page 2 of 7" or "21-40 of 134"; whether it counts pages."""

    position: int | None = None
    length: int | None = None
    of_pages: bool = False


def _page_count(document: Document) -> _PageCount:
    visited: set[int] = set()
    counting = [text for text in document.texts if len(text.words) <= 120 and has_digit(text.words)]
    if len(counting) > _MOST_TEXTS:
        counting = counting[: _MOST_TEXTS // 2] + counting[-_MOST_TEXTS // 2 :]
    for text in counting:
        node = document.nodes[text.node]
        texts = [text.words]
        for up in (node, *islice(document.ancestors(node), 2)):
            if up.index not in visited and 1 < up.last_text - up.first_text <= 12:
                visited.add(up.index)
                texts.append(" ".join(document.text(up).split()))
        for one in texts:
            if (numbers := page_of_pages(one)) is not None:
                return _PageCount(*numbers, counts_pages(one))
    return _PageCount()


def _put_together(
    document: Document,
    here: str,
    run: _NumberedLinks | None,
    turning: _TurningLinks,
    count: _PageCount,
) -> Pagination:
    pages = dict(run.pages) if run else {}
    if not pages and turning.next is None and turning.previous is None:
        # A text alone may be about something else, unless it counts pages.
        return Pagination(count.position or 1, count.length) if count.of_pages else Pagination()
    position = _position(document, here, run, turning, count)
    following = turning.next
    if following is None and position + 1 in pages:
        following = pages[position + 1]
    if following is not None:
        pages.setdefault(position + 1, following)
    if turning.previous is not None and position > 1:
        pages.setdefault(position - 1, turning.previous)
    last = run.step.number(turning.last) if run and turning.last else None
    if last is not None and turning.last:
        pages.setdefault(last, turning.last)
    length = count.length or last or _length(document, run, position, turning.next)
    if length is not None and (length < position or length < max(pages, default=1)):
        length = None
    return Pagination(position, length, following, dict(sorted(pages.items())))


def _position(
    document: Document,
    here: str,
    run: _NumberedLinks | None,
    turning: _TurningLinks,
    count: _PageCount,
) -> int:
    if run is not None and (marked := _marked(document, run)) is not None:
        return marked
    if count.position is not None:
        return count.position
    if run is not None and (number := run.step.number(here)) is not None:
        return number
    for way, address in ((1, turning.next), (-1, turning.previous)):
        for place in number_places(address) if address else ():
            if place.known and same_listing(place, here, address or ""):
                other, own = place.value(address or ""), place.value(here)
                if place.offset and other is not None:
                    size = abs(other - (own or 0))
                    return (own or 0) // size + 1 if size else 1
                if other is not None:
                    # Pages without a number in their address may count from 0.
                    return max(1, own if own else (other - way if other > 1 else 1))
    return 1


def _marked(document: Document, run: _NumberedLinks) -> int | None:
    """Return the number that is marked as the page's own among the links, or is not linked."""
    near = _common(document, run.nodes)
    plain: int | None = None
    for node in document.nodes[near.index : min(near.end, near.index + 500)]:
        if node.last_text - node.first_text not in (1, 2):
            continue
        number = page_number(" ".join(document.text(node).split()))
        if number is None:
            continue
        current = node.attributes.get("aria-current", "false") != "false"
        up = document.nodes[node.parent] if node.parent >= 0 else node
        names = f"{node.attributes.get('class', '')} {up.attributes.get('class', '')}"
        alone = up.last_text - up.first_text == node.last_text - node.first_text
        if current or _CURRENT.search(names if alone else node.attributes.get("class", "")):
            return number
        linked = any(one.tag == "a" and one.attributes.get("href") for one in (node, up))
        if not linked and number not in run.pages and plain is None:
            plain = number
    if plain is None:
        for text in document.texts[near.first_text : near.last_text][:200]:
            number = page_number(text.words)
            if text.node == near.index and number is not None and number not in run.pages:
                return number
    return plain


def _length(
    document: Document, run: _NumberedLinks | None, position: int, following: str | None
) -> int | None:
    """Return how many pages the numbers shown tell of, None where they do not."""
    if run is None:
        return None if following is not None else position
    most = max(*run.pages, position)
    if following is None or position == most:
        return most if following is None else None
    near = _common(document, run.nodes)
    # Numbers shown around the page's own reach as far after it as before it, unless they end;
    # numbers shown in tens or fives end where those do.
    low = position
    while low - 1 in run.pages:
        low -= 1
    if most - position < position - low and most % 5:
        return most
    gap = False
    for text in document.texts[near.first_text : near.last_text][:200]:
        if text.words in _GAP:
            gap = True
        elif page_number(text.words) == most and gap:
            return most
        elif page_number(text.words) is not None:
            gap = False
    return None
