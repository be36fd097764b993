"""Generated pictures side by side, with what differs between them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from triptych.contract import GenerationReply
from triptych.views.base import theme
from triptych.views.base.markup import card, escape, foldable
from triptych.views.base.units import count, shortened
from triptych.views.generation.pictures import reduced, size
from triptych.views.generation.view import details, not_drawn, picture, prompt, row, show

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

_MOST = 50
#: Pixels of a picture's longer side in the grid: the replies have them whole.
_SIDE = 640
#: Of a column, and of what stands under a picture.
_INCHES = 2.6
_CAPTION = 0.5


class GenerationGallery:
    """Several generated pictures, to be looked at together.

    Made by `gallery`; shows itself as the last line of a notebook's cell.
    """

    def __init__(self, replies: Sequence[GenerationReply]) -> None:
        self._replies = list(replies)
        self._common, self._own = _compared(replies)

    def to_frame(self) -> pandas.DataFrame:
        """Return a row per picture: the request, and what the picture is."""
        import pandas

        return pandas.DataFrame([row(reply) for reply in self._replies])

    def plot(self, *, dark: bool = False) -> Figure:
        """Draw the pictures in a grid, each with what differs in its request."""
        from triptych.views.base.picture import Picture
        from triptych.views.base.theme import palette

        colours = palette(dark=dark)
        number = len(self._replies)
        # Three in a row rather than two and one.
        columns = min(4, number if number == 3 else math.ceil(math.sqrt(number)))
        starts = range(0, len(self._replies), columns)
        tallest = [max(map(_proportion, self._replies[at : at + columns])) for at in starts]
        heights = [_INCHES * proportion + _CAPTION for proportion in tallest]
        figure = Picture(columns * _INCHES, sum(heights) + _CAPTION)
        figure.set_facecolor(colours.paper)
        ratios = {"height_ratios": heights}
        grid = figure.subplots(len(heights), columns, squeeze=False, gridspec_kw=ratios).flat
        for axes in grid[len(self._replies) :]:
            axes.set_visible(False)
        for axes, reply, own in zip(grid, self._replies, self._own, strict=False):
            axes.set_anchor("NW")
            show(axes, reply, wrap(" · ".join(own), 36)[:2], colours, title=False)
        title = shortened(self._title(), 32 * columns)
        figure.suptitle(title, x=0.02, ha="left", fontsize=11, color=colours.ink)
        return figure

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> dict[str, str | bytes]:
        from triptych.views.base.figures import png

        words = "\n".join([self._title(), *(" · ".join(own) for own in self._own)])
        return {
            "text/html": self._html(),
            "image/png": png(self.plot(), description=words[:1000]),
            "text/plain": words,
        }

    def _title(self) -> str:
        return self._common.get("prompt") or count(len(self._replies), "picture")

    def _html(self) -> str:
        quiet = " · ".join(words for name, words in self._common.items() if name != "prompt")
        figures = "".join(
            f'<figure style="margin: 0; min-width: 0">'
            f"{picture(reply, reduced(reply, _SIDE), height='24rem')}"
            '<figcaption style="margin-top: .3em; font-size: 12px; overflow-wrap: anywhere; '
            f'font-variant-numeric: tabular-nums">{escape(" · ".join(own))}</figcaption></figure>'
            for reply, own in zip(self._replies, self._own, strict=True)
        )
        return card(
            f'<div style="font-weight: 600">{foldable(self._title())}</div>'
            f'<div style="color: {theme.FAINT_INK}; font-size: 12px">{escape(quiet)}</div>'
            '<div style="display: grid; gap: 1rem; margin-top: .6em; align-items: start; '
            f'grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr))">{figures}'
            "</div>"
        )


def gallery(replies: Iterable[GenerationReply]) -> GenerationGallery:
    """Lay generated pictures side by side: over seeds, steps, prompts or whatever you vary.

    Under each picture stands what differs in its request; what all have in common stands above.

    Parameters
    ----------
    replies : iterable of GenerationReply
        1 to 50 of them.

    Returns
    -------
    GenerationGallery
        Shows itself in a notebook; `plot()` is its picture and `to_frame()` its table.

    Raises
    ------
    TypeError
        If something else than replies of `client.generate_image` is given.
    ValueError
        If there are none, or more than 50.

    Examples
    --------
    >>> from triptych.contract import GenerationReply, GenerationRequest
    >>> svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>'
    >>> request = GenerationRequest(prompt="a boat", output_format="svg")
    >>> made = [
    ...     GenerationReply.from_bytes(svg, "image/svg+xml", {"seed": seed}, request)
    ...     for seed in (1, 2, 3)
    ... ]
    >>> gallery(made).to_frame()["seed"].tolist()
    [1, 2, 3]
    """
    listed = [replies] if isinstance(replies, GenerationReply) else list(replies)
    for reply in listed:
        if not isinstance(reply, GenerationReply):
            raise TypeError(
                f"Give replies of client.generate_image, not {type(reply).__name__}: "
                "gallery([client.generate_image(prompt, seed=seed) for seed in range(4)])."
            )
    if not listed or len(listed) > _MOST:
        raise ValueError(f"Give 1 to {_MOST} replies of client.generate_image, not {len(listed)}.")
    return GenerationGallery(listed)


def _compared(replies: Sequence[GenerationReply]) -> tuple[dict[str, str], list[list[str]]]:
    """Return what all requests have in common, by name, and for each what differs."""
    requests = [
        {"prompt": prompt(reply)} | details(reply) | {"not_drawn": not_drawn(reply)}
        for reply in replies
    ]
    names = dict.fromkeys(name for each in requests for name in each)
    common = {
        name: requests[0][name]
        for name in names
        if len({each.get(name, "") for each in requests}) == 1 and requests[0][name]
    }
    own = [
        [words for name, words in each.items() if words and name not in common] for each in requests
    ]
    return common, own


def _proportion(reply: GenerationReply) -> float:
    """Return how tall a picture is in widths; a very tall one is drawn narrower."""
    width, height = size(reply) or (1, 1)
    return min(1.5, height / max(1, width))
