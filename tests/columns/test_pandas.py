"""The accessor of pandas: the frames fit the frame that the column is from."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import pandas
import pytest
from tests.columns.conftest import RecordingTransport

import triptych.pandas
from triptych import Client, columns, samples

REVIEWS = pandas.DataFrame(
    {"product": ["kettle", "lamp", "kettle"], "text": ["I love it.", "It broke.", "I love it."]}
)
METHODS = sorted(columns.TABLE)


def _methods(series: pandas.Series[Any]) -> triptych.pandas.PandasAccessor:
    accessor: triptych.pandas.PandasAccessor = series.triptych
    return accessor


def test_join_adds_the_columns() -> None:
    joined = REVIEWS.join(_methods(REVIEWS["text"]).sentiment())
    assert joined["sentiment"].astype(str).tolist() == ["positive", "negative", "positive"]
    assert len(joined) == 3


def test_join_of_two_operations_needs_a_suffix() -> None:
    both = REVIEWS.join(_methods(REVIEWS["text"]).sentiment())
    spam = _methods(REVIEWS["text"]).spam()
    with pytest.raises(ValueError, match="overlap"):
        both.join(spam)
    assert {"score", "score_spam"} <= set(both.join(spam.add_suffix("_spam")).columns)


def test_concat_adds_the_columns_where_labels_occur_twice() -> None:
    reviews = REVIEWS.set_index("product")
    moods = _methods(reviews["text"]).sentiment()
    # What join does there is pandas' own: every row of a label meets every other.
    assert len(reviews.join(moods)) == 5
    together = pandas.concat([reviews, moods], axis=1)
    assert together.index.tolist() == ["kettle", "lamp", "kettle"]
    assert together["sentiment"].astype(str).tolist() == ["positive", "negative", "positive"]


def test_concat_adds_vectors_with_their_errors() -> None:
    vectors = _methods(REVIEWS["text"]).embed(dimensions=4)
    assert pandas.concat([REVIEWS, vectors], axis=1).shape == (3, 6)


def test_objects_join_the_rows_of_their_pictures() -> None:
    pictures = pandas.DataFrame({"picture": [samples.path("pictures/cat.jpg"), None]})
    joined = pictures.join(_methods(pictures["picture"]).detect())
    assert joined["kind"].fillna("").tolist() == ["cat", ""]


def test_a_slice_keeps_its_labels() -> None:
    frame = _methods(REVIEWS["text"][1:]).spam()
    assert frame.index.tolist() == [1, 2]


def test_settings_reach_the_run(client: Client, sent: RecordingTransport) -> None:
    _methods(REVIEWS["text"]).profanity(client=client, censor_replacement="#", allow=["damn"])
    assert [request["censor_replacement"] for request in sent.requests] == ["#", "#"]
    assert [request["allow"] for request in sent.requests] == [["damn"], ["damn"]]
    with pytest.raises(ValueError, match="text"):
        _methods(pandas.Series([" "])).sentiment(on_error="raise")


def test_a_misspelt_setting_is_refused() -> None:
    with pytest.raises(TypeError, match="no option jornal"):
        _methods(REVIEWS["text"]).spam(jornal="spam.journal")  # type: ignore[call-arg]


@pytest.mark.parametrize("name", METHODS)
def test_a_method_shows_its_options_and_settings_one_by_one(name: str) -> None:
    method = getattr(triptych.pandas.PandasAccessor, name)
    parameters = inspect.signature(method).parameters
    settings = {"client", "concurrency", "journal", "on_error", "progress", "timeout"}
    assert settings <= set(parameters)
    assert all(parameter.kind != parameter.VAR_KEYWORD for parameter in parameters.values())


@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_the_defaults_of_the_client_s(name: str) -> None:
    method = inspect.signature(getattr(triptych.pandas.PandasAccessor, name)).parameters
    own = inspect.signature(getattr(Client, columns.TABLE[name].operation.name)).parameters
    # A text is what a column of texts holds, and a prompt has to be given.
    shared = (method.keys() & own.keys()) - {"self", "timeout", "type", "element_prompts"}
    assert {key: method[key].default for key in shared} == {key: own[key].default for key in shared}


def test_the_accessor_is_registered_by_its_import_alone() -> None:
    program = (
        "import pandas, triptych\n"
        "assert not hasattr(pandas.Series([]), 'triptych')\n"
        "import triptych.pandas\n"
        "assert pandas.Series([]).triptych.spam().empty"
    )
    result = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
