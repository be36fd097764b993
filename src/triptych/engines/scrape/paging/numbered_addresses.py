"""Addresses that differ in one number: pages of a listing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

_LONGEST = 2_000
_MOST_RUNS = 12
_PAGE_WORD = (
    r"(?:pages?|paged|pg|pagenum|pagenumber|pageno|pageindex|curpage|currentpage|seite|pagina|"
    r"página|strona|sivu|sida|sayfa|trang|stranica|stranka)"
)
#: Names of parameters that count pages, and of those that count things.
_PAGE_KEY = re.compile(
    rf"(?:.*[-_.\[:])?{_PAGE_WORD}(?:[-_]?(?:no|num|number|nr|index))?\]?|p|pn|pp", re.I
)
_OFFSET_KEY = re.compile(
    r"(?:.*[-_.\[])?(?:start|offset|from|skip|begin|startindex|start_?row|b_start:int|first|startat)\]?",
    re.I,
)
#: The number of items per page is not a page's number, and comments are not a listing.
_NEVER_KEY = re.compile(
    r".*(?:size|limit|per_?page|count|rows|show|rpp|year|month|day|date|id|cpage|comment).*", re.I
)
_PAGE_PATH = re.compile(
    rf"(?<=/){_PAGE_WORD}[/_=-]?(\d+)(?=/|\.\w+$|$)|(?<=/)p/?(\d+)(?=/|$)|[-_]{_PAGE_WORD}[-_]?(\d+)(?=/|\.\w+$|$)",
    re.I,
)
#: What marks where the next page begins, without a number.
_CURSOR_KEY = re.compile(
    r"(?:.*[-_.\[])?(?:after|cursor|token|continue|max_?id|marker|bookmark|pagefrom|subcatfrom)\]?",
    re.I,
)
_COMMENTS = re.compile(r"comment-page", re.I)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in an address a number stands."""

    #: The address without it.
    skeleton: str
    #: Name of the parameter that it is the value of; empty in a path.
    key: str
    #: Whether its name says that it counts pages or things.
    known: bool
    #: Whether it counts things.
    offset: bool

    def value(self, address: str) -> int | None:
        """Return the number that an address has here; None where it has another skeleton."""
        return dict(places(address)).get(self)


@dataclass(frozen=True, slots=True)
class Step:
    """How the number in an address grows with that of the page: by `size`, from `first`."""

    place: Place
    size: int
    first: int

    def number(self, address: str) -> int | None:
        """Return the number of the page that an address is of."""
        value = self.place.value(address)
        if value is None:
            return None
        number, rest = divmod(value - self.first, self.size)
        return number + 1 if not rest and number >= 0 else None


def number_places(address: str) -> list[Place]:
    """Return the places of an address where a number may count pages, those named so first.

    Examples
    --------
    >>> [(place.skeleton, place.known) for place in number_places("https://example.org/tea7?page=2")]
    [('https://example.org/tea7?', True), ('https://example.org/tea{}?page=2', False)]
    """
    return sorted((place for place, _ in places(address)), key=lambda place: not place.known)


def places(address: str) -> Iterator[tuple[Place, int]]:
    """Yield the places of an address where a number may count pages, with the number there."""
    if len(address) > _LONGEST:
        return
    parts = urlsplit(address)
    start = f"{parts.scheme}://{parts.netloc}"
    query = parse_qsl(parts.query, keep_blank_values=True)[:_MOST_RUNS]
    for at, (key, value) in enumerate(query):
        if value.isdecimal() and len(value) <= 7 and not _NEVER_KEY.fullmatch(key):
            rest = sorted(query[:at] + query[at + 1 :])
            offset = _OFFSET_KEY.fullmatch(key) is not None
            known = offset or _PAGE_KEY.fullmatch(key) is not None
            # A named one may be absent on the first page, so the skeleton is without its name.
            name = "" if known else f"&{key}={{}}"
            skeleton = f"{start}{parts.path}?{_joined(rest)}{name}"
            yield Place(skeleton, key, known, offset), int(value)
    if _COMMENTS.search(parts.path):
        return
    named = _PAGE_PATH.search(parts.path)
    after = f"?{_joined(sorted(query))}"
    if named and len(named[0]) < 40 and (digits := next(filter(None, named.groups()))):
        if len(digits) <= 7:
            path = parts.path[: named.start()].rstrip("/") + parts.path[named.end() :].rstrip("/")
            yield Place(f"{start}{path}{after}", "", True, False), int(digits)
        return
    for run in list(_DIGITS.finditer(parts.path))[-3:]:
        if len(run[0]) <= 5 and not run[0].startswith("0"):
            path = f"{parts.path[: run.start()]}{{}}{parts.path[run.end() :]}"
            yield Place(f"{start}{path}{after}", "", False, False), int(run[0])


def _joined(query: Sequence[tuple[str, str]]) -> str:
    return "&".join(f"{key}={value}" for key, value in query)


def step_of(place: Place, pairs: Sequence[tuple[int, int]]) -> Step | None:
    """Return how addresses count with the numbers of their links, given as pairs; else None.

    Examples
    --------
    >>> place = number_places("https://example.org/tea?start=20")[0]
    >>> step_of(place, [(2, 20), (3, 40)]).number("https://example.org/tea?start=100")
    6
    """
    known = sorted(set(pairs))
    if not known or len({number for number, _ in known}) < len(known):
        return None
    (first, low), (last, high) = known[0], known[-1]
    if first == last:
        if place.offset:
            size, rest = divmod(low, first - 1) if first > 1 else (0, 1)
            return Step(place, size, 0) if size and not rest else None
        return Step(place, 1, low - first + 1) if low - first in (0, -1) else None
    size, rest = divmod(high - low, last - first)
    start = low - size * (first - 1)
    if rest or size < 1 or start not in (0, 1):
        return None
    if any(value != start + size * (number - 1) for number, value in known):
        return None
    return Step(place, size, start)


def same_listing(place: Place, here: str, address: str) -> bool:
    """Return whether two addresses are those of pages of one listing, which differ in a number.

    Examples
    --------
    >>> here, there = "https://example.org/tea", "https://example.org/tea?sort=a&page=2"
    >>> [same_listing(place, here, there) for place in number_places(there)]
    [False]
    """
    if place.value(here) is not None:
        return True
    parts = urlsplit(here)
    query = _joined(sorted(parse_qsl(parts.query, keep_blank_values=True)))
    bare = f"{parts.scheme}://{parts.netloc}{parts.path}"
    return place.skeleton in (f"{bare}?{query}", f"{bare.rstrip('/')}?{query}")


def has_cursor(address: str) -> bool:
    """Return whether an address says where a page begins by a mark instead of a number.

    Examples
    --------
    >>> has_cursor("https://example.org/tea?after=t3_9x"), has_cursor("https://example.org/tea?sort=new")
    (True, False)
    """
    query = parse_qsl(urlsplit(address).query)[:_MOST_RUNS]
    return any(_CURSOR_KEY.fullmatch(key) for key, _ in query)
