"""The research panel: what it asks, shows while it runs, keeps, and says when it fails."""

from __future__ import annotations

import asyncio
import base64
import html
import json
import threading
from typing import Any

import anyio
import httpx
import pytest
from ipywidgets.widgets.widget import _instances

from triptych import AsyncClient, ResearchPanel
from triptych import _chromium as chromium
from triptych.client import RetryPolicy, embedded
from triptych.contract import ResearchReply, ResearchStep
from triptych.panels.base.panel import descendants
from triptych.panels.research.export import as_file
from triptych.panels.research.progress import Node, Progress
from triptych.service import app
from triptych.service.handler import Context, Outcome
from triptych.views.research.export import FORMATS

from .conftest import code_of, end_of, saveable

TEA, POT = "https://example.com/tea", "https://example.com/pot"
STEPS: list[dict[str, Any]] = [
    {"step": "planned", "message": "2 parts", "questions": ["What is tea?", "Types of tea"]},
    {"step": "searching", "message": "", "round": 1, "question": "What is tea?", "query": "tea"},
    {"step": "found", "message": "", "round": 1, "question": "What is tea?", "urls": [TEA],
     "titles": ["Tea"], "count": 3},
    {"step": "searching", "message": "", "round": 2, "question": "Pots", "query": "tea pot"},
    {"step": "not_read", "message": "x was not read: 404", "round": 2, "question": "Pots"},
    {"step": "found", "message": "", "round": 2, "question": "Pots", "urls": [TEA, POT],
     "titles": ["Tea", "A pot"], "count": 1},
    {"step": "outlined", "message": "1 section laid out", "questions": ["Tea"], "count": 1},
    {"step": "written", "message": "2 sentences from 1 source", "count": 2},
]  # fmt: skip
REPLY = {
    "success": True,
    "query": "tea",
    "results": f"## Tea\n\nTea is a drink. [[1]({TEA})]",
    "sources": [{"title": "Tea", "url": TEA, "description": "", "reference_number": 1}],
    "log_id": "log-1",
}


class Outside(httpx.AsyncByteStream):
    """A server: tells its steps, one of them held until it is let go on, and answers."""

    def __init__(self) -> None:
        self.asked: list[dict[str, Any]] = []
        self.steps = STEPS
        self.reply: dict[str, Any] = dict(REPLY)
        self.refusal: httpx.Response | None = None
        self.tells = True
        self.held_at = -1
        self.held = asyncio.Event()
        self.let_go = asyncio.Event()
        self.ended = asyncio.Event()

    async def handle(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(json.loads(request.content))
        if self.refusal is not None:
            return self.refusal
        if not self.tells:
            return httpx.Response(200, json=self.reply)
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=self)

    async def __aiter__(self) -> Any:
        for place, step in enumerate(self.steps):
            if place == self.held_at:
                self.held.set()
                await self.let_go.wait()
            yield f"event: progress\ndata: {json.dumps(step)}\n\n".encode()
        yield f"event: reply\ndata: {json.dumps(self.reply)}\n\n".encode()

    async def aclose(self) -> None:
        self.ended.set()

    def panel(self, *query: str, **more: Any) -> ResearchPanel:
        transport = httpx.MockTransport(self.handle)
        retries = RetryPolicy(max_retries=0)
        client = AsyncClient(
            api_key="k", base_url="https://example.com", transport=transport, retries=retries
        )
        return ResearchPanel(*query, client=client, **more)


@pytest.fixture
async def outside() -> Outside:
    return Outside()


async def run(panel: ResearchPanel) -> None:
    panel.run_button.click()
    await end_of(panel)


async def held(outside: Outside, panel: ResearchPanel, at: int) -> None:
    """Run until a step is held, and what was told before is shown."""
    outside.held_at = at
    panel.run_button.click()
    await asyncio.wait_for(outside.held.wait(), 60)
    while panel._drawing is not None:  # noqa: ASYNC110
        await asyncio.sleep(0.005)


