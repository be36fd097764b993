"""What a request brings along: its headers, its cookies, its proxy; all on loopback."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from triptych.contract.scrape import Cookie, Proxy
from triptych.service import ServiceSettings
from triptych.service.fetch import Fetcher, certificates, guard, transport
from triptych.service.fetch.transport import ProxyServer
from triptych.service.refusal import Refusal

from .upstream import Upstream
from .web import Web, page, serving


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages["/"] = page(b"tea")
        yield web


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with serving(Upstream("me:se:cret")) as upstream:
        assert isinstance(upstream, Upstream)
        yield upstream


def fetcher(*webs: Web, **settings: Any) -> Fetcher:
    return Fetcher(ServiceSettings(fetch_allow=tuple(web.at for web in webs), **settings))


async def refusal(fetcher: Fetcher, url: str, **options: Any) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await fetcher.get(url, **options)
    assert caught.value.body.message.endswith(".")
    assert "se:cret" not in repr(caught.value.body)
    assert "wrong" not in repr(caught.value.body)
    return caught.value


def named(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let these names mean this machine."""
    real = anyio.getaddrinfo

    async def look_up(host: str, port: int, **options: Any) -> Any:
        return await real("127.0.0.1" if host in names else host, port, **options)

    monkeypatch.setattr(guard, "getaddrinfo", look_up)


@pytest.mark.parametrize(
    "name", ["Host", "content-length", "Connection", "Transfer-Encoding", "proxy-anything", "TE"]
)
async def test_headers_of_the_connection(web: Web, name: str) -> None:
    refused = await refusal(fetcher(web), web.url, headers={"X-A": "b", name: "1"})
    assert (refused.status, refused.body.error.field) == (400, "http_headers")
    assert repr(name) in refused.body.message
    assert not web.connections


@pytest.mark.parametrize("headers", [{"a b": "c"}, {"": "c"}, {"a": "b\r\nc: d"}, {"a": "\u20ac"}])
async def test_headers_that_are_none(web: Web, headers: dict[str, str]) -> None:
    refused = await refusal(fetcher(web), web.url, headers=headers)
    assert (refused.status, refused.body.error.field) == (400, "http_headers")


async def test_cookies_go_where_they_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = ("e.example", "sub.e.example", "other.example", "localhost")
    named(monkeypatch, *hosts)
    cookies = [
        Cookie(name="own", value="1"),
        Cookie(name="path", value="2", path="/in"),
        Cookie(name="wide", value="3", domain="e.example"),
        Cookie(name="secure", value="4", secure=True),
        Cookie(name="other", value="5", url="http://other.example/x"),
        Cookie(name="old", value="6", expires=1.0),
        Cookie(name="new", value="7", expires=9e9),
        Cookie(name="session", value="8", expires=-1),
    ]
    with serving(Web()) as web:
        port = web.server_port
        places = ["e.example/", "sub.e.example/", "other.example/", "e.example/in/x", "localhost/"]
        urls = [f"http://{place.replace('/', f':{port}/', 1)}" for place in places]
        paths = ["/", "/in/x"]
        web.pages |= {path: page(b"", set_cookie="theirs=9; Path=/") for path in paths}
        # Led from one to the next, whichever path it is.
        chain = iter([*urls[1:], ""])

        def lead(handler: Any) -> None:
            to = next(chain)
            page(b"", 302 if to else 200, location=to, set_cookie="theirs=9; Path=/")(handler)

        web.pages |= dict.fromkeys(paths, lead)
        allowed = ServiceSettings(fetch_allow=hosts)
        answered = await Fetcher(allowed).get(urls[0], cookies=cookies)
    assert answered.headers["set-cookie"] == "theirs=9; Path=/"
    sent = [set(filter(None, seen.get("cookie", "").split("; "))) for seen in web.seen]
    own = {"own=1", "wide=3", "new=7", "session=8"}
    assert sent == [own, {"wide=3"}, {"other=5"}, own | {"path=2"}, set()]


async def test_a_header_of_cookies(web: Web) -> None:
    web.pages["/"] = page(b"", 302, location="/tea")
    web.pages["/tea"] = page(b"tea")
    both = {"headers": {"cookie": "a=1; b=2"}, "cookies": [Cookie(name="b", value="3")]}
    await fetcher(web).get(f"{web.url}/", **both)  # type: ignore[arg-type]
    assert [headers["cookie"] for headers in web.seen] == ["a=1; b=3"] * 2


async def test_cookies_of_hosts_without_a_dot(web: Web) -> None:
    local = Fetcher(ServiceSettings(fetch_allow=("localhost",)))
    url = f"http://localhost:{web.server_port}/"
    await local.get(
        url, cookies=[Cookie(name="a", value="b"), Cookie(name="c", value="d", path="/x")]
    )
    assert web.seen[0]["cookie"] == "a=b"


