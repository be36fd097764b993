"""A plugin of pytest for the tutorials' kernels: how long to wait for one, and its memory.

What each one takes is held against Binder's 2 GB.

nbval gives each tutorial a kernel of its own, and ends it before the next one starts. On Binder
the server is there too, and `binder/jupyter_server_config.py` shuts down what is idle above its
room, all but the kernel used last. So what has to fit is the server and any one kernel.
"""

from __future__ import annotations

import os
import threading
from collections import defaultdict
from pathlib import Path
from typing import Any

import psutil
import pytest

LIMIT = 2048
#: JupyterLab's server took 130 MB at most, and more the more its kernels have put out.
SERVER = 250

#: Seconds. What a kernel puts out comes at once, or after a while on a machine that is busy with
#: other work: nbval would wait for five.
HANG = 180

# Progress bars are not part of the outputs; kernels inherit the environment.
os.environ["TQDM_DISABLE"] = "1"

_most: dict[str, float] = defaultdict(float)
_running = ""
_over = threading.Event()


def held(process: psutil.Process) -> float:
    """Return the proportional set size of a process, in megabytes; 0 where it has ended."""
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


def _watch() -> None:
    us = psutil.Process(os.getpid())
    while not _over.wait(0.25):
        tutorial = _running
        now = sum(map(held, us.children(recursive=True)))
        _most[tutorial] = max(_most[tutorial], now)


def pytest_sessionstart(session: pytest.Session) -> None:
    # The processes that pytest-xdist starts watch the kernels, each its own.
    starts_others = bool(getattr(session.config.option, "numprocesses", None))
    if Path("/proc/self/smaps_rollup").exists() and not starts_others:
        threading.Thread(target=_watch, daemon=True).start()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Wait for the output of a tutorial's cell until it can only be hanging."""
    if hasattr(item, "output_timeout"):
        item.output_timeout = HANG


def pytest_runtest_logstart(nodeid: str) -> None:
    global _running
    _running = nodeid.split("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process of pytest-xdist has seen, which runs kernels of its own."""
    _most.update(getattr(node, "workeroutput", {}).get("kernel_memory", {}))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    _over.set()
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["kernel_memory"] = dict(_most)
    elif max(_most.values(), default=0.0) + SERVER > LIMIT:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.section(f"memory at most; Binder's {LIMIT} MB less {SERVER} for the server")
    for tutorial, most in sorted(_most.items()):
        if tutorial:
            too_much = "  TOO MUCH" if most + SERVER > LIMIT else ""
            terminalreporter.write_line(f"{most:>6.0f} MB  {tutorial}{too_much}")
