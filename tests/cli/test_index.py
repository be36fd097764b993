"""`triptych index`, as a person runs it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.service.sites import Site, html, prose
from tests.service.web import Web, serving
from typer.testing import CliRunner

from triptych.cli.main import app
from triptych.engines.index import Index

COMMAND = [sys.executable, "-m", "triptych", "index"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRIPTYCH_INDEX", str(tmp_path / "index"))
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    with serving(Web()) as web:
        web.pages = Site()
        monkeypatch.setenv("TRIPTYCH_FETCH_ALLOW", web.at)
        yield web


def _run(*arguments: str) -> tuple[int, str, str]:
    # In this process: a new one would load the readers of pages for each command.
    result = CliRunner().invoke(app, ["index", *arguments])
    if isinstance(result.exception, Exception):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def test_a_folder_and_a_site_are_added_shown_and_removed(folder: Path, web: Web) -> None:
    docs = folder / "docs"
    (docs / "deep").mkdir(parents=True)
    for name in ("a.md", "b.md", "deep/c.md"):
        (docs / name).write_text(f"# {name}\n\n{prose(name)}\n")
    (docs / "broken.pdf").write_bytes(b"no PDF")
    web.pages |= {"/": html("home", "/a"), "/a": html("a")}
    status, out, _ = _run("add", "--no-vectors", str(docs), web.url)
    assert (status, out.splitlines()[0]) == (0, "5 pages added, 1 could not be read:")
    assert "broken.pdf" in out

    status, out, err = _run("list")
    assert (status, f"5 pages in {folder / 'index'}") == (0, err.strip())
    assert out.split()[:4] == ["site", "pages", "words", "newest"]

    assert _run("remove", str(docs / "deep"))[:2] == (0, "1 page removed\n")
    assert _run("remove", f"{web.url}/a")[:2] == (0, "1 page removed\n")
    with Index(folder / "index") as index:
        assert not len(index.meanings().pages)
    # What begins so without being below it stays.
    assert _run("remove", str(docs / "a"))[0] == 1
    with Index(folder / "index") as index:
        assert set(index.addresses()) == {
            (docs / "a.md").as_uri(),
            (docs / "b.md").as_uri(),
            f"{web.url}/",
        }


def test_a_site_is_removed_by_its_name(folder: Path, web: Web) -> None:
    web.pages |= {"/": html("home", "/a"), "/a": html("a")}
    _run("add", "--no-vectors", web.url)
    name = _run("list")[1].splitlines()[1].split()[0]
    assert _run("remove", name)[:2] == (0, "2 pages removed\n")
    status, _, err = _run("remove", name)
    assert (status, "is not in" in err, err.count("\n")) == (1, True, 1)
    (folder / "a.txt").write_text(prose("a"))
    _run("add", "--no-vectors", str(folder / "a.txt"))
    assert "files" in _run("list")[1]
    assert _run("remove", "files")[:2] == (0, "1 page removed\n")


def test_options(folder: Path, web: Web) -> None:
    web.pages |= {f"/docs/{n}.htm": html(f"page {n}", f"{n + 1}.htm", "/") for n in range(5)}
    web.pages |= {"/docs/5.htm": html("page 5"), "/": html("home")}
    assert (
        _run("add", "--no-vectors", "--depth", "1", f"{web.url}/docs/0.htm")[1] == "2 pages added\n"
    )
    _, out, err = _run("add", "--no-vectors", "--limit", "3", f"{web.url}/docs/0.htm")
    assert "Raise --limit" in err
    assert out == "1 page added, 2 unchanged, 1 known but not read yet\n"
    out = _run("add", "--no-vectors", "--whole-site", "--delay", "0", f"{web.url}/docs/0.htm")[1]
    assert out == "4 pages added, 3 unchanged\n"


def test_an_index_is_rebuilt_with_vectors(folder: Path) -> None:
    (folder / "a.txt").write_text(prose("a"))
    _run("add", "--no-vectors", str(folder / "a.txt"))
    status, out, _ = _run("rebuild")
    assert (status, out) == (0, f"1 page in {folder / 'index'}\n")
    with Index(folder / "index") as index:
        assert len(index.meanings().pages) > 0


def test_a_folder_without_pages_is_said_in_one_line(folder: Path) -> None:
    (folder / "code").mkdir()
    (folder / "code" / "a.py").write_text("print()")
    status, out, err = _run("add", str(folder / "code"))
    assert (status, out) == (1, "")
    assert "No pages to read in" in err
    assert "Markdown" in err
    assert err.count("\n") == 1


def test_pages_that_are_in_the_index_elsewhere_are_explained(folder: Path) -> None:
    (folder / "a.md").write_text(f"# A\n\n{prose('a')}\n")
    _run("add", "--no-vectors", str(folder / "a.md"))
    status, out, err = _run(
        "add", "--no-vectors", str(folder / "a.md"), "--address", "https://a.example/"
    )
    assert (status, out) == (0, "0 pages added, 1 left out as duplicates\n")
    assert "remove them to move them" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add", "no/such/folder"], "There is no folder or file 'no/such/folder'"),
        (["add", "https://"], "is not an address of the web"),
        (["add", "http://127.0.0.1:9/"], "TRIPTYCH_FETCH_ALLOW=127.0.0.1:9"),
        (["list"], "There is no index in"),
        (["remove", "example.org"], "There is no index in"),
        (["rebuild"], "There is no index in"),
    ],
)
def test_an_error_is_said_without_a_traceback(
    folder: Path, arguments: list[str], said: str
) -> None:
    status, out, err = _run(*arguments)
    assert (status, out) == (1, "")
    assert said in err
    assert "Traceback" not in err


def test_ctrl_c_keeps_what_was_read_and_running_again_resumes(folder: Path, web: Web) -> None:
    reached, released = threading.Event(), threading.Event()

    def hanging(handler: Any) -> None:
        reached.set()
        released.wait(20)

    assert isinstance(web.pages, Site)
    web.pages |= {f"/{n}": html(f"page {n}", f"/{n + 1}") for n in range(4)}
    web.pages |= {"/2": hanging, "/4": html("page 4")}
    command = [*COMMAND, "add", "--no-vectors", "--whole-site", f"{web.url}/0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert reached.wait(30)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    released.set()
    assert process.returncode == 130
    assert err.startswith(
        "Interrupted: 2 pages added, 1 known but not read yet. Pages read so far are"
    )
    assert "run the same command again" in err
    assert "Traceback" not in err
    web.pages["/2"] = html("page 2", "/3")
    web.pages.asked.clear()
    assert _run("add", "--no-vectors", "--whole-site", f"{web.url}/0")[1] == "3 pages added\n"
    assert web.pages.read == ["/2", "/3", "/4"]


def test_a_second_run_at_the_same_time_is_refused_in_one_line(folder: Path) -> None:
    from triptych.service.crawl.state import CrawlState

    (folder / "a.txt").write_text(prose("a"))
    with CrawlState(folder / "index"):
        status, _, err = _run("add", "--no-vectors", str(folder / "a.txt"))
    assert (status, err.count("\n")) == (1, 1)
    assert "wait until it ends" in err


async def test_from_a_notebook_where_a_loop_runs_already(folder: Path) -> None:
    from triptych.service.user_index import Index, user_index_folder

    (folder / "a.txt").write_text(prose("a"))
    report = Index().add(folder / "a.txt", vectors=False)
    assert repr(report) == "1 page added"
    assert user_index_folder() == folder / "index"


def test_the_users_own_index(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from triptych.service.user_index import user_index_folder

    monkeypatch.delenv("TRIPTYCH_INDEX", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert user_index_folder() == tmp_path / "triptych" / "index"
