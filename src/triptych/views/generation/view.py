"""A generated picture, and its request in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from triptych.contract import GenerationReply, GenerationRequest
from triptych.contract.vision import GenerationSettings
from triptych.views.base import theme
from triptych.views.base.markup import card, escape, foldable
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View
from triptych.views.generation.pictures import address, png, raster, size

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from triptych.views.base.theme import Palette


_LONG = 60


def prompt(reply: GenerationReply) -> str:
    """Return the prompt; nothing where it is not known."""
    return reply.request.prompt if isinstance(reply.request, GenerationRequest) else ""


def settings(reply: GenerationReply) -> GenerationSettings:
    """Return the finer settings of the request, with the seed that was used."""
    finer = reply.request.advance_config if isinstance(reply.request, GenerationRequest) else None
    finer = finer or GenerationSettings()
    return finer if reply.seed is None else finer.model_copy(update={"seed": reply.seed})


def details(reply: GenerationReply) -> dict[str, str]:
    """Return all but the prompt, a phrase for each.

    Examples
    --------
    >>> request = GenerationRequest(prompt="a boat", width=640, height=480, steps=9)
    >>> list(details(GenerationReply.from_bytes(b"", "image/png", {"seed": 3}, request)).values())
    ['640 × 480 pixels', '9 steps', 'seed 3']
    """
    request = reply.request if isinstance(reply.request, GenerationRequest) else None
    finer = settings(reply)
    phrases: dict[str, str] = {}
    if (sides := size(reply) or _requested_size(request)) is not None:
        phrases["size"] = f"{sides[0]} × {sides[1]} pixels"
    elif request is not None:
        phrases["size"] = f"{request.aspect_ratio} in proportion"
    if request is not None:
        phrases["steps"] = count(request.steps, "step")
    if finer.seed is not None:
        phrases["seed"] = f"seed {finer.seed}"
    if finer.guidance is not None:
        phrases["guidance"] = f"guidance {finer.guidance:g}"
    if finer.negative_prompt:
        phrases["negative_prompt"] = f"avoiding “{shortened(finer.negative_prompt, _LONG)}”"
    if request is not None and request.sources:
        elsewhere = request.url or request.file_store_key or ""
        name = request.file.filename if request.file else elsewhere
        phrases["picture"] = f"from {'a picture' if name.startswith('data:') else name[:_LONG]}"
    return phrases


def line(reply: GenerationReply) -> str:
    """Return those phrases in one line."""
    return " · ".join(details(reply).values())


def not_drawn(reply: GenerationReply) -> str:
    """Return what could not be drawn, or nothing."""
    return f"Not drawn: {', '.join(reply.not_drawn)}" if reply.not_drawn else ""


def _requested_size(request: GenerationRequest | None) -> tuple[int, int] | None:
    if request is None or request.width is None or request.height is None:
        return None
    return request.width, request.height


_TITLE = 70
#: Inches of the longer side.
_LARGEST = 6.0


class GenerationView(View):
    """Draws a `GenerationReply`."""

    def html(self, reply: GenerationReply) -> str:
        """Return the picture with the request under it."""
        missed = not_drawn(reply)
        note = f'<div style="margin-top: .2em">{escape(missed)}</div>' if missed else ""
        return card(
            f'<figure style="margin: 0">{picture(reply, address(reply))}'
            f'<figcaption style="margin-top: .5em">{foldable(prompt(reply))}'
            f'<div style="color: {theme.FAINT_INK}; font-size: 12px; overflow-wrap: anywhere; '
            f'font-variant-numeric: tabular-nums">{escape(line(reply))}</div>'
            f"{note}</figcaption></figure>"
        )

    def text(self, reply: GenerationReply) -> str:
        """Return the prompt, the request and what could not be drawn."""
        kind = reply.media_type.removeprefix("image/").removesuffix("+xml").upper()
        held = f"{kind}, {len(reply.content):,} bytes" if reply.content else reply.url or "nothing"
        words = f"“{shortened(prompt(reply), 200)}”" if prompt(reply) else "Generated picture"
        lines = [f"{words}: {shortened(held, 200)}", line(reply), not_drawn(reply)]
        return "\n".join(filter(None, lines))

    def headline(self, reply: GenerationReply) -> str:
        """Return the size of the picture, and its seed."""
        phrases = details(reply)
        return " · ".join(phrases[name] for name in ("size", "seed") if name in phrases)

    def frame(self, reply: GenerationReply) -> pandas.DataFrame:
        """Return a single row: the request, and what the picture is."""
        import pandas

        return pandas.DataFrame([row(reply)])

    def table(self, reply: GenerationReply) -> pandas.DataFrame:
        """Return a row for each member: a picture has many, and the frame a single row."""
        import pandas

        members = {name: value for name, value in row(reply).items() if value not in (None, "")}
        return pandas.DataFrame({"member": list(members), "value": list(members.values())})

    def figure(self, reply: GenerationReply, *, dark: bool = False) -> Figure:
        """Draw the picture under its prompt."""
        from triptych.views.base.figures import new_figure
        from triptych.views.base.theme import palette

        colours = palette(dark=dark)
        # Without a picture there is but a line to read.
        width, height = size(reply) or (6, 1)
        scale = _LARGEST / max(width, height)
        figure, axes = new_figure(max(3.0, width * scale), max(1.5, height * scale) + 0.9, colours)
        show(axes, reply, [line(reply), not_drawn(reply)], colours)
        return figure

    def mimebundle(self, reply: GenerationReply) -> dict[str, str | bytes]:
        """Return HTML and text, and the picture itself as PNG."""
        bundle: dict[str, str | bytes] = {"text/html": self.html(reply)}
        if (content := png(reply)) is not None:
            bundle["image/png"] = content
        return bundle | {"text/plain": self.text(reply)}


def picture(reply: GenerationReply, shown: str | None, *, height: str = "32rem") -> str:
    """Return the picture as HTML, from an address of it; its alternative text is the prompt."""
    if shown is None:
        return "<p><em>This reply holds no picture that can be shown.</em></p>"
    sides = size(reply)
    # Said beforehand, so that the page does not jump when the picture is there.
    phrases = f' width="{sides[0]}" height="{sides[1]}"' if sides else ""
    alternative = prompt(reply) or "Generated picture"
    image = (
        f'<img src="{escape(shown)}" alt="{escape(alternative)}"{phrases} loading="lazy" '
        'referrerpolicy="no-referrer" style="display: block; width: auto; height: auto; '
        f'max-width: 100%; max-height: {height}; margin: 0; border-radius: 4px">'
    )
    if reply.content:
        return image
    # An address outlives its picture: without one to see, there is something to read.
    return (
        f'{image}<a href="{escape(shown)}" target="_blank" rel="noopener noreferrer" '
        f'style="color: {theme.LINK}">Open the picture</a>'
    )


def row(reply: GenerationReply) -> dict[str, object]:
    """Return a picture as a row of a table."""
    width, height = size(reply) or (None, None)
    finer = settings(reply)
    return {
        "prompt": prompt(reply),
        "seed": finer.seed,
        "width": width,
        "height": height,
        "steps": getattr(reply.request, "steps", None),
        "guidance": finer.guidance,
        "bytes": len(reply.content),
        "media_type": reply.media_type,
        "not_drawn": ", ".join(reply.not_drawn),
    }


def show(
    axes: Axes, reply: GenerationReply, phrases: list[str], colours: Palette, *, title: bool = True
) -> None:
    """Draw a picture into axes, with words under it."""
    from triptych.views.base.figures import SMALL, set_title

    pixels = raster(reply)
    axes.spines[:].set_visible(False)
    axes.set_xticks([])
    axes.set_yticks([])
    if title:
        set_title(axes, shortened(prompt(reply) or "Generated picture", _TITLE), colours)
    if pixels is None:
        held = f"At {reply.url}" if reply.url else "No picture that can be shown"
        axes.text(0, 0.5, shortened(held, 60), color=colours.ink)
    else:
        axes.imshow(pixels, interpolation="antialiased")
    words = "\n".join(shortened(words, 100) for words in phrases if words)
    axes.set_xlabel(words, fontsize=SMALL, color=colours.faint, loc="left")
