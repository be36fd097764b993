"""The rows that are written: those of the table, with the columns of the result beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy
import pandas

from triptych import columns
from triptych.columns.tables import TableError


class NewColumns:
    """The columns that an operation adds to a table.

    One whose name the table has already is named after the operation too, such as
    `sentiment_score`.

    Parameters
    ----------
    operation : str
        A name in `columns.TABLE`.
    options : mapping
        As for `columns.run`.
    names : sequence of str
        The columns of the table.

    Attributes
    ----------
    error : str
        Name of the column with the errors.

    Examples
    --------
    >>> new = NewColumns("spam", {}, ["text", "score"])
    >>> chunk = pandas.DataFrame({"text": ["See you at six"], "score": [5]})
    >>> result = columns.run("spam", chunk["text"])
    >>> list(new.beside(chunk, result).columns)
    ['text', 'score', 'is_spam', 'spam_score', 'error']
    """

    def __init__(self, operation: str, options: Mapping[str, Any], names: Sequence[str]) -> None:
        self._is_vector = operation == "embed"
        result = columns.empty(operation, **options)
        own = ["vector", "error"] if self._is_vector else list(result.columns)
        taken = {*names, *own}
        self._names: dict[str, str] = {}
        for name in own:
            new = name
            while new in names or (new != name and new in taken):
                new = f"{operation}_{new}"
            self._names[name] = new
            taken.add(new)
        self.error = self._names["error"]

    def beside(
        self, chunk: pandas.DataFrame, result: pandas.DataFrame, *, as_arrow: bool = False
    ) -> pandas.DataFrame:
        """Return the rows of a chunk with their results; a row with several results is repeated.

        Parameters
        ----------
        chunk : pandas.DataFrame
            Rows of the table.
        result : pandas.DataFrame
            What `columns.run` returned for them; its index holds positions in the chunk.
        as_arrow : bool, default False
            Whether vectors are Arrow's lists of one length, as Parquet has them, instead of arrays.

        Raises
        ------
        TableError
            If the chunk has a column with the name of a new one, which the first rows did not have.
        """
        rows = chunk.take(result.index.to_numpy())
        added = _vectors(result, as_arrow=as_arrow) if self._is_vector else result
        for name, new in self._names.items():
            if new in rows.columns:
                raise TableError(
                    f"Later rows have a column {new!r}, which the first ones do not have; it is "
                    "the name of a column of the result: rename it."
                )
            rows[new] = added[name].array
        return rows


def _vectors(result: pandas.DataFrame, *, as_arrow: bool) -> pandas.DataFrame:
    """Return a frame of numbers as a column of vectors, with a column of errors."""
    numbers = result.to_numpy()
    is_missing = numpy.isnan(numbers).any(axis=1)
    vectors: Any
    if as_arrow:
        import pyarrow

        flat = pyarrow.array(numbers.ravel())
        lists = pyarrow.FixedSizeListArray.from_arrays(
            flat, numbers.shape[1], mask=pyarrow.array(is_missing)
        )
        vectors = pandas.arrays.ArrowExtensionArray(lists)
    else:
        vectors = numpy.full(len(numbers), None, object)
        for row in numpy.flatnonzero(~is_missing):
            vectors[row] = numbers[row]
    errors = pandas.array([pandas.NA] * len(numbers), dtype="string")
    for row, message in result.attrs.get("errors", {}).items():
        errors[row] = message
    return pandas.DataFrame({"vector": vectors, "error": errors})
