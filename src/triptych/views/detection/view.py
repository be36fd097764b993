"""The view of a detection reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from triptych.contract import DetectionReply
from triptych.views.base import theme
from triptych.views.base.live import live
from triptych.views.base.markup import card, escape, foldable, heading, nowrap, table, warnings
from triptych.views.base.units import shortened
from triptych.views.base.view import View
from triptych.views.detection import photo
from triptych.views.detection.controls import controls, fitted, marks, root, style
from triptych.views.detection.figure import figure
from triptych.views.detection.scene import Found, Scene, objects, scene, size_of, summary
from triptych.views.detection.svg import MOST_DRAWN, drawing

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

#: More lines of plain text flood a terminal.
_MOST_LINES = 20
#: More crops make a notebook heavy.
_MOST_CROPS = 60
#: In CSS pixels; drawn at twice as many.
_CROP = 72
#: The longest side of the picture where styles and SVG are taken away.
_PLAIN = 640


class DetectionView(View):
    """Draws a `DetectionReply`."""

    def html(self, reply: DetectionReply) -> str:
        """Return the boxes over the picture with their controls, and the objects cut out."""
        return self._html(reply, lambda picture: picture)

    def saved_html(self, reply: DetectionReply, picture: bytes) -> str:
        """Return the same, with a light copy of the picture where style sheets are taken away."""
        address, width = photo.as_light_jpeg(picture, _PLAIN)
        alt = f"The picture with its boxes. {summary(reply)}"
        return self._html(reply, lambda shown: live(shown, address, alt, width))

    def _html(self, reply: DetectionReply, presented: Callable[[str], str]) -> str:
        drawn = scene(reply)
        words = summary(reply)
        own = marks(drawn)
        if not drawn.objects and size_of(reply, drawn.picture) is None:
            return card(heading(words), warnings(reply.warnings), _unserved(reply))
        picture = presented(controls(drawn) + fitted(drawn, drawing(drawn, words, own)))
        return card(
            heading(words),
            warnings(reply.warnings),
            _unserved(reply),
            root(style(drawn), picture, _notes(reply, drawn), _crops(drawn, own)),
        )

    def text(self, reply: DetectionReply) -> str:
        """Return how many of what, and a line for each object."""
        found = objects(reply)
        lines = [_line(one) for one in found[:_MOST_LINES]]
        if len(found) > _MOST_LINES:
            lines.append(f"… and {len(found) - _MOST_LINES:,} more: to_frame() has them all")
        said = [warning.message for warning in reply.warnings]
        unserved = [_unserved_words(reply)] if reply.unmatched_prompts else []
        return "\n".join([summary(reply), *said, *unserved, *lines])

    def frame(self, reply: DetectionReply) -> pandas.DataFrame:
        """Return a row per object: label, kind, confidence, left, top, width, height.

        Lengths are in pixels of the upright picture. Where prompts were given, a column `prompt`
        tells which one an object answers.
        """
        import pandas

        found = objects(reply)
        columns = ["label", "kind", "confidence", "left", "top", "width", "height"]
        if any(one.prompt for one in found):
            columns.append("prompt")
        rows = [[getattr(one, column) for column in columns] for one in found]
        frame = pandas.DataFrame(rows, columns=columns)
        return frame.astype({"confidence": "float64"})

    def mimebundle(self, reply: DetectionReply) -> dict[str, str | bytes]:
        """Return HTML, plain text, and a picture that is light enough for a notebook."""
        from triptych.views.base.figures import png

        text = self.text(reply)
        picture = png(self.figure(reply), text[:1000], small=True)
        return {
            "text/html": self.saved_html(reply, picture),
            "image/png": picture,
            "text/plain": text,
        }

    def figure(self, reply: DetectionReply, *, dark: bool = False) -> Figure:
        """Draw the picture with its boxes."""
        return figure(reply, dark=dark)


def _line(found: Found) -> str:
    sure = "    " if found.confidence is None else f"{found.confidence:.2f}"
    return (
        f"{sure} {shortened(found.label, 30):<30} {found.width:.0f} × {found.height:.0f} "
        f"at {found.left:.0f}, {found.top:.0f}"
    )


def _unserved_words(reply: DetectionReply) -> str:
    names = ", ".join(f"“{prompt}”" for prompt in reply.unmatched_prompts)
    return f"The detector knows nothing like {names}"


def _unserved(reply: DetectionReply) -> str:
    if not reply.unmatched_prompts:
        return ""
    return (
        f'<p role="note" style="margin: 0 0 .6em; padding: .3em .6em; background: {theme.MARK}; '
        f'border-left: 3px solid {theme.MARK_LINE}">{escape(_unserved_words(reply))}</p>'
    )


def _notes(reply: DetectionReply, drawn: Scene) -> str:
    """Return what the picture itself cannot tell."""
    notes = []
    if drawn.picture is None and drawn.address is None:
        notes.append("The picture itself is not at hand: this is a ground of its size.")
    if len(drawn.objects) > MOST_DRAWN:
        notes.append(f"The {MOST_DRAWN} largest boxes are drawn.")
    said = " ".join(map(escape, notes))
    link = reply.annotated_image or ""
    if link.startswith(("http://", "https://")):
        said += (
            f' <a href="{escape(link)}" target="_blank" rel="noopener" '
            f'style="color: {theme.LINK}">The annotated picture</a>'
        )
    if not said:
        return ""
    return f'<p style="margin: .4em 0; color: {theme.FAINT_INK}; font-size: 12px">{said}</p>'


def _crops(drawn: Scene, own: list[str]) -> str:
    """Return the objects in a table, each cut out of the picture; the surest first."""
    if not drawn.objects:
        return ""
    prompted = any(found.prompt for found in drawn.objects)
    cut = ["crop"] if drawn.picture is not None else []
    columns = [*cut, "label", "confidence", "size in pixels", *(["prompt"] if prompted else [])]
    pairs = sorted(zip(drawn.objects, own, strict=True), key=_surest_first)
    rows = [
        [
            *([_crop(drawn, found) if place < _MOST_CROPS else ""] if cut else []),
            # The mark lets the style sheet hide the row with its box.
            f'<span class="{mark}">{foldable(found.label)}</span>',
            "" if found.confidence is None else f"{found.confidence:.2f}",
            nowrap(f"{found.width:.0f} × {found.height:.0f}"),
            *([foldable(found.prompt or "")] if prompted else []),
        ]
        for place, (found, mark) in enumerate(pairs)
    ]
    names = ["label", "kind", "confidence", "left", "top", "width", "height", "prompt"]
    plain = [[getattr(found, name) for name in names] for found, _ in pairs]
    listed = table(
        columns,
        rows,
        download=plain,
        name="objects",
        numbers={len(cut) + 1, len(cut) + 2},
        download_columns=names,
    )
    return f'<div style="max-height: 24rem; overflow-y: auto; margin-top: .8em">{listed}</div>'


def _surest_first(pair: tuple[Found, str]) -> tuple[float, int, str]:
    found, _ = pair
    # Among equals person_9 comes before person_10.
    return -(found.confidence or 0.0), len(found.label), found.label


def _crop(drawn: Scene, found: Found) -> str:
    cut = drawn.crop(found)
    if cut is None:
        return ""
    scale = min(1.0, _CROP / max(cut.size)) if max(cut.size) > 24 else 24 / max(cut.size)
    width, height = (max(1, round(side * scale)) for side in cut.size)
    address = photo.as_jpeg(cut, 2 * _CROP)
    return (
        f'<img src="{address}" alt="{escape(found.label)}" width="{width}" height="{height}" '
        f'style="border: 2px solid {found.colour}; border-radius: 3px; display: block">'
    )
