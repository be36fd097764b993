"""Gather pages into batches, as they can be kept."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any
from urllib.parse import urlsplit

from triptych.engines.page import WebPage

#: Seconds after which a batch is full, so that little is lost where pages come slowly.
_LONGEST_WAIT = 5.0


def cleaned(page: WebPage) -> WebPage:
    """Return a page as it can be kept.

    Half of a surrogate pair is no character; the site of a page is that of its address, where
    nothing else is said.
    """
    if not page.site_name:
        host = urlsplit(page.url).hostname or ""
        page = replace(page, site_name=host.removeprefix("www."))
    values: dict[str, Any] = {
        field.name: value.encode("utf-8", "replace").decode("utf-8")
        for field in fields(page)
        if isinstance(value := getattr(page, field.name), str) and not _sound(value)
    }
    return replace(page, **values) if values else page


def _sound(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def batches(pages: Iterable[WebPage], most: int, longest: int) -> Iterator[list[WebPage]]:
    """Yield lists of pages, each full with so many pages, so many characters, or after a while."""
    batch: list[WebPage] = []
    characters, began = 0, time.monotonic()
    for page in pages:
        batch.append(cleaned(page))
        characters += len(page.text)
        full = len(batch) >= most or characters >= longest
        if full or time.monotonic() - began > _LONGEST_WAIT:
            yield batch
            batch, characters, began = [], 0, time.monotonic()
    if batch:
        yield batch


def cut(numbers: Sequence[int], longest: int) -> list[Sequence[int]]:
    """Return parts of a sequence, in order.

    Examples
    --------
    >>> cut([1, 2, 3, 4, 5], 2)
    [[1, 2], [3, 4], [5]]
    """
    return [numbers[start : start + longest] for start in range(0, len(numbers), longest)]
