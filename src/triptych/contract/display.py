"""How replies reach `triptych.views`, which draws them.

A reply can show itself, yet `contract` imports no package above it. Only here is one named, as a
string that is imported when a reply is first shown: programs that only read numbers load neither
pandas nor Matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    import pandas
    from matplotlib.figure import Figure


MapMethod = Literal["umap", "pca"]


class Drawing(Protocol):
    """Something drawn of a reply; it shows itself in a notebook."""

    def to_frame(self) -> pandas.DataFrame:
        """Return what is drawn as a table."""

    def plot(self, *, dark: bool = False) -> Figure:
        """Draw it as a Matplotlib figure."""


class Views(Protocol):
    """What `triptych.views` offers for replies."""

    def frame(self, reply: Any) -> pandas.DataFrame:
        """Return the reply as a table."""

    def figure(self, reply: Any, *, dark: bool = False) -> Figure:
        """Draw the reply."""

    def mimebundle(self, reply: Any) -> dict[str, str | bytes]:
        """Return what a notebook shows, by media type."""

    def save_report(self, reply: Any, path: str | PathLike[str]) -> None:
        """Write a research into a file."""

    def nearest(
        self, source: Any, query: Any, count: int = 5, labels: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """Return the vectors of a reply that are most similar to a query."""

    def embedding_map(
        self,
        source: Any,
        *,
        texts: Sequence[str] | None = None,
        color: Sequence[Any] | None = None,
        method: MapMethod = "umap",
        n_neighbors: int | None = None,
        seed: int = 0,
    ) -> Drawing:
        """Project the vectors of a reply onto a plane."""


def views() -> Views:
    """Return the package that draws replies."""
    return cast("Views", import_module("triptych.views"))
