"""The worker processes: started when needed, used again, and ended where a file exceeds its limits.

They are programs of their own, not children of `multiprocessing`, nor of pools made of those: such
children import the main module, which would run a script without `if __name__ == "__main__"` once
more. And few pools can end one job while the others go on.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from triptych._cancellation import Cancellation, check_cancelled, current_cancellation
from triptych._cores import usable_cores
from triptych.engines.decoder.kinds import KINDS, Kind
from triptych.engines.decoder.limits import Limits

#: Seconds in which a worker starts, also on a machine with other work.
_START = 60.0
#: Seconds between looks whether a call that waits for a worker is still waited for.
_LOOK = 0.1
#: Bytes of the length of what a worker says about its result.
_LENGTH = 2
#: What Linux lets any user have.
_PIPE_BYTES = 2**20


class Decoded(NamedTuple):
    """What a worker returned."""

    facts: dict[str, Any]
    payload: bytearray


class _EndedError(Exception):
    """A worker ended before it answered."""


def run(kind: Kind, content: bytes, limits: Limits) -> Decoded:
    """Return a file decoded in a worker process.

    Raises
    ------
    Exception
        The errors of the kind: that of its decoder, or the one for files that are too costly.
    triptych._cancellation.Cancelled
        If nobody waits for it any more; its worker ends.
    """
    return _pools[kind.name].run(content, limits)


class _Pool:
    """The workers of one kind; files of other kinds never wait for them."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._places = threading.BoundedSemaphore(max(2, usable_cores()))
        self._lock = threading.Lock()
        self._workers: set[_Worker] = set()
        self._idle: list[_Worker] = []

    def run(self, content: bytes, limits: Limits) -> Decoded:
        while not self._places.acquire(timeout=_LOOK):
            check_cancelled()
        try:
            worker = self._take() or self._start()
            try:
                return worker.decode(content, limits)
            finally:
                self._put_back(worker)
        finally:
            self._places.release()

    def _take(self) -> _Worker | None:
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None or worker.is_usable():
            return worker
        # The system may have ended it.
        self._put_back(worker)
        return self._take()

    def _start(self) -> _Worker:
        worker = _Worker(self._kind)
        with self._lock:
            self._workers.add(worker)
        try:
            worker.wait_until_ready()
        except BaseException:
            self._put_back(worker)
            raise
        return worker

    def _put_back(self, worker: _Worker) -> None:
        with self._lock:
            if worker.is_usable():
                self._idle.append(worker)
                return
            self._workers.discard(worker)
        worker.close()

    def end(self) -> None:
        """End all workers."""
        for worker in [*self._workers]:
            worker.end()

    def forget(self) -> None:
        """Leave the workers to the process that this one was forked from."""
        for worker in self._workers:
            worker.forget()


class _Worker:
    """A worker process, for one file at a time."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._lock = threading.Lock()
        #: What it works at, by identity.
        self._work: object = None
        self._ended_by = ""
        # The program and its arguments are this package's own.
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-m", "triptych.engines.decoder.worker", kind.name],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            # What interrupts this process, such as Ctrl-C, is not for its workers.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._jobs, self._replies = self._process.stdin, self._process.stdout
        for pipe in (self._jobs, self._replies):
            _enlarge(pipe.fileno())

    def wait_until_ready(self) -> None:
        """Wait until the process takes files; raise `RuntimeError` if it does not start."""
        try:
            with self._within(_START):
                self._read(1)
        except _EndedError:
            raise RuntimeError(
                "The process that decodes files does not start: see its error on standard error."
            ) from None

    def decode(self, content: bytes, limits: Limits) -> Decoded:
        """Return what the process makes of a file, or raise the error of its kind."""
        job = {
            "size": len(content),
            "seconds": limits.seconds,
            "memory_bytes": limits.memory_bytes,
        }
        try:
            with self._within(limits.seconds):
                self._write(json.dumps(job).encode() + b"\n")
                self._write(content)
                reply = json.loads(self._read(int.from_bytes(self._read(_LENGTH))))
                # What has taken a worker over must not take this process's memory either.
                if reply["size"] > limits.memory_bytes:
                    raise _EndedError
                payload = self._read(reply["size"])
                if reply["is_last"]:
                    self.end()
        except _EndedError:
            raise self._failure(limits) from None
        if reply["error"] == MemoryError.__name__:
            raise self._kind.costly_error(_too_much(limits))
        if reply["error"]:
            raise self._kind.error(reply["error"], reply["arguments"])
        return Decoded(reply["facts"], payload)

    def is_usable(self) -> bool:
        """Return whether it can take a file."""
        return not self._ended_by and self._process.poll() is None

    def end(self, reason: str = "end", work: object = None) -> None:
        """End the process; if that was because of some work, only while it is at that."""
        with self._lock:
            if work is None or work is self._work:
                self._ended_by = self._ended_by or reason
                self._process.kill()

    def close(self) -> None:
        """Wait until the process has ended, and close the pipes."""
        self.end()
        self._process.wait()
        self._jobs.close()
        self._replies.close()

    def forget(self) -> None:
        """Close the pipes of a process that is not a child of this one."""
        self._jobs.close()
        self._replies.close()
        self._process.returncode = 0

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """End the process if the block takes longer, fails, or nobody waits for it any more."""
        work = self._work = object()
        timer = threading.Timer(seconds, self.end, ["time", work])
        timer.daemon = True
        cancellation = current_cancellation() or Cancellation()
        try:
            with cancellation.interrupting(partial(self.end, "cancelled", work)):
                check_cancelled()
                timer.start()
                yield
        except BaseException:
            self.end()
            raise
        finally:
            timer.cancel()
            with self._lock:
                self._work = None

    def _failure(self, limits: Limits) -> Exception:
        """Return the error of a file with which the process ended."""
        check_cancelled()
        if self._ended_by == "time":
            return self._kind.costly_error(f"takes longer than {limits.seconds:g} s to decode")
        return self._kind.costly_error(f"is damaged, or {_too_much(limits)}")

    def _write(self, content: bytes) -> None:
        rest = memoryview(content)
        try:
            while rest:
                rest = rest[self._jobs.write(rest) :]
        except OSError:
            raise _EndedError from None

    def _read(self, size: int) -> bytearray:
        content = bytearray(size)
        rest = memoryview(content)
        while rest:
            count = self._replies.readinto(rest)  # type: ignore[attr-defined]
            if not count:
                raise _EndedError
            rest = rest[count:]
        return content


def _enlarge(pipe: int) -> None:
    """Let a pipe hold as much as it may, so that two processes take turns less often."""
    try:
        import fcntl
    # Windows has none of this.
    except ImportError:
        return
    # Other systems than Linux do this themselves; and a user may have so much in pipes already.
    with suppress(AttributeError, OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)


def _too_much(limits: Limits) -> str:
    return f"needs more than {limits.memory_bytes / 1e6:,.0f} MB of memory to decode"


def _environment() -> dict[str, str]:
    """Return the environment of a worker, which knows no keys of this service."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TRIPTYCH_")}
    # Whatever this process imports its modules from; threads would only take memory.
    return own | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "OPENBLAS_NUM_THREADS": "1",
    }


_pools = {kind.name: _Pool(kind) for kind in KINDS.values()}


@atexit.register
def _end() -> None:
    for pool in _pools.values():
        pool.end()


def _forget() -> None:
    for name, pool in _pools.items():
        pool.forget()
        _pools[name] = _Pool(KINDS[name])


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
