"""Calls that Schemathesis generates from the OpenAPI document of the service.

Attacked are all operations: with values at the bounds of each member and beyond them, with members
left out, added and of other types, other methods, other media types, without a key and with wrong
ones, and with random values that the document allows or forbids.

Broken is a call that is answered 5xx or not at all; with a status, a media type, a header or a body
that the document does not have; with success although its key or its members are not what the
document asks for; and every exception that the service logs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attacks import Outcome
from attacks.servers import KEY, serving, small_web

HOOKS = Path(__file__).with_name("calls_hooks.py")
#: Random calls for each operation; fewer where one takes seconds.
RANDOM = {"research": 15, "search": 60, "generate_image": 60}
RANDOM_ELSE = 220
#: All that Schemathesis checks, but for these: that valid calls succeed, since the document cannot
#: name which addresses can be fetched; and how long calls take.
_CONFIG = """
hooks = {hooks}
headers = {{ x-api-key = {key} }}
continue-on-failure = true
request-timeout = 180
suppress-health-check = ["all"]
[generation]
deterministic = true
no-shrink = true
[checks]
positive_data_acceptance.enabled = false
max_response_time = 3600
[reports.json]
path = {report}
"""
_OPERATION = """
[[operations]]
include-operation-id = {name}
generation.max-examples = {count}
"""


def calls(
    phases: Sequence[str],
    random: Mapping[str, int],
    random_else: int,
    operations: Sequence[str] = (),
) -> Outcome:
    """Run Schemathesis against a service of its own.

    Parameters
    ----------
    phases
        "examples" of the document, "coverage" of bounds and types, "fuzzing" with random calls.
    random
        Random calls by operation, as the client names it.
    random_else
        Those of the other operations.
    operations
        The operations; by default all.
    """
    with (
        small_web() as (pages, _),
        serving(arguments=("--api-key", KEY), fetch_allow=pages.host) as service,
        tempfile.TemporaryDirectory() as temporary,
    ):
        pages.pages["/page"] = "<title>Tea</title><h1>Tea</h1><p>Price: <b>9.80 EUR</b></p>"
        folder = Path(temporary)
        report, config = folder / "report.json", folder / "schemathesis.toml"
        values = {"hooks": HOOKS, "key": KEY, "report": report}
        # Strings are written alike in JSON and TOML.
        text = _CONFIG.format_map({name: json.dumps(str(one)) for name, one in values.items()})
        for operation, count in random.items():
            text += _OPERATION.format(name=json.dumps(operation), count=count)
        config.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run"]
        command += [f"{service.url}/openapi.json", "--no-color", f"--max-examples={random_else}"]
        command += [f"--phases={','.join(phases)}"]
        for operation in operations:
            command += ["--include-operation-id", operation]
        environment = os.environ | {"ATTACKS_PAGE": f"{pages.url}/page"}
        run = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        if not report.exists():
            raise RuntimeError(f"Schemathesis did not run:\n{run.stdout}\n{run.stderr}")
        summary = json.loads(report.read_text(encoding="utf-8"))
        broken = [*_failures(summary), *[f"logged: {line}" for line in service.exceptions()]]
        if service.process.poll() is not None:
            broken.append(f"the service ended with {service.process.returncode}")
        if broken:
            # With the calls that repeat it.
            print(run.stdout, file=sys.stderr)
        rates = [phase for phases in summary["valid_rates"].values() for phase in phases.values()]
        accepted = sum(rate["accepted"] for rate in rates)
        return Outcome(summary["test_cases"]["generated"], tuple(broken), {"accepted": accepted})


def _failures(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each kind of failure, from the report of a run."""
    for failure in summary["failures"]:
        where = ", ".join(failure["operations"])
        for _ in range(failure["count"]):
            yield f"{failure['title']}: {where}"
    for error in summary["errors"]:
        yield f"error: {json.dumps(error)}"
    if not summary["complete"]:
        yield f"the run ended early: {summary['stop_reason']}"


def run(quick: bool) -> Outcome:
    """Make all generated calls; quick, only some of the random ones."""
    if quick:
        return calls(["fuzzing"], {"research": 1, "search": 5, "generate_image": 5}, 30)
    return calls(["examples", "coverage", "fuzzing"], RANDOM, RANDOM_ELSE)
