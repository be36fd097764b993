"""A column through the embedded service: dtypes, what is sent, errors, interruptions, progress."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pandas
import pytest
from PIL import Image
from tests.columns.conftest import RecordingTransport

from triptych import (
    AsyncClient,
    AuthenticationError,
    Client,
    InvalidInputError,
    RetryPolicy,
    columns,
    samples,
)
from triptych.contract.text import EMOTIONS, SENTIMENTS
from triptych.engines.sentiment.calibration import EMOTIONS as OF_THE_MODEL

STRING = pandas.StringDtype()
TEXTS = ["I love it.", None, "It broke after a day."]
PAGE = "<h1>Green tea</h1><p>Price: <b>3.20 EUR</b>"


def _types(frame: pandas.DataFrame) -> dict[str, str]:
    return {str(name): str(dtype) for name, dtype in frame.dtypes.items()}


def test_sentiment_gives_categories_and_float32() -> None:
    frame = columns.run("sentiment", TEXTS)
    types = {"sentiment": "category", "score": "float32", "confidence": "float32"}
    assert _types(frame) == types | {"emotion": "category", "error": "string"}
    assert list(frame["sentiment"].cat.categories) == ["negative", "neutral", "positive"]
    assert frame["sentiment"].cat.ordered
    assert len(frame["emotion"].cat.categories) == 28
    assert frame["sentiment"][0] == "positive"
    assert frame["sentiment"][2] == "negative"
    assert frame["score"][0] > 0.9 > 0.5 > frame["score"][2]


def test_spam_gives_booleans() -> None:
    frame = columns.run("spam", TEXTS)
    assert _types(frame) == {"is_spam": "boolean", "score": "float32", "error": "string"}
    assert frame["is_spam"].tolist() == [False, pandas.NA, False]


def test_profanity_gives_counts_and_clean_texts() -> None:
    frame = columns.run("profanity", ["What a sh1tty day", None], censor_replacement="#")
    types = {"profanities_found": "boolean", "profanities": "Int32", "clean_text": "string"}
    assert _types(frame) == types | {"error": "string"}
    assert frame.iloc[0, :3].tolist() == [True, 1, "What a ###### day"]


def test_embed_gives_one_array_that_is_not_copied() -> None:
    texts = [f"Text number {number}" for number in range(5)]
    frame = columns.run("embed", texts, dimensions=32)
    array = frame.to_numpy()
    assert array.dtype == np.float32
    assert array.shape == (5, 32)
    assert np.shares_memory(array, frame.to_numpy())
    assert np.linalg.norm(array, axis=1) == pytest.approx(np.ones(5), abs=1e-5)
    assert frame.attrs == {"errors": {}}


def test_embed_keeps_missing_and_failed_rows_and_their_errors() -> None:
    frame = columns.run("embed", ["tea", None, "", "tea", ""], dimensions=8)
    assert np.isnan(frame.to_numpy()).all(axis=1).tolist() == [False, True, True, False, True]
    assert (frame.loc[0] == frame.loc[3]).all()
    assert list(frame.attrs["errors"]) == [2, 4]
    assert "character" in frame.attrs["errors"][2]


def test_embed_of_a_text_longer_than_the_model_reads_gives_one_vector() -> None:
    frame = columns.run("embed", ["A cup of tea. " * 500])
    assert frame.shape == (1, 384)
    assert frame.notna().all(axis=None)


def test_embed_of_pictures_reads_files() -> None:
    frame = columns.run("embed", [samples.path("pictures/cat.jpg")], type="image")
    assert frame.shape == (1, 512)


def test_detect_gives_a_row_per_object_with_its_picture_s_label() -> None:
    picture = Image.open(samples.path("pictures/cat.jpg"))
    empty = Image.new("RGB", (64, 64), "white")
    column = pandas.Series([picture, empty, None, "no-such-file.jpg", picture], index=list("abcda"))
    frame = columns.run("detect", column)
    boxes = dict.fromkeys(("confidence", "left", "top", "width", "height"), "float32")
    types = {"label": "string", "kind": "string"} | boxes | {"error": "string"}
    assert _types(frame) == types
    assert frame.index.tolist() == ["a", "d", "a"]
    assert frame["kind"].tolist() == ["cat", pandas.NA, "cat"]
    assert frame["error"].isna().tolist() == [True, False, True]
    assert "no-such-file.jpg" in frame["error"].iloc[1]


def test_detect_with_prompts_has_a_column_for_them() -> None:
    frame = columns.run("detect", [samples.path("pictures/cat.jpg")], prompts=["cat"])
    assert frame["prompt"].tolist() == ["cat"]
    assert frame["prompt"].dtype == STRING


def test_scrape_reads_addresses_and_html_and_names_columns_by_key() -> None:
    pages = [PAGE, "data:text/html,<h1>Mate</h1>Price: <b>4 EUR</b>", "<p></p>", None]
    frame = columns.run("scrape", pages, element_prompts={"cost": "price"})
    assert _types(frame) == {"cost": "string", "error": "string"}
    assert frame["cost"].fillna("none").tolist() == ["3.20 EUR", "4 EUR", "none", "none"]
    assert frame["error"].isna().all()


def test_scrape_joins_several_values_by_line() -> None:
    page = "<h2>Ingredients</h2><ul><li>flour</li><li>butter</li><li>sugar</li></ul>"
    frame = columns.run("scrape", [page], element_prompts=["ingredients"])
    assert frame["ingredients"][0].split("\n") == ["flour", "butter", "sugar"]


def test_scrape_refuses_a_prompt_with_the_name_of_the_errors() -> None:
    with pytest.raises(ValueError, match="another key"):
        columns.run("scrape", [PAGE], element_prompts=["error"])


def test_search_gives_a_row_per_result_with_its_query_s_label() -> None:
    column = pandas.Series(["volcano", None, "tea"], index=[7, 8, 9])
    frame = columns.run("search", column, max_results=2)
    assert frame.index.tolist() == [7, 7, 9, 9]
    assert frame["number"].tolist() == [1, 2, 1, 2]
    assert frame["number"].dtype == pandas.Int32Dtype()
    assert frame["title"][7].iloc[0] == "Volcano"
    assert frame["error"].isna().all()


OPTIONS: dict[str, dict[str, Any]] = {
    "scrape": {"element_prompts": ["price"]},
    "embed": {"dimensions": 16},
}
VALUES = {"detect": samples.path("pictures/cat.jpg"), "scrape": PAGE}


@pytest.mark.parametrize("operation", columns.TABLE)
def test_an_empty_frame_has_the_columns_and_dtypes_of_any_other(operation: str) -> None:
    options = OPTIONS.get(operation, {})
    frame = columns.run(operation, [VALUES.get(operation, "volcano"), None], **options)
    empty = columns.empty(operation, **options)
    assert len(empty) == 0
    assert len(frame) >= 1
    pandas.testing.assert_series_equal(empty.dtypes, frame.dtypes)
    missing = columns.run(operation, [None, None], **options)
    pandas.testing.assert_series_equal(missing.dtypes, frame.dtypes)


@pytest.mark.parametrize(
    "index",
    [
        pandas.Index(["a", "a", "b"], name="product"),
        pandas.MultiIndex.from_tuples([(1, "x"), (1, "x"), (2, "y")], names=["shop", "product"]),
        pandas.date_range("2026-01-01", periods=3, freq="D"),
        pandas.CategoricalIndex(["low", "high", "low"]),
    ],
    ids=["duplicates", "multi", "dates", "categories"],
)
def test_a_frame_has_the_index_of_its_column(index: pandas.Index) -> None:
    column = pandas.Series(TEXTS, index=index)
    pandas.testing.assert_index_equal(columns.run("spam", column).index, index)
    pandas.testing.assert_index_equal(columns.run("embed", column, dimensions=4).index, index)


@pytest.mark.parametrize("dtype", ["object", "str", "string", "category", "string[pyarrow]"])
def test_every_dtype_of_text_is_read(dtype: Any) -> None:
    frame = columns.run("spam", pandas.Series(TEXTS).astype(dtype))
    assert frame["is_spam"].tolist() == [False, pandas.NA, False]


def test_equal_values_are_sent_once_and_missing_ones_never(
    client: Client, sent: RecordingTransport
) -> None:
    column = ["tea", None, "rain", "tea", float("nan"), "tea", pandas.NA]
    frame = columns.run("spam", column, client=client)
    assert sent.texts == ["rain", "tea"]
    assert frame["score"][0] == frame["score"][3] == frame["score"][5]
    assert frame["error"].isna().all()
    assert frame["is_spam"].isna().tolist() == [False, True, False, False, True, False, True]


def test_a_column_of_missing_values_sends_nothing(client: Client, sent: RecordingTransport) -> None:
    frame = columns.run("sentiment", pandas.Series([np.nan, np.nan]), client=client)
    assert frame.isna().all(axis=None)
    assert sent.requests == []


def test_a_row_that_fails_keeps_its_error_and_leaves_the_others() -> None:
    frame = columns.run("sentiment", ["I love it.", " ", "It broke after a day."])
    assert frame["error"].isna().tolist() == [True, False, True]
    assert frame["sentiment"].isna().tolist() == [False, True, False]


def test_on_error_raise_names_the_row() -> None:
    column = pandas.Series(["I love it.", " "], index=["a", "b"])
    with pytest.raises(InvalidInputError) as raised:
        columns.run("sentiment", column, on_error="raise")
    assert "In row 'b' of the column." in raised.value.__notes__


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (pandas.Series([1, 2]), "int64"),
        (pandas.Series([True]), "bool"),
        (pandas.Series(["a", 3.5]), "float"),
        (pandas.Series([["a"]]), "list"),
        (pandas.Series([1, 2], dtype="category"), "category"),
        (pandas.date_range("2026-01-01", periods=2).to_series(), "datetime64"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_column_without_texts_is_refused_with_what_to_do(
    column: pandas.Series[Any], kind: str
) -> None:
    with pytest.raises(TypeError, match=kind) as raised:
        columns.run("spam", column)
    assert ".astype('string')" in str(raised.value)


def test_numbers_are_no_pictures() -> None:
    with pytest.raises(TypeError, match="paths, addresses"):
        columns.run("detect", [1, 2])


def test_a_single_text_is_no_column() -> None:
    with pytest.raises(TypeError, match="list of values"):
        columns.run("spam", "See you at six")


def test_an_option_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="no option journl"):
        columns.run("profanity", ["tea"], journl="file")


def test_an_option_that_breaks_a_rule_is_refused_before_anything_is_sent(
    client: Client, sent: RecordingTransport
) -> None:
    with pytest.raises(InvalidInputError, match="dimensions"):
        columns.run("embed", ["tea"], dimensions=0, client=client)
    assert sent.requests == []


def test_an_operation_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="No operation 'research'"):
        columns.run("research", ["tea"])


def test_what_concerns_all_rows_is_raised() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        return httpx.Response(401, json={"success": False, "message": "Wrong key."})

    transport = httpx.MockTransport(refuse)
    client = Client(transport=transport, api_key="key", base_url="http://service.example")
    with pytest.raises(AuthenticationError):
        columns.run("spam", ["tea", "rain"], client=client)


class _Interrupted:
    """A client whose user presses Ctrl+C after the first reply."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def map(self, operation: Any, items: Iterator[Any], **settings: Any) -> Iterator[Any]:
        """Give one reply."""
        yield from self._client.map(operation, [next(items)], **settings)
        raise KeyboardInterrupt


