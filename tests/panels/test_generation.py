"""The image generation panel's own: several pictures, one chosen among them, files."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import threading
import warnings
import zipfile
from email import message_from_bytes
from typing import Any

import httpx
import pytest
from PIL import Image

from triptych import AsyncClient, GenerationPanel
from triptych.client import RetryPolicy
from triptych.contract import Attachment, GenerationReply
from triptych.panels.generation import panel as generation
from triptych.views.generation.pictures import reduced

from .conftest import choose, end_of, saveable


def drawing(seed: int) -> bytes:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">'
        f'<circle r="{seed}"/></svg>'
    ).encode()


class Painter:
    """The outside world: draws a circle of the seed's radius, and lets no fence be drawn."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.files: list[bytes] = []
        self.fails_at: int | None = None
        self.waits_at: int | None = None
        self.waiting = asyncio.Event()

    async def handle(self, request: httpx.Request) -> httpx.Response:
        body = request.content
        if request.headers["content-type"].startswith("multipart/"):
            head = f"content-type: {request.headers['content-type']}\r\n\r\n".encode()
            parts: Any = message_from_bytes(head + body).get_payload()
            file, body = (part.get_payload(decode=True) for part in parts)
            self.files.append(file)
        self.asked.append(json.loads(body))
        if len(self.asked) == self.waits_at:
            self.waiting.set()
            await asyncio.Event().wait()
        if len(self.asked) == self.fails_at:
            return httpx.Response(503, json={"success": False, "message": "Too busy: wait."})
        seed = (self.asked[-1].get("advance_config") or {}).get("seed", 41)
        headers = {
            "content-type": "image/svg+xml",
            "x-seed": str(seed),
            "x-not-drawn": json.dumps(["fence"] if "fence" in self.asked[-1]["prompt"] else []),
        }
        return httpx.Response(200, content=drawing(seed), headers=headers)

    def panel(self, prompt: str = "a boat behind a fence") -> GenerationPanel:
        return GenerationPanel(
            prompt,
            client=AsyncClient(
                api_key="key",
                base_url="https://api.example.com",
                transport=httpx.MockTransport(self.handle),
                retries=RetryPolicy(max_retries=0),
            ),
        )


@pytest.fixture
async def painter() -> Painter:
    return Painter()


async def ran(panel: GenerationPanel) -> GenerationReply:
    panel.run_button.click()
    reply = await end_of(panel)
    assert isinstance(reply, GenerationReply), panel.result.card.value
    return reply


def seeds(panel: GenerationPanel) -> list[int | None]:
    return [reply.seed for reply in panel.replies]


def code(panel: GenerationPanel) -> str:
    panel.result.tabs.selected_index = 3
    return str(panel.result.pages[3].value)


def upload(panel: GenerationPanel, name: str, content: bytes, media_type: str) -> None:
    choose(panel, Attachment(content, name, media_type))


def photo() -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), "teal").save(buffer, "PNG")
    return buffer.getvalue()


def saved(panel: GenerationPanel) -> bytes:
    return base64.b64decode(panel.result.menu.download.file["content"])


async def test_one_picture_is_asked_for_as_it_stands_in_the_form(painter: Painter) -> None:
    panel = painter.panel()
    panel.form.fill(
        {
            "aspect_ratio": "16:9",
            "steps": 9,
            "width": 640,
            "negative_prompt": "fog",
            "guidance": 7.5,
        }
    )
    reply = await ran(panel)
    assert painter.asked == [
        {
            "prompt": "a boat behind a fence",
            "aspect_ratio": "16:9",
            "steps": 9,
            "width": 640,
            "advance_config": {"negative_prompt": "fog", "guidance": 7.5},
        }
    ]
    assert reply.content == drawing(41)
    assert "Not drawn: fence" in panel.result.pages[0].value
    assert panel.gallery.layout.display == "none", "one picture needs no gallery"
    panel.close()


async def test_what_is_left_open_is_not_sent(painter: Painter) -> None:
    panel = painter.panel("a boat")
    await ran(panel)
    assert painter.asked == [{"prompt": "a boat"}]
    panel.close()


async def test_the_code_has_the_seed_that_the_service_chose(painter: Painter) -> None:
    panel = painter.panel()
    await ran(panel)
    assert panel.history[-1].request.to_wire()["advance_config"] == {"seed": 41}
    assert "41" in code(panel)
    assert panel.state == "done", "the form still asks for what is shown"
    panel.close()


