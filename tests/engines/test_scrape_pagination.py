"""What pages say of the listing they are a page of."""

import pytest

from triptych.engines.scrape import PageError
from triptych.engines.scrape.paging.pagination import Pagination, pagination
from triptych.engines.scrape.paging.paging_links import page_of_things

SITE = "https://shop.example"


def bootstrap(current: int, last: int, *, end: str = "") -> str:
    items = "".join(
        f'<li class="page-item active" aria-current="page"><span class="page-link">{n}</span></li>'
        if n == current
        else f'<li class="page-item"><a class="page-link" href="?page={n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    following = (
        f'<li class="page-item"><a class="page-link" href="?page={current + 1}">Next</a></li>'
        if current < last or end
        else '<li class="page-item disabled"><a class="page-link" aria-disabled="true">Next</a>'
    )
    return f'<nav aria-label="Page navigation"><ul class="pagination">{items}{end}{following}</ul>'


WORDPRESS = """<nav class="navigation pagination" aria-label="Posts"><div class="nav-links">
<a class="prev page-numbers" href="https://shop.example/blog/page/2/">← Newer</a>
<a class="page-numbers" href="https://shop.example/blog/"><span>Page </span>1</a>
<a class="page-numbers" href="https://shop.example/blog/page/2/"><span>Page </span>2</a>
<span aria-current="page" class="page-numbers current"><span>Page </span>3</span>
<a class="page-numbers" href="https://shop.example/blog/page/4/"><span>Page </span>4</a>
<span class="page-numbers dots">&hellip;</span>
<a class="page-numbers" href="https://shop.example/blog/page/12/"><span>Page </span>12</a>
<a class="next page-numbers" href="https://shop.example/blog/page/4/">Older →</a></div></nav>"""


