"""Tables in files, read and written in chunks: CSV, JSON lines and Parquet.

What a table holds is kept as it is: a CSV has no types, so its columns stay text ("007" is not 7),
the members of JSON lines stay the values that JSON has, and the columns of Parquet stay Arrow's.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import secrets
import warnings
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, cast

import numpy
import pandas

from triptych._disk import writing_to

if TYPE_CHECKING:
    import pyarrow

Format = Literal["csv", "tsv", "jsonl", "parquet"]

_FORMATS: dict[str, Format] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_SEPARATORS = {"csv": ",", "tsv": "\t"}


class TableError(ValueError):
    """A file cannot be read or written as a table; the message says what to do."""


def format_of(name: str | Path) -> Format:
    """Return the format that the extension of a file's name stands for.

    Raises
    ------
    TableError
        If it is none of .csv, .tsv, .jsonl, .ndjson (each also with .gz), .parquet and .pq.

    Examples
    --------
    >>> format_of("reviews.csv.gz"), format_of("moods.PARQUET")
    ('csv', 'parquet')
    """
    path = Path(str(name).lower())
    zipped = path.suffix == ".gz"
    kind = _FORMATS.get(path.with_suffix("").suffix if zipped else path.suffix)
    if kind is None or (zipped and kind == "parquet"):
        raise TableError(
            f"Unknown kind of table {str(name)!r}: use .csv, .tsv, .jsonl, .ndjson (each also with "
            ".gz) or .parquet."
        )
    return kind


class TableReader:
    r"""A table that is read in chunks, so that it may be larger than memory.

    Parameters
    ----------
    file : BinaryIO
        Where its bytes are read from; closing it is up to the caller. Parquet needs a file that
        can seek.
    kind : {"csv", "tsv", "jsonl", "parquet"}
        Its format. Text is UTF-8.
    zipped : bool, default False
        Whether CSV or JSON lines are compressed with gzip.

    Examples
    --------
    >>> reader = TableReader(io.BytesIO(b"text,stars\nFine,5\nAwful,1\nLate,\n"), "csv")
    >>> [chunk["stars"].tolist() for chunk in reader.chunks(2)]
    [['5', '1'], [nan]]
    """

    def __init__(self, file: BinaryIO, kind: Format, *, zipped: bool = False) -> None:
        self._file = file
        self.kind = kind
        self._zipped = zipped
        self._start = self._size = 0
        # A pipe has no size.
        if file.seekable():
            self._start = file.tell()
            self._size = file.seek(0, os.SEEK_END) - self._start
            file.seek(self._start)
        self._rows = 0
        #: Rows of the whole table, as far as they are known before it is read.
        self.known_rows: int | None = None

    def chunks(self, rows: int) -> Generator[pandas.DataFrame, None, None]:
        """Yield the rows in order, at most `rows` at a time; of a table without rows, its columns.

        Raises
        ------
        TableError
            If the file is not a table of its format.
        """
        read = {"jsonl": self._json_lines, "parquet": self._parquet}.get(self.kind, self._csv)
        for chunk in read(rows):
            self._rows += len(chunk)
            yield chunk

    def estimated_rows(self) -> int | None:
        """Return how many rows the whole table has, by the share of its bytes that was read."""
        if self.known_rows is not None or not self._size or not self._rows:
            return self.known_rows
        read = max(1, self._file.tell() - self._start)
        return max(self._rows, round(self._rows * self._size / read))

    def _csv(self, rows: int) -> Iterator[pandas.DataFrame]:
        with _errors_of_csv():
            reader = pandas.read_csv(
                self._file,
                sep=_SEPARATORS[self.kind],
                chunksize=rows,
                compression="gzip" if self._zipped else None,
                encoding="utf-8",
                # As the file has them: no number loses a digit, and "NA" may be an answer.
                dtype=str,
                keep_default_na=False,
                na_values=[""],
                index_col=False,
                # In a table of one column, an empty line is a missing value.
                skip_blank_lines=False,
            )
        while True:
            with _errors_of_csv():
                chunk = next(reader, None)
            if chunk is None:
                return
            yield chunk

    def _json_lines(self, rows: int) -> Iterator[pandas.DataFrame]:
        binary = cast("BinaryIO", gzip.GzipFile(fileobj=self._file)) if self._zipped else self._file
        lines = io.TextIOWrapper(binary, encoding="utf-8-sig")
        records = (_record(n, line) for n, line in enumerate(lines, start=1) if line.strip())
        is_first = True
        try:
            while (chunk := list(islice(records, rows))) or is_first:
                # Objects: an integer beside a missing value would become a float.
                yield pandas.DataFrame(chunk, dtype=object)
                is_first = False
        except (UnicodeDecodeError, gzip.BadGzipFile, EOFError) as error:
            raise _unreadable(error) from None
        finally:
            # Or it would close the file.
            lines.detach()

    def _parquet(self, rows: int) -> Iterator[pandas.DataFrame]:
        pyarrow, parquet = _pyarrow()
        if not self._file.seekable():
            raise TableError("Parquet is not read from a pipe: give the name of the file.")
        try:
            table = parquet.ParquetFile(self._file)
            self.known_rows = table.metadata.num_rows
            if not self.known_rows:
                yield _arrow_backed(table.schema_arrow.empty_table())
            for batch in table.iter_batches(rows):
                yield _arrow_backed(batch)
        except pyarrow.ArrowException as error:
            raise TableError(f"The file is not a readable Parquet file: {error}") from None


class TableWriter:
    """A table that is written chunk by chunk; its first chunk names the columns.

    Parameters
    ----------
    file : BinaryIO
        Where its bytes are written to; closing it is up to the caller.
    kind : {"csv", "tsv", "jsonl", "parquet"}
        Its format. In CSV, lists and records are written as JSON.
    zipped : bool, default False
        Whether CSV or JSON lines are compressed with gzip.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> with TableWriter(file, "jsonl") as writer:
    ...     writer.write(pandas.DataFrame({"text": ["Fine", None], "vector": [[0.6, 0.8], None]}))
    >>> print(file.getvalue().decode(), end="")
    {"text": "Fine", "vector": [0.6, 0.8]}
    {"text": null, "vector": null}
    """

    def __init__(self, file: BinaryIO, kind: Format, *, zipped: bool = False) -> None:
        self._kind = kind
        # Without a time in it, so that equal tables are equal files.
        self._gzip = gzip.GzipFile(fileobj=file, mode="wb", mtime=0) if zipped else None
        self._file = cast("BinaryIO", self._gzip or file)
        self._columns: list[str] | None = None
        self._parquet: Any = None
        self._schema: pyarrow.Schema | None = None
        if kind == "parquet":
            # Before hours of work, not after them.
            _pyarrow()

    def __enter__(self) -> TableWriter:
        return self

    def __exit__(self, *error: object) -> None:
        if self._parquet is not None:
            self._parquet.close()
        if self._gzip is not None:
            self._gzip.close()

    def write(self, chunk: pandas.DataFrame) -> None:
        """Write further rows.

        Raises
        ------
        TableError
            If they have columns that the first ones did not have, or values that the format or
            the type of a column cannot hold.
        """
        try:
            if self._kind == "jsonl":
                for line in _json_of(_with_index(chunk)):
                    self._file.write(line)
            elif self._kind == "parquet":
                self._write_parquet(self._of_same_columns(chunk))
            else:
                self._write_csv(_with_index(chunk))
        except UnicodeEncodeError:
            raise TableError(
                "A text contains half of a character (a lone surrogate): write JSON lines."
            ) from None

    def _of_same_columns(self, chunk: pandas.DataFrame) -> pandas.DataFrame:
        if self._columns is None:
            self._columns = list(chunk.columns)
        if new := [str(name) for name in chunk.columns if name not in self._columns]:
            raise TableError(
                f"Later rows have columns that the first ones do not have ({', '.join(new)}): "
                "write JSON lines."
            )
        return chunk.reindex(columns=self._columns)

    def _write_csv(self, chunk: pandas.DataFrame) -> None:
        is_first = self._columns is None
        chunk = self._of_same_columns(chunk).copy(deep=False)
        for place, dtype in enumerate(chunk.dtypes):
            if _may_hold_lists(dtype):
                chunk.isetitem(place, [_cell(value) for value in chunk.iloc[:, place]])
        text = chunk.to_csv(
            header=is_first, index=False, sep=_SEPARATORS[self._kind], lineterminator="\n"
        )
        self._file.write(text.encode())

    def _write_parquet(self, chunk: pandas.DataFrame) -> None:
        pyarrow, parquet = _pyarrow()
        try:
            table = pyarrow.Table.from_pandas(
                chunk, preserve_index=None if _has_index(chunk) else False
            )
            if self._schema is None:
                schema = table.schema
                # A column whose first values are all missing holds text, if anything.
                for place, field in enumerate(schema):
                    if pyarrow.types.is_null(field.type):
                        schema = schema.set(place, field.with_type(pyarrow.string()))
                self._schema = schema
                self._parquet = parquet.ParquetWriter(self._file, schema)
            for own, new in zip(self._schema, table.schema, strict=True):
                # A cast of records drops the members that it does not know.
                if own.type != new.type and "struct<" in f"{own.type} {new.type}":
                    raise pyarrow.ArrowInvalid(f"{own.name}: {own.type}, then {new.type}")
            self._parquet.write_table(table.cast(self._schema))
        except (pyarrow.ArrowException, OverflowError) as error:
            raise TableError(
                f"A column has values of several types, which Parquet cannot hold ({error}): "
                "write JSON lines."
            ) from None


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that gets its name, in place of any other, when the block ends without an error.

    Until then it has a hidden name in the same folder. What is no ordinary file, such as
    `/dev/null` or a named pipe, is written directly.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp(), "moods.csv")
    >>> with replacing(target) as file:
    ...     _ = file.write(b"mood")
    ...     target.exists()
    False
    >>> target.read_bytes()
    b'mood'
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    partial = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with writing_to(target.parent), partial.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _pyarrow() -> tuple[ModuleType, ModuleType]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise TableError(
            "A Parquet file needs an extra: pip install 'triptych[parquet]'."
        ) from None
    return pyarrow, parquet


def _arrow_backed(rows: Any) -> pandas.DataFrame:
    # With Arrow's own types, which keep integers beside missing values, dates and lists.
    frame: pandas.DataFrame = rows.to_pandas(types_mapper=pandas.ArrowDtype)
    return frame


@contextmanager
def _errors_of_csv() -> Iterator[None]:
    with warnings.catch_warnings():
        # A first row with more fields than the header: their values would be dropped.
        warnings.simplefilter("error", pandas.errors.ParserWarning)
        try:
            yield
        except pandas.errors.EmptyDataError:
            raise TableError("The file is empty: a CSV begins with a line of names.") from None
        except pandas.errors.ParserWarning:
            raise TableError("A row has more fields than the first line has names.") from None
        except pandas.errors.ParserError as error:
            reason = str(error).rpartition("C error: ")[2].strip()
            raise TableError(f"The file is not a readable CSV: {reason}.") from None
        except (UnicodeDecodeError, gzip.BadGzipFile, EOFError) as error:
            raise _unreadable(error) from None


def _unreadable(error: Exception) -> TableError:
    if isinstance(error, UnicodeDecodeError):
        return TableError("The file is not valid UTF-8 text; save it as UTF-8.")
    return TableError("The file ends in .gz, but is not a complete gzip file.")


def _record(number: int, line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise TableError(f"Line {number} is not JSON: {error}.") from None
    if not isinstance(record, dict):
        raise TableError(f"Line {number} is not a JSON object: each row is one, {{...}}.")
    return record


def _has_index(chunk: pandas.DataFrame) -> bool:
    """Return whether the index of a frame says more than the order of its rows."""
    return not isinstance(chunk.index, pandas.RangeIndex)


def _with_index(chunk: pandas.DataFrame) -> pandas.DataFrame:
    return chunk.reset_index() if _has_index(chunk) else chunk


def _json_of(chunk: pandas.DataFrame) -> Iterable[bytes]:
    names = [str(name) for name in chunk.columns]
    columns = [list(chunk.iloc[:, place].array) for place in range(len(names))]
    for values in zip(*columns, strict=True):
        record = {name: _plain(value) for name, value in zip(names, values, strict=True)}
        try:
            yield json.dumps(record, ensure_ascii=False).encode() + b"\n"
        except UnicodeEncodeError:
            yield json.dumps(record).encode() + b"\n"


def _plain(value: Any) -> Any:
    """Return a value as JSON has it."""
    if isinstance(value, str | bool | int | None):
        return value
    if isinstance(value, numpy.ndarray) and value.dtype == numpy.float32:
        # The shortest digits of float32: 0.1 and not 0.10000000149011612.
        return value.astype(str).astype(float).tolist()
    if isinstance(value, list | tuple | numpy.ndarray):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, float | numpy.floating):
        return float(str(value)) if numpy.isfinite(value) else None
    if isinstance(value, numpy.integer | numpy.bool_):
        return value.item()
    if pandas.isna(value):
        return None
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _may_hold_lists(dtype: Any) -> bool:
    if isinstance(dtype, pandas.ArrowDtype):
        import pyarrow

        return bool(pyarrow.types.is_nested(dtype.pyarrow_dtype))
    return isinstance(dtype, numpy.dtype) and dtype.kind == "O"


def _cell(value: Any) -> Any:
    """Return lists and records as JSON, anything else as it is."""
    if isinstance(value, list | tuple | dict | numpy.ndarray):
        return json.dumps(_plain(value), ensure_ascii=False)
    return value
