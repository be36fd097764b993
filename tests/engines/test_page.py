"""Pages of every kind become text and facts; hostile ones become an error or a result."""

from __future__ import annotations

import json

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from triptych.engines.page import PageError, read_page, visible_text
from triptych.engines.page.addresses import absolute_url, absolute_urls
from triptych.engines.page.facts import iso
from triptych.engines.text.decoding import decode_page

URL = "https://www.example.org/tea/black.html?x=1#top"
PARAGRAPH = (
    "Black tea is more oxidised than oolong, yellow, white and green teas. It is generally "
    "stronger in flavour than other teas, and it keeps its flavour for several years."
)
PAGE = f"""<!DOCTYPE html><html lang="en-GB"><head>
<title>Black tea - The Tea Board</title>
<meta property="og:site_name" content="The Tea Board">
<meta name="description" content="How black tea
 is made."><meta property="og:image" content="/pictures/leaf.jpg">
<meta property="article:published_time" content="2023-01-05T08:00:00Z">
<meta property="article:modified_time" content="2024-03-01T10:30:00+01:00">
<link rel="shortcut icon" href="../icon.png"><link rel="canonical" href="/tea/black">
</head><body><nav><a href="/">Home</a> <a href="/shop">Buy our mugs today</a></nav>
<main><article><h1>Black tea</h1><p>{PARAGRAPH}</p>
<p><img src="cup.png" alt="a cup"> {PARAGRAPH.replace("Black", "Ceylon")} See
<a href="green.html#how">green tea</a>, <a href="green.html">again</a>,
<a href="mailto:a@b.c">us</a>.</p>
<h2>Steps</h2><ul><li>Withering of the leaves for a day</li>
<li>Rolling them by hand or machine</li></ul>
<table><tr><th>Kind</th><th>Water</th></tr><tr><td>Assam</td><td>95 degrees</td></tr></table>
<pre>def brew(tea):
    return tea + water
</pre></article></main>
<footer>Imprint of the board</footer><script>track()</script></body></html>"""


def test_a_page_is_read_with_its_facts() -> None:
    page = read_page(PAGE.encode(), URL, "text/html; charset=utf-8")
    assert page.url == "https://www.example.org/tea/black"
    assert page.title == "Black tea"
    assert page.description == "How black tea is made."
    assert (page.site_name, page.site_long_name) == ("example.org", "The Tea Board")
    assert page.language == "en"
    assert page.published == "2024-03-01T10:30:00+01:00"
    assert page.favicon == "https://www.example.org/icon.png"
    assert page.thumbnail == "https://www.example.org/pictures/leaf.jpg"
    assert page.image_urls == ("https://www.example.org/tea/cup.png",)
    assert page.links == (
        "https://www.example.org/",
        "https://www.example.org/shop",
        "https://www.example.org/tea/green.html",
    )


def test_its_text_is_what_a_reader_came_for_line_by_line() -> None:
    text = read_page(PAGE.encode(), URL).text
    blocks = text.split("\n\n")
    assert PARAGRAPH in blocks
    assert "Steps" in blocks
    assert "- Withering of the leaves for a day\n- Rolling them by hand or machine" in blocks
    assert "Kind | Water\nAssam | 95 degrees" in blocks
    assert "def brew(tea):\n    return tea + water" in blocks
    assert not any(word in text for word in ("mugs", "Imprint", "track"))


def test_bytes_that_happen_to_decode_are_no_page() -> None:
    with pytest.raises(PageError, match="not a text"):
        read_page(bytes(range(256)) * 40, URL, "text/html")
    stray = b"<title>Tea</title><p>Boil\x00 water first, then let the leaves steep a while.</p>"
    stray += b"<p>Drink it while it is hot, and keep the rest for later in the day.</p>" * 3
    assert "Boil" in read_page(stray, URL, "text/html").text


def test_the_blocks_of_a_short_page_stay_apart() -> None:
    page = b"<title>Kettle</title><h1>Kettle</h1><p>It has a lid.</p><ul><li>one<li>two</ul>"
    read = read_page(page, "https://example.org/", "text/html")
    assert read.text == "Kettle\n\nIt has a lid.\n\n- one\n- two"


