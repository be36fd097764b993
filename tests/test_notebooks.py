"""The tutorials as they are committed: with outputs, and with nothing in them that is private."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
PRIVATE = re.compile(r"(?<![\w.~-])/(?:home|root|tmp|Users)/\w|localhost:\d|api_key\s*=\s*[\"']")


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def notebook(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Each tutorial in turn."""
    loaded: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    return loaded


def _code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_there_are_some() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "00-quickstart",
        "01-text-safety",
        "02-sentiment",
        "03-embedding-map",
        "04-sound-and-speakers",
        "05-object-detection",
        "06-image-generation",
        "07-web-search",
        "08-scrape",
        "09-deep-research",
        "10-workbench",
        "11-columns",
    ]


def test_it_opens_with_a_picture(notebook: dict[str, Any]) -> None:
    [output] = _code(notebook)[0]["outputs"]
    assert "image/png" in output["data"]


def test_every_cell_was_run_without_error(notebook: dict[str, Any]) -> None:
    for cell in _code(notebook):
        assert cell["outputs"], cell["source"]
        assert all(output["output_type"] != "error" for output in cell["outputs"])


def test_cells_are_short_and_it_ends_with_things_to_try(notebook: dict[str, Any]) -> None:
    assert all(len("".join(cell["source"]).splitlines()) <= 12 for cell in _code(notebook))
    assert "Three things to try" in "".join(notebook["cells"][-1]["source"])


def test_nothing_private_and_not_too_heavy(notebook: dict[str, Any]) -> None:
    text = json.dumps(notebook, ensure_ascii=False)
    assert not PRIVATE.search(text)
    assert len(text) < 600_000
    assert "widgets" not in notebook["metadata"]
