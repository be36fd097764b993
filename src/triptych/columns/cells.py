"""Typed arrays that are filled in any order, in the memory of the arrays alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import pandas
from numpy.typing import NDArray
from pandas.api.extensions import ExtensionArray, ExtensionDtype

#: A column's dtype: one of pandas, or numpy's float32.
Dtype = ExtensionDtype | np.dtype[Any]


class Cells(ABC):
    """The values of one column by their place; what is never put is missing.

    One place more than needed is there: it stays missing, and index -1 reads it.
    """

    @abstractmethod
    def put(self, place: int, value: Any) -> None:
        """Store a value; None is missing."""

    @abstractmethod
    def take(self, places: NDArray[np.intp]) -> ExtensionArray | NDArray[Any]:
        """Return the values at places, of which -1 is missing."""


def cells(dtype: Dtype, size: int) -> Cells:
    """Return empty cells for values of a dtype.

    Parameters
    ----------
    dtype : CategoricalDtype, StringDtype, BooleanDtype, Int32Dtype or numpy's float32
        Of the array that `take` returns.
    size : int
        Number of places.

    Examples
    --------
    >>> column = cells(pandas.BooleanDtype(), 2)
    >>> column.put(1, True)
    >>> column.take(np.array([1, 0, 1, -1])).tolist()
    [True, <NA>, True, <NA>]
    """
    if isinstance(dtype, pandas.CategoricalDtype):
        return _Categories(dtype, size)
    if isinstance(dtype, pandas.StringDtype):
        return _Strings(dtype, size)
    if isinstance(dtype, np.dtype):
        return _Floats(dtype, size)
    return _Masked(dtype, size)


class _Categories(Cells):
    def __init__(self, dtype: pandas.CategoricalDtype, size: int) -> None:
        self._dtype = dtype
        self._code_of = {name: code for code, name in enumerate(dtype.categories)}
        self._codes = np.full(size + 1, -1, np.int8)

    def put(self, place: int, value: Any) -> None:
        # A service may know a category that is not in the dtype: the value is missing then.
        self._codes[place] = self._code_of.get(value, -1)

    def take(self, places: NDArray[np.intp]) -> ExtensionArray:
        return pandas.Categorical.from_codes(self._codes[places], dtype=self._dtype)


class _Floats(Cells):
    def __init__(self, dtype: np.dtype[Any], size: int) -> None:
        self._values = np.full(size + 1, np.nan, dtype)

    def put(self, place: int, value: Any) -> None:
        if value is not None:
            self._values[place] = value

    def take(self, places: NDArray[np.intp]) -> NDArray[Any]:
        return self._values[places]


class _Masked(Cells):
    def __init__(self, dtype: Any, size: int) -> None:
        self._dtype = dtype
        self._values = np.zeros(size + 1, dtype.numpy_dtype)
        self._mask = np.ones(size + 1, bool)

    def put(self, place: int, value: Any) -> None:
        if value is not None:
            self._values[place], self._mask[place] = value, False

    def take(self, places: NDArray[np.intp]) -> ExtensionArray:
        array: ExtensionArray = self._dtype.construct_array_type()(
            self._values[places], self._mask[places]
        )
        return array


class _Strings(Cells):
    def __init__(self, dtype: pandas.StringDtype, size: int) -> None:
        self._dtype = dtype
        self._values = np.full(size + 1, None, object)

    def put(self, place: int, value: Any) -> None:
        self._values[place] = value

    def take(self, places: NDArray[np.intp]) -> ExtensionArray:
        return pandas.array(self._values[places], dtype=self._dtype)