@pytest.mark.parametrize(
    ("html", "url", "position", "length", "following", "numbers"),
    [
        # Numbers with the last one, as Bootstrap and WordPress write them.
        (bootstrap(2, 4), "/tea?page=2", 2, None, "/tea?page=3", [1, 3, 4]),
        (bootstrap(4, 4), "/tea?page=4", 4, 4, None, [1, 2, 3]),
        (bootstrap(6, 7), "/tea?page=6", 6, 7, "/tea?page=7", [1, 2, 3, 4, 5, 7]),
        (
            bootstrap(1, 3, end='<li>…</li><li><a href="?page=40">40</a></li>'),
            "/tea", 1, 40, "/tea?page=2", [2, 3, 40],
        ),
        (WORDPRESS, "/blog/page/3/", 3, 12, "/blog/page/4/", [1, 2, 4, 12]),
        # Only the head says it.
        (
            '<link rel="prev" href="/tea?page=1"><link rel="next" href="/tea?page=3"><p>Teas',
            "/tea?page=2", 2, None, "/tea?page=3", [1, 3],
        ),
        # Things counted, in several languages.
        (
            '<div>Showing 21–40 of 134 results</div><a href="/s?q=tea&start=0">‹</a>'
            '<a href="/s?q=tea&start=40">›</a>',
            "/s?q=tea&start=20", 2, 7, "/s?q=tea&start=40", [1, 3],
        ),
        (
            '<p>Seite 2 von 7</p><p><a href="?seite=1">Zurück</a> <a href="?seite=3">Weiter</a>',
            "/tee?seite=2", 2, 7, "/tee?seite=3", [1, 3],
        ),
        (
            '<span>1 - 10 de 35</span><a href="/te?pagina=2">Siguiente »</a>',
            "/te", 1, 4, "/te?pagina=2", [2],
        ),
        (
            '<div class="pager">全35件中 11〜20件<a href="/cha?p=1">前へ</a>'
            '<a href="/cha?p=3">次へ</a></div>',
            "/cha?p=2", 2, 4, "/cha?p=3", [1, 3],
        ),
        # Offsets: numbers of pages, addresses of things; phpBB counts in 25.
        (
            '<div class="pagination"><strong>1</strong> <a href="f.php?f=3&amp;start=25">2</a> '
            '<a href="f.php?f=3&amp;start=50">3</a> … <a href="f.php?f=3&amp;start=225">10</a> '
            '<a href="f.php?f=3&amp;start=25">Next</a></div>',
            "/f.php?f=3", 1, 10, "/f.php?f=3&start=25", [2, 3, 10],
        ),
        # From 0, with a last link.
        (
            '<nav class="pager"><ul><li class="is-active"><a href="?page=0" title="Current page">'
            'Page 1</a><li><a href="?page=1">2</a><li><a href="?page=2">3</a>'
            '<li><a href="?page=1" rel="next" title="Go to next page">Next ›</a>'
            '<li><a href="?page=20" title="Go to last page">Last »</a></ul></nav>',
            "/news", 1, 21, "/news?page=1", [1, 2, 3, 21],
        ),
        # Without any class, an old site.
        (
            '<p>Pages: 1 <a href="list-2.html">2</a> <a href="list-3.html">3</a> '
            '<a href="list-2.html">Next</a>',
            "/list.html", 1, None, "/list-2.html", [2, 3],
        ),
        # A file per page, the first named otherwise.
        (
            '<ul class="pager"><li class="current">Page 1 of 50</li>'
            '<li class="next"><a href="catalogue/page-2.html">next</a></li></ul>',
            "/index.html", 1, 50, "/catalogue/page-2.html", [2],
        ),
        # More of the same, by number and by mark.
        ('<a class="morelink" href="?p=2" rel="next">More</a>', "/", 1, None, "/?p=2", [2]),
        (
            '<div class="load-more"><a href="/feed?page=2">Mehr laden</a></div>',
            "/feed", 1, None, "/feed?page=2", [2],
        ),
        (
            '<span><a href="/r/tea?after=t3_9x" rel="nofollow next">next ›</a></span>',
            "/r/tea", 1, None, "/r/tea?after=t3_9x", [2],
        ),
        # Nothing but a word.
        ("<p>Page 3 of 9</p>", "/tea", 3, 9, None, []),
        # An icon whose name is for screen readers.
        (
            '<ul class="pagination"><li><a href="?page=2">2</a><li><a href="?page=4">4</a>'
            '<li><a href="?page=4" aria-label="Next page"><svg></svg></a></ul>',
            "/tea?page=3", 3, None, "/tea?page=4", [2, 4],
        ),
        # Words for screen readers beside the page's own number.
        (
            '<ul class="pagination"><li><a href="?page=1">1</a><li class="active"><span>2 '
            '<i class="sr-only">(current)</i></span><li><a href="?page=3">3</a></ul>',
            "/tea?page=9", 2, 3, "/tea?page=3", [1, 3],
        ),
        # The last page of a listing whose first has no number, in a table of everything.
        (
            f'<table>{"<tr><td>Tea<td>3.20 EUR" * 60}<tr><td><a href="/tea">Previous</a></table>',
            "/tea?page=2", 2, 2, None, [1],
        ),
        # The address keeps what was asked for besides.
        (
            '<div class="paging"><a href="?q=tea&amp;page=3&amp;sort=price">3</a>'
            '<a href="?q=tea&amp;page=3&amp;sort=price">Next</a></div>',
            "/s?q=tea&sort=price&page=2", 2, None, "/s?q=tea&page=3&sort=price", [3],
        ),
    ],
)  # fmt: skip
def test_what_a_listing_says(
    html: str, url: str, position: int, length: int | None, following: str | None,
    numbers: list[int],
) -> None:  # fmt: skip
    found = pagination(html, SITE + url)
    assert (found.position, found.length) == (position, length)
    assert found.next == (following and SITE + following)
    assert list(found.pages) == numbers
    assert following is None or found.pages[position + 1] == found.next


