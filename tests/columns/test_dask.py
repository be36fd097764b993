"""The accessor of Dask: lazy, with exact types, the same result as in pandas, whoever dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dask.dataframe as dd
import distributed
import pandas
import pytest
from dask.dataframe.utils import assert_eq
from distributed.protocol.pickle import dumps
from tests.columns.clusters import local_cluster
from tests.columns.scoring_service import ScoringService, scoring_service

import triptych
import triptych.dask
from triptych import columns

DATA = Path(__file__).parents[2] / "data"
TEXTS = pandas.Series(
    ["I love it", "It broke", None, " ", "See you at six", "WIN a FREE prize, text CLAIM to 80080"],
    index=pandas.Index([*"abbcde"], name="key"),
    name="text",
)


def _dask(values: pandas.Series[Any], partitions: int = 3) -> Any:
    # Sorting would change the order of rows with the same label.
    return dd.from_pandas(values, npartitions=partitions, sort=False)


POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs the signals of POSIX")


@pytest.mark.parametrize(
    ("operation", "options"),
    [
        ("sentiment", {}),
        ("spam", {}),
        ("profanity", {"censor_replacement": "#"}),
        ("embed", {"dimensions": 8}),
    ],
)
def test_result_is_that_of_pandas_with_its_types(operation: str, options: dict[str, Any]) -> None:
    lazy = getattr(_dask(TEXTS).triptych, operation)(**options)
    expected = columns.run(operation, TEXTS, **options)
    assert_eq(lazy, expected, scheduler="sync")
    pandas.testing.assert_frame_equal(lazy.compute(scheduler="sync"), expected)
    pandas.testing.assert_frame_equal(lazy._meta, expected.iloc[:0])


def test_categories_are_known_before_anything_runs() -> None:
    lazy = _dask(TEXTS).triptych.sentiment()
    assert lazy["sentiment"].cat.known
    assert list(lazy["sentiment"].cat.categories) == ["negative", "neutral", "positive"]
    assert lazy["emotion"].cat.known


def test_several_rows_of_a_value_have_its_label() -> None:
    pictures = [str(path) for path in sorted(DATA.rglob("*.jpg"))[:3]]
    column = pandas.Series([*pictures, "no-such-picture.jpg"], index=[*"wxyz"])
    lazy = _dask(column).triptych.detect()
    expected = columns.run("detect", column)
    assert len(expected) > len(column)
    assert_eq(lazy, expected, scheduler="sync", check_divisions=False)
    assert expected["error"].notna().sum() == 1


def test_pages_and_queries_are_read() -> None:
    pages = pandas.Series(["data:text/html,<h1>Tea</h1><dl><dt>Price:<dd>3 EUR</dl>", None])
    lazy = _dask(pages, 2).triptych.scrape({"price": "price"})
    assert_eq(lazy, columns.run("scrape", pages, element_prompts={"price": "price"}))
    queries = pandas.Series(["penicillin", "photosynthesis"])
    lazy = _dask(queries, 2).triptych.search(max_results=2, ai_overview=False)
    found = columns.run("search", queries, max_results=2, ai_overview=False)
    assert_eq(lazy, found, scheduler="sync", check_divisions=False)


def test_partitions_without_rows_have_the_types_too() -> None:
    column = _dask(TEXTS, 2)
    lazy = column[column == "I love it"].triptych.spam()
    assert_eq(lazy, columns.run("spam", TEXTS[TEXTS == "I love it"]), scheduler="sync")
    nothing = column[column == "nothing"].triptych.spam()
    assert_eq(nothing, columns.run("spam", TEXTS[:0]), scheduler="sync")


def test_nothing_runs_before_it_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def run(operation: str, *_: object, **__: object) -> pandas.DataFrame:
        calls.append(operation)
        return columns.empty(operation)

    monkeypatch.setattr(columns, "run", run)
    lazy = _dask(TEXTS).triptych.spam()
    assert lazy.npartitions == 3
    assert list(lazy.columns) == ["is_spam", "score", "error"]
    assert calls == []
    lazy.compute(scheduler="sync")
    assert calls == ["spam"] * 3


def test_mistakes_are_errors_before_anything_runs() -> None:
    with pytest.raises(TypeError, match="spam reads text, but this column holds int64"):
        _dask(pandas.Series([1, 2])).triptych.spam()
    with pytest.raises(triptych.InvalidInputError, match="dimensions"):
        _dask(TEXTS).triptych.embed(dimensions=0)


def test_a_row_that_fails_is_raised_if_asked_for() -> None:
    lazy = _dask(TEXTS).triptych.sentiment(on_error="raise")
    with pytest.raises(triptych.InvalidInputError, match="white space"):
        lazy.compute(scheduler="sync")


def test_an_error_travels_without_the_frame_of_what_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run(*_: object, **__: object) -> None:
        error = triptych.InvalidInputError([])
        error.partial = TEXTS.to_frame()  # type: ignore[attr-defined]
        raise error

    monkeypatch.setattr(columns, "run", run)
    with pytest.raises(triptych.InvalidInputError) as caught:
        _dask(TEXTS).triptych.spam().compute(scheduler="sync")
    assert not hasattr(caught.value, "partial")


def test_a_client_is_refused_with_advice() -> None:
    with triptych.Client() as client, pytest.raises(TypeError, match="TRIPTYCH_API_KEY"):
        _dask(TEXTS).triptych.spam(client=client)


def test_an_address_with_a_password_is_refused() -> None:
    with pytest.raises(ValueError, match="password"):
        _dask(TEXTS).triptych.spam(client="https://me:secret@example.com")


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="Invalid address"):
        _dask(TEXTS).triptych.spam(client="http://127.0.0.1:port")


def test_a_progress_bar_is_refused_with_advice() -> None:
    with pytest.raises(ValueError, match="dashboard"):
        _dask(TEXTS).triptych.spam(progress=True)
    assert _dask(TEXTS).triptych.spam(progress=False).npartitions == 3


def test_the_graph_holds_an_address_but_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "a-secret-key")
    lazy = _dask(TEXTS).triptych.spam(client="http://127.0.0.1:8000")
    graph = dumps(dict(lazy.__dask_graph__()))
    assert b"http://127.0.0.1:8000" in graph
    assert b"a-secret-key" not in graph


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScoringService]:
    monkeypatch.setenv("TRIPTYCH_API_KEY", "key")
    with scoring_service() as service:
        yield service


def test_a_journal_has_a_file_for_each_partition_and_spares_the_second_run(
    scorer: ScoringService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Equal partitions at the same time have files of their own.
    column = pandas.Series([*"abcabcdef"], name="text")

    def compute() -> pandas.DataFrame:
        lazy = _dask(column).triptych.spam(client=scorer.url, journal="journals/spam")
        frame: pandas.DataFrame = lazy.compute(scheduler="threads")
        return frame

    first = compute()
    assert len(list((tmp_path / "journals/spam").glob("*.journal"))) == 3
    assert sorted(scorer.texts) == [*"aabbccdef"]
    scorer.texts.clear()
    pandas.testing.assert_frame_equal(compute(), first)
    assert scorer.texts == []


def _kill(cluster: distributed.Client, address: str) -> None:
    os.kill(cluster.run(os.getpid)[address], signal.SIGKILL)


@POSIX
def test_a_killed_worker_costs_no_row() -> None:
    column = pandas.Series(
        [f"{word} number {n}" if n % 7 else None for n in range(100) for word in ("Tea", "Rain")]
    )
    with local_cluster() as cluster:
        futures = distributed.futures_of(cluster.persist(_dask(column, 10).triptych.sentiment()))
        first = next(iter(distributed.as_completed(futures)))
        # The worker that has a result: this is lost with it, and so is what it works on.
        (address,) = next(iter(cluster.who_has([first]).values()))
        _kill(cluster, address)
        frame = pandas.concat(cluster.gather(futures))
    pandas.testing.assert_frame_equal(frame, columns.run("sentiment", column))


@POSIX
def test_a_killed_worker_goes_on_from_its_journal(scorer: ScoringService, tmp_path: Path) -> None:
    scorer.most = 4_000
    column = pandas.Series([f"text {number}" for number in range(6_000)])
    lazy = _dask(column, 2).triptych.spam(
        client=scorer.url, journal=tmp_path / "journals", concurrency=1
    )
    with local_cluster(TRIPTYCH_API_KEY="key") as cluster:
        futures = distributed.futures_of(cluster.persist(lazy))
        assert scorer.is_silent.wait(120)
        _kill(cluster, next(iter(cluster.processing())))
        scorer.go_on()
        frame = pandas.concat(cluster.gather(futures))
    assert frame.index.tolist() == column.index.tolist()
    assert (frame["score"] == 0.25).all()
    assert set(scorer.texts) == set(column)
    # Of the partition that began again, what was in its journal is not sent again.
    assert len(scorer.texts) - len(column) < 1_000
