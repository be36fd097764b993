"""What a browser adds to reading a page: the same local page, fetched and drawn.

    python benchmarks/scrape_browser.py [--repeat 20]

Fetched: `Fetcher.get`. Drawn: `BrowserPool.drawn` with a running Chromium, in a fresh context each
time; and once with the start of Chromium. With and without the boxes of ten elements and a
screenshot. The page is a listing of 60 items with a style sheet, a script that draws the items, and
six pictures, served from loopback. Prints medians, and the load of the machine beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import threading
import time
from collections.abc import Awaitable, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from triptych.service import ServiceSettings
from triptych.service.browser import BrowserPool, PageRequest
from triptych.service.fetch import Fetcher

_ITEMS = """
const list = document.querySelector("#list");
fetch("/items.json").then(reply => reply.json()).then(items => {
  for (const [name, price] of items) {
    const item = document.createElement("li");
    item.innerHTML = `<h2>${name}</h2><p class="price">${price}</p>`;
    list.append(item);
  }
});
"""
_PAGE = """<!doctype html><html lang="en"><head><title>Teas</title>
<link rel="stylesheet" href="/style.css"></head><body><h1>Teas</h1><ul id="list"></ul>
{pictures}<script src="/items.js"></script></body></html>""".format(
    pictures="".join(f'<img alt="" src="/{n}.svg" width="60" height="60">' for n in range(6))
)
_STYLE = "body { font: 16px sans-serif } li { display: inline-block; width: 30%; margin: 4px }"
_PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>'
_PRICES = "[" + ",".join(f'["Tea {n}", "{n},90 EUR"]' for n in range(60)) + "]"
_FILES = {
    "/": ("text/html; charset=utf-8", _PAGE),
    "/style.css": ("text/css", _STYLE),
    "/items.js": ("text/javascript", _ITEMS),
    "/items.json": ("application/json", _PRICES),
    **{f"/{n}.svg": ("image/svg+xml", _PICTURE) for n in range(6)},
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        kind, text = _FILES.get(self.path, ("text/plain", ""))
        self.send_response(200 if text else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *args: object) -> None:
        pass


async def _timed(work: Callable[[], Awaitable[None]], repeat: int) -> list[float]:
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        await work()
        times.append(time.perf_counter() - began)
    return times


async def measure(at: str, repeat: int) -> None:
    """Print the seconds of each way."""
    settings = ServiceSettings(fetch_allow=(at,))
    fetcher, browsers, asked = (
        Fetcher(settings),
        BrowserPool(settings),
        PageRequest(url=f"http://{at}/"),
    )

    async def fetch() -> None:
        assert b"items.js" in (await fetcher.get(asked.url)).content

    async def draw() -> None:
        async with browsers.open(asked) as page:
            assert "Tea 59" in page.html

    async def draw_all() -> None:
        async with browsers.open(asked) as page:
            boxes = await page.boxes({"name": ["li h2"], "price": [".price"]})
            assert len(boxes["price"]) == 60
            await page.screenshot()

    [cold] = await _timed(draw, 1)
    await draw_all()
    fetched, drawn, all_ = [
        statistics.median(await _timed(work, repeat)) for work in (fetch, draw, draw_all)
    ]
    browsers.close()
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{os.cpu_count()} cores, load {load}; medians of {repeat}, in seconds")
    print(f"fetched                           {fetched:6.3f}")
    print(f"drawn, Chromium running           {drawn:6.3f}   (+{drawn - fetched:.3f})")
    print(f"drawn, with boxes and screenshot  {all_:6.3f}   (+{all_ - fetched:.3f})")
    print(f"drawn, Chromium started           {cold:6.3f}")


def main() -> None:
    """Serve the page and measure."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=20)
    repeat = parser.parse_args().repeat
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asyncio.run(measure(f"127.0.0.1:{server.server_port}", repeat))
    server.shutdown()


if __name__ == "__main__":
    main()
