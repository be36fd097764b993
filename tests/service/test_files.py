"""Addresses of pictures: signed, for a week, and nothing else is served there."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import TimestampSigner
from pydantic import SecretStr

from triptych.contract import Attachment
from triptych.service import ServiceSettings, app, create_app
from triptych.service.files import LIFETIME, MEDIA_TYPES, Store
from triptych.service.handler import Context, Outcome

from .asgi import URL, asgi_client

PICTURE = Attachment(b"\x89PNG and so on", "a.png", "image/png")


@pytest.fixture
def http(monkeypatch: pytest.MonkeyPatch) -> httpx.AsyncClient:
    """A client without a key, of a service whose detector hands out one picture."""
    _publish(PICTURE, monkeypatch)
    return asgi_client(url="http://tea.example:81", key="")


def _publish(picture: Attachment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the detector hand out a picture."""

    async def detect(request: Any, context: Context) -> Outcome:
        return Outcome({}, published={"annotated_image": picture})

    monkeypatch.setattr(app, "HANDLERS", {"detect": detect})


async def _address(http: httpx.AsyncClient) -> httpx.URL:
    response = await http.post(
        "/v1/object_detection", json={"url": "data:,a"}, headers={"x-api-key": "k"}
    )
    return httpx.URL(response.json()["annotated_image"])


async def test_an_address_works_without_a_key(http: httpx.AsyncClient) -> None:
    address = await _address(http)
    assert (address.host, address.port) == ("tea.example", 81)
    assert address.params["expires"] == str(LIFETIME) == "604800"
    response = await http.get(address)
    assert response.status_code == 200
    assert response.content == PICTURE.content
    assert response.headers["content-type"] == "image/png"
    assert response.headers["content-security-policy"] == "sandbox"
    assert response.headers["x-content-type-options"] == "nosniff"


async def test_an_address_does_not_begin_with_the_host_that_a_header_names() -> None:
    response = await _picture(ServiceSettings(), host="evil.example")
    assert str(response).startswith("http://service:8000/v1/files/")


@pytest.mark.parametrize("base", ["https://api.example.org", "https://example.org:8443/triptych/"])
async def test_an_address_begins_with_the_public_url(base: str) -> None:
    address = await _picture(ServiceSettings(public_url=base), host="evil.example")
    assert str(address).startswith(f"{base.rstrip('/')}/v1/files/")
    assert address.params["expires"] == "604800"


async def _picture(settings: ServiceSettings, host: str) -> httpx.URL:
    async with asgi_client(settings) as http:
        members = {"prompt": "a boat", "output_format": "svg", "return_type": "url", "width": 256}
        response = await http.post("/v1/ai/image_generation", json=members, headers={"host": host})
    return httpx.URL(response.json()["url"])


async def test_an_address_of_a_server_without_a_port_is_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _publish(PICTURE, monkeypatch)
    app = create_app(ServiceSettings())

    async def at_a_socket(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "server": ("/run/triptych.sock", None)}, receive, send)

    transport = httpx.ASGITransport(at_a_socket)
    async with httpx.AsyncClient(transport=transport, base_url=URL) as http:
        assert (await _address(http)).scheme == "data"


@pytest.mark.parametrize("media_type", MEDIA_TYPES.values())
async def test_an_address_of_every_media_type_answers_with_the_file(
    monkeypatch: pytest.MonkeyPatch, media_type: str
) -> None:
    _publish(Attachment(b"a", "a", media_type), monkeypatch)
    async with asgi_client(key="") as http:
        response = await http.get(await _address(http))
    assert (response.status_code, response.content) == (200, b"a")
    assert response.headers["content-type"].partition(";")[0] == media_type


async def test_two_pictures_have_two_addresses(http: httpx.AsyncClient) -> None:
    first, second = await _address(http), await _address(http)
    swapped = first.copy_set_param("signature", second.params["signature"])
    assert first.path != second.path
    assert (await http.get(swapped)).status_code == 403


@pytest.mark.parametrize(
    "change",
    [
        lambda url: url.copy_with(path="/v1/files/" + "A" * 22 + ".png"),
        lambda url: url.copy_with(path="/v1/files/..%2f..%2fetc%2fpasswd"),
        lambda url: url.copy_set_param("signature", ""),
        lambda url: url.copy_set_param("signature", url.params["signature"][:-1]),
        lambda url: url.copy_set_param("signature", "\N{SNOWMAN}"),
        lambda url: url.copy_with(query=None),
        lambda url: url.copy_set_param("expires", "604801"),
        lambda url: url.copy_remove_param("expires"),
    ],
)
async def test_no_other_address_does(http: httpx.AsyncClient, change: object) -> None:
    assert callable(change)
    response = await http.get(change(await _address(http)))
    assert response.status_code in {403, 404}
    assert response.json()["success"] is False
    assert response.json()["log_id"]


