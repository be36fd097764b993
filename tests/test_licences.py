"""Licences: of every package that is needed, every model and every sample."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("licences", ROOT / "tools/list_licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_installed_dependency_is_listed_with_its_licence(tool: ModuleType) -> None:
    installed = tool.needed()
    assert len(installed) > 100
    assert {"httpx", "jupyterlab", "av"} <= set(installed)
    assert [name for name in installed if not tool.licence(name)] == []
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| ([\w.-]+) \| ([^|]+) \|", text, re.MULTILINE))
    # Where one is missing: python tools/list_licences.py
    assert {name for name in installed if not listed.get(name, "").strip()} == set()


def test_a_dependency_without_a_licence_is_an_error_that_names_it(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "_STATED_ELSEWHERE", {})
    with pytest.raises(LookupError, match=r"^resvg-py states no licence|^geoindex-rs"):
        tool.rows()


def test_every_model_is_listed_with_its_licence() -> None:
    page = (ROOT / "docs/licences.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\.\./src/triptych/models/(\w+)/README\.md", page))
    assert listed == {path.parent.name for path in ROOT.glob("src/triptych/models/*/README.md")}
    for row in re.findall(r"^\| .*README.*$", page, re.MULTILINE):
        assert row.split("|")[2].strip(), row


def test_every_sample_has_a_source_and_a_licence() -> None:
    text = (ROOT / "data/README.md").read_text(encoding="utf-8")
    names = {
        path.relative_to(ROOT / "data").parts[0]
        if path.relative_to(ROOT / "data").parts[0] != "pictures"
        else path.name
        for path in (ROOT / "data").rglob("*")
        if path.is_file() and path.suffix != ".md" and not path.name.startswith((".", "LICENSE"))
    }
    assert {name for name in names if name not in text} == set()
