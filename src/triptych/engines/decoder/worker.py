"""The program of a worker process, which decodes one file after the other.

    python -m triptych.engines.decoder.worker KIND

It writes a line when it is ready. On its standard input comes, for each file, a line of JSON with
the size of the file and its limits, and the file. It answers with the length of what follows (two
bytes), JSON that says what became of the file, and the decoded bytes. It ends where its input ends,
as it does with the process that started it.
"""

from __future__ import annotations

import json
import math
import os
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

from triptych.engines.decoder.kinds import KINDS, Kind, Result
from triptych.engines.decoder.limits import Limits

#: A worker that has ever taken more than this is replaced, so that the memory is given back.
_MOST_RESIDENT = 300_000_000
#: Characters of an error's message; decoders quote what they do not understand.
_MOST_WORDS = 2_000


def main() -> None:
    """Decode files of the kind that the command names."""
    kind = KINDS[sys.argv[1]]
    # Libraries print to standard output, where only replies may come.
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _prepare()
    for package in kind.packages:
        import_module(package)
    serve(kind, sys.stdin.buffer, replies)


def serve(kind: Kind, jobs: BinaryIO, replies: BinaryIO) -> None:
    """Answer jobs until there are no more, or the process is to be replaced."""
    replies.write(b"\n")
    replies.flush()
    for line in iter(jobs.readline, b""):
        job = json.loads(line)
        content = jobs.read(job["size"])
        if len(content) < job["size"]:
            return
        limit(Limits(job["seconds"], job["memory_bytes"]))
        is_last = _answer(kind, content, replies)
        del content
        replies.flush()
        if is_last:
            return


def _answer(kind: Kind, content: bytes, replies: BinaryIO) -> bool:
    """Answer one job; return whether it was the last."""
    result, error, arguments = Result({}, 0, ()), "", []
    try:
        result = kind.decode(content)
    except Exception as raised:
        error = type(raised).__name__
        # Any other ends the process: the file makes the decoder fail.
        if error not in {MemoryError.__name__, *kind.errors}:
            raise
        arguments = [str(argument)[:_MOST_WORDS] for argument in raised.args]
    is_last = error == MemoryError.__name__ or _resident() > _MOST_RESIDENT
    reply = {
        "error": error,
        "arguments": arguments,
        "facts": result.facts,
        "size": result.size,
        "is_last": is_last,
    }
    words = json.dumps(reply).encode()
    replies.write(len(words).to_bytes(2))
    replies.write(words)
    for block in result.blocks:
        replies.write(block)
    return is_last


def _prepare() -> None:
    """Let the process leave no core file, and be the first to end where memory is short."""
    try:
        import resource
    except ImportError:
        # Windows has none of this.
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Not every container has the file.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def limit(limits: Limits) -> None:
    """Limit what this process takes from now on, where the system can."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    # Where whoever started this process is gone, nobody else ends it. A decoder may have threads.
    seconds = used.ru_utime + used.ru_stime + limits.seconds * (os.cpu_count() or 1)
    _lower(resource.RLIMIT_CPU, math.ceil(seconds) + 1)
    if sys.platform == "linux":
        # What this process has allocated, as that limit counts it.
        _lower(resource.RLIMIT_DATA, _status("VmData") + limits.memory_bytes)


def _lower(which: int, value: int) -> None:
    """Set the soft limit, below the hard one."""
    import resource

    _, hard = resource.getrlimit(which)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(which, (value, hard))


def _status(field: str) -> int:
    """Return bytes that Linux counts for this process."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{field}:")[2].split()[0]) * 1024


def _resident() -> int:
    """Return the most bytes that this process has had in memory; 0 where that is unknown."""
    if sys.platform == "linux":
        # What getrusage counts begins with the memory of the process that started this one.
        return _status("VmHWM")
    try:
        import resource
    except ImportError:
        return 0
    # In bytes on macOS.
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()
