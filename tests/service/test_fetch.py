"""Addresses are fetched within limits, and only where they may be; all on loopback."""

from __future__ import annotations

import gzip
import ssl
import subprocess
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from triptych.contract import Attachment
from triptych.service import ServiceSettings, app, create_app
from triptych.service.fetch import Fetched, Fetcher, Guard, certificates, fetch, guard
from triptych.service.fetch.guard import is_public
from triptych.service.handler import Context, Outcome
from triptych.service.refusal import Refusal

from .asgi import asgi_client
from .web import Web, endless, page, serving

DETECT = "/v1/object_detection"


@pytest.fixture
def web() -> Iterator[Web]:
    with serving(Web()) as web:
        yield web


@pytest.fixture
def inner() -> Iterator[Web]:
    """A server of this machine that nobody allowed."""
    with serving(Web()) as inner:
        inner.pages["/"] = page(b"secret")
        yield inner


def fetcher(web: Web, **settings: Any) -> Fetcher:
    return Fetcher(ServiceSettings(fetch_allow=(web.at,), **settings))


async def refusal(fetcher: Fetcher, url: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await fetcher.fetch(url)
    assert caught.value.body.error.field == "url"
    assert caught.value.body.message.endswith(".")
    return caught.value


async def test_a_page(web: Web) -> None:
    web.pages["/a%20b.png"] = page(b"\x89PNG", content_type="Image/PNG; q=1")
    assert await fetcher(web).fetch(f"{web.url}/a%20b.png?x=1") == Fetched(
        b"\x89PNG", "a b.png", "image/png; q=1", f"{web.url}/a%20b.png?x=1"
    )
    [headers] = web.seen
    assert headers["user-agent"].startswith("Triptych/")
    assert headers["host"] == web.at


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ('attachment; filename="report.pdf"', "report.pdf"),
        ("inline; filename*=UTF-8''gr%C3%BC%C3%9Fe.txt", "grüße.txt"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename="C:\\\\dir\\\\x.doc"', "x.doc"),
        ('attachment; filename=".."', "file"),
        ("attachment; filename*=klingon''x.txt", "x.txt"),
        ("attachment", "page"),
    ],
)
async def test_filenames(web: Web, header: str, name: str) -> None:
    web.pages["/page"] = page(b"x", content_disposition=header)
    found = await fetcher(web).fetch(f"{web.url}/page")
    assert found.filename == name
    assert found.media_type == "application/octet-stream"


async def test_without_any_name(web: Web) -> None:
    web.pages["/"] = page(b"x")
    assert (await fetcher(web).fetch(web.url)).filename == "file"


async def test_redirects_are_followed_without_cookies(web: Web) -> None:
    web.pages["/old"] = page(b"", 302, location="/new", set_cookie="a=b; Path=/")
    web.pages["/new"] = page(b"tea")
    found = await fetcher(web).fetch(f"{web.url}/old")
    assert found == Fetched(b"tea", "new", "application/octet-stream", f"{web.url}/new")
    assert "cookie" not in web.seen[1]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_every_redirect_is_checked(web: Web, inner: Web, status: int) -> None:
    web.pages["/"] = page(b"", status, location=f"{inner.url}/")
    assert (await refusal(fetcher(web), web.url)).status == 403
    assert inner.connections == 0


async def test_a_redirect_to_another_scheme(web: Web) -> None:
    web.pages["/"] = page(b"", 302, location="file:///etc/passwd")
    assert (await refusal(fetcher(web), web.url)).status == 400


async def test_a_redirect_to_a_host_that_is_no_international_name(web: Web) -> None:
    web.pages["/"] = page(b"", 302, location="http://xn--a-.example/")
    assert (await refusal(fetcher(web), web.url)).status == 424


async def test_a_loop_of_redirects_ends(web: Web) -> None:
    web.pages["/"] = page(b"", 302, location="/")
    assert (await refusal(fetcher(web), web.url)).status == 424
    assert web.connections == fetch.MAX_REDIRECTS + 1


