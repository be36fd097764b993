"""The parts of `benchmarks/reliability.py`."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest
from reliability import PARTS


@pytest.mark.parametrize("name", PARTS)
def test_part_can_be_run_and_says_what_is_broken(name: str) -> None:
    module = import_module(f"attacks.{name}")
    assert next(iter(inspect.signature(module.run).parameters)) == "quick"
    assert "broken" in (module.__doc__ or "").lower()
