"""The proxy of the browser: what passes, how much, and through whose proxy."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from triptych.contract.scrape import Proxy
from triptych.service.browser.proxy import FilteringProxy, ProxyAccess
from triptych.service.fetch import Guard
from triptych.service.fetch.transport import ProxyServer

from .upstream import Upstream
from .web import Web, endless, page, serving


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages["/"] = page(b"tea", x_kind="tea")
        yield web


@pytest.fixture
def inner() -> Iterator[Web]:
    """A server of this machine that nobody allowed."""
    with serving(Web()) as inner:
        inner.pages["/"] = page(b"secret")
        yield inner


@pytest.fixture
async def proxy(web: Web) -> AsyncIterator[FilteringProxy]:
    proxy = FilteringProxy(Guard([web.at]))
    await proxy.start()
    yield proxy
    await proxy.close()


def through(
    proxy: FilteringProxy, access: ProxyAccess, verify: ssl.SSLContext | bool = True
) -> httpx.AsyncClient:
    proxy.admit(access)
    login = (access.username, access.password)
    via = httpx.Proxy(f"http://127.0.0.1:{proxy.port}", auth=login)
    return httpx.AsyncClient(proxy=via, trust_env=False, verify=verify)


async def test_requests_pass_as_they_are(proxy: FilteringProxy, web: Web) -> None:
    access = ProxyAccess(10_000)
    async with through(proxy, access) as http:
        answered = await http.get(f"{web.url}/", headers={"X-Key": "1", "Connection": "close, x"})
        assert (answered.text, answered.headers["x-kind"]) == ("tea", "tea")
        posted = await http.post(f"{web.url}/", content=b"x" * 500)
        assert posted.text == "tea"
        assert (await http.head(f"{web.url}/")).status_code == 501
    assert web.seen[0]["x-key"] == "1"
    assert web.seen[0]["host"] == web.at
    assert not any("proxy-authorization" in headers for headers in web.seen)
    # What it sent and what it got.
    assert access.bytes_left <= 10_000 - 506


async def test_refused_addresses(proxy: FilteringProxy, web: Web, inner: Web) -> None:
    access = ProxyAccess(10_000)
    async with through(proxy, access) as http:
        assert (await http.get(inner.url)).status_code == 403
        refused = access.refused(f"{inner.url}/x")
        assert refused is not None
        assert refused.status == 403
        assert access.refused(web.url) is None
        with pytest.raises(httpx.ProxyError, match="403"):
            await http.get(f"https://{inner.at}/")
        # The line says where to, not the header.
        headers = {"Host": web.at}
        assert (await http.get(inner.url, headers=headers)).status_code == 403
        answered = await http.get(web.url, headers={"Host": inner.at})
        assert answered.text == "tea"
        assert web.seen[-1]["host"] == web.at
    assert not inner.connections


async def test_nobody_passes_without_a_access(proxy: FilteringProxy, web: Web) -> None:
    access = ProxyAccess(10_000)
    async with through(proxy, access) as http:
        proxy.dismiss(access)
        assert (await http.get(web.url)).status_code == 407
    async with through(proxy, ProxyAccess(100, password="")) as http:
        assert (await http.get(web.url)).status_code == 200
    assert web.connections == 1


@pytest.mark.parametrize(
    "head",
    [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\r\n\r\n", b"GET http:// HTTP/1.1\r\nHost: x",
     b"GET http://x/ HTTP/1.1\r\n" + b"a: " + b"b" * 100_000],
)  # fmt: skip
async def test_what_is_no_request(proxy: FilteringProxy, head: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(head)
    writer.write_eof()
    async with asyncio.timeout(60):
        assert b" 200 " not in await reader.read()
    writer.close()


async def test_what_has_no_end(proxy: FilteringProxy, web: Web) -> None:
    web.pages["/"] = endless(b"x" * 1000)
    access = ProxyAccess(50_000)
    async with through(proxy, access) as http:
        with pytest.raises(httpx.TransportError):
            await http.get(web.url)
        assert access.spent
        assert (await http.get(web.url)).status_code == 503


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine and its key, in one file."""
    path = tmp_path_factory.mktemp("tls") / "own.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", path, "-out", f"{path}.crt"],
        check=True, capture_output=True,
    )  # fmt: skip
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


@pytest.mark.parametrize("upstream", [False, True])
async def test_tunnels(certificate: Path, upstream: bool) -> None:
    """Through the caller's own proxy too, which must be allowed like any address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    trusted = ssl.create_default_context(cafile=certificate)
    with serving(Web(context)) as web, serving(Upstream("me:secret")) as own:
        assert isinstance(own, Upstream)
        web.pages["/"] = page(b"tea")
        url = f"https://{web.at}/"
        server = ProxyServer.of(Proxy(server=f"http://me:secret@{own.at}")) if upstream else None
        for allowed, status in (([web.at, own.at], 200), ([own.at], 403), ([web.at], 403)):
            proxy = FilteringProxy(Guard(allowed))
            await proxy.start()
            async with through(proxy, ProxyAccess(100_000, server), trusted) as http:
                if status == 200 or (allowed == [web.at] and not upstream):
                    assert (await http.get(url)).text == "tea"
                else:
                    with pytest.raises(httpx.ProxyError, match="403"):
                        await http.get(url)
            await proxy.close()
        assert own.asked == ([("CONNECT", web.at)] if upstream else [])


async def test_requests_through_the_callers_proxy(web: Web) -> None:
    with serving(Upstream("me:secret")) as own:
        assert isinstance(own, Upstream)
        proxy = FilteringProxy(Guard([web.at, own.at]))
        await proxy.start()
        for login, status in (("me:secret", 200), ("me:wrong", 403)):
            server = ProxyServer.of(Proxy(server=f"http://{login}@{own.at}"))
            async with through(proxy, ProxyAccess(10_000, server)) as http:
                assert (await http.get(f"{web.url}/")).status_code == status
        await proxy.close()
        assert own.asked == [("GET", f"{web.url}/")]
