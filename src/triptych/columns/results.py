"""Replies become the rows of a frame, in one of three shapes.

Each shape is filled by the place of a value among the distinct values of a column, in any order,
and gives its frame for the rows that hold the values. An empty one gives the frame's exact dtypes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas
from numpy.typing import NDArray

from triptych.columns.cells import Dtype, cells
from triptych.columns.values import Values
from triptych.contract import EmbeddingReply, Reply

ERROR = "error"
STRING = pandas.StringDtype()
FLOAT = np.dtype(np.float32)

#: Tables of single replies are joined when there are so many: one has a thousand times the size of
#: what it holds.
_MOST_TABLES = 512


class Results(ABC):
    """What a column's values gave so far."""

    @abstractmethod
    def put(self, place: int, reply: Any) -> str | None:
        """Store a reply; return why it cannot be stored, if it cannot."""

    @abstractmethod
    def fail(self, place: int, message: str) -> None:
        """Store why a value has no reply."""

    @abstractmethod
    def frame(self, values: Values) -> pandas.DataFrame:
        """Return the frame for the rows of a column."""


class Rows(Results):
    """One row for each value, and a column `error`.

    Parameters
    ----------
    columns : mapping of str to dtype
        Their names and dtypes.
    read : callable
        Returns the values of a reply in the order of the columns; None is missing.
    size : int
        Number of distinct values.
    """

    def __init__(
        self, columns: Mapping[str, Dtype], read: Callable[[Any], Sequence[Any]], size: int
    ) -> None:
        self._columns = {name: cells(dtype, size) for name, dtype in columns.items()}
        self._errors = cells(STRING, size)
        self._read = read

    def put(self, place: int, reply: Reply) -> str | None:
        """Store the values of a reply."""
        for column, value in zip(self._columns.values(), self._read(reply), strict=True):
            column.put(place, value)
        return None

    def fail(self, place: int, message: str) -> None:
        """Store an error."""
        self._errors.put(place, message)

    def frame(self, values: Values) -> pandas.DataFrame:
        """Return a row for each row of the column."""
        columns = {**self._columns, ERROR: self._errors}
        arrays = {name: column.take(values.places) for name, column in columns.items()}
        return pandas.DataFrame(arrays, index=values.index, copy=False)


class Vectors(Results):
    """One row of float32 for each value, all in one array.

    Parameters
    ----------
    dimensions : int or None
        Length of the vectors; None takes that of the first.
    usual : int
        Length where there is no vector to take it from.
    size : int
        Number of distinct values.
    """

    def __init__(self, dimensions: int | None, usual: int, size: int) -> None:
        self._usual = dimensions or usual
        self._size = size
        self._vectors: NDArray[np.float32] | None = None
        self._errors: dict[int, str] = {}

    def put(self, place: int, reply: EmbeddingReply) -> str | None:
        """Store the vector of a reply."""
        vectors = reply.vectors
        if len(vectors) != 1:
            return f"The content has {len(vectors)} vectors, not one: use client.embed_many."
        if self._vectors is None:
            self._vectors = self._missing(vectors.shape[1])
        if vectors.shape[1] != self._vectors.shape[1]:
            lengths = f"{vectors.shape[1]} numbers, not {self._vectors.shape[1]} as the others"
            return f"The vector has {lengths}: embed texts and pictures apart."
        self._vectors[place] = vectors[0]
        return None

    def fail(self, place: int, message: str) -> None:
        """Store an error."""
        self._errors[place] = message

    def frame(self, values: Values) -> pandas.DataFrame:
        """Return a vector for each row; those of missing values and of errors are NaN.

        `frame.attrs["errors"]` has the errors by the position of their rows.
        """
        vectors = self._missing(self._usual) if self._vectors is None else self._vectors
        # Every value once and in order: the array itself is the result, without a copy.
        is_whole = len(values.places) == self._size and (values.places >= 0).all()
        if is_whole and (np.diff(values.places) == 1).all():
            array = vectors[:-1]
        else:
            array = vectors[values.places]
        frame = pandas.DataFrame(array, index=values.index, copy=False)
        failed = np.flatnonzero(np.isin(values.places, list(self._errors)))
        frame.attrs["errors"] = {int(row): self._errors[int(values.places[row])] for row in failed}
        return frame

    def _missing(self, dimensions: int) -> NDArray[np.float32]:
        # As in cells: the last row stays missing, and index -1 reads it.
        return np.full((self._size + 1, dimensions), np.nan, np.float32)


class Records(Results):
    """One row for each thing that a reply holds; a column `error`, in which failures have a row.

    Parameters
    ----------
    columns : mapping of str to dtype
        Columns of the replies' own `to_frame`, and their dtypes here.
    size : int
        Number of distinct values.
    """

    def __init__(self, columns: Mapping[str, Dtype], size: int) -> None:
        self._dtypes = {**columns, ERROR: STRING}
        self._size = size
        # The place of each reply, and its table.
        self._places: list[NDArray[np.intp]] = []
        self._tables: list[pandas.DataFrame] = []

    def put(self, place: int, reply: Reply) -> str | None:
        """Store the rows of a reply."""
        self._add(place, reply.to_frame())
        return None

    def fail(self, place: int, message: str) -> None:
        """Store an error."""
        self._add(place, pandas.DataFrame({ERROR: [message]}))

    def frame(self, values: Values) -> pandas.DataFrame:
        """Return the rows of each row of the column, with its label."""
        places, table = self._joined()
        order = np.argsort(places, kind="stable")
        # How many rows a value has, and where they begin; the last is for missing values.
        counts = np.append(np.bincount(places, minlength=self._size), 0)
        starts = np.cumsum(counts) - counts
        repeats = counts[values.places]
        ends = np.cumsum(repeats)
        within = np.arange(ends[-1] if len(ends) else 0) - np.repeat(ends - repeats, repeats)
        rows = order[np.repeat(starts[values.places], repeats) + within]
        labels = values.index.repeat(repeats)
        return table.take(rows).set_axis(labels, axis=0)

    def _add(self, place: int, table: pandas.DataFrame) -> None:
        self._places.append(np.full(len(table), place, np.intp))
        self._tables.append(self._typed(table))
        if len(self._tables) > _MOST_TABLES:
            places, joined = self._joined()
            self._places, self._tables = [places], [joined]

    def _typed(self, table: pandas.DataFrame) -> pandas.DataFrame:
        return table.reindex(columns=list(self._dtypes)).astype(self._dtypes)

    def _joined(self) -> tuple[NDArray[np.intp], pandas.DataFrame]:
        # An empty table gives the dtypes where there is no other.
        tables = self._tables or [self._typed(pandas.DataFrame())]
        places = np.concatenate([np.empty(0, np.intp), *self._places])
        return places, pandas.concat(tables, ignore_index=True)
