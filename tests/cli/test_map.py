"""`triptych map`: formats, options, exit statuses, and what is left of an interrupted run."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas
import pytest
from pyarrow import parquet
from tests.columns.scoring_service import ScoringService, scoring_service
from typer.testing import CliRunner, Result

from triptych import columns
from triptych.cli.main import app
from triptych.cli.map import command

TEXTS = ["See you at six", "WIN a FREE prize, text CLAIM to 80080 now", "", "Tea, or coffee?"]
COMMAND = [sys.executable, "-m", "triptych", "map"]
DATA = Path(__file__).parents[2] / "data"


def _map(*arguments: str | Path, given: bytes = b"") -> Result:
    result = CliRunner().invoke(app, ["map", *map(str, arguments)], input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def _line(result: Result) -> str:
    """Return the one line on standard error."""
    (line,) = result.stderr.splitlines()
    assert line.startswith("triptych: ")
    return line


def _table(folder: Path, name: str = "texts.csv") -> Path:
    """Write the texts with an identifier beside each, and return the file."""
    path = folder / name
    frame = pandas.DataFrame({"id": ["007", "008", "009", "010"], "text": TEXTS})
    if ".csv" in name:
        frame.to_csv(path, index=False)
    elif ".parquet" in name:
        frame.replace("", None).to_parquet(path)
    else:
        frame.replace("", None).to_json(path, orient="records", lines=True)
    return path


def _read(path: Path) -> pandas.DataFrame:
    if ".csv" in path.name:
        return pandas.read_csv(path, dtype={"id": str})
    if ".parquet" in path.name:
        return pandas.read_parquet(path)
    return pandas.read_json(path, lines=True, dtype={"id": str})


@pytest.mark.parametrize("read", ["t.csv", "t.csv.gz", "t.jsonl", "t.ndjson.gz", "t.parquet"])
@pytest.mark.parametrize("written", ["m.csv", "m.csv.gz", "m.jsonl", "m.parquet"])
def test_a_table_gets_the_result_beside_its_columns(
    read: str, written: str, tmp_path: Path
) -> None:
    out = tmp_path / written
    result = _map("spam", _table(tmp_path, read), "--column", "text", "--out", out)
    assert (result.exit_code, result.output) == (0, "")
    frame = _read(out)
    expected = columns.run("spam", [text or None for text in TEXTS])
    assert list(frame.columns) == ["id", "text", "is_spam", "score", "error"]
    assert frame["id"].tolist() == ["007", "008", "009", "010"]
    assert frame["text"].fillna("").tolist() == TEXTS
    assert frame["is_spam"].astype("boolean").equals(expected["is_spam"])
    assert frame["score"].astype("float32").round(6).equals(expected["score"].round(6))
    assert frame["error"].isna().all()


def test_parquet_has_the_types_of_the_result(tmp_path: Path) -> None:
    out = tmp_path / "moods.parquet"
    assert _map("sentiment", _table(tmp_path), "--column", "text", "--out", out).exit_code == 0
    frame = pandas.read_parquet(out)
    empty = columns.empty("sentiment")
    assert frame["sentiment"].dtype == empty["sentiment"].dtype
    assert frame["emotion"].dtype == empty["emotion"].dtype
    assert frame["score"].dtype == "float32"


@pytest.mark.parametrize("lines", [False, True])
def test_standard_input_goes_to_standard_output(lines: bool, tmp_path: Path) -> None:
    given = _table(tmp_path, "t.jsonl" if lines else "t.csv").read_bytes()
    arguments = ["spam", "-", "--column", "text"]
    result = _map(*arguments, *(["--input-format", "jsonl"] if lines else []), given=given)
    assert result.exit_code == 0
    assert result.stderr == ""
    if lines:
        rows = [json.loads(line) for line in result.stdout.splitlines()]
        assert [row["is_spam"] for row in rows] == [False, True, None, False]
    else:
        assert result.stdout.splitlines()[0] == "id,text,is_spam,score,error"
        assert result.stdout.splitlines()[3] == "009,,,,"


def test_the_output_may_have_another_format_than_its_name(tmp_path: Path) -> None:
    out = tmp_path / "moods.txt"
    formats = ["--input-format", "csv", "--output-format", "jsonl"]
    table = _table(tmp_path).rename(tmp_path / "texts.txt")
    assert _map("spam", table, "--column", "text", "--out", out, *formats).exit_code == 0
    assert json.loads(out.read_text().splitlines()[0])["is_spam"] is False


def test_chunks_make_the_same_table_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, whole, parts = _table(tmp_path), tmp_path / "whole.csv", tmp_path / "parts.csv"
    assert _map("profanity", table, "--column", "text", "--out", whole).exit_code == 0
    monkeypatch.setattr(command, "_ROWS", 1)
    assert _map("profanity", table, "--column", "text", "--out", parts).exit_code == 0
    assert parts.read_bytes() == whole.read_bytes()


def test_a_column_that_the_table_has_already_is_named_after_the_operation(tmp_path: Path) -> None:
    table = tmp_path / "t.jsonl"
    table.write_text('{"text": "Tea", "score": 5, "error": "x", "spam_error": "y"}\n')
    row = json.loads(_map("spam", table, "--column", "text").stdout)
    assert list(row) == [
        *("text", "score", "error", "spam_error"),
        *("is_spam", "spam_score", "spam_spam_error"),
    ]
    assert row["score"] == 5
    assert row["spam_score"] < 0.5


def test_a_later_column_with_the_name_of_a_new_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "t.jsonl"
    table.write_text('{"text": "Tea"}\n{"text": "Rain", "score": 5}\n')
    monkeypatch.setattr(command, "_ROWS", 1)
    result = _map("spam", table, "--column", "text", "--out", tmp_path / "m.jsonl")
    assert result.exit_code == 2
    assert "'score', which the first ones do not have" in _line(result)


def test_later_lines_without_the_column_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "t.jsonl"
    table.write_text('{"text": "Tea"}\n{"note": "no text"}\n')
    monkeypatch.setattr(command, "_ROWS", 1)
    result = _map("spam", table, "--column", "text")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows[1] == {"note": "no text", "is_spam": None, "score": None, "error": None}


def test_vectors_are_lists_of_one_length(tmp_path: Path) -> None:
    table, vectors = _table(tmp_path), columns.run("embed", ["See you at six"], dimensions=8)
    common: list[str | Path] = [
        "embed",
        table,
        "--column",
        "text",
        "--option",
        "dimensions=8",
        "--out",
    ]
    assert _map(*common, tmp_path / "v.parquet").exit_code == 0
    read = parquet.read_table(tmp_path / "v.parquet")
    assert str(read.schema.field("vector").type) == "fixed_size_list<element: float>[8]"
    assert read["vector"].is_null().to_pylist() == [False, False, True, False]
    assert read["vector"][0].as_py() == pytest.approx(vectors.iloc[0].tolist(), abs=1e-6)
    assert _map(*common, tmp_path / "v.csv").exit_code == 0
    cell = pandas.read_csv(tmp_path / "v.csv")["vector"][0]
    assert json.loads(cell) == pytest.approx(vectors.iloc[0].tolist(), abs=1e-6)
    assert _map(*common, tmp_path / "v.jsonl").exit_code == 0
    rows = [json.loads(line) for line in (tmp_path / "v.jsonl").read_text().splitlines()]
    assert rows[0]["vector"] == json.loads(cell)
    assert rows[2]["vector"] is None


def test_several_results_repeat_their_row(tmp_path: Path) -> None:
    table = tmp_path / "pictures.csv"
    pictures = sorted(path for path in DATA.rglob("*.jpg"))[:2]
    names = [*map(str, pictures), "no-such-picture.jpg"]
    pandas.DataFrame({"key": ["a", "b", "c"], "file": names}).to_csv(table, index=False)
    result = _map("detect", table, "--column", "file", "--out", tmp_path / "objects.csv")
    assert result.exit_code == 1
    assert "1 of 3 rows failed" in _line(result)
    frame = pandas.read_csv(tmp_path / "objects.csv")
    expected = columns.run("detect", names)
    assert frame["key"].tolist() == [["a", "b", "c"][row] for row in expected.index]
    assert frame["label"].fillna("").tolist() == expected["label"].fillna("").tolist()
    assert frame["error"].notna().tolist() == [False] * (len(frame) - 1) + [True]


def test_rows_that_fail_keep_their_error_and_are_counted(tmp_path: Path) -> None:
    out = tmp_path / "moods.jsonl"
    given = b'{"text": "I love it"}\n{"text": " "}\n{"text": null}\n'
    result = _map(
        *("sentiment", "-", "--column", "text", "--input-format", "jsonl", "--out", out),
        given=given,
    )
    assert result.exit_code == 1
    assert "1 of 3 rows failed" in _line(result)
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["sentiment"] for row in rows] == ["positive", None, None]
    assert "white space" in rows[1]["error"]
    assert rows[2]["error"] is None


def test_a_row_that_fails_ends_the_command_if_errors_are_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "moods.jsonl"
    # The number of the row is that in the table, not in its chunk.
    monkeypatch.setattr(command, "_ROWS", 1)
    result = _map(
        *("sentiment", "-", "--column", "text", "--input-format", "jsonl", "--out", out),
        *("--on-error", "raise"),
        given=b'{"text": "I love it"}\n{"text": " "}\n',
    )
    assert result.exit_code == 1
    assert "white space" in _line(result)
    assert "row 1" in _line(result)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"operation": "sentimnt"}, "use one of sentiment, spam, "),
        ({"table": "no.csv"}, "no.csv: No such file"),
        ({"table": "."}, "Unknown kind of table"),
        ({"table": "texts.xlsx"}, r"Unknown kind of table 'texts.xlsx'"),
        ({"column": "txt"}, "no column 'txt' in texts.csv: it has id, text"),
        ({"out": "taken.csv"}, "taken.csv exists: add --overwrite"),
        ({"out": "no/moods.csv"}, "There is no folder no"),
        ({"out": "folder.csv"}, "folder.csv is a folder"),
        ({"out": "moods.xlsx"}, "Unknown kind of table 'moods.xlsx'"),
        ({"out": "-", "more": "--output-format=parquet"}, "Parquet is not written to standard"),
        ({"more": "--option=languages"}, "write it as name=value"),
        ({"more": "--option=lang=en"}, "no option lang: its options are"),
        ({"more": "--option=languages=3"}, "languages"),
        ({"table": "numbers.parquet"}, "Column 'text': profanity reads text, .* int64"),
        ({"table": "broken.csv"}, "Expected 2 fields in line 3, saw 3"),
        ({"more": "--journal=texts.csv"}, "not a journal"),
    ],
)
def test_wrong_usage_is_one_line_and_leaves_no_file(
    change: dict[str, str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _table(tmp_path)
    Path("taken.csv").write_text("mine")
    Path("folder.csv").mkdir()
    Path("broken.csv").write_text("id,text\n1,a\n1,2,3\n")
    pandas.DataFrame({"text": [1, 2]}).to_parquet("numbers.parquet")
    before = sorted(tmp_path.iterdir())
    given = {"operation": "profanity", "table": "texts.csv", "column": "text", "out": "moods.csv"}
    given |= change
    more = [given["more"]] if "more" in given else []
    result = _map(
        *(given["operation"], given["table"], "--column", given["column"], "--out", given["out"]),
        *more,
    )
    assert result.exit_code == 2
    assert re.search(message, _line(result))
    assert sorted(tmp_path.iterdir()) == before
    assert Path("taken.csv").read_text() == "mine"


def test_overwrite_replaces_the_output_and_the_table_itself(tmp_path: Path) -> None:
    table = _table(tmp_path)
    result = _map("spam", table, "--column", "text", "--out", table, "--overwrite")
    assert result.exit_code == 0
    assert list(_read(table).columns) == ["id", "text", "is_spam", "score", "error"]


@pytest.mark.parametrize(("name", "content"), [("t.csv", "id,text\n"), ("t.jsonl", "")])
def test_a_table_without_rows_makes_one_without_rows(
    name: str, content: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content)
    out = tmp_path / "out.csv"
    assert _map("spam", tmp_path / name, "--column", "text", "--out", out).exit_code == 0
    assert list(_read(out).columns)[-3:] == ["is_spam", "score", "error"]
    assert len(_read(out)) == 0


def test_options_reach_the_operation(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("text\na sh1tty day\n")
    arguments: list[str | Path] = ["profanity", tmp_path / "t.csv", "--column", "text", "--option"]
    assert "a #### day" in _map(*arguments, "censor_replacement=####").stdout
    assert "a sh1tty day" in _map(*arguments, 'allow=["sh1tty"]').stdout.splitlines()[1]


def test_progress_is_shown_only_on_a_terminal_or_when_asked_for(tmp_path: Path) -> None:
    arguments: list[str | Path] = ["spam", _table(tmp_path), "--column", "text"]
    assert _map(*arguments).stderr == ""
    assert _map(*arguments, "--quiet").stderr == ""
    shown = _map(*arguments, "--progress").stderr
    assert "spam" in shown
    assert "4/4" in shown
    failing = b"text\nTea\n \n"
    shown = _map("sentiment", "-", "--column", "text", "--progress", given=failing).stderr
    assert "errors=1" in shown


def test_a_journal_of_another_call_is_refused(tmp_path: Path) -> None:
    common: list[str | Path] = [
        _table(tmp_path),
        "--column",
        "text",
        "--journal",
        tmp_path / "spam.journal",
    ]
    assert _map("spam", *common).exit_code == 0
    result = _map("profanity", *common, "--out", tmp_path / "out.csv")
    assert result.exit_code == 2
    assert "of another call" in _line(result)
    assert not (tmp_path / "out.csv").exists()


def test_what_concerns_all_rows_ends_the_command_with_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "key")
    result = _map("spam", _table(tmp_path), "--column", "text", "--out", tmp_path / "out.csv")
    assert result.exit_code == 1
    assert "A key is set but no base URL" in _line(result)
    assert "With --journal FILE, the same command continues" in _line(result)
    assert not (tmp_path / "out.csv").exists()


@pytest.fixture
def scorer() -> Iterator[ScoringService]:
    with scoring_service() as service:
        yield service


def _start(scorer: ScoringService, folder: Path, *more: str) -> subprocess.Popen[str]:
    table = folder / "texts.csv"
    table.write_text("".join(["text\n", *(f"text {number}\n" for number in range(3_000))]))
    where = {"TRIPTYCH_BASE_URL": scorer.url, "TRIPTYCH_API_KEY": "key"}
    return subprocess.Popen(
        [*COMMAND, "spam", "texts.csv", "--column", "text", "--out", "out.csv", *more],
        cwd=folder,
        env=os.environ | where,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("sent", "status", "word"),
    [(signal.SIGINT, 130, "Interrupted"), (signal.SIGTERM, 143, "Terminated")],
)
@pytest.mark.parametrize("journal", [False, True])
def test_a_signal_ends_the_command_with_its_status_and_advice(
    sent: signal.Signals,
    status: int,
    word: str,
    journal: bool,
    scorer: ScoringService,
    tmp_path: Path,
) -> None:
    scorer.most = 1_000
    with _start(scorer, tmp_path, *(["--journal", "j"] if journal else [])) as process:
        assert scorer.is_silent.wait(120)
        process.send_signal(sent)
        _, err = process.communicate(timeout=120)
    assert process.returncode == status
    (line,) = err.splitlines()
    advice = "run the same command again" if journal else "With --journal FILE"
    assert line.startswith(f"triptych: {word}.")
    assert advice in line
    left = {path.name for path in tmp_path.iterdir()}
    assert left - {"j", "j-wal", "j-shm"} == {"texts.csv"}


def test_kill_9_loses_no_row_and_sends_none_again(scorer: ScoringService, tmp_path: Path) -> None:
    scorer.most = 1_000
    with _start(scorer, tmp_path, "--journal", "j") as process:
        assert scorer.is_silent.wait(120)
        process.kill()
    assert not (tmp_path / "out.csv").exists()
    with sqlite3.connect(tmp_path / "j") as database:
        (journaled,) = database.execute("SELECT count(*) FROM replies").fetchone()
    database.close()
    assert 0 < journaled <= 1_000
    scorer.most, scorer.texts = None, []
    with _start(scorer, tmp_path, "--journal", "j") as process:
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert len(scorer.texts) == 3_000 - journaled
    assert len(set(scorer.texts)) == len(scorer.texts)
    frame = pandas.read_csv(tmp_path / "out.csv")
    assert frame["text"].tolist() == [f"text {number}" for number in range(3_000)]
    assert (frame["score"] == 0.25).all()


def test_a_reader_that_leaves_ends_the_command_silently(tmp_path: Path) -> None:
    table = tmp_path / "texts.csv"
    table.write_text("".join(["text\n", *(f"text {number}\n" for number in range(30_000))]))
    arguments = [*COMMAND, "profanity", str(table), "--column", "text"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == b"text,profanities_found,profanities,clean_text,error\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(300) == 141


def test_compressed_output_can_be_read_by_gzip(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl.gz"
    assert _map("spam", _table(tmp_path), "--column", "text", "--out", out).exit_code == 0
    with gzip.open(out, "rt") as lines:
        assert json.loads(next(lines))["id"] == "007"