async def test_several_pictures_have_seeds_in_a_row(painter: Painter) -> None:
    panel = painter.panel()
    panel.pictures.value = 3
    panel.form.fill({"seed": 7})
    await ran(panel)
    assert seeds(panel) == [7, 8, 9]
    assert [item["name"] for item in panel.gallery.items] == ["seed 7", "seed 8", "seed 9"]
    assert {item["state"] for item in panel.gallery.items} == {"done"}
    assert {item["caption"] for item in panel.gallery.items} == {"Not drawn: fence"}
    assert all(item["picture"].startswith("data:image/svg") for item in panel.gallery.items)
    assert panel.gallery.layout.display is None
    assert len(panel.history) == 3
    assert "history: 3" in panel.footer.value
    panel.close()


async def test_without_a_seed_several_pictures_differ_all_the_same(painter: Painter) -> None:
    panel = painter.panel()
    panel.pictures.value = 4
    await ran(panel)
    first = painter.asked[0]["advance_config"]["seed"]
    assert seeds(panel) == [first, first + 1, first + 2, first + 3]
    panel.close()


async def test_a_chosen_picture_becomes_the_current_reply(painter: Painter) -> None:
    panel = painter.panel()
    panel.pictures.value = 3
    panel.form.fill({"seed": 7})
    await ran(panel)
    assert panel.gallery.chosen == 0
    assert panel.reply is panel.replies[0]
    assert "seed 7" in panel.result.pages[0].value
    panel.gallery.chosen = 2
    assert panel.reply is panel.replies[2]
    panel.result.tabs.selected_index = 0
    assert "seed 9" in panel.result.pages[0].value
    shown = code(panel)
    assert "9" in shown
    assert "7" not in shown.partition("as curl")[0].replace("127", "")
    assert panel.frame is not None
    assert panel.frame["seed"].tolist() == [9]
    assert panel.state == "done"
    panel.close()


async def test_pictures_show_as_they_come_and_cancel_keeps_them(painter: Painter) -> None:
    painter.waits_at = 3
    panel = painter.panel()
    panel.pictures.value = 4
    panel.form.fill({"seed": 1})
    task = panel.run()
    assert task is not None
    await asyncio.wait_for(painter.waiting.wait(), 60)
    await asyncio.sleep(0.15)
    assert "Drawing 3 of 4" in panel.status.value
    assert 'max="4" value="2"' in panel.status.value
    assert [item["state"] for item in panel.gallery.items] == ["done", "done", "waiting", "waiting"]
    assert "seed 1" in panel.result.pages[0].value
    panel.gallery.chosen = 1
    panel.cancel_button.click()
    await task
    assert task.cancelling() == 0
    assert panel.state == "done"
    assert "Cancelled: the finished pictures are kept" in panel.status.value
    assert seeds(panel) == [1, 2]
    assert len(panel.gallery.items) == 2
    assert panel.reply is panel.replies[1], "what was chosen meanwhile stays chosen"
    assert not panel.run_button.disabled
    panel.close()


