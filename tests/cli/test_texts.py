"""Which texts a command works on."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
import typer

from triptych.cli.texts import texts_of


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text("Lovely.\n\nAwful.\n")
    return path


def _give(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def _refused(capsys: pytest.CaptureFixture[str], *arguments: str, file: Path | None = None) -> str:
    with pytest.raises(typer.Exit) as exit_:
        texts_of(arguments, [file] if file else [], "sentiment")
    assert exit_.value.exit_code == 2
    [line] = capsys.readouterr().err.splitlines()[-1:]
    return line


def test_words_that_a_shell_has_split_are_one_text() -> None:
    assert texts_of(["The", "room", "was lovely."], [], "sentiment") == ["The room was lovely."]


def test_arguments_by_line_are_texts_of_their_own() -> None:
    assert texts_of(["Free prize", "See you at 5"], [], "spam", by_line=True) == [
        "Free prize",
        "See you at 5",
    ]


def test_a_file_is_read_as_argument_and_as_option(
    note: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert texts_of([], [note], "sentiment") == ["Lovely.\n\nAwful.\n"]
    assert capsys.readouterr().err == ""
    assert texts_of([str(note)], [], "spam", by_line=True) == ["Lovely.", "Awful."]
    assert capsys.readouterr().err == f"Reading the file {note}.\n"


def test_standard_input_is_read_without_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    _give(monkeypatch, "Fine.\n")
    assert texts_of([], [], "sentiment") == ["Fine.\n"]


@pytest.mark.parametrize("name", ["one.txt", "./notes", "~/notes", "reviews.CSV", "/no/where"])
def test_a_name_of_no_file_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"There is no file {name}" in _refused(capsys, name)


@pytest.mark.parametrize("text", ["I bought it at shop.txt", "and/or", "fine...", "v1.2", ":/"])
def test_a_text_that_is_no_file_name_is_a_text(text: str) -> None:
    assert texts_of([text], [], "sentiment") == [text]


def test_a_table_is_refused_with_the_command_for_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = "id,review\n1,Fine\n2,Awful\n"
    _give(monkeypatch, table)
    assert "the columns id, review: " in (line := _refused(capsys))
    assert "triptych map sentiment - --column NAME" in line
    for name in ("reviews.csv", "reviews.txt"):
        path = tmp_path / name
        path.write_text(table)
        assert f"triptych map sentiment {path} --column NAME" in _refused(capsys, file=path)


@pytest.mark.parametrize("text", ["", " \n"])
def test_no_text_is_refused(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _give(monkeypatch, text)
    assert "There is no text" in _refused(capsys)


def test_what_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    binary = tmp_path / "note.doc"
    binary.write_bytes(b"\0\1\2")
    assert "The file is not text" in _refused(capsys, file=binary)
    assert "cannot be read" in _refused(capsys, file=tmp_path)
    zipped = tmp_path / "note.txt.gz"
    zipped.write_bytes(gzip.compress(b"Lovely."))
    assert "is a table" not in _refused(capsys, file=zipped)
