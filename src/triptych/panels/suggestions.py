"""The panel of search suggestions."""

from __future__ import annotations

from triptych.client import AsyncClient
from triptych.panels.base.panel import Panel, Sample


class SuggestPanel(Panel):
    """Complete a query, as a search box does while someone types.

    Parameters
    ----------
    query : str, optional
        Initial query.
    client : AsyncClient, optional
        As for `Panel`.

    Examples
    --------
    >>> panel = SuggestPanel("why is the sk")
    >>> panel
    <SuggestPanel: ready>
    >>> panel.close()
    """

    operation_name = "suggest"
    table_rows = "a row for each suggestion"
    takes = "the beginning of a query"
    lines = ("query",)
    samples = (
        Sample("a question", {"query": "why is the sk"}),
        Sample("a beginning", {"query": "black ho"}),
        Sample("a misspelt word", {"query": "photosinth"}),
    )
    empty = "Up to ten completions will appear here, the best first."
    sketch = "<p>black ho<b>le</b><br>black ho<b>les in galaxies</b><br>black ho<b>rse</b></p>"

    def __init__(self, query: str = "", *, client: AsyncClient | None = None) -> None:
        super().__init__(client=client)
        self.begin_with({"query": query})