async def test_what_came_is_shown_though_cancelled_while_it_is_made_small(
    painter: Painter, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, ended = threading.Event(), threading.Event()

    def slow(reply: GenerationReply, side: int) -> str | None:
        # Off the kernel's loop at first; what was cancelled is made small at once.
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            ended.wait(10)
        return reduced(reply, side)

    monkeypatch.setattr(generation, "reduced", slow)
    panel = painter.panel()
    task = panel.run()
    assert task is not None
    assert await asyncio.to_thread(begun.wait, 10)
    panel.cancel()
    await task
    ended.set()
    assert [item["state"] for item in panel.gallery.items] == ["done"]
    assert panel.gallery.items[0]["picture"].startswith("data:image/svg")
    panel.close()


async def test_a_failure_after_the_first_keeps_what_has_come(painter: Painter) -> None:
    painter.fails_at = 2
    panel = painter.panel()
    panel.pictures.value = 3
    await ran(panel)
    assert len(panel.replies) == len(panel.gallery.items) == 1
    assert "The next picture failed: Too busy" in panel.status.value
    panel.close()


async def test_a_failure_of_the_first_leaves_the_last_run(painter: Painter) -> None:
    panel = painter.panel()
    panel.pictures.value = 2
    await ran(panel)
    before = panel.gallery.items
    panel.gallery.chosen = 1
    painter.fails_at = 3
    panel.run_button.click()
    assert await end_of(panel) is None
    assert panel.state == "failed"
    assert "Too busy" in panel.result.card.value
    assert panel.gallery.items == before
    assert panel.gallery.chosen == 1
    assert panel.reply is panel.replies[1]
    panel.close()


@pytest.mark.parametrize(
    ("name", "typed", "says"),
    [
        ("width", "100", "give 256 or more"),
        ("width", "wide", "give a whole number"),
        ("guidance", "40", "give 28 or less"),
        ("seed", "1.5", "give a whole number"),
    ],
)
async def test_a_finer_setting_out_of_range_is_said_beside_its_control(
    painter: Painter, name: str, typed: str, says: str
) -> None:
    panel = painter.panel()
    panel.form.controls[name].widget.value = typed
    assert panel.state == "invalid"
    assert panel.run_button.disabled
    assert says in panel.form.messages[name].value
    panel.form.controls[name].widget.value = ""
    assert panel.form.messages[name].value == ""
    assert not panel.run_button.disabled
    panel.close()


async def test_a_picture_to_edit_travels_along(painter: Painter) -> None:
    panel = painter.panel()
    upload(panel, "lake.png", photo(), "image/png")
    assert "lake.png" in panel.chosen.value
    await ran(panel)
    assert painter.files == [photo()]
    assert "from lake.png" in panel.result.pages[0].value
    panel.clear.click()
    assert panel.picture is None
    assert panel.state == "stale"
    await ran(panel)
    assert painter.asked[-1] == {"prompt": "a boat behind a fence"}
    assert painter.files == [photo()]
    upload(panel, "lake.png", photo(), "image/png")
    assert panel.picture is not None, "chosen again"
    panel.close()


async def test_a_file_of_no_use_is_refused(painter: Painter) -> None:
    panel = painter.panel()
    upload(panel, "a.pdf", b"%PDF", "application/pdf")
    assert "a.pdf is not a picture" in panel.form.messages["file"].value
    assert panel.picture is None
    panel.close()


async def test_a_file_and_an_address_are_one_too_many(painter: Painter) -> None:
    panel = painter.panel()
    upload(panel, "lake.png", photo(), "image/png")
    panel.form.fill({"url": "https://example.com/lake.png"})
    assert panel.state == "invalid"
    assert "at most one of url, file or file_store_key" in panel.form.general.value
    panel.close()


async def test_pictures_are_saved(painter: Painter) -> None:
    panel = painter.panel("Ein Boot: über / See")
    assert saveable(panel) == {}
    panel.pictures.value = 2
    panel.form.fill({"seed": 7})
    await ran(panel)
    panel.gallery.chosen = 1
    assert saveable(panel) == {"picture": "SVG", "all": "ZIP", "reply": "Reply (JSON)"}
    await panel.save("picture")
    download = panel.result.menu.download
    assert download.file["name"] == "ein-boot-über-see-seed-8.svg"
    assert download.file["type"] == "image/svg+xml"
    assert saved(panel) == drawing(8)
    await panel.save("all")
    archive = zipfile.ZipFile(io.BytesIO(saved(panel)))
    assert archive.namelist() == [
        "1-ein-boot-über-see-seed-7.svg",
        "2-ein-boot-über-see-seed-8.svg",
        "requests.json",
    ]
    assert archive.read("2-ein-boot-über-see-seed-8.svg") == drawing(8)
    asked = json.loads(archive.read("requests.json"))
    assert asked["1-ein-boot-über-see-seed-7.svg"]["advance_config"] == {"seed": 7}
    panel.close()


async def test_deprecation_is_said_in_the_bar_and_nowhere_else(painter: Painter) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        panel = painter.panel()
        await ran(panel)
    assert "marks this as deprecated" in panel.bar.value
    panel.close()


async def test_close_leaves_no_widget_alive(painter: Painter) -> None:
    from ipywidgets.widgets.widget import _instances

    before = set(_instances)
    panel = painter.panel()
    panel.pictures.value = 2
    await ran(panel)
    panel.close()
    assert set(_instances) - before == set()
