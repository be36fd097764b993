"""The accessor of Polars gives what that of pandas gives, in Polars' dtypes."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pandas
import polars
import pytest
from PIL import Image

import triptych.pandas
import triptych.polars
from triptych import samples
from triptych.contract.text import EMOTIONS, SENTIMENTS

TEXTS = ["I love it.", None, "It broke after a day.", " ", "I love it."]


def _methods(series: polars.Series) -> triptych.polars.PolarsAccessor:
    accessor: triptych.polars.PolarsAccessor = series.triptych  # type: ignore[attr-defined]
    return accessor


def _same(values: Any) -> list[Any]:
    """Return the values of a column with one kind of missing values, as both libraries have."""
    return [None if pandas.isna(value) else value for value in values]


@pytest.mark.parametrize("name", ["sentiment", "spam", "profanity"])
def test_frames_hold_what_those_of_pandas_hold(name: str) -> None:
    of_polars = getattr(_methods(polars.Series(TEXTS)), name)()
    of_pandas = getattr(triptych.pandas.PandasAccessor(pandas.Series(TEXTS)), name)()
    assert of_polars.columns == list(of_pandas.columns)
    for column in of_polars.columns:
        assert of_polars[column].to_list() == _same(of_pandas[column]), column


def test_sentiment_gives_enums_and_float32() -> None:
    schema = dict(_methods(polars.Series(TEXTS)).sentiment().schema)
    assert schema == {
        "sentiment": polars.Enum(SENTIMENTS),
        "score": polars.Float32,
        "confidence": polars.Float32,
        "emotion": polars.Enum(EMOTIONS),
        "error": polars.String,
    }


def test_other_texts_give_booleans_integers_and_strings() -> None:
    texts = polars.Series(TEXTS)
    spam = {"is_spam": polars.Boolean, "score": polars.Float32, "error": polars.String}
    assert dict(_methods(texts).spam().schema) == spam
    assert dict(_methods(texts).profanity().schema) == {
        "profanities_found": polars.Boolean,
        "profanities": polars.Int32,
        "clean_text": polars.String,
        "error": polars.String,
    }


def test_embed_gives_a_column_of_arrays() -> None:
    frame = _methods(polars.Series(["tea", None, "", "tea"])).embed(dimensions=16)
    assert frame.schema["vector"] == polars.Array(polars.Float32, 16)
    assert frame["vector"].is_null().to_list() == [False, True, True, False]
    assert frame["error"].is_null().to_list() == [True, True, False, True]
    expected = triptych.pandas.PandasAccessor(pandas.Series(["tea"])).embed(dimensions=16)
    array = frame["vector"].drop_nulls().to_numpy()
    assert array.dtype == np.float32
    assert array.tolist() == expected.to_numpy().tolist() * 2


def test_rows_are_numbered_where_a_value_may_give_several() -> None:
    frame = _methods(polars.Series(["volcano", None, "tea"])).search(max_results=2)
    assert frame["row"].to_list() == [0, 0, 2, 2]
    assert frame.schema["row"] == polars.UInt32
    assert frame["number"].to_list() == [1, 2, 1, 2]


def test_pictures_are_paths_bytes_or_objects() -> None:
    path = samples.path("pictures/cat.jpg")
    columns = [
        polars.Series([str(path)]),
        polars.Series([path.read_bytes()]),
        polars.Series([Image.open(path)], dtype=polars.Object),
    ]
    for column in columns:
        assert _methods(column).detect()["kind"].to_list() == ["cat"]


@pytest.mark.parametrize("dtype", [polars.Categorical, polars.Enum(["tea", "rain"])])
def test_categories_are_texts(dtype: Any) -> None:
    frame = _methods(polars.Series(["tea", None, "rain"], dtype=dtype)).spam()
    assert frame["is_spam"].to_list() == [False, None, False]


def test_nothing_gives_an_empty_frame() -> None:
    frame = _methods(polars.Series([], dtype=polars.String)).sentiment()
    assert frame.shape == (0, 5)
    assert frame.schema["sentiment"] == polars.Enum(SENTIMENTS)
    assert _methods(polars.Series([None, None])).spam()["is_spam"].to_list() == [None, None]
    assert _methods(polars.Series([], dtype=polars.String)).search().shape == (0, 12)


def test_a_column_of_numbers_is_refused_with_what_to_do() -> None:
    with pytest.raises(TypeError, match=r"\.cast\(polars\.String\)"):
        _methods(polars.Series([1, 2])).spam()


def test_without_polars_the_import_names_the_extra() -> None:
    program = "import sys; sys.modules['polars'] = None; import triptych.polars"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "pip install 'triptych[polars]'" in result.stderr
