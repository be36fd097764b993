"""Panels without a browser: press a button, await the task, read what is shown."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import ipywidgets
import pandas
import pytest
from ipywidgets.widgets.widget import _instances

from triptych import Client, EmbeddingPanel, ProfanityPanel, SpamPanel, Workbench, panels, views
from triptych.contract import ProfanityReply, SpamReply
from triptych.panels import Panel
from triptych.panels.workbench.history_page import HistoryPage

from .conftest import REPLY, Server, end_of


def state(panel: Panel) -> str:
    """The state, which a type checker would take for constant."""
    return panel.state


def say(panel: Panel, text: str) -> None:
    """Type into the first box."""
    panel.form.controls["text"].widget.value = text


async def press_run(panel: Panel) -> None:
    """Press Run and wait for the end of the call."""
    panel.run_button.click()
    await end_of(panel)


async def test_two_clicks_lead_to_a_result() -> None:
    panel = ProfanityPanel()
    assert state(panel) == "empty"
    assert panel.run_button.disabled
    assert "Type something" in panel.status.value
    panel.chips[0].click()
    assert state(panel) == "ready"
    await press_run(panel)
    assert state(panel) == "done"
    assert isinstance(panel.reply, ProfanityReply)
    assert panel.reply.profanities_found
    assert "<mark" in panel.result.pages[0].value
    assert panel.result._tabs.layout.display is None
    assert "history: 1" in panel.footer.value
    assert "this machine · ready" in panel.bar.value
    panel.close()


async def test_the_footer_tells_log_id_tokens_and_calls(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    assert "api.example.com · not checked yet" in panel.bar.value
    await press_run(panel)
    await press_run(panel)
    shown, _, details = panel.footer.value.partition("<details>")
    assert "4 tokens · " in shown
    assert "log-1" not in shown
    assert "<dt>log_id</dt><dd>log-1</dd>" in details
    assert "<dd>1 input, 1 output, 2 inference</dd>" in details
    assert "history: 2" in panel.footer.value
    assert "api.example.com · ready" in panel.bar.value
    assert [call.request.to_wire() for call in panel.history] == [{"text": "damn"}] * 2


async def test_while_it_runs_the_last_result_stays_and_cancel_works(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    first = panel.reply
    outside.let_go.clear()
    outside.asked.clear()
    say(panel, "damn it")
    panel.run_button.click()
    task = panel.task
    assert task is not None
    await asyncio.wait_for(outside.asked.wait(), 60)
    assert state(panel) == "running"
    assert panel.run_button.disabled
    assert not panel.cancel_button.disabled
    assert "Running" in panel.status.value
    assert "triptych-dimmed" in panel.result.tabs._dom_classes
    assert panel.run() is None, "one call at a time"

    panel.cancel_button.click()
    assert await task is None
    assert state(panel) == "cancelled"
    assert "Cancelled after" in panel.status.value
    assert panel.reply is first
    assert panel.cancel_button.disabled
    assert not panel.run_button.disabled
    assert "triptych-dimmed" in panel.result.tabs._dom_classes


class CountedSteps(httpx.AsyncByteStream):
    """A stream of events that counts steps, and replies once it is let go."""

    def __init__(self) -> None:
        self.let_go = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for step in ({"step": "other"}, {"done": 12, "total": 40, "unit": "sentence"}):
            yield f"event: progress\ndata: {json.dumps(step)}\n\n".encode()
        await self.let_go.wait()
        yield f"event: reply\ndata: {json.dumps(REPLY)}\n\n".encode()


async def test_while_the_service_counts_its_steps_the_share_is_shown(outside: Server) -> None:
    stream = CountedSteps()
    headers = {"content-type": "text/event-stream"}
    outside.answer = httpx.Response(200, headers=headers, stream=stream)
    panel = ProfanityPanel("damn", client=outside.client())
    shown: asyncio.Queue[str] = asyncio.Queue()
    panel.status.observe(lambda change: shown.put_nowait(change["new"]), "value")
    panel.run_button.click()
    words = ""
    while "12 of 40 sentences" not in words:
        words = await asyncio.wait_for(shown.get(), 60)
    assert '<progress aria-label="Progress" max="40" value="12">' in words
    stream.let_go.set()
    await end_of(panel)
    assert "<progress" not in panel.status.value
    panel.close()


async def test_what_is_typed_while_it_runs_makes_the_result_stale(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    outside.let_go.clear()
    say(panel, "damn")
    task = panel.run()
    assert task is not None
    say(panel, "damn it")
    outside.let_go.set()
    await task
    assert state(panel) == "stale"
    assert "run again" in panel.status.value
    say(panel, "damn")
    assert state(panel) == "done"
    assert panel.status.value == ""


async def test_bad_input_is_said_beside_its_control(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "a \ud800 half")
    assert state(panel) == "invalid"
    assert panel.run_button.disabled
    assert "surrogate" in panel.form.messages["text"].value
    assert panel.form.messages["censor_replacement"].value == ""
    panel.run_button.click()
    assert outside.requests == []
    say(panel, "whole")
    assert panel.form.messages["text"].value == ""
    assert not panel.run_button.disabled


async def test_a_refusal_of_the_service_is_said_beside_the_control_it_names() -> None:
    panel = ProfanityPanel()
    say(panel, "fine")
    panel.form.controls["languages"].put(["xx"])
    await press_run(panel)
    assert state(panel) == "failed"
    assert "xx" in panel.form.messages["languages"].value
    assert "An input was refused" in panel.result.card.value
    panel.close()


async def test_a_failure_is_a_card_and_retry_makes_the_call_again(outside: Server) -> None:
    body = {
        "success": False,
        "message": "Too many <requests>: wait.",
        "error": {"code": "rate_limited"},
        "log_id": "log-2",
    }
    outside.answer = httpx.Response(429, json=body, headers={"retry-after": "7"})
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    card = panel.result.card.value
    assert state(panel) == "failed"
    assert panel.result._failure.layout.display is None
    for words in ("There were too many requests", "&lt;requests&gt;: wait.", ">log-2<", ">7 s<"):
        assert words in card
    assert "log-2" not in card.partition("<details>")[0]
    assert "429" not in card.partition("<details>")[0]
    assert "last call failed" in panel.bar.value
    assert "password" not in card

    outside.answer = httpx.Response(200, json=outside_reply())
    panel.result.retry.click()
    await end_of(panel)
    assert state(panel) == "done"
    assert panel.result.card.value == ""
    assert panel.result._failure.layout.display == "none"


def outside_reply() -> dict[str, Any]:
    """The usual answer of the fixture's server."""
    from .conftest import REPLY

    return dict(REPLY)


