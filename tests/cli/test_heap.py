"""The memory of a process that serves."""

from __future__ import annotations

import subprocess
import sys

import pytest
import uvicorn

from triptych.cli import heap, serve

IS_GLIBC = heap._function("malloc_trim") is not None


@pytest.mark.skipif(not IS_GLIBC, reason="the C library is not glibc")
def test_free_memory_is_returned_to_the_system() -> None:
    program = """
import ctypes, psutil
from triptych.cli.heap import return_free_memory
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [libc.malloc(100_000) for _ in range(1_000)]
for block in blocks:
    ctypes.memset(block, 1, 100_000)
# The last one keeps the heap from shrinking by itself.
for block in blocks[:-1]:
    libc.free(block)
before = psutil.Process().memory_info().rss
return_free_memory()
print(before - psutil.Process().memory_info().rss)
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert int(result.stdout) > 50_000_000


def test_heap_functions_without_glibc_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert heap._function("no_such_function") is None
    monkeypatch.setattr(heap, "_function", lambda name: None)
    heap.limit_heaps()
    heap.return_free_memory()


async def test_server_returns_free_memory_every_hundredth_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[None] = []
    monkeypatch.setattr(serve, "return_free_memory", lambda: calls.append(None))
    server = serve.Server(uvicorn.Config(lambda: None))
    for counter in range(200):
        assert not await server.on_tick(counter)
    assert len(calls) == 2
