"""Start a notebook server of our own on a free loopback port, and stop it by its process."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from .waiting import HANG_SECONDS

SETTINGS: dict[str, dict[str, object]] = {
    # Announcements and update checks open pop-ups over the page, and ask the network.
    "@jupyterlab/apputils-extension/notification": {
        "checkForUpdates": False,
        "doNotDisturbMode": True,
        "fetchNews": "false",
    },
    # Cells outside the viewport are otherwise taken out of the page, or not laid out, and
    # locators miss them.
    "@jupyterlab/notebook-extension/tracker": {"windowingMode": "none", "scrollPastEnd": False},
    # A test saves when it means to; an autosave in between could hide a save that fails.
    "@jupyterlab/docmanager-extension/plugin": {"autosave": False},
    # A completion list pops up over what is typed, and takes Enter.
    "@jupyterlab/completer-extension/manager": {"autoCompletion": False},
    # Off unless a person asks for it. Here it is on: what a panel lets into a notebook's file at
    # the worst is what a test has to see.
    "@jupyter-widgets/jupyterlab-manager/plugin": {"saveState": True},
}


@dataclass(frozen=True)
class NotebookServer:
    """A running server: its address without a slash at the end, and the folder it serves."""

    url: str
    root: Path
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> None:
        """Ask the server to end, and its kernels with it; insist after half a minute."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(HANG_SECONDS)


def write_home(home: Path) -> dict[str, str]:
    """Fill an empty home folder for Jupyter, and return the environment that points at it.

    The kernel is the running interpreter, whatever kernels the machine has, so that a notebook
    imports what the tests import.
    """
    kernel = home / "jupyter" / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(
        json.dumps(
            {
                "argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
                "display_name": "Python 3",
                "language": "python",
            }
        )
    )
    for name, values in SETTINGS.items():
        path = home / "settings" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values))
    inherited = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("JUPYTER", "XDG_", "IPYTHON"))
    }
    return inherited | {
        "HOME": str(home),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        # Comes before every other folder of kernels, the interpreter's own included.
        "JUPYTER_PATH": str(home / "jupyter"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        # One thread a library: several kernels share the machine with a browser.
        "OMP_NUM_THREADS": "1",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
    }


async def start_jupyterlab(home: Path) -> NotebookServer:
    """Start JupyterLab without a token, with its application object on ``window``."""
    root = home / "notebooks"
    root.mkdir(parents=True)
    port = free_port()
    arguments = [
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={root}",
        "--IdentityProvider.token=",
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.extension_manager=readonly",
    ]
    return await start(arguments, home, root, f"http://127.0.0.1:{port}", "/api/status")


async def start_voila(home: Path) -> NotebookServer:
    """Start Voila on a folder; ask for ``/voila/render/<notebook>``."""
    root = home / "notebooks"
    root.mkdir(parents=True)
    port = free_port()
    arguments = [
        "voila",
        str(root),
        "--no-browser",
        "--Voila.ip=127.0.0.1",
        f"--Voila.port={port}",
        "--Voila.port_retries=0",
        "--VoilaConfiguration.show_tracebacks=True",
        f"--VoilaExecutor.startup_timeout={HANG_SECONDS}",
        # Four seconds after a cell's reply, what it has put out would be left out of the page.
        f"--VoilaExecutor.iopub_timeout={HANG_SECONDS}",
    ]
    # Ready is when a static file answers: asking for a page would run a notebook.
    ready = "/voila/static/favicon.ico"
    return await start(arguments, home, root, f"http://127.0.0.1:{port}", ready)


async def start(
    arguments: list[str], home: Path, root: Path, url: str, ready: str
) -> NotebookServer:
    environment = write_home(home)
    log = home / "server.log"
    with log.open("wb") as stream:
        process = subprocess.Popen(  # noqa: ASYNC220 - it outlives this call
            [sys.executable, "-m", *arguments],
            cwd=root,
            env=environment,
            stdout=stream,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
        )
    server = NotebookServer(url, root, process, log)
    try:
        async with asyncio.timeout(HANG_SECONDS):
            while not await asyncio.to_thread(answers, url + ready):
                if process.poll() is not None:
                    raise RuntimeError(f"{arguments[0]} ended at once:\n{log.read_text()}")
                await asyncio.sleep(0.1)
    except BaseException:
        server.stop()
        raise
    return server


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=HANG_SECONDS) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