def test_code_keeps_its_lines_where_it_stands_in_a_definition() -> None:
    page = (
        f"<html><body><h1>Functions</h1><p>{PARAGRAPH}</p><dl><dt>all(leaves)</dt><dd><p>"
        f"{PARAGRAPH}</p><div class=highlight><pre><span class=k>def</span> all(leaves)"
        ":\n    <b>for</b> leaf in leaves:\n        <span class=n>brew</span>(leaf)\n</pre></div>"
        f"<p>{PARAGRAPH}</p></dd></dl></body></html>"
    )
    text = read_page(page.encode(), URL, "text/html").text
    assert "def all(leaves):\n    for leaf in leaves:\n        brew(leaf)\n\n" in text


def test_a_part_that_the_page_marks_is_read_nearly_whole() -> None:
    sections = "".join(
        f"<section><h2>Part {n}</h2><a href={n}>of {n}</a></section>" for n in "12345"
    )
    page = f"<body><div role=main><p>{PARAGRAPH}</p>{sections}</div><div>Shop now</div></body>"
    text = read_page(page.encode(), URL, "text/html").text
    assert all(f"Part {n}" in text for n in "12345")
    assert "Shop" not in text


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("<title>Tea | example.org</title>", "Tea"),
        ("<title>Example: Tea</title>", "Example: Tea"),
        ("<title>Tea – how – it is made</title><h1>Tea – how</h1>", "Tea – how"),
        ("<meta property='og:title' content='Of tea'><title>Tea</title>", "Of tea"),
        ("<title> </title><h1>Tea¶</h1>", "Tea"),
        ("", "Boil water first."),
    ],
)
def test_the_title_is_without_the_name_of_the_site(head: str, title: str) -> None:
    assert read_page(f"{head}<p>Boil water first.</p>".encode(), URL, "text/html").title == title


def test_what_a_page_does_not_tell_is_empty() -> None:
    page = read_page(b"<html><p>Boil water.</p></html>", URL, "text/html")
    assert (page.published, page.thumbnail, page.description, page.language) == ("", "", "", "")
    assert page.site_long_name == "example.org"
    assert page.favicon == "https://www.example.org/favicon.ico"
    assert read_page(b"<p>Boil", "file:///notes/a.html").favicon == ""


def test_the_language_is_heard_where_it_is_not_told() -> None:
    german = "<p>Das Wasser muss kochen, bevor man es auf die Blätter gießt und wartet.</p>"
    assert read_page(german.encode(), URL, "text/html").language == "de"


def test_dates_come_from_json_ld_too() -> None:
    data = json.dumps({"@graph": [{"@type": "Article", "dateModified": "2022-02-03"}]})
    page = f'<script type="application/ld+json">{data}</script><p>Tea was drunk on 2001-01-01.'
    assert read_page(page.encode(), URL, "text/html").published == "2022-02-03"
    times = "<time datetime=2001-01-01>then</time><time class=updated datetime=2002-01-02>"
    assert read_page(f"<p>Tea {times}".encode(), URL, "text/html").published == "2002-01-02"
    assert read_page(b"<p>Tea was drunk on 2001-01-01.", URL, "text/html").published == ""
    assert iso("2024-13-40") == iso("0001-01-01") == iso(5) == ""


def test_a_canonical_address_elsewhere_is_not_believed() -> None:
    page = '<link rel="canonical" href="https://other.example/tea"><p>Tea'
    assert (
        read_page(page.encode(), URL, "text/html").url
        == "https://www.example.org/tea/black.html?x=1"
    )


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        ("<p>Crème brûlée".encode("latin-1"), "text/html; charset=ISO-8859-1"),
        ("<p>Crème brûlée".encode("latin-1"), "text/html"),
        ("<p>Crème brûlée".encode("latin-1"), "text/html; charset=utf-8"),
        ("<p>Crème brûlée".encode(), "text/html; charset=no-such"),
        ("<p>Crème brûlée".encode("utf-16"), "text/html; charset=ascii"),
        ("<meta charset=cp850><p>Crème brûlée".encode("cp850"), "text/html"),
        ("<meta charset=utf-16><p>Crème brûlée".encode(), "text/html"),
        ("<?xml version='1.0' encoding='utf-8'?><p>Crème brûlée".encode(), "text/html"),
    ],
)
def test_encodings_told_and_wrong(content: bytes, media_type: str) -> None:
    assert read_page(content, URL, media_type).text == "Crème brûlée"


