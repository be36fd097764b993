"""The sentiment panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from triptych import samples
from triptych.client import AsyncClient
from triptych.contract import Attachment
from triptych.panels.base.controls import Control
from triptych.panels.base.files import Upload, text_of
from triptych.panels.base.panel import Sample
from triptych.panels.base.table_panel import TablePanel
from triptych.panels.base.tables import is_table_file
from triptych.views.sentiment.wording import NO_EMOTION, UNCERTAIN_BELOW

if TYPE_CHECKING:
    import pandas

#: A longer file stalls the page that shows it.
_LARGEST_FILE = 2_000_000


class SentimentPanel(TablePanel):
    """Show the sentiment and emotion of a text, sentence by sentence, or of each row of a table.

    Paste a text, load one from a file, or pass one from Python; or choose a column of a table. A
    click on a sentence in the picture shows it in the text, and the other way round.

    Parameters
    ----------
    text : str, pandas.Series or pandas.DataFrame, optional
        Initial text; a Series or DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = SentimentPanel("The room was lovely. The breakfast was not.")
    >>> panel
    <SentimentPanel: ready>
    >>> panel.close()
    """

    operation_name = accessor = "sentiment"
    table_rows = "a row for each sentence"
    lines = ("text", "upload")
    multiline = ("text",)
    samples = (
        Sample("a review", {"text": samples.text("review.txt")}),
        Sample("a proposal", {"text": samples.text("proposal.txt")}),
    )
    empty = "The mood of each sentence will appear here, from negative to positive."
    sketch = "<p>positive &nbsp; ╭─╮ &nbsp; &nbsp; ╭─<br>negative ─╯ ╰────╯ &nbsp;</p>"

    def __init__(
        self,
        text: str | pandas.Series[Any] | pandas.DataFrame = "",
        *,
        client: AsyncClient | None = None,
    ) -> None:
        self.upload = Upload(
            ".txt,.md,text/plain", "or drop a text file here", many=False, largest=_LARGEST_FILE
        )
        super().__init__(client=client)
        self.accept_uploads(self.upload, self._load)
        self.begin_with({"text": text})

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return the upload button."""
        return {"upload": self.upload}

    def readable(self, result: pandas.DataFrame) -> pandas.DataFrame:
        """Return the result without the emotion that stands for none, and what is uncertain."""
        confidence, emotion = result["confidence"], result["emotion"]
        shown = result.assign(emotion=emotion.where(emotion != NO_EMOTION))
        if confidence.notna().any():
            is_uncertain = (confidence < UNCERTAIN_BELOW).astype("boolean")
            place = list(shown.columns).index("emotion")
            shown.insert(place, "uncertain", is_uncertain.mask(confidence.isna()))
        return shown

    def _load(self, files: list[Attachment]) -> None:
        """Put the chosen file into the text box."""
        *_, file = files
        if is_table_file(file):
            self.table_input.load([file])
            return
        # The form checks a changed value itself.
        self.form.fill({"text": text_of(file)})
