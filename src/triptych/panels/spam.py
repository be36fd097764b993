"""The spam panel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

import ipywidgets

from triptych import samples
from triptych.client import AsyncClient
from triptych.panels.base.arguments import is_frame, is_texts
from triptych.panels.base.controls import Control, lines_of
from triptych.panels.base.layout import set_visible
from triptych.panels.base.panel import Sample
from triptych.panels.base.table_panel import TablePanel
from triptych.views.base.units import count

if TYPE_CHECKING:
    import pandas


class SpamPanel(TablePanel):
    """Score texts for spam: one, one per line, a column of a table, or many given from Python.

    Parameters
    ----------
    texts : str, iterable of str or pandas.DataFrame, optional
        Initial text; several, such as a list or a Series, are scored instead of typed ones; a
        DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = SpamPanel(["See you at six", "WIN a FREE prize"])
    >>> panel
    <SpamPanel: ready>
    >>> panel.close()
    """

    operation_name = accessor = "spam"
    table_rows = "a row for each text, with its score"
    takes = "texts"
    table_samples = ("inbox.csv",)
    lines = ("text", "by_line")
    multiline = ("text",)
    samples = (
        Sample("an inbox", {"text": samples.text("inbox.txt")}),
        Sample("one message", {"text": samples.lines("inbox.txt")[1]}),
    )
    empty = "A score from 0 to 1 will appear here for each text; 0.5 or more is spam."
    sketch = "<p>▰▰▱▱▱▱▱▱▱▱ &nbsp; 0.20 not spam<br>▰▰▰▰▰▰▰▰▰▱ &nbsp; 0.90 spam</p>"

    def __init__(
        self,
        texts: str | Iterable[str] | pandas.DataFrame | None = None,
        *,
        client: AsyncClient | None = None,
    ) -> None:
        is_typed = texts is None or isinstance(texts, str) or is_frame(texts)
        self._texts = None if is_typed else list(cast("Iterable[str]", texts))
        self._by_line = ipywidgets.Checkbox(
            value=True, description="One text per line", indent=False
        )
        super().__init__(client=client)
        if self._texts is None:
            self._by_line.observe(lambda _: self._loop.call(self._check), "value")
            self.begin_with({"text": texts})
        else:
            box = self.form.controls["text"].widget
            box.value = f"{count(len(self._texts), 'text')} from Python"
            box.disabled = True
            set_visible(self._by_line, False)
            # A sample would have no box to fill.
            set_visible(self.sample_buttons, False)

    @classmethod
    def is_input(cls, value: object) -> bool:
        """Return whether a value is a text, texts, or a DataFrame."""
        return super().is_input(value) or is_texts(value)

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the checkbox for one text per line."""
        return {"by_line": self._by_line}

    def values(self) -> dict[str, Any]:
        """Return the texts from Python, or those typed: a list when there are several lines."""
        if self._texts is not None:
            return {"text": self._texts}
        typed = self.form.controls["text"].value
        lines = lines_of(typed)
        return {"text": lines if self._by_line.value and len(lines) > 1 else typed}

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the text, and how it is read."""
        return {**super().inputs(), "by_line": self._by_line.value}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        self._by_line.value = inputs["by_line"]
        super().put_inputs(inputs)

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what a person has yet to fill in."""
        return "" if self._texts is not None else super().missing(values)
