"""The README's own program: a newcomer pastes it, and it has to run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def test_the_program_of_the_tour_runs(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    [program] = [block for block in blocks if "client = triptych.Client()" in block]
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "sea.png").read_bytes().startswith(b"\x89PNG")


def test_the_cell_of_the_tour_shows_the_workbench(tmp_path: Path) -> None:
    [cell] = re.findall(r"```ipython3\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    command = [sys.executable, "-m", "IPython", "--no-banner", "-c", cell]
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert "<Workbench: embedded, 0 calls>" in result.stdout
