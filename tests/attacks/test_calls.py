"""Calls that Schemathesis generates, against a service on loopback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from attacks.calls import calls
from attacks.servers import Service

#: Operations that answer in milliseconds.
FAST = (
    "profanity",
    "spam",
    "sentiment",
    "suggest",
    "scrape",
    "embed",
    "embed_v2",
    "detect",
    "file",
)


def test_generated_calls_are_answered_as_documented() -> None:
    outcome = calls(["fuzzing"], {}, 8, FAST)
    assert outcome.cases >= 40
    assert outcome.broken == ()
    # Not all of them are refused before anything is done.
    assert outcome.figures["accepted"] > 10


@pytest.mark.parametrize("is_chained", [False, True])
def test_exceptions_of_a_log_are_found(tmp_path: Path, is_chained: bool) -> None:
    cause = "try:\n    1 / 0\nexcept Exception:\n    {}['a']" if is_chained else "{}['a']"
    run = subprocess.run(
        [sys.executable, "-c", f"print('Serving')\n{cause}"],
        capture_output=True,
        text=True,
        check=False,
    )
    log = tmp_path / "log.txt"
    log.write_text(f"Serving\n{run.stderr}WARNING: something else\n", encoding="utf-8")
    service = Service("", subprocess.Popen([sys.executable, "-c", ""]), log)
    service.process.wait()
    assert service.exceptions()[-1] == "KeyError: 'a'"
    assert len(service.exceptions()) == 1 + is_chained
