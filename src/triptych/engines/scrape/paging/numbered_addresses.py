"""Addresses that differ in one number: pages of a listing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

_MOST_PARAMETERS = 12
_PAGE_WORD = r"(?:page|p[aá]gina|seite|strona|sivu|sida|sayfa|trang|stranica|stranka)"
#: Names of parameters that count pages, and of those that count things.
_PAGE_KEY = re.compile(rf"{_PAGE_WORD}|^_?pg?n?$", re.I)
_OFFSET_KEY = re.compile(
    r"(?<![a-z])(?:start|offset|from|skip|begin|first)(?:index|at|_?row)?(?![a-z])", re.I
)
#: The number of items per page is not a page's number, and comments are not a listing.
_NEVER_KEY = re.compile(
    r"size|limit|per_?page|count|rows|show|year|month|day|date|id|cpage|comment", re.I
)
_NUMBER = re.compile(r"\d{1,7}")
_PAGE_PATH = re.compile(
    rf"(?:(?<=/)p/?|(?:(?<=/)|[-_]){_PAGE_WORD}s?[/_=:-]?)(\d{{1,7}})(?=/|\.\w+$|$)", re.I
)
_NUMBER_IN_PATH = re.compile(r"(?<!\d)[1-9]\d{0,4}(?!\d)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in an address a number stands."""

    #: The address without it, and without the name of the parameter that it is the value of.
    skeleton: str
    #: That name; empty in a path.
    key: str
    #: Whether its name says that it counts pages or things.
    known: bool
    #: Whether it counts things.
    offset: bool

    def value(self, address: str) -> int | None:
        """Return the number that an address of the same listing has here; else None.

        0 where it lacks only that, as the first page often does.

        Examples
        --------
        >>> place, _ = next(places("https://example.org/tea?page=2&sort=a"))
        >>> place.value("https://example.org/tea?sort=a&page=3")
        3
        >>> place.value("https://example.org/tea?sort=a"), place.value("https://example.org/tea")
        (0, None)
        """
        if (number := dict(places(address)).get(self)) is not None:
            return number
        parts = urlsplit(address)
        query = parse_qsl(parts.query, keep_blank_values=True)
        return 0 if self.skeleton == _skeleton(parts, parts.path, query) else None


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
        number, rest = divmod(max(0, value - self.first), self.size)
        return None if rest else number + 1


def places(address: str) -> Iterator[tuple[Place, int]]:
    """Yield the places of an address where a number may count pages, with the number there.

    Examples
    --------
    >>> for place, value in places("https://example.org/tea7?page=2"):
    ...     print(place.skeleton, place.known, value)
    https://example.org/tea7 True 2
    https://example.org/tea{}?page=2 False 7
    """
    parts = urlsplit(address)
    query = parse_qsl(parts.query, keep_blank_values=True)[:_MOST_PARAMETERS]
    for at, (key, value) in enumerate(query):
        if _NUMBER.fullmatch(value) and not _NEVER_KEY.search(key):
            offset = _OFFSET_KEY.search(key) is not None
            known = offset or _PAGE_KEY.search(key) is not None
            skeleton = _skeleton(parts, parts.path, query[:at] + query[at + 1 :])
            yield Place(skeleton, key, known, offset), int(value)
    if "comment-page" in parts.path:
        return
    if named := _PAGE_PATH.search(parts.path):
        path = parts.path[: named.start()].rstrip("/") + parts.path[named.end() :]
        yield Place(_skeleton(parts, path, query), "", True, False), int(named[1])
        return
    for number in list(_NUMBER_IN_PATH.finditer(parts.path))[-3:]:
        path = f"{parts.path[: number.start()]}{{}}{parts.path[number.end() :]}"
        yield Place(_skeleton(parts, path, query), "", False, False), int(number[0])


def _skeleton(parts: SplitResult, path: str, query: Sequence[tuple[str, str]]) -> str:
    """Return an address with this path and query, whose order does not matter."""
    return parts._replace(path=path.rstrip("/"), query=urlencode(sorted(query))).geturl()


def step_of(place: Place, pairs: Sequence[tuple[int, int]]) -> Step | None:
    """Return how addresses count with the numbers of their links, given as pairs; else None.

    Examples
    --------
    >>> place, _ = next(places("https://example.org/tea?start=20"))
    >>> step_of(place, [(2, 20), (3, 40)]).number("https://example.org/tea?start=100")
    6
    """
    (first, low), (last, high) = min(pairs), max(pairs)
    if first < last:
        size = (high - low) // (last - first)
    elif place.offset:
        size = low // (first - 1) if first > 1 else 0
    else:
        size = 1
    start = low - size * (first - 1)
    if size < 1 or start not in (0, 1):
        return None
    if any(value != start + size * (number - 1) for number, value in pairs):
        return None
    return Step(place, size, start)
