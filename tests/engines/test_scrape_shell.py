"""Pages that only a script fills, and pages that are complete though short."""

import pytest

from triptych.engines.scrape import PageError
from triptych.engines.scrape.shell import is_shell

ASK = "<noscript>You need to enable JavaScript to run this app.</noscript>"
TEXT = "Green tea is made from leaves that are steamed or roasted soon after they are picked. " * 8

SHELLS = {
    "create-react-app": f"""<!doctype html><html lang="en"><head><meta charset="utf-8">
        <title>React App</title><link href="/static/css/main.a1b2.css" rel="stylesheet">
        <script defer src="/static/js/main.c3d4.js"></script></head>
        <body>{ASK}<div id="root"></div></body></html>""",
    "vite-vue": """<!doctype html><html><head><title>Vite App</title>
        <script type="module" crossorigin src="/assets/index-BfX1.js"></script></head>
        <body><div id="app"></div></body></html>""",
    "vue-cli": """<body><noscript><strong>We're sorry but shop doesn't work properly without
        JavaScript enabled. Please enable it to continue.</strong></noscript><div id="app"></div>
        <script src="/js/chunk-vendors.js"></script><script src="/js/app.js"></script></body>""",
    "angular": """<html><head><base href="/"><title>Store</title><body class="mat-typography">
        <app-root></app-root><script src="runtime.js" type="module"></script>
        <script src="main.js" type="module"></script></body></html>""",
    "angular with a spinner": """<body><app-root><div class="loader-wrap"><img
        src="assets/spinner.gif" alt="">Loading...</div></app-root><script src="main.js">""",
    "angularjs templates": """<body ng-app="shop"><div ng-controller="C"><h1>{{ product.name }}</h1>
        <p>{{ product.description | trust }}</p><span>{{ price | currency }}</span></div>
        <script src="angular.min.js"></script><script src="app.js"></script></body>""",
    "next without rendering": """<body><div id="__next"></div><script id="__NEXT_DATA__"
        type="application/json">{"props":{"pageProps":{"name":"Green tea","price":3}}}</script>
        <script src="/_next/static/chunks/main.js" async></script></body>""",
    "nuxt spa": """<body><div id="__nuxt"><div id="nuxt-loading" aria-live="polite" role="status">
        <div>Loading...</div></div></div><script>window.__NUXT__={config:{}}</script>
        <script src="/_nuxt/app.js"></script></body>""",
    "gatsby": """<body><noscript id="gatsby-noscript">This app works best with JavaScript
        enabled.</noscript><div id="___gatsby"></div><script src="/app-1f.js"></script></body>""",
    "svelte": """<html><head><title>Svelte app</title><script defer src="/build/bundle.js"></script>
        </head><body></body></html>""",
    "web component": """<body unresolved><my-shop></my-shop>
        <script type="module" src="src/my-shop.js"></script></body>""",
    "skeletons": """<header><nav><a href="/">Home</a><a href="/teas">Teas</a></nav></header><main>
        <h1>Teas</h1><div class="card skeleton"></div><div class="card skeleton"></div><div
        class="card skeleton"></div></main><footer>© Tea shop, Imprint</footer>
        <script src="/bundle.js"></script>""",
    "menus around nothing": """<header><a href="/">The Tea Shop</a><nav><a href="/g">Green tea</a>
        <a href="/b">Black tea</a><a href="/o">Oolong</a></nav></header><div id="app-content"></div>
        <footer><p>""" + "Delivery, returns, privacy and terms. " * 12 + """</p></footer>
        <script src="/bundle.js"></script>""",
    "asks and has nothing": """<body><script>document.write(atob('PGgxPg=='))</script><noscript>
        Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</noscript><p>Shop</p></body>""",
    "counted by a picture": """<body><div id="root"></div><img height="1" width="1"
        style="display:none" src="https://stat.example/p?noscript=1"><script src="/a.js">""",
    "templates beside a search": """<header><form><input name="q"></form></header><div>
        <h1>{{ name }}</h1><p>{{ description }}</p></div><script src="angular.min.js"></script>""",
    "please wait": "<body><p>Please wait…</p><script src=/check.js></script>",
    "flutter": """<body><script>window.addEventListener('load', function(){ start(); })</script>
        <script src="flutter.js" defer></script></body>""",
}  # fmt: skip