async def test_an_endless_body_of_a_redirect_is_not_read(web: Web) -> None:
    web.pages["/"] = endless(b"x" * 1000, location="/new")
    redirecting = web.pages["/"]
    web.pages["/"] = lambda handler: _as(handler, 302, redirecting)
    web.pages["/new"] = page(b"tea")
    assert (await fetcher(web).fetch(web.url)).content == b"tea"


def _as(handler: Any, status: int, answer: Any) -> None:
    send = handler.send_response
    handler.send_response = lambda _: send(status)
    answer(handler)


@pytest.mark.parametrize("status", [304, 400, 404, 500, 503, 599])
async def test_a_page_that_fails(web: Web, status: int) -> None:
    web.pages["/"] = page(b"", status)
    refused = await refusal(fetcher(web), web.url)
    assert refused.status == 424
    assert str(status) in refused.body.message
    assert refused.body.error.code == "failed_dependency"
    assert refused.body.error.detail == {"status": status}


async def test_a_server_that_hangs_up(web: Web) -> None:
    web.pages["/"] = page(b"short", content_length="100")
    assert (await refusal(fetcher(web), web.url)).status == 424
    web.pages["/"] = lambda handler: None
    assert (await refusal(fetcher(web), web.url)).status == 424


async def test_nobody_listens() -> None:
    gone = Web()
    gone.server_close()
    assert (await refusal(fetcher(gone), gone.url)).status == 424


async def test_a_slow_server(web: Web) -> None:
    released = threading.Event()

    def hang(handler: Any) -> None:
        page(b"x", content_length="2")(handler)
        released.wait(20)

    web.pages["/"] = hang
    assert (await refusal(fetcher(web, fetch_timeout=0.2), web.url)).status == 504
    released.set()


async def test_the_limit_is_exact(web: Web) -> None:
    limited = fetcher(web, max_fetch_bytes=1000)
    for encoding, pack in (("identity", bytes), ("gzip", gzip.compress)):
        web.pages["/fits"] = page(pack(b"x" * 1000), content_encoding=encoding)
        web.pages["/large"] = page(pack(b"x" * 1001), content_encoding=encoding)
        assert (await limited.fetch(f"{web.url}/fits")).content == b"x" * 1000
        refused = await refusal(limited, f"{web.url}/large")
        assert refused.status == 413
        assert refused.body.error.detail == {"max_bytes": 1000}


async def test_a_body_without_end(web: Web) -> None:
    web.pages["/"] = endless(b"x" * 1000)
    assert (await refusal(fetcher(web, max_fetch_bytes=10_000), web.url)).status == 413


async def test_a_gzip_bomb_is_never_unpacked(web: Web) -> None:
    bomb = gzip.compress(bytes(50_000_000))
    assert len(bomb) < 50_000
    web.pages["/"] = page(bomb, content_encoding="gzip")
    web.pages["/twice"] = page(gzip.compress(bomb), content_encoding="gzip, gzip")
    limited = fetcher(web, max_fetch_bytes=100_000)
    tracemalloc.start()
    try:
        assert (await refusal(limited, web.url)).status == 413
        assert (await refusal(limited, f"{web.url}/twice")).status == 424
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


async def test_broken_and_unknown_encodings(web: Web) -> None:
    packed = gzip.compress(b"tea" * 1000)
    for body, encoding in ((b"tea", "gzip"), (packed[:-10], "gzip"), (b"tea", "br")):
        web.pages["/"] = page(body, content_encoding=encoding)
        assert (await refusal(fetcher(web), web.url)).status == 424
    # What follows the end of the packed body is not read.
    web.pages["/"] = page(packed + b"more", content_encoding="gzip")
    assert (await fetcher(web).fetch(web.url)).content == b"tea" * 1000