def test_an_interruption_carries_the_rows_that_are_done(client: Client, tmp_path: Path) -> None:
    interrupted: Any = _Interrupted(client)
    with pytest.raises(KeyboardInterrupt) as raised:
        columns.run("spam", ["tea", "rain", "tea", None], client=interrupted)
    partial = raised.value.partial  # type: ignore[attr-defined]
    assert partial["is_spam"].tolist() == [False, pandas.NA, False, pandas.NA]
    assert partial["error"].tolist() == [pandas.NA, columns.NOT_DONE, pandas.NA, pandas.NA]
    assert "2 of 3 rows were done" in raised.value.__notes__[0]
    assert "journal" not in raised.value.__notes__[0]
    with pytest.raises(KeyboardInterrupt) as raised:
        columns.run("spam", ["tea", "rain"], client=interrupted, journal=tmp_path / "spam.journal")
    assert "same journal" in raised.value.__notes__[0]


def test_a_journal_sends_only_what_is_not_in_it(
    client: Client, sent: RecordingTransport, tmp_path: Path
) -> None:
    journal = tmp_path / "spam.journal"
    interrupted: Any = _Interrupted(client)
    with pytest.raises(KeyboardInterrupt):
        columns.run("spam", ["tea", "rain", "sun"], client=interrupted, journal=journal)
    assert sent.texts == ["tea"]
    sent.requests.clear()
    frame = columns.run("spam", ["tea", "rain", "sun"], client=client, journal=journal)
    assert sent.texts == ["rain", "sun"]
    assert frame["is_spam"].notna().all()
    sent.requests.clear()
    again = columns.run("spam", ["tea", "rain", "sun"], client=client, journal=journal)
    assert sent.texts == []
    pandas.testing.assert_frame_equal(again, frame)


