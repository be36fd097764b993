"""Bad input is a 4xx with the settled body, whatever it is; never a 500."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from triptych.client import EmbeddedTransport
from triptych.contract import OPERATIONS
from triptych.service import ServiceSettings, app
from triptych.service.handler import Context

from .asgi import asgi_client

PROFANITY = "/v1/validate/profanity"
DETECT = "/v1/object_detection"
JSON = {"content-type": "application/json"}


def check_body(response: httpx.Response, status: int, code: str | None = None) -> dict[str, Any]:
    """Assert the settled shape and return the error."""
    body = response.json()
    assert response.status_code == status, body
    assert list(body) == ["success", "message", "error", "log_id"]
    assert body["success"] is False
    assert body["message"].endswith(".")
    assert list(body["error"]) == ["code", "field", "detail"]
    assert body["log_id"] == response.headers["x-request-id"]
    if code is not None:
        assert body["error"]["code"] == code
    error: dict[str, Any] = body["error"]
    return error


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "malformed_json"),
        (b"{", "malformed_json"),
        (b"[]", "malformed_json"),
        (b"null", "malformed_json"),
        (b'"text"', "malformed_json"),
        (b'{"text": NaN}', "malformed_json"),
        (b'{"text": "\\ud800"}', "malformed_json"),
        (b"\xff\xfe{", "malformed_json"),
        (b'{"text":' + b"[" * 200_000, "malformed_json"),
        (b"{}", "invalid_request"),
        (b'{"text": null}', "invalid_request"),
        (b'{"text": 1}', "invalid_request"),
        (b'{"text": ["a"]}', "invalid_request"),
        (b'{"text": "a", "allow": "b"}', "invalid_request"),
        (b'{"text": "a", "languages": ["klingon"]}', "invalid_request"),
    ],
)
async def test_malformed_and_invalid_bodies(
    http: httpx.AsyncClient, content: bytes, code: str
) -> None:
    check_body(await http.post(PROFANITY, content=content, headers=JSON), 400, code)


async def test_the_field_and_every_problem_are_named(http: httpx.AsyncClient) -> None:
    response = await http.post("/v1/ai/image_generation", json={"prompt": "", "steps": 100})
    error = check_body(response, 400)
    assert error["field"] == "prompt"
    assert [item["field"] for item in error["detail"]] == ["prompt", "steps"]


#: Each member of a request that takes an address.
ADDRESSED: dict[str, Callable[[str], tuple[str, dict[str, Any]]]] = {
    "detect": lambda url: ("detect", {"url": url}),
    "embed": lambda url: ("embed", {"url": url, "type": "image"}),
    "embed_v2": lambda url: ("embed_v2", {"url": url, "type": "image"}),
    "generate_image": lambda url: ("generate_image", {"prompt": "a cat", "url": url}),
    "scrape": lambda url: ("scrape", _scrape(url=url)),
    "scrape, drawn": lambda url: ("scrape", _scrape(url=url, render="always")),
    "scrape, samples": lambda url: ("scrape", _scrape(html="<p>a", sample_urls=[url])),
    "scrape, proxy": lambda url: (
        "scrape",
        _scrape(url="http://a.example/", byo_proxy={"server": url}),
    ),
    "scrape, cookie": lambda url: (
        "scrape",
        _scrape(url="http://a.example/", cookies=[{"name": "a", "value": "b", "url": url}]),
    ),
    "search": lambda url: ("search", {"query": "tea", "byo_urls": [url]}),
    "research": lambda url: ("research", {"query": "tea", "byo_urls": [url]}),
}


def _scrape(**members: Any) -> dict[str, Any]:
    return {"element_prompts": ["title"], **members}


@pytest.mark.parametrize("place", ADDRESSED)
@pytest.mark.parametrize("url", ["http://xn--a-.example/", "https://xn--/a.png", "http://xn--0.pt"])
async def test_a_host_that_is_no_international_name_is_malformed(
    http: httpx.AsyncClient, place: str, url: str
) -> None:
    name, members = ADDRESSED[place](url)
    response = await http.post(OPERATIONS[name].path, json=members)
    # A sample page that cannot be read leaves the rest as it is.
    if response.status_code == 200:
        assert place == "scrape, samples"
    else:
        check_body(response, 400)


async def test_a_query_parameter_too_long(http: httpx.AsyncClient) -> None:
    response = await http.get("/v1/web/search/suggest", params={"query": "x" * 201})
    assert check_body(response, 400)["field"] == "query"


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", "x"])
async def test_another_media_type(http: httpx.AsyncClient, media_type: str) -> None:
    response = await http.post(PROFANITY, content=b"{}", headers={"content-type": media_type})
    check_body(response, 415)


async def test_an_upload_where_no_file_is_taken(http: httpx.AsyncClient) -> None:
    check_body(await http.post(PROFANITY, files={"file": b"x"}), 415)


async def test_paths_and_methods(http: httpx.AsyncClient) -> None:
    check_body(await http.get("/v1/nothing"), 404)
    check_body(await http.get("/docs/nothing.js"), 404)
    check_body(await http.get(PROFANITY), 405)


async def test_uploads(http: httpx.AsyncClient) -> None:
    async def post(**parts: Any) -> httpx.Response:
        return await http.post(DETECT, files=parts)

    picture = ("a.png", b"\x89PNG", "image/png")
    members = (None, b'{"annotated_image": true}', "application/json")
    # A well-formed upload is read: what stops it is that the picture is cut short.
    check_body(await post(file=picture, body=members), 422, "unreadable_image")
    check_body(await post(file=picture), 422, "unreadable_image")
    check_body(await post(body=members), 400, "invalid_request")
    check_body(await post(file=picture, body=(None, b"{", "application/json")), 400)
    check_body(
        await post(file=picture, body=(None, b'{"url": "https://e.com"}', "application/json")),
        400,
        "invalid_request",
    )
    broken = {"content-type": "multipart/form-data"}
    check_body(await http.post(DETECT, content=b"x", headers=broken), 400, "malformed_multipart")
    check_body(await http.post(DETECT, headers={"content-type": "Application/JSON"}), 400)
    garbled = {"content-type": "multipart/form-data; boundary=b"}
    check_body(await http.post(DETECT, content=b"--b\r\nx", headers=garbled), 400)


@pytest.mark.parametrize("encoding", ["unicode_escape", "undefined", "a\0b"])
async def test_uploads_that_name_an_odd_encoding(http: httpx.AsyncClient, encoding: str) -> None:
    """None of these makes text of the bytes: an escape may stand for half a surrogate pair."""
    content = (
        b'--b\r\ncontent-disposition: form-data; name="body"\r\n\r\n"\\ud800"\r\n'
        b'--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--b--\r\n'
    )
    headers = {"content-type": f"multipart/form-data; boundary=b; charset={encoding}"}
    check_body(
        await http.post(DETECT, content=content, headers=headers), 400, "malformed_multipart"
    )


@pytest.mark.parametrize("name", ["detect", "embed", "embed_v2", "generate_image"])
async def test_file_storage_is_not_offered(http: httpx.AsyncClient, name: str) -> None:
    prompt = {"prompt": "a cat"} if name == "generate_image" else {}
    response = await http.post(OPERATIONS[name].path, json={"file_store_key": "a"} | prompt)
    assert check_body(response, 400, "unsupported")["field"] == "file_store_key"


async def _ask(service: ServiceSettings, **headers: str) -> httpx.Response:
    async with asgi_client(service, key="") as client:
        return await client.post(PROFANITY, json={"text": "a" * 1000}, headers=headers)


async def test_keys() -> None:
    locked = ServiceSettings(server_keys=(SecretStr("one"), SecretStr("zwö")))
    check_body(await _ask(ServiceSettings()), 401, "missing_key")
    check_body(await _ask(ServiceSettings(), **{"x-api-key": "  "}), 401, "missing_key")
    check_body(await _ask(locked, **{"x-api-key": "two"}), 401, "wrong_key")
    assert (await _ask(locked, **{"x-api-key": "one"})).status_code == 200


async def test_too_large() -> None:
    check_body(await _ask(ServiceSettings(max_body_bytes=999), **{"x-api-key": "k"}), 413)


async def test_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    released = threading.Event()

    async def hang(request: object, context: Context) -> None:
        await context.run(released.wait, 20)

    monkeypatch.setattr(app, "HANDLERS", {"profanity": hang})
    response = await _ask(ServiceSettings(work_timeout=0.05), **{"x-api-key": "k"})
    released.set()
    check_body(response, 504)


async def test_a_fault_of_ours_is_a_500_that_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(request: object, context: object) -> None:
        raise RuntimeError("inner workings")

    monkeypatch.setattr(app, "HANDLERS", {"profanity": fail})
    async with asgi_client() as client:
        response = await client.post(PROFANITY, json={"text": "a"})
    check_body(response, 500)
    assert "inner workings" not in response.text
    assert response.headers["x-request-id"] in caplog.text


JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), operation=st.sampled_from([*OPERATIONS.values()]))
def test_no_body_whatever_makes_a_500(data: st.DataObject, operation: Any) -> None:
    names = st.sampled_from([*operation.request.model_fields])
    members = data.draw(st.dictionaries(names, JSON_VALUES, max_size=5))
    with httpx.Client(transport=EmbeddedTransport(), headers={"x-api-key": "k"}) as client:
        if operation.method == "GET":
            params = {key: str(value) for key, value in members.items()}
            response = client.get(f"http://s{operation.path}", params=params)
        else:
            content = json.dumps(members).encode()
            response = client.post(f"http://s{operation.path}", content=content, headers=JSON)
    assert response.status_code in {200, 400, 403, 415, 422, 424, 501}, response.text


PARTS = st.tuples(
    st.sampled_from(["body", "file", "other"]),
    st.sampled_from(["", '; filename=""', '; filename="a.png"', "; filename*=utf-8''%ff"]),
    st.binary(max_size=20) | st.sampled_from([b"{}", b'{"prompt": "a", "width": 256}', b"GIF89a"]),
)
ENCODINGS = ["utf-8", "utf-16", "utf-7", "idna", "base64", "unicode_escape", "undefined", "\0", ""]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    operation=st.sampled_from([row for row in OPERATIONS.values() if row.takes_file]),
    parts=st.lists(PARTS, max_size=4),
    encoding=st.sampled_from(ENCODINGS),
    cut=st.integers(0, 40) | st.just(0),
)
def test_no_upload_whatever_makes_a_500(
    operation: Any, parts: list[tuple[str, str, bytes]], encoding: str, cut: int
) -> None:
    written = [
        f'--b\r\ncontent-disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + content
        for name, file, content in parts
    ]
    content = b"\r\n".join([*written, b"--b--\r\n"])
    headers = {
        "x-api-key": "k",
        "content-type": f"multipart/form-data; boundary=b; charset={encoding}",
    }
    with httpx.Client(transport=EmbeddedTransport(), headers=headers) as client:
        response = client.post(f"http://s{operation.path}", content=content[: len(content) - cut])
    assert response.status_code in {200, 400, 422, 501}, response.text


def test_no_header_whatever_makes_a_500(serve: Callable[[ServiceSettings], str]) -> None:
    url = serve(ServiceSettings(server_keys=(SecretStr("right"),)))
    for key in (b"\xff\xfe", b"a" * 8000, "zwö".encode()):
        response = httpx.post(url + PROFANITY, json={"text": "a"}, headers={b"x-api-key": key})
        assert response.status_code == 401