async def test_after_a_week_it_is_gone(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await _address(http)
    now = int(time.time())
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now + LIFETIME - 2)
    assert (await http.get(address)).status_code == 200
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now + LIFETIME + 2)
    response = await http.get(address)
    assert response.status_code == 404
    assert "request the picture again" in response.json()["message"]


async def test_without_a_server_the_address_is_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _publish(PICTURE, monkeypatch)
    async with asgi_client(ServiceSettings.embedded(), key="") as http:
        assert str(await _address(http)) == "data:image/png;base64,iVBORyBhbmQgc28gb24="


async def test_an_address_of_another_service_does_not_work(http: httpx.AsyncClient) -> None:
    address = await _address(http)
    async with asgi_client(url="http://tea.example:81", key="") as other:
        assert (await other.get(address)).status_code == 403


async def test_an_address_of_a_replica_with_the_same_secret_and_folder_works(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _publish(PICTURE, monkeypatch)
    secret, other = "sixteen letters!", "sixteen letters?"
    folder = str(tmp_path / "shared")

    def replica(secret: str, folder: str) -> httpx.AsyncClient:
        settings = ServiceSettings(secret=SecretStr(secret), shared_folder=folder)
        return asgi_client(settings, url="http://tea.example:81", key="")

    async with replica(secret, folder) as publishing:
        address = await _address(publishing)
    for settings, status in (
        ((secret, folder), 200),
        ((other, folder), 403),
        ((secret, str(tmp_path / "elsewhere")), 404),
    ):
        async with replica(*settings) as http:
            assert (await http.get(address)).status_code == status


async def test_a_file_dropped_while_it_is_asked_for_is_gone(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    address = await _address(http)
    monkeypatch.setattr(Store, "path", lambda self, name: tmp_path / name)
    assert (await http.get(address)).status_code == 404


async def test_a_full_disk_is_a_fault_whose_log_names_the_folder(
    http: httpx.AsyncClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    def write_bytes(path: Path, content: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    response = await http.post(
        "/v1/object_detection", json={"url": "data:,a"}, headers={"x-api-key": "k"}
    )
    assert response.status_code == 500
    assert response.json()["error"]["code"] == "disk_full"
    assert str(tmp_path) not in response.text
    assert f"The disk of the folder {tmp_path}" in caplog.text
    assert "is full: free some space" in caplog.text
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []  # noqa: ASYNC240


def test_only_names_it_gave_are_looked_up() -> None:
    store = Store(lifetime=60, max_bytes=10)
    name = store.add(b"a", ".png")
    path = store.path(name)
    assert path is not None
    assert store.path(f"../{path.parent.name}/{name}") is None
    assert store.path(str(path)) is None


def test_a_folder_that_was_swept_away_is_made_anew() -> None:
    store = Store(lifetime=60, max_bytes=10)
    path = store.path(store.add(b"a", ".png"))
    assert path is not None
    shutil.rmtree(path.parent)
    assert store.path(path.name) is None
    assert store.path(store.add(b"b", ".png")) is not None


def test_a_temporary_folder_is_deleted_when_the_store_is_closed_a_shared_one_stays(
    tmp_path: Path,
) -> None:
    temporary, shared = Store(60, 10), Store(60, 10, tmp_path / "files")
    paths = [store.path(store.add(b"a", ".png")) for store in (temporary, shared)]
    for store in (temporary, shared):
        store.close()
    assert [path is not None and path.exists() for path in paths] == [False, True]


def test_the_oldest_files_make_room() -> None:
    store = Store(lifetime=60, max_bytes=8)
    names = [store.add(bytes(4), ".png") for _ in range(3)]
    for age, name in zip((30, 20), names[1:], strict=True):
        _set_age(store.path(name), age)
    assert [store.path(name) is not None for name in names] == [False, True, True]
    names.append(store.add(bytes(4), ".png"))
    assert [store.path(name) is not None for name in names] == [False, False, True, True]


def test_old_files_are_dropped() -> None:
    store = Store(lifetime=60, max_bytes=1000)
    old, young = store.add(b"a", ".png"), store.add(b"b", ".png")
    _set_age(store.path(old), 61)
    store.add(b"c", ".svg")
    assert store.path(old) is None
    assert store.path(young) is not None


def _set_age(path: Path | None, seconds: float) -> None:
    assert path is not None
    then = time.time() - seconds
    os.utime(path, (then, then))
