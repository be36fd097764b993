"""Tables to work on: read from a file, or a variable of the notebook, and their columns."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from triptych import samples
from triptych.contract import Attachment
from triptych.panels.base.arguments import is_table
from triptych.panels.base.code import literal
from triptych.panels.base.files import RefusedFileError
from triptych.views.base.units import shortened

if TYPE_CHECKING:
    import pandas

#: File types that browsers offer, and the readers of pandas.
ACCEPT = ".csv,.tsv,.jsonl,.ndjson,.parquet"
_LINES = (".jsonl", ".ndjson")
#: Rows that are looked at to tell columns apart.
_LOOK = 1_000
_ADDRESSES = ("https://", "http://", "data:image/")
_PICTURE = re.compile(r"(?i)^(https?://|data:image/)|\.(jpe?g|png|webp|gif|bmp|tiff?)$")


def is_table_file(file: Attachment) -> bool:
    """Return whether a file is a table, by its name.

    Examples
    --------
    >>> is_table_file(Attachment(b"", "reviews.CSV")), is_table_file(Attachment(b"", "notes.txt"))
    (True, False)
    """
    return file.filename.lower().endswith(tuple(ACCEPT.split(",")))


@dataclass(frozen=True, slots=True)
class TableSource:
    """A table, where it comes from, and how code gets it.

    Parameters
    ----------
    name : str
        The file's name, or that of the variable.
    frame : pandas.DataFrame
        Its rows; a Series is its only column.
    variable : str
        The name it has in code.
    code : str
        The line that reads it, or nothing for a variable.
    is_series : bool
        Whether the variable is a Series.
    """

    name: str
    frame: pandas.DataFrame
    variable: str
    code: str = ""
    is_series: bool = False

    def is_same(self, other: TableSource) -> bool:
        """Return whether another is the same variable with the same columns and number of rows."""
        return (
            self.name == other.name
            and self.is_series == other.is_series
            and bool(other.code == self.code)
            and self.frame.shape == other.frame.shape
            and list(self.frame.columns) == list(other.frame.columns)
        )

    def column_code(self, column: Any) -> str:
        """Return the expression for one of its columns."""
        return self.variable if self.is_series else f"{self.variable}[{literal(column)}]"


def read_table(file: Attachment, *, as_text: bool = False) -> TableSource:
    r"""Return the table in a CSV, TSV, JSON lines or Parquet file.

    Takes a while for a large file, and for the import of pandas.

    Parameters
    ----------
    file : Attachment
        The file; its name's ending decides how it is read.
    as_text : bool
        Whether the values of a CSV or TSV stay the texts they are.

    Raises
    ------
    RefusedFileError
        If it cannot be read, or has no rows.

    Examples
    --------
    >>> source = read_table(Attachment(b"id,note\n1,A long note\n", "my notes.csv"))
    >>> source.code
    'my_notes = pandas.read_csv("my notes.csv")'
    >>> source.frame["note"].tolist()
    ['A long note']
    """
    import pandas

    name = file.filename
    suffix = Path(name).suffix.lower()
    stream = io.BytesIO(file.content)
    options: dict[str, Any] = {}
    try:
        if suffix in _LINES:
            reader, options = "read_json", {"lines": True}
            frame = pandas.read_json(stream, lines=True)
        elif suffix == ".parquet":
            reader = "read_parquet"
            frame = pandas.read_parquet(stream)
        else:
            reader, options = "read_csv", _separator(file)
            exact: dict[str, Any] = {"dtype": str, "keep_default_na": False} if as_text else {}
            read_csv: Any = pandas.read_csv
            frame = read_csv(stream, **options, **exact)
    except UnicodeDecodeError:
        raise RefusedFileError(f"{name} is not valid UTF-8 text; save it as UTF-8.") from None
    except ImportError:
        raise RefusedFileError(
            f"{name} needs an extra: pip install 'triptych[parquet]', or choose a CSV."
        ) from None
    except Exception as error:
        # Each reader has errors of its own, and those of the libraries beneath it.
        reason = shortened(str(error), 120).removesuffix(".")
        what = {"read_json": "JSON lines", "read_parquet": "Parquet"}.get(reader, "CSV")
        raise RefusedFileError(f"{name} could not be read as {what}: {reason}.") from None
    if frame.empty:
        raise RefusedFileError(f"{name} has no rows below a line of column names.")
    sample = samples.name_of(name, file.content)
    path = f"triptych.samples.path({literal(sample)})" if sample else literal(name)
    arguments = "".join(f", {key}={literal(value)}" for key, value in options.items())
    variable = _identifier(Path(name).stem)
    return TableSource(name, frame, variable, f"{variable} = pandas.{reader}({path}{arguments})")


def _separator(file: Attachment) -> dict[str, str]:
    """Return the separator of a CSV, where it is not the comma: spreadsheets write semicolons."""
    if file.filename.lower().endswith(".tsv"):
        return {"sep": "\t"}
    head = file.content[:10_000].partition(b"\n")[0]
    return {"sep": ";"} if b"," not in head and b";" in head else {}


def _identifier(stem: str) -> str:
    """Return a name for a variable.

    Examples
    --------
    >>> _identifier("reviews-2024"), _identifier("2024"), _identifier("class")
    ('reviews_2024', 'table_2024', 'table_class')
    """
    import keyword

    name = re.sub(r"\W+", "_", stem).strip("_") or "table"
    is_name = name.isidentifier() and not keyword.iskeyword(name)
    return name if is_name and name not in {"pandas", "triptych"} else f"table_{name}"


def namespace() -> dict[str, Any] | None:
    """Return the notebook's variables, or None outside a notebook and in Voila."""
    # Whoever looks at a page of Voila has no cells.
    if is_voila() or "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    return None if shell is None else shell.user_ns


