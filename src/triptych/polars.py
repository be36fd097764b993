"""The accessor `.triptych` of Polars: `import triptych.polars` registers it on every Series.

It needs the extra `polars`.

>>> import polars, triptych.polars
>>> reviews = polars.DataFrame({"text": ["I love it.", "It broke after a day."]})
>>> moods = reviews["text"].triptych.sentiment()
>>> polars.concat([reviews, moods.select("sentiment")], how="horizontal").rows()
[('I love it.', 'positive'), ('It broke after a day.', 'negative')]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas

from triptych import columns
from triptych.columns.accessor import RunSettings

try:
    import polars
except ImportError:
    raise ImportError("Polars needs an extra: pip install 'triptych[polars]'.") from None

#: Where a column may give several rows, the column with the number of the row.
ROW = "row"
_TEXTS = (polars.String, polars.Categorical, polars.Enum, polars.Null)


@polars.api.register_series_namespace("triptych")
class PolarsAccessor(columns.ColumnAccessor[polars.DataFrame]):
    """The methods of `Series.triptych`.

    Frames have the rows of the column, in its order. Where a value may give several rows or none
    (`detect`, `search`), a first column `row` (UInt32) has the number of the column's row, from 0.

    Parameters
    ----------
    series : polars.Series
        The column.

    Examples
    --------
    >>> texts = polars.Series(["See you at six", None])
    >>> texts.triptych.spam()["is_spam"].to_list()
    [False, None]
    """

    def __init__(self, series: polars.Series) -> None:
        self._series = series

    def _run(
        self, operation: str, options: Mapping[str, Any], settings: RunSettings
    ) -> polars.DataFrame:
        frame = columns.run(operation, self._values(operation), **settings, **options)
        if operation == "embed":
            return _vectors(frame)
        table = polars.from_pandas(frame)
        if operation in {"detect", "search"}:
            rows = polars.Series(ROW, frame.index.to_numpy(), polars.UInt32)
            table = table.insert_column(0, rows)
        return table.with_columns(
            polars.col(str(name)).cast(polars.Enum(list(dtype.categories)))
            for name, dtype in frame.dtypes.items()
            if isinstance(dtype, pandas.CategoricalDtype)
        )

    def _values(self, operation: str) -> Any:
        """Return the column as pandas has it; objects and bytes as a list."""
        if isinstance(self._series.dtype, (polars.Object, polars.Binary)):
            return self._series.to_list()
        if self._series.dtype not in _TEXTS:
            raise TypeError(
                f"{operation} reads text, but this column holds {self._series.dtype}: choose the "
                "column with the texts, or convert this one with .cast(polars.String)."
            )
        return self._series.cast(polars.String).to_pandas()


def _vectors(frame: pandas.DataFrame) -> polars.DataFrame:
    """Return a column of arrays and one of errors; without a vector, a row has none."""
    array = frame.to_numpy()
    dtype = polars.Array(polars.Float32, array.shape[1])
    vectors = polars.Series("vector", array, dtype)
    is_missing = polars.Series(np.isnan(array).any(axis=1))
    errors: dict[int, str] = frame.attrs["errors"]
    messages = np.full(len(frame), None, object)
    messages[list(errors)] = list(errors.values())
    error = polars.from_pandas(pandas.Series(messages, name="error", dtype="string"))
    return polars.DataFrame([vectors, error]).with_columns(polars.when(~is_missing).then("vector"))
