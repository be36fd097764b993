"""The interactive map."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from triptych._colours import contrast
from triptych.contract import Attachment, EmbeddingReply
from triptych.contract.embedding import TimedChunk
from triptych.panels.base.browser import Download, File
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.export import FORMATS, MissingParquetError, exported
from triptych.views.base.theme import DARK, LIGHT
from triptych.views.base.thumbnails import address
from triptych.views.base.units import count, shortened
from triptych.views.embedding import EmbeddingMap
from triptych.views.embedding.scene import Colouring, by_cluster, by_values

if TYPE_CHECKING:
    import numpy
    import pandas
    from numpy.typing import NDArray

_HERE = Path(__file__).parent


class Page(anywidget.AnyWidget):
    """An invisible widget: the `paper` colour around the map, and clicks on rows of the table.

    `pointed` is the number of clicks so far, and the index of the last row.
    """

    _esm = (_HERE / "explorer.js").read_text(encoding="utf-8")

    paper = traitlets.Unicode("#ffffff").tag(sync=True)
    pointed = traitlets.List([0, -1]).tag(sync=True)


#: Characters of all addresses together; each holds its whole file.
_MOST = 50_000_000


def clips(reply: EmbeddingReply) -> list[str]:
    """Return a `data:` URL for each vector of a sound, which plays its stretch of it.

    The stretch is a media fragment (W3C, "Media Fragments URI 1.0", 2012). The list is empty if
    vectors are not of sounds, or the addresses would be too long together.

    Examples
    --------
    >>> clips(EmbeddingReply(embeddings=[[1.0]], chunks=["tea"]))
    []
    """
    timed = [chunk for chunk in reply.chunks if isinstance(chunk, TimedChunk)]
    if not reply.inputs or len(timed) < len(reply.embeddings):
        return []
    places = reply.input_indices or [0] * len(reply.embeddings)
    files = [reply.inputs[place] for place in places]
    sizes = [len(file.content) for file in files if isinstance(file, Attachment)]
    if len(sizes) < len(timed) or sum(sizes) * 4 / 3 > _MOST:
        return []
    return [
        f"{_address(file)}#t={chunk.timestamp[0]:g},{chunk.timestamp[1]:g}"
        for file, chunk in zip(files, timed, strict=True)
        if isinstance(file, Attachment)
    ]


def _address(file: Attachment) -> str:
    return f"data:{file.media_type};base64,{base64.b64encode(file.content).decode()}"


_HEIGHT = 420
#: Rows of the table beneath; the frame has them all.
_MOST_ROWS = 100
_HOVER = 300
_CLUSTERS = "clusters"
_TYPES = {"csv": "text/csv", "parquet": "application/vnd.apache.parquet", "npy": "application/npy"}


class MapExplorer(ipywidgets.VBox):
    """A map of embeddings to hover over, lasso, search and save.

    Parameters
    ----------
    drawn : EmbeddingMap
        The map to show.
    vectors : ndarray of float32, (n, d), optional
        The vectors behind the points, to be saved with them.
    columns : pandas.DataFrame, optional
        Further columns, a row for each point: points can be coloured by them, and a selection has
        them.
    sounds : sequence of str, optional
        The address of a sound for each point, played when one hovers over it.
    is_draft : bool, default False
        Whether a better map follows, by `update`: until then no clusters are shown.
    loop : EventLoop, optional
        The loop of the panel that contains it.

    Attributes
    ----------
    frame : pandas.DataFrame
        A row for each point: x, y, text, cluster, terms and the further columns.
    selection : pandas.DataFrame
        The rows that are selected on the map.

    Raises
    ------
    RuntimeError
        If jupyter-scatter is not installed.

    Examples
    --------
    >>> import numpy
    >>> from triptych.views import embedding_map
    >>> explorer = MapExplorer(embedding_map(numpy.eye(6), texts=list("abcdef")))
    >>> explorer.select([1, 3])
    >>> explorer.selection["text"].tolist()
    ['b', 'd']
    >>> explorer.close()
    """

    #: Closed with it, also where making it ended early.
    _inner: tuple[ipywidgets.DOMWidget, ...] = ()

    def __init__(
        self,
        drawn: EmbeddingMap,
        vectors: NDArray[numpy.float32] | None = None,
        columns: pandas.DataFrame | None = None,
        *,
        sounds: Sequence[str] = (),
        is_draft: bool = False,
        loop: EventLoop | None = None,
    ) -> None:
        self._loop = loop or EventLoop(lambda error: self._set_status(str(error)))
        self._vectors = vectors
        self._is_draft = is_draft
        self.frame = _frame(drawn, columns, is_draft=is_draft)
        self._thumbnails = [] if drawn.of_texts else [address(i, 160) or "" for i in drawn.inputs]
        self.scatter = self._scatter(sounds)
        self.page = Page()
        self.download = Download()
        self._inner = (self.scatter.widget, self.page, self.download)
        names = [name for name in self.frame.columns if name not in {"x", "y", "cluster", "terms"}]
        self.colour = ipywidgets.Dropdown(
            options=[_CLUSTERS, *(name for name in names if name != "text")],
            description="Colour by",
            layout={"width": "14rem"},
        )
        self.find = ipywidgets.Text(
            description="Find", placeholder="a word, then Enter", continuous_update=False
        )
        self.clear = ipywidgets.Button(description="Select none", tooltip="Clear the selection")
        self.saving = [
            ipywidgets.Button(description=kind, tooltip=f"Save the selection, or all, as .{kind}")
            for kind in FORMATS
        ]
        self.status = ipywidgets.HTML()
        self.legend = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        for control in (self.colour, self.find):
            control.style.description_width = "initial"
        tools = ipywidgets.Box(
            [self.colour, self.find, self.clear, ipywidgets.Label("Save:"), *self.saving]
        )
        tools.add_class("triptych-explorer-tools")
        shown = self.scatter.show(["pan_zoom", "lasso", "reset"])
        parts = [tools, shown, self.legend, self.status, self.table, self.page, self.download]
        super().__init__(parts)
        self.add_class("triptych-explorer")
        self._wire()
        self._recolour()
        self._show_selection()

    def _scatter(self, sounds: Sequence[str]) -> Any:
        try:
            import jscatter
        except ImportError:
            raise RuntimeError(
                "The interactive map needs an extra: pip install 'triptych[lab]'."
            ) from None
        data = self.frame[["x", "y"]].astype("float32").reset_index(drop=True)
        data["hover"] = [shortened(text, _HOVER) for text in self.frame["text"]]
        hover = {"preview": "hover", "preview_type": "text", "preview_text_lines": 6}
        if any(self._thumbnails):
            data["picture"] = self._thumbnails
            hover = {"preview": "picture", "preview_type": "image"}
        shown: list[str] = []
        if sounds:
            # The text is shown above the player.
            data = data.rename(columns={"hover": "text"}).assign(sound=list(sounds))
            shown, hover = ["text"], {"preview": "sound", "preview_type": "audio"}
        self._data = data
        scatter = jscatter.Scatter(
            data=data,
            x="x",
            y="y",
            x_scale=_room(data["x"].to_numpy()),
            y_scale=_room(data["y"].to_numpy()),
            height=_HEIGHT,
            size=10 if len(data) <= 200 else 6 if len(data) <= 2000 else 4,
            # Its default is to fade points by how many there are.
            opacity=0.8,
            opacity_by=None,
            opacity_unselected=0.25,
        )
        # Without a widget, the number of lines would be lost.
        assert scatter.widget is not None
        scatter.tooltip(True, properties=shown, size="medium", **hover)
        return scatter

    def _wire(self) -> None:
        call = self._loop.call
        self.scatter.widget.observe(lambda _: call(self._show_selection), "selection")
        self.colour.observe(lambda _: call(self._colour_points), "value")
        self.find.observe(lambda _: call(self._search), "value")
        self.clear.on_click(lambda _: call(lambda: self.select([])))
        self.page.observe(lambda _: call(self._recolour), "paper")
        self.page.observe(lambda change: call(lambda: self._point(change["new"][1])), "pointed")
        for button in self.saving:
            button.on_click(self._save_action(button.description))

    def _save_action(self, kind: str) -> Callable[[object], None]:
        return lambda _: self._loop.call(lambda: self.save(kind))

    # What Python can do

    @property
    def selection(self) -> pandas.DataFrame:
        """The selected rows."""
        return self.frame.iloc[self._selected()]

    def select(self, places: Sequence[int]) -> None:
        """Select points.

        Parameters
        ----------
        places : sequence of int
            Their rows, from 0.
        """
        self.scatter.selection([int(place) for place in places])
        self._show_selection()

    def update(self, drawn: EmbeddingMap) -> None:
        """Move the points to their positions on another map.

        Parameters
        ----------
        drawn : EmbeddingMap
            A map of the same vectors, in the same order.
        """
        self._is_draft = False
        further = [name for name in self.frame.columns if name not in drawn.to_frame().columns]
        self.frame = _frame(drawn, self.frame[further])
        x, y = self.frame["x"].to_numpy(), self.frame["y"].to_numpy()
        # In one message: the browser ignores a colour that comes while points are on their way.
        with self.scatter.widget.hold_sync():
            self.scatter.xy(x=x, y=y, x_scale=_room(x), y_scale=_room(y), animate=True)
            self._colour_points()
        self._show_selection()

    def save(self, kind: str) -> None:
        """Save the selection in the browser, or all points if none is selected.

        Parameters
        ----------
        kind : {"csv", "parquet", "npy"}
            The rows as a table, or their vectors alone.
        """
        places = self._selected()
        rows = self.frame.iloc[places] if len(places) else self.frame
        vectors = self._vectors
        if vectors is not None and len(places):
            vectors = vectors[places]
        if kind == "npy" and vectors is None:
            self._set_status("These points have no vectors to save.")
            return
        try:
            content = exported(rows, vectors, kind)
        except MissingParquetError as error:
            self._set_status(str(error))
            return
        self.download.save(File(f"embeddings.{kind}", _TYPES[kind], content))
        self._set_status(f"Saved {count(len(rows), 'point')} as embeddings.{kind}.")

    def close(self) -> None:
        """Close every widget of the explorer."""
        for widget in (*self._inner, *self.children):
            widget.close()
        super().close()

    # What is shown

    def _selected(self) -> NDArray[numpy.int64]:
        import numpy

        return numpy.asarray(self.scatter.selection(), dtype=numpy.int64)

    def _search(self) -> None:
        words = self.find.value.strip().casefold()
        if not words:
            self.select([])
            return
        texts = self.frame["text"].str.casefold()
        places = texts.str.contains(words, regex=False).to_numpy().nonzero()[0]
        self.select(places.tolist())
        if not len(places):
            self._set_status(f"No text contains “{self.find.value.strip()}”.")

    def _point(self, place: int) -> None:
        """Show where on the map a row of the table is."""
        if 0 <= place < len(self.frame):
            self.scatter.show_tooltip(place)

    def _recolour(self) -> None:
        self.scatter.background(self.page.paper)
        # A new background brings both back in the browser, which is only sent changes.
        for visible in (True, False):
            self.scatter.axes(visible)
            self.scatter.legend(visible)
        self._colour_points()

    def _colour_points(self) -> None:
        ink = max((LIGHT.ink, DARK.ink), key=lambda ink: contrast(ink, self.page.paper))
        if self.colour.value == _CLUSTERS:
            colouring = _by_cluster(self.frame)
        else:
            colouring = by_values(self.frame[self.colour.value].tolist(), self.colour.value)
        shown = colouring.colours
        palette = list(dict.fromkeys(shown))
        places = {colour: place for place, colour in enumerate(palette)}
        self._data["colour"] = [str(places[colour]) for colour in shown]
        self._data["colour"] = self._data["colour"].astype("category")
        order = {str(place): colour for colour, place in places.items()}
        self.scatter.color(by="colour", map=order, selected=ink, hover=ink)
        self.legend.value = _legend(colouring.legend)

    def _show_selection(self) -> None:
        """Show how many points are selected, and list them."""
        places = self._selected()
        total = count(len(self.frame), "point")
        if not len(places):
            hints = "hover over one, or draw a lasso around some; Ctrl and the wheel zoom"
            later = " The groups are being found …" if self._is_draft else ""
            self._set_status(f"{total}: {hints}.{later}")
            self.table.value = ""
            return
        self._set_status(f"{len(places):,} of {total} selected: see explorer.selection.")
        self.table.value = _rows(self.frame, places.tolist())

    def _set_status(self, words: str) -> None:
        self.status.value = f'<span role="status">{escape(words)}</span>'

    def __repr__(self) -> str:
        return f"<MapExplorer: {count(len(self.frame), 'point')}>"


def _frame(
    drawn: EmbeddingMap, columns: pandas.DataFrame | None, *, is_draft: bool = False
) -> pandas.DataFrame:
    import pandas

    if is_draft:
        x, y = drawn.points.T
        ungrouped = {"x": x, "y": y, "text": drawn.texts, "cluster": -1, "terms": ""}
        frame = pandas.DataFrame(ungrouped)
    else:
        frame = drawn.to_frame()
    if columns is not None:
        for name in columns.columns:
            if name not in frame.columns:
                frame[str(name)] = columns[name].to_numpy()
    return frame


def _room(values: NDArray[numpy.float32]) -> tuple[float, float]:
    """Return the limits of an axis, so that no point lies on the edge."""
    low, high = float(values.min()), float(values.max())
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def _by_cluster(frame: pandas.DataFrame) -> Colouring:
    firsts = frame.drop_duplicates("cluster")
    terms = {
        int(own): [words]
        for own, words in zip(firsts["cluster"], firsts["terms"], strict=True)
        if words
    }
    return by_cluster(frame["cluster"].tolist(), terms)


def _legend(entries: Mapping[str, str]) -> str:
    return (
        '<div class="triptych-explorer-legend">'
        + "".join(
            f'<span><i style="background: {colour}"></i>{escape(shortened(name, 40))}</span>'
            for name, colour in entries.items()
        )
        + "</div>"
    )


def _rows(frame: pandas.DataFrame, places: Sequence[int]) -> str:
    """Return the selected texts, each a button that shows its place on the map."""
    rows = "".join(
        f'<tr><td data-point="{place}" tabindex="0" role="button">'
        f"{escape(shortened(frame['text'].iloc[place], 160))}</td>"
        f"<td>{escape(str(frame['terms'].iloc[place]))}</td></tr>"
        for place in places[:_MOST_ROWS]
    )
    left = len(places) - _MOST_ROWS
    rest = f"<p>… and {left:,} more: explorer.selection has them all.</p>" if left > 0 else ""
    return (
        '<div class="triptych-explorer-rows" tabindex="0"><table><thead><tr><th>text</th>'
        f"<th>cluster</th></tr></thead><tbody>{rows}</tbody></table>{rest}</div>"
    )