def put(panel: ResearchPanel, **values: Any) -> None:
    for name, value in values.items():
        panel.form.controls[name].widget.value = value


def told(node: Node, depth: int = 0) -> list[str]:
    """Return a tree as indented lines."""
    line = "  " * depth + " | ".join(filter(None, (node["text"], node["status"])))
    return [line, *(line for child in node["nodes"] for line in told(child, depth + 1))]


def after(steps: list[dict[str, Any]], *, rounds: int = 3) -> Progress:
    progress = Progress("tea", rounds)
    for step in steps:
        progress.take(ResearchStep.model_validate(step))
    return progress


# Progress


def test_the_tree_grows_with_the_steps() -> None:
    assert told(after(STEPS[:1]).tree)[1:] == [
        "  Planned",
        "    What is tea? | waiting",
        "    Types of tea | waiting",
    ]
    assert told(after(STEPS[:2]).tree)[1:] == [
        "  Round 1 | 1 sub-question",
        "    What is tea? | searching …",
        "  Planned",
        "    Types of tea | waiting",
    ]
    progress = after(STEPS)
    progress.end("done", "Done in 3.2 s")
    assert told(progress.tree) == [
        "tea | Done in 3.2 s · 2 pages read · 4 passages · 1 failure",
        "  Round 1 | 1 sub-question · 1 new page",
        "    What is tea? | 1 page read, 3 passages",
        "      Tea",
        "  Round 2 | 1 sub-question · 1 new page",
        "    Pots | 1 page read, 1 read before, 1 passage",
        "      A pot",
        "      x was not read: 404",
        "  Not searched for",
        "    Types of tea",
        "  Laid out | 1 section",
        "    Tea",
        "  Written | 2 sentences from 1 source",
    ]


def test_a_page_appears_when_it_is_read() -> None:
    told_of = {"round": 1, "question": "What is tea?"}
    page = {"urls": ["https://a.example/"], "titles": ["Tea"], **told_of}
    steps = [*STEPS[:2], {"step": "read", "message": "Tea", **page}]
    assert told(after(steps).tree)[1:4] == [
        "  Round 1 | 1 sub-question",
        "    What is tea? | searching …",
        "      Tea",
    ]
    found = {"step": "found", "message": "", "count": 2, **page}
    assert told(after([*steps, found]).tree)[2] == "    What is tea? | 1 page read, 2 passages"


@pytest.mark.parametrize(
    ("urls", "passages", "says", "state"),
    [
        ([], 0, "nothing found", "nothing"),
        ([TEA], 0, "1 page read before, nothing new", "nothing"),
        ([TEA], 2, "1 page read before, 2 passages", "found"),
        ([POT], 0, "1 page read, no passage", "found"),
    ],
)
def test_what_a_sub_question_brought(urls: list[str], passages: int, says: str, state: str) -> None:
    last = {"step": "found", "message": "", "round": 1, "question": "Pots", "urls": urls}
    node = after([*STEPS[:3], last | {"count": passages}]).tree["nodes"][0]["nodes"][-1]
    assert (node["text"], node["status"], node["state"]) == ("Pots", says, state)


def test_what_is_read_out_changes_once_a_round() -> None:
    says = [after(STEPS[:number]).status for number in range(len(STEPS) + 1)]
    assert list(dict.fromkeys(says)) == [
        "Planning …",
        "2 sub-questions planned",
        "Round 1 of at most 3: searching",
        "Round 2 of at most 3: 1 page read",
        "Writing: 1 section laid out",
    ]


def test_a_second_plan_begins_anew() -> None:
    assert after([*STEPS, *STEPS]).tree == after(STEPS).tree