REFUSED = [
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1.:{port}/",
    "http://127.1:{port}/",
    "http://127.0.0.2:{port}/",
    "http://0.0.0.0:{port}/",
    "http://0:{port}/",
    "http://2130706433:{port}/",
    "http://0x7f000001:{port}/",
    "http://0x7f.0.0.1:{port}/",
    "http://017700000001:{port}/",
    "http://0177.0.0.1:{port}/",
    "http://%31%32%37.0.0.1:{port}/",
    "http://localhost:{port}/",
    "http://LocalHost:{port}/",
    "http://localhost.:{port}/",
    "http://127。0。0。1:{port}/",
    "http://①②⑦.⓪.⓪.①:{port}/",
    "http://ⓛocalhost:{port}/",
    "http://example.com@127.0.0.1:{port}/",
    "http://user:word@localhost:{port}/",
    "http://127.0.0.1:{port}\\@example.com/",
    "http://example.com:80@127.0.0.1:{port}/",
    "http://[::1]:{port}/",
    "http://[::]:{port}/",
    "http://[0:0:0:0:0:0:0:1]:{port}/",
    "http://[::ffff:127.0.0.1]:{port}/",
    "http://[::ffff:7f00:1]:{port}/",
    "http://[::127.0.0.1]:{port}/",
    "http://[64:ff9b::127.0.0.1]:{port}/",
    "http://[64:ff9b:1::7f00:1]:{port}/",
    "http://[2002:7f00:1::]:{port}/",
    "http://[2001:0:7f00:1::]:{port}/",
    "http://[fe80::1]:{port}/",
    "http://[fe80::1%25lo]:{port}/",
    "http://[fc00::1]:{port}/",
    "http://[fd00:ec2::254]/",
    "http://[3fff::1]:{port}/",
    "http://[5f00::1]:{port}/",
    "http://[::ffff:0:127.0.0.1]:{port}/",
    "http://[ff02::1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://168.63.129.16/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
]


@pytest.mark.parametrize("form", REFUSED)
async def test_refused_addresses_reach_nobody(web: Web, inner: Web, form: str) -> None:
    refused = await refusal(fetcher(web), form.format(port=inner.server_port))
    # A form that is no address at all is malformed; none is ever a page that failed.
    assert (refused.status, refused.body.error.code) in {
        (403, "refused_address"),
        (400, "invalid_request"),
    }
    assert inner.connections == 0


@pytest.mark.parametrize(
    "url",
    ["tea", "//e.com", "ftp://e.com/", "file:///etc/passwd", "http://", "http:///a", "gopher://a",
     "http://e.com:99999/", "http://e.com:0/", "http://e.com:port/", "http://[::1/", "http://a b/",
     "javascript:alert(1)", "unix:///run/x.sock", "http://\x00/", "http://e.com/" + "a" * 70_000],
)  # fmt: skip
async def test_malformed_addresses(web: Web, url: str) -> None:
    assert (await refusal(fetcher(web), url)).status == 400


async def test_names_that_are_no_unicode(web: Web) -> None:
    """httpx raises other errors than its own where it decodes them."""
    for host in ("xn--", "xn--\u00fc", "xn--a-\u0661", "xn--zzzzzzz999999.example"):
        web.pages["/"] = page(
            b"", 302, location=f"http://{host}:{web.server_port}/".encode().decode("latin-1")
        )
        assert (await refusal(fetcher(web), web.url)).status in {400, 424}
        refused = await refusal(fetcher(web), f"http://{host}:{web.server_port}/")
        assert refused.status in {400, 424}


@settings(max_examples=300, deadline=None, suppress_health_check=[*HealthCheck])
@given(
    scheme=st.sampled_from(["http://", "https://", "HTTP:", "http:/", "", "data:", "//"]),
    rest=st.text(max_size=30) | st.text("[]:@/\\%.?#0123456789afx-", max_size=30),
)
def test_no_address_whatever_raises_anything_else(
    monkeypatch: pytest.MonkeyPatch, scheme: str, rest: str
) -> None:
    resolving(monkeypatch)
    with suppress(Refusal):
        anyio.run(Fetcher(ServiceSettings()).fetch, scheme + rest)