@pytest.mark.parametrize(
    "cookie",
    [{"name": "a b", "value": "c"}, {"name": "a=", "value": "c"}, {"name": "a", "value": "b\r\nc"},
     {"name": "a", "value": "b; c=d"}, {"name": "\u00fc", "value": ""},
     {"name": "a", "value": "b", "url": "ftp://e.com"}, {"name": "a", "value": "b", "url": "x"}],
)  # fmt: skip
async def test_cookies_that_cannot_be_sent(web: Web, cookie: dict[str, str]) -> None:
    refused = await refusal(fetcher(web), web.url, cookies=[Cookie.model_validate(cookie)])
    assert (refused.status, refused.body.error.field) == (400, "cookies")
    assert not web.connections


@pytest.mark.parametrize("where", ["server", "auth"])
async def test_a_proxy(web: Web, upstream: Upstream, where: str) -> None:
    login = {"username": "me", "password": "se:cret"}
    proxy = (
        Proxy.model_validate({"server": upstream.url, "auth": login})
        if where == "auth"
        else Proxy(server=f"http://me:se%3Acret@{upstream.at}")
    )
    web.pages["/"] = page(b"", 302, location="/tea")
    web.pages["/tea"] = page(b"tea")
    answered = await fetcher(web, upstream).get(f"{web.url}/", proxy=proxy)
    assert answered.content == b"tea"
    assert upstream.asked == [("GET", f"{web.url}/"), ("GET", f"{web.url}/tea")]
    assert not any("proxy-authorization" in headers for headers in web.seen)
    assert "se:cret" not in repr(ProxyServer.of(proxy))
    assert "se%3Acret" not in repr(proxy)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for tea.example and its key, in one file."""
    path = tmp_path_factory.mktemp("tls") / "tea.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=tea.example",
         "-addext", "subjectAltName=DNS:tea.example", "-keyout", path, "-out", f"{path}.crt"],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


async def test_certificates_through_a_proxy(
    monkeypatch: pytest.MonkeyPatch, certificate: Path
) -> None:
    """That of the page and that of the proxy are each checked for its name."""
    named(monkeypatch, "tea.example", "coffee.example")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    settings = ServiceSettings(fetch_allow=("tea.example", "coffee.example"))
    real = httpx.create_ssl_context
    with serving(Web(context)) as web, serving(Upstream("", context)) as upstream:
        web.pages["/"] = page(b"tea")
        page_at, proxy_at = f"tea.example:{web.server_port}", f":{upstream.server_port}"

        async def get(url: str, name: str) -> bytes:
            proxy = Proxy(server=f"https://{name}{proxy_at}")
            return (await Fetcher(settings).get(url, proxy=proxy)).content

        unknown = await refusal(
            Fetcher(settings),
            f"https://{page_at}/",
            proxy=Proxy(server=f"https://tea.example{proxy_at}"),
        )
        assert unknown.status == 424
        trusted = real(ssl.create_default_context(cafile=certificate))
        monkeypatch.setattr(certificates, "authorities", lambda: trusted)
        assert await get(f"https://{page_at}/", "tea.example") == b"tea"
        assert upstream.asked == [("CONNECT", page_at)]  # type: ignore[attr-defined]
        with pytest.raises(Refusal) as caught:
            await get(f"https://{page_at}/", "coffee.example")
        assert caught.value.status == 424
        with pytest.raises(Refusal) as caught:
            await get(f"https://coffee.example:{web.server_port}/", "tea.example")
        assert caught.value.status == 424


async def test_a_proxy_that_fails(web: Web, upstream: Upstream) -> None:
    both = fetcher(web, upstream)
    for server in (upstream.url, f"http://me:wrong-secret@{upstream.at}"):
        refused = await refusal(both, f"{web.url}/", proxy=Proxy(server=server))
        assert (refused.status, refused.body.error.field) == (424, "byo_proxy")
        assert "407" in refused.body.message
    gone = Web()
    gone.server_close()
    refused = await refusal(fetcher(web, gone), web.url, proxy=Proxy(server=gone.url))
    assert (refused.status, refused.body.error.field) == (424, "byo_proxy")
    assert not web.connections


async def test_neither_the_proxy_nor_the_page_may_be_refused(web: Web, upstream: Upstream) -> None:
    proxy = Proxy(server=f"http://me:se%3Acret@{upstream.at}")
    refused = await refusal(fetcher(web), web.url, proxy=proxy)
    assert (refused.status, refused.body.error.code) == (403, "refused_address")
    assert refused.body.error.field == "byo_proxy"
    refused = await refusal(fetcher(upstream), web.url, proxy=proxy)
    assert (refused.status, refused.body.error.field) == (403, "url")
    assert not web.connections
    assert not upstream.connections


@pytest.mark.parametrize(
    "server",
    ["socks5://me:secret@e.com:1080", "e.com:3128", "ftp://e.com", "http://", "http://[", "",
     "http://me:secret@:80", "http://e.com:99999", "file:///x"],
)  # fmt: skip
async def test_what_is_no_proxy(web: Web, server: str) -> None:
    refused = await refusal(fetcher(web), web.url, proxy=Proxy(server=server))
    assert (refused.status, refused.body.error.field) == (400, "byo_proxy")
    assert "http://host:port" in refused.body.message


def test_the_login_of_a_proxy() -> None:
    assert ProxyServer("http", "e.com", 80).authorization is None
    assert ProxyServer("http", "e.com", 80, ("a", "b:c")).authorization == "Basic YTpiOmM="
    assert transport.proxy_failed("x").status == 424
