"""The view of an embedding reply: a strip, a matrix, a map, or a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from triptych.contract import EmbeddingReply, EmbeddingV2Reply
from triptych.contract.embedding import TimedChunk
from triptych.views.base import theme
from triptych.views.base.figures import SMALL, WIDE, new_figure, set_title
from triptych.views.base.markup import (
    card,
    escape,
    foldable,
    heading,
    section,
    table,
    warnings,
)
from triptych.views.base.units import count, shortened
from triptych.views.base.view import View, listed
from triptych.views.embedding.map_svg import html as map_html
from triptych.views.embedding.maps import embedding_map
from triptych.views.embedding.similarity import similarity_figure, similarity_html
from triptych.views.embedding.timeline import timeline_figure, timeline_svg, transcript_html

if TYPE_CHECKING:
    import numpy
    import pandas
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

#: More vectors are seen at a glance on a map only.
MOST_COMPARED = 40

Kind = Literal["nothing", "voices", "one", "few", "many"]
_WIDTH, _HEIGHT = 720, 60


class EmbeddingView(View):
    """Draws an `EmbeddingReply`, v1 or v2."""

    def html(self, reply: EmbeddingReply) -> str:
        """Return the picture that suits the number of vectors, and the pieces they stand for."""
        top = [heading(summary(reply)), warnings(reply.warnings)]
        match _kind(reply):
            case "voices":
                return card(*top, timeline_svg(reply), transcript_html(reply))
            case "one":
                drawn = section("The vector, number by number", strip(reply.vectors[0]))
                return card(*top, drawn, _pieces(reply))
            case "few":
                drawn = similarity_html(reply.vectors, reply.labels)
                return card(*top, drawn, _pieces(reply))
            case "many":
                return card(*top[1:], map_html(embedding_map(reply).scene))
        return card(*top)

    def draft(self, reply: EmbeddingReply) -> str:
        """Return the map by principal components, which is there at once, before that by UMAP."""
        if _kind(reply) != "many":
            return ""
        note = "<p><em>A first look; the map by UMAP is being drawn …</em></p>"
        return note + map_html(embedding_map(reply, method="pca").scene)

    def text(self, reply: EmbeddingReply) -> str:
        """Return how many vectors there are, and the pieces they stand for."""
        lines = listed(reply.labels, lambda label: shortened(label, 76))
        messages = [warning.message for warning in reply.warnings]
        return "\n".join([summary(reply), *messages, *lines])

    def headline(self, reply: EmbeddingReply) -> str:
        """Return how many vectors there are."""
        return summary(reply)

    def frame(self, reply: EmbeddingReply) -> pandas.DataFrame:
        """Return a row per vector: text, where it is from, and the vector as `embedding`.

        A sound's chunks have `start` and `end` in seconds, those of a PDF a `page`, those of
        several inputs their place as `input`.
        """
        import pandas

        columns: dict[str, object] = {"text": reply.labels}
        if any(isinstance(chunk, TimedChunk) for chunk in reply.chunks):
            times = [chunk.timestamp for chunk in reply.chunks if isinstance(chunk, TimedChunk)]
            columns["start"], columns["end"] = zip(*times, strict=True)
        if reply.pages:
            columns["page"] = reply.pages
        if len(set(reply.input_indices)) > 1:
            columns["input"] = reply.input_indices
        columns["embedding"] = list(reply.vectors)
        return pandas.DataFrame(columns)

    def figure(self, reply: EmbeddingReply, *, dark: bool = False) -> Figure:
        """Draw a strip, a matrix of cosines, a map, or who speaks when."""
        match _kind(reply):
            case "voices":
                return timeline_figure(reply, dark=dark)
            case "one":
                return strip_figure(reply.vectors[0], summary(reply), dark=dark)
            case "few":
                title = f"{summary(reply)}: cosines"
                return similarity_figure(reply.vectors, reply.labels, dark=dark, title=title)
            case "many":
                return embedding_map(reply).plot(dark=dark)
        return _nothing(summary(reply), dark=dark)


def html_beside_map(reply: EmbeddingReply) -> str:
    """Return the picture of a reply where a map of its vectors is shown already."""
    if _kind(reply) == "many":
        return card(heading(summary(reply)), warnings(reply.warnings))
    return EmbeddingView().html(reply)


def summary(reply: EmbeddingReply) -> str:
    """Return what came back, in one line."""
    words = "No vectors"
    if number := len(reply.embeddings):
        words = f"{count(number, 'vector')} of {len(reply.embeddings[0])} numbers"
    voices = reply.fingerprints if isinstance(reply, EmbeddingV2Reply) else ()
    return f"{words}, {count(len(voices), 'voice fingerprint')}" if len(voices) else words


def _kind(reply: EmbeddingReply) -> Kind:
    if isinstance(reply, EmbeddingV2Reply) and len(reply.fingerprints):
        return "voices"
    number = len(reply.embeddings)
    if number == 0:
        return "nothing"
    return "one" if number == 1 else "few" if number <= MOST_COMPARED else "many"


def _pieces(reply: EmbeddingReply) -> str:
    """Return the pieces the vectors stand for, as a table."""
    rows, plain = [], []
    columns = ["text"]
    places: list[str] = []
    if reply.pages:
        columns = ["page", "text"]
        places = [str(page) for page in reply.pages]
    elif any(isinstance(chunk, TimedChunk) for chunk in reply.chunks):
        columns = ["seconds", "text"]
        times = (chunk.timestamp for chunk in reply.chunks if isinstance(chunk, TimedChunk))
        places = [f"{start:.1f} to {end:.1f}" for start, end in times]
    for row, label in enumerate(reply.labels):
        place = places[row : row + 1]
        rows.append([*map(escape, place), foldable(label)])
        plain.append([*place, label])
    listed = table(columns, rows, download=plain, name="chunks")
    return f'<div style="max-height: 20rem; overflow-y: auto; margin-top: 1em">{listed}</div>'


def _nothing(words: str, *, dark: bool) -> Figure:
    colours = theme.palette(dark=dark)
    figure, axes = new_figure(6.0, 1.2, colours)
    axes.axis("off")
    axes.text(0, 0.5, words, color=colours.ink, fontsize=11, va="center")
    return figure


def strip(vector: NDArray[numpy.floating]) -> str:
    """Return the numbers as inline SVG: upwards above zero, downwards below."""
    largest = float(abs(vector).max()) or 1.0
    step = _WIDTH / len(vector)
    bars = "".join(
        f"M{place * step:.1f} {_HEIGHT / 2}v{-number / largest * _HEIGHT / 2:.1f}"
        for place, number in enumerate(vector.tolist())
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" preserveAspectRatio="none" '
        f'aria-label="{len(vector)} numbers, the largest {largest:.2f}" '
        f'style="width: 100%; height: {_HEIGHT}px; background: {theme.SURFACE}; '
        f'border-radius: 4px"><path d="{bars}" stroke="{theme.SCORE}" '
        f'stroke-width="{step * 0.8:.2f}"/></svg>'
    )


def strip_figure(vector: NDArray[numpy.floating], title: str, *, dark: bool) -> Figure:
    """Return the same as a Matplotlib figure."""
    colours = theme.palette(dark=dark)
    figure, axes = new_figure(WIDE, 2.2, colours)
    axes.bar(range(len(vector)), vector, width=0.8, color=colours.score)
    axes.margins(x=0.01)
    axes.set_xlabel("place in the vector", fontsize=SMALL, color=colours.faint)
    axes.set_ylabel("number", fontsize=SMALL, color=colours.faint)
    set_title(axes, title, colours)
    return figure
