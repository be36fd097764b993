"""Files as callers have them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from triptych import samples
from triptych.client import Client, InvalidInputError
from triptych.client.files import source_of, type_of

from .conftest import FakeAPI


def _sent(content: Any) -> tuple[dict[str, Any], bytes | None, str | None]:
    """What is sent for a picture: the JSON, and the file with its name."""
    api = FakeAPI()
    api.client().detect(content, annotated_image=True)
    [members] = api.members
    name, _, payload = members.pop("file", (None, None, None))
    return members, payload, name


@pytest.mark.parametrize("address", ["https://e.com/a.png", "data:image/png;base64,AA=="])
def test_an_address_travels_as_url(address: str) -> None:
    assert _sent(address) == ({"url": address, "annotated_image": True}, None, None)


def test_a_path_a_string_and_bytes_travel_as_upload(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n")
    for content in (path, str(path), path.read_bytes(), io.BytesIO(path.read_bytes())):
        body, file, _ = _sent(content)
        assert body == {"annotated_image": True}
        assert file == path.read_bytes()
    assert _sent(path)[2] == "a.png"


@pytest.mark.parametrize("shape", [(4, 5), (4, 5, 3), (4, 5, 4)])
def test_an_array_and_a_picture_travel_as_png(shape: tuple[int, ...]) -> None:
    array = np.arange(np.prod(shape), dtype=np.uint8).reshape(shape)
    for content in (array, Image.fromarray(array)):
        file = _sent(content)[1]
        assert file is not None
        assert np.array_equal(np.asarray(Image.open(io.BytesIO(file))), array)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no/such/file.png", "Cannot read the file"),
        (Path("/"), "Cannot read the file"),
        ("nul\0byte", "Cannot read the file"),
        (np.zeros((4, 5)), "float64"),
        (np.zeros((4, 5, 7), np.uint8), r"\(4, 5, 7\)"),
        (42, "Cannot send a int"),
    ],
)
def test_what_is_no_file_says_so(content: Any, said: str) -> None:
    with pytest.raises(InvalidInputError, match=said):
        _sent(content)


def _bytes_of(kind: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, kind)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        *[(_bytes_of(name), "image") for name in ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")],
        (b"\0\0\0\x1cftypavif\0\0\0\0", "image"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image"),
        (Image.new("L", (4, 4)), "image"),
        (np.zeros((4, 4, 3), np.uint8), "image"),
        (samples.path("fellow-americans.mp3"), "audio"),
        (samples.path("fellow-americans.mp3").read_bytes(), "audio"),
        (b"RIFF\x24\0\0\0WAVEfmt \x10\0", "audio"),
        (b"OggS\0\2\0\0", "audio"),
        (b"\0\0\0\x20ftypM4A \0\0\0\0", "audio"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "pdf"),
        (b"BMW and ID3 are no file formats here", "text"),
        ("Crème brûlée".encode(), "text"),
        (b"<!DOCTYPE html><title>Tea</title>", "text-other"),
        ("https://example.com/photos/cat.JPG?size=2", "image"),
        ("https://example.com/talk.mp3", "audio"),
        ("https://example.com/report.pdf", "pdf"),
        ("https://example.com/index.html", "text-other"),
        ("data:image/png;base64,iVBORw==", "image"),
    ],
)
def test_type_of_a_file_is_inferred(content: Any, kind: str) -> None:
    assert type_of(source_of(content)) == kind


@pytest.mark.parametrize(
    "source",
    [
        {"file": b"\xff\xfe\0\1\2"},
        {"file": b""},
        {"url": "https://example.com/photos/1"},
        {"file_store_key": "cat-1"},
    ],
)
def test_type_that_cannot_be_inferred_is_asked_for(source: dict[str, Any]) -> None:
    for method in (Client().embed, Client().embed_v2):
        with pytest.raises(InvalidInputError, match="cannot be inferred; give 'text'") as raised:
            method(**source)
        assert raised.value.problems[0].field == "type"


def test_type_that_is_given_wins() -> None:
    with pytest.raises(InvalidInputError, match="'audio' takes a url or a file"):
        Client().embed("a text", type="audio")
    reply = Client().embed(file=b"Tea and <b>cake</b>", type="text-other")
    assert reply.request is not None
    assert reply.request.to_wire()["type"] == "text-other"


def test_embed_many_infers_one_type_for_all_files() -> None:
    pictures = [Image.new("RGB", (8, 8), color) for color in ("red", "blue")]
    assert Client().embed_many(pictures).vectors.shape == (2, 512)
    with pytest.raises(InvalidInputError, match=r"several types \(image, text\)"):
        Client().embed_many([pictures[0], b"tea"])
