"""The notebook server on Binder: opens on the quickstart, and keeps its kernels within 2 GB.

Over 2 GB Binder ends the whole server, and all that was done in it is lost. A tutorial's kernel
keeps its memory for as long as its tab is open, and all tutorials together do not fit.
"""

from __future__ import annotations

import psutil
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

c = get_config()  # noqa: F821 - Jupyter defines it where this file is run

MEGABYTE = 1_000_000
#: What all processes may hold that is not on the disk as well. The rest of the 2 GB is for the
#: libraries and models that are mapped from it, and for what a busy kernel takes in a second.
ROOM = 1_300 * MEGABYTE


class KernelsThatFit(AsyncMappingKernelManager):
    """Shuts down the kernel that was idle the longest whenever memory runs short.

    The kernel that was used last stays, and so does every kernel that is busy.
    """

    async def cull_kernels(self) -> None:
        """Shut down what was idle for too long, then what does not fit."""
        await super().cull_kernels()
        while _held() > ROOM and (idle := self._idle()):
            self.log.warning("Memory runs short: shutting down kernel %s, idle the longest", idle)
            await self.shutdown_kernel(idle)

    def _idle(self) -> str | None:
        # A kernel that is being started has not been active yet.
        kernels = {one: self.get_kernel(one) for one in self.list_kernel_ids()}
        used = {
            one: kernel.last_activity for one, kernel in kernels.items() if kernel.last_activity
        }
        but_the_last = sorted(used, key=used.__getitem__)[:-1]
        return next((one for one in but_the_last if kernels[one].execution_state == "idle"), None)


def _held() -> int:
    server = psutil.Process()
    held = 0
    for process in [server, *server.children(recursive=True)]:
        try:
            memory = process.memory_info()
        except psutil.NoSuchProcess:
            continue
        held += memory.rss - memory.shared
    return held


c.LabApp.default_url = "/lab/tree/notebooks/00-quickstart.ipynb"
c.ServerApp.kernel_manager_class = KernelsThatFit
# Looks every second: a cell can take hundreds of megabytes in a few.
c.MappingKernelManager.cull_interval = 1
c.MappingKernelManager.cull_idle_timeout = 600
c.MappingKernelManager.cull_connected = True
# Nothing is downloaded once it runs: no news, no search for updates, no extensions.
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
c.LabApp.extension_manager = "readonly"
