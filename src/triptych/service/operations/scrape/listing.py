"""The pages of a listing, by following the listing's own links."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from anyio import to_thread

from triptych.contract import ReplyWarning
from triptych.service.operations.scrape.reading import Reader, ReadPage
from triptych.service.refusal import Refusal

if TYPE_CHECKING:
    from triptych.engines.scrape import Pagination

#: Pages opened on the way to one that no link leads to directly.
MOST_FOLLOWED = 50


@dataclass(frozen=True, slots=True)
class Position:
    """Where in its listing a page is: its number, and how many there are."""

    number: int
    length: int
    warnings: tuple[ReplyWarning, ...] = ()


@asynccontextmanager
async def page_at(reader: Reader, wanted: int) -> AsyncIterator[tuple[ReadPage, Position]]:
    """Open the page of a listing that is wanted, from the one that the request names.

    A link to it is taken where the page has one, else the farthest on the way to it.

    Raises
    ------
    Refusal
        400 `page_out_of_range` if the listing ends before, and as `Reader.page` does.
    """
    from triptych.engines.scrape import pagination

    url: str | None = None
    seen: set[str] = set()
    async with AsyncExitStack() as stack:
        for _ in range(MOST_FOLLOWED):
            page = await stack.enter_async_context(reader.page(url))
            at = await to_thread.run_sync(pagination, page.html, page.url)
            if wanted == 1 and url is None:
                # The page that is named is the first, whatever it calls itself.
                yield page, _position(at.position, at)
                return
            if at.position == wanted:
                yield page, _position(wanted, at)
                return
            ahead = {number: link for number, link in at.pages.items() if number <= wanted}
            nearest = max(ahead, default=0)
            url = ahead[nearest] if nearest > at.position else at.next
            if not url or url in seen or at.position > wanted:
                raise _out_of_range(wanted, at.length or at.position)
            seen.add(url)
            await stack.aclose()
    raise _out_of_range(wanted, MOST_FOLLOWED)


def _position(number: int, at: Pagination) -> Position:
    if at.length is not None:
        return Position(number, max(number, at.length))
    seen = max([number, *at.pages, number + 1 if at.next else 0])
    message = f"The listing does not say how many pages it has: there are {seen} or more."
    return Position(number, seen, (ReplyWarning(code="page_count_unknown", message=message),))


def _out_of_range(wanted: int, length: int) -> Refusal:
    pages = "1 page" if length == 1 else f"{length} pages"
    return Refusal(
        400,
        f"There is no page {wanted}, the listing shows {pages}: give a smaller page_position.",
        code="page_out_of_range",
        field="page_position",
        detail={"page_position_length": length},
    )
