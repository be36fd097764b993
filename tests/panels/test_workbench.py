"""The workbench: connections, panels, history, comparison."""

from __future__ import annotations

import ast
import asyncio
import base64
import json
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import ipywidgets
import pytest
from ipywidgets.widgets.widget import _instances
from PIL import Image
from pydantic import SecretStr

from triptych import OPERATIONS, Workbench
from triptych.contract import (
    Attachment,
    ProfanityRequest,
    Reply,
    Request,
    ScrapeReply,
    ScrapeRequest,
)
from triptych.panels import Panel
from triptych.panels.base.shareable import brief, members
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.workbench.calls import RecordedCall
from triptych.panels.workbench.comparing import Comparison
from triptych.panels.workbench.history_page import HistoryPage
from triptych.service import ServiceSettings

from .conftest import Server, end_of

KEY = "sk-very-secret-4711"


async def ask(workbench: Workbench, text: str, **values: Any) -> RecordedCall:
    """Run the profanity panel, and return the call."""
    panel = workbench.panel("profanity")
    panel.fill({"text": text, **values})
    task = panel.run()
    assert task is not None
    await task
    *_, last = workbench.history
    return last


def press(page: HistoryPage, action: str, *calls: RecordedCall) -> None:
    """Press a button of the history while these calls are ticked."""
    message = {"action": action, "calls": [call.number for call in calls]}
    page.table._handle_custom_msg(message, [])


async def pressed(page: HistoryPage, action: str, *calls: RecordedCall) -> None:
    """Press a button, and wait for what it starts."""
    before = asyncio.all_tasks()
    press(page, action, *calls)
    for task in asyncio.all_tasks() - before:
        await asyncio.wait_for(task, 60)


def bar_of(workbench: Workbench) -> Any:
    return workbench.children[0]


def everything() -> str:
    """What a notebook would save of all widgets."""
    return json.dumps(ipywidgets.Widget.get_manager_state(), default=str)


async def test_each_operation_has_a_panel_made_when_it_is_opened() -> None:
    workbench = Workbench()
    assert list(workbench.panels) == []
    for name in OPERATIONS:
        panel = workbench.show(name)
        assert isinstance(panel, Panel)
        assert panel.operation is OPERATIONS[name]
        assert panel.layout.display is None
    assert set(workbench.panels) == set(OPERATIONS)
    shown = [panel for panel in workbench.areas["web"].panels.values() if not panel.layout.display]
    assert shown == [workbench.panel("scrape")]
    with pytest.raises(KeyError, match="no operation 'sentimental'"):
        workbench.panel("sentimental")
    workbench.close()


async def test_the_workbench_opens_on_a_tile_for_each_operation() -> None:
    workbench = Workbench()
    tiles = workbench.home.tiles
    assert workbench.tabs.titles[workbench.tabs.selected_index or 0] == "Home"
    assert [tile["name"] for tile in tiles[:3]] == ["search", "sentiment", "scrape"]
    assert {tile["name"] for tile in tiles} == set(OPERATIONS)
    pictures = [base64.b64decode(tile["picture"].partition(",")[2]) for tile in tiles]
    assert {Image.open(BytesIO(picture)).size for picture in pictures} == {(480, 300)}
    assert len({*pictures}) == len(OPERATIONS)
    assert sum(map(len, pictures)) < 150_000
    assert all(tile["sentence"].endswith(".") for tile in tiles)
    workbench.close()


async def until_filled(workbench: Workbench, name: str) -> Panel:
    await until(lambda: name in workbench.panels)
    panel = workbench.panel(name)
    await until(lambda: panel.state == "ready")
    return panel


@pytest.mark.parametrize("name", OPERATIONS)
async def test_try_opens_the_panel_with_a_sample_and_does_not_run_it(name: str) -> None:
    workbench = Workbench()
    workbench.home._handle_custom_msg({"try": name}, [])
    panel = await until_filled(workbench, name)
    title = {"text": "Text", "vision": "Vision", "web": "Web"}[OPERATIONS[name].area]
    assert workbench.tabs.titles[workbench.tabs.selected_index or 0] == title
    assert workbench.areas[OPERATIONS[name].area].current is panel
    assert not panel.run_button.disabled
    assert len(workbench.history) == 0
    workbench.close()


