"""The profanity panel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from triptych import samples
from triptych.client import AsyncClient
from triptych.panels.base.panel import Sample
from triptych.panels.base.table_panel import TablePanel

if TYPE_CHECKING:
    import pandas


class ProfanityPanel(TablePanel):
    """Check a text for profanity and see it marked beside the censored copy.

    Or check each row of a table.

    Parameters
    ----------
    text : str, pandas.Series or pandas.DataFrame, optional
        Initial text; a Series or DataFrame opens the table form.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = ProfanityPanel("What a sh1tty day")
    >>> panel
    <ProfanityPanel: ready>
    >>> panel.close()
    """

    operation_name = accessor = "profanity"
    table_rows = "a row for each profane word"
    table_options = ("censor_replacement", "languages", "allow")
    lines = ("text", "censor_replacement")
    more = ("languages", "allow")
    multiline = ("text",)
    samples = (
        Sample("a grumpy message", {"text": samples.text("message.txt")}),
        Sample("innocents", {"text": "The Scunthorpe cockpit assassin ate shiitake at Dick's."}),
        Sample("disguises", {"text": "sh1t, f.u.c.k, fuuuck, ｓｈｉｔ, shіt, s h i t"}),
    )
    empty = "The text will appear here with its profane words marked, beside a censored copy."
    sketch = (
        '<p style="letter-spacing: .1em">▬▬▬ ▬▬ <span style="text-decoration: underline 2px">▬▬▬▬'
        "</span> ▬▬ &nbsp; → &nbsp; ▬▬▬ ▬▬ ∗∗∗∗ ▬▬</p>"
    )

    def __init__(
        self,
        text: str | pandas.Series[Any] | pandas.DataFrame = "",
        *,
        client: AsyncClient | None = None,
    ) -> None:
        super().__init__(client=client)
        self.begin_with({"text": text})
