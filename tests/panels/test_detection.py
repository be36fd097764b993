"""The detection panel's own: pictures chosen, several at once, failures among them, files."""

from __future__ import annotations

import asyncio
import base64
import csv
import io
import json
import zipfile
from typing import Any

import httpx
import pytest
from PIL import Image

from triptych import AsyncClient, DetectionPanel
from triptych.client import RetryPolicy
from triptych.contract import Attachment, DetectionReply

from .conftest import choose as choose_files
from .conftest import code_of, end_of, saveable

BOUNDS = {
    "top_left": {"x": 4, "y": 6},
    "top_right": {"x": 24, "y": 6},
    "bottom_left": {"x": 4, "y": 36},
    "bottom_right": {"x": 24, "y": 36},
    "width": 20,
    "height": 30,
}
REPLY = {
    "success": True,
    "objects": [{"label": "cup", "bounds": BOUNDS, "confidence": 0.75}],
    "tags": ["cup"],
    "image_width": 64,
    "image_height": 48,
    "log_id": "log-1",
}


class Service:
    """The outside world: a service that waits, fails and counts as a test says."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses)
        self.bodies: list[bytes] = []
        self.let_go = asyncio.Event()
        self.let_go.set()
        self.asked_again = asyncio.Event()

    async def handle(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(await request.aread())
        place = len(self.bodies)
        if place > 1:
            self.asked_again.set()
            await self.let_go.wait()
        status = self.statuses[place - 1] if place <= len(self.statuses) else 200
        if status == 200:
            return httpx.Response(200, json=REPLY)
        failure = {"success": False, "message": f"Picture {place} cannot be read: send another."}
        return httpx.Response(status, json=failure)

    def panel(self, image: Any = None) -> DetectionPanel:
        client = AsyncClient(
            api_key="any",
            base_url="https://api.example.com",
            transport=httpx.MockTransport(self.handle),
            retries=RetryPolicy(max_retries=0),
        )
        return DetectionPanel(image, client=client)


def picture(colour: str = "red") -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(buffer, "PNG")
    return buffer.getvalue()


def choose(panel: DetectionPanel, *names: str) -> None:
    """Choose files of these names."""
    kinds = {"pdf": "application/pdf", "png": "image/png"}
    choose_files(panel, *(Attachment(picture(), name, kinds[name[-3:]]) for name in names))


async def ran(panel: DetectionPanel) -> DetectionReply | None:
    panel.run_button.click()
    reply = await end_of(panel)
    assert reply is None or isinstance(reply, DetectionReply)
    return reply


def states(panel: DetectionPanel) -> list[str]:
    return [item["state"] for item in panel.sheet.items]


def state(panel: DetectionPanel) -> str:
    """The state, which a type checker would take for constant."""
    return panel.state


def hidden(widget: Any) -> bool:
    return bool(widget.layout.display == "none")


async def test_one_picture_by_its_bytes() -> None:
    service = Service()
    panel = service.panel(picture())
    assert state(panel) == "ready"
    assert saveable(panel) == {}
    await ran(panel)
    assert state(panel) == "done"
    assert "1 object found: cup" in panel.result.pages[0].value
    assert "data:image/jpeg" in panel.result.pages[0].value
    assert panel.sheet.items == []
    assert panel.frame is not None
    assert panel.frame["label"].tolist() == ["cup"]
    assert saveable(panel) == {
        "annotated": "PNG",
        "table": "CSV",
        "coco": "COCO JSON",
        "reply": "Reply (JSON)",
    }
    panel.result.tabs.selected_index = 3
    assert 'client.detect("file")' in code_of(panel)
    panel.close()


async def test_an_address_and_prompts() -> None:
    service = Service()
    panel = service.panel("https://example.com/a.jpg")
    panel.form.fill({"prompts": ["mug", "plate"]})
    await ran(panel)
    assert json.loads(service.bodies[0]) == {
        "url": "https://example.com/a.jpg",
        "prompts": ["mug", "plate"],
    }
    # Of a picture that lies elsewhere there is nothing to draw into.
    assert list(saveable(panel)) == ["table", "coco", "reply"]
    panel.close()


async def test_nothing_is_asked_before_there_is_a_picture() -> None:
    panel = Service().panel()
    assert state(panel) == "empty"
    assert panel.run_button.disabled
    assert "choose pictures" in panel.status.value
    panel.form.fill({"url": "   "})
    assert panel.run_button.disabled
    choose(panel, "report.pdf")
    assert "report.pdf is not a picture" in panel.form.messages["file"].value
    assert panel.files == []
    panel.close()


async def test_each_of_several_is_shown_as_it_arrives() -> None:
    service = Service()
    service.let_go.clear()
    panel = service.panel()
    choose(panel, "a.png", "b.png", "c.png")
    assert "3 pictures" in panel.chosen.value
    panel.run_button.click()
    await service.asked_again.wait()
    assert states(panel) == ["done", "waiting", "waiting"]
    assert state(panel) == "running"
    assert panel.result.pages[0].layout.display == "none", "the sheet is shown"
    await asyncio.sleep(0.15)
    assert "2 of 3" in panel.status.value
    service.let_go.set()
    await end_of(panel)
    assert states(panel) == ["done"] * 3
    assert len(panel.replies) == 3
    assert panel.frame is not None
    assert panel.frame["picture"].tolist() == ["a.png", "b.png", "c.png"]
    assert len(panel.history) == 1
    panel.close()


async def test_a_picture_that_fails_does_not_lose_the_others() -> None:
    panel = Service(400, 200, 415).panel()
    choose(panel, "torn.png", "b.png", "odd.png")
    await ran(panel)
    assert state(panel) == "done"
    assert states(panel) == ["failed", "done", "failed"]
    assert "Picture 1 cannot be read" in panel.sheet.items[0]["caption"]
    assert panel.sheet.chosen == -1
    assert panel.reply is panel.replies[0]
    # Not the code for the first picture, which was asked for first.
    panel.result.tabs.selected_index = 3
    assert "b.png" in panel.result.pages[3].value
    panel.close()


async def test_when_all_fail_the_panel_says_so() -> None:
    panel = Service(400, 400).panel()
    choose(panel, "a.png", "b.png")
    assert await ran(panel) is None
    assert state(panel) == "failed"
    assert "Picture 2 cannot be read" in panel.result.card.value
    assert panel.replies == []
    panel.close()


async def test_a_service_that_fails_is_asked_no_further() -> None:
    service = Service(200, 401)
    panel = service.panel()
    choose(panel, "a.png", "b.png", "c.png")
    assert await ran(panel) is None
    assert len(service.bodies) == 2
    assert state(panel) == "failed"
    assert states(panel) == ["done", "failed", "failed"]
    assert len(panel.replies) == 1
    panel.close()


async def test_what_is_chosen_after_run_was_pressed_waits_for_the_next_run() -> None:
    service = Service()
    panel = service.panel()
    choose(panel, "a.png", "b.png", "c.png")
    await ran(panel)
    choose(panel, "d.png", "e.png")
    panel.run_button.click()
    choose(panel, "f.png")
    reply = await end_of(panel)
    assert isinstance(reply, DetectionReply)
    assert [item["name"] for item in panel.sheet.items] == ["d.png", "e.png"]
    assert state(panel) == "stale"
    panel.close()


async def test_a_picture_chosen_late_among_those_of_the_run_before() -> None:
    service = Service()
    panel = service.panel()
    choose(panel, "a.png", "b.png", "c.png")
    await ran(panel)
    choose(panel, "d.png", "e.png")
    service.let_go.clear()
    service.asked_again.clear()
    panel.run_button.click()
    await service.asked_again.wait()
    panel.sheet.chosen = 2
    service.let_go.set()
    await end_of(panel)
    assert state(panel) == "done", panel.result.card.value
    assert panel.sheet.chosen == -1
    panel.close()


async def test_cancelling_keeps_what_arrived() -> None:
    service = Service()
    service.let_go.clear()
    panel = service.panel()
    choose(panel, "a.png", "b.png")
    panel.run_button.click()
    await service.asked_again.wait()
    panel.cancel_button.click()
    await end_of(panel)
    assert state(panel) == "cancelled"
    assert states(panel) == ["done", "failed"]
    assert "Not sent" in panel.sheet.items[1]["caption"]
    panel.close()


async def test_a_run_that_gives_nothing_leaves_the_sheet_of_the_last() -> None:
    service = Service()
    panel = service.panel()
    choose(panel, "a.png", "b.png")
    await ran(panel)
    shown = panel._shown
    service.statuses = [400] * 9
    for names in (("c.png",), ("d.png", "e.png")):
        choose(panel, *names)
        assert await ran(panel) is None
        assert state(panel) == "failed"
        assert [item["name"] for item in panel.sheet.items] == ["a.png", "b.png"]
        assert len(panel.replies) == 2
        assert panel._shown is shown
    service.statuses = []
    choose(panel, "f.png")
    await ran(panel)
    assert panel.sheet.items == []
    assert "1 object found" in panel.result.pages[0].value
    assert panel.result.pages[0].layout.display is None
    panel.close()


async def test_the_sheet_has_boxes_counts_and_code_for_all_pictures() -> None:
    panel = Service(200, 400).panel()
    choose(panel, "a.png", "b.png", "c.png")
    panel.form.controls["prompts"].widget.value = "cup"
    await ran(panel)
    item, failed, _ = panel.sheet.items
    assert item["caption"] == "cup"
    assert (item["width"], item["height"]) == (64, 48)
    assert [box[4] for box in item["boxes"]] == ["cup"]
    assert "boxes" not in failed
    assert all(address.startswith("data:image/jpeg") for address in panel.sheet.pictures)
    panel.result.tabs.selected_index = 1
    await panel.result._filling[1]
    assert panel.result.table is not None
    names = [column["name"] for column in panel.result.table.columns]
    assert names == ["picture", "objects", "cup"]
    assert panel.result.table.page["rows"] == [["a.png", "1", "1"], ["c.png", "1", "1"]]
    panel.result.tabs.selected_index = 3
    shown = code_of(panel)
    assert 'paths = [\n    "a.png",\n    "c.png",\n]\n' in shown
    assert 'replies = [client.detect(path, prompts=["cup"]) for path in paths]' in shown
    assert "as curl" not in shown
    panel.close()


async def test_a_picture_of_the_sheet_is_opened() -> None:
    panel = Service().panel()
    choose(panel, "a.png", "b.png")
    await ran(panel)
    for reply, log_id in zip(panel.replies, ("first", "second"), strict=True):
        reply.log_id = log_id
    panel.sheet.chosen = 1
    assert panel.reply is panel.replies[1]
    assert "<dd>second</dd>" in panel.footer.value
    panel.result.tabs.selected_index = 3
    assert "b.png" in panel.result.pages[3].value
    assert panel.result.pages[0].layout.display is None
    # It is an older call's result no more than before.
    panel._check()
    assert state(panel) == "done"
    panel.sheet.chosen = -1
    assert panel.result.pages[0].layout.display == "none"
    assert len(json.loads((await saved(panel, "reply"))[1])["replies"]) == 2
    panel.close()


async def saved(panel: DetectionPanel, kind: str) -> tuple[str, bytes]:
    await panel.save(kind)
    file = panel.result.menu.download.file
    return file["name"], base64.b64decode(file["content"])


async def test_what_is_saved() -> None:
    panel = Service().panel()
    choose(panel, "a.png")
    await ran(panel)
    name, content = await saved(panel, "annotated")
    assert name == "a-objects.png"
    assert Image.open(io.BytesIO(content)).size == (64, 48)
    choose(panel, "a.png", "a.png")
    await ran(panel)
    name, content = await saved(panel, "annotated")
    assert zipfile.ZipFile(io.BytesIO(content)).namelist() == ["01-a.png", "02-a.png"]
    name, content = await saved(panel, "coco")
    assert [image["id"] for image in json.loads(content)["images"]] == [1, 2]
    name, content = await saved(panel, "table")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [(row["picture"], row["label"], row["left"]) for row in rows] == [
        ("a.png", "cup", "4.0"),
        ("a.png", "cup", "4.0"),
    ]
    assert "Saved objects.csv" in panel.result.menu.message.value
    panel.close()


async def test_what_cannot_be_saved_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Service().panel()
    choose(panel, "a.png")
    await ran(panel)

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("triptych.panels.detection.export.draw", fail)
    await panel.save("annotated")
    assert "Not saved as PNG. no room" in panel.result.menu.message.value
    panel.close()


async def test_samples_are_pictures_and_an_address_takes_their_place() -> None:
    panel = Service().panel()
    panel.chips[-1].click()
    assert len(panel.files) == 12
    assert state(panel) == "ready"
    panel.clear.click()
    assert panel.files == []
    assert state(panel) == "empty"
    panel.close()


def test_files_arrive_as_the_browser_sends_them() -> None:
    panel = DetectionPanel()
    said = [{"name": "a.png", "type": "image/png", "size": len(picture())}]
    panel.upload._handle_custom_msg(said, [memoryview(picture())])
    assert [file.content for file in panel.files] == [picture()]
    too_large = [{"name": "b.png", "type": "image/png", "size": 21_000_000}]
    panel.upload._handle_custom_msg(too_large, [memoryview(b"")])
    assert "at most 20 MB" in panel.form.messages["file"].value
    assert [file.filename for file in panel.files] == ["a.png"]
    panel.close()
