import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from triptych.models import files
from triptych.models.files import (
    FOLDER,
    CorruptModelError,
    digests,
    json_file,
    lines,
    rows,
    verified,
    verified_folder,
    word_list,
)
from triptych.models.sessions import open_session

NAME = "profanity/words.tsv"


def test_verified_file_with_its_digest_returns_it_whole() -> None:
    content = verified(NAME)
    assert content == (FOLDER / "profanity" / "words.tsv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == digests()[NAME]


def test_verified_file_with_another_digest_raises_and_names_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digest = digests()[NAME]
    monkeypatch.setitem(digests(), NAME, "0" * 64)
    with pytest.raises(CorruptModelError, match=digest) as caught:
        verified(NAME)
    assert "0" * 64 in str(caught.value)


def test_verified_file_that_is_missing_raises_corrupt_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(digests(), "profanity/absent.bin", "0" * 64)
    with pytest.raises(CorruptModelError, match=r"absent\.bin"):
        verified("profanity/absent.bin")


def test_verified_file_that_is_not_in_the_table_raises() -> None:
    with pytest.raises(ValueError, match="not in SHA256SUMS"):
        verified("profanity/README.md")


def test_digests_name_every_file_that_is_not_written_by_hand() -> None:
    assert all((FOLDER / name).is_file() for name in digests())
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests().values())
    by_hand = {".md", ".txt", ".tsv", ".py", ".pyc", ""}
    made = (path for path in FOLDER.rglob("*") if path.is_file() and path.suffix not in by_hand)
    assert {path.relative_to(FOLDER).as_posix() for path in made} <= digests().keys()


@pytest.mark.parametrize(
    "name", ["../client/__init__.py", "/etc/hostname", "", "a//b", "a\\b", "c:x"]
)
def test_a_path_outside_the_folder_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a path inside"):
        verified(name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that takes the place of the models folder."""
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    (tmp_path / "SHA256SUMS").write_text("")
    for cached in (lines, digests):
        cached.cache_clear()
    yield tmp_path
    for cached in (lines, digests):
        cached.cache_clear()


def test_lists_with_comments_and_blank_lines_return_the_rest_in_order(folder: Path) -> None:
    (folder / "list.txt").write_bytes("# From where\n#\n\nzwölf b\r\n#tag\u2028x\n".encode())
    assert lines("list.txt") == ("zwölf b", "#tag\u2028x")
    assert word_list("list.txt") == ("zwölf", "b", "#tag", "x")


def test_rows_with_empty_cells_keep_them(folder: Path) -> None:
    (folder / "table.tsv").write_text("a\t\tb c\n\td\n", encoding="utf-8")
    assert rows("table.tsv") == (("a", "", "b c"), ("", "d"))


def test_json_file_read_twice_returns_separate_objects(folder: Path) -> None:
    (folder / "table.json").write_text('{"a": ["é"]}', encoding="utf-8")
    json_file("table.json")["a"].append("b")
    assert json_file("table.json") == {"a": ["é"]}


def test_damaged_lists_raise_and_name_the_file(folder: Path) -> None:
    (folder / "list.txt").write_bytes(b"\xff")
    with pytest.raises(CorruptModelError, match=r"list\.txt.*UTF-8"):
        lines("list.txt")
    with pytest.raises(CorruptModelError, match=r"list\.txt.*JSON"):
        json_file("list.txt")
    with pytest.raises(CorruptModelError, match=r"absent\.txt"):
        word_list("absent.txt")


def test_verified_folder_with_a_changed_missing_or_extra_file_raises(folder: Path) -> None:
    shutil.copytree(FOLDER / "spam", folder / "spam")
    digest = hashlib.sha256((folder / "spam" / "weights.npz").read_bytes()).hexdigest()
    digests()["spam/weights.npz"] = digest
    with pytest.raises(CorruptModelError, match=r"also holds .*README\.md"):
        verified_folder("spam")
    (folder / "spam" / "README.md").unlink()
    assert verified_folder("spam") == folder / "spam"
    with (folder / "spam" / "weights.npz").open("ab") as file:
        file.write(b" ")
    with pytest.raises(CorruptModelError, match="Reinstall"):
        verified_folder("spam")
    (folder / "spam" / "weights.npz").unlink()
    with pytest.raises(CorruptModelError, match="cannot be read"):
        verified_folder("spam")


def test_open_session_with_bytes_that_are_not_a_graph_raises_and_names_the_model() -> None:
    with pytest.raises(CorruptModelError, match=r"mine\.onnx cannot be loaded"):
        open_session("mine.onnx", b"not a graph", log_severity=4)
