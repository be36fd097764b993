"""The choice of a table and of its column."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets

from triptych import samples
from triptych.contract import Attachment
from triptych.panels.base import tables
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.files import RefusedFileError, Upload
from triptych.panels.base.layout import row, set_visible
from triptych.panels.base.tables import TableSource
from triptych.views.base.units import count

if TYPE_CHECKING:
    import pandas

_CHOOSE = "choose a variable"


class TableInput(ipywidgets.VBox):
    """A file or a variable of the notebook, and the column to work on.

    Parameters
    ----------
    loop : EventLoop
        The panel's loop.
    on_change : callable
        Called after each change of table or column.
    of_pictures : bool
        Whether the column has addresses or files of pictures, and not texts.
    namespace : callable
        Returns the notebook's variables, or None where there are none to choose from.

    Attributes
    ----------
    table : TableSource or None
        The chosen table.
    on_file : callable
        Called when a file is chosen or dropped, before it is read.
    """

    def __init__(
        self,
        loop: EventLoop,
        on_change: Callable[[], object],
        *,
        of_pictures: bool = False,
        namespace: Callable[[], Mapping[str, Any] | None] = tables.namespace,
    ) -> None:
        self.table: TableSource | None = None
        self.reading: asyncio.Task[None] | None = None
        self.on_file: Callable[[], object] = lambda: None
        self._loop = loop
        self._on_change = on_change
        self._of_pictures = of_pictures
        self._namespace = namespace
        self._refusal = ""
        self._is_filling = False
        self.upload = Upload(
            tables.ACCEPT, "or drop a CSV, JSON lines or Parquet file here", many=False
        )
        self.upload.add_class("triptych-table-upload")
        self.variable = ipywidgets.Dropdown(
            description="or a variable of the notebook",
            options=[(_CHOOSE, "")],
            value="",
            style={"description_width": "initial"},
        )
        self.chosen = ipywidgets.HTML()
        self.column = ipywidgets.Dropdown(
            description="Column", style={"description_width": "initial"}
        )
        self.message = ipywidgets.HTML()
        self.message.add_class("triptych-message")
        self.column.add_class("triptych-field-column")
        super().__init__([row(self.upload, self.variable), self.chosen, self.column, self.message])
        self.upload.on_choose(self.load, self._refuse, loop)
        self.variable.observe(lambda _: loop.call(self._choose_variable), "value")
        self.column.observe(lambda _: loop.call(self._change), "value")
        self._hook(register=True)
        self.refresh()
        self._show()

    # Files

    def load(self, files: list[Attachment]) -> asyncio.Task[None]:
        """Read the last of the chosen files, off the kernel's loop, and use it."""
        self.on_file()
        if self.reading is not None:
            self.reading.cancel()
        self.reading = self._loop.start(self._read(files[-1]))
        return self.reading

    def load_sample(self, name: str) -> asyncio.Task[None]:
        """Use one of the bundled tables."""
        return self.load([Attachment(samples.path(name).read_bytes(), name, "text/csv")])

    def use(self, value: pandas.DataFrame | pandas.Series[Any]) -> None:
        """Use a table from Python; one that is a variable of the notebook is chosen there."""
        namespace = self._namespace() or {}
        for name in tables.variables(namespace):
            if namespace[name] is value and len(value):
                self.variable.value = name
                return
        name = tables.name_of(value)
        table = tables.variable_table({name: value}, name)
        if table is None:
            self._refuse(RefusedFileError("This table has no rows: give another."))
        else:
            self._take(table)

    async def _read(self, file: Attachment) -> None:
        self.chosen.value = f'<span role="status">Reading {escape(file.filename)} …</span>'
        try:
            table = await asyncio.to_thread(tables.read_table, file)
        except RefusedFileError as error:
            self._refuse(error)
        except asyncio.CancelledError:
            self._show()
        else:
            self._take(table)

    def _refuse(self, error: Exception) -> None:
        self._refusal = str(error)
        self._show()
        self._on_change()

    # Variables

    def _hook(self, *, register: bool) -> None:
        """Look at the variables after each cell, or no longer."""
        if self._namespace() is None:
            return
        with contextlib.suppress(ImportError, AttributeError, ValueError):
            from IPython.core.getipython import get_ipython

            events: Any = get_ipython().events  # type: ignore[union-attr]
            change = events.register if register else events.unregister
            change("post_run_cell", self._on_cell)

    def _on_cell(self, _: object) -> None:
        self._loop.call(self.refresh)

    def refresh(self) -> None:
        """List the variables that there are now."""
        namespace = self._namespace()
        set_visible(self.variable, namespace is not None)
        if namespace is None:
            return
        listed = [(_CHOOSE, "")]
        listed += [
            (f"{name} ({count(len(namespace[name]), 'row')})", name)
            for name in tables.variables(namespace)
        ]
        name = self.variable.value
        names = [one for _, one in listed]
        if listed != list(self.variable.options):
            self._is_filling = True
            self.variable.options = listed
            self.variable.value = name if name in names else ""
            self._is_filling = False
        if name:
            self._choose_variable(name)

    def _choose_variable(self, name: str | None = None) -> None:
        """Use the variable that is chosen, as it is now."""
        if self._is_filling:
            return
        name = self.variable.value if name is None else name
        if not name:
            return
        table = tables.variable_table(self._namespace() or {}, name)
        if table is None:
            self.table = None
            self._refuse(RefusedFileError(f"{name} is not a table with rows: choose another."))
        elif self.table is None or not self.table.is_same(table):
            self._take(table)

    # The chosen table

    def _take(self, table: TableSource) -> None:
        before = self.column.label if self.table is not None else None
        self.table, self._refusal = table, ""
        names = [str(name) for name in table.frame.columns]
        find = tables.picture_column if self._of_pictures else tables.text_column
        place = find(table.frame)
        if before in names and table.name == self.variable.value:
            # The same variable with other rows.
            place = names.index(before)
        self._is_filling = True
        self.column.options = [(name, place) for place, name in enumerate(names)]
        self.column.value = place
        if table.code:
            self.variable.value = ""
        self._is_filling = False
        self._show()
        self._on_change()

    def _change(self) -> None:
        if not self._is_filling:
            self._refusal = ""
            self._show()
            self._on_change()

    @property
    def series(self) -> pandas.Series[Any]:
        """The values of the chosen column."""
        assert self.table is not None
        place: int = self.column.value
        return self.table.frame.iloc[:, place]

    @property
    def choice(self) -> tuple[TableSource | None, str, int | None]:
        """The chosen table, its variable, and its column, for `choose`."""
        return self.table, self.variable.value, self.column.value

    def choose(self, choice: tuple[TableSource | None, str, int | None]) -> None:
        """Choose what `choice` was: the same table, though its variable may have other rows now."""
        table, variable, column = choice
        if table is None:
            return
        self._is_filling = True
        self.variable.value = variable if variable in dict(self.variable.options).values() else ""
        self._is_filling = False
        self._take(table)
        self.column.value = column

    def snapshot(self) -> TableSource:
        """Return the chosen table as it is now: cells may change a variable while it is used."""
        assert self.table is not None
        return replace(self.table, frame=self.table.frame.copy())

    @property
    def missing(self) -> str:
        """What has yet to be chosen, or nothing."""
        if self.table is not None:
            return ""
        variable = "" if self._namespace() is None else " or a variable"
        return f"Choose a file{variable}, or try a sample."

    @property
    def problem(self) -> str:
        """Why the chosen file, variable or column cannot be used, or nothing."""
        if self._refusal or self.table is None:
            return self._refusal
        name, values = self.column.label, self.series
        if not self._of_pictures:
            is_usable = tables.is_text(values)
            return "" if is_usable else f"The column {name} has no texts: choose another."
        if not tables.is_pictures(values):
            return f"The column {name} has no addresses or files of pictures: choose another."
        if tables.is_voila() and not tables.is_addresses(values):
            # Else whoever sees the page could read the files of the machine it runs on.
            return f"The column {name} must have addresses only (https://…): upload no file names."
        return ""

    def show_problem(self, text: str) -> None:
        """Show a problem beside the column, or clear it."""
        shown = f'<span class="triptych-problem">{escape(text)}</span>' if text else ""
        self.message.value = shown

    def _show(self) -> None:
        table = self.table
        set_visible(self.column, table is not None and not table.is_series)
        self.chosen.value = ""
        if table is not None:
            size = f"{count(len(table.frame), 'row')}, {count(table.frame.shape[1], 'column')}"
            self.chosen.value = f"<b>{escape(table.name)}</b> · {size}"
        self.show_problem(self.problem)

    def close(self) -> None:
        """Stop reading, and close."""
        self._hook(register=False)
        if self.reading is not None:
            self._loop.call(self.reading.cancel)
        super().close()
