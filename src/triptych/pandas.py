"""The accessor `.triptych` of pandas: `import triptych.pandas` registers it on every Series.

>>> import pandas, triptych.pandas
>>> reviews = pandas.DataFrame({"text": ["I love it.", "It broke after a day."]})
>>> moods = reviews["text"].triptych.sentiment()
>>> reviews.join(moods)[["text", "sentiment"]]
                    text sentiment
0             I love it.  positive
1  It broke after a day.  negative
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas

from triptych import columns
from triptych.columns.accessor import RunSettings


@pandas.api.extensions.register_series_accessor("triptych")
class PandasAccessor(columns.ColumnAccessor[pandas.DataFrame]):
    """The methods of `Series.triptych`; frames have the index of the Series.

    Parameters
    ----------
    series : pandas.Series
        The column.

    Examples
    --------
    >>> texts = pandas.Series(["See you at six", None], index=["a", "b"])
    >>> texts.triptych.spam()["is_spam"]
    a    False
    b     <NA>
    Name: is_spam, dtype: boolean
    """

    def __init__(self, series: pandas.Series[Any]) -> None:
        self._series = series

    def _run(
        self, operation: str, options: Mapping[str, Any], settings: RunSettings
    ) -> pandas.DataFrame:
        return columns.run(operation, self._series, **settings, **options)