def test_markdown_loses_its_marks_and_keeps_its_links() -> None:
    text = (
        "---\ntitle: About *tea*\ndate: 2024-05-06\n---\n# Tea\n\nBoil **water** [now](b.md)."
        "\n\n* one\n* two\n\n```py\nx = 1\n  y\n```\n![cup](c.png)\n"
    )
    page = read_page(text.encode(), "https://example.org/docs/tea.md", "text/plain")
    assert page.text == "Tea\n\nBoil water now.\n\n- one\n- two\n\nx = 1\n  y"
    assert (page.title, page.published) == ("About *tea*", "2024-05-06")
    assert page.links == ("https://example.org/docs/b.md",)
    assert page.image_urls == ("https://example.org/docs/c.png",)
    assert read_page(b"Intro\n\n# Tea", "file:///n/tea.md").title == "Tea"


def test_restructured_text_loses_its_marks() -> None:
    text = (
        "Tea\n===\n\n.. image:: a.png\n   :width: 3\n\n"
        "See :ref:`water <w>` or ``tea()`` and *more*::\n\n    brew\n"
    )
    page = read_page(text.encode(), "https://example.org/tea.rst")
    assert page.title == "Tea"
    assert "tea() and more:" in page.text
    assert not any(mark in page.text for mark in ("===", "``", "..", ":width:"))


def test_the_cells_of_a_notebook_are_read() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Tea\n", "\n", "Boil *water*."]},
        {"cell_type": "code", "source": "s = '```'\nprint(s)", "outputs": [{"text": "secret"}]},
        {"cell_type": "raw", "source": "raw"},
    ]
    page = read_page(json.dumps({"cells": cells}).encode(), "https://example.org/tea.ipynb")
    assert page.title == "Tea"
    assert page.text == "Tea\n\nBoil water.\n\ns = '```'\nprint(s)"
    for broken in (b"{}", b"[1]", b'{"cells": [1]}', b"{"):
        with pytest.raises(PageError, match="notebook"):
            read_page(broken, "file:///n/tea.ipynb")


def test_a_pdf_is_read() -> None:
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica")
    pdf.multi_cell(0, 5, "About tea\n\nBoil water first.")
    page = read_page(bytes(pdf.output()), "https://example.org/tea")
    assert page.title == "About tea"
    assert "Boil water first." in page.text
    with pytest.raises(PageError, match="damaged"):
        read_page(b"%PDF-1.7 broken", "https://example.org/tea.pdf")


def test_plain_text_is_read() -> None:
    page = read_page(b"Tea\r\n\r\n\r\n\r\nBoil <b>water</b>.  \r\n", "file:///notes/tea.txt")
    assert (page.title, page.text) == ("Tea", "Tea\n\nBoil <b>water</b>.")


@pytest.mark.parametrize(
    ("content", "url", "media_type", "message"),
    [
        (b"", URL, "text/html", "empty"),
        (b" \n ", URL, "", "empty"),
        (b"<html><script>x()</script></html>", URL, "text/html", "no text"),
        (b"...", "file:///a.txt", "", "no text"),
        (b"\x89PNG", URL, "image/png", "image/png"),
        (b"\x7fELF\0\0\0", "https://example.org/a", "application/octet-stream", "not a text"),
        (b"a" * 20_000_001, URL, "text/html", "larger"),
    ],
)
def test_what_is_no_page_is_said(content: bytes, url: str, media_type: str, message: str) -> None:
    with pytest.raises(PageError, match=message):
        read_page(content, url, media_type)


