"""What a wheel must carry so that the tour, the panels and the tutorials work from it."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_carries_models_samples_tutorials_and_their_licences(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = ROOT / "src" / "triptych"
    in_tree = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert in_tree <= names
    for folder in ("data", "notebooks"):
        for path in (ROOT / folder).rglob("*.*"):
            if not any(part.startswith(".") for part in path.relative_to(ROOT).parts):
                assert f"triptych/shipped/{path.relative_to(ROOT).as_posix()}" in names
    assert "triptych/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    # What PyPI takes without being asked is 100 MB.
    assert wheel.stat().st_size < 90_000_000


def test_every_model_has_a_card_that_names_source_licence_and_digest() -> None:
    folders: dict[Path, set[str]] = {}
    for path in (ROOT / "src/triptych/models").glob("*/*"):
        if path.is_file() and path.parent.name != "__pycache__":
            folders.setdefault(path.parent, set()).add(path.suffix)
    assert len(folders) >= 3
    for folder, suffixes in folders.items():
        text = (folder / "README.md").read_text(encoding="utf-8").lower()
        # Lists written by hand change as the code does: only the table has their digests.
        by_hand = suffixes <= {".md", ".txt", ".tsv"}
        for word in ("source", "licen") if by_hand else ("source", "licen", "sha256"):
            assert word in text.replace("sha-256", "sha256"), f"{folder} does not name its {word}"


def _name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-")
