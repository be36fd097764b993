import hashlib
from importlib.resources import files
from pathlib import Path

import pytest

from triptych.models import files as model_files
from triptych.models.files import CorruptModelError, json_file, lines, rows, verified, word_list
from triptych.models.profanity.digests import SHA256
from triptych.models.profanity.lists import word_lists

NAME = "profanity/words.tsv"


def test_a_shipped_file_with_its_digest_is_returned_whole() -> None:
    content = verified(NAME, SHA256["words.tsv"])
    assert content == files("triptych.models").joinpath("profanity", "words.tsv").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256["words.tsv"]


def test_the_digest_may_be_written_in_capitals() -> None:
    assert verified(NAME, SHA256["words.tsv"].upper())


def test_another_digest_is_refused_and_both_are_named() -> None:
    with pytest.raises(CorruptModelError, match=SHA256["words.tsv"]) as caught:
        verified(NAME, "0" * 64)
    assert "0" * 64 in str(caught.value)


def test_a_missing_file_is_a_corrupt_model() -> None:
    with pytest.raises(CorruptModelError, match=r"absent\.bin"):
        verified("profanity/absent.bin", "0" * 64)


@pytest.mark.parametrize(
    "name", ["../client/__init__.py", "/etc/hostname", "", "a//b", "a\\b", "c:x"]
)
def test_a_path_outside_the_folder_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a path inside"):
        verified(name, "0" * 64)


def test_the_lists_are_read_once_and_hold_every_language() -> None:
    lists = word_lists()
    assert lists is word_lists()
    assert len({entry.language for entry in lists.entries}) >= 27
    assert all(entry.severity in {None, 1, 2, 3, 4} for entry in lists.entries)
    assert len(lists.entries) == len({(e.language, e.form) for e in lists.entries})


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that takes the place of the models folder."""
    monkeypatch.setattr(model_files, "files", lambda package: tmp_path)
    lines.cache_clear()
    return tmp_path


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
