"""The tools of a release: advice on vulnerable packages, and the list of what a wheel holds."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


def tool(name: str) -> ModuleType:
    """Return a script of `tools` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"tools/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("packages", "lines"),
    [
        (
            [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}],
            ["a 1: PYSEC-1, fixed in 2", "1 known vulnerabilities in 1 packages."],
        ),
        (
            [
                {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": []}]},
                {"name": "b", "skip_reason": "not on PyPI"},
            ],
            [
                "a 1: PYSEC-1, no fixed version yet",
                "1 known vulnerabilities in 1 packages (1 are unknown to PyPI).",
            ],
        ),
        (
            [{"name": "a", "version": "1", "vulns": []}],
            ["No known vulnerabilities in 1 packages."],
        ),
        (
            [{"name": "a", "skip_reason": "not on PyPI"}],
            ["No audit: PyPI has no information about any of the packages from here."],
        ),
    ],
)
def test_advice_names_packages_and_how_many_were_asked_about(
    packages: list[dict[str, Any]], lines: list[str]
) -> None:
    assert tool("audit").advice({"dependencies": packages}) == lines


@pytest.mark.parametrize(
    "failure",
    [
        subprocess.CalledProcessError(1, "pip"),
        subprocess.TimeoutExpired("pip", 120),
        subprocess.CompletedProcess("pip-audit", 1, stdout=b""),
    ],
)
def test_audit_without_a_network_says_so_in_one_line(
    failure: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    audit = tool("audit")

    def run(*command: Any, **options: Any) -> Any:
        assert options["timeout"] <= 120
        if isinstance(failure, Exception):
            raise failure
        return failure

    monkeypatch.setattr(audit.subprocess, "run", run)
    assert audit.audit() == ["No audit: PyPI could not be asked, or not in time."]


def test_sbom_has_the_licence_of_a_package_that_states_it_in_its_own_words() -> None:
    expression = [{"license": {"id": "MIT"}}]
    components: list[dict[str, Any]] = [
        {"name": "resvg_py"},
        {"name": "httpx", "licenses": expression},
        {"name": "not-listed"},
    ]
    tool("make_sbom").add_licences(components)
    assert components[0]["licenses"] == [{"license": {"name": "MIT"}}]
    assert components[1]["licenses"] == expression
    assert "licenses" not in components[2]


def test_sbom_lists_every_model_with_its_digest_and_licence() -> None:
    components = tool("make_sbom").models()
    sums = (ROOT / "src/triptych/models/SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert [
        f"{component['hashes'][0]['content']}  {component['name'].removeprefix('triptych/models/')}"
        for component in components
    ] == sums
    assert all(component["licenses"][0]["license"]["name"] for component in components)
    kinds = {component["name"]: component["type"] for component in components}
    assert kinds["triptych/models/spam/weights.npz"] == "machine-learning-model"
    assert kinds["triptych/models/text/stop_words.txt"] == "data"
    json.dumps(components)


def test_charts_of_the_figures_are_those_of_their_tables() -> None:
    charts = tool("draw_charts").charts()
    old = [path.name for path, svg in charts.items() if path.read_text("utf-8") != svg]
    assert not old, "python tools/draw_charts.py"
    text = (ROOT / "docs/figures.md").read_text(encoding="utf-8")
    assert all(f"](figures/charts/{path.name})" in text for path in charts)
    sections = [line for line in text.splitlines() if line.startswith("## ")]
    assert len(sections) == len(charts), "one chart for each section"
