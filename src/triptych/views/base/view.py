"""What every view offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


#: More lines of plain text flood a terminal.
_MOST_LINES = 20
T = TypeVar("T")


def listed(items: Sequence[T], line: Callable[[T], str]) -> list[str]:
    """Return a line for each of the first items, and how many there are more."""
    lines = [line(item) for item in items[:_MOST_LINES]]
    if len(items) > _MOST_LINES:
        lines.append(f"… and {len(items) - _MOST_LINES:,} more: to_frame() has them all")
    return lines


class View(ABC):
    """Draws one kind of reply; stateless, so one instance serves all."""

    @abstractmethod
    def html(self, reply: Any) -> str:
        """Return a fragment of HTML that is readable without scripts and style sheets."""

    def saved_html(self, reply: Any, picture: bytes) -> str:
        """Return the HTML of a notebook's output, which a page may show without its styles.

        For a drawing that needs them, `triptych.views.base.live.live` shows the picture, the PNG
        of `figure`, instead.
        """
        return self.html(reply)

    @abstractmethod
    def text(self, reply: Any) -> str:
        """Return plain text."""

    def headline(self, reply: Any) -> str:
        """Return the outcome in a few words, for a line of a list; here the text's first line."""
        return self.text(reply).partition("\n")[0]

    @abstractmethod
    def frame(self, reply: Any) -> pandas.DataFrame:
        """Return one row per thing found."""

    def draft(self, reply: Any) -> str:
        """Return a first look, shown while a slow `html` is made; nothing if it is fast."""
        return ""

    def table(self, reply: Any) -> pandas.DataFrame:
        """Return the frame as a person reads it."""
        return self.frame(reply)

    def figure(self, reply: Any, *, dark: bool = False) -> Figure:
        """Draw the reply.

        Raises
        ------
        TypeError
            If this kind of reply has no picture.
        """
        raise TypeError(f"{type(reply).__name__} has no plot: use to_frame().")

    def mimebundle(self, reply: Any) -> dict[str, str | bytes]:
        """Return HTML and text, and the picture for places that strip HTML."""
        from triptych.views.base.figures import png

        text = self.text(reply)
        picture = png(self.figure(reply), description=text[:1000])
        return {
            "text/html": self.saved_html(reply, picture),
            "image/png": picture,
            "text/plain": text,
        }
