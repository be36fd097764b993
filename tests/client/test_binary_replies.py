"""A reply whose body is the image itself: its members stand in the headers."""

from __future__ import annotations

import httpx
import pytest

from triptych.client import Client
from triptych.contract import GenerationReply

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def _reply(content: bytes = b"\x89PNG", **headers: str) -> GenerationReply:
    fields = {"content-type": "image/png"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    answer = httpx.Response(200, content=content, headers=fields)
    transport = httpx.MockTransport(lambda request: answer)
    return Client(api_key="k", transport=transport).generate_image("a cat")


def test_members_are_read_from_the_headers() -> None:
    reply = _reply(
        x_request_id="abc", x_seed="7", x_not_drawn='["caf\\u00e9"]', x_usage='{"total_tokens":9}'
    )
    assert (reply.content, reply.media_type) == (b"\x89PNG", "image/png")
    assert (reply.log_id, reply.seed, reply.not_drawn) == ("abc", 7, ["café"])
    assert reply.usage is not None
    assert reply.usage.total_tokens == 9


def test_an_image_that_comes_alone_is_enough() -> None:
    reply = _reply(x_seed="none of ours")
    assert reply.content == b"\x89PNG"
    assert (reply.log_id, reply.seed, reply.not_drawn, reply.usage) == (None, None, [], None)


def test_a_media_type_in_capitals_with_parameters_is_known() -> None:
    assert _reply(b"<svg/>", content_type="Image/SVG+xml; charset=utf-8").media_type == (
        "image/svg+xml"
    )


def test_an_image_in_a_stream_of_events_gives_the_reply_of_a_binary_body() -> None:
    event = '{"success":true,"url":"data:image/png;base64,iVBORw==","seed":7,"not_drawn":[]}'
    stream = httpx.Response(
        200,
        content=f"event: reply\ndata: {event}\n\n".encode(),
        headers={"content-type": "text/event-stream", "x-request-id": "abc"},
    )
    client = Client(api_key="k", transport=httpx.MockTransport(lambda request: stream))
    reply = client.generate_image("a cat")
    assert (reply.content, reply.media_type, reply.url) == (b"\x89PNG", "image/png", None)
    assert reply.raw == {"success": True, "seed": 7, "not_drawn": []}
    assert (reply.seed, reply.log_id) == (7, "abc")