def is_voila() -> bool:
    """Return whether this kernel serves a page of Voila."""
    return os.environ.get("SERVER_SOFTWARE", "").startswith("voila/")


def variables(namespace: Mapping[str, Any]) -> list[str]:
    """Return the names of the DataFrames and Series among variables.

    Examples
    --------
    >>> import pandas
    >>> variables({"reviews": pandas.DataFrame(), "_": pandas.Series(), "answer": 42})
    ['reviews']
    """
    return [
        name for name, value in namespace.items() if is_table(value) and not name.startswith("_")
    ]


def variable_table(namespace: Mapping[str, Any], name: str) -> TableSource | None:
    """Return the table in a variable as it is now, or None if it is gone or empty."""
    import pandas

    value = namespace.get(name)
    if isinstance(value, pandas.Series):
        column = name if value.name is None else value.name
        value = value.to_frame(column)
        is_series = True
    else:
        is_series = False
    if not isinstance(value, pandas.DataFrame) or value.empty:
        return None
    return TableSource(name, value, name, is_series=is_series)


def name_of(value: pandas.DataFrame | pandas.Series[Any]) -> str:
    """Return a name for a table that is no variable: that of the Series, or `table`.

    Examples
    --------
    >>> import pandas
    >>> name_of(pandas.Series(["tea"], name="my note")), name_of(pandas.DataFrame())
    ('my_note', 'table')
    """
    name = getattr(value, "name", None)
    return _identifier(name) if isinstance(name, str) else "table"


def is_text(column: pandas.Series) -> bool:
    """Return whether a column has texts, not numbers, dates or the like."""
    import pandas

    if not (pandas.api.types.is_object_dtype(column) or pandas.api.types.is_string_dtype(column)):
        categories = getattr(column.dtype, "categories", None)
        return categories is not None and pandas.api.types.is_string_dtype(categories)
    return any(isinstance(value, str) for value in column.iloc[:_LOOK])


def is_pictures(column: pandas.Series) -> bool:
    """Return whether a column has addresses or file names of pictures, or pictures themselves."""
    return any(_is_picture(value) for value in column.iloc[:_LOOK])


def _is_picture(value: Any) -> bool:
    if isinstance(value, str):
        return bool(_PICTURE.search(value.strip()))
    return isinstance(value, (Path, bytes)) or type(value).__module__.startswith("PIL.")


def is_addresses(column: pandas.Series) -> bool:
    """Return whether every value of a column is missing or a web address."""
    values = column.dropna()
    return all(isinstance(v, str) and v.lower().startswith(_ADDRESSES) for v in values)


def text_column(frame: pandas.DataFrame) -> int:
    """Return the place of the column that looks most like texts: the one with the longest.

    Examples
    --------
    >>> import pandas
    >>> text_column(pandas.DataFrame({"id": ["a1"], "note": ["A long note"], "stars": [5]}))
    1
    """

    def length(place: int) -> float:
        values = frame.iloc[:_LOOK, place]
        if not is_text(values):
            return -1.0
        return sum(len(value) for value in values if isinstance(value, str)) / len(values)

    return max(range(frame.shape[1]), key=length)


def picture_column(frame: pandas.DataFrame) -> int:
    """Return the place of the first column of pictures, or of the texts if there is none.

    Examples
    --------
    >>> import pandas
    >>> picture_column(pandas.DataFrame({"note": ["A long note"], "file": ["cat.jpg"]}))
    1
    """
    places = (place for place in range(frame.shape[1]) if is_pictures(frame.iloc[:, place]))
    return next(places, text_column(frame))
