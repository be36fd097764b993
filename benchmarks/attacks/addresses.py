"""Addresses that the service must not reach, in every way that a caller can name an address.

Attacked is the guard of fetches: addresses of this machine and of its network, in every spelling
that some parser reads as one, as host names, behind user names, and behind redirects of a page that
may be reached; as the address of each operation that takes one, in a page that the browser draws,
and as the caller's own proxy.

Broken is a case in which a listener on loopback is connected to, in which the reply contains what
that listener answers, whose status is 200 although the address alone is what was asked for, whose
status is neither 400 nor 403 (424 for names that have no address), or that has no reply.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx

from attacks import Outcome
from attacks.servers import KEY, Listener, Pages, serving, small_web

#: Names that only the service of this attack knows, with the addresses of each look-up.
NAMES = {
    "loopback.test": [["127.0.0.1"]],
    "loopback6.test": [["::1"]],
    "mapped.test": [["::ffff:127.0.0.1"]],
    "unspecified.test": [["0.0.0.0"]],
    "private.test": [["10.0.0.1"]],
    "metadata.test": [["169.254.169.254"]],
    "mixed.test": [["1.1.1.1", "127.0.0.1"]],
    "mixed6.test": [["2606:4700:4700::1111", "::1"]],
    "xn--bcher-kva.test": [["127.0.0.1"]],
}
#: Addresses of this machine, as hosts: the listener of the attack would answer.
LOOPBACK = (
    # The usual one, and what only looks different.
    *("127.0.0.1", "127.0.0.1.", "127.0.0.2", "127.255.255.254", "127.1", "127.0.1", "0.0.0.0"),
    # Decimal, octal and hexadecimal, whole and in parts.
    *("0", "00", "0x0", "2130706433", "0x7f000001", "0X7F000001", "017700000001"),
    *("0x7f.0.0.1", "0x7f.0x0.0x0.0x1", "0x7f.1", "0177.0.0.1", "0177.0.0.01", "0177.1"),
    *("127.0x0.0.1", "127.0.0x1", "127.00.00.01", "0000127.0.0.1", "127.000.000.001", "0x7f.00.1"),
    *("0x00000000007f000001", "127.65536", "127.16777214", "4294967296", "127.0.0.256"),
    # Digits and full stops of other scripts, which IDNA maps.
    *("127。0。0。1", "127.0.0.1", "127。0。0。1", "①②⑦.⓪.⓪.①", "127.0.0.1"),
    *("¹²⁷.⁰.⁰.¹", "𝟏𝟐𝟕.𝟎.𝟎.𝟏", "१२७.०.०.१", "١٢٧.٠.٠.١", "127\u00ad.0.0.1", "127.0.0\u200b.1"),
    # Escaped.
    *("%31%32%37.0.0.1", "127%2e0%2e0%2e1", "127.0.0.1%00", "127.0.0.1%20", "%6cocalhost"),
    # Host names.
    *("localhost", "LocalHost", "LOCALHOST.", "localhost.", "localhost..", "ⓛocalhost"),
    *("localhost.localdomain", "a.localhost", "ip6-localhost", "ip6-loopback", "localhoſt"),
    *NAMES,
    *("LOOPBACK.TEST", "loopback.test.", "bücher.test", "ⓛoopback.test", "loopback。test"),
    # IPv6, and IPv4 in it: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP.
    *("[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]", "[::0]", "[::0.0.0.1]"),
    *("[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]", "[0:0:0:0:0:ffff:7f00:1]"),
    *("[::ffff:0.0.0.0]", "[::127.0.0.1]", "[::7f00:1]", "[::ffff:0:127.0.0.1]"),
    *("[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]"),
    *("[2002:7f00:0001::1]", "[2001:0:7f00:1::]", "[2001:0000:4136:e378:8000:63bf:80ff:fffe]"),
    *("[fe80::1]", "[fe80::1%25lo]", "[fe80::1%lo]", "[::1%25lo]", "[fe80::5efe:127.0.0.1]"),
    *("::1", "[::1", "[[::1]]", "[127.0.0.1]", "[::1].", "[::1]."),
)
#: Other addresses that are not on the internet: nothing here can listen to them.
ELSEWHERE = (
    # Metadata of clouds, and other special addresses.
    *("169.254.169.254", "169.254.169.254.", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376"),
    *("[::ffff:169.254.169.254]", "[64:ff9b::a9fe:a9fe]", "[fd00:ec2::254]", "100.100.100.200"),
    *("192.0.0.192", "168.63.129.16", "metadata.google.internal", "169.254.170.2"),
    # Private, shared, reserved, of documentation, multicast, broadcast.
    *("10.0.0.1", "10.1", "0xa000001", "172.16.0.1", "172.31.255.255", "192.168.0.1", "192.168.1"),
    *("100.64.0.1", "198.18.0.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "192.88.99.1"),
    *("224.0.0.1", "240.0.0.1", "255.255.255.255", "0.1.2.3"),
    *("[fc00::1]", "[fd12:3456::1]", "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]"),
    *("[5f00::1]", "[100::1]", "[4000::1]"),
)
#: Whole addresses, of the listener's port and of its base64 in a data: URL.
WHOLE = (
    # User names that look like the host.
    "http://example.com@127.0.0.1:{port}/",
    "http://example.com:80@127.0.0.1:{port}/",
    "http://user:word@localhost:{port}/",
    "http://example.com%40127.0.0.1:{port}/",
    "http://127.0.0.1:{port}@127.0.0.1:{port}/",
    "http://@127.0.0.1:{port}/",
    "http://:@127.0.0.1:{port}/",
    # Backslashes, slashes, white space and line ends, which parsers read differently.
    "http://127.0.0.1:{port}\\@example.com/",
    "http://127.0.0.1:{port}#@example.com/",
    "http://127.0.0.1:{port}?@example.com/",
    "http:\\\\127.0.0.1:{port}\\",
    "http:/\\127.0.0.1:{port}/",
    "http:/127.0.0.1:{port}/",
    "http:127.0.0.1:{port}/",
    "http:///127.0.0.1:{port}/",
    "http:////127.0.0.1:{port}/",
    "//127.0.0.1:{port}/",
    "127.0.0.1:{port}/",
    " http://127.0.0.1:{port}/ ",
    "\thttp://127.0.0.1:{port}/",
    "http://127.0.0.1\t:{port}/",
    "http://127.0.0.1\n:{port}/",
    "ht\ntp://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}/\r\nHost: example.com",
    "http://127.0.0.1:{port}\x00.example.com/",
    "http://example.com\x00@127.0.0.1:{port}/",
    # Schemes in other letters, and other schemes.
    "HTTP://127.0.0.1:{port}/",
    "hTTp://LOCALHOST:{port}/",
    "https://127.0.0.1:{port}/",
    "HTTPS://[::1]:{port}/",
    "ftp://127.0.0.1:{port}/",
    "gopher://127.0.0.1:{port}/_GET%20/",
    "dict://127.0.0.1:{port}/info",
    "ldap://127.0.0.1:{port}/",
    "ws://127.0.0.1:{port}/",
    "tftp://127.0.0.1:{port}/",
    "telnet://127.0.0.1:{port}/",
    "jar:http://127.0.0.1:{port}!/",
    "url:http://127.0.0.1:{port}/",
    "view-source:http://127.0.0.1:{port}/",
    "feed:http://127.0.0.1:{port}/",
    "blob:http://127.0.0.1:{port}/a",
    "unix:///run/docker.sock",
    "http+unix://%2Frun%2Fdocker.sock/",
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "file:/etc/passwd",
    "file://localhost/etc/passwd",
    "file://127.0.0.1:{port}/",
    "/etc/passwd",
    "javascript:fetch('http://127.0.0.1:{port}/')",
    "about:blank",
    "chrome://version",
    # Ports.
    "http://127.0.0.1:0{port}/",
    "http://127.0.0.1:+{port}/",
    "http://127.0.0.1:{port}{port}/",
    "http://127.0.0.1:22/",
    "http://127.0.0.1:-1/",
    "http://127.0.0.1:/",
    "http://localhost:{port}.example.com/",
)


def forms(port: int) -> list[str]:
    """Return every form of a forbidden address, with the port of a listener.

    Examples
    --------
    >>> len(forms(80)), forms(80)[0]
    (199, 'http://127.0.0.1:80/')
    """
    hosts = [f"http://{host}:{port}/" for host in LOOPBACK] + [f"http://{h}/" for h in ELSEWHERE]
    return list(dict.fromkeys(hosts + [form.replace("{port}", str(port)) for form in WHOLE]))


class Way(NamedTuple):
    """A way to give an address to the service.

    Parameters
    ----------
    name
        What it is, for people.
    path
        The path of the operation.
    members
        Its request; a function of the forbidden address and of the pages that may be reached.
    needs_browser
        Whether a browser has to start for it.
    is_content
        Whether the address is all that the operation is asked for, so that success means that it
        was read.
    """

    name: str
    path: str
    members: Callable[[str, Pages], dict[str, Any]]
    needs_browser: bool = False
    is_content: bool = True


_SCRAPE, _PROMPTS = "/v1/ai/scrape", ["title"]


def _redirect(form: str, pages: Pages) -> str:
    """Return the address of a page that leads to another one."""
    path = "/" + base64.urlsafe_b64encode(form.encode("utf-8", "replace")).decode()
    pages.redirects[path] = form.replace("\r", "").replace("\n", "")
    return pages.url + path


def _drawn(form: str, pages: Pages) -> dict[str, Any]:
    """Return the scrape of a page that asks for an address in several ways as it is drawn."""
    quoted = form.replace("&", "&amp;").replace('"', "&quot;")
    html = (
        f'<title>tea</title><p>tea</p><img src="{quoted}"><iframe src="{quoted}"></iframe>'
        f'<link rel="stylesheet" href="{quoted}"><script src="{quoted}"></script>'
        f'<a id="a" href="{quoted}">a</a><script>'
        'const u = document.getElementById("a").getAttribute("href");'
        'fetch(u, {mode: "no-cors"}).catch(() => 0);'
        "try { new WebSocket(u.replace(/^http/i, 'ws')); } catch {}"
        "</script>"
    )
    pages.pages["/drawn"] = html
    return {"url": f"{pages.url}/drawn", "element_prompts": _PROMPTS, "render": "always"}


WAYS = (
    Way("detect", "/v1/object_detection", lambda form, _: {"url": form}),
    Way("embed", "/v1/embedding", lambda form, _: {"type": "image", "url": form}),
    Way("embed_v2", "/v2/embedding", lambda form, _: {"type": "pdf", "url": form}),
    Way("generate_image", "/v1/ai/image_generation", lambda form, _: {"prompt": "a", "url": form}),
    Way(
        "search",
        "/v1/web/search",
        lambda form, _: {"query": "tea", "byo_urls": [form], "ai_overview": False},
    ),
    Way(
        "research",
        "/v1/web/deep_research",
        lambda form, _: {"query": "tea", "byo_urls": [form], "max_depth": 1, "max_breadth": 1},
    ),
    Way(
        "scrape",
        _SCRAPE,
        lambda form, _: {"url": form, "element_prompts": _PROMPTS, "render": "never"},
    ),
    Way(
        "scrape, sample_urls",
        _SCRAPE,
        lambda form, _: {
            "html": "<title>tea</title><p>tea</p>",
            "sample_urls": [form],
            "element_prompts": _PROMPTS,
            "render": "never",
        },
        is_content=False,
    ),
    Way(
        "scrape, redirect",
        _SCRAPE,
        lambda form, pages: {
            "url": _redirect(form, pages),
            "element_prompts": _PROMPTS,
            "render": "never",
        },
        is_content=False,
    ),
    Way(
        "scrape, proxy",
        _SCRAPE,
        lambda form, pages: {
            "url": f"{pages.url}/page",
            "element_prompts": _PROMPTS,
            "render": "never",
            "byo_proxy": {"server": form},
        },
    ),
    Way(
        "browser",
        _SCRAPE,
        lambda form, _: {"url": form, "element_prompts": _PROMPTS, "render": "always"},
        needs_browser=True,
    ),
    Way(
        "browser, redirect",
        _SCRAPE,
        lambda form, pages: {
            "url": _redirect(form, pages),
            "element_prompts": _PROMPTS,
            "render": "always",
        },
        needs_browser=True,
        is_content=False,
    ),
    Way("browser, page", _SCRAPE, _drawn, needs_browser=True, is_content=False),
    Way(
        "browser, proxy",
        _SCRAPE,
        lambda form, pages: {
            "url": f"{pages.url}/page",
            "element_prompts": _PROMPTS,
            "render": "always",
            "byo_proxy": {"server": form},
        },
        needs_browser=True,
    ),
)


def attempt(
    http: httpx.Client, way: Way, form: str, pages: Pages, listener: Listener
) -> str | None:
    """Give one address in one way; return what is broken, if anything is."""
    before, case = listener.connections, f"{way.name} {form!r}"
    try:
        response = http.post(way.path, json=way.members(form, pages))
    except httpx.HTTPError as error:
        return f"{case}: no reply ({type(error).__name__})"
    if listener.connections != before:
        return f"{case}: the listener was connected to"
    if Listener.SECRET in response.content:
        return f"{case}: the reply has what the listener answers"
    status = response.status_code
    if status in {400, 403} or (not way.is_content and status in {200, 424}):
        return None
    if status == 424 and b"cannot be resolved" in response.content:
        return None
    return f"{case}: {status} {response.text[:200]}"


def attempts(ways: tuple[Way, ...], every: int = 1) -> Iterator[str | None]:
    """Give every so many forms in each of the ways to a service of its own.

    Yields
    ------
    str | None
        What is broken in a case, if anything is.
    """
    with ExitStack() as stack:
        pages, listener = stack.enter_context(small_web())
        pages.pages["/page"] = "<title>tea</title><p>tea</p>"
        settings = {"fetch_allow": pages.host, "fetch_timeout": "10"}
        service = stack.enter_context(serving(NAMES, **settings))
        http = stack.enter_context(
            httpx.Client(base_url=service.url, headers={"x-api-key": KEY}, timeout=120)
        )
        for number, way in enumerate(ways):
            if way.needs_browser:
                # Without one, nothing would be drawn and nothing reached.
                members = way.members(f"{pages.url}/page", pages)
                drawn = {name: value for name, value in members.items() if name != "byo_proxy"}
                http.post(way.path, json=drawn).raise_for_status()
            # Other forms for each way, where not all of them are tried.
            for form in forms(listener.port)[number % every :: every]:
                yield attempt(http, way, form, pages, listener)


def run(quick: bool) -> Outcome:
    """Try every form in every way; quick, every tenth."""
    return Outcome.of(attempts(WAYS, 10 if quick else 1))
