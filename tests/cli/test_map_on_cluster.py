"""`triptych map --dask`: the same output and exit statuses, by the workers of a cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import dask
import distributed
import pandas
import pytest
from tests.columns.clusters import local_cluster
from tests.columns.scoring_service import ScoringService, scoring_service
from typer.testing import CliRunner, Result

from triptych.cli.main import app
from triptych.cli.map import command

ROWS = 300


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.Client]:
    """Two worker processes on loopback, which have a key of their own."""
    with local_cluster(TRIPTYCH_API_KEY="key") as client:
        yield client


@pytest.fixture
def scorer(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScoringService]:
    with scoring_service() as service:
        monkeypatch.setenv("TRIPTYCH_BASE_URL", service.url)
        # Of this process; those of the workers are in theirs.
        monkeypatch.setenv("TRIPTYCH_API_KEY", "another-key")
        monkeypatch.setattr(command, "_ROWS_OF_TASK", 20)
        yield service


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "texts.csv"
    path.write_text("".join(["id,text\n", *(f"{n:04},text {n}\n" for n in range(ROWS))]))
    return path


def _address(cluster: distributed.Client) -> str:
    return str(cluster.scheduler_info()["address"])


def _map(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(app, ["map", "spam", *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.mark.parametrize("name", ["out.csv", "out.parquet"])
def test_output_is_that_of_one_process(
    name: str, cluster: distributed.Client, scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    here, there = tmp_path / f"here-{name}", tmp_path / f"there-{name}"
    common: list[str | Path] = [table, "--column", "text", "--out"]
    assert _map(*common, here).exit_code == 0
    result = _map(*common, there, "--dask", _address(cluster))
    assert (result.exit_code, result.output) == (0, "")
    read = pandas.read_parquet if name.endswith("parquet") else pandas.read_csv
    pandas.testing.assert_frame_equal(read(there), read(here))
    assert len(read(there)) == ROWS


def test_journals_spare_the_second_run(
    cluster: distributed.Client, scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    arguments: list[str | Path] = [table, "--column", "text", "--journal", tmp_path / "journals"]
    arguments += ["--dask", _address(cluster)]
    first = _map(*arguments)
    assert first.exit_code == 0
    assert len(scorer.texts) == ROWS
    assert _map(*arguments).stdout == first.stdout
    assert len(scorer.texts) == ROWS


def test_a_task_that_fails_is_one_line(
    cluster: distributed.Client, scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("no folder")
    out, journal = tmp_path / "out.csv", tmp_path / "file"
    result = _map(
        *(table, "--column", "text", "--out", out, "--journal", journal),
        *("--dask", _address(cluster)),
    )
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert "A task of the cluster failed" in line
    assert "File exists" in line
    assert not out.exists()


def test_an_address_without_a_scheduler_is_wrong_usage(
    scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        result = _map(table, "--column", "text", "--dask", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "No Dask scheduler at tcp://127.0.0.1:9" in line
    assert "check --dask" in line


def test_an_address_with_a_password_is_not_sent_to_workers(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIPTYCH_BASE_URL", "https://me:secret@example.com")
    result = _map(table, "--column", "text", "--dask", "tcp://127.0.0.1:9")
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert "TRIPTYCH_BASE_URL: The address contains a password" in line


def _start(
    cluster: distributed.Client, scorer: ScoringService, table: Path
) -> subprocess.Popen[str]:
    # More than one task: each has 2,000 rows.
    table.write_text("".join(["text\n", *(f"text {n}\n" for n in range(9_000))]))
    scorer.most = 5_000
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "triptych", "map", "spam", table.name),
            *("--column", "text", "--out", "out.csv", "--dask", _address(cluster)),
        ],
        cwd=table.parent,
        env=os.environ | {"TRIPTYCH_BASE_URL": scorer.url},
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs the signals of POSIX")
def test_a_killed_worker_costs_no_row(
    cluster: distributed.Client, scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    cluster.wait_for_workers(2, timeout=120)
    with _start(cluster, scorer, table) as process:
        assert scorer.is_silent.wait(120)
        os.kill(next(iter(cluster.run(os.getpid).values())), signal.SIGKILL)
        scorer.go_on()
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    frame = pandas.read_csv(tmp_path / "out.csv")
    assert frame["text"].tolist() == [f"text {n}" for n in range(9_000)]
    assert (frame["score"] == 0.25).all()


def test_an_interrupt_ends_the_command_and_its_tasks(
    cluster: distributed.Client, scorer: ScoringService, table: Path, tmp_path: Path
) -> None:
    cluster.wait_for_workers(2, timeout=120)
    with _start(cluster, scorer, table) as process:
        assert scorer.is_silent.wait(120)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode == 130
    (line,) = err.splitlines()
    assert line.startswith("triptych: Interrupted. out.csv is not written.")
    assert {path.name for path in tmp_path.iterdir()} == {"texts.csv"}
    scorer.go_on()
    # Nothing of it is left that the cluster would go on with.
    while cluster.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
        pass
