"""Folders and files become pages of an index; what else may be given is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.service import ServiceSettings
from triptych.service.crawl import IndexReport, Options, TargetError, add_all

from .sites import prose


async def fill(folder: Path, index: Index, **settings: Any) -> IndexReport:
    return await add_all(
        [folder], index, settings=ServiceSettings(**settings), options=Options(vectors=False)
    )


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# {name}\n\n{prose(name)}\n")


async def test_a_folder(tmp_path: Path, index: Index) -> None:
    docs = tmp_path / "docs"
    write(docs, "a.md", "b c.txt", "deep/er/d.rst", "picture.png", ".hidden.md", ".git/e.md")
    write(docs, "node_modules/f.md", "_build/g.md", "env/h.md", "env/pyvenv.cfg", "build/i.txt")
    (docs / "loop").symlink_to(docs, target_is_directory=True)
    report = await fill(docs, index)
    at = docs.as_uri()
    assert sorted(index.addresses()) == [f"{at}/a.md", f"{at}/b%20c.txt", f"{at}/deep/er/d.rst"]
    assert str(report) == "3 pages added"


async def test_a_folder_again(tmp_path: Path, index: Index) -> None:
    docs = tmp_path / "docs"
    write(docs, "a.md", "b.md", "c.md")
    write(tmp_path / "docs2", "other.md")
    await add_all(
        [docs, tmp_path / "docs2"],
        index,
        settings=ServiceSettings(),
        options=Options(vectors=False),
    )
    (docs / "a.md").unlink()
    (docs / "b.md").write_text("Other words. " + prose("something else"))
    report = await fill(docs, index)
    assert (report.added, report.replaced, report.unchanged, report.removed) == (0, 1, 1, 1)
    assert len(list(index.addresses())) == 3


async def test_a_broken_file_is_named_and_ends_nothing(tmp_path: Path, index: Index) -> None:
    docs = tmp_path / "docs"
    write(docs, "a.md", "large.txt")
    (docs / "broken.pdf").write_bytes(b"no PDF")
    (docs / "empty.html").write_bytes(b"")
    (docs / "large.txt").write_text("much " * 2000)
    (docs / "lost.md").symlink_to(docs / "nowhere")
    report = await fill(docs, index, max_fetch_bytes=5000)
    assert report.added == 1
    names = [Path(address).name for address, _ in report.failed]
    assert names == ["broken.pdf", "empty.html", "large.txt", "lost.md"]
    assert "at most 5,000 bytes" in dict(report.failed)[(docs / "large.txt").as_uri()]


async def test_a_single_file(tmp_path: Path, index: Index) -> None:
    write(tmp_path, "notes.md", "beside.md")
    assert (await fill(tmp_path / "notes.md", index)).added == 1
    assert list(index.addresses()) == [(tmp_path / "notes.md").as_uri()]


async def test_files_are_known_by_where_they_are_published(tmp_path: Path, index: Index) -> None:
    docs = tmp_path / "docs"
    write(docs, "a.md", "in here/b.md")
    await add_all(
        [docs],
        index,
        settings=ServiceSettings(),
        options=Options(vectors=False, address="https://docs.example.org/v1"),
    )
    index.add([WebPage("https://docs.example.org/v1/web", "Web", prose("web"))], vectors=False)
    base = "https://docs.example.org/v1"
    assert sorted(index.addresses()) == [f"{base}/a.md", f"{base}/in%20here/b.md", f"{base}/web"]
    # A file that vanished goes; a page that came from elsewhere stays.
    (docs / "a.md").unlink()
    options = Options(vectors=False, address=f"{base}/")
    report = await add_all([docs], index, settings=ServiceSettings(), options=options)
    assert (report.unchanged, report.removed) == (1, 1)
    assert sorted(index.addresses()) == [f"{base}/in%20here/b.md", f"{base}/web"]
    with pytest.raises(ValueError, match="https://host/path/"):
        Options(address="docs.example.org")


@pytest.mark.parametrize(
    "target", ["ftp://a.test/", "https://", "no/such/folder", "http://user:pass@a.test/"]
)
async def test_what_is_neither_address_nor_file_is_refused_first(
    tmp_path: Path, index: Index, target: str
) -> None:
    write(tmp_path, "notes.md")
    with pytest.raises(TargetError, match="https://"):
        await add_all([tmp_path / "notes.md", target], index, settings=ServiceSettings())
    assert not list(index.addresses())


@pytest.mark.parametrize("option", [{"depth": -1}, {"limit": 0}, {"delay": -1.0}])
def test_options_out_of_range(option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="give"):
        Options(**option)
