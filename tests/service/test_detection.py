"""Object detection over plain HTTP: the settled reply, prompts, and what is refused."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image
from tests.engines.onnx_detectors import detector, saved

from triptych import samples
from triptych.service import ServiceSettings

from .asgi import asgi_client

PATH = "/v1/object_detection"
PHOTO = samples.path("pictures/hopper.jpg")


def _address(content: bytes, media_type: str = "image/jpeg") -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


async def _ask(http: httpx.AsyncClient, content: bytes, **members: Any) -> httpx.Response:
    return await http.post(PATH, json={"url": _address(content), **members})


async def test_the_settled_reply(http: httpx.AsyncClient) -> None:
    body = (await _ask(http, PHOTO.read_bytes())).json()
    assert set(body) - {"success", "log_id", "_usage"} == {
        *("objects", "tags", "threshold", "image_width", "image_height"),
    }
    with Image.open(PHOTO) as picture:
        assert (body["image_width"], body["image_height"]) == picture.size
    assert body["tags"][0] == "person"
    person = body["objects"][0]
    assert person["label"].removesuffix("_1") == "person"
    bounds = person["bounds"]
    assert set(bounds) == {
        *("top_left", "top_right", "bottom_left", "bottom_right", "width", "height"),
    }
    left, top = bounds["top_left"]["x"], bounds["top_left"]["y"]
    right, bottom = bounds["bottom_right"]["x"], bounds["bottom_right"]["y"]
    assert bounds["top_right"] == {"x": right, "y": top}
    assert bounds["bottom_left"] == {"x": left, "y": bottom}
    assert bounds["width"] == pytest.approx(right - left)
    assert bounds["height"] == pytest.approx(bottom - top)
    assert bounds["width"] > body["image_width"] / 2
    assert 0 < body["threshold"] <= person["confidence"] <= 1


async def test_several_of_a_kind(http: httpx.AsyncClient) -> None:
    body = (await _ask(http, samples.path("pictures/citrus.jpg").read_bytes())).json()
    labels = [found["label"] for found in body["objects"]]
    oranges = [label for label in labels if label.startswith("orange")]
    assert oranges == [f"orange_{number}" for number in range(1, len(oranges) + 1)]
    assert len(oranges) > 3
    assert body["tags"].count("orange") == 1
    confidences = [found["confidence"] for found in body["objects"]]
    assert len(set(confidences)) > 3
    assert min(confidences) >= body["threshold"] > 0
    # Each label is one word, and so is each tag.
    assert body["_usage"]["input_tokens"] == len(labels)
    assert body["_usage"]["output_tokens"] == len(body["tags"])
    assert "prompt" not in body["objects"][0]


async def test_the_annotated_image_both_ways(http: httpx.AsyncClient) -> None:
    content = PHOTO.read_bytes()
    body = (await _ask(http, content, annotated_image=True)).json()
    published = await http.get(body["annotated_image"], headers={"x-api-key": ""})
    body = (await _ask(http, content, annotated_image=True, return_type="base64")).json()
    inside = base64.b64decode(body["annotated_image"].removeprefix("data:image/png;base64,"))
    assert inside == published.content
    with Image.open(BytesIO(inside)) as drawn, Image.open(PHOTO) as photo:
        assert drawn.size == photo.size
        bounds = body["objects"][0]["bounds"]
        corner = bounds["bottom_left"]["x"], bounds["top_left"]["y"] + bounds["height"] / 2
        place = (max(0, int(corner[0])), int(corner[1]))
        assert drawn.getpixel(place) != photo.getpixel(place)


async def test_prompts_choose_by_meaning_and_say_what_they_cannot(
    http: httpx.AsyncClient,
) -> None:
    content = PHOTO.read_bytes()
    body = (await _ask(http, content, prompts=["woman", "necktie", "sky"])).json()
    assert {found["prompt"] for found in body["objects"]} <= {"woman", "necktie"}
    assert set(body["tags"]) <= {"person", "tie"}
    assert "person" in body["tags"]
    assert body["unmatched_prompts"] == ["sky"]
    [warning] = body["warnings"]
    assert warning["code"] == "wider_than_prompt"
    assert "every person" in warning["message"]
    nothing = (await _ask(http, content, prompts=["sky"])).json()
    assert (nothing["objects"], nothing["tags"]) == ([], [])


@pytest.mark.parametrize("prompts", [["woman", "person", "tie"], ["tie", "person", "woman"]])
async def test_of_two_prompts_the_one_that_means_just_the_class_is_answered(
    http: httpx.AsyncClient, prompts: list[str]
) -> None:
    body = (await _ask(http, PHOTO.read_bytes(), prompts=prompts)).json()
    answered = {found["label"]: found["prompt"] for found in body["objects"]}
    assert answered.pop("person") == "person"
    assert set(answered) <= {"tie"}
    assert set(answered.values()) <= {"tie"}


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"features": ["gui"]}, "features"),
        ({"features": ["object_detection", "gui"]}, "features"),
        ({"return_masks": True}, "return_masks"),
        ({"prompts": ["x" * 151]}, "prompts[0]"),
        ({"prompts": [""]}, "prompts[0]"),
        ({"features": []}, "features"),
        ({"return_type": "binary"}, "return_type"),
    ],
)
async def test_what_cannot_be_done_is_refused(
    http: httpx.AsyncClient, members: dict[str, Any], field: str
) -> None:
    response = await _ask(http, PHOTO.read_bytes(), **members)
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["field"] == field
    unsupported = field == "return_masks" or "gui" in members.get("features", ())
    assert error["code"] == ("unsupported" if unsupported else "invalid_request")


def _saved(format_name: str, mode: str = "RGB", **options: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, (60, 40)).save(file, format_name, **options)
    return file.getvalue()


def _huge_png() -> bytes:
    """Return a PNG whose header promises 50,000 by 50,000 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b""))


