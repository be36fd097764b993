"""Pages made harmless, with their elements where they were."""

import re

import pytest

from triptych.engines.scrape import PageError, extract
from triptych.engines.scrape.elements.document import parse
from triptych.engines.scrape.inert import MOST_INERT, inert

URL = "https://shop.example/teas/green"

PAGE = """<!DOCTYPE html><html><head><base href="/teas/"><title>Tea</title>
<meta http-equiv="refresh" content="0;url=https://evil.example"><meta name="author" content="A">
<link rel="stylesheet" href="style.css"><link rel="preconnect" href="https://evil.example">
<style>.price { color: red }</style><script src="a.js"></script></head><body onload="go()">
<script>document.write(1)</script><h1 style="color: blue">Green tea</h1>
<!--[if IE]><script>x()</script><![endif]--><p>Price: <!-- --><b class="price">3.20 EUR</b></p>
<div><script></script><span>one</span><iframe src="//evil.example"></iframe><span>two</span></div>
<a href="black">Black tea</a><a href=" java&#10;script:x()">run</a><a href="#top">up</a>
<img src="tea.png" srcset="tea.png 1x, big.png 2x" onerror="x()" alt="Leaves">
<form action="/buy" method="post"><input name="n"><button formaction="/b">Buy</button></form>
<table><script></script><tr><td>in a table</table></body></html>"""


def test_what_runs_or_sends_is_gone_and_the_rest_stays() -> None:
    page = inert(PAGE, URL)
    assert page.startswith("<!DOCTYPE html>")
    for gone in ("<script", "<iframe", "onload", "onerror", "script:", "refresh", "evil", "/buy"):
        assert gone not in page
    assert "<style>.price { color: red }</style>" in page
    assert 'style="color: blue"' in page
    assert 'href="https://shop.example/teas/style.css"' in page
    assert 'href="https://shop.example/teas/black"' in page
    assert 'src="https://shop.example/teas/tea.png"' in page
    assert 'srcset="https://shop.example/teas/tea.png 1x, https://shop.example/teas/big.png' in page
    assert 'href="#top"' in page
    assert '<form method="dialog">' in page


@pytest.mark.parametrize(
    "selector",
    [
        "b.price", "span:nth-child(2)", "span:nth-child(4)", "div > span:last-child",
        "h1:nth-child(2)", "td", "tbody > tr > td", "body > div:nth-of-type(1) > span", "a[href]",
        "img[alt]", "form > input", "style + *",
    ],
)  # fmt: skip
def test_selectors_select_the_same_elements(selector: str) -> None:
    before, after = parse(PAGE), parse(inert(PAGE, URL))
    texts = [before.text(before.nodes[at]) for at in before.select(selector)]
    assert texts
    assert [after.text(after.nodes[at]) for at in after.select(selector)] == texts


def test_what_the_engine_found_is_found_again() -> None:
    prompts = {"price": "Price", "name": "Name of the tea"}
    before, after = extract(PAGE, prompts), extract(inert(PAGE, URL), prompts)
    assert before.fields["price"].values == after.fields["price"].values == ("3.20 EUR",)
    assert before.fields["price"].selectors == after.fields["price"].selectors


@pytest.mark.parametrize(
    "attack",
    [
        "<img src=x onerror=alert(1)>",
        "<IMG SRC=x OnErRoR=alert(1)>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
        '<svg><animate attributeName=href values="javascript:alert(1)" /></svg>',
        '<svg><set attributeName=onmouseover to="alert(1)"/></svg>',
        '<a href="&#106;avascript:alert(1)">x</a>',
        '<a href="\x01javascript:alert(1)">x</a>',
        '<a href="jav\tascript:alert(1)">x</a>',
        '<a href="data:text/html,<script>alert(1)</script>">x</a>',
        '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
        '<object data="data:text/html,<script>alert(1)</script>"></object>',
        '<embed src="javascript:alert(1)">',
        '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</form>',
        '<meta http-equiv="ReFresh" content="0;url=javascript:alert(1)">',
        '<template shadowrootmode="open"><script>alert(1)</script></template>',
        '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 '
        'onerror=alert(1)&gt;">',
        '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
        '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>",
        '<frameset><frame src="javascript:alert(1)"></frameset>',
        '<body background="javascript:alert(1)">',
        '<link rel="import" href="x.html"><link rel=stylesheet href="javascript:alert(1)">',
        "<!--><script>alert(1)</script>-->",
    ],
)
def test_no_attack_is_left(attack: str) -> None:
    page = parse(inert(f"<p>Tea</p>{attack}", URL))
    refused = {"script", "iframe", "object", "embed", "animate", "set"}
    for node in page.nodes:
        assert node.tag not in refused
        for name, value in node.attributes.items():
            assert not name.lower().startswith("on")
            assert name.lower() not in ("srcdoc", "action", "formaction", "http-equiv")
            bare = re.sub(r"[\x00-\x20]", "", value).lower()
            assert not bare.startswith(("javascript:", "data:text"))


def test_sizes_of_a_picture_on_lines_of_their_own_are_absolute() -> None:
    page = inert('<img srcset="a.png 1x,\n  b.png 2x,\n  data:image/svg+xml,x 3x">', URL)
    site = "https://shop.example/teas"
    assert f'srcset="{site}/a.png 1x, {site}/b.png 2x"' in page


def test_it_is_the_same_when_made_harmless_again() -> None:
    page = inert(PAGE, URL)
    assert inert(page, URL) == page


def test_pages_too_long_for_a_view_are_empty() -> None:
    assert inert("<p>" + "x" * MOST_INERT, URL) == ""
    assert inert("<p>x</p><script>" + "x" * MOST_INERT + "</script>", URL) != ""


@pytest.mark.parametrize(
    "html",
    [
        "",
        "\0\ud800<a href='\ud800'>",
        "<p>" * 10_000,
        "<div>" * 10_000 + "x",
        '<a href="//[::1">x</a>' * 3_000,
        "<a href='" + "../" * 100_000 + "'>x</a>",
        "<svg>" * 3_000 + "<script>",
        "<!--" * 10_000,
        "<table>" * 2_000 + "<script>",
    ],
)
def test_no_page_breaks_it(html: str) -> None:
    assert len(inert(html, URL)) <= MOST_INERT


def test_pages_too_deep_are_refused() -> None:
    with pytest.raises(PageError, match="deep"):
        inert("<div>" * 20_000, URL)


def test_page_that_its_absolute_addresses_would_triple_is_left_out() -> None:
    base = f"<base href='https://example.org/{'x' * 500}/'>"
    assert "x/a" in inert(base + "<a href=a>Tea</a>", URL)
    assert inert(base + "<a href=a>Tea</a>" * 2_000, URL) == ""
