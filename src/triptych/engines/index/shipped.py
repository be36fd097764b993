"""The mini web that ships with triptych."""

from __future__ import annotations

from functools import cache

from triptych.engines.index.index import Index
from triptych.models.files import verified_folder


@cache
def shipped_index() -> Index:
    """Return the index of the mini web, read-only: about 10,000 pages, verified once.

    Raises
    ------
    triptych.models.files.CorruptModelError
        If a shipped file is missing or damaged.

    Examples
    --------
    >>> page = shipped_index().page("https://en.wikipedia.org/wiki/Tea")
    >>> page.title, page.attribution
    ('Tea', 'Wikipedia contributors, CC BY-SA 4.0')
    """
    return Index(verified_folder("mini_web/index"), sealed=True)
