"""`client.map` with a journal whose process is killed, and started again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "journal.py"


def test_map_killed_at_random_moments_loses_no_row_and_sends_none_again_that_is_journaled() -> None:
    result = subprocess.run(
        [sys.executable, SCRIPT, "--rows", "400", "--kills", "3"],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    figures = dict(line.rsplit(maxsplit=1) for line in result.stdout.splitlines())
    assert result.returncode == 0, result.stdout + result.stderr
    assert figures["kills"] in {"1", "2", "3"}
    assert figures["rows lost"] == "0"
    assert figures["rows sent again after being journaled"] == "0"
