"""Pages on this machine, in the search panel: added, listed, searched and removed."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import ipywidgets
import pytest
from ipywidgets.widgets.widget import _instances

from triptych import AsyncClient, SearchPanel
from triptych.contract import SearchReply
from triptych.panels.search.own_pages import OwnPages

from .conftest import end_of


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of two pages, and an index of its own that has yet to be made."""
    monkeypatch.setenv("TRIPTYCH_INDEX", str(tmp_path / "index"))
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "oolong.md").write_text(
        "# Oolong\n\nTo brew oolong, call `brew`:\n\n```{code} python\nbrew('oolong')\n```\n"
    )
    (folder / "sencha.txt").write_text("Sencha is a green tea of Japan. It is steamed.")
    return folder


async def opened(panel: SearchPanel) -> OwnPages:
    """Unfold the part for own pages, and wait for the list."""
    pages = panel.form.widgets["own_pages"]
    assert isinstance(pages, OwnPages)
    pages.toggle.value = True
    await ended(pages)
    return pages


async def ended(pages: OwnPages) -> None:
    assert pages.task is not None
    await asyncio.wait([pages.task], timeout=60)


def listed(pages: OwnPages) -> list[str]:
    return [line.children[0].value for line in pages.list.children]


async def test_a_folder_is_added_listed_searched_and_removed(notes: Path) -> None:
    panel = SearchPanel("how do I brew oolong")
    pages = await opened(panel)
    assert listed(pages) == ["No pages of your own yet."]
    pages.box.value = str(notes)
    pages.add_button.click()
    await ended(pages)
    assert "2 pages added" in pages.status.value
    assert pages.box.value == ""
    assert listed(pages) == [f"<b>{notes}</b> · 2 pages"]

    panel.run()
    await end_of(panel)
    assert isinstance(panel.reply, SearchReply)
    assert panel.reply.results[0].url.endswith("oolong.md")
    assert "```\nbrew('oolong')\n```" in (panel.reply.ai_overview or "")

    pages.list.children[0].children[1].click()
    await ended(pages)
    assert "2 pages removed" in pages.status.value
    assert listed(pages) == ["No pages of your own yet."]
    panel.close()


async def test_what_is_no_folder_is_said_beside_the_box(notes: Path) -> None:
    panel = SearchPanel()
    pages = await opened(panel)
    pages.add_button.click()
    assert "Type the path" in pages.message.value
    pages.box.value = str(notes / "none")
    pages.box._handle_custom_msg({"event": "submit"}, [])
    await ended(pages)
    assert "There is no folder or file" in pages.message.value
    assert not pages.add_button.disabled
    (notes / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    pages.box.value = str(notes / "picture.png")
    pages.add_button.click()
    await ended(pages)
    assert pages.message.value == ""
    assert "could not be read" in pages.status.value
    panel.close()


async def test_progress_has_a_share_and_stop_keeps_what_was_read(notes: Path) -> None:
    for number in range(200):
        (notes / f"{number}.txt").write_text(f"Note {number} is about tea number {number}.")
    panel = SearchPanel()
    pages = await opened(panel)
    shares: list[str] = []

    def on_status(change: dict[str, str]) -> None:
        if "<progress" in change["new"]:
            shares.append(change["new"])
            pages.stop_button.click()

    pages.status.observe(on_status, "value")
    pages.box.value = str(notes)
    pages.add_button.click()
    await ended(pages)
    assert 'max="202" value="1"' in shares[0]
    assert "1 of 202 pages" in shares[0]
    assert "Stopped" in pages.status.value
    assert pages.stop_button.disabled
    panel.close()


async def test_pages_of_this_machine_are_not_offered_for_a_server() -> None:
    transport = httpx.MockTransport(lambda _: httpx.Response(500))
    client = AsyncClient(api_key="k", base_url="https://a.example", transport=transport)
    panel = SearchPanel(client=client)
    pages = panel.form.widgets["own_pages"]
    assert isinstance(pages, OwnPages)
    assert pages.layout.display == "none"
    panel.use_client(AsyncClient())
    assert pages.layout.display is None
    panel.close()


async def test_close_leaves_no_widget(notes: Path) -> None:
    before = set(_instances)
    panel = SearchPanel()
    pages = await opened(panel)
    pages.box.value = str(notes)
    pages.add_button.click()
    await ended(pages)
    assert any(isinstance(_instances[one], ipywidgets.ToggleButton) for one in set(_instances))
    pages.box.value = str(notes)
    pages.add_button.click()
    panel.close()
    await ended(pages)
    assert set(_instances) - before == set()
