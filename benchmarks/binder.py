"""Build what Binder builds, walk through all tutorials as a visitor does, and measure the memory.

Usage::

    python benchmarks/binder.py [--into FOLDER] [--build-only] [--unguarded] [--one-at-a-time]
                                [--offline]

`--into` keeps the environment (or finds it there) instead of a temporary folder. Every tutorial is
opened in one JupyterLab server, run to its end, and left open. `--unguarded` walks without
`binder/jupyter_server_config.py`, which is the named alternative; `--one-at-a-time` shuts each
kernel down before the next. With `--offline` (Linux) there is no network but loopback.

Memory is the proportional set size (PSS) of the server and all its kernels, twice a second: what
they hold, a page they share counted once. Binder's own count also has files that were read, which
the system drops when memory runs short. Exits with 1 if a cell fails or 2 GB are exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from binder_session import Memory, Server, environment, run_cell

ROOT = Path(__file__).parents[1]
LIMIT = 2048.0
#: What Binder's image has before `binder/` is read: the Jupyter part of repo2docker's lock for
#: Python 3.11 (November 2025), from PyPI instead of conda-forge.
IMAGE = [
    "ipykernel==7.1.0",
    "ipywidgets==8.1.8",
    "jupyter-offlinenotebook==0.3.2",
    "jupyter-resource-usage==1.2.0",
    "jupyter_server==2.17.0",
    "jupyterhub==5.4.2",
    "jupyterlab==4.4.10",
    "notebook==7.4.7",
]
CONFIG = "jupyter_server_config.py"


def build(folder: Path) -> None:
    """Make the environment and the copy of the repository in a folder, as repo2docker does."""
    home = folder / "home"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, home / name)
    python = folder / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    uv = shutil.which("uv")
    install = [uv, "pip", "install", "-q", "--python", str(python)] if uv else _pip(python)
    for packages in (IMAGE, ["-r", str(home / "binder" / "requirements.txt")]):
        subprocess.run([*install, *packages], check=True)
    subprocess.run(["bash", "binder/postBuild"], cwd=home, env=environment(folder), check=True)
    subprocess.run([python, "-m", "pip", "check"], check=True)


def _pip(python: Path) -> list[str]:
    return [str(python), "-m", "pip", "--disable-pip-version-check", "install", "-q"]


async def walk(folder: Path, port: int, one_at_a_time: bool) -> bool:
    """Print the memory of every tutorial, and tell whether all went well."""
    server = Server(folder, port)
    try:
        await server.ready()
        memory = Memory(server.process)
        watching = asyncio.create_task(memory.watch())
        most, failures, tabs = 0.0, 0, []
        print(f"{'tutorial':<24}{'seconds':>8}{'at most':>10}{'after':>10}{'kernels':>9}")
        for path in sorted((folder / "home" / "notebooks").glob("*.ipynb")):
            memory.begin()
            start = time.perf_counter()
            body = {"path": f"notebooks/{path.name}", "name": path.name, "type": "notebook"}
            session = await asyncio.to_thread(
                server.call, "POST", "sessions", body | {"kernel": {"name": "python3"}}
            )
            tab = await server.open(session["kernel"]["id"])
            for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
                if cell["cell_type"] == "code":
                    failed = await run_cell(tab, "".join(cell["source"]))
                    if failed:
                        failures += 1
                        print(f"{path.stem}: {failed}")
            seconds = time.perf_counter() - start
            await asyncio.sleep(2)
            kernels = len(server.call("GET", "kernels"))
            most = max(most, memory.most)
            sizes = f"{memory.most:>7.0f} MB{memory.now:>7.0f} MB"
            print(f"{path.stem:<24}{seconds:>8.0f}{sizes}{kernels:>9}", flush=True)
            # An open tab takes what its kernel sends, also when nobody runs a cell.
            tabs.append(tab)
            if one_at_a_time:
                server.call("DELETE", f"sessions/{session['id']}")
        watching.cancel()
        print(f"{'all':<32}{most:>7.0f} MB of {LIMIT:.0f}; {failures} cells failed")
        return most <= LIMIT and not failures
    finally:
        server.stop()


def main() -> int:
    """Build, walk, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--unguarded", action="store_true")
    parser.add_argument("--one-at-a-time", action="store_true")
    parser.add_argument("--offline", action="store_true")
    parser.add_argument("--port", type=int, default=8899)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = (arguments.into or Path(temporary) / "binder").absolute()
        if not (folder / "bin").exists():
            start = time.perf_counter()
            build(folder)
            size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
            print(f"built in {time.perf_counter() - start:.0f} s, {size / 1e6:.0f} MB", flush=True)
        if arguments.build_only:
            return 0
        if arguments.offline and "TRIPTYCH_OFFLINE" not in os.environ:
            return _offline([*sys.argv, "--into", str(folder)])
        config = folder / "etc" / "jupyter" / CONFIG
        config.unlink(missing_ok=True)
        if not arguments.unguarded:
            shutil.copy(ROOT / "binder" / CONFIG, config)
        return not asyncio.run(walk(folder, arguments.port, arguments.one_at_a_time))


def _offline(command: list[str]) -> int:
    """Run the walk in a network of its own, which has loopback and nothing else."""
    script = 'ip link set lo up && exec "$@"'
    network = ["unshare", "--map-root-user", "--net", "sh", "-c", script, "walk"]
    settings = os.environ | {"TRIPTYCH_OFFLINE": "1"}
    return subprocess.run([*network, sys.executable, *command], env=settings).returncode


if __name__ == "__main__":
    sys.exit(main())