@pytest.mark.parametrize(
    ("make", "status"),
    [
        (lambda: PHOTO.read_bytes()[:5000], 422),
        (lambda: b"", 422),
        (_huge_png, 422),
        (lambda: _saved("GIF", save_all=True, append_images=[Image.new("RGB", (60, 40), 9)]), 200),
        (lambda: _saved("JPEG", "CMYK"), 200),
        (lambda: _saved("PNG", "I;16"), 200),
        (lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>', 422),
        (lambda: b"<!doctype html><p>not a photo", 422),
    ],
    ids=["truncated", "empty", "huge", "animated", "CMYK", "16 bits", "SVG", "HTML"],
)
async def test_bad_pictures(
    http: httpx.AsyncClient, make: Callable[[], bytes], status: int
) -> None:
    for response in (
        await _ask(http, make()),
        await http.post(PATH, files={"file": ("photo.jpg", make(), "image/jpeg")}),
    ):
        assert response.status_code == status, response.text
        if status == 422:
            error = response.json()["error"]
            assert (error["code"], error["field"]) == ("unreadable_image", "file")


async def test_a_detector_of_ones_own(tmp_path: Path) -> None:
    # It finds what is red.
    model, labels = saved(detector("version_8"), tmp_path), tmp_path / "labels.txt"
    labels.write_text("gnome\n troll \n\n")
    response = await _ask_detector(str(model), str(labels))
    assert response.json()["tags"] == ["troll"]
    unreadable = tmp_path / "latin.txt"
    unreadable.write_bytes("gnome\ntröll\n".encode("latin-1"))
    for path in (tmp_path / "none.txt", unreadable):
        refused = await _ask_detector(str(model), str(path))
        assert refused.status_code == 424
        assert refused.json()["error"]["code"] == "provider_failed"
        assert "a label a line" in refused.json()["message"]


async def test_a_class_without_a_label_is_said(tmp_path: Path) -> None:
    # How many classes such a graph has shows only when it finds one.
    model, labels = saved(detector("d_fine"), tmp_path), tmp_path / "labels.txt"
    labels.write_text("gnome\n")
    refused = await _ask_detector(str(model), str(labels))
    assert refused.status_code == 424
    assert "one label for each class" in refused.json()["message"]


async def _ask_detector(model: str, labels: str) -> httpx.Response:
    settings = ServiceSettings(detector=model, detector_labels=labels)
    picture, file = Image.new("RGB", (400, 200)), BytesIO()
    picture.paste((255, 0, 0), (100, 40, 260, 150))
    picture.save(file, "PNG")
    async with asgi_client(settings) as http:
        return await _ask(http, file.getvalue())
