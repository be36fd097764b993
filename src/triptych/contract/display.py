"""The seam between replies and the room that draws them.

A reply can show itself, yet `contract` depends on no room above it. This is the one place where a
lower room names a higher one: as a string, at the moment a reply is first shown. So a program that
only reads numbers never pays for pandas or Matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from os import PathLike

    import pandas
    from matplotlib.figure import Figure


class Views(Protocol):
    """What the drawing room offers for any reply."""

    def frame(self, reply: Any) -> pandas.DataFrame:
        """Return the reply as a table."""

    def figure(self, reply: Any, *, dark: bool = False) -> Figure:
        """Draw the reply."""

    def mimebundle(self, reply: Any) -> dict[str, str | bytes]:
        """Return what a notebook shows, by media type."""

    def save_report(self, reply: Any, path: str | PathLike[str]) -> None:
        """Write a research into a file."""


def views() -> Views:
    """Return the room that draws replies."""
    return cast("Views", import_module("triptych.views"))
