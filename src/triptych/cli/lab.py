"""`triptych lab`: JupyterLab, opened on the tutorials."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from rich.console import Console

from triptych._bundled import shipped


def run(folder: Path) -> int:
    """Copy the tutorials beside the user's work and start JupyterLab there."""
    console = Console(stderr=True, highlight=False)
    if find_spec("jupyterlab") is None:
        console.print("JupyterLab is not installed: pip install 'triptych[lab]'", markup=False)
        return 1
    copied = copy_tutorials(folder)
    console.print(f"{len(copied)} tutorials copied to {folder}" if copied else f"Opening {folder}")
    # In this process: otherwise Ctrl+C would end it before JupyterLab has ended its kernels.
    from jupyterlab.labapp import main

    main(["--notebook-dir", str(folder)])
    return 0


def copy_tutorials(folder: Path) -> list[Path]:
    """Copy the tutorials that do not exist yet, and return the copies; no file is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    copied = []
    for tutorial in shipped("notebooks").glob("*.ipynb"):
        target = folder / tutorial.name
        if not target.exists():
            target.write_bytes(tutorial.read_bytes())
            copied.append(target)
    return sorted(copied)
