"""Tables in files: what is read is what is there, and what is written can be read again."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from pathlib import Path

import numpy
import pandas
import pyarrow
import pytest
from pyarrow import parquet

from triptych.columns.tables import (
    Format,
    TableError,
    TableReader,
    TableWriter,
    format_of,
    replacing,
)


def _read(data: bytes, kind: Format, rows: int = 2, *, zipped: bool = False) -> pandas.DataFrame:
    chunks = list(TableReader(io.BytesIO(data), kind, zipped=zipped).chunks(rows))
    assert all(len(chunk) <= rows for chunk in chunks)
    return pandas.concat(chunks, ignore_index=True)


def _write(*chunks: pandas.DataFrame, kind: Format, zipped: bool = False) -> bytes:
    file = io.BytesIO()
    with TableWriter(file, kind, zipped=zipped) as writer:
        for chunk in chunks:
            writer.write(chunk)
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("reviews.csv", "csv"),
        ("a.b/REVIEWS.CSV.GZ", "csv"),
        ("reviews.tsv", "tsv"),
        ("reviews.jsonl.gz", "jsonl"),
        ("reviews.ndjson", "jsonl"),
        ("reviews.parquet", "parquet"),
    ],
)
def test_format_of_a_known_extension(name: str, kind: str) -> None:
    assert format_of(name) == kind


@pytest.mark.parametrize("name", ["reviews", "reviews.xlsx", "reviews.parquet.gz", "csv", ".csv"])
def test_format_of_an_unknown_extension_names_the_known_ones(name: str) -> None:
    with pytest.raises(TableError, match=r"use \.csv, .*\.parquet"):
        format_of(name)


def test_csv_columns_stay_text_in_every_chunk() -> None:
    data = b'\xef\xbb\xbfid,text,n\n007,NA,1\n008,,2.50\n9,"two\nlines, ""quoted""",x\n'
    frame = _read(data, "csv")
    assert frame["id"].tolist() == ["007", "008", "9"]
    assert frame["n"].tolist() == ["1", "2.50", "x"]
    assert frame["text"].tolist()[::2] == ["NA", 'two\nlines, "quoted"']
    assert frame["text"].isna().tolist() == [False, True, False]
    assert _write(frame, kind="csv") == data.removeprefix(b"\xef\xbb\xbf")


def test_csv_with_a_header_alone_has_columns_and_no_row() -> None:
    frame = _read(b"id,text\n", "csv")
    assert list(frame.columns) == ["id", "text"]
    assert _write(frame, kind="csv") == b"id,text\n"


def test_csv_of_one_column_keeps_empty_and_blank_lines() -> None:
    frame = _read(b"text\nTea\n\n \nRain\n", "csv")
    assert frame["text"].fillna("missing").tolist() == ["Tea", "missing", " ", "Rain"]


def test_tsv_is_separated_by_tabs_both_ways() -> None:
    data = b"id\ttext\n1\ta, b\n"
    assert _write(_read(data, "tsv"), kind="tsv") == data


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        (b"", "csv", "The file is empty"),
        (b"a,b\n1,2,3\n", "csv", "more fields than the first line"),
        (b"a,b\n1,2\n1,2,3\n", "csv", "Expected 2 fields in line 3, saw 3"),
        (b'a\n"x\n', "csv", "EOF inside string"),
        (b"a\n\xff\n", "csv", "not valid UTF-8"),
        (b'{"a": 1}\n\n{"a": }\n', "jsonl", "Line 3 is not JSON"),
        (b"[1]\n", "jsonl", "Line 1 is not a JSON object"),
        (b'{"a": "\xff"}\n', "jsonl", "not valid UTF-8"),
        (b"no table", "parquet", "not a readable Parquet file"),
    ],
)
def test_unreadable_tables_are_refused_with_a_reason(
    data: bytes, kind: Format, message: str
) -> None:
    with pytest.raises(TableError, match=message):
        _read(data, kind)


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_what_is_not_compressed_is_refused_as_gzip(kind: Format) -> None:
    with pytest.raises(TableError, match="gzip"):
        _read(b"plain text\nplain text\n", kind, zipped=True)
    with pytest.raises(TableError, match="gzip"):
        _read(gzip.compress(b'{"a": "plain text"}\n' * 99)[:-9], kind, zipped=True)


