"""Embeddings over plain HTTP: every kind of content, every way it is given, every refusal."""

from __future__ import annotations

import base64
import importlib
import io
import json
from typing import Any

import httpx
import numpy as np
import pytest
import soundfile
from fpdf import FPDF
from PIL import Image

from triptych import samples

V1, V2 = "/v1/embedding", "/v2/embedding"
LONG = "The kettle sang in the cold kitchen. " * 60


def picture(size: tuple[int, int] = (64, 48)) -> bytes:
    buffer = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(buffer, "PNG")
    return buffer.getvalue()


def document(*pages: str, password: str = "") -> bytes:
    pdf = FPDF()
    pdf.set_font("Times", size=12)
    if password:
        pdf.set_encryption(owner_password=password, user_password=password)
    for page in pages:
        pdf.add_page()
        pdf.multi_cell(160, 6, page, align="L")
    return bytes(pdf.output())


def silence(seconds: float = 2.0) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, np.zeros(int(16_000 * seconds), "f4"), 16_000, format="WAV")
    return buffer.getvalue()


async def upload(
    http: httpx.AsyncClient, path: str, content: bytes, **members: object
) -> httpx.Response:
    parts: dict[str, Any] = {
        "file": ("content", content, "application/octet-stream"),
        "body": (None, json.dumps(members).encode(), "application/json"),
    }
    return await http.post(path, files=parts)


@pytest.mark.parametrize("path", [V1, V2])
async def test_a_text_has_a_vector_of_length_one(http: httpx.AsyncClient, path: str) -> None:
    response = await http.post(path, json={"text": "A cup of tea.", "type": "text"})
    body = response.json()
    assert response.status_code == 200
    assert set(body) == {"success", "embeddings", "chunks", "log_id", "_usage"}
    [vector] = body["embeddings"]
    assert len(vector) == 384
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert body["chunks"] == ["A cup of tea."]
    assert body["_usage"]["input_tokens"] == 5


async def test_a_long_text_is_chunked_or_truncated(http: httpx.AsyncClient) -> None:
    whole = (await http.post(V1, json={"text": LONG})).json()
    assert len(whole["embeddings"]) == len(whole["chunks"]) > 1
    assert " ".join(whole["chunks"]) == LONG.strip()
    assert all(chunk.endswith("kitchen.") for chunk in whole["chunks"])
    assert "warnings" not in whole
    begun = (await http.post(V1, json={"text": LONG, "token_overflow_mode": "truncate"})).json()
    assert len(begun["embeddings"]) == 1
    assert [warning["code"] for warning in begun["warnings"]] == ["truncated"]
    query = (await http.post(V2, json={"text": LONG, "query": True})).json()
    assert query["embeddings"] == begun["embeddings"]


async def test_several_texts_keep_their_order(http: httpx.AsyncClient) -> None:
    body = (await http.post(V1, json={"text": ["tea", LONG, "rain"]})).json()
    places = body["input_indices"]
    assert places == sorted(places)
    assert places.count(0) == places.count(2) == 1 < places.count(1)
    assert body["chunks"][0] == "tea"
    assert body["chunks"][-1] == "rain"


async def test_dimensions_and_instruction(http: httpx.AsyncClient) -> None:
    full = (await http.post(V2, json={"text": "tea"})).json()["embeddings"][0]
    short = (await http.post(V2, json={"text": "tea", "dimensions": 8})).json()["embeddings"][0]
    assert np.linalg.norm(short) == pytest.approx(1, abs=1e-5)
    assert np.allclose(short, np.array(full[:8]) / np.linalg.norm(full[:8]), atol=1e-5)
    told = await http.post(V2, json={"text": "tea", "instruction": "Tell me about China"})
    assert np.dot(told.json()["embeddings"][0], full) < 0.98


@pytest.mark.parametrize(
    ("members", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": " \n"}, "text"),
        ({"text": ["a", ""]}, "text[1]"),
        ({"text": []}, "text"),
        ({}, None),
        ({"text": "a", "url": "https://example.com"}, None),
        ({"text": "a", "type": "image"}, None),
        ({"text": "a", "type": "sound"}, "type"),
        ({"text": "a", "dimensions": 0}, "dimensions"),
        ({"text": "a", "dimensions": 385}, "dimensions"),
        ({"text": "a", "instruction": "word " * 128}, "instruction"),
        ({"text": "a", "speaker_fingerprint": True}, None),
        ({"text": "a", "token_overflow_mode": "drop"}, "token_overflow_mode"),
    ],
)
async def test_what_cannot_be_asked_is_a_400(
    http: httpx.AsyncClient, members: dict[str, object], field: str | None
) -> None:
    response = await http.post(V2, json=members)
    assert response.status_code == 400
    assert response.json()["error"]["field"] == field


async def test_a_picture_uploaded_or_in_its_address(http: httpx.AsyncClient) -> None:
    sent = (await upload(http, V1, picture(), type="image")).json()
    address = f"data:image/png;base64,{base64.b64encode(picture()).decode()}"
    told = (await http.post(V2, json={"url": address, "type": "image", "dimensions": 16})).json()
    assert len(sent["embeddings"][0]) == 512
    assert sent["chunks"] == told["chunks"] == []
    first = np.array(sent["embeddings"][0][:16])
    assert np.allclose(told["embeddings"][0], first / np.linalg.norm(first), atol=1e-4)