COMPLETE = {
    "hello": "<html><head><title>Hi</title></head><body><p>Hello</p></body></html>",
    "hello with a counter": "<p>Hello, this is my page.</p><script src=/count.js></script>",
    "login": """<body><h1>Sign in</h1><form method="post"><label>User <input name="u"></label>
        <label>Password <input type="password" name="p"></label><button>Sign in</button></form>
        <noscript>Enable JavaScript to sign in with a key.</noscript><script src="a.js">""",
    "next, rendered": f"""<body><div id="__next"><main><h1>Green tea</h1><p>{TEXT}</p></main></div>
        <script src="/_next/static/main.js"></script></body>""",
    "next, not found": """<body><div id="__next"><h1>404</h1><h2>This page could not be found.</h2>
        </div><script src="/_next/static/main.js"></script></body>""",
    "react, rendered with a warning": f"""<body>{ASK}<div id="root"><article><h1>Tea</h1>
        <p>{TEXT}</p></article></div><script src="/main.js"></script></body>""",
    "an article and an empty widget": f"""<body><article><h1>Tea</h1><p>{TEXT}</p></article>
        <div id="app"></div><script src="/comments.js"></script></body>""",
    "an article with skeletons beside": f"""<body><article><p>{TEXT}</p></article><aside>
        <div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></aside>
        <script src="/related.js"></script></body>""",
    "a picture alone": '<body><img src="/comic.png" alt="Comic"><script src="/c.js"></script>',
    "a film alone": '<body><video src="/film.mp4" controls></video><script>count()</script>',
    "a table of prices": """<table><tr><th>Tea</th><th>Price</th></tr><tr><td>Green</td><td>3 EUR
        </td></tr><tr><td>Black</td><td>2 EUR</td></tr></table><script src="/s.js"></script>""",
    "a redirect without scripts": """<head><meta http-equiv="refresh" content="0; url=/new"></head>
        <body><p>Moved <a href="/new">here</a>.</p></body>""",
    "data but no program": """<body><h1>Tea</h1><script type="application/ld+json">
        {"@type": "Product", "name": "Tea"}</script></body>""",
    "a search box": """<body><div id="app"><form action="/s"><input name="q"><button>Search</button>
        </form></div><script src="/s.js"></script></body>""",
    "a text about templates": f"<p>Write {{{{ name }}}} in Jinja. {TEXT}</p><script>x()</script>",
    "all in the header": f"""<body><header><img src="/tea.jpg"><h1>Tea</h1><p>{TEXT}</p></header>
        <script src="/count.js"></script>""",
    "an error": """<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden
        </h1></center><hr><center>nginx</center></body></html>""",
    "a blank page": "<html><body></body></html>",
    "frames": '<frameset cols="20,80"><frame src="menu.html"><frame src="main.html"></frameset>',
}  # fmt: skip


@pytest.mark.parametrize("name", SHELLS)
def test_shells(name: str) -> None:
    assert is_shell(SHELLS[name])


@pytest.mark.parametrize("name", COMPLETE)
def test_complete_pages(name: str) -> None:
    assert not is_shell(COMPLETE[name])


@pytest.mark.parametrize(
    "html",
    [
        "",
        "\0\ud800<script>",
        "<script>a()</script>" * 20_000,
        "<div id=app>" * 10_000 + "<script src=a>",
        "<div id=app>" * 500 + "<script src=a>" + "<i class=skeleton>" * 5_000,
        "<script src=a></script><p>" + "{{" * 100_000,
        "<script src=a></script><p>" + "loading " * 50_000,
        "<noscript>" * 5_000 + "<script src=a>",
        '<script src=a></script><p class="' + "skeleto" * 100_000 + '">',
    ],
)
def test_no_page_breaks_it(html: str) -> None:
    assert is_shell(html) in (True, False)


def test_pages_too_deep_are_refused() -> None:
    with pytest.raises(PageError, match="deep"):
        is_shell("<div>" * 20_000)
