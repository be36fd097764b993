from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
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
#: Loads what engines load, and prints for each file below the models folder by whom it was opened.
LOADING = """
import importlib, inspect, json, pkgutil, sys
from pathlib import Path
from triptych.models import files

opened = {}

def on_event(event, arguments):
    if event != "open" or not isinstance(arguments[0], str):
        return
    path, callers, frame = Path(arguments[0]), set(), sys._getframe(1)
    if files.FOLDER not in path.parents or path.suffix in {".py", ".pyc"}:
        return
    while frame is not None:
        callers.add(frame.f_code.co_filename)
        frame = frame.f_back
    # The index is copied after it was checked as a folder.
    if not any(caller.endswith("shutil.py") for caller in callers):
        name = path.relative_to(files.FOLDER).as_posix()
        opened.setdefault(name, []).append(files.__file__ in callers)

sys.addaudithook(on_event)

import triptych.engines
from triptych._once import once
from triptych.engines.text.encoder import session
from triptych.models.tokens import token_embeddings

# What is loaded once for each process, wherever that needs no argument.
for module in pkgutil.walk_packages(triptych.engines.__path__, "triptych.engines."):
    for function in list(vars(importlib.import_module(module.name)).values()):
        if isinstance(function, once) or hasattr(function, "cache_info"):
            parameters = inspect.signature(function).parameters.values()
            if all(parameter.default is not parameter.empty for parameter in parameters):
                function()
for name in files.digests():
    if name.endswith("/encoder.onnx") and name not in opened:
        session(name)
token_embeddings("sentiment/words.npz")
token_embeddings("token_embeddings/words.npz")
print(json.dumps(opened))
"""


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


def test_digests_name_every_file_that_an_engine_loads_and_no_other() -> None:
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests().values())
    others = {".md", ".py", ".pyc"}
    loaded = {
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*")
        if path.is_file() and path.suffix not in others
        if not path.name.startswith(("LICENSE", "SHA256SUMS"))
    }
    # Where these differ: python -m training.pin
    assert set(digests()) == loaded
    assert {Path(name).suffix for name in loaded} >= {".onnx", ".npz", ".json", ".txt", ".tsv"}


@pytest.mark.parametrize("name", digests())
def test_a_file_with_one_changed_byte_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = "mini_web/index"
    names = [other for other in digests() if other.startswith(f"{index}/")]
    for other in names if name in names else [name]:
        copy = tmp_path / other
        copy.parent.mkdir(parents=True, exist_ok=True)
        if other == name:
            shutil.copyfile(FOLDER / other, copy)
        else:
            copy.symlink_to(FOLDER / other)
    digests()
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    load = (lambda: verified_folder(index)) if name in names else (lambda: verified(name))
    load()
    with (tmp_path / name).open("r+b") as file:
        file.seek((tmp_path / name).stat().st_size // 2)
        [byte] = file.read(1)
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 1]))
    with pytest.raises(CorruptModelError, match=rf"{re.escape(name)}'.*Reinstall triptych"):
        load()


def test_every_file_is_loaded_through_the_check_and_once() -> None:
    """Python reports each file that it opens, and the functions that led to it."""
    result = subprocess.run(
        [sys.executable, "-c", LOADING], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    opened: dict[str, list[bool]] = json.loads(result.stdout)
    assert [name for name, checks in opened.items() if not all(checks)] == []
    assert [name for name, checks in opened.items() if len(checks) > 1] == []
    lists = {name for name in digests() if Path(name).suffix in {".txt", ".tsv"}}
    assert set(digests()) - lists <= set(opened)
    # Many lists are read only where a text needs them, by the same function.
    assert len(lists & set(opened)) > 30


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
    for cached in (lines, digests):
        cached.cache_clear()
    yield tmp_path
    for cached in (lines, digests):
        cached.cache_clear()


def write(path: Path, content: bytes) -> None:
    """Write a file and its digest."""
    path.write_bytes(content)
    with (path.parent / "SHA256SUMS").open("a") as table:
        table.write(f"{hashlib.sha256(content).hexdigest()}  {path.name}\n")
    for cached in (lines, digests):
        cached.cache_clear()


def test_lists_with_comments_and_blank_lines_return_the_rest_in_order(folder: Path) -> None:
    write(folder / "list.txt", "# From where\n#\n\nzwölf b\r\n#tag\u2028x\n".encode())
    assert lines("list.txt") == ("zwölf b", "#tag\u2028x")
    assert word_list("list.txt") == ("zwölf", "b", "#tag", "x")


def test_rows_with_empty_cells_keep_them(folder: Path) -> None:
    write(folder / "table.tsv", b"a\t\tb c\n\td\n")
    assert rows("table.tsv") == (("a", "", "b c"), ("", "d"))


def test_json_file_read_twice_returns_separate_objects(folder: Path) -> None:
    write(folder / "table.json", '{"a": ["é"]}'.encode())
    json_file("table.json")["a"].append("b")
    assert json_file("table.json") == {"a": ["é"]}


def test_damaged_lists_raise_and_name_the_file(folder: Path) -> None:
    write(folder / "list.txt", b"\xff")
    with pytest.raises(CorruptModelError, match=r"list\.txt.*UTF-8"):
        lines("list.txt")
    with pytest.raises(CorruptModelError, match=r"list\.txt.*JSON"):
        json_file("list.txt")
    (folder / "list.txt").unlink()
    lines.cache_clear()
    with pytest.raises(CorruptModelError, match=r"list\.txt.*cannot be read"):
        word_list("list.txt")


def test_a_list_without_a_digest_is_refused(folder: Path) -> None:
    (folder / "SHA256SUMS").write_text("")
    (folder / "list.txt").write_text("a")
    with pytest.raises(ValueError, match=r"python -m training\.pin list\.txt"):
        lines("list.txt")


def test_a_missing_table_of_digests_is_an_error_that_names_it(folder: Path) -> None:
    with pytest.raises(CorruptModelError, match=r"SHA256SUMS' cannot be read .*Reinstall"):
        verified("spam/weights.npz")


def test_verified_folder_with_a_changed_missing_or_extra_file_raises(folder: Path) -> None:
    (folder / "SHA256SUMS").write_text("")
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
