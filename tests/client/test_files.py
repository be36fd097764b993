"""Files as callers have them."""

from __future__ import annotations

import io
import json
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image

from triptych.client import Client, InvalidInputError


def _sent(content: Any) -> tuple[dict[str, Any], bytes | None, str | None]:
    """What travels for a picture: the JSON, and the file with its name."""
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"objects": [], "tags": []})

    Client(api_key="k", transport=httpx.MockTransport(handler)).detect(
        content, annotated_image=True
    )
    kind = seen[0].headers["content-type"]
    if kind == "application/json":
        return json.loads(seen[0].content), None, None
    head = f"content-type: {kind}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + seen[0].content)
    parts = {
        part.get_param("name", header="content-disposition"): part for part in message.iter_parts()
    }
    payload = parts["file"].get_payload(decode=True)
    assert isinstance(payload, bytes)
    body = json.loads(str(parts["body"].get_payload()))
    return body, payload, parts["file"].get_filename()


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
