"""Failures: the heading says what happened, the message stands at the control that caused it."""

from __future__ import annotations

import httpx
import pytest

from triptych import DetectionPanel, GenerationPanel, SentimentPanel
from triptych.client import APIStatusError, RetryPolicy
from triptych.client.clients import AsyncClient
from triptych.client.errors import status_error
from triptych.contract import Attachment, DetectionRequest, ErrorBody, ErrorDetail
from triptych.panels.base.failure import error_card, heading, member_of

from .conftest import choose, end_of

FILE = Attachment(b"", "a.jpg", "image/jpeg")
OF_FILE = DetectionRequest(file=FILE)
OF_ADDRESS = DetectionRequest(url="https://example.com/a.jpg")


def error(status: int, code: str = "", field: str | None = None) -> APIStatusError:
    body = ErrorBody(
        message="What to do.", error=ErrorDetail(code=code, field=field), log_id="log-7"
    )
    request = httpx.Request("POST", "https://me:secret@api.example.com/v1/object_detection")
    return status_error(body, httpx.Response(status, request=request), None)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (error(400, "invalid_request", "languages"), "An input was refused"),
        (error(400), "The request was refused"),
        (error(401, "wrong_key"), "The API key was refused"),
        (error(403, "refused_address", "url"), "The address is not allowed"),
        (error(404), "The service does not offer this operation"),
        (error(413, field="url"), "The content of the address is too large"),
        (error(413), "The input is too large"),
        (error(415), "This kind of content is not supported"),
        (error(422, "unreadable_image", "file"), "The picture could not be read"),
        (error(422), "The content could not be read"),
        (error(424, "failed_dependency", "url"), "The address could not be read"),
        (error(424, "provider_failed"), "The provider that the service uses failed"),
        (error(424, "browser_not_available"), "No browser is available to draw the page"),
        (error(429), "There were too many requests"),
        (error(500), "The service failed"),
        (error(503, "warming_up"), "The service is starting"),
        (error(504, field="url"), "The address did not answer in time"),
        (error(504), "The work took too long"),
        (error(418), "The request was refused"),
    ],
)
def test_a_heading_says_what_happened(failure: APIStatusError, expected: str) -> None:
    assert heading(failure) == expected


def test_code_route_and_identifier_are_in_the_details_once() -> None:
    card = error_card(error(424, "failed_dependency", "url"))
    seen, _, details = card.partition("<details>")
    assert "What to do." in seen
    for text in ("424", "log-7", "failed_dependency", "/v1/object_detection"):
        assert text not in seen
        assert details.count(text) == 1
    assert "secret" not in card


@pytest.mark.parametrize(
    ("failure", "request_", "member"),
    [
        (error(422, field="file"), OF_FILE, "file"),
        (error(422, field="file"), OF_ADDRESS, "url"),
        (error(415), OF_FILE, "file"),
        (error(422), OF_ADDRESS, "url"),
        (error(424), OF_ADDRESS, "url"),
        (error(424), OF_FILE, None),
        (error(429), OF_FILE, None),
        (error(400, field="prompts"), OF_FILE, "prompts"),
        (error(422), None, None),
    ],
)
def test_the_member_that_an_error_concerns(
    failure: APIStatusError, request_: DetectionRequest | None, member: str | None
) -> None:
    assert member_of(failure, request_) == member


def refusing(status: int, **detail: str) -> AsyncClient:
    body = {
        "success": False,
        "message": "Send another.",
        "error": {"code": "some_code", **detail},
        "log_id": "log-9",
    }
    return AsyncClient(
        api_key="any",
        base_url="https://api.example.com",
        transport=httpx.MockTransport(lambda _: httpx.Response(status, json=body)),
        retries=RetryPolicy(max_retries=0),
    )


def png() -> bytes:
    import io

    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (8, 8)).save(buffer, "PNG")
    return buffer.getvalue()


async def test_an_error_about_a_file_stands_beside_its_button() -> None:
    panel = DetectionPanel(client=refusing(422, field="file"))
    choose(panel, Attachment(png(), "a.png", "image/png"))
    panel.run_button.click()
    await end_of(panel)
    assert "Send another." in panel.form.messages["file"].value
    assert panel.form.general.value == ""
    parts = list(panel.form.children)
    assert parts[parts.index(panel.upload) + 1] is panel.form.messages["file"]
    panel.close()


async def test_an_error_about_an_address_stands_beside_its_box() -> None:
    panel = DetectionPanel("https://example.com/a.jpg", client=refusing(424))
    panel.run_button.click()
    await end_of(panel)
    assert "Send another." in panel.form.messages["url"].value
    panel.close()


async def test_an_error_about_a_folded_option_unfolds_it() -> None:
    panel = GenerationPanel("A cup", client=refusing(400, field="negative_prompt"))
    assert panel.form.more_button is not None
    panel.run_button.click()
    await end_of(panel)
    assert "Send another." in panel.form.messages["negative_prompt"].value
    assert panel.form.more_button.value
    panel.close()


async def test_only_the_card_has_the_identifier_of_a_failed_call() -> None:
    panel = SentimentPanel("A lovely day.")
    panel.run_button.click()
    await end_of(panel)
    assert "log_id" in panel.footer.value
    panel.client = refusing(500)
    panel.run_button.click()
    await end_of(panel)
    assert "log-9" in panel.result.card.value
    assert panel.footer.value == ""
    panel.close()


@pytest.mark.parametrize(
    ("name", "content", "media_type", "message"),
    [
        ("noise.jpg", b"\xff\xd8\xff noise", "image/jpeg", "noise.jpg cannot be read as a picture"),
        ("empty.jpg", b"", "image/jpeg", "empty.jpg is empty: choose another file."),
        ("notes.txt", b"notes", "text/plain", "notes.txt is not a picture"),
    ],
)
async def test_a_bad_file_is_refused_as_it_is_chosen(
    name: str, content: bytes, media_type: str, message: str
) -> None:
    panel = DetectionPanel()
    choose(panel, Attachment(content, name, media_type))
    assert message in panel.form.messages["file"].value
    assert panel.files == []
    assert panel.run_button.disabled
    panel.close()


async def test_a_picture_of_a_kind_that_pillow_may_not_read_is_left_to_the_service() -> None:
    panel = DetectionPanel()
    choose(panel, Attachment(b"\0\0\0\x18ftypheic\0\0\0\0", "a.heic", "image/heic"))
    assert [file.filename for file in panel.files] == ["a.heic"]
    panel.close()


async def test_an_address_is_checked_as_it_is_typed() -> None:
    detection, generation = DetectionPanel(), GenerationPanel("A cup")
    for panel in (detection, generation):
        panel.form.controls["url"].widget.value = "example.com/a.jpg"
        assert "Begin the address with https://" in panel.form.messages["url"].value
        assert panel.run_button.disabled
        for good in ("https://example.com/a.jpg", "data:image/png;base64,AAAA"):
            panel.form.controls["url"].widget.value = good
            assert panel.form.messages["url"].value == ""
            assert not panel.run_button.disabled
        panel.close()
