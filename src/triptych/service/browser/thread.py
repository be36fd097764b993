"""A thread with an event loop of its own, for objects that belong to one loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs coroutines of any thread and any loop in one loop.

    Parameters
    ----------
    name : str
        Of the thread, which is a daemon: it never keeps the interpreter alive.

    Examples
    --------
    >>> async def add() -> int:
    ...     return 1 + 1
    >>> thread = LoopThread("adding")
    >>> thread.submit(add()).result()
    2
    >>> thread.stop()
    """

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Let a coroutine run; cancelling the future cancels it.

        Raises
        ------
        RuntimeError
            If the thread has ended.
        """
        try:
            return asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        except RuntimeError:
            coroutine.close()
            raise

    async def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Await a coroutine's result from another loop; cancelling the await cancels it.

        Raises
        ------
        RuntimeError
            If the thread has ended, or ends meanwhile.
        """
        future = self.submit(coroutine)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and not task.cancelling():
                raise RuntimeError("The thread has ended.") from None
            raise

    def stop(self) -> None:
        """End the loop, and the thread with it."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        if threading.current_thread() is not self._thread:
            self._thread.join(5)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            # Whoever waits for one of them learns that it will not end.
            while tasks := asyncio.all_tasks(self.loop):
                for task in tasks:
                    task.cancel()
                self.loop.run_until_complete(asyncio.wait(tasks, timeout=5))
            self.loop.run_until_complete(asyncio.sleep(0))
            self.loop.close()
