"""The values of a column: each distinct one once, and which rows hold it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Values:
    """The distinct values of a column that are not missing."""

    #: In the order in which they first occur.
    distinct: pandas.Index[Any] | list[Any]
    #: For each row the place of its value in `distinct`, -1 where it is missing.
    places: NDArray[np.intp]
    #: The rows' labels.
    index: pandas.Index

    def row_of(self, place: int) -> Hashable:
        """Return the label of the first row with a value."""
        label: Hashable = self.index[int(np.argmax(self.places == place))]
        return label


def texts(values: Iterable[Any], reader: str) -> Values:
    """Return the texts of a column.

    Parameters
    ----------
    values : pandas.Series or iterable
        Strings; None, NaN and NA are missing.
    reader : str
        What reads them, for the message of an error.

    Raises
    ------
    TypeError
        If a value is neither a string nor missing.

    Examples
    --------
    >>> column = texts(["tea", None, "rain", "tea"], "sentiment")
    >>> list(column.distinct), column.places.tolist()
    (['tea', 'rain'], [0, -1, 1, 0])
    """
    column = as_series(values)
    try:
        places, distinct = pandas.factorize(column)
    except TypeError:
        # Lists and dicts cannot be hashed.
        raise _not_text(column, column, reader) from None
    if isinstance(distinct.dtype, pandas.CategoricalDtype):
        distinct = distinct.astype(distinct.dtype.categories.dtype)
    if len(distinct) and pandas.api.types.infer_dtype(distinct) != "string":
        raise _not_text(column, distinct, reader)
    return Values(distinct, places, column.index)


def files(values: Iterable[Any], reader: str) -> Values:
    """Return the files of a column.

    Parameters
    ----------
    values : pandas.Series or iterable
        Paths, addresses, bytes, PIL images or numpy arrays; None, NaN and NA are missing. Equal
        strings, paths and bytes are one value; so is a picture that occurs several times.
    reader : str
        What reads them, for the message of an error.

    Raises
    ------
    TypeError
        If a value is a number.
    """
    column = as_series(values)
    distinct: list[Any] = []
    place_of: dict[Hashable, int] = {}
    places = np.full(len(column), -1, np.intp)
    for row, value in enumerate(column):
        if value is None or value is pandas.NA or (isinstance(value, float) and np.isnan(value)):
            continue
        if np.isscalar(value) and not isinstance(value, str | bytes):
            raise TypeError(
                f"{reader} reads pictures, but row {column.index[row]!r} holds {value!r}: give a "
                "column of paths, addresses, bytes, PIL images or numpy arrays."
            )
        # Pictures cannot be hashed; the column holds them, so that no identity is used twice.
        key = value if isinstance(value, str | bytes | Path) else id(value)
        place = place_of.setdefault((type(value), key), len(distinct))
        if place == len(distinct):
            distinct.append(value)
        places[row] = place
    return Values(distinct, places, column.index)


def as_series(values: Iterable[Any]) -> pandas.Series[Any]:
    """Return values as a Series; without an index of their own, rows are numbered from 0."""
    if isinstance(values, pandas.Series):
        return values
    if isinstance(values, str | bytes):
        raise TypeError("Give a column or a list of values, not a single one.")
    if hasattr(values, "dtype") and getattr(values, "ndim", 1) == 1:
        return pandas.Series(values)
    listed = list(values)
    column = np.empty(len(listed), object)
    # One by one: numpy would make a list of equal arrays one array of more dimensions.
    for row, value in enumerate(listed):
        column[row] = value
    return pandas.Series(column)


def _not_text(column: pandas.Series[Any], values: Iterable[Any], reader: str) -> TypeError:
    advice = "choose the column with the texts, or convert this one with .astype('string')"
    if column.dtype != object:
        return TypeError(f"{reader} reads text, but this column holds {column.dtype}: {advice}.")
    value = next(value for value in values if not isinstance(value, str))
    return TypeError(
        f"{reader} reads text, but this column also holds a {type(value).__name__} "
        f"({str(value)[:40]}): {advice}."
    )
