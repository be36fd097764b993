"""What pages say of themselves, and their links."""

import pytest

from triptych.engines.scrape import PageError
from triptych.engines.scrape.meta_and_links import MOST_LINKS, PageLink, page_links, page_meta
from triptych.engines.text.decoding import decode_page

URL = "https://shop.example/teas/green?sort=price"

HEAD = """<html lang="en-GB"><head><base href="/static/"><title> Green
 tea </title><meta name="Description" content="How it is  made.">
<meta name=keywords content="tea, green">
<meta property="og:image" content="tea.png"><meta property="og:type" content="product">
<meta name="twitter:card" content="summary"><meta property="og:site_name" content="The Tea Shop">
<link rel="canonical" href="/teas/green"><meta name="author" content="A. Leaf">
<meta property="article:published_time" content="2024-03-01T10:00:00Z"></head>"""


def test_all_that_a_head_says() -> None:
    assert page_meta(HEAD, URL) == {
        "title": "Green tea",
        "description": "How it is made.",
        "keywords": "tea, green",
        "og_image": "https://shop.example/static/tea.png",
        "author": "A. Leaf",
        "language": "en",
        "canonical": "https://shop.example/teas/green",
        "site_name": "The Tea Shop",
        "published": "2024-03-01T10:00:00+00:00",
        "open_graph": {
            "og:image": "tea.png",
            "og:type": "product",
            "twitter:card": "summary",
            "og:site_name": "The Tea Shop",
            "article:published_time": "2024-03-01T10:00:00Z",
        },
    }


@pytest.mark.parametrize("html", ["", "<p>Tea", "\0", "<title></title><meta name=description>"])
def test_what_is_not_said_is_none(html: str) -> None:
    meta = page_meta(html, URL)
    assert set(meta) == set(page_meta(HEAD, URL))
    assert meta.pop("open_graph") == {}
    assert set(meta.values()) == {None}


def test_facts_for_machines_count_too() -> None:
    html = """<meta property="og:title" content="Tea"><meta property="og:description" content="D">
    <meta property="article:author" content="https://social.example/a">
    <script type="application/ld+json">{"@type": "Article", "author": [{"name": "A. Leaf"}],
    "datePublished": "2024-03-01"}</script>"""
    meta = page_meta(html, URL)
    assert (meta["title"], meta["description"]) == ("Tea", "D")
    assert (meta["author"], meta["published"]) == ("A. Leaf", "2024-03-01")


def test_pictures_elsewhere_have_no_other_scheme() -> None:
    html = '<meta property="og:image" content="javascript:x()"><link rel=canonical href="data:,x">'
    meta = page_meta(html, URL)
    assert (meta["og_image"], meta["canonical"]) == (None, None)


def test_links_and_pictures_once_each_in_order() -> None:
    html = """<a href="/a">A <b>tea</b></a><a href="a/../b?x=1#part">B</a><a href="/a">again</a>
    <a href="/c"><img src="c.png" alt="Cup"></a><a href="mailto:a@b.example">Write</a>
    <a href="tel:+4912345">Call</a><a href="#top">Top</a><a href="#/spa">App</a><a>none</a>
    <a href="javascript:x()">Run</a><a href="ftp://x.example/">Old</a><a href="">Here</a>
    <a href="/d" aria-label="Basket"><svg></svg></a><a href="/c">A cup</a>
    <img src="data:image/png;base64,xx" alt="drawn"><img src="c.png">"""
    site = "https://shop.example"
    assert page_links(html, URL) == [
        PageLink(f"{site}/a", "A tea", "a"),
        PageLink(f"{site}/teas/b?x=1#part", "B", "a"),
        PageLink(f"{site}/c", "Cup", "a"),
        PageLink(f"{site}/teas/c.png", "Cup", "img"),
        PageLink("mailto:a@b.example", "Write", "a"),
        PageLink("tel:+4912345", "Call", "a"),
        PageLink(f"{site}/teas/green?sort=price#/spa", "App", "a"),
        PageLink(f"{site}/d", "Basket", "a"),
    ]


def test_a_link_of_a_picture_has_the_words_of_the_next() -> None:
    html = '<a href="/a"><img src="a.png"></a><a href="/a">Green tea</a>'
    assert page_links(html, URL)[0].text == "Green tea"


