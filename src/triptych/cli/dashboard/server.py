"""Voila with the workbench alone: its settings, its notebook, and its shutdown."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import tempfile
import threading
import webbrowser
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler

from triptych.cli.listening import is_loopback

_TEMPLATE = Path(__file__).parent / "template"
#: Seconds without a page after which a kernel is ended. A closed page reports that; one whose
#: browser or network failed does not.
_ABANDONED = 600
#: Seconds to wait at shutdown for kernels that are starting.
_PATIENCE = 20
#: Seconds in which a kernel has to start, and to deliver what a cell has put out: after the
#: default four, a busy machine would show a page without the workbench.
_STARTED = 120
#: What the workbench is drawn with; any other extension of the machine's JupyterLab is left out.
_EXTENSIONS = [
    "@jupyter-widgets/jupyterlab-manager",
    "@voila-dashboards/widgets-manager8",
    "anywidget",
]
#: A server and its key.
_PRIVATE = ("TRIPTYCH_API_KEY", "TRIPTYCH_BASE_URL")


class OwnKernel(KernelSpecManager):
    """The running interpreter as the only kernel: another one may not have Triptych."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class Page(TornadoVoilaHandler):
    """The page, with the cookie that it needs to end its kernel when it is closed."""

    @allow_unauthenticated
    async def get(self, *arguments: Any, **named: Any) -> None:
        """Answer with the page and the cookie, or with a hint on the token."""
        # Jupyter's own login page describes passwords and other commands.
        if not self.current_user:
            self.set_status(403)
            self.set_header("Content-Type", "text/plain; charset=utf-8")
            self.finish("Open the address that triptych app printed: it contains a token.\n")
            return
        assert self.xsrf_token
        await super().get(*arguments, **named)


class Dashboard(Voila):
    """Voila on a socket that listens already."""

    listener: socket.socket
    address: str | None = None

    def setup_template_dirs(self) -> None:
        """Look for the page here before anywhere else."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(_TEMPLATE))

    def init_settings(self) -> dict[str, Any]:
        """Let kernels work where the command was given: the environment may name files there."""
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager.root_dir = str(Path.cwd())
        return settings

    def init_handlers(self) -> list[Any]:
        """Use our page."""
        handlers = super().init_handlers()
        return [
            (at, Page, *rest) if kind is TornadoVoilaHandler else (at, kind, *rest)
            for at, kind, *rest in handlers
        ]

    def listen(self) -> None:
        """Serve until interrupted."""
        self.ioloop = IOLoop.current()
        # A KeyboardInterrupt could leave anywhere, and so could a second one while kernels end.
        signal.signal(signal.SIGINT, self._handle_signal_stop)
        self.listener.setblocking(False)
        HTTPServer(self.app).add_sockets([self.listener])
        if self.address is not None:
            threading.Thread(target=webbrowser.open, args=[self.address], daemon=True).start()
        self.ioloop.start()

    def _handle_signal_stop(self, sig: int, frame: object) -> None:
        self.ioloop.add_callback_from_signal(self._end)

    async def _end(self) -> None:
        """End all kernels, which hold nothing to save, and stop."""
        try:
            async with asyncio.timeout(_PATIENCE):
                # A starting kernel cannot be ended yet.
                for pool in [*self.kernel_manager._pools.values()]:
                    await asyncio.gather(*pool, return_exceptions=True)
                await self.kernel_manager.shutdown_all(now=True)
        finally:
            self.ioloop.stop()


def serve(listener: socket.socket, host: str, token: str, open_at: str | None) -> None:
    """Serve the workbench until interrupted, on a listening socket.

    Without a token anyone is admitted; `open_at` is the address to open in the browser.
    """
    if not is_loopback(host):
        forget_the_key()
    # Refused and broken requests do not belong in the terminal.
    logging.getLogger("tornado").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="triptych-app-") as folder:
        notebook = Path(folder) / "triptych.ipynb"
        write_notebook(notebook)
        server = Dashboard(
            config=settings(host, token), config_file_paths=[], connection_dir_root=folder
        )
        server.listener, server.address = listener, open_at
        server.initialize([str(notebook)])
        server.start()


def forget_the_key() -> None:
    """Keep visitors from calling a server at the expense of who started this process."""
    for name in _PRIVATE:
        os.environ.pop(name, None)


def write_notebook(path: Path) -> None:
    """Write the notebook that makes the page."""
    cell = nbformat.v4.new_code_cell("import triptych\n\ntriptych.Workbench()")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"title": "Triptych"}), path)


def settings(host: str, token: str) -> Config:
    """Return Voila's configuration for a host and a token."""
    return Config(
        Voila={
            "ip": host,
            "token": token,
            "open_browser": False,
            "log_level": "ERROR",
            # Otherwise another site could point its name here (DNS rebinding) and read the page.
            "tornado_settings": {"allow_remote_access": not is_loopback(host)},
        },
        VoilaConfiguration={
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "extension_allowlist": _EXTENSIONS,
            "file_allowlist": [],
            "kernel_spec_manager_class": OwnKernel,
            # A kernel is started, and has drawn the page, before the next visitor comes; each
            # visitor has their own.
            "preheat_kernel": True,
            "default_pool_size": 1,
        },
        VoilaExecutor={"startup_timeout": _STARTED, "iopub_timeout": _STARTED},
        MappingKernelManager={
            "cull_idle_timeout": _ABANDONED,
            "cull_interval": 60,
            # Other users of the machine can connect to its ports.
            "transport_encryption": "auto",
        },
    )