async def test_try_leaves_what_was_typed_before() -> None:
    workbench = Workbench()
    workbench.panel("sentiment").fill({"text": "My own text."})
    workbench.home._handle_custom_msg({"try": "sentiment"}, [])
    assert workbench._trying is not None
    await workbench._trying
    assert workbench.panel("sentiment").values()["text"] == "My own text."
    workbench.close()


async def test_try_of_a_panel_that_cannot_be_opened_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(name: str) -> None:
        raise OSError("The disk is full")

    workbench = Workbench()
    monkeypatch.setattr("triptych.panels.workbench.area.load", refuse)
    workbench.home._handle_custom_msg({"try": "spam"}, [])
    assert workbench._trying is not None
    await workbench._trying
    assert bar_of(workbench).problem == "OSError: The disk is full"
    for message in ({"try": "spams"}, "spam", {}):
        workbench.home._handle_custom_msg(message, [])
    assert workbench.areas["text"].list.chosen == "spam"
    workbench.close()


def test_the_operations_of_an_area_are_in_the_order_of_the_home() -> None:
    workbench = Workbench()
    listed = {
        name: [item["name"] for item in area.list.items] for name, area in workbench.areas.items()
    }
    assert listed == {
        "text": ["sentiment", "embed_v2", "embed", "spam", "profanity"],
        "vision": ["detect", "generate_image"],
        "web": ["search", "scrape", "research", "suggest"],
    }
    assert [area.list.chosen for area in workbench.areas.values()] == [
        "sentiment",
        "detect",
        "search",
    ]
    workbench.close()


async def test_the_list_explains_the_chosen_operation_once_its_panel_is_open() -> None:
    workbench = Workbench()
    area = workbench.areas["text"]
    workbench.panel("spam")
    assert area.list.about == "", "the list shows another operation"
    workbench.show("spam")
    assert "<code>POST /v1/validate/spam_check</code>" in area.list.about
    assert "/docs" not in area.list.about
    workbench.connect("https://api.example.com", KEY)
    assert 'href="https://api.example.com/docs"' in area.list.about
    area.list.chosen = "profanity"
    assert area.list.about == ""
    assert area._opening is not None
    await area._opening
    assert "censor_replacement" in area.list.about
    workbench.close()


async def test_a_panel_chosen_in_the_list_is_opened() -> None:
    workbench = Workbench()
    area = workbench.areas["text"]
    area.list.chosen = "spam"
    assert area.waiting.layout.display is None
    assert area._opening is not None
    await area._opening
    assert area.waiting.layout.display == "none"
    assert workbench.panel("spam").layout.display is None
    assert workbench.panel("profanity").layout.display == "none"
    workbench.close()


async def test_the_history_lists_what_was_asked_and_what_came_of_it(outside: Server) -> None:
    workbench = Workbench(outside.client())
    done = await ask(workbench, "damn")
    message = "http://me:password@example.com: wait."
    body = {"success": False, "message": message, "error": {"code": "rate_limited"}}
    outside.answer = httpx.Response(429, json=body)
    failed = await ask(workbench, "damn it")
    assert [call.outcome for call in workbench.history] == ["done", "failed"]
    assert (done.summary, done.where, done.tokens) == ("damn", "api.example.com", 4)
    assert failed.error == "http://<user>:<password>@example.com: wait."
    assert failed.reply is None
    assert workbench.replies == [done.reply]
    assert list(workbench.frame["summary"]) == ["damn", "damn it"]
    assert list(workbench.frame.index) == [1, 2]
    assert workbench.tabs.titles[4] == "History (2)"
    facts = bar_of(workbench).facts
    assert facts["Calls"] == "2"
    assert facts["Tokens"] == "4: 1 input, 1 output, 2 inference"
    assert workbench.used["api.example.com"].calls == 2
    assert repr(workbench) == "<Workbench: api.example.com, 2 calls>"
    assert repr(done).startswith("<call 1: profanity, api.example.com, done after ")
    workbench.close()