def test_a_reply_tells_what_its_steps_did_not() -> None:
    asked = {"text": "What is tea?", "query": "tea", "round": 1, "urls": [TEA, POT]}
    more = {
        "questions": [asked],
        "not_found": ["Who"],
        "spell_fixed": True,
        "warnings": [
            {"code": "page_not_read", "message": "y was not read: 403"},
            {"code": "time_limit", "message": "The time was over."},
        ],
    }
    reply = ResearchReply.model_validate(REPLY | more)
    progress = after([])
    progress.complete(reply)
    progress.end("done", "Done in 1 s")
    assert told(progress.tree) == [
        "tea | Done in 1 s · 2 pages read · 1 failure",
        "  Spelling corrected: “tea”",
        "  The time was over.",
        "  y was not read: 403",
        "  Round 1 | 1 sub-question · 2 new pages",
        "    What is tea? | 2 pages read",
        "      Tea",
        f"      {POT}",
        "  Nothing was found about",
        "    Who",
    ]
    progress = after(STEPS)
    warning = {"code": "page_not_read", "message": "x was not read: 404"}
    progress.complete(ResearchReply.model_validate(REPLY | {"warnings": [warning]}))
    assert progress.tree == after(STEPS).tree, "each warning once"


def test_a_reply_of_a_service_that_tells_nothing() -> None:
    progress = after([])
    progress.complete(ResearchReply.model_validate(REPLY))
    assert told(progress.tree)[1:] == ["  The service did not report the steps of this research."]


def test_titles_lead_nowhere_but_to_the_web() -> None:
    urls = ["javascript:alert(1)", "https://[", TEA]
    found = {"step": "found", "message": "", "round": 1, "question": "a", "urls": urls, "count": 1}
    pages = after([found]).tree["nodes"][0]["nodes"][0]["nodes"]
    assert [page.get("href") for page in pages] == [None, None, TEA]
    assert [page["text"] for page in pages] == urls


# The panel


async def test_two_clicks_lead_to_a_report(outside: Outside) -> None:
    panel = outside.panel()
    assert panel.state == "empty"
    assert "Type a question" in panel.status.value
    assert saveable(panel) == {}
    panel.chips[0].click()
    await run(panel)
    assert outside.asked == [{"query": "How do vaccines work?"}]
    assert isinstance(panel.reply, ResearchReply)
    assert "Tea is a drink." in panel.result.pages[0].value
    assert panel.frame is not None
    assert panel.tree.tree["state"] == "done"
    assert panel.tree.tree["status"].startswith("Done in")
    assert panel.tree.tree["status"].partition(" · ")[0] in html.unescape(panel.status.value)
    assert list(saveable(panel)) == ["markdown", "html", "pdf", "bibtex", "reply"]
    panel.result.tabs.selected_index = 3
    assert 'client.research("How do vaccines work?")' in code_of(panel)


async def test_everything_in_the_form_is_asked_for(outside: Outside) -> None:
    panel = outside.panel("tea", urls=["https://a.example/"])
    assert panel.form.more_button is not None
    assert panel.form.more_button.value, "what is given from Python is in sight"
    put(panel, max_depth=2, max_breadth=5, provider="brave", safe_search="off", spell_check=False)
    put(panel, target_output_tokens="400", max_output_tokens="800", time_limit="2.5")
    put(panel, byo_urls="https://a.example/\n\n http://b.example/x \n")
    await run(panel)
    assert outside.asked == [
        {
            "query": "tea",
            "max_depth": 2,
            "max_breadth": 5,
            "provider": "brave",
            "safe_search": "off",
            "spell_check": False,
            "target_output_tokens": 400,
            "max_output_tokens": 800,
            "time_limit": 2.5,
            "byo_urls": ["https://a.example/", "http://b.example/x"],
        }
    ]