HOSTILE = {
    "deep": "<div>" * 10_000 + "tea" + "</div>" * 10_000,
    "nested emphasis": "<b>" * 10_000 + "tea",
    "nested headings": "<h1>" * 3_000 + "tea",
    "many nodes": "tea" + "<p>a <b>b</b>" * 30_000,
    "many attributes": "<p " + " ".join(f"a{n}=1" for n in range(20_000)) + ">tea",
    "quoted bracket": '<p x="<" ' + " ".join(f"a{n}=1" for n in range(20_000)) + ">tea",
    "unclosed tags": "tea" + "<a " * 100_000,
    "unclosed scripts": "<p>tea</p>" + "<script>" * 20_000,
    "unclosed comment": "<p>tea</p>" + "<!--" * 50_000,
    "brackets": "tea" + "<" * 200_000,
    "deep data": '<script type="application/ld+json">' + "[" * 100_000 + "</script>tea",
    "broken addresses": '<base href="http://[::1"><a href="http://[">tea</a><a href="//:x@:9/">',
    "surrogates": "tea &#xD800; &#0; &#x110000; \ufffe \x00",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_all_the_same(name: str) -> None:
    page = read_page(f"<html><body>{HOSTILE[name]}".encode(), URL, "text/html")
    assert "tea" in page.text
    page.text.encode()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "<p>",
                    "</p>",
                    "<table>",
                    "<td>",
                    "<li>",
                    "<pre>",
                    "<nav>",
                    "<h1>",
                    "<!--",
                    "-->",
                ),
                *("<a href=", "'", '"', ">", "<", "&", "&#", ";", "tea ", "\0", "é", "<title>"),
                *("<script>", "</script>", "<meta name=date content=", "<link rel=icon href="),
                *("<html", "<base href=", "\n", "<br/>"),
            ]
        )
    ),
    st.sampled_from(["text/html", "text/markdown", "text/x-rst", "text/plain", ""]),
)
def test_no_page_fails_otherwise_than_by_its_error(parts: list[str], media_type: str) -> None:
    try:
        page = read_page("".join(parts).encode(), URL, media_type)
    except PageError:
        return
    assert page.text.strip()
    assert page.title


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["text/html; charset=utf-7", "", "text/plain"]))
def test_any_bytes_have_characters(content: bytes, media_type: str) -> None:
    decode_page(content, media_type).encode()


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=50))
def test_any_address_may_be_written(written: str) -> None:
    found = absolute_url("https://example.org/a/", written)
    assert found == "" or found.startswith(("http://", "https://"))
    assert found.isascii() or found.split("/")[2]


def test_addresses_are_completed_once() -> None:
    base = "https://example.org/a/b"
    written = ["c#x", "c", "javascript:x", None, "/d e", "//other.example", "HTTP://X.example/Q"]
    assert absolute_urls(base, written) == (
        "https://example.org/a/c",
        "https://example.org/d%20e",
        "https://other.example/",
        "http://x.example/Q",
    )


def test_a_page_gives_what_a_reader_sees() -> None:
    page = """<!doctype html><html><head><title>T</title><style>p{}</style></head><body>
      <h1>Tea &amp; cake</h1><p>Boil <b>water</b>,<br>then wait.</p>
      <script>alert("no")</script><ul><li>one<li>two</ul></body></html>"""
    assert visible_text(page).split("\n\n") == [
        "Tea & cake",
        "Boil water,\nthen wait.",
        "- one\n- two",
    ]
    assert visible_text("a < b and no tag") == "a < b and no tag"


def test_items_have_their_marks() -> None:
    page = """<div><ol start=9><li><p>one</p><p>more of it</p><li>two<ul><li>inner</ul>rest
      <li><pre>x = 1</pre></ol><dl><dt>tea<dd>a drink</dl><ol><li>again</ol></div>"""
    assert " ".join(visible_text(page).split()) == (
        "9. one more of it 10. two - inner rest x = 1 tea a drink 1. again"
    )


@pytest.mark.parametrize("hostile", ["<a " * 30_000, "<b>" * 100_000, "<" * 200_000, "&" * 200_000])
def test_no_markup_takes_for_ever(hostile: str) -> None:
    # By Python's own parser the first takes minutes.
    visible_text(hostile)