def test_progress_is_reported_in_rows() -> None:
    reports: list[tuple[int, int, int]] = []
    columns.run(
        "sentiment",
        ["tea", "tea", None, " ", "rain"],
        on_progress=lambda done, errors, rows: reports.append((done, errors, rows)),
    )
    assert reports[-1] == (4, 1, 4)
    assert reports == sorted(reports)


def test_progress_shows_a_bar_only_where_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Tests of tutorials set it for their kernels.
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    columns.run("sentiment", ["tea", " "], progress=True)
    bar = capsys.readouterr().err
    assert "sentiment: 100%" in bar
    assert "2/2" in bar
    assert "errors=1" in bar
    columns.run("sentiment", ["tea", " "])
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("TQDM_DISABLE", "1")
    columns.run("sentiment", ["tea", " "], progress=True)
    assert capsys.readouterr().err == ""


async def test_run_async_gives_the_same_frame() -> None:
    frame = await columns.run_async("sentiment", TEXTS)
    pandas.testing.assert_frame_equal(frame, columns.run("sentiment", TEXTS))


async def test_run_async_can_be_cancelled() -> None:
    started = asyncio.Event()

    async def hang(request: httpx.Request) -> httpx.Response:
        started.set()
        await asyncio.Event().wait()
        raise AssertionError

    client = AsyncClient(
        transport=httpx.MockTransport(hang), api_key="key", base_url="http://service.example"
    )
    task = asyncio.create_task(columns.run_async("spam", ["tea"], client=client))
    async with asyncio.timeout(60):
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_run_async_raises_what_concerns_all_rows() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        return httpx.Response(401, json={"success": False, "message": "Wrong key."})

    client = AsyncClient(
        transport=httpx.MockTransport(refuse),
        api_key="key",
        base_url="http://service.example",
        retries=RetryPolicy(max_retries=0),
    )
    with pytest.raises(AuthenticationError):
        await columns.run_async("spam", ["tea"], client=client)
    assert (await columns.run_async("spam", [None], client=client)).isna().all(axis=None)


def test_categories_are_those_of_the_embedded_model() -> None:
    assert SENTIMENTS == ("negative", "neutral", "positive")
    assert set(EMOTIONS) == set(OF_THE_MODEL)
