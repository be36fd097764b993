"""Pages that scrape works on longer than on others of their length.

Attacked is everything that scrape does with a page: each kind of page with a number of things and
with twice as many, in a process of its own.

Broken is a page with twice as many things that takes more than three times the processor's time
(four times is the square), one that takes longer than a minute, and one that fails otherwise than
by being refused with its size and the limit. Broken is also a scrape that is cancelled and goes on
for longer than 250 ms of the processor's time.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator

from attacks import Outcome
from attacks.texts import GROWTH, NOISE, Timer, Worker
from triptych._cancellation import Cancellation

URL = "https://tea.example/all"
#: As many as one request may have.
PROMPTS = {
    prompt: prompt
    for prompt in ("price", "all names", "link to the shop", "heading", "address of the picture")
}
#: Of the processor's time, between two looks whether a scrape is cancelled.
MOST_SECONDS = 0.25
#: A part of the things is tried by `run(quick=True)`.
QUICK = 10


def _repeated(part: str, *, before: str = "", after: str = "") -> Callable[[int], str]:
    """Return what makes a page of a part, "@" being the number of the repetition."""

    def page(count: int) -> str:
        return before + "".join(part.replace("@", str(number)) for number in range(count)) + after

    return page


def _linked_data(count: int) -> str:
    products = [{"@type": "Product", "name": f"Tea {at}", "price": at} for at in range(count)]
    return f'<script type="application/ld+json">{json.dumps(products)}</script><p>Price: 5 EUR'


#: What makes a page of so many things, and how many are tried.
PAGES: dict[str, tuple[Callable[[int], str], int]] = {
    "list items": (_repeated("<li>Tea @: @.20 EUR</li>"), 100_000),
    "rows": (_repeated("<tr><td>Tea @</td><td>@.20 EUR</td></tr>", before="<table>"), 100_000),
    "cells of a row": (_repeated("<td>@ EUR", before="<table><tr>"), 100_000),
    "columns": (_repeated("<th>Head @", before="<table>", after="<tr>" + "<td>5" * 500), 50_000),
    "cards": (_repeated("<div class=card><h2>Tea @</h2><p>@ EUR<a href=/@>a</a></div>"), 50_000),
    "definitions": (_repeated("<dt>Price @<dd>@ EUR", before="<dl>"), 50_000),
    "links": (_repeated("<a href=/@>Tea @</a> "), 100_000),
    "pictures": (_repeated("<img src=/@.png alt='Tea @'>"), 50_000),
    "pages of a listing": (_repeated("<a href='?page=@'>@</a> "), 50_000),
    "nested elements": (_repeated("<div>", after="Price: 5 EUR"), 10_000),
    "nested elements with classes": (_repeated("<div class=c@>Tea @"), 10_000),
    "nested lists": (_repeated("<ul><li>Tea @"), 5_000),
    "nested tables": (_repeated("<table><tr><td>Tea @"), 2_000),
    "elements that are not closed": (_repeated("<div></p>"), 1_000_000),
    "formatting that is not closed": (_repeated("<p><b id=a@>Tea</p>"), 300_000),
    "attributes of an element": (_repeated(" a@=1", before="<p", after=">Price: 5 EUR"), 100_000),
    "attributes of many": (_repeated("<p " + "a=1 b=2 c=3 d=4 " * 5 + ">Tea @"), 20_000),
    "classes of an element": (_repeated("c@ ", before="<p class='", after="'>Price"), 200_000),
    "long class names": (_repeated("<p class=" + "price-" * 500 + "@>@ EUR"), 2_000),
    "scripts and styles": (_repeated("<script>a<b</script><style>b{}</style>"), 100_000),
    "a long text": (_repeated("tea ", before="<p>Price: 5 EUR<p>"), 1_500_000),
    "a long word": (_repeated("a", before="<p>Price: 5 EUR<p>"), 6_000_000),
    "texts": (_repeated("<b>@</b> tea "), 100_000),
    "headings": (_repeated("<h2>Tea @</h2><p>Green @"), 50_000),
    "comments": (_repeated("<!-- @ -->"), 300_000),
    "open comments": (_repeated("<!--"), 1_000_000),
    "open tags": (_repeated("<a "), 1_000_000),
    "open quotation marks": (_repeated("<a b='"), 500_000),
    "angle brackets": (_repeated("<"), 2_000_000),
    "JSON-LD": (_linked_data, 50_000),
    "scripts of JSON-LD": (
        _repeated('<script type=\'application/ld+json\'>{"name":"Tea @"}</script>'),
        50_000,
    ),
    "spaces in JSON-LD": (_repeated(" ", before="<script type='application/ld+json'>-->"), 500_000),
    "microdata": (_repeated("<div itemscope><b itemprop=name>Tea @</b></div>"), 30_000),
    "nested microdata": (_repeated("<div itemprop=name>Tea @"), 5_000),
    "metadata": (_repeated("<meta name=m@ content=a>", after="<p>Price: 5 EUR"), 50_000),
    "options": (_repeated("<option>@", before="<select>"), 50_000),
    "drawings": (_repeated("<path d='M@'/>", before="<svg>", after="</svg><p>5 EUR"), 50_000),
    "addresses made absolute": (
        _repeated("<a href=@>t</a>", before=f"<base href='https://e.example/{'x' * 2_000}/'>"),
        50_000,
    ),
}


def work(page: str) -> None:
    """Do with a page what a request for everything does."""
    from triptych.engines import scrape

    with scrape.page_cache():
        scrape.is_shell(page)
        scrape.pagination(page, URL)
        scrape.extract(page, PROMPTS, url=URL)
        scrape.select(page, {"text": ["p, li, td, b, div"]}, url=URL)
        scrape.page_links(page, URL)
        scrape.page_meta(page, URL)
        scrape.inert(page, URL)


def _load() -> Callable[[str], object]:
    from triptych.engines.scrape import PageError

    def answer(page: str) -> None:
        try:
            work(page)
        except PageError as error:
            if not any(map(str.isdigit, str(error))):
                raise

    return answer


def attempt(worker: Timer, name: str, count: int) -> tuple[str | None, float]:
    """Return how scrape is broken by a page of so many things, or `None`, and its seconds."""
    make, _ = PAGES[name]
    case = f"{name}, {count:,}"
    try:
        whole, half = worker.seconds(make(count)), worker.seconds(make(count // 2))
        if whole >= NOISE and whole > GROWTH * half:
            # Once more: a collection of garbage is not growth.
            whole = min(whole, worker.seconds(make(count)))
    except (TimeoutError, RuntimeError) as error:
        return f"{case}: {error}"[:200], 0.0
    if whole >= NOISE and whole > GROWTH * half:
        return f"{case}: {whole:.2f} s, half of them {half:.2f} s", whole
    return None, whole


class Steps(Cancellation):
    """Is never cancelled, and knows the longest time between two looks of a thread, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = {threading.get_ident(): time.thread_time()}
        super().__init__()

    @property
    def is_cancelled(self) -> bool:
        """Whether it is cancelled: never."""
        thread, now = threading.get_ident(), time.thread_time()
        self.longest = max(self.longest, now - self._last.get(thread, now))
        self._last[thread] = now
        return False

    @is_cancelled.setter
    def is_cancelled(self, value: bool) -> None:
        """Leave it at that."""


def _load_steps() -> Callable[[str], object]:
    answer = _load()

    def steps(page: str) -> float:
        cancellation = Steps()
        cancellation.run(answer, page)
        return cancellation.longest

    return steps


def attempts(part: int = 1) -> Iterator[tuple[str | None, float, float]]:
    """Yield for each kind of page how it breaks scrape, its seconds and its longest step's.

    A page has one `part` of the things that are tried at most.
    """
    worker, steps = Worker(_load), Worker(_load_steps, returns_seconds=True)
    try:
        for name, (make, most) in PAGES.items():
            result, seconds = attempt(worker, name, most // part)
            longest = 0.0
            if result is None:
                longest = steps.seconds(make(most // part))
                if longest > MOST_SECONDS:
                    result = f"{name}, {most // part:,}: a step of {longest:.2f} s"
            yield result, seconds, longest
    finally:
        worker.close()
        steps.close()


def run(quick: bool) -> Outcome:
    """Try every kind of page."""
    results = list(attempts(QUICK if quick else 1))
    return Outcome.of(
        (result for result, _, _ in results),
        **{
            "slowest page, s": max(seconds for _, seconds, _ in results),
            "longest step, s": max(longest for _, _, longest in results),
        },
    )
