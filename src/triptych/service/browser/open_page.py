"""A page that is open in a browser, and our scripts in it, which its own cannot see or change."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from triptych.service.browser import refusals

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

T = TypeVar("T")
Run = Callable[[Coroutine[Any, Any, T]], Awaitable[T]]

#: Boxes that are returned for one key.
MOST_BOXES = 1_000
#: CSS pixels of height, device pixels of one side (what WebP holds), and all in all.
_MOST_HEIGHT, _MOST_SIDE, _MOST_PIXELS = 8_000, 16_000, 24_000_000
_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of a page.

    Parameters
    ----------
    content : bytes
        The file.
    media_type : str
        "image/webp".
    width, height : int
        Of the part of the page that it shows, in CSS pixels, as boxes have them; the whole page
        unless that is very large.
    """

    content: bytes = field(repr=False)
    media_type: str
    width: int
    height: int


@dataclass(frozen=True, eq=False)
class OpenPage:
    """A page as it was once it had come to rest.

    Parameters
    ----------
    html : str
        The page with what its scripts have made of it.
    url : str
        Its address after redirects; "about:blank" for a page that came as HTML.
    status : int
        HTTP status; 200 for a page that came as HTML.
    console : list of dict
        `{type, text}`, the first 200, if requested.
    network : list of dict
        `{url, method, status, headers, type}`, the first 200 responses, if requested; the headers
        are without cookies and logins, the status of a request that failed is None.
    cookies : list of dict
        `{name, value, domain, path, expires, httpOnly, secure, sameSite}`, if requested; `expires`
        in seconds since 1970, or -1 for the session.
    """

    html: str = field(repr=False)
    url: str
    status: int
    console: list[dict[str, Any]] = field(default_factory=list, repr=False)
    network: list[dict[str, Any]] = field(default_factory=list, repr=False)
    cookies: list[dict[str, Any]] = field(default_factory=list, repr=False)
    _page: Page | None = field(default=None, repr=False)
    _session: CDPSession | None = field(default=None, repr=False)
    _run: Any = field(default=None, repr=False)

    async def boxes(
        self, selectors: Mapping[str, Sequence[str]]
    ) -> dict[str, list[tuple[float, float, float, float]]]:
        """Return where elements stand on the page.

        Parameters
        ----------
        selectors : mapping of str to sequence of str
            CSS selectors by key; the first that selects anything counts.

        Returns
        -------
        dict of str to list of tuple
            x, y, width and height in CSS pixels of the whole page, in document order, the first
            1,000 of each key; four zeros for what is not shown.

        Raises
        ------
        Refusal
            424 or 504, if the page has ended or is too busy.
        """
        lists = {key: list(value) for key, value in selectors.items()}
        result: dict[str, Any] = await self._in_browser(self._boxes(lists))
        return {key: [_box(box) for box in boxes] for key, boxes in result.items()}

    async def screenshot(self) -> Screenshot:
        """Return a picture of the page, from its top to 8,000 CSS pixels of height at most.

        Raises
        ------
        Refusal
            424 or 504, if the page has ended or is too busy.
        """
        return await self._in_browser(self._screenshot())

    async def _in_browser(self, work: Coroutine[Any, Any, T]) -> T:
        try:
            done: T = await self._run(work)
        except RuntimeError:
            raise refusals.stopped() from None
        return done

    async def _boxes(self, selectors: dict[str, list[str]]) -> Any:
        return await _within(evaluate(self._of_the_browser, BOXES, selectors, MOST_BOXES))

    async def _screenshot(self) -> Screenshot:
        assert self._page is not None
        width, height, scale = await _within(evaluate(self._of_the_browser, EXTENT))
        width = int(min(width, _MOST_SIDE // scale))
        most = min(_MOST_HEIGHT, _MOST_SIDE / scale, _MOST_PIXELS / scale**2 / width)
        height = int(min(height, most))
        content = await _within(
            self._page.screenshot(
                type="webp",
                quality=80,
                full_page=True,
                clip={"x": 0, "y": 0, "width": width, "height": height},
                timeout=_SECONDS * 1000,
            )
        )
        return Screenshot(content, "image/webp", width, height)

    @property
    def _of_the_browser(self) -> CDPSession:
        assert self._session is not None
        return self._session


def _box(sides: Any) -> tuple[float, float, float, float]:
    x, y, width, height = (round(float(number), 2) for number in sides)
    return x, y, width, height


async def _within(work: Awaitable[T]) -> T:
    from playwright.async_api import Error
    from playwright.async_api import TimeoutError as PlaywrightTimeout

    try:
        async with asyncio.timeout(_SECONDS):
            return await work
    except (TimeoutError, PlaywrightTimeout):
        raise refusals.busy() from None
    except Error as error:
        if "crash" in str(error).lower():
            raise refusals.crashed() from None
        raise refusals.stopped() from None


#: Waits until the tree has not changed for a while.
STILL = """(quiet, most) => new Promise(done => {
  const end = () => { watch.disconnect(); clearTimeout(timer); done(true); };
  let timer = setTimeout(end, quiet);
  setTimeout(end, most);
  const watch = new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(end, quiet);
  });
  watch.observe(document, {subtree: true, childList: true, characterData: true});
})"""

#: The page as it is now, unless it has more characters than that.
CONTENT = """most => {
  const root = document.documentElement;
  if (!root) return '';
  const page = root.outerHTML;
  if (page.length > most) return null;
  const kind = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  return kind + page;
}"""

#: The boxes of what the first selector that selects anything selects, by key.
BOXES = """(lists, most) => {
  scrollTo(0, 0);
  const result = {};
  for (const [key, selectors] of Object.entries(lists)) {
    result[key] = [];
    for (const selector of selectors) {
      let elements = [];
      try { elements = [...document.querySelectorAll(selector)]; } catch { continue; }
      if (!elements.length) continue;
      result[key] = elements.slice(0, most).map(element => {
        const box = element.getBoundingClientRect();
        return [box.left + scrollX, box.top + scrollY, box.width, box.height];
      });
      break;
    }
  }
  return result;
}"""

#: Width and height of the whole page in CSS pixels, and device pixels for each.
EXTENT = """() => {
  scrollTo(0, 0);
  const root = document.documentElement, body = document.body;
  const most = (name) => Math.max(root ? root[name] : 0, body ? body[name] : 0);
  const width = Math.max(most("scrollWidth"), innerWidth);
  return [width, Math.max(most("scrollHeight"), innerHeight), devicePixelRatio];
}"""


async def evaluate(session: CDPSession, function: str, *arguments: object) -> Any:
    """Return what a function returns, called in a world of its own.

    Parameters
    ----------
    session : CDPSession
        Of the page.
    function : str
        JavaScript; a promise is awaited.
    *arguments : object
        Anything JSON can hold.

    Raises
    ------
    playwright.async_api.Error
        If it throws, or the page has gone elsewhere meanwhile.
    """
    from playwright.async_api import Error

    tree = await session.send("Page.getFrameTree")
    world = await session.send(
        "Page.createIsolatedWorld",
        {"frameId": tree["frameTree"]["frame"]["id"], "worldName": "triptych"},
    )
    called = await session.send(
        "Runtime.evaluate",
        {
            "expression": f"({function})({', '.join(map(json.dumps, arguments))})",
            "contextId": world["executionContextId"],
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    if "exceptionDetails" in called:
        raise Error(called["result"].get("description", "The script failed."))
    return called["result"].get("value")