def resolving(monkeypatch: pytest.MonkeyPatch, **names: list[str]) -> list[str]:
    """Let names of the world outside mean these addresses; returns what was asked for."""
    asked: list[str] = []
    real = anyio.getaddrinfo

    async def look_up(host: str, port: int, **options: Any) -> Any:
        asked.append(host)
        found = names.get(host.replace(".", "_"))
        if found is None:
            raise OSError(-2, "Name or service not known")
        return [entry for address in found for entry in await real(address, port, **options)]

    monkeypatch.setattr(guard, "getaddrinfo", look_up)
    return asked


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["::1"], ["10.1.2.3"], ["1.1.1.1", "127.0.0.1"], ["2606:4700::1", "::1"]],
)
async def test_names_of_private_addresses(
    monkeypatch: pytest.MonkeyPatch, inner: Web, addresses: list[str]
) -> None:
    resolving(monkeypatch, evil_example=addresses)
    url = f"http://evil.example:{inner.server_port}/"
    assert (await refusal(Fetcher(ServiceSettings()), url)).status == 403
    assert inner.connections == 0


async def test_a_name_is_looked_up_once_and_its_address_connected_to(
    monkeypatch: pytest.MonkeyPatch, web: Web
) -> None:
    """A second answer, the trick of DNS rebinding, is never asked for."""
    asked = resolving(monkeypatch, tea_example=["127.0.0.1"])
    web.pages["/"] = page(b"tea")
    settings = ServiceSettings(fetch_allow=(f"TEA.example.:{web.server_port}",))
    url = f"http://tea.example:{web.server_port}/"
    found = await Fetcher(settings).fetch(url)
    assert isinstance(found, Fetched)
    assert (found.content, found.url) == (b"tea", url)
    assert asked == ["tea.example"]
    assert web.seen[0]["host"] == f"tea.example:{web.server_port}"


async def test_the_next_address_is_tried(monkeypatch: pytest.MonkeyPatch, web: Web) -> None:
    resolving(monkeypatch, tea_example=["127.0.0.9", "::1", "127.0.0.1"])
    web.pages["/"] = page(b"tea")
    found = await Fetcher(ServiceSettings(fetch_allow=("tea.example",))).fetch(
        f"http://tea.example:{web.server_port}/"
    )
    assert found.content == b"tea"


