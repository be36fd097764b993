"""Both clients have every operation, with the same signatures and documentation."""

from __future__ import annotations

import inspect
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from triptych.client.operations import Operations
from triptych.client.operations_async import AsyncOperations
from triptych.client.raw import AsyncRawOperations, RawOperations
from triptych.contract import OPERATIONS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", OPERATIONS)
def test_sync_and_async_are_the_same_call(name: str) -> None:
    sync, awaited = getattr(Operations, name), getattr(AsyncOperations, name)
    assert inspect.signature(sync) == inspect.signature(awaited)
    assert inspect.iscoroutinefunction(awaited)
    assert not inspect.iscoroutinefunction(sync)
    assert hasattr(RawOperations, name)
    assert hasattr(AsyncRawOperations, name)


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_argument_is_typed_and_documented(name: str) -> None:
    method = getattr(Operations, name)
    doc = inspect.getdoc(method) or ""
    for parameter in list(inspect.signature(method).parameters.values())[1:]:
        assert parameter.annotation is not parameter.empty
        assert parameter.name in doc, parameter.name


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_member_of_the_request_can_be_given(name: str) -> None:
    # A file stands for its url, its upload and its key; the finer settings are spelt out.
    spelt_otherwise = {"url", "file", "file_store_key", "advance_config"}
    members = set(OPERATIONS[name].request.model_fields) - spelt_otherwise
    assert members <= set(inspect.signature(getattr(Operations, name)).parameters)


def test_the_async_folder_is_made_from_the_sync_one(tmp_path: Path) -> None:
    """Make it again beside the committed one, format it likewise, and compare."""
    make = runpy.run_path(str(ROOT / "tools" / "make_async.py"))["make"]
    folder = ROOT / "src" / "triptych" / "client"
    for path in (folder / "operations").glob("*.py"):
        made = tmp_path / path.name
        made.write_text(make(path.read_text()))
        subprocess.run([sys.executable, "-m", "ruff", "format", "-q", made], check=True, cwd=ROOT)
        assert made.read_text() == (folder / "operations_async" / path.name).read_text()
