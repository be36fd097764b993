"""Binder: what `binder/` pins and sets, and a server that keeps its kernels within its room."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "binder" / "jupyter_server_config.py"
QUICKSTART = "/lab/tree/notebooks/00-quickstart.ipynb"

TOKEN = {"Authorization": "token visitor"}

#: More than the server holds, less than the server and two of the kernels below.
ROOM = "400 * MEGABYTE"
HOLD_200_MB = "held = b'x' * 200_000_000"


def test_requirements_are_pinned_each_once() -> None:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines)
    names = [line.split("==")[0].lower().replace("_", "-") for line in lines]
    assert len(set(names)) == len(names)


def test_all_that_the_tutorials_need_is_pinned() -> None:
    """Binder installs nothing else, so what is missing there would be missing for good."""
    assert _needed("triptych", {"dask", "lab", "transcription"}) - {"triptych"} <= set(_pinned())


@pytest.mark.skipif("CI" not in os.environ, reason="your own environment may have other versions")
def test_what_is_tested_is_what_binder_installs() -> None:
    others = {}
    for name, pinned in _pinned().items():
        with contextlib.suppress(PackageNotFoundError):
            if version(name) != pinned:
                others[name] = version(name)
    assert others == {}


def test_jupyterlab_and_notebook_are_of_one_release() -> None:
    """Binder's image brings a Notebook of its own, which fits its own JupyterLab alone."""
    text = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8")
    lab = re.search(r"^jupyterlab==4\.(\d+)\.", text, re.MULTILINE)
    notebook = re.search(r"^notebook==7\.(\d+)\.", text, re.MULTILINE)
    assert lab is not None
    assert notebook is not None
    assert lab[1] == notebook[1]


def _pinned() -> dict[str, str]:
    lines = (ROOT / "binder" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return {
        canonicalize_name(name): pinned for name, _, pinned in (x.partition("==") for x in lines)
    }


def _needed(distribution: str, extras: set[str]) -> set[NormalizedName]:
    """Return what is installed with a distribution and its extras, all the way down."""
    needed: set[NormalizedName] = set()
    todo = [(canonicalize_name(distribution), frozenset(extras))]
    seen = set(todo)
    while todo:
        name, wanted = todo.pop()
        needed.add(name)
        for line in requires(name) or []:
            one = Requirement(line)
            environments: list[dict[str, str]] = [{"extra": extra} for extra in ("", *wanted)]
            if one.marker is None or any(map(one.marker.evaluate, environments)):
                found = (canonicalize_name(one.name), frozenset(one.extras))
                if found not in seen:
                    seen.add(found)
                    todo.append(found)
    return needed


class _Server:
    """A notebook server with Binder's settings and little room."""

    def __init__(self, folder: Path) -> None:
        self.runtime = folder / "runtime"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{probe.getsockname()[1]}"
        config = folder / "config"
        config.mkdir()
        text = re.sub(
            r"^ROOM = .*", f"ROOM = {ROOM}", CONFIG.read_text(encoding="utf-8"), flags=re.M
        )
        (config / CONFIG.name).write_text(text, encoding="utf-8")
        mine = ("JUPYTER", "XDG_", "IPYTHON")
        settings = {key: value for key, value in os.environ.items() if not key.startswith(mine)}
        settings |= {
            "HOME": str(folder),
            "JUPYTER_CONFIG_DIR": str(config),
            "JUPYTER_RUNTIME_DIR": str(self.runtime),
        }
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        arguments = [f"--port={self.url.rsplit(':')[-1]}", "--IdentityProvider.token=visitor"]
        with (folder / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--ip=127.0.0.1", *arguments],
                cwd=folder,
                env=settings,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def call(self, method: str, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, TOKEN, method=method)
        with urllib.request.urlopen(request, timeout=30) as reply:
            return json.loads(reply.read() or "null")

    def kernels(self) -> list[str]:
        return [kernel["id"] for kernel in self.call("GET", "/api/kernels")]

    def wait(self, what: str, done: Any) -> None:
        deadline = time.monotonic() + 60
        while not done():
            assert time.monotonic() < deadline, what
            assert self.process.poll() is None
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            self.call("GET", "/api/status")
        except OSError:
            return False
        return True


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Server]:
    """A running server; it is ended afterwards, and its kernels with it."""
    if importlib.util.find_spec("jupyterlab") is None:
        pytest.skip("JupyterLab is not installed (pip install 'triptych[lab]')")
    started = _Server(tmp_path_factory.mktemp("binder"))
    try:
        started.wait("the server did not start", started.answers)
        yield started
    finally:
        started.process.terminate()
        started.process.wait(20)


def test_it_opens_on_the_quickstart(server: _Server) -> None:
    request = urllib.request.Request(server.url, headers=TOKEN)
    with urllib.request.urlopen(request, timeout=30) as reply:
        assert reply.url == server.url + QUICKSTART
        page = reply.read().decode()
    # Without these, JupyterLab asks PyPI for its next release and whether it may fetch news.
    assert re.search(r'"news": \{"disabled": true\}', page)


def test_the_kernel_idle_the_longest_goes_when_memory_runs_short(server: _Server) -> None:
    _kernel_that_holds_memory(server)
    second = _kernel_that_holds_memory(server)
    server.wait("no kernel was shut down", lambda: len(server.kernels()) < 2)
    assert server.kernels() == [second]
    third = _kernel_that_holds_memory(server)
    server.wait("no kernel was shut down", lambda: len(server.kernels()) < 2)
    assert server.kernels() == [third]


def _kernel_that_holds_memory(server: _Server) -> str:
    from jupyter_client.blocking.client import BlockingKernelClient

    identifier: str = server.call("POST", "/api/kernels", {"name": "python3"})["id"]
    client = BlockingKernelClient(connection_file=str(server.runtime / f"kernel-{identifier}.json"))
    client.load_connection_file()
    client.start_channels(hb=False)
    client.wait_for_ready(60)
    client.execute_interactive(HOLD_200_MB, timeout=60)
    client.stop_channels()
    return identifier
