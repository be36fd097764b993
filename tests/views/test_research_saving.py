"""A research as a PDF by a real Chromium, and as a file of the kind that its name says."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from triptych import _chromium as chromium
from triptych.contract import ResearchReply
from triptych.views.research import pdf, printing, save_report
from triptych.views.research.bibliography import bibtex
from triptych.views.research.export import markdown
from triptych.views.research.printing import html

TEA = "https://en.wikipedia.org/wiki/Tea"
#: Long enough for several pages.
REPORT = "".join(
    f"## Part {number}\n\n" + "The tea plant grows in southern China. " * 25 + f"[[1]({TEA})]\n\n"
    for number in range(1, 7)
)


def reply(**members: Any) -> ResearchReply:
    sent = {
        "query": "Où le thé pousse-t-il ?",
        "results": REPORT,
        "sources": [{"title": "Tea", "url": TEA, "description": "", "reference_number": 1}],
        "not_found": ["zebras"],
        "written_by": "extraction",
        "questions": [{"text": "Tea plants", "query": "tea", "round": 1, "urls": [TEA]}],
    }
    return ResearchReply.from_json(sent | members)


@pytest.fixture(scope="module")
def printed() -> bytes:
    return pdf(reply())


def texts(content: bytes) -> list[str]:
    """Return the text of each page, in one line."""
    document = pypdfium2.PdfDocument(content)
    return [" ".join(page.get_textpage().get_text_bounded().split()) for page in document]


def test_a_pdf_says_what_the_report_says(printed: bytes) -> None:
    assert printed.startswith(b"%PDF-")
    pages = texts(printed)
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page, "numbered"
    whole = " ".join(pages)
    for words in ("Où le thé pousse-t-il ?", "Contents", "Nothing was found about: zebras", TEA):
        assert words in whole, words
    assert whole.count("The tea plant grows in southern China.") == 150
    assert "How it was found" in whole


def test_a_pdf_is_on_a4_and_has_an_outline_and_links(printed: bytes) -> None:
    document = pypdfium2.PdfDocument(printed)
    assert document[0].get_size() == pytest.approx((595.3, 841.9), abs=1.5)
    assert document.get_metadata_dict()["Title"] == "Où le thé pousse-t-il ?"
    headings = [one.get_title() for one in document.get_toc()]
    assert headings[:3] == ["Où le thé pousse-t-il ?", "Part 1", "Part 2"]
    assert headings[-2:] == ["Sources", "How it was found"]
    assert f"/URI ({TEA})".encode() in printed


@pytest.fixture
def asked() -> Iterator[tuple[str, list[str]]]:
    """A server that should never hear of a report."""
    paths: list[str] = []

    class Listening(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            paths.append(self.path)
            self.send_error(404)

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Listening) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", paths
        server.shutdown()
        thread.join()


def test_what_is_printed_loads_and_runs_nothing(
    asked: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, paths = asked
    page = (
        f'<title>T</title><img src="{home}/a">'
        f'<link rel=stylesheet href="{home}/d">'
        f'<p>Before</p><script>document.write("Run"); fetch("{home}/e")</script>'
    )
    monkeypatch.setattr(printing, "html", lambda reply: page)
    assert texts(pdf(reply())) == ["Before"]
    assert paths == []


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRIPTYCH_BROWSER", str(tmp_path / "none"))
    with pytest.raises(chromium.NoChromiumError, match="TRIPTYCH_BROWSER is not a file"):
        pdf(reply())
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setenv("TRIPTYCH_BROWSER", str(broken))
    with pytest.raises(chromium.NoChromiumError, match="does not start, check TRIPTYCH_BROWSER"):
        pdf(reply())
    monkeypatch.setenv("TRIPTYCH_BROWSER", "")
    for variable in ("PATH", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(variable, str(tmp_path / "empty"))
    with pytest.raises(chromium.NoChromiumError, match="playwright install chromium"):
        pdf(reply())
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    with pytest.raises(chromium.NoChromiumError, match=r'pip install "triptych\[browser\]"'):
        pdf(reply())


def test_a_browser_that_does_not_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "_SECONDS", 0.01)
    with pytest.raises(printing.UnprintedError, match="save it as HTML"):
        pdf(reply())


@pytest.mark.parametrize(
    ("name", "made"), [("a.md", markdown), ("b.HTML", html), ("c.bib", bibtex)]
)
def test_a_report_is_saved_as_its_name_says(tmp_path: Path, name: str, made: Any) -> None:
    reply().save(tmp_path / name)
    assert (tmp_path / name).read_bytes() == made(reply()).encode()


async def test_a_report_is_saved_as_a_pdf_where_a_loop_runs(tmp_path: Path) -> None:
    assert asyncio.get_running_loop().is_running(), "as in a notebook"
    path = tmp_path / "report.pdf"
    path.write_bytes(b"an older one")
    reply(results="Tea is hot.").save(str(path))
    assert "Tea is hot." in " ".join(texts(path.read_bytes()))


@pytest.mark.parametrize("name", ["report.docx", "report", ".pdf"])
def test_a_name_that_says_no_format(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match=r"\.md, \.html, \.pdf or \.bib"):
        save_report(reply(), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_made_leaves_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chromium, "find_spec", lambda name: None)
    path = tmp_path / "report.pdf"
    path.write_bytes(b"an older one")
    with pytest.raises(RuntimeError):
        reply().save(path)
    assert path.read_bytes() == b"an older one"
