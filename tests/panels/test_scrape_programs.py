"""Programs that read a page by the selectors that were found, without a service."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from triptych import ScrapePanel
from triptych.contract import ScrapeReply, ScrapeRequest
from triptych.panels.scrape.code import as_program

from .test_scrape import PAGE, reply_of, run, state


class Site(BaseHTTPRequestHandler):
    """One page, without a character set in its header."""

    def do_GET(self) -> None:
        content = PAGE.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/teas/all"
        server.shutdown()


def found_by(url: str | None) -> dict[str, Any]:
    base = (url or "").rpartition("/teas")[0]
    return reply_of(
        ("tea", "h2", ["Sencha", "Gyokuro"]),
        ("price", "li > b", ["9.80", "32"]),
        ("link", "h2 a", [f"{base}/sencha", f"{base}/uji?a=1&b=2"]),
        ("around", "h2", [f"{base}/sencha", f"{base}/uji?a=1&b=2"]),
        ("picture", "img", [f"{base}/teas/s.png" if base else "s.png", f"{base}/u.png"]),
        ("date", "time", ["2025-09-14"]),
        ("origin", ".from", ["Uji"]),
        ("kind", "table > tbody > tr > td", ["green tea"]),
        ("city", ".place", ["Uji |"]),
        ("absent", "", []),
        url=url,
    )


def found_in(program: str, folder: Path) -> Any:
    """Run a program in a folder."""
    names: dict[str, Any] = {}
    with contextlib.chdir(folder):
        exec(program, names)
    return names["values"]


def wanted(reply: dict[str, Any]) -> dict[str, list[str]]:
    return {key: values for key, values in reply["context"].items() if values}


def test_programs_find_the_same_on_the_page(site: str, tmp_path: Path) -> None:
    reply = found_by(site)
    request = ScrapeRequest(url=site, element_prompts=["tea"])
    program = as_program(request, ScrapeReply.from_json(reply))
    assert found_in(program, tmp_path) == wanted(reply)
    assert '# "absent": nothing found' in program
    assert max(map(len, program.splitlines())) <= 100


def test_programs_find_the_same_in_a_file(tmp_path: Path) -> None:
    reply = found_by(None)
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    request = ScrapeRequest(html=PAGE, element_prompts=["tea"])
    program = as_program(request, ScrapeReply.from_json(reply))
    assert found_in(program, tmp_path) == wanted(reply)


def test_a_program_says_what_it_cannot_do(site: str) -> None:
    reply = reply_of(("tea", "h2", ["a sort of tea", "another"]), ("maker", "", ["Uji & sons"]))
    reply["data"][1]["source"] = "json-ld"
    request = ScrapeRequest(
        url=site, element_prompts=["tea"], cookies=[{"name": "sid", "value": "s3cret"}]
    )
    program = as_program(request, ScrapeReply.from_json(reply))
    assert "the values were read from them in another way" in program
    assert "the page states it for machines only (json-ld)" in program
    assert "# Add the headers, the cookies and the proxy that you used." in program
    assert "s3cret" not in program
    drawn = as_program(request, ScrapeReply.from_json({**reply, "rendered": True}))
    assert "tab.goto(url)" in drawn
    assert "httpx" not in drawn
    compile(drawn, "drawn", "exec")


@pytest.mark.parametrize("evil", ['"""', "\\", "é\u2028", "a\nb", '"); import os  #'])
def test_what_a_page_says_is_no_code(evil: str) -> None:
    data = [{"key": evil, "selector": f"[a={evil}]", "results": [{"html": "<b>", "text": ""}]}]
    reply = ScrapeReply.from_json(
        {"context": {evil: ["x"]}, "data": data, "url": f"http://h/{evil}"}
    )
    request = ScrapeRequest(url="http://h/", element_prompts=["a"])
    compile(as_program(request, reply), "program", "exec")
    reply.data[0].results = []
    reply.data[0].source = evil
    program = as_program(request, reply)
    body = compile(program, "program", "exec")
    assert "os" not in body.co_names


async def test_the_embedded_service_answers_each_sample(tmp_path: Path) -> None:
    panel = ScrapePanel()
    for chip, sample in zip(panel.chips, panel.samples, strict=True):
        chip.click()
        await run(panel)
        assert state(panel) == "done", sample.label
        reply, request = panel.reply, panel.history[-1].request
        assert isinstance(reply, ScrapeReply)
        assert isinstance(request, ScrapeRequest)
        assert all(reply.context.values()), sample.label
        (tmp_path / "page.html").write_text(sample.values["html"], encoding="utf-8")
        program = as_program(request, reply)
        assert found_in(program, tmp_path) == reply.context
        again = panel._run_again()
        assert again is not None
        read = await again
        assert isinstance(read, ScrapeReply)
        assert all(read.context.values()), sample.label
        assert state(panel) == "done"
    panel.close()
