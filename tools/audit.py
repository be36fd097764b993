"""Name the installed packages that have known vulnerabilities: advice, which fails nothing.

Run `python tools/audit.py`; `.ci/run` does so after the tests. pip-audit, in an environment of its
own, asks PyPI about each package that is installed beside the Python that runs this. It takes at
most 45 seconds, and one line says so where PyPI cannot be asked. The exit status is always 0: a
report may concern something that Triptych does not use, and a fix may not exist yet.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

#: Seconds that all of it may take.
_LIMIT = 45


def advice(report: dict[str, Any]) -> list[str]:
    """Return the lines to print for a report of pip-audit in JSON."""
    packages = report["dependencies"]
    unknown = [package for package in packages if "skip_reason" in package]
    lines = [
        f"{package['name']} {package['version']}: {vulnerability['id']}, "
        + (
            f"fixed in {', '.join(vulnerability['fix_versions'])}"
            if vulnerability["fix_versions"]
            else "no fixed version yet"
        )
        for package in packages
        for vulnerability in package.get("vulns", [])
    ]
    asked = len(packages) - len(unknown)
    if not asked:
        return ["No audit: PyPI has no information about any of the packages from here."]
    rest = f" ({len(unknown)} are unknown to PyPI)" if unknown else ""
    summary = f"{len(lines) or 'No'} known vulnerabilities in {asked} packages{rest}."
    return [*lines, summary]


def audit() -> list[str]:
    """Return the lines to print about what is installed."""
    deadline = time.monotonic() + _LIMIT
    with TemporaryDirectory(prefix="triptych-audit-", ignore_cleanup_errors=True) as folder:
        python = Path(folder) / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        install = ("-m", "pip", "--disable-pip-version-check", "install", "-q", "pip-audit")
        ask = (
            *("-m", "pip_audit", "--path", sysconfig.get_path("purelib"), "--skip-editable"),
            *("--progress-spinner", "off", "--timeout", "5", "-f", "json"),
        )

        def run(*command: str | Path, check: bool = True) -> bytes:
            left = max(deadline - time.monotonic(), 0)
            result = subprocess.run(  # noqa: S603
                command, capture_output=True, check=check, timeout=left
            )
            return result.stdout

        try:
            run(sys.executable, "-m", "venv", folder)
            run(python, *install)
            # The status is 1 with vulnerabilities, and with errors, which leave no report.
            return advice(json.loads(run(python, *ask, check=False)))
        except (subprocess.SubprocessError, OSError, ValueError):
            return ["No audit: PyPI could not be asked, or not in time."]


if __name__ == "__main__":
    print(*audit(), sep="\n")  # noqa: T201
