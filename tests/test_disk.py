"""A full disk, as files, SQLite and tantivy report it."""

from __future__ import annotations

import errno
import shutil
import sqlite3
from collections import namedtuple
from pathlib import Path

import pytest

from triptych._disk import DiskFullError, is_full, writing_to
from triptych.client import JournalError
from triptych.client.map.journal import Journal
from triptych.client.map.store import Row
from triptych.columns.tables import replacing
from triptych.contract import GenerationReply, ResearchReply
from triptych.engines.index import Index
from triptych.engines.page import WebPage
from triptych.service.access import Windows

NO_SPACE = OSError(errno.ENOSPC, "No space left on device")


def _sqlite_error(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    return error


def _limit(database: sqlite3.Connection) -> None:
    """Let the database grow no more, which SQLite reports as a full disk."""
    [pages] = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")


@pytest.mark.parametrize(
    "error",
    [
        NO_SPACE,
        OSError(errno.EDQUOT, "Disk quota exceeded"),
        _sqlite_error("SQLITE_FULL"),
        ValueError("An IO error occurred: 'No space left on device (os error 28)'"),
    ],
)
def test_an_error_of_a_full_disk_names_the_folder_and_the_remedy(
    error: Exception, tmp_path: Path
) -> None:
    with pytest.raises(DiskFullError) as caught, writing_to(tmp_path):
        raise RuntimeError from error
    assert str(caught.value) == (
        f"The disk of the folder {tmp_path} is full: free some space, or choose a different folder."
    )


@pytest.mark.parametrize("error", [PermissionError(errno.EACCES, "no"), ValueError("no")])
def test_another_error_stays_as_it_is(error: Exception, tmp_path: Path) -> None:
    with pytest.raises(type(error), match="no"), writing_to(tmp_path):
        raise error


def test_an_input_output_error_is_of_a_full_disk_if_nothing_is_left_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = _sqlite_error("SQLITE_IOERR_SHMSIZE")
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**9))
    assert not is_full(error, tmp_path / "missing")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(0))
    assert is_full(error, tmp_path / "missing")


def test_an_index_on_a_full_disk_names_its_folder_and_keeps_its_pages(tmp_path: Path) -> None:
    page = WebPage("https://a.example/tea", "Tea", "Pour boiling water over the leaves.")
    long = WebPage("https://a.example/cup", "Cup", " ".join(f"word{n}" for n in range(20_000)))
    with Index(tmp_path / "index") as index:
        index.add([page], vectors=False)
        _limit(index._store._database)
        with pytest.raises(DiskFullError, match=f"{tmp_path}/index is full: free some space"):
            index.add([long], vectors=False)
    with Index(tmp_path / "index") as index:
        assert list(index.addresses()) == [page.url]
        index.add([long], vectors=False)
        assert len(index) == 2


def test_rate_limits_on_a_full_disk_name_their_folder(tmp_path: Path) -> None:
    windows = Windows(tmp_path)
    _limit(windows._database)
    with pytest.raises(DiskFullError, match=str(tmp_path)):
        _ = [windows.add(f"key {number}", 1, 5) for number in range(1_000)]


def test_a_journal_on_a_full_disk_names_its_file_and_the_remedy(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "calls.journal", {"operation": "spam"})
    _limit(journal._database)
    row = Row(b"digest", 200, {"text": "a" * 100_000})
    with pytest.raises(JournalError, match=r"calls\.journal' is full: free some space"):
        journal.add([row])
    journal.close()


def test_files_saved_on_a_full_disk_name_their_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_bytes(path: Path, content: bytes) -> int:
        raise NO_SPACE

    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    picture = GenerationReply.from_json({"url": "data:image/png;base64,aGk="})
    with pytest.raises(DiskFullError, match=str(tmp_path)):
        picture.save(tmp_path / "a.png")
    with pytest.raises(DiskFullError, match=str(tmp_path)):
        ResearchReply(query="a", results="b").save(tmp_path / "a.md")


def test_a_table_on_a_full_disk_names_its_folder_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(DiskFullError, match=str(tmp_path)), replacing(tmp_path / "a.csv"):
        raise NO_SPACE
    assert list(tmp_path.iterdir()) == []