async def test_a_pdf_keeps_its_pages(http: httpx.AsyncClient) -> None:
    file = document("Tea is drunk everywhere.", "", LONG)
    body = (await upload(http, V1, file, type="pdf")).json()
    assert len(body["pages"]) == len(body["chunks"]) == len(body["embeddings"]) > 2
    assert body["pages"][0] == 1
    assert set(body["pages"][1:]) == {3}
    assert body["chunks"][0] == "Tea is drunk everywhere."
    one = (await upload(http, V1, file, type="pdf", token_overflow_mode="truncate")).json()
    assert len(one["embeddings"]) == 1
    assert one["chunks"][0].startswith("Tea is drunk everywhere.")


async def test_a_text_file_and_a_page(http: httpx.AsyncClient) -> None:
    text = (await upload(http, V1, "Crème brûlée".encode("utf-16"), type="text")).json()
    assert text["chunks"] == ["Crème brûlée"]
    page = b"<html><head><title>T</title></head><body><h1>Tea</h1><p>Boil it.</body></html>"
    other = (await upload(http, V1, page, type="text-other")).json()
    assert other["chunks"] == ["Tea\n\nBoil it."]


async def test_who_says_what_when(http: httpx.AsyncClient) -> None:
    file = samples.path("conversation.mp3").read_bytes()
    body = (await upload(http, V2, file, type="audio", speaker_fingerprint=True)).json()
    assert len(body["embeddings"]) == len(body["chunks"]) == len(body["speaker_segments"]) == 8
    assert "your country" in body["chunks"][5]["text"]
    starts = [chunk["timestamp"][0] for chunk in body["chunks"]]
    assert starts == sorted(starts)
    # The whole sound's fingerprint comes first.
    voices = np.array(body["speaker_embeddings"])
    assert voices.shape == (9, 256)
    assert np.allclose(np.linalg.norm(voices, axis=1), 1, atol=1e-4)
    turns = voices[1:]
    assert turns[0] @ turns[3] > 0.8 > turns[0] @ turns[1]


async def test_a_sound_without_fingerprint_has_none(http: httpx.AsyncClient) -> None:
    file = samples.path("fellow-americans.mp3").read_bytes()
    body = (await upload(http, V2, file, type="audio")).json()
    assert "speaker_embeddings" not in body
    assert "fellow" in body["chunks"][0]["text"]
    short = (await upload(http, V2, file, type="audio", speaker_fingerprint=True)).json()
    assert [warning["code"] for warning in short["warnings"]] == ["little_speech"]


async def test_without_speech_there_are_no_vectors_and_it_is_said(http: httpx.AsyncClient) -> None:
    body = (await upload(http, V2, silence(), type="audio", speaker_fingerprint=True)).json()
    assert body["success"] is True
    assert body["embeddings"] == body["chunks"] == body["speaker_embeddings"] == []
    assert [warning["code"] for warning in body["warnings"]] == ["no_speech"]


async def test_without_the_extra_voices_still_have_fingerprints(
    http: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As an attribute of its package, the module hides behind its function.
    module = importlib.import_module("triptych.engines.sound.transcribe")
    module.moonshine.cache_clear()
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    file = samples.path("sonnet.mp3").read_bytes()
    body = (await upload(http, V2, file, type="audio", speaker_fingerprint=True)).json()
    assert body["chunks"] == []
    assert len(body["speaker_embeddings"]) == len(body["speaker_segments"]) + 1 > 1
    assert [warning["code"] for warning in body["warnings"]] == ["not_transcribed"]
    assert "triptych[transcription]" in body["warnings"][0]["message"]
    refused = await upload(http, V1, file, type="audio")
    assert refused.status_code == 501
    assert "triptych[transcription]" in refused.json()["message"]


@pytest.mark.parametrize(
    ("kind", "content", "code"),
    [
        ("image", b"GIF89a", "unreadable_image"),
        ("image", b"", "unreadable_image"),
        ("pdf", b"%PDF-1.7", "broken_pdf"),
        ("pdf", document("secret", password="x"), "encrypted_pdf"),
        ("pdf", document("", ""), "empty_pdf"),
        ("audio", b"RIFF", "unreadable_sound"),
        ("text", b"\x89PNG\0\0", "unreadable_text"),
        ("text", b"  ", "unreadable_text"),
        ("text-other", b"<html><script>x</script></html>", "unreadable_text"),
    ],
)
async def test_what_cannot_be_read_is_a_422(
    http: httpx.AsyncClient, kind: str, content: bytes, code: str
) -> None:
    response = await upload(http, V1, content, type=kind)
    assert response.status_code == 422
    assert response.json()["error"] == {"code": code, "field": "file", "detail": None}


async def test_a_private_address_is_refused(http: httpx.AsyncClient) -> None:
    response = await http.post(V2, json={"url": "http://127.0.0.1/a.png", "type": "image"})
    assert response.status_code == 403
