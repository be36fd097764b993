"""Cancel while a model works: the work ends, and the panel says so beside its buttons."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest
from tests.service.test_cancellation import MANY, TEXT, threads_in_engines, until

from triptych import Client, EmbeddingPanel, SentimentPanel
from triptych.engines.text import encoder
from triptych.panels import Panel


def _rows(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    """Return the boxes of a panel, itself among them."""
    if not isinstance(widget, ipywidgets.Box):
        return []
    return [widget, *(row for child in widget.children for row in _rows(child))]


@pytest.mark.parametrize("kind", [SentimentPanel, EmbeddingPanel])
async def test_cancel_of_a_call_whose_model_works_ends_the_work_and_says_so(
    kind: type[Panel], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A model is loaded to its end.
    Client().sentiment("It is loaded.")
    Client().embed(text="It is loaded.")
    batches: list[int] = []
    run = encoder._run

    def counted(graph: Any, table: Any, outputs: Any, windows: Any) -> Any:
        batches.append(len(windows))
        return run(graph, table, outputs, windows)

    monkeypatch.setattr(encoder, "_run", counted)
    panel = kind()
    panel.form.controls["text"].put(TEXT)
    panel.run_button.click()
    await until(lambda: len(batches) > 2)
    assert threads_in_engines()
    assert not panel.cancel_button.disabled

    panel.cancel_button.click()
    assert panel.task is not None
    assert await panel.task is None
    await until(lambda: not threads_in_engines())
    # Of some hundred: the work has ended before it was done.
    assert len(batches) < MANY
    assert panel.state == "cancelled"
    assert panel.status.value.startswith("Cancelled after")
    [row] = [row for row in _rows(panel) if panel.cancel_button in row.children]
    assert panel.status in row.children
    assert panel.cancel_button.disabled
    assert not panel.run_button.disabled

    # The panel and the service behind it go on.
    batches.clear()
    # A text that no other test has embedded: vectors are kept.
    panel.form.controls["text"].put("The tea of after the cancelled call was good.")
    panel.run_button.click()
    assert await panel.task is not None
    assert str(panel.state) == "done"
    assert len(batches) == 1
    panel.close()
