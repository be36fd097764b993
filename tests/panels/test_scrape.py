"""The scrape panel: what it asks, remembers, shows, keeps, and the programs it writes."""

from __future__ import annotations

import csv
import io
import json
from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from ipywidgets.widgets.widget import _instances

from triptych import AsyncClient, ScrapePanel
from triptych.client import RetryPolicy
from triptych.contract import Attachment, ScrapeReply, ScrapeRequest
from triptych.panels.scrape import controls
from triptych.panels.scrape.page import shown

from .conftest import choose, end_of, saveable

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Teas</title>
<p class="from">Origin: Uji</p><table><tr><td class="kind">green<br>tea</td></tr></table>
<ul><li><h2><a href="/sencha">Sencha</a></h2><img src="s.png" alt=""><b>€9.80 <i>each</i></b></li>
<li><h2><a href="/uji?a=1&amp;b=2">Gyo<b>kuro</b></a></h2><img src="/u.png" alt="">
<b>€32</b></li></ul>
<time datetime="2025-09-14">September</time>
<p class="place"><b>City</b> Uji | <a href="/map">Map</a></p>"""


def field(key: str, selector: str, number: int) -> dict[str, Any]:
    """What a service tells of a key whose elements a selector selects."""
    from selectolax.lexbor import LexborHTMLParser

    nodes = LexborHTMLParser(PAGE).css(selector) if selector else []
    assert len(nodes) == (number if selector else 0)
    results = [
        {
            "html": node.html,
            "text": " ".join(node.text().split()),
            "attributes": [{"name": k, "value": v} for k, v in node.attributes.items()],
        }
        for node in nodes
    ]
    return {
        "key": key,
        "selector": selector,
        "results": results,
        "confidence": 0.9,
        "source": "text",
    }


def reply_of(*fields: tuple[str, str, list[str]], **more: Any) -> dict[str, Any]:
    data = [field(key, selector, len(values)) for key, selector, values in fields]
    return {
        "success": True,
        "context": {key: values for key, _, values in fields},
        "selectors": {key: [selector, f"html {selector}"] for key, selector, _ in fields},
        "data": data,
        "log_id": "log-1",
        **more,
    }


REPLY = reply_of(
    ("tea", "h2", ["Sencha", "Gyokuro"]),
    ("price", "li > b", ["9.80", "32"]),
    records=[{"tea": "Sencha", "price": "9.80"}, {"tea": "Gyokuro"}],
    page=PAGE,
)


class Outside:
    """A server: answers what it was told."""

    def __init__(self) -> None:
        self.reply: dict[str, Any] = dict(REPLY)
        self.refusal: httpx.Response | None = None
        self.asked: list[dict[str, Any]] = []
        self.panels: list[ScrapePanel] = []

    def handle(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(json.loads(request.content))
        return self.refusal or httpx.Response(200, json=self.reply)

    def panel(self, *given: Any, **more: Any) -> ScrapePanel:
        transport = httpx.MockTransport(self.handle)
        retries = RetryPolicy(max_retries=0)
        client = AsyncClient(
            api_key="k", base_url="https://example.com", transport=transport, retries=retries
        )
        self.panels.append(ScrapePanel(*given, client=client, **more))
        return self.panels[-1]


@pytest.fixture
async def outside() -> AsyncIterator[Outside]:
    """A server, and panels that ask it; other tests look at every widget there is."""
    outside = Outside()
    yield outside
    for panel in outside.panels:
        panel.close()


async def ran(panel: ScrapePanel) -> None:
    await end_of(panel)


async def run(panel: ScrapePanel) -> None:
    panel.run_button.click()
    await ran(panel)


def put(panel: ScrapePanel, **values: Any) -> None:
    for name, value in values.items():
        panel.form.controls[name].widget.value = value


def state(panel: ScrapePanel) -> str:
    """The state, which a type checker would take for constant."""
    return panel.state


def hidden(widget: Any) -> bool:
    return bool(widget.layout.display == "none")


def message(panel: ScrapePanel, name: str) -> str:
    return str(panel.form.messages[name].value)


async def test_two_clicks_lead_to_a_result(outside: Outside) -> None:
    panel = outside.panel()
    assert state(panel) == "empty"
    assert "Give an address" in panel.status.value
    assert saveable(panel) == {}
    panel.chips[1].click()
    assert state(panel) == "ready"
    assert hidden(panel.form.controls["url"].widget)
    await run(panel)
    (asked,) = outside.asked
    assert "Sencha" in asked.pop("html")
    assert asked == {
        "element_prompts": {
            "tea": "names of the teas",
            "price": "prices",
            "origin": "origins of the teas",
        },
        "features": ["page"],
    }
    assert state(panel) == "done"
    assert panel.result.tabs.titles[:2] == ("Page", "Elements")
    # The page is there once; what was found on it stands beside.
    panel.result.tabs.selected_index = 1
    assert "Gyokuro" in panel.result.pages[0].value
    assert "<iframe" not in panel.result.pages[0].value
    panel.result.tabs.selected_index = 0
    assert [one["values"] for one in panel.page.shown["fields"]] == [
        ["Sencha", "Gyokuro"],
        ["9.80", "32"],
    ]
    assert list(saveable(panel)) == ["csv", "json", "template", "reply"]


async def test_what_is_missing_is_said_in_turn(outside: Outside) -> None:
    panel = outside.panel()
    put(panel, url="https://a.example/")
    assert "Describe what to find" in panel.status.value
    put(panel, element_prompts=["price"])
    assert state(panel) == "ready"
    panel.source.value = "HTML"
    assert "Paste HTML" in panel.status.value
    assert panel.run_button.disabled
    put(panel, html="<b>1</b>")
    assert state(panel) == "ready"


async def test_only_the_chosen_source_is_sent(outside: Outside) -> None:
    panel = outside.panel(" https://a.example/x ", ["price"], html="")
    put(panel, html="<b>1</b>", page=False)
    await run(panel)
    panel.source.value = "HTML"
    assert state(panel) == "stale"
    await run(panel)
    assert outside.asked == [
        {"url": "https://a.example/x", "element_prompts": ["price"]},
        {"html": "<b>1</b>", "element_prompts": ["price"]},
    ]


async def test_every_option_is_asked_for(outside: Outside) -> None:
    panel = outside.panel("https://a.example/", {"cost": "price after discount"})
    put(panel, render="always", page_position=2, meta=True, link=True, screenshot=True)
    put(panel, root_element_selector=" main ", mode="timeout", wait_for="500", is_mobile=True)
    put(panel, width="800", height="600", scale="2", console=True, browser_cookies=True)
    put(panel, http_headers="Accept-Language: de\n\n", cookies="sid=a=b\nlang: de")
    put(panel, byo_proxy="http://me:secret@proxy:3128")
    await run(panel)
    assert outside.asked == [
        {
            "url": "https://a.example/",
            "element_prompts": {"cost": "price after discount"},
            "render": "always",
            "page_position": 2,
            "features": ["page", "screenshot", "meta", "link"],
            "root_element_selector": "main",
            "wait_for": {"mode": "timeout", "value": 500},
            "is_mobile": True,
            "width": 800,
            "height": 600,
            "scale": 2.0,
            "advance_config": {"console": True, "cookies": True},
            "http_headers": {"Accept-Language": "de"},
            "cookies": [{"name": "sid", "value": "a=b"}, {"name": "lang", "value": "de"}],
            "byo_proxy": {"server": "http://me:secret@proxy:3128"},
        }
    ]


@pytest.mark.parametrize(
    ("values", "name", "words"),
    [
        ({"url": "a.example"}, "url", "Begin the address with https://"),
        ({"url": "ftp://a.example/"}, "url", "Begin the address with https://"),
        ({"cookies": "sid=1\nnonsense"}, "cookies", "Line 2: write it as name: value"),
        ({"http_headers": "nonsense"}, "http_headers", "Line 1: write it as name: value"),
        ({"mode": "selector"}, "wait_for", "Enter what to wait for"),
        ({"mode": "timeout", "wait_for": "soon"}, "wait_for", "milliseconds"),
        ({"mode": "timeout", "wait_for": "99999"}, "wait_for", "30,000"),
        ({"width": "0"}, "width", "1"),
        ({"width": "wide"}, "width", "whole number"),
        ({"element_prompts": ["a: x", "a: y"]}, "element_prompts", "“a” is there twice"),
        ({"element_prompts": ["x" * 501]}, "element_prompts", "500"),
        ({"element_prompts": list("abcdef")}, "element_prompts", "5"),
    ],
)
async def test_what_is_wrong_is_said_beside_its_control(
    outside: Outside, values: dict[str, Any], name: str, words: str
) -> None:
    panel = outside.panel("https://a.example/", ["price"])
    put(panel, **values)
    assert state(panel) == "invalid"
    assert panel.run_button.disabled
    assert words in message(panel, name)
    assert panel.form.general.value == ""


async def test_chips_and_what_is_typed_among_them(outside: Outside) -> None:
    panel = outside.panel("https://a.example/")
    chips = panel.chips_box
    assert panel.run_button.disabled
    chips.pending = "price"
    assert not panel.run_button.disabled, "typed, and no chip yet"
    panel.front._handle_custom_msg({"run": {"element_prompts": "price of it "}}, [])
    await ran(panel)
    assert outside.asked[-1]["element_prompts"] == ["price of it"]
    # A late echo of the last keystrokes makes no second of it.
    chips.pending = "price of it"
    assert state(panel) == "done"
    with chips.hold_trait_notifications():
        # A chip being changed: it is out of the chips, and its place is known.
        chips.value, chips.pending, chips.place = ["name", "rating"], "cost: price", 1
    await run(panel)
    assert outside.asked[-1]["element_prompts"] == {
        "name": "name",
        "cost": "price",
        "rating": "rating",
    }
    assert list(outside.asked[-1]["element_prompts"]) == ["name", "cost", "rating"]


async def test_a_sample_takes_back_what_narrowed_the_last_call(outside: Outside) -> None:
    panel = outside.panel("https://a.example/", ["price"])
    put(panel, root_element_selector="main", page_position=3, mode="timeout", wait_for="5")
    panel.chips_box.pending = "half a"
    panel.chips[0].click()
    assert panel.source.value == "HTML"
    await run(panel)
    assert set(outside.asked[0]) == {"html", "element_prompts", "features"}
    assert "half a" not in outside.asked[0]["element_prompts"]


async def test_selectors_that_were_found_read_the_page_again(outside: Outside) -> None:
    panel = outside.panel("https://a.example/", ["tea"])
    await run(panel)
    assert hidden(panel.use)
    panel.again.click()
    await ran(panel)
    found = {"tea": ["h2", "html h2"], "price": ["li > b", "html li > b"]}
    assert outside.asked[1] == {
        "url": "https://a.example/",
        "selectors": found,
        "features": ["page"],
    }
    assert state(panel) == "done", "what is shown is what the form asks for"
    assert not hidden(panel.use)
    assert "2 fields" in panel.using.value
    put(panel, url="https://a.example/sister")
    await run(panel)
    assert outside.asked[2]["selectors"] == found
    panel.forget.click()
    assert state(panel) == "stale"
    await run(panel)
    assert "selectors" not in outside.asked[3]
    panel.again.click()
    await ran(panel)
    put(panel, element_prompts=["price"])
    assert hidden(panel.use), "other descriptions, other selectors"


async def test_a_selector_that_was_tried_is_used_for_its_key(outside: Outside) -> None:
    panel = outside.panel("https://a.example/", ["tea", "price"])
    await run(panel)
    panel.page._handle_custom_msg({"use": "h2 > a", "key": "tea"}, [])
    await ran(panel)
    assert outside.asked[1]["selectors"] == {
        "tea": ["h2 > a"],
        "price": ["li > b", "html li > b"],
    }
    panel.page._handle_custom_msg({"use": None}, [])
    panel.page._handle_custom_msg("nonsense", [])
    assert len(outside.asked) == 2


def test_what_is_shown_of_a_page() -> None:
    request = ScrapeRequest(html="<b>mine</b>", element_prompts=["tea"])
    reply = ScrapeReply.from_json(REPLY)
    assert shown(request, reply)["page"] == PAGE, "as the service read it"
    plain = ScrapeReply.from_json({**REPLY, "page": None})
    assert shown(request, plain)["page"] == "<b>mine</b>"
    asked = ScrapeRequest(url="https://a.example/", element_prompts=["tea"])
    nothing = shown(asked, plain)
    assert nothing["page"] == ""
    assert "Live page" in nothing["note"]
    large = shown(asked, ScrapeReply.from_json({**REPLY, "page": "x" * 3_000_001}))
    assert large["page"] == ""
    assert "too many" in large["note"]
    tea, price = nothing["fields"]
    assert tea["selectors"] == ["h2", "html h2"]
    assert (tea["number"], tea["elements"]) == (2, 2)
    assert tea["colour"] != price["colour"]
    assert nothing["screenshot"] is None


def test_a_screenshot_is_shown_where_there_are_boxes() -> None:
    request = ScrapeRequest(url="https://a.example/", element_prompts=["tea"])
    drawn = json.loads(json.dumps(REPLY)) | {
        "screenshot": "data:image/png;base64,AA==",
        "page_size": [800.0, 600.0],
    }
    without = shown(request, ScrapeReply.from_json(drawn))
    assert without["screenshot"] is None, "there is nothing to frame on it"
    drawn["data"][0]["results"][0]["box"] = [1.0, 2.0, 30.0, 40.0]
    seen = shown(request, ScrapeReply.from_json(drawn))
    assert seen["screenshot"] == drawn["screenshot"]
    assert seen["size"] == [800.0, 600.0]
    assert seen["fields"][0]["boxes"] == [[1.0, 2.0, 30.0, 40.0], None]


def test_many_and_long_values_are_cut() -> None:
    request = ScrapeRequest(html="<b>", element_prompts=["tea"])
    values = ["x" * 600, *map(str, range(299))]
    reply = ScrapeReply(context={"tea": values}, data=[{"key": "tea", "selector": ""}])
    (tea,) = shown(request, reply)["fields"]
    assert (tea["number"], len(tea["values"]), len(tea["values"][0])) == (300, 200, 501)


async def test_files_to_keep(outside: Outside) -> None:
    outside.reply["records"] = [
        {"tea": "Sencha", "price": "=9.80"},
        {"tea": "Gyōkuro, “fine”"},
    ]
    panel = outside.panel("https://a.example/", ["tea"])
    await run(panel)
    await panel.save("csv")
    file = panel.result.menu.download.file
    text = b64decode(file["content"]).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text))) == [
        ["tea", "price"],
        ["Sencha", "'=9.80"],
        ["Gyōkuro, “fine”", ""],
    ]
    assert file["name"] == "records.csv"
    assert "Saved records.csv" in panel.result.menu.message.value
    await panel.save("json")
    kept = json.loads(b64decode(panel.result.menu.download.file["content"]))
    assert kept["records"] == outside.reply["records"]
    assert kept["values"]["price"] == ["9.80", "32"]


async def test_nothing_found_is_nothing_to_keep(outside: Outside) -> None:
    note = "Nothing on the page fits; describe the element in other words."
    outside.reply = reply_of(("tea", "", []))
    outside.reply["data"][0]["note"] = note
    outside.reply["selectors"] = {"tea": []}
    panel = outside.panel("https://a.example/", ["tea"])
    await run(panel)
    assert list(saveable(panel)) == ["reply"]
    assert hidden(panel.below)
    assert panel.page.shown["fields"][0]["note"] == note


async def test_no_secret_is_where_a_notebook_might_save_it(outside: Outside) -> None:
    panel = outside.panel("https://a.example/", ["tea"])
    put(panel, cookies="sid: s3cret-a", http_headers="Authorization: s3cret-b\nAccept: text/html")
    put(panel, byo_proxy="http://me:s3cret-c@proxy:1")
    await run(panel)
    assert outside.asked[0]["cookies"] == [{"name": "sid", "value": "s3cret-a"}]
    panel.result.tabs.selected_index = 4
    code = panel.result.pages[3].value
    assert "sid" in code
    assert "text/html" in code
    states = json.dumps([widget.get_state() for widget in _instances.values()], default=str)
    assert "s3cret" not in states
    assert "s3cret" not in repr(panel.history[-1].request)


async def test_a_private_box_tells_a_new_view_what_stands_in_it(
    outside: Outside, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = outside.panel().form.controls["cookies"].widget
    sent: list[Any] = []
    monkeypatch.setattr(box, "send", lambda message, buffers=None: sent.append(message))
    box._handle_custom_msg({"text": "sid: 1"}, [])
    assert box.value == "sid: 1"
    box._handle_custom_msg({"wanted": True}, [])
    assert sent[-1] == {"text": "sid: 1"}
    box._handle_custom_msg("nonsense", [])
    box._handle_custom_msg({"text": 1}, [])
    assert box.value == "sid: 1"


def chosen(name: str, content: bytes) -> Attachment:
    return Attachment(content, name, "text/html")


@pytest.mark.parametrize(
    "content",
    [
        "<p>Grün</p>".encode(),
        "\ufeff<p>Grün</p>".encode(),
        '<meta charset="iso-8859-1"><p>Grün</p>'.encode("latin-1"),
        "<p>Grün</p>".encode("cp1252"),
    ],
)
async def test_an_html_file(outside: Outside, content: bytes) -> None:
    panel = outside.panel("https://a.example/", ["tea"])
    choose(panel, chosen("a.html", content))
    assert panel.source.value == "HTML"
    await run(panel)
    assert outside.asked[0]["html"].endswith("<p>Grün</p>")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"x" * 2_000_001, "choose files of at most 2 MB"),
        (b'<meta charset="no-such">\xff', "choose an HTML file"),
    ],
)
async def test_files_that_are_refused(outside: Outside, content: bytes, words: str) -> None:
    panel = outside.panel("", ["tea"])
    choose(panel, chosen("a.html", content))
    assert words in message(panel, "file")


async def test_an_address_that_cannot_be_read_is_a_card(outside: Outside) -> None:
    words = "The page cannot be read: check the address."
    body = {"success": False, "status": 424, "message": words, "error": {"field": "url"}}
    outside.refusal = httpx.Response(424, json=body)
    panel = outside.panel("https://a.example/", ["tea"])
    await run(panel)
    assert state(panel) == "failed"
    assert words in panel.result.card.value
    assert words in message(panel, "url")


async def test_close_leaves_no_widget(outside: Outside) -> None:
    before = set(_instances)
    panel = outside.panel("https://a.example/", ["tea"])
    await run(panel)
    panel.close()
    assert set(_instances) - before == set()


async def test_its_help_tells_each_member() -> None:
    panel = ScrapePanel("https://a.example/", ["tea"])
    assert "<dt>cookies</dt><dd>Cookies to send.</dd>" in panel.bar.value
    assert "<dt>wait_for</dt>" in panel.bar.value
    panel.close()


# Programs


def test_prompts_and_chips_are_the_same() -> None:
    prompts = {"cost": "price: after discount", "name": "name"}
    assert controls.prompts_of(controls.chips_of(prompts)) == prompts
    assert controls.prompts_of(["price", "name"]) == ["price", "name"]
    assert controls.prompts_of([]) is None