async def test_what_is_wrong_is_said_beside_its_control(outside: Outside) -> None:
    panel = outside.panel("tea")
    depth = panel.form.controls["max_depth"].widget
    assert (depth.min, depth.max, depth.value) == (1, 5, 3)
    put(panel, byo_urls="https://a.example/\nb.example", time_limit="soon")
    assert panel.run_button.disabled
    assert "Address 2, b.example, is not a web address" in panel.form.messages["byo_urls"].value
    put(panel, byo_urls="")
    assert panel.run_button.disabled
    assert panel.form.messages["time_limit"].value
    put(panel, time_limit="3")
    assert not panel.run_button.disabled


async def test_a_sample_takes_back_where_pages_came_from(outside: Outside) -> None:
    panel = outside.panel("tea", urls=["https://a.example/"])
    put(panel, provider="brave")
    panel.chips[1].click()
    await run(panel)
    assert outside.asked == [{"query": "How do I read and write CSV files in Python?"}]


async def test_steps_are_shown_while_the_service_works(outside: Outside) -> None:
    panel = outside.panel("tea")
    await held(outside, panel, 5)
    empty, alone, tabs = panel.result._empty, panel.result._alone, panel.result._tabs
    assert alone is not None
    assert panel.state == "running"
    assert panel.tree.tree["state"] == "running"
    assert "    Pots | searching …" in told(panel.tree.tree)
    assert "      x was not read: 404" in told(panel.tree.tree)
    assert (empty.layout.display, alone.layout.display, tabs.layout.display) == (
        "none",
        None,
        "none",
    )
    assert alone.children == (panel.tree,)
    while "Round 2 of at most 3: 1 page read" not in panel.status.value:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    assert saveable(panel) == {}
    outside.let_go.set()
    await end_of(panel)
    assert (alone.layout.display, tabs.layout.display) == ("none", None)
    assert panel.result.tabs.titles[-1] == "Steps"
    assert panel.result.tabs.children[-1].children == (panel.tree,)
    assert not panel.result.menu.disabled


async def test_many_steps_are_shown_together(outside: Outside) -> None:
    panel = outside.panel("tea")
    sent: list[Any] = []
    panel.tree.observe(lambda change: sent.append(change["new"]), "tree")
    searching = {"step": "searching", "message": "", "round": 1, "query": "q"}
    outside.steps = [searching | {"question": f"part {number}"} for number in range(500)]
    await run(panel)
    assert len(panel.tree.tree["nodes"][0]["nodes"]) == 500
    assert len(sent) < 100


async def test_the_next_research_is_shown_in_the_tab_beside_the_last_report(
    outside: Outside,
) -> None:
    panel = outside.panel("tea")
    await run(panel)
    tabs = panel.result.tabs
    first = panel.result.pages[0].value
    tabs.selected_index = 1
    put(panel, query="pots")
    title = panel.result.menu.title
    assert title.startswith("Result for “tea”, ")
    await held(outside, panel, 3)
    assert panel.result.menu.disabled
    assert panel.result.menu.title == title
    assert tabs.selected_index == 4
    assert panel.tree.tree["text"] == "pots"
    assert "triptych-dimmed" in panel.result.pages[0]._dom_classes
    assert panel.result.pages[0].value == first
    outside.let_go.set()
    await end_of(panel)
    assert panel.result.menu.title.startswith("Result for “pots”, ")
    assert tabs.selected_index == 0
    assert "triptych-dimmed" not in panel.result.pages[0]._dom_classes
    assert panel.result.pages[0].value


async def test_cancel_keeps_what_was_shown(outside: Outside) -> None:
    panel = outside.panel("tea")
    await held(outside, panel, 5)
    panel.cancel_button.click()
    assert await end_of(panel) is None
    assert outside.ended.is_set(), "who hangs up ends the work"
    assert panel.state == "cancelled"
    assert panel.tree.tree["state"] == "cancelled"
    lines = told(panel.tree.tree)
    ended, pages, *_ = panel.tree.tree["status"].split(" · ")
    assert ended.startswith("Cancelled after")
    assert ended in panel.status.value
    assert pages == "1 page read"
    assert "      Tea" in lines
    assert "    Pots | not finished" in lines
    assert panel.result._alone is not None
    assert panel.result._alone.layout.display is None
    assert not panel.run_button.disabled


