"""Counts of requests by key, in one process and in several."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triptych.service.access import Windows


def test_windows_of_processes_that_share_a_folder_are_counted_together(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom triptych.service.access import Windows\n"
        "windows = Windows(Path(sys.argv[1]))\n"
        "print(sum(windows.add('k', 1, 300)[2] for _ in range(200)))"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
        for _ in range(3)
    ]
    accepted = [int(process.communicate(timeout=180)[0]) for process in processes]
    assert sum(accepted) == 300


def test_windows_begin_again_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    assert windows.add("k", 3, 3) == (3, 60, True)
    now += 59
    count, seconds, is_accepted = windows.add("k", 1, 3)
    assert (count, round(seconds), is_accepted) == (3, 1, False)
    now += 2
    assert windows.add("k", 1, 3) == (1, 60, True)


def test_windows_of_a_clock_that_was_ahead_do_not_last(monkeypatch: pytest.MonkeyPatch) -> None:
    windows, now = Windows(), time.time() + 3600
    monkeypatch.setattr(time, "time", lambda: now)
    windows.add("k", 3, 3)
    now -= 3600
    assert windows.add("k", 1, 3) == (1, 60, True)


def test_windows_of_a_folder_hold_no_key(tmp_path: Path) -> None:
    Windows(tmp_path).add("hush-hush", 1, 3)
    path = tmp_path / "limits.sqlite3"
    assert b"hush" not in path.read_bytes()
    rows = sqlite3.connect(path).execute("SELECT count FROM window").fetchall()
    assert rows == [(1,)]


def test_windows_that_have_expired_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windows, now = Windows(tmp_path), time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    for key in "abc":
        windows.add(key, 1, 3)
    now += 61
    windows.add("d", 1, 3)
    database = sqlite3.connect(tmp_path / "limits.sqlite3")
    assert database.execute("SELECT count(*) FROM window").fetchall() == [(1,)]