@pytest.mark.parametrize("host", ["nobody.example", "a" * 64 + ".example", "a..example"])
async def test_unknown_names(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    if host == "nobody.example":
        resolving(monkeypatch)
    refused = await refusal(Fetcher(ServiceSettings()), f"http://{host}/")
    assert refused.status in {400, 424}


async def test_proxies_of_the_environment_are_not_used(
    monkeypatch: pytest.MonkeyPatch, web: Web, inner: Web
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, inner.url)
    web.pages["/"] = page(b"tea")
    assert (await fetcher(web).fetch(web.url)).content == b"tea"
    assert inner.connections == 0


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


async def test_certificates_are_checked_for_the_name(
    monkeypatch: pytest.MonkeyPatch, certificate: Path
) -> None:
    names = {"tea_example": ["127.0.0.1"], "coffee_example": ["127.0.0.1"]}
    resolving(monkeypatch, **names)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    settings = ServiceSettings(fetch_allow=("tea.example", "coffee.example"))
    with serving(Web(context)) as web:
        web.pages["/"] = page(b"tea")
        unknown = await refusal(Fetcher(settings), f"https://tea.example:{web.server_port}/")
        assert unknown.status == 424
        assert "certificate" in unknown.body.message
        trusted = httpx.create_ssl_context(ssl.create_default_context(cafile=certificate))
        monkeypatch.setattr(certificates, "authorities", lambda: trusted)
        found = await Fetcher(settings).fetch(f"https://tea.example:{web.server_port}/")
        assert found.content == b"tea"
        other = await refusal(Fetcher(settings), f"https://coffee.example:{web.server_port}/")
        assert other.status == 424
        assert "mismatch" in other.body.message


@pytest.mark.parametrize("status", [200, 204, 304, 404, 503])
async def test_an_answer_of_any_status(web: Web, status: int) -> None:
    web.pages["/"] = page(b"" if status == 204 else b"tea", status, etag='"1"')
    answered = await fetcher(web).get(web.url, headers={"If-None-Match": '"1"'})
    # What a page of errors says is of no use to anybody here.
    assert (answered.status, answered.content) == (status, b"tea" if status == 200 else b"")
    assert answered.headers["etag"] == '"1"'
    assert answered.url == web.url
    assert web.seen[0]["if-none-match"] == '"1"'
    assert web.seen[0]["user-agent"].startswith("Triptych/")


async def test_another_kind_of_content_is_not_read(web: Web) -> None:
    web.pages["/"] = endless(b"x" * 1000, content_type="Video/MP4; codecs=a")
    with anyio.fail_after(10), pytest.raises(Refusal, match="contains video/mp4") as caught:
        await fetcher(web).get(web.url, media_types={"text/html"})
    assert caught.value.status == 424
    with pytest.raises(Refusal, match="contains video/mp4"):
        await fetcher(web).fetch(web.url, media_types={"text/html"})
    # An error has no content to refuse.
    web.pages["/"] = page(b"", 404, content_type="video/mp4")
    assert (await fetcher(web).get(web.url, media_types={"text/html"})).status == 404


@pytest.mark.parametrize("told", ["text/html", "TEXT/HTML ; charset=utf-8", None])
async def test_content_of_the_kind_that_is_read(web: Web, told: str | None) -> None:
    web.pages["/"] = page(b"tea", content_type=told) if told else page(b"tea")
    answered = await fetcher(web).get(web.url, media_types={"text/html"})
    assert answered.content == b"tea"
    assert answered.media_type == (told or "").lower()


async def test_a_limit_of_ones_own_is_only_lower(web: Web) -> None:
    web.pages["/"] = page(b"x" * 100)
    limited = fetcher(web, max_fetch_bytes=100)
    for max_bytes in (100, 101, None):
        assert len((await limited.get(web.url, max_bytes=max_bytes)).content) == 100
    for of_settings, of_ones_own in ((99, 1000), (1000, 99)):
        with pytest.raises(Refusal) as caught:
            await fetcher(web, max_fetch_bytes=of_settings).get(web.url, max_bytes=of_ones_own)
        assert caught.value.body.error.detail == {"max_bytes": 99}
    with pytest.raises(Refusal, match="at most 2 bytes"):
        await limited.fetch("data:,tea", max_bytes=2)


async def test_headers_of_ones_own_stay_with_the_host(web: Web, inner: Web) -> None:
    web.pages["/"] = page(b"", 302, location="/new")
    web.pages["/new"] = page(b"", 302, location=f"{inner.url}/")
    inner.pages["/"] = page(b"", 302, location=f"{web.url}/back")
    web.pages["/back"] = page(b"tea")
    both = Fetcher(ServiceSettings(fetch_allow=(web.at, inner.at)))
    answered = await both.get(web.url, headers={"X-Key": "secret", "User-Agent": "Tea/1"})
    assert answered.content == b"tea"
    assert [headers.get("x-key") for headers in web.seen] == ["secret", "secret", None]
    assert [headers.get("x-key") for headers in inner.seen] == [None]
    assert web.seen[0]["user-agent"] == "Tea/1"


@pytest.mark.parametrize("value", ["a\nb: c", "a\0b", "\u20ac"])
async def test_headers_that_cannot_be_sent(web: Web, value: str) -> None:
    with pytest.raises(Refusal):
        await fetcher(web).get(web.url, headers={"X-Key": value})
    assert not web.seen


def test_public_addresses() -> None:
    public = "1.1.1.1 8.8.8.8 93.184.216.34 2606:4700::1111 64:ff9b::808:808 192.0.1.1"
    assert all(map(is_public, public.split()))


def test_the_allow_list_compares_what_is_meant() -> None:
    allowed = Guard(["Intranet.Example.", "[::1]:8080", "::2", "10.0.0.1", "bücher.example:443"])
    assert allowed.allows("intranet.example", 80)
    assert allowed.allows("::1", 8080)
    assert not allowed.allows("::1", 80)
    assert allowed.allows("::2", 80)
    assert allowed.allows("10.0.0.1", 1)
    assert not allowed.allows("10.0.0.2", 1)
    assert allowed.target(httpx.URL("https://BÜCHER.example.")) == ("xn--bcher-kva.example", 443)
    assert allowed.allows("xn--bcher-kva.example", 443)
    assert not allowed.allows("sub.intranet.example", 80)


@pytest.mark.parametrize("entry", ["", "http://e.com", "e.com/path", "a b", "u@e.com", "e.com:x"])
def test_what_cannot_be_allowed_is_said_at_the_start(entry: str) -> None:
    with pytest.raises(ValueError, match="cannot be allowed"):
        create_app(ServiceSettings(fetch_allow=(entry,)))


def test_the_allow_list_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_FETCH_ALLOW", "a.example, 127.0.0.1:8000,")
    monkeypatch.setenv("TRIPTYCH_SERVER_KEYS", "secret")
    embedded, server = ServiceSettings.embedded(), ServiceSettings.from_environment()
    assert embedded.fetch_allow == server.fetch_allow == ("a.example", "127.0.0.1:8000")
    assert not embedded.server_keys
    assert [key.get_secret_value() for key in server.server_keys] == ["secret"]


@pytest.mark.parametrize(
    ("url", "content", "media_type"),
    [
        ("data:,", b"", "text/plain"),
        ("data:,a%20b%2Cc,d", b"a b,c,d", "text/plain"),
        ("DATA:image/png;base64,iVBO", b"\x89PN", "image/png"),
        ("data:image/png;base64,iVBORw", b"\x89PNG", "image/png"),
        ("data:image/png;BASE64,iVBORw%3D%3D", b"\x89PNG", "image/png"),
        ("data:text/html;charset=utf-8;base64,dG\n Vh", b"tea", "text/html"),
        ("data:text/html;charset=utf-8,gr\u00fc\u00dfe", "grüße".encode(), "text/html"),
        ("data:;base64,dGVh", b"tea", "text/plain"),
        ("data:image/svg+xml,%3Csvg/%3E#part", b"<svg/>", "image/svg+xml"),
    ],
)
async def test_data_urls(url: str, content: bytes, media_type: str) -> None:
    found = await Fetcher(ServiceSettings()).fetch(url)
    assert found == Attachment(content, "file", media_type)


@pytest.mark.parametrize(
    "url",
    ["data:", "data:text/plain", "data:;base64,a", "data:;base64,dGV!", "data:;base64,dGVh-_",
     "data:;base64,d=GVh", "data:,%zz", "data:,%4", "data:png,a", "data:a/b/c,a",
     "data:" + "a" * 2000 + "/b,c", "data:\u00fc/a,b", "data:;base64,\u00fc"],
)  # fmt: skip
async def test_malformed_data_urls(url: str) -> None:
    assert (await refusal(Fetcher(ServiceSettings()), url)).status == 400


async def test_large_data_urls() -> None:
    limited = Fetcher(ServiceSettings(max_fetch_bytes=3))
    assert (await limited.fetch("data:;base64,dGVh")).content == b"tea"
    assert (await refusal(limited, "data:;base64,dGVhcw")).status == 413
    assert (await refusal(limited, "data:,teas")).status == 413


async def _detect(settings: ServiceSettings, **members: Any) -> httpx.Response:
    async with asgi_client(settings) as http:
        return await http.post(DETECT, json=members)


async def test_handlers_know_only_files(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look(request: Any, context: Context) -> Outcome:
        assert request.url is None
        return Outcome({"tags": [request.file.filename, request.file.content.decode()]})

    monkeypatch.setattr(app, "HANDLERS", {"detect": look})
    web.pages["/a.png"] = page(b"tea")
    settings = ServiceSettings(fetch_allow=(web.at,))
    assert (await _detect(settings, url=f"{web.url}/a.png")).json()["tags"] == ["a.png", "tea"]
    assert (await _detect(settings, url="data:,hello")).json()["tags"] == ["file", "hello"]
    refused = await _detect(ServiceSettings(), url=f"{web.url}/a.png")
    assert refused.status_code == 403
    assert refused.json()["error"] == {"code": "refused_address", "field": "url", "detail": None}


async def test_fetching_counts_as_work(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    def hang(handler: Any) -> None:
        released.wait(20)

    web.pages["/"] = hang
    settings = ServiceSettings(fetch_allow=(web.at,), work_timeout=0.2)
    with anyio.fail_after(15):
        response = await _detect(settings, url=web.url)
    released.set()
    assert response.status_code == 504
    assert "work" in response.json()["message"]