async def test_cancel_ends_the_work_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    began, ended = threading.Event(), threading.Event()

    async def work(request: Any, context: Context) -> Outcome:
        try:
            await context.on_progress(STEPS[0])
            began.set()
            await anyio.sleep_forever()
        finally:
            ended.set()
        raise AssertionError

    monkeypatch.setattr(app, "HANDLERS", {"research": work})
    monkeypatch.setattr(embedded, "_service", embedded._Service())
    panel = ResearchPanel("tea")
    panel.run_button.click()
    assert await asyncio.to_thread(began.wait, 10)
    panel.cancel_button.click()
    await end_of(panel)
    assert await asyncio.to_thread(ended.wait, 10)
    assert panel.state == "cancelled"
    panel.close()


async def test_a_failure_leaves_the_steps_under_its_card(outside: Outside) -> None:
    panel = outside.panel("tea")
    outside.reply = {"no": "reply"}
    await run(panel)
    assert panel.state == "failed"
    assert panel.result.card.value
    assert panel.tree.tree["state"] == "failed"
    assert "      Tea" in told(panel.tree.tree)


async def test_a_provider_that_is_not_set_up_is_said_beside_its_control(outside: Outside) -> None:
    words = "Set TRIPTYCH_BRAVE_KEY to your key of the Brave Search API."
    error = {"code": "provider_not_configured", "field": "provider"}
    body = {"success": False, "status": 400, "message": words, "error": error}
    outside.refusal = httpx.Response(400, json=body)
    panel = outside.panel("tea")
    await run(panel)
    assert panel.state == "failed"
    assert "TRIPTYCH_BRAVE_KEY" in panel.result.card.value
    assert "TRIPTYCH_BRAVE_KEY" in panel.form.messages["provider"].value


async def test_steps_that_are_not_as_agreed_cost_no_report(outside: Outside) -> None:
    outside.steps = [{"step": 3}, {"step": "resting", "message": ""}, *STEPS]
    panel = outside.panel("tea")
    await run(panel)
    assert panel.state == "done"
    shown = after(STEPS)
    shown.end("done", "")
    assert told(panel.tree.tree)[1:] == told(shown.tree)[1:]


async def test_a_service_that_tells_no_steps(outside: Outside) -> None:
    outside.tells = False
    panel = outside.panel("tea")
    await run(panel)
    assert panel.state == "done"
    assert "did not report" in told(panel.tree.tree)[1]


async def saved(panel: ResearchPanel, kind: Any) -> tuple[str, str, bytes]:
    """Return name, media type and content of what a click saves."""
    menu = panel.result.menu
    menu._handle_custom_msg({"save": kind}, [])
    assert menu._saving is not None
    await menu._saving
    file = menu.download.file
    return file["name"], file["type"].partition(";")[0], base64.b64decode(file["content"])


@pytest.mark.parametrize(
    ("kind", "name", "media_type", "beginning"),
    [
        ("markdown", "what-is-tea.md", "text/markdown", b"# What is tea?"),
        ("html", "what-is-tea.html", "text/html", b"<!doctype html>"),
        ("bibtex", "what-is-tea.bib", "application/x-bibtex", b"@online{"),
        ("pdf", "what-is-tea.pdf", "application/pdf", b"%PDF-"),
    ],
)
async def test_a_report_is_saved(
    outside: Outside, kind: Any, name: str, media_type: str, beginning: bytes
) -> None:
    outside.reply |= {"query": "What is tea?"}
    panel = outside.panel("tea")
    await run(panel)
    assert panel.result.menu.message.value == ""
    *named, content = await saved(panel, kind)
    assert named == [name, media_type]
    assert content.startswith(beginning)
    assert f"Saved {name}" in panel.result.menu.message.value
    await held(outside, panel, 1)
    assert panel.result.menu.message.value == "", "another report is on its way"
    outside.let_go.set()
    await end_of(panel)