async def test_no_connection_is_a_card(outside: Server) -> None:
    outside.answer = httpx.ConnectError("refused")
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    assert "Cannot reach" in panel.result.card.value


async def test_an_unexpected_exception_is_the_same_card(outside: Server) -> None:
    outside.answer = ZeroDivisionError("<oops>.")
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    assert state(panel) == "failed"
    assert "Something unexpected happened" in panel.result.card.value
    assert ".." not in panel.result.card.value.partition("<details>")[0]
    assert "ZeroDivisionError: &lt;oops&gt;" in panel.result.card.value
    assert not panel.run_button.disabled


async def test_an_error_in_a_callback_is_the_same_card(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = ProfanityPanel()
    monkeypatch.setattr(panel.form, "fill", lambda values: 1 / 0)
    panel.chips[0].click()
    assert "ZeroDivisionError" in panel.result.card.value


async def test_a_reply_that_cannot_be_drawn_is_the_same_card(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = ProfanityPanel(client=outside.client())
    monkeypatch.setattr(panel.result, "show", lambda shown: 1 / 0)
    say(panel, "damn")
    await press_run(panel)
    assert "ZeroDivisionError" in panel.result.card.value
    assert panel.reply is not None


async def test_a_client_that_is_not_set_up_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "sk-very-secret")
    panel = ProfanityPanel()
    assert "not configured" in panel.bar.value
    say(panel, "damn")
    await press_run(panel)
    assert "TRIPTYCH_BASE_URL" in panel.result.card.value


async def test_events_of_another_thread_are_brought_home(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    outside.let_go.clear()

    def front_end() -> None:
        panel.form.controls["text"].widget.value = "damn"
        panel.run_button.click()

    await asyncio.to_thread(front_end)
    await asyncio.wait_for(outside.asked.wait(), 60)
    task = panel.task
    assert task is not None
    assert task.get_loop() is asyncio.get_running_loop()
    canceller = threading.Thread(target=panel.cancel_button.click)
    canceller.start()
    assert await asyncio.wait_for(task, 60) is None
    canceller.join()
    assert state(panel) == "cancelled"


async def test_running_from_the_browser_brings_the_last_keystrokes(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = ProfanityPanel(client=outside.client())
    sent: list[object] = []
    monkeypatch.setattr(panel.front, "send", sent.append)
    say(panel, "da")
    receive = panel.front._handle_custom_msg
    for message in ({"asked": "whether all has arrived"}, {"run": True}, "run"):
        receive(message, [])
        assert state(panel) == "ready"
    receive({"run": {"text": "damn", "unknown": "x"}}, [])
    await end_of(panel)
    assert panel.history[-1].request.to_wire() == {"text": "damn"}
    assert panel.form.controls["text"].value == "damn"
    assert sent == [], "else its messages would arrive on another thread than those of samples"


async def test_the_tabs(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    picture, table, raw, code = panel.result.pages
    assert "1 profane word found" in picture.value
    assert table.value == raw.value == code.value == "", "drawn when first looked at"
    panel.result.tabs.selected_index = 1
    await panel.result._filling[1]
    assert panel.result.table is not None
    assert panel.result.table.page["rows"][0][0] == "damn"
    assert table.layout.display == "none", "it stood for the table"
    panel.result.tabs.selected_index = 2
    assert "&quot;log_id&quot;: &quot;log-1&quot;" in raw.value
    panel.result.tabs.selected_index = 3
    assert "TRIPTYCH_API_KEY" in code.value
    assert panel.frame is not None
    assert panel.frame["profanity"].tolist() == ["damn"]


async def test_a_tab_left_while_it_is_drawn_is_drawn_to_its_end(
    outside: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = threading.Event()

    def table(_: object) -> pandas.DataFrame:
        assert drawn.wait(10)
        return pandas.DataFrame({"a_b": [7]})

    view = type(views.view_of(ProfanityReply.model_validate(REPLY)))
    monkeypatch.setattr(view, "table", lambda _, reply: table(reply))
    monkeypatch.setattr(view, "draft", lambda _, reply: "A first look")
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    picture, shown, *_ = panel.result.pages
    assert picture.value == "A first look"
    panel.result.tabs.selected_index = 1
    panel.result.tabs.selected_index = 0
    drawn.set()
    await asyncio.gather(*panel.result._filling.values())
    assert "1 profane word found" in picture.value
    assert panel.result.table is not None
    assert panel.result.table.columns[0]["name"] == "a b"
    assert panel.result.table.page["rows"] == [["7"]]
    assert shown.layout.display == "none"
    # Of the next reply it is not shown until it is drawn.
    await press_run(panel)
    assert panel.result.table.layout.display == "none"
    panel.close()


async def test_of_a_long_reply_only_what_is_shown_is_written(outside: Server) -> None:
    written = []

    class Numbers(list[int]):
        def __iter__(self) -> Iterator[int]:
            for number in super().__iter__():
                written.append(number)
                yield number

    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    assert panel.reply is not None
    panel.reply.raw["numbers"] = Numbers(range(100_000))
    panel.result.tabs.selected_index = 2
    shown = panel.result.pages[2].value
    assert "\n… truncated; see panel.reply.raw for everything</pre>" in shown
    assert len(shown) < 101_000
    assert len(written) < 20_000


async def test_the_key_is_in_no_widget(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    await press_run(panel)
    for place in range(4):
        panel.result.tabs.selected_index = place
    outside.answer = httpx.Response(500, json={"message": "no"})
    await press_run(panel)
    state = json.dumps(ipywidgets.Widget.get_manager_state(), default=str)
    assert "damn" in state, "the state of this panel was looked at"
    assert "sk-very-secret" not in state
    assert "password" not in state


async def test_close_leaves_no_widget_alive() -> None:
    before = set(_instances)
    panel = SpamPanel()
    panel.chips[0].click()
    await press_run(panel)
    assert len(set(_instances) - before) > 20
    panel.close()
    assert set(_instances) - before == set()


async def test_close_ends_a_call(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    outside.let_go.clear()
    say(panel, "damn")
    task = panel.run()
    assert task is not None
    await asyncio.sleep(0)
    panel.close()
    assert await asyncio.wait_for(task, 60) is None


async def test_more_options_are_folded_until_asked_for() -> None:
    panel = ProfanityPanel()
    toggle, hidden = panel.form.children[4:6]
    assert isinstance(toggle, ipywidgets.ToggleButton)
    assert panel.form.controls["languages"].widget in hidden.children
    assert hidden.layout.display == "none"
    toggle.value = True
    assert hidden.layout.display is None
    panel.close()


async def test_its_repr_is_short_and_stable() -> None:
    panel = ProfanityPanel()
    assert repr(panel) == "<ProfanityPanel: empty>"
    assert panel._repr_mimebundle_()["text/plain"] == "<ProfanityPanel: empty>"


def test_without_an_event_loop_it_says_where_it_runs() -> None:
    panel = ProfanityPanel()
    panel.chips[0].click()
    with pytest.raises(RuntimeError, match="running event loop"):
        panel.run()
    panel.run_button.click()
    assert "running event loop" in panel.result.card.value
    panel.close()


async def test_spam_scores_one_text_a_line() -> None:
    panel = SpamPanel()
    say(panel, "see you at six\n\n<b>WIN</b> a FREE prize, call now")
    await press_run(panel)
    assert isinstance(panel.reply, SpamReply)
    assert len(panel.reply.checks) == 2
    assert "&lt;b&gt;WIN" in panel.result.pages[0].value
    panel._by_line.value = False
    assert state(panel) == "stale"
    await press_run(panel)
    assert len(panel.reply.checks) == 1
    panel.close()


async def test_spam_takes_texts_from_python() -> None:
    texts = pandas.Series(["see you at six", "WIN a prize"], name="review")
    panel = SpamPanel(texts=texts)
    assert state(panel) == "ready"
    assert panel.form.controls["text"].widget.disabled
    assert panel.sample_buttons.layout.display == "none"
    await press_run(panel)
    assert panel.history[-1].request.to_wire() == {"text": texts.tolist()}
    panel.close()


async def test_spam_refuses_what_is_no_text() -> None:
    panel = SpamPanel(texts=["fine", float("nan")])  # type: ignore[list-item]
    assert state(panel) == "invalid"
    assert panel.run_button.disabled
    assert "text[1]: give a string." in panel.form.messages["text"].value
    panel.close()


def _below(kind: Any) -> Iterator[type]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def test_no_widget_takes_a_name_that_ipywidgets_calls() -> None:
    """Else a widget is saved, or printed, by a method of ours that does something else."""
    for name in panels.__all__:
        getattr(panels, name)
    ours = {kind for kind in _below(ipywidgets.Widget) if kind.__module__.startswith("triptych.")}
    taken = [
        f"{kind.__name__}.{name}"
        for kind in ours
        for name, member in vars(kind).items()
        if inspect.isfunction(member)
        and not name.startswith("__")
        and name != "close"
        and any(name in vars(base) for base in kind.__mro__ if base not in ours)
    ]
    assert HistoryPage in ours
    # It adds to what the method of ipywidgets returns.
    assert taken == ["Panel._repr_mimebundle_"]


def test_a_client_that_blocks_is_refused() -> None:
    before = set(_instances)
    kinds: list[Any] = [ProfanityPanel, EmbeddingPanel, Workbench]
    for kind in kinds:
        with Client() as client, pytest.raises(TypeError, match="Pass an AsyncClient"):
            kind(client=client)
    assert set(_instances) == before, "nothing is left of them"


async def test_cancelled_before_it_began_it_can_be_run_again(outside: Server) -> None:
    panel = ProfanityPanel(client=outside.client())
    say(panel, "damn")
    task = panel.run()
    panel.cancel()
    assert task is not None
    with contextlib.suppress(asyncio.CancelledError):
        await task
    assert state(panel) == "cancelled"
    assert not panel.run_button.disabled
    assert outside.requests == []
    await press_run(panel)
    assert state(panel) == "done"
    panel.close()
