"""The result side of a panel: tabs, each filled when it is first opened."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal

import ipywidgets

from triptych import views
from triptych.contract import Operation, Reply, Request
from triptych.panels.base.code import Language, as_curl, as_python, highlighted
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.failure import error_card
from triptych.panels.base.layout import set_visible
from triptych.panels.base.result_box import ResultBox

if TYPE_CHECKING:
    import pandas

    from triptych.panels.base.table_view import TableView

#: Where a panel's own widgets are placed among those that all panels have.
Place = Literal["above_tabs", "below_tabs"]

TABS = ("Result", "Table", "JSON", "Code")
_TABLE = TABS.index("Table")
#: More text makes the page slow; Python has it all.
_MOST_SHOWN = 100_000


@dataclass(frozen=True, slots=True)
class DisplayedReply:
    """A reply, and the call that gets it again."""

    operation: Operation[Any, Any]
    request: Request
    reply: Reply
    base_url: str | None
    #: Further code that does the same: titles, and programs.
    codes: Sequence[tuple[str, str]] = ()
    #: Of more than one call: Python in place of that for the request alone.
    program: str = ""
    #: Draws the content of the view's tab.
    picture: Callable[[Any], str] = views.html
    #: Returns what the tab of the table shows.
    table: Callable[[Any], pandas.DataFrame] = views.table


class Result(ResultBox):
    """A placeholder text with a sketch; then an error card, or a reply in tabs, or both."""

    def __init__(self, empty: str, sketch: str, loop: EventLoop) -> None:
        self._shown: DisplayedReply | None = None
        #: What draws the tabs of the reply, by their places.
        self._filling: dict[int, asyncio.Task[None]] = {}
        #: Where the work behind a reply is shown until there is one.
        self._alone: ipywidgets.VBox | None = None
        self._empty = ipywidgets.HTML(
            f'<div class="triptych-empty">{escape(empty)}'
            f'<div aria-hidden="true">{sketch}</div></div>'
        )
        self.card = ipywidgets.HTML()
        self.retry = ipywidgets.Button(description="Retry", tooltip="Send the same request again")
        self._failure = ipywidgets.VBox([self.card, self.retry])
        self._failure.add_class("triptych-failure")
        self.pages = [ipywidgets.HTML() for _ in TABS]
        #: The table, once one was looked at.
        self.table: TableView | None = None
        self._table_page = ipywidgets.VBox([self.pages[_TABLE]])
        self._contents: list[ipywidgets.Widget] = list(self.pages)
        self._contents[_TABLE] = self._table_page
        self.tabs = ipywidgets.Tab(self._contents, titles=TABS, selected_index=0)
        self.tabs.observe(lambda _: loop.call(self._fill), "selected_index")
        self._tabs = ipywidgets.Box([self.tabs])
        self._tabs.add_class("triptych-tabs")
        self._placed: dict[Place, list[ipywidgets.Widget]] = {
            "above_tabs": [],
            "below_tabs": [],
        }
        super().__init__(loop)
        self._ahead = 0
        self._order()
        self._arrange(failed=False)

    def add(self, place: Place, *widgets: ipywidgets.Widget) -> None:
        """Add widgets of a panel's own, from top to bottom."""
        self._placed[place] += widgets
        self._order()

    def _order(self) -> None:
        # The button of the menu is at the end of the row of tabs.
        if self._menu is not None:
            self._tabs.children = [self.tabs, self._menu]
        alone = [] if self._alone is None else [self._alone]
        self.children = [
            self._failure,
            self._stale_place,
            self._empty,
            *alone,
            *self._placed["above_tabs"],
            self._message_place,
            self._tabs,
            *self._placed["below_tabs"],
            *([] if self._menu is None else [self._menu.download]),
        ]

    def add_first_tab(self, title: str, widget: ipywidgets.Widget, view: str = TABS[0]) -> None:
        """Put a panel's own tab first, and rename that of the view."""
        self._ahead = 1
        self.tabs.children = [widget, *self._contents]
        self.tabs.titles = [title, view, *TABS[1:]]
        self.tabs.selected_index = 0

    def add_above_picture(self, widget: ipywidgets.Widget) -> None:
        """Put a panel's own widget into the tab of the view, above what the view draws."""
        children = list(self.tabs.children)
        children[self._ahead] = ipywidgets.VBox([widget, self.pages[0]])
        self.tabs.children = children

    def add_work_tab(self, title: str, work: ipywidgets.DOMWidget) -> None:
        """Add a tab for a widget that shows the progress of the work behind a reply."""
        self._alone = ipywidgets.VBox()
        self.add("above_tabs")
        self.tabs.children = [*self._contents, ipywidgets.VBox([work])]
        self.tabs.titles = [*TABS, title]
        self.tabs.add_class("triptych-with-work")
        self._arrange(failed=False)

    def show_work(self) -> None:
        """Show the work in progress: alone while there is no reply, else in its tab."""
        if self._shown is not None:
            self.tabs.selected_index = len(self.pages)
        elif self._alone is not None:
            self._alone.children = self.tabs.children[-1].children
        self._arrange(failed=False)

    def show(self, shown: DisplayedReply) -> None:
        """Show a reply."""
        self._stop_drawing()
        self._shown = shown
        if self._alone is not None:
            self._alone.children = []
        for page in self.pages:
            page.value = ""
        self._show_table(None)
        self._arrange(failed=False)
        if self.tabs.selected_index == len(self.pages):
            self.tabs.selected_index = 0
        self._fill()

    def fail(self, error: Exception) -> None:
        """Show what went wrong, above the last reply if there is one."""
        self.card.value = error_card(error)
        self._arrange(failed=True)

    @property
    def has_failed(self) -> bool:
        """Whether the error card is shown."""
        return bool(self.card.value)

    def clear_failure(self) -> None:
        """Remove the error card; the last reply stays."""
        self.card.value = ""
        self._arrange(failed=False)

    def dim(self, *, dimmed: bool, running: bool = False) -> None:
        """Dim the shown reply while it is not, or soon will not be, that of the inputs."""
        # The work in progress belongs to the newer one.
        shown = [self.tabs] if self._alone is None or not running else self._contents
        others = [widget for placed in self._placed.values() for widget in placed]
        for widget in (self.tabs, *self._contents, *others):
            is_old = dimmed and (widget in shown or (widget in others and not running))
            (widget.add_class if is_old else widget.remove_class)("triptych-dimmed")

    def stop(self) -> None:
        """Cancel all drawing and saving."""
        if self._menu is not None:
            self._menu.stop()
        self._stop_drawing()

    def _stop_drawing(self) -> None:
        for task in self._filling.values():
            task.cancel()

    def _arrange(self, *, failed: bool) -> None:
        set_visible(self._failure, failed)
        set_visible(self._tabs, self._shown is not None)
        alone = self._alone is not None and bool(self._alone.children)
        if self._alone is not None:
            set_visible(self._alone, alone)
        set_visible(self._empty, not failed and self._shown is None and not alone)

    def _fill(self) -> None:
        chosen, shown = self.tabs.selected_index, self._shown
        place = -1 if chosen is None else chosen - self._ahead
        if shown is None or not 0 <= place < len(self.pages) or self.pages[place].value:
            return
        if place == _TABLE:
            # The first table of a process loads pandas.
            self.pages[_TABLE].value = '<p class="triptych-empty">Drawing the table …</p>'
            self._filling[_TABLE] = self._loop.start(self._fill_table(shown))
            return
        draw = _DRAWERS[place]
        draft = _draft(shown, draw)
        if not draft:
            self.pages[place].value = draw(shown)
            return
        # What takes seconds is not drawn on the kernel's loop.
        self.pages[place].value = draft
        self._filling[place] = self._loop.start(self._fill_later(place, draw, shown))

    async def _fill_table(self, shown: DisplayedReply) -> None:
        try:
            frame = await asyncio.to_thread(shown.table, shown.reply)
        except Exception as error:
            if self._shown is shown:
                self.pages[_TABLE].value = error_card(error)
            return
        if self._shown is not shown:
            return
        if self.table is None:
            # It loads NumPy, like the frame.
            from triptych.panels.base.table_view import TableView

            self.table = TableView(self._loop)
        await self.table.show(frame)
        self._show_table(self.table)

    def _show_table(self, table: TableView | None) -> None:
        """Show the table, or what stands for it until it is drawn."""
        if self.table is not None:
            self._table_page.children = [self.pages[_TABLE], self.table]
            set_visible(self.table, table is not None)
        set_visible(self.pages[_TABLE], table is None)

    async def _fill_later(
        self, place: int, draw: Callable[[DisplayedReply], str], shown: DisplayedReply
    ) -> None:
        try:
            drawn = await asyncio.to_thread(draw, shown)
        except Exception as error:
            drawn = error_card(error)
        if self._shown is shown:
            self.pages[place].value = drawn