def test_json_lines_keep_every_value() -> None:
    records = [
        {"id": 2**60 + 1, "text": "naïve", "tags": ["a", None], "seen": True, "ratio": 0.1},
        {"id": None, "text": None, "tags": {"deep": [1.5]}, "seen": False, "ratio": 3},
        {"id": 7, "text": "\ud800", "tags": None, "seen": None, "ratio": None},
    ]
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    written = _write(*TableReader(io.BytesIO(data), "jsonl").chunks(2), kind="jsonl")
    assert [json.loads(line) for line in written.splitlines()] == records
    assert "naïve" in written.decode(), "readable, not escaped"


def test_json_lines_with_further_members_later_are_read_and_written() -> None:
    data = b'{"a": 1}\n\n{"a": 2, "b": "x"}\n{"b": "y"}\n'
    chunks = list(TableReader(io.BytesIO(data), "jsonl").chunks(1))
    assert [list(chunk.columns) for chunk in chunks] == [["a"], ["a", "b"], ["b"]]
    assert _write(*chunks, kind="jsonl") == data.replace(b"\n\n", b"\n")


def test_json_lines_without_a_line_are_a_table_without_columns() -> None:
    (chunk,) = TableReader(io.BytesIO(b""), "jsonl").chunks(2)
    assert chunk.shape == (0, 0)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_columns_that_appear_later_are_refused_by_formats_with_fixed_ones(kind: Format) -> None:
    first, later = pandas.DataFrame({"a": ["x"]}), pandas.DataFrame({"a": ["y"], "b": ["z"]})
    with pytest.raises(TableError, match=r"columns that the first ones do not have \(b\)"):
        _write(first, later, kind=kind)
    # One that is absent is missing.
    frame = _read(_write(later, first, kind=kind), kind)
    assert frame["b"].isna().tolist() == [False, True]


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_compressed_tables_are_the_same_tables(kind: Format) -> None:
    frame = pandas.DataFrame({"text": ["a", "b", "c"]})
    zipped = _write(frame, kind=kind, zipped=True)
    assert gzip.decompress(zipped) == _write(frame, kind=kind)
    assert _read(zipped, kind, zipped=True)["text"].tolist() == ["a", "b", "c"]
    assert zipped == _write(frame, kind=kind, zipped=True), "no time in it"


def _arrow_table() -> pyarrow.Table:
    return pyarrow.table(
        {
            "id": pyarrow.array([2**60 + 1, None, 3], pyarrow.int64()),
            "text": pyarrow.array(["a", None, "c"]),
            "day": pyarrow.array([0, 1, None], pyarrow.date32()),
            "tags": pyarrow.array([["x"], [], None], pyarrow.list_(pyarrow.string())),
            "kind": pyarrow.array(["p", "q", "p"]).dictionary_encode(),
        }
    )


def test_parquet_keeps_types_and_values() -> None:
    file = io.BytesIO()
    parquet.write_table(_arrow_table(), file)
    chunks = list(TableReader(file, "parquet").chunks(2))
    written = parquet.read_table(io.BytesIO(_write(*chunks, kind="parquet")))
    assert written.schema.remove_metadata().types == _arrow_table().schema.types
    assert written.to_pylist() == _arrow_table().to_pylist()


def test_parquet_becomes_csv_and_json_lines() -> None:
    file = io.BytesIO()
    parquet.write_table(_arrow_table(), file)
    (chunk,) = TableReader(file, "parquet").chunks(9)
    lines = [json.loads(line) for line in _write(chunk, kind="jsonl").splitlines()]
    assert lines[0] == {
        "id": 2**60 + 1,
        "text": "a",
        "day": "1970-01-01",
        "tags": ["x"],
        "kind": "p",
    }
    assert lines[2]["tags"] is None
    assert _write(chunk, kind="csv").decode().splitlines()[1:3] == [
        f'{2**60 + 1},a,1970-01-01,"[""x""]",p',
        ",,1970-01-02,[],q",
    ]


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
def test_an_index_that_was_stored_is_written_again(kind: Format) -> None:
    file = io.BytesIO()
    labels = pandas.Index(["x", "y", "y"], name="key")
    pandas.DataFrame({"text": ["a", "b", "c"]}, index=labels).to_parquet(file)
    written = _write(*TableReader(file, "parquet").chunks(2), kind=kind)
    if kind == "parquet":
        frame = pandas.read_parquet(io.BytesIO(written)).reset_index()
    else:
        frame = _read(written, kind)
    assert frame.to_dict("list") == {"key": ["x", "y", "y"], "text": ["a", "b", "c"]}