@pytest.mark.parametrize(
    ("picture", "name"),
    [
        ('<img src="blank.gif" data-src="real.jpg">', "real.jpg"),
        ('<img src="data:image/gif;base64,x" data-original="real.jpg">', "real.jpg"),
        ('<img srcset="small.jpg 320w, large.jpg 1280w, middle.jpg 640w">', "large.jpg"),
        ('<img data-srcset="a,b.jpg 1x,\nc,d.jpg 2x">', "c,d.jpg"),
        ('<picture><source srcset="big.webp 2x"><img alt="x"></picture>', "big.webp"),
        ('<img src="plain.jpg" srcset="large.jpg 2x">', "plain.jpg"),
    ],
)
def test_pictures_loaded_late_and_in_sizes(picture: str, name: str) -> None:
    assert [link.href for link in page_links(picture, URL)] == [f"https://shop.example/teas/{name}"]


def test_addresses_are_relative_to_the_base_of_the_page() -> None:
    html = '<base href="//cdn.example/x/"><a href="y">y</a>'
    assert page_links(html, URL) == [PageLink("https://cdn.example/x/y", "y", "a")]


def test_without_an_address_only_whole_ones_are_given() -> None:
    html = '<a href="/a">a</a><a href="https://b.example/c">c</a><img src="x.png">'
    assert [link.href for link in page_links(html, "")] == ["https://b.example/c"]


def test_there_is_an_end() -> None:
    html = "".join(f'<a href="/{n}">{n}</a>' for n in range(MOST_LINKS + 10))
    assert len(page_links(html, URL)) == MOST_LINKS


@pytest.mark.parametrize(
    "html",
    [
        "\0\ud800<a href='\ud800'>\ud800",
        "<a href=x>" * 10_000,
        '<a href="//[::1">x</a><a href="http://x:99999/">y</a><base href="//[">',
        "<div>" * 8_000 + "<a href=x><title>x",
        "<img srcset='" + "a, " * 200_000 + "'>",
        '<meta property="og:x" content="x">' * 10_000,
        '<script type="application/ld+json">' + "[" * 50_000 + "</script>",
        '<script type="application/ld+json">{"author": {"name": {"name": 1}}}</script>',
        "<title>" * 10_000,
    ],
)
def test_no_page_breaks_it(html: str) -> None:
    assert page_meta(html, URL).keys() == page_meta("", URL).keys()
    assert len(page_links(html, URL)) <= MOST_LINKS


def test_pages_too_deep_are_refused() -> None:
    with pytest.raises(PageError, match="deep"):
        page_links("<div>" * 20_000, URL)


JAPANESE = "<title>緑茶の入れ方</title><p>お湯を沸かします。" * 5


@pytest.mark.parametrize(
    ("content", "media_type", "text"),
    [
        ("<p>naïve €".encode("cp1252"), "text/html; charset=windows-1252", "<p>naïve €"),
        (b"\xef\xbb\xbf<p>na\xc3\xafve", "text/html; charset=iso-8859-1", "<p>naïve"),
        ("<p>naïve".encode("utf-16"), "text/html", "<p>naïve"),
        (b'<meta charset="shift_jis"><p>\x97\xce', "text/html", '<meta charset="shift_jis"><p>緑'),
        (
            b'<meta http-equiv="Content-Type" content="text/html; charset=euc-jp"><p>\xce\xd0',
            "",
            '<meta http-equiv="Content-Type" content="text/html; charset=euc-jp"><p>緑',
        ),
        # Wrong about itself.
        ("<p>naïve €5 “tea”".encode("cp1252"), "text/html; charset=utf-8", "<p>naïve €5 “tea”"),
        (JAPANESE.encode("shift_jis"), "text/html; charset=utf-8", JAPANESE),
        (JAPANESE.encode("euc-jp"), "text/html; charset=utf-8", JAPANESE),
        (JAPANESE.encode(), "text/html; charset=shift_jis", JAPANESE),
        ("<p>naïve".encode(), "text/html; charset=utf8-or-so", "<p>naïve"),
        (b"<p>T\0e\0a", "text/html", "<p>Tea"),
    ],
)
def test_the_characters_of_pages_whatever_they_say(
    content: bytes, media_type: str, text: str
) -> None:
    assert decode_page(content, media_type) == text


def test_what_is_left_compressed_is_no_page_but_breaks_nothing() -> None:
    import gzip

    page = decode_page(gzip.compress(b"<p>Tea</p>"), "text/html; charset=utf-8")
    assert page_links(page, URL) == []