@pytest.mark.parametrize(
    "html",
    [
        "<p>Tea",
        "<ol><li>1</li><li>2</li><li>3</li></ol>",
        # Years, footnotes, a table of contents, chapters.
        '<ul class="archive"><li><a href="/2021">2021</a><li><a href="/2022">2022</a></ul>',
        '<ul><li><a href="/a?year=2021">2021</a><li><a href="/a?year=2022">2022</a></ul>',
        '<p>Tea<sup><a href="#fn1">1</a></sup> is<sup><a href="#fn2">2</a></sup> hot',
        '<p>Tea<sup><a href="/tea#fn1">1</a></sup> is<sup><a href="/tea#fn2">2</a></sup>',
        '<div class="toc"><a href="/book/1">1</a> <a href="/book/2">2</a> <a href="/book/3">3</a>',
        '<div class="toc"><a href="?page=1">1</a> <a href="?page=2">2</a> <a href="?page=3">3</a>',
        # The next article, by words and for machines.
        '<link rel="next" href="/posts/green-tea"><article>Tea</article>',
        '<link rel="next" title="Oolong" href="/brewing/oolong.html"><p>Documentation',
        '<nav class="post-navigation"><a rel="next" href="/posts/42">Next: Green tea</a></nav>',
        '<nav class="navigation post-navigation"><a href="/posts/42">Next</a></nav>',
        '<p><a href="/posts/42" rel="next">Next</a>',
        # Carousels and calendars.
        '<div class="carousel"><a href="?page=1">1</a><a href="?page=2">2</a><a href="?page=2">›',
        '<div class="swiper-pagination"><a href="?page=1">1</a><a href="?page=2">2</a></div>',
        '<table class="wp-calendar"><tr><td><a href="/p/1">1</a><td><a href="/p/2">2</a></table>',
        '<a href="/events?month=6">Next</a>',
        # How many things on a page; comments of an article; another site.
        'Show <a href="?per_page=10">10</a> <a href="?per_page=20">20</a>',
        '<div id="comments"><div class="pagination"><a href="?page=2">2</a></div></div>',
        '<a href="/post/comment-page-2/">2</a> <a href="/post/comment-page-3/">3</a>',
        '<div class="pagination"><a href="https://other.example/?page=2">Next</a></div>',
        # Votes and parts of a sentence.
        "<p>10 of 12 people liked it</p>",
        "<p>Chapters 1 to 3 of 12</p>",
        '<div class="pagination"><a href="javascript:next()">Next</a><a href="#">2</a></div>',
    ],
)
def test_what_is_no_listing(html: str) -> None:
    assert pagination(html, f"{SITE}/posts/41") == Pagination()


def test_without_an_address_nothing_is_found() -> None:
    assert pagination(bootstrap(2, 4), "") == Pagination()


def test_addresses_are_relative_to_what_the_page_says() -> None:
    html = '<base href="/shop/"><div class="pagination"><a href="tea?page=2">Next</a></div>'
    assert pagination(html, f"{SITE}/shop/tea").next == f"{SITE}/shop/tea?page=2"


@pytest.mark.parametrize(
    "html",
    [
        "",
        "\0\ud800",
        '<a href="?page=2">2</a>' * 15_000,
        "".join(f'<a href="/x/{n}/{n}/{n}?page={n}">{n}</a>' for n in range(15_000)),
        '<div class="pagination">' * 10_000 + '<a href="?page=2">2</a>',
        '<a href="?' + "page=1&" * 200_000 + '">2</a>',
        '<a href="' + "/page/1" * 200_000 + '">2</a>',
        '<a href="//[::1/?page=2">2</a><a href="http://x:99999999/">3</a><a>4</a>',
        "<p>" + "1 " * 500_000,
        "<p>1 - 1 of " * 40_000,
        '<div class="pagi' * 1_000 + '<a href="?page=2">Next',
        "<i>" + "page 1 of " * 100_000,
    ],
)
def test_no_page_breaks_it(html: str) -> None:
    found = pagination(html, f"{SITE}/tea")
    assert found.position >= 1
    assert found.length is None or found.length >= found.position


def test_pages_too_deep_are_refused() -> None:
    with pytest.raises(PageError, match="deep"):
        pagination("<div>" * 20_000, SITE)


def test_last_page_may_have_fewer_things_than_the_others() -> None:
    assert page_of_things("21-30 of 30") is None
    assert page_of_things("999999938-999999939 of 999999939") is None
