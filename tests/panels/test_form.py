"""A form is laid out by the names of its members, whatever their order in the request class."""

from __future__ import annotations

import ipywidgets
import pytest

from triptych import GenerationPanel
from triptych.contract import OPERATIONS
from triptych.contract.vision import GenerationSettings
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.form import Form


def row_of(panel: GenerationPanel, name: str) -> list[str]:
    """Return the labels of the controls that stand beside a member's."""
    wanted = panel.form.controls[name].widget
    [hidden] = [part for part in panel.form.children if "triptych-hidden" in part._dom_classes]
    rows = [part for part in hidden.children if isinstance(part, ipywidgets.Box)]
    [row] = [row for row in rows if any(wanted in cell.children for cell in row.children)]
    return [cell.children[0].description for cell in row.children]


def test_layout_with_the_fields_in_another_order_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fields = dict(reversed(GenerationSettings.model_fields.items()))
    assert list(fields) != list(GenerationSettings.model_fields)
    monkeypatch.setattr(GenerationSettings, "__pydantic_fields__", fields)
    panel = GenerationPanel()
    assert row_of(panel, "seed") == ["Guidance", "Seed", "Return type"]
    panel.form.fill({"seed": 7})
    assert panel.form.controls["seed"].widget.value == "7"
    assert panel.form.controls["guidance"].widget.value == ""
    panel.close()


def test_layout_with_an_unknown_name_raises_key_error() -> None:
    with pytest.raises(KeyError, match="no_such_member"):
        Form(OPERATIONS["profanity"], ["no_such_member"], loop=EventLoop(print))
