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
from triptych.views.detection.scene import (
    DetectedObject,
    Scene,
    classes,
    objects,
    scene,
    size_of,
    summary,
)
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
            return card(heading(words), warnings(reply.warnings), _unmatched(reply))
        picture = presented(controls(drawn) + fitted(drawn, drawing(drawn, words, own)))
        return card(
            heading(words),
            warnings(reply.warnings),
            _unmatched(reply),
            root(style(drawn), picture, _notes(reply, drawn), _crops(drawn, own)),
        )

    def text(self, reply: DetectionReply) -> str:
        """Return how many of what, and a line for each object."""
        listed = objects(reply)
        lines = [_line(one) for one in listed[:_MOST_LINES]]
        if len(listed) > _MOST_LINES:
            lines.append(f"… and {len(listed) - _MOST_LINES:,} more: to_frame() has them all")
        notices = [warning.message for warning in reply.warnings]
        unmatched = [_unmatched_words(reply)] if reply.unmatched_prompts else []
        return "\n".join([summary(reply), *notices, *unmatched, *lines])

    def headline(self, reply: DetectionReply) -> str:
        """Return how many of what."""
        return classes(reply) or summary(reply)

    def frame(self, reply: DetectionReply) -> pandas.DataFrame:
        """Return a row per object: label, kind, confidence, left, top, width, height.

        Lengths are in pixels of the upright picture. Where prompts were given, a column `prompt`
        tells which one an object answers.
        """
        import pandas

        listed = objects(reply)
        columns = ["label", "kind", "confidence", "left", "top", "width", "height"]
        if any(one.prompt for one in listed):
            columns.append("prompt")
        rows = [[getattr(one, column) for column in columns] for one in listed]
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


def _line(one: DetectedObject) -> str:
    sure = "    " if one.confidence is None else f"{one.confidence:.2f}"
    return (
        f"{sure} {shortened(one.label, 30):<30} {one.width:.0f} × {one.height:.0f} "
        f"at {one.left:.0f}, {one.top:.0f}"
    )


def _unmatched_words(reply: DetectionReply) -> str:
    names = ", ".join(f"“{prompt}”" for prompt in reply.unmatched_prompts)
    return f"The detector knows nothing like {names}"


def _unmatched(reply: DetectionReply) -> str:
    if not reply.unmatched_prompts:
        return ""
    return (
        f'<p role="note" style="margin: 0 0 .6em; padding: .3em .6em; background: {theme.MARK}; '
        f'border-left: 3px solid {theme.MARK_LINE}">{escape(_unmatched_words(reply))}</p>'
    )


def _notes(reply: DetectionReply, drawn: Scene) -> str:
    """Return what the picture itself cannot tell."""
    notes = []
    if drawn.picture is None and drawn.address is None:
        notes.append("The picture itself is not at hand: this is a ground of its size.")
    if len(drawn.objects) > MOST_DRAWN:
        notes.append(f"The {MOST_DRAWN} largest boxes are drawn.")
    notices = " ".join(map(escape, notes))
    link = reply.annotated_image or ""
    if link.startswith(("http://", "https://")):
        notices += (
            f' <a href="{escape(link)}" target="_blank" rel="noopener" '
            f'style="color: {theme.LINK}">The annotated picture</a>'
        )
    if not notices:
        return ""
    return f'<p style="margin: .4em 0; color: {theme.FAINT_INK}; font-size: 12px">{notices}</p>'


def _crops(drawn: Scene, own: list[str]) -> str:
    """Return the objects in a table, each cut out of the picture; the surest first."""
    if not drawn.objects:
        return ""
    prompted = any(one.prompt for one in drawn.objects)
    cut = ["crop"] if drawn.picture is not None else []
    columns = [*cut, "label", "confidence", "size in pixels", *(["prompt"] if prompted else [])]
    pairs = sorted(zip(drawn.objects, own, strict=True), key=_surest_first)
    rows = [
        [
            *([_crop(drawn, one) if place < _MOST_CROPS else ""] if cut else []),
            # The mark lets the style sheet hide the row with its box.
            f'<span class="{mark}">{foldable(one.label)}</span>',
            "" if one.confidence is None else f"{one.confidence:.2f}",
            nowrap(f"{one.width:.0f} × {one.height:.0f}"),
            *([foldable(one.prompt or "")] if prompted else []),
        ]
        for place, (one, mark) in enumerate(pairs)
    ]
    names = ["label", "kind", "confidence", "left", "top", "width", "height", "prompt"]
    plain = [[getattr(one, name) for name in names] for one, _ in pairs]
    listed = table(
        columns,
        rows,
        download=plain,
        name="objects",
        numbers={len(cut) + 1, len(cut) + 2},
        download_columns=names,
    )
    return f'<div style="max-height: 24rem; overflow-y: auto; margin-top: .8em">{listed}</div>'


def _surest_first(pair: tuple[DetectedObject, str]) -> tuple[float, int, str]:
    one, _ = pair
    # Among equals person_9 comes before person_10.
    return -(one.confidence or 0.0), len(one.label), one.label


def _crop(drawn: Scene, one: DetectedObject) -> str:
    cut = drawn.crop(one)
    if cut is None:
        return ""
    scale = min(1.0, _CROP / max(cut.size)) if max(cut.size) > 24 else 24 / max(cut.size)
    width, height = (max(1, round(side * scale)) for side in cut.size)
    address = photo.as_jpeg(cut, 2 * _CROP)
    return (
        f'<img src="{address}" alt="{escape(one.label)}" width="{width}" height="{height}" '
        f'style="border: 2px solid {one.colour}; border-radius: 3px; display: block">'
    )
