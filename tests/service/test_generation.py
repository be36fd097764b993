"""Image generation over plain HTTP: every way back, and what it says beside the picture."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from triptych.contract import Attachment
from triptych.service import ServiceSettings, app
from triptych.service.handler import Context, Outcome

from .asgi import asgi_client

PATH = "/v1/ai/image_generation"
PROMPT = "two red apples beside a fence"
SMALL = {"width": 320, "height": 256, "advance_config": {"seed": 7}}


async def _ask(http: httpx.AsyncClient, **members: Any) -> httpx.Response:
    return await http.post(PATH, json={"prompt": PROMPT, **SMALL, **members})


async def test_the_image_itself_with_what_there_is_to_say_in_headers(
    http: httpx.AsyncClient,
) -> None:
    response = await _ask(http)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/png"
    with Image.open(BytesIO(response.content)) as picture:
        assert picture.size == (320, 256)
    assert json.loads(response.headers["x-not-drawn"]) == ["fence"]
    assert json.loads(response.headers["x-seed"]) == 7
    assert json.loads(response.headers["x-usage"])["input_tokens"] > 3
    assert response.headers["deprecation"]
    assert "no longer maintained" in response.headers["warning"]
    maintained = await http.post("/v1/validate/spam_check", json={"text": "tea"})
    assert not {"deprecation", "warning"} & set(maintained.headers)


async def test_headers_hold_any_word_and_only_members_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body = Attachment(b"<svg/>", "image.svg", "image/svg+xml")
    outcome = Outcome({"not_drawn": ["caf\u00e9", "\N{TEACUP WITHOUT HANDLE}"]}, body=body)

    async def handler(request: Any, context: Context) -> Outcome:
        return outcome

    monkeypatch.setattr(app, "HANDLERS", {"generate_image": handler})
    async with asgi_client() as http:
        headers = (await _ask(http)).headers
    assert headers["x-not-drawn"].isascii()
    assert json.loads(headers["x-not-drawn"]) == outcome.members["not_drawn"]
    assert "x-seed" not in headers


async def test_the_same_seed_gives_the_same_bytes_and_another_does_not(
    http: httpx.AsyncClient,
) -> None:
    first, again = (await _ask(http)).content, (await _ask(http)).content
    other = (await _ask(http, advance_config={"seed": 8})).content
    assert first == again
    assert first != other


@pytest.mark.parametrize(
    "members",
    [
        {"steps": 20},
        {"advance_config": {"seed": 7, "guidance": 1}},
        {"advance_config": {"seed": 7, "negative_prompt": "apples"}},
    ],
)
async def test_every_wish_shows(http: httpx.AsyncClient, members: dict[str, Any]) -> None:
    response = await _ask(http, **members)
    assert response.status_code == 200
    assert response.content != (await _ask(http)).content


async def test_without_a_seed_one_is_drawn_and_told(http: httpx.AsyncClient) -> None:
    first, second = [await _ask(http, advance_config=None) for _ in range(2)]
    seed = json.loads(first.headers["x-seed"])
    assert seed != json.loads(second.headers["x-seed"])
    assert (await _ask(http, advance_config={"seed": seed})).content == first.content


async def test_as_a_drawing(http: httpx.AsyncClient) -> None:
    response = await _ask(http, output_format="svg")
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert response.content.startswith(b"<svg")


async def test_as_base64_and_at_an_address(http: httpx.AsyncClient) -> None:
    image = (await _ask(http)).content
    body = (await _ask(http, return_type="base64")).json()
    assert base64.b64decode(body["url"].removeprefix("data:image/png;base64,")) == image
    assert (body["seed"], body["not_drawn"], body["success"]) == (7, ["fence"], True)
    read = body["_usage"]["input_tokens"]
    body = (await _ask(http, return_type="url")).json()
    assert body["_usage"]["input_tokens"] == read > 3
    assert (await http.get(body["url"])).content == image
    drawing = (await _ask(http, return_type="url", output_format="svg")).json()["url"]
    assert (await http.get(drawing)).headers["content-type"].startswith("image/svg+xml")


async def test_a_picture_is_edited(http: httpx.AsyncClient) -> None:
    file = BytesIO()
    Image.new("RGB", (40, 30), "#1e7d34").save(file, "JPEG")
    address = f"data:image/jpeg;base64,{base64.b64encode(file.getvalue()).decode()}"
    with Image.open(BytesIO((await _ask(http, url=address)).content)) as edited:
        corner = edited.convert("RGB").getpixel((4, 4))
    assert isinstance(corner, tuple)
    assert corner[1] > 1.5 * corner[0]
    refused = await _ask(http, url="data:text/plain,tea")
    assert refused.status_code == 422
    assert refused.json()["error"] == {"code": "unreadable_image", "field": "file", "detail": None}


@pytest.mark.parametrize(
    ("members", "size"),
    [
        ({}, (1024, 1024)),
        ({"aspect_ratio": "9:21"}, (672, 1568)),
        ({"width": 1920}, (1920, 1920)),
        ({"aspect_ratio": "21:9", "height": 256}, (597, 256)),
        ({"aspect_ratio": "21:9", "width": 256}, (256, 256)),
        ({"aspect_ratio": "9:21", "width": 900}, (900, 1920)),
        ({"aspect_ratio": "21:9", "width": 300, "height": 500}, (300, 500)),
    ],
)
async def test_sizes(
    http: httpx.AsyncClient, members: dict[str, Any], size: tuple[int, int]
) -> None:
    response = await http.post(PATH, json={"prompt": "a cat", **members})
    with Image.open(BytesIO(response.content)) as picture:
        assert picture.size == size


@pytest.mark.parametrize("prompt", ["", " ", "x" * 5001], ids=["empty", "blank", "long"])
async def test_prompts_out_of_range(http: httpx.AsyncClient, prompt: str) -> None:
    response = await http.post(PATH, json={"prompt": prompt})
    assert response.status_code == 400
    assert response.json()["error"]["field"] == "prompt"


async def test_more_than_a_picture_holds_is_refused(http: httpx.AsyncClient) -> None:
    response = await _ask(http, prompt="20 cats, 20 dogs, 20 cows and 20 pigs")
    assert response.status_code == 400
    assert "at most 60" in response.json()["message"]
    assert response.json()["error"]["code"] == "unsupported"


@pytest.mark.parametrize("seed", [-1, 0, 2**80])
async def test_any_whole_number_is_a_seed(http: httpx.AsyncClient, seed: int) -> None:
    response = await _ask(http, advance_config={"seed": seed})
    assert response.status_code == 200
    assert json.loads(response.headers["x-seed"]) == seed


async def test_a_model_that_is_not_there_is_said(tmp_path: object) -> None:
    settings = ServiceSettings(image_generator="diffusers", image_model=f"{tmp_path}/none")
    async with asgi_client(settings) as http:
        response = await _ask(http)
    assert response.status_code == 424
    assert response.json()["error"]["code"] == "provider_failed"