def _draft(shown: DisplayedReply, draw: Callable[[DisplayedReply], str]) -> str:
    """Return what to show while drawing, or nothing for what is drawn quickly."""
    if draw is not _picture or shown.picture is not views.html:
        return ""
    return views.view_of(shown.reply).draft(shown.reply)


def _picture(shown: DisplayedReply) -> str:
    return shown.picture(shown.reply)


def _json(shown: DisplayedReply) -> str:
    # In pieces, as thousands of vectors would take seconds to write, and are not shown.
    pieces = json.JSONEncoder(ensure_ascii=False, indent=2).iterencode(shown.reply.raw)
    return copied("", block(pieces, "panel.reply.raw"))


def _code(shown: DisplayedReply) -> str:
    call = (shown.operation, shown.request, shown.base_url)
    source = "panel.history[-1].request"
    curl = [] if shown.program else [code_part("as curl", as_curl(*call), source, "bash")]
    parts = [
        code_part("as Python", shown.program or as_python(*call), source),
        *curl,
        *(code_part(title, code, source) for title, code in shown.codes),
    ]
    return "".join(parts)


def code_part(title: str, code: str, source: str, language: Language = "python") -> str:
    """Return code with buttons that copy it and, if it is Python, insert it into the notebook."""
    if len(code) > _MOST_SHOWN:
        return copied(title, block([code], source))
    body = f'<pre class="triptych-code" tabindex="0">{highlighted(code, language)}</pre>'
    return copied(title, body, _INSERT if language == "python" else "")


#: The panel's script shows it where there is a notebook that takes a cell.
_INSERT = (
    '<button type="button" class="triptych-insert" title="Insert this code as a cell below">'
    "Insert as cell</button>"
)


def copied(title: str, body: str, buttons: str = "") -> str:
    """Return a part with a button that copies its content, after further buttons."""
    return (
        f'<div class="triptych-copied"><div class="triptych-corner"><span>{title}</span>'
        f'{buttons}<button type="button" class="triptych-copy">Copy</button></div>{body}</div>'
    )


def block(pieces: Iterable[str], source: str) -> str:
    """Return preformatted text, cut where it is long; `source` names what has all of it."""
    text = io.StringIO()
    for piece in pieces:
        if text.tell() > _MOST_SHOWN:
            break
        text.write(piece)
    whole = text.getvalue()
    note = f"\n… truncated; see {source} for everything" if len(whole) > _MOST_SHOWN else ""
    return f'<pre tabindex="0">{escape(whole[:_MOST_SHOWN])}{escape(note)}</pre>'


#: What draws the tabs but that of the table.
_DRAWERS: dict[int, Callable[[DisplayedReply], str]] = {0: _picture, 2: _json, 3: _code}
