"""The sample pages are accounted for, small, whole, and made by their script."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from urllib.parse import urldefrag

import lxml.html
import pytest

from triptych import samples

FOLDER = samples.path("pages")
README = samples.path("README.md").read_text(encoding="utf-8")
FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
OWN = [path for path in FILES if path.relative_to(FOLDER).parts[0] not in ("python", "sqlite")]


def test_every_file_is_named_with_source_and_licence() -> None:
    section = README.split("## Pages")[1]
    named = re.findall(r"`([\w./-]+)`", "".join(re.findall(r"^\| (.+?) \|", section, re.MULTILINE)))
    assert all((FOLDER / name).exists() for name in named)
    for path in FILES:
        inside = path.relative_to(FOLDER).as_posix()
        assert any(inside == name or inside.startswith(f"{name}") for name in named), inside


def test_together_they_are_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 400_000


@pytest.mark.parametrize("path", [path for path in OWN if path.suffix == ".html"], ids=str)
def test_links_of_the_tool_library_lead_somewhere(path: Path) -> None:
    page = lxml.html.document_fromstring(path.read_text(encoding="utf-8"))
    for _, _, link, _ in page.iterlinks():
        if not link.startswith(("mailto:", "tel:")):
            assert (path.parent / urldefrag(link).url).is_file(), link


def test_the_script_writes_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = Path(__file__).parents[1] / "training" / "samples" / "tool_library.py"
    spec = importlib.util.spec_from_file_location("tool_library", script)
    assert spec is not None
    assert spec.loader is not None
    tool_library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool_library)
    monkeypatch.setattr(tool_library, "OUTPUT", tmp_path)
    tool_library.main()
    written = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*.*")}
    assert written == {path.relative_to(FOLDER): path.read_bytes() for path in OWN}
