"""The README's size, program and links, and the programs of the first page that it leads to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
FIRST_MINUTES = ROOT / "docs" / "first-minutes.md"


def blocks(path: Path, language: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_readme_is_read_in_a_minute() -> None:
    assert README.stat().st_size <= 6000


def test_figures_of_the_readme_are_those_of_the_documentation() -> None:
    """The page of figures is the source."""
    source = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `.*$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) == 11
    number = re.compile(r"(?<![\w@.-])\d*\.?\d+(?![\w-])")
    figures = {figure for row in rows for figure in number.findall(row.split("|", 3)[3])}
    assert len(figures) > 20
    assert figures <= set(number.findall(source))


@pytest.mark.parametrize("page", [README, FIRST_MINUTES], ids=lambda page: page.name)
def test_program_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    [program] = blocks(page, "python")
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    if page is FIRST_MINUTES:
        assert (tmp_path / "sea.png").read_bytes().startswith(b"\x89PNG")


def test_commands_of_the_readme_are_those_of_the_first_page() -> None:
    commands = blocks(README, "bash")
    assert len(commands) == 2
    assert blocks(FIRST_MINUTES, "bash") == commands


def test_cell_of_the_first_page_shows_the_workbench(tmp_path: Path) -> None:
    [cell] = blocks(FIRST_MINUTES, "ipython3")
    command = [sys.executable, "-m", "IPython", "--no-banner", "-c", cell]
    environment = os.environ | {"IPYTHONDIR": str(tmp_path)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert "<Workbench: embedded, 0 calls>" in result.stdout


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_of_a_page_lead_to_files(name: str) -> None:
    links = re.findall(r"\]\(([^)#\s]+)", (ROOT / name).read_text(encoding="utf-8"))
    targets = [link for link in links if "://" not in link]
    assert [link for link in targets if not (ROOT / link).is_file()] == []


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md"])
def test_paths_that_contributors_read_exist(name: str) -> None:
    """A path in backticks is one of the repository, of `src/triptych`, or of a built site."""
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = {path for path in re.findall(r"`([\w./-]+/[\w./-]*)`", text) if "<" not in path}
    assert len(paths) > 20
    missing = {
        path
        for path in paths - {"site/index.html"}
        if not any((base / path).exists() for base in (ROOT, ROOT / "src" / "triptych"))
    }
    assert missing == set()