def test_parquet_without_rows_keeps_its_columns() -> None:
    file = io.BytesIO()
    parquet.write_table(_arrow_table().slice(0, 0), file)
    chunks = list(TableReader(file, "parquet").chunks(2))
    written = parquet.read_table(io.BytesIO(_write(*chunks, kind="parquet")))
    assert written.num_rows == 0
    assert written.schema.types == _arrow_table().schema.types


def test_parquet_of_json_whose_first_values_are_missing_has_text() -> None:
    data = b'{"a": null}\n{"a": null}\n{"a": "x"}\n'
    chunks = TableReader(io.BytesIO(data), "jsonl").chunks(2)
    written = parquet.read_table(io.BytesIO(_write(*chunks, kind="parquet")))
    assert written["a"].to_pylist() == [None, None, "x"]


@pytest.mark.parametrize("values", [[1, "x"], [1, 2.5], [{"a": 1}, "x"], [{"a": 1}, {"b": 1}]])
def test_parquet_refuses_a_column_of_several_types(values: list[object]) -> None:
    data = "".join(json.dumps({"a": value}) + "\n" for value in values).encode()
    with pytest.raises(TableError, match="several types"):
        _write(*TableReader(io.BytesIO(data), "jsonl").chunks(1), kind="parquet")


def test_parquet_takes_whole_numbers_and_missing_values_into_a_column_of_its_type() -> None:
    data = b'{"a": 0.5, "b": ["x"]}\n{"a": 2, "b": []}\n{"a": null, "b": null}\n'
    chunks = TableReader(io.BytesIO(data), "jsonl").chunks(1)
    written = parquet.read_table(io.BytesIO(_write(*chunks, kind="parquet")))
    assert written.to_pydict() == {"a": [0.5, 2.0, None], "b": [["x"], [], None]}


def test_single_precision_is_written_with_its_own_digits() -> None:
    vectors = [numpy.asarray([0.1, 1e-9], numpy.float32)]
    frame = pandas.DataFrame({"score": numpy.asarray([0.93], numpy.float32), "vector": vectors})
    assert _write(frame, kind="jsonl") == b'{"score": 0.93, "vector": [0.1, 1e-09]}\n'
    assert _write(frame, kind="csv") == b'score,vector\n0.93,"[0.1, 1e-09]"\n'


def test_half_a_character_is_refused_where_it_cannot_be_written() -> None:
    frame = pandas.DataFrame({"text": ["\ud800"]}, dtype=object)
    for kind in ("csv", "parquet"):
        with pytest.raises(TableError, match="lone surrogate"):
            _write(frame, kind=kind)


def test_parquet_needs_a_file_that_can_seek() -> None:
    read, write = os.pipe()
    os.close(write)
    with os.fdopen(read, "rb") as pipe, pytest.raises(TableError, match="not read from a pipe"):
        next(TableReader(pipe, "parquet").chunks(2))


def test_parquet_without_its_extra_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(TableError, match=r"pip install 'triptych\[parquet\]'"):
        next(TableReader(io.BytesIO(), "parquet").chunks(2))
    with pytest.raises(TableError, match=r"pip install 'triptych\[parquet\]'"):
        TableWriter(io.BytesIO(), "parquet")


def test_rows_are_known_of_parquet_and_estimated_of_text() -> None:
    data = b"text\n" + b"some text\n" * 200_000
    reader = TableReader(io.BytesIO(data), "csv")
    assert reader.estimated_rows() is None
    chunks = reader.chunks(50_000)
    next(chunks)
    assert 100_000 < (reader.estimated_rows() or 0) <= 200_000
    assert sum(len(chunk) for chunk in chunks) == 150_000
    assert reader.estimated_rows() == 200_000
    file = io.BytesIO()
    parquet.write_table(_arrow_table(), file)
    reader = TableReader(file, "parquet")
    next(reader.chunks(1))
    assert reader.estimated_rows() == 3


def test_replacing_leaves_the_old_file_until_the_new_one_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "moods.csv"
    target.write_text("old")

    def write_half() -> None:
        with replacing(target) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
    with replacing(target) as file:
        file.write(b"new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(sys.platform == "win32", reason="links and devices of POSIX")
def test_replacing_follows_links_and_leaves_devices_in_place(tmp_path: Path) -> None:
    target, link = tmp_path / "real.csv", tmp_path / "link.csv"
    target.write_text("old")
    link.symlink_to(target)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    with replacing(Path("/dev/null")) as file:
        file.write(b"gone")
    assert not Path("/dev/null").is_file()