async def test_a_pdf_is_made_while_the_kernel_goes_on(
    outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = threading.Event()
    slow = FORMATS["pdf"]._replace(make=lambda reply: b"%PDF-" if let_go.wait(10) else b"too late")
    monkeypatch.setitem(FORMATS, "pdf", slow)
    panel = outside.panel("tea")
    await run(panel)
    making = panel.save("pdf")
    await asyncio.sleep(0)
    assert "Making the PDF" in panel.result.menu.message.value
    assert panel.result.menu.disabled
    let_go.set()
    await making
    assert base64.b64decode(panel.result.menu.download.file["content"]) == b"%PDF-"
    assert not panel.result.menu.disabled


@pytest.mark.parametrize(
    ("missing", "words"),
    [("playwright", "pip install &quot;triptych[browser]&quot;"), ("Chromium", "TRIPTYCH_BROWSER")],
)
async def test_why_there_is_no_pdf_is_said_beside_its_button(
    outside: Outside, monkeypatch: pytest.MonkeyPatch, missing: str, words: str
) -> None:
    if missing == "playwright":
        monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    else:
        monkeypatch.setenv("TRIPTYCH_BROWSER", "/no/such/file")
    panel = outside.panel("tea")
    await run(panel)
    await panel.save("pdf")
    assert words in panel.result.menu.message.value
    assert "Not saved as PDF" in panel.result.menu.message.value
    assert panel.result.menu.message in descendants(panel.result)
    assert panel.result.menu.download.file == {}
    assert panel.state == "done"
    assert not panel.result.menu.disabled, "to be tried again"


@pytest.mark.parametrize(
    ("question", "stem"), [("???", "report"), ("word " * 40, "word" + "-word" * 11)]
)
def test_names_of_files(question: str, stem: str) -> None:
    reply = ResearchReply.model_validate(REPLY | {"query": question})
    assert as_file(reply, "html").name == f"{stem}.html"


async def test_close_leaves_no_widget_and_no_call(outside: Outside) -> None:
    before = set(_instances)
    panel = outside.panel("tea")
    await run(panel)
    await held(outside, panel, 3)
    task = panel.task
    assert task is not None
    panel.close()
    await asyncio.wait([task], timeout=60)
    assert outside.ended.is_set()
    assert set(_instances) - before == set()


async def test_its_help_tells_each_member() -> None:
    panel = ResearchPanel("tea")
    assert "<dt>max_breadth</dt>" in panel.bar.value
    assert repr(panel) == "<ResearchPanel: ready>"
    panel.close()


async def test_the_embedded_service_answers_each_sample() -> None:
    panel = ResearchPanel()
    put(panel, max_depth=1)
    for chip, sample in zip(panel.chips, panel.samples, strict=True):
        chip.click()
        await run(panel)
        assert panel.state == "done", sample.label
        assert isinstance(panel.reply, ResearchReply)
        assert panel.reply.sources, sample.label
        lines = told(panel.tree.tree)
        assert any(line.startswith("  Round 1") for line in lines)
        assert any(line.startswith("  Written") for line in lines)
        titles = {line.strip() for line in lines}
        assert {source.title for source in panel.reply.sources} <= titles, sample.label
    panel.close()


async def test_what_never_began_does_not_end_the_research_before(outside: Outside) -> None:
    panel = outside.panel("What is tea?")
    await run(panel)
    assert panel.tree.tree["state"] == "done"
    panel.form.fill({"query": "What is coffee?"})
    panel.run_button.click()
    panel.cancel()
    assert panel.task is not None
    await asyncio.wait([panel.task])
    assert panel.state == "cancelled"
    assert panel.tree.tree["text"] == "What is coffee?"
    assert panel.tree.tree["state"] == "cancelled"
    panel.close()
