"""A JupyterLab server as Binder starts it, one visitor's tabs, and the memory of it all."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import struct
import subprocess
import urllib.request
import uuid
from pathlib import Path
from typing import Any

import psutil
from tornado.websocket import WebSocketClientConnection, websocket_connect


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a process on Binder: none of one's own settings."""
    mine = ("JUPYTER", "XDG_", "IPYTHON", "TRIPTYCH_", "PYTHON", "VIRTUAL_ENV")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(mine)}
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return kept | {"HOME": str(folder / "home"), "PATH": path}


def held(process: psutil.Process) -> float:
    """Return what a process holds, in megabytes: its proportional set size."""
    try:
        lines = Path(f"/proc/{process.pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0.0
    [line] = (line for line in lines if line.startswith("Pss:"))
    return int(line.split()[1]) / 1024


class Memory:
    """What a server and its kernels hold, now and at most since `begin`."""

    def __init__(self, server: psutil.Process) -> None:
        self.server = server
        self.now = self.most = 0.0

    def begin(self) -> None:
        """Forget the most so far."""
        self.most = 0.0

    async def watch(self) -> None:
        """Look twice a second, until cancelled."""
        while True:
            self.now = await asyncio.to_thread(self._sum)
            self.most = max(self.most, self.now)
            await asyncio.sleep(0.5)

    def _sum(self) -> float:
        return sum(map(held, [self.server, *self.server.children(recursive=True)]))


class Server:
    """A JupyterLab server, started as BinderHub starts it, and its HTTP interface."""

    def __init__(self, folder: Path, port: int) -> None:
        self.token = secrets.token_hex(8)
        self.url = f"http://127.0.0.1:{port}/user/visitor"
        self.log = (folder / "server.log").open("wb")
        self.process = psutil.Popen(
            [
                str(folder / "bin" / "jupyter-lab"),
                "--ip=127.0.0.1",
                f"--port={port}",
                "--no-browser",
                "--allow-root",
                "--ServerApp.base_url=/user/visitor/",
                f"--IdentityProvider.token={self.token}",
            ],
            cwd=folder / "home",
            env=environment(folder),
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Ask the server, and return its JSON."""
        request = urllib.request.Request(
            f"{self.url}/api/{path}",
            json.dumps(body).encode() if body is not None else None,
            {"Authorization": f"token {self.token}", "Content-Type": "application/json"},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.loads(reply.read() or "null")

    async def ready(self) -> None:
        """Wait until it answers."""
        for _ in range(300):
            try:
                self.call("GET", "status")
            except OSError:
                if self.process.poll() is not None:
                    break
                await asyncio.sleep(0.2)
            else:
                return
        raise SystemExit(f"The server did not start; see {self.log.name}.")

    async def open(self, kernel: str) -> WebSocketClientConnection:
        """Connect to a kernel, as a tab does."""
        url = f"{self.url.replace('http', 'ws', 1)}/api/kernels/{kernel}/channels"
        return await websocket_connect(f"{url}?token={self.token}", max_message_size=1 << 30)

    def stop(self) -> None:
        """End it, and its kernels with it."""
        self.process.terminate()
        self.process.wait(30)
        self.log.close()


async def run_cell(tab: WebSocketClientConnection, source: str) -> str:
    """Run a cell to its end and return how it failed, or an empty text."""
    identifier = uuid.uuid4().hex
    header = {"msg_id": identifier, "msg_type": "execute_request", "version": "5.3"}
    message = {
        "header": header | {"username": "", "session": "walk"},
        "parent_header": {},
        "metadata": {},
        "channel": "shell",
        "content": {"code": source, "silent": False, "allow_stdin": False},
    }
    await tab.write_message(json.dumps(message))
    failed, left = "", {"execute_reply", "idle"}
    while left:
        received = await tab.read_message()
        if received is None:
            return "the kernel was shut down"
        if isinstance(received, bytes):
            # Widgets send buffers after the JSON; the places of all parts come first.
            count = struct.unpack_from("!I", received)[0]
            places = [*struct.unpack_from(f"!{count}I", received, 4), len(received)]
            received = received[places[0] : places[1]].decode()
        reply = json.loads(received)
        if reply["parent_header"].get("msg_id") == identifier:
            left -= {reply["msg_type"], reply["content"].get("execution_state")}
            if reply["msg_type"] == "error":
                failed = f"{reply['content']['ename']}: {reply['content']['evalue']}"
    return failed