async def test_a_call_can_be_cancelled_from_the_history(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    outside.let_go.clear()
    panel = workbench.panel("profanity")
    panel.fill({"text": "damn"})
    task = panel.run()
    assert task is not None
    await asyncio.wait_for(outside.asked.wait(), 60)
    assert "running" in repr(workbench.history[1])
    press(page, "cancel")
    assert await task is None
    assert panel.state == "cancelled"
    assert workbench.history[1].outcome == "cancelled"
    workbench.close()


async def test_a_call_is_shown_made_again_and_pinned(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    call = await ask(workbench, "damn")
    press(page, "show", call)
    assert "1 profane word found" in page.result.pages[0].value
    await pressed(page, "again", call)
    assert [request.method for request in outside.requests].count("POST") == 2
    assert page.table.chosen == [2]
    assert page.status.value == "Call 2: Profanity, done"
    press(page, "pin", workbench.history[2])
    press(page, "clear")
    assert [call.number for call in workbench.history] == [2]
    assert page.table.rows[0]["pinned"]
    press(page, "unpin", workbench.history[2])
    assert not page.table.rows[0]["pinned"]
    with pytest.raises(KeyError, match="no call 1"):
        workbench.history[1]
    workbench.close()


async def test_cleared_calls_can_be_put_back_until_others_are_cleared(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    calls = [await ask(workbench, text) for text in ("one", "two", "three")]
    workbench.history.pin(calls[1], pinned=True)
    press(page, "clear")
    assert [*workbench.history] == [calls[1]]
    assert (page.table.removed, page.status.value) == (2, "2 calls removed")
    press(page, "clear")
    press(page, "undo")
    assert [*workbench.history] == calls
    assert (page.table.removed, page.status.value) == (0, "2 calls put back")
    press(page, "undo")
    assert [row["number"] for row in page.table.rows] == [3, 2, 1]
    workbench.close()


async def test_calls_of_one_run_are_one_row_of_the_history() -> None:
    workbench = Workbench()
    page = workbench.history_page
    await ask(workbench, "damn")
    panel = workbench.show("generate_image")
    panel.fill({"prompt": "A cup of coffee", "steps": 1})
    panel.put_inputs({**panel.inputs(), "pictures": 2})
    await panel.run()  # type: ignore[misc]
    batch, single = page.table.rows
    assert (single["number"], single["headline"]) == (1, "1 profane word found: damn")
    assert single["calls"] == []
    assert [row["number"] for row in batch["calls"]] == [2, 3]
    assert batch["headline"] == "2 done"
    assert batch["summary"] == "“A cup of coffee”"
    assert all(" pixels · seed " in row["headline"] for row in batch["calls"])
    assert not batch["pinned"]
    press(page, "pin", workbench.history[2], workbench.history[3])
    assert page.table.rows[0]["pinned"]

    # Made again, it is a run of its own.
    await pressed(page, "again", workbench.history[2])
    assert [len(row["calls"]) for row in page.table.rows] == [0, 2, 0]
    assert page.table.rows[0]["has_inputs"]
    workbench.close()


async def test_a_call_is_opened_in_its_panel_with_its_inputs(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    first = await ask(workbench, "damn", censor_replacement="-")
    table = await run_table(workbench)
    await ask_text(workbench)
    await ask(workbench, "tea", censor_replacement="*")
    workbench.show("search")
    press(page, "open", first)
    panel = workbench.panel("profanity")
    assert isinstance(panel, TablePanel)
    assert workbench.areas["text"].current is panel
    assert workbench.tabs.titles[workbench.tabs.selected_index or 0] == "Text"
    assert (panel.values()["text"], panel.values()["censor_replacement"]) == ("damn", "-")
    assert panel.state == "stale"
    press(page, "open", table)
    assert panel.is_table
    press(page, "open", first)
    assert not panel.is_table

    workbench.show("search")
    outside.let_go.clear()
    panel.fill({"text": "dam"})
    task = panel.run()
    assert task is not None
    press(page, "open", first)
    assert page.status.value == "Profanity is running: open the inputs when it has finished"
    assert panel.values()["text"] == "dam"
    outside.let_go.set()
    await task
    # What no run of a panel has made has no inputs.
    other = workbench.history.begin(
        OPERATIONS["profanity"], ProfanityRequest(text="tea"), workbench._switchboard.here
    )
    workbench.history.end(other, "failed", 0.1)
    press(page, "open", other)
    assert not page.table.rows[0]["has_inputs"]
    assert workbench.areas["web"].current is not None
    workbench.close()


async def test_a_reply_without_words_for_it_is_done(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(reply: Reply) -> str:
        raise ValueError("No words.")

    monkeypatch.setattr("triptych.views.headline", refuse)
    workbench = Workbench(outside.client())
    assert (await ask(workbench, "damn")).headline == "done"
    workbench.close()


async def test_what_is_pressed_before_it_is_seen_to_be_disabled_does_nothing(
    outside: Server,
) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    call = await ask(workbench, "damn")
    outside.let_go.clear()
    press(page, "again", call)
    press(page, "again", call)
    assert page.table.busy
    outside.let_go.set()
    await end_of(page)
    assert not page.table.busy
    assert len(workbench.history) == 2, "made again once"
    for action in ("show", "again", "elsewhere", "compare", "pin", "erase"):
        press(page, action)
    press(page, "elsewhere", call)
    for message in ({}, "pin", {"action": "pin"}, {"action": "pin", "calls": [7, "1", None]}):
        page.table._handle_custom_msg(message, [])
    assert not any(call.pinned for call in workbench.history)
    assert bar_of(workbench).problem == ""
    assert len(workbench.history) == 2
    workbench.close()


async def test_a_failed_call_shows_why(outside: Server) -> None:
    workbench = Workbench(outside.client())
    outside.answer = httpx.ConnectError("refused")
    call = await ask(workbench, "damn")
    press(workbench.history_page, "show", call)
    assert "Cannot reach" in workbench.history_page.board.value
    workbench.close()


async def test_two_calls_of_an_operation_are_compared() -> None:
    workbench = Workbench()
    page = workbench.history_page
    calls = [await ask(workbench, "damn", censor_replacement=letter) for letter in "*-"]
    press(page, "compare", calls[0])
    assert page.status.value == "Select two calls to compare them"
    await pressed(page, "compare", *reversed(calls))
    assert page.status.value == "Calls 1 and 2 side by side"
    assert "1 member of the reply differs. 1 member of the request differs." in page.board.value
    frame = workbench.compare(1, 2).to_frame()
    assert frame.to_numpy().tolist() == [
        ["request", "censor_replacement", "*", "-"],
        ["reply", "clean_text", "****", "----"],
    ]
    assert "Differences in the requests" in workbench.compare(1, 2)._repr_mimebundle_()["text/html"]
    workbench.show("suggest").fill({"query": "black ho"})
    await workbench.panel("suggest").run()  # type: ignore[misc]
    with pytest.raises(ValueError, match="same operation"):
        workbench.compare(1, 3)
    press(page, "compare", calls[0], workbench.history[3])
    assert page.status.value == "Select two calls of the same operation"
    workbench.close()


async def test_what_is_asked_for_last_is_what_is_shown(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    calls = [await ask(workbench, text) for text in ("damn", "dam", "da")]
    drawn = threading.Event()

    def html(comparison: Comparison) -> str:
        numbers = [call.number for call, _ in (comparison._left, comparison._right)]
        if numbers == [1, 2]:
            assert drawn.wait(10)
        return f"{numbers}"

    monkeypatch.setattr(Comparison, "html", html)
    earlier = page.compare(*calls[:2])
    await asyncio.sleep(0)
    await page.compare(*calls[1:])
    drawn.set()
    await asyncio.wait([earlier])
    assert page.board.value == "[2, 3]"
    assert page.status.value == "Calls 2 and 3 side by side"
    drawn.clear()
    earlier = page.compare(*calls[:2])
    await asyncio.sleep(0)
    page.show(calls[2])
    drawn.set()
    await asyncio.wait([earlier])
    assert page.status.value == "Call 3: Profanity, done"
    workbench.close()


async def test_the_same_call_on_a_server_and_in_this_process(
    serve: Callable[[ServiceSettings], str],
) -> None:
    address = serve(ServiceSettings(server_keys=(SecretStr(KEY),)))
    workbench = Workbench()
    page = workbench.history_page
    call = await ask(workbench, "damn")
    assert page.table.there == "", "there is no other connection yet"
    send(workbench, action="connect", address=address, key=KEY)
    assert bar_of(workbench).here == "server"
    assert bar_of(workbench).server == address.removeprefix("http://")
    panel = workbench.panel("profanity")
    assert panel.client is not None
    assert panel.client.base_url == httpx.URL(address)
    assert panel.state == "stale", "what is shown came from elsewhere"
    send(workbench, action="use", address="embedded")
    assert panel.client.embedded
    assert page.table.there.startswith("127.0.0.1")
    await pressed(page, "elsewhere", call)
    await until(lambda: "Both replies" in page.board.value)
    assert [call.base_url for call in workbench.history] == [None, address]
    assert "Both replies are the same. Both requests are the same." in page.board.value
    assert page.table.chosen == [1, 2]
    assert KEY not in everything()
    assert bar_of(workbench).server in everything()
    workbench.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for what other tasks bring about."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def send(workbench: Workbench, **message: str) -> None:
    """Say what the bar in the browser says."""
    bar = bar_of(workbench)
    bar._handle_custom_msg(message, [])


async def test_the_history_as_json_and_as_python(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    await ask(workbench, "damn")
    request = ScrapeRequest.model_validate(
        {
            "url": "http://me:p@password@example.com",
            "element_prompts": ["price"],
            "cookies": [{"name": "sid", "value": "biscuit"}],
            "sample_urls": ["http://me:password@example.com/2"],
            "byo_proxy": {
                "server": "http://me:p@password@proxy.example.com",
                "auth": {"username": "me", "password": "password@"},
            },
        }
    )
    call = workbench.history.begin(OPERATIONS["scrape"], request, workbench._switchboard.here)
    call.reply = ScrapeReply.from_json(
        {"warnings": [{"code": "page", "message": "http://me:password@example.com/2 is gone"}]},
        request,
    )
    workbench.history.end(call, "failed", 0.5)
    await pressed(page, "json")
    files = [page.download.file]
    await pressed(page, "python")
    files.append(page.download.file)
    data, code = (base64.b64decode(file["content"]).decode() for file in files)
    calls = json.loads(data)["calls"]
    assert calls[0]["request"] == {"text": "damn"}
    assert calls[0]["reply"]["clean_text"] == "****"
    assert calls[0]["where"] == "https://api.example.com"
    assert calls[1]["request"]["url"] == "http://<user>:<password>@example.com"
    ast.parse(code)
    assert (
        'server = triptych.Client(api_key=os.environ["TRIPTYCH_API_KEY"], base_url="https://api'
        in code
    )
    assert 'reply_1 = server.profanity("damn")\nreply_1\n' in code
    for secret in ("very-secret", "biscuit", "password@"):
        assert secret not in data + code
    assert "biscuit" not in everything() + repr(call)
    asked = json.dumps(members(request))
    assert "biscuit" not in asked
    assert "password@" not in asked
    workbench.close()


async def test_the_history_is_saved_from_code(
    outside: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workbench = Workbench(outside.client())
    await ask(workbench, "first")
    await ask(workbench, "second")
    workbench.save(tmp_path / "calls.json")
    calls = json.loads((tmp_path / "calls.json").read_text(encoding="utf-8"))["calls"]
    assert [call["request"]["text"] for call in calls] == ["first", "second"]
    workbench.save(tmp_path / "calls.py", [2])
    script = (tmp_path / "calls.py").read_text(encoding="utf-8")
    ast.parse(script)
    assert "second" in script
    assert "first" not in script
    monkeypatch.setenv("HOME", str(tmp_path))
    workbench.save("~/home.json")
    assert (tmp_path / "home.json").exists()
    with pytest.raises(KeyError, match="no call 7"):
        workbench.save(tmp_path / "calls.py", [7])
    with pytest.raises(ValueError, match=r"ends in \.json or \.py"):
        workbench.save(tmp_path / "calls.txt")
    workbench.close()


async def test_the_script_makes_the_calls_again() -> None:
    from triptych.panels.workbench.export import script

    workbench = Workbench()
    await ask(workbench, "damn", censor_replacement="-")
    names: dict[str, Any] = {}
    exec(script(workbench.history), names)
    assert names["reply_1"].clean_text == "----"
    workbench.close()


async def test_pictures_are_compared_and_saved_too() -> None:
    workbench = Workbench()
    panel = workbench.show("generate_image")
    for seed in ("1", "2"):
        panel.fill({"prompt": "A cup of coffee", "seed": seed, "steps": 1})
        task = panel.run()
        assert task is not None
        await task
    differing = list(workbench.compare(1, 2).to_frame()["member"])
    assert differing == ["advance_config.seed", "seed", "picture"]
    page = workbench.history_page
    await pressed(page, "json")
    saved = json.loads(base64.b64decode(page.download.file["content"]))["calls"][0]["picture"]
    assert saved["media_type"] == "image/png"
    assert base64.b64decode(saved["base64"]) == workbench.replies[0].content  # type: ignore[attr-defined]
    workbench.close()


async def test_what_a_search_box_asks_is_used_but_not_listed() -> None:
    workbench = Workbench()
    client = workbench.show("search").client
    assert client is not None
    await client.suggest("black ho")
    assert len(workbench.history) == 0
    assert workbench.used["embedded"].calls == 1
    workbench.close()


async def test_older_calls_are_forgotten_but_not_pinned_ones(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.panels.workbench.calls._MOST", 2)
    workbench = Workbench(outside.client())
    workbench.history.pin(await ask(workbench, "one"), pinned=True)
    for text in ("two", "three", "four"):
        await ask(workbench, text)
    assert [call.summary for call in workbench.history] == ["one", "three", "four"]
    workbench.close()


async def test_close_leaves_no_widget_alive() -> None:
    before = set(_instances)
    workbench = Workbench()
    await ask(workbench, "damn")
    workbench.history_page.refresh()
    workbench.close()
    assert set(_instances) - before == set()


def test_without_an_event_loop_it_can_be_made_and_closed() -> None:
    workbench = Workbench()
    assert repr(workbench) == "<Workbench: embedded, 0 calls>"
    workbench.close()


async def test_whoever_connects_at_once_is_not_shown_as_waiting_for_ever(
    serve: Callable[[ServiceSettings], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("triptych.panels.workbench.switchboard._PAUSE", 0.3)
    workbench = Workbench()
    waiting = [*workbench._switchboard._tasks]
    workbench.connect(serve(ServiceSettings()), KEY)
    bar = bar_of(workbench)
    await until(lambda: bar.facts.get("Operations") == "11 of 11")
    await asyncio.gather(*waiting)
    assert not bar.busy
    workbench.close()


async def test_a_service_that_cannot_even_be_asked_says_why(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = outside.client()
    await client.close()
    workbench = Workbench(client)
    await until(lambda: not bar_of(workbench).well)
    assert "closed" in bar_of(workbench).health
    assert not bar_of(workbench).busy
    workbench.close()
    monkeypatch.setattr("triptych.panels.workbench.switchboard._PAUSE", 0)
    monkeypatch.setenv("TRIPTYCH_SEARCH_PROVIDER", "nobody")
    workbench = Workbench()
    await until(lambda: not bar_of(workbench).well)
    assert "Invalid TRIPTYCH_SEARCH_PROVIDER" in bar_of(workbench).health
    assert (await ask(workbench, "damn")).outcome == "failed"
    assert "The client is not configured" in workbench.panel("profanity").result.card.value
    workbench.close()


async def test_the_client_of_a_panel_tells_the_health() -> None:
    workbench = Workbench()
    client = workbench.panel("profanity").client
    assert client is not None
    assert (await client.health())["status"] == "ok"
    workbench.close()


async def test_files_of_one_name_are_told_apart() -> None:
    """Pasted pictures are all called image.png, and so are those that were arrays."""
    requests = [
        OPERATIONS["detect"].request.model_validate({"file": Attachment(content, "image.png")})
        for content in (b"one", b"other")
    ]
    assert members(requests[0])["file"].startswith("image.png, 3 bytes, SHA-256 ")
    assert members(requests[0]) != members(requests[1])


async def test_what_was_asked_is_gone_through_once(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A book or the source of a page takes a while, and the table is drawn anew at each call."""
    told = []

    def tell(request: Request) -> str:
        told.append(request)
        return brief(request)

    monkeypatch.setattr("triptych.panels.workbench.calls.brief", tell)
    workbench = Workbench(outside.client())
    workbench.history_page.refresh()
    for text in ("one", "two", "three"):
        await ask(workbench, text)
    assert len(told) == 3
    workbench.close()


async def test_a_panel_being_opened_does_not_outlive_the_workbench() -> None:
    before = set(_instances)
    workbench = Workbench()
    area = workbench.areas["web"]
    area.list.chosen = "scrape"
    first = area._opening
    # Opened anew: by its tab this time.
    workbench.tabs.selected_index = 2
    await asyncio.sleep(0)
    assert first is not None
    assert area._opening is not None
    workbench.close()
    await asyncio.wait([first, area._opening])
    assert set(_instances) - before == set()


async def test_a_file_is_written_beside_the_loop(outside: Server) -> None:
    workbench = Workbench(outside.client())
    await ask(workbench, "damn")
    page = workbench.history_page
    press(page, "json")
    await asyncio.sleep(0)
    assert page.status.value == "Writing the file …"
    await until(lambda: page.status.value.startswith("Saved triptych-"))
    workbench.close()


async def run_table(workbench: Workbench, rows: int = 2) -> RecordedCall:
    """Run the profanity panel over a column, and return its entry in the history."""
    panel = workbench.panel("profanity")
    assert isinstance(panel, TablePanel)
    panel.source.value = "Table"
    lines = "note\n" + "".join(f"note {number}\n" for number in range(rows))
    await panel.table_input.load([Attachment(lines.encode(), "notes.csv")])
    task = panel.run()
    assert task is not None
    await task
    *_, last = workbench.history
    return last


async def test_a_run_over_a_table_is_one_entry_of_the_history(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    call = await run_table(workbench)
    assert len(workbench.history) == 1
    assert call.outcome == "done"
    assert call.summary == 'notes["note"], 2 rows'
    assert call.headline == "2 rows done"
    used = workbench.used["api.example.com"]
    assert (used.calls, used.total_tokens) == (2, 8)

    press(page, "show", call)
    assert page.rows.layout.display is None
    assert page.result.layout.display == "none"
    assert page.rows.task is not None
    await page.rows.task
    assert [row[0] for row in page.rows.view.page["rows"]] == ["note 0", "note 1"]
    press(page, "again", call)
    assert len(workbench.history) == 1, "a table is run again in its panel"

    one = await ask_text(workbench)
    press(page, "show", one)
    assert page.rows.layout.display == "none"
    assert page.result.layout.display is None
    workbench.close()


async def ask_text(workbench: Workbench) -> RecordedCall:
    panel = workbench.panel("profanity")
    assert isinstance(panel, TablePanel)
    panel.source.value = "Text"
    return await ask(workbench, "damn")


async def test_a_run_over_a_table_is_saved_as_code(outside: Server, tmp_path: Path) -> None:
    workbench = Workbench(outside.client())
    await run_table(workbench)
    workbench.save(tmp_path / "calls.py")
    script = (tmp_path / "calls.py").read_text(encoding="utf-8")
    ast.parse(script)
    assert 'notes["note"].triptych.profanity(client=client)' in script
    workbench.save(tmp_path / "calls.json")
    [saved] = json.loads((tmp_path / "calls.json").read_text(encoding="utf-8"))["calls"]
    assert saved["request"] is None
    assert saved["table"]["rows"] == 2
    assert "very-secret" not in script + json.dumps(saved)
    assert "password" not in script + json.dumps(saved)
    workbench.close()


async def test_a_run_over_a_table_can_be_cancelled_from_the_history(outside: Server) -> None:
    workbench = Workbench(outside.client())
    page = workbench.history_page
    outside.let_go.clear()
    begun = asyncio.Event()
    page.table.observe(lambda _: begun.set(), "rows")
    running = asyncio.ensure_future(run_table(workbench))
    await asyncio.wait_for(begun.wait(), 60)
    assert workbench.history[1].outcome == "running"
    press(page, "cancel")
    assert (await running).outcome == "cancelled"
    press(page, "show", workbench.history[1])
    assert "Cancelled before a reply arrived." in page.board.value
    workbench.close()


async def test_a_wrong_key_of_a_run_over_a_table_is_known_at_once(outside: Server) -> None:
    workbench = Workbench(outside.client())
    body = {"success": False, "message": "Wrong key."}
    outside.answer = httpx.Response(401, json=body)
    call = await run_table(workbench)
    assert call.outcome == "failed"
    assert "Wrong key." in call.error
    assert "key rejected" in bar_of(workbench).health
    workbench.close()
