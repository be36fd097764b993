"""Panels whose operation takes a column of a table as well."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

import ipywidgets

from triptych._delimited import column_names
from triptych.client import AsyncClient, InvalidInputError
from triptych.contract import Attachment, Problem, Reply, Request
from triptych.panels.base.arguments import is_table
from triptych.panels.base.form import FILE
from triptych.panels.base.html import address
from triptych.panels.base.layout import row, set_visible
from triptych.panels.base.panel import Panel, State
from triptych.panels.base.result_box import ResultBox
from triptych.panels.base.stale import CHANGED, CURRENT_RUN, Run
from triptych.panels.base.table_input import TableInput
from triptych.panels.base.table_result import TableResult
from triptych.panels.base.table_run import TableRun
from triptych.views.base.units import count, duration, shortened

if TYPE_CHECKING:
    import pandas

TABLE = "Table"
#: Characters of the names of columns that are shown.
_LONGEST_LIST = 60


class TablePanel(Panel):
    """A panel with a second input: a column of a table, for each row of which it makes a call.

    A subclass names the method of the accessor `.triptych` that does the same in code.

    Attributes
    ----------
    table_input : TableInput
        The choice of table and column.
    table_result : TableResult
        The last run over a table.
    table_run : TableRun or None
        The run itself; its `frame` is the table with the result beside it.
    is_table : bool
        Whether the table's part is open.
    on_table_run : callable
        Called with each run when it starts, and when it has ended.
    """

    #: Method of the accessor.
    accessor: ClassVar[str]
    #: Controls of the form that are options of that method too.
    table_options: ClassVar[Sequence[str]] = ()
    #: Label of the other input.
    single: ClassVar[str] = "Text"
    #: Bundled tables to try.
    table_samples: ClassVar[Sequence[str]] = ("reviews.csv", "inbox.csv")
    of_pictures: ClassVar[bool] = False

    is_table = False

    def __init__(self, *, client: AsyncClient | None = None) -> None:
        self.table_run: TableRun | None = None
        self.on_table_run: Callable[[TableRun], object] = lambda run: None
        self._preparing: asyncio.Task[Any] | None = None
        #: State, last run, and run of the shown result of the form that is not open.
        self._other_form: tuple[State, Run | None, Run | None] = ("empty", None, None)
        super().__init__(client=client)

    @classmethod
    def is_input(cls, value: object) -> bool:
        """Return whether a value is a text, or a DataFrame or Series, which open the table form."""
        return is_table(value) or super().is_input(value)

    @classmethod
    def instead(cls, value: object) -> str:
        """Return what to do with a value that is no input, after a space, or nothing."""
        if isinstance(value, str | bytes | bytearray) or not hasattr(value, "__iter__"):
            return super().instead(value)
        return (
            f" For many, open the table form by {cls.__name__}(pandas.Series(...)), or call "
            f"pandas.Series(...).triptych.{cls.accessor}()."
        )

    def begin_with(self, values: Mapping[str, Any]) -> None:
        """Fill in the input to begin with, or open the table form with it."""
        [value] = values.values()
        if is_table(value):
            self.open_table(value)
        else:
            super().begin_with(values)

    def open_table(self, table: pandas.DataFrame | pandas.Series[Any]) -> None:
        """Open the table form with a table; of a DataFrame a column is chosen, as for a file."""
        self.source.value = TABLE
        self.table_input.use(table)

    def _parts(self) -> list[ipywidgets.Widget]:
        bar, body, *rest = super()._parts()
        left, *results = body.children
        self.source = ipywidgets.ToggleButtons(options=(self.single, TABLE))
        self.source.tooltips = ("One call", "A call for each row of a table")
        self.table_input = TableInput(self._loop, self._check, of_pictures=self.of_pictures)
        self.table_chips = [
            ipywidgets.Button(description=name, tooltip="Take this bundled table")
            for name in self.table_samples
        ]
        chips = ipywidgets.Box([ipywidgets.Label("Try:"), *self.table_chips])
        chips.add_class("triptych-samples")
        self.table_result = TableResult(
            "The table will appear here, with the result beside each row.", self._loop
        )
        self.table_result.add_class("triptych-result")
        self.source.add_class("triptych-source")
        *form, actions = left.children
        tables = [self.table_input, *([chips] if self.table_chips else [])]
        self.open_as_table = ipywidgets.Button(
            description="Open as table", tooltip="A call for each row, of the column you choose"
        )
        self.pasted_table = row(ipywidgets.HTML(), self.open_as_table)
        set_visible(self.pasted_table, False)
        left.children = [self.source, tables[0], *form, self.pasted_table, *tables[1:], actions]
        body.children = [left, *results, self.table_result]
        for part in (*tables, self.table_result):
            part.add_class("triptych-of-tables")
        single_parts = (*self._single_parts(), self.pasted_table, self.sample_buttons)
        for part in (*single_parts, *results, self.footer):
            part.add_class("triptych-of-one")
        return [bar, body, *rest]

    def _single_parts(self) -> list[ipywidgets.Widget]:
        """Return the parts of the form that are of no use for a table."""
        form = self.form
        parts = list(form.widgets.values())
        parts += [form.messages[FILE]] if FILE in form.messages else []
        for name, control in form.controls.items():
            if name not in self.table_options:
                parts += [control.widget, form.messages[name]]
        if form.more_button is not None and not self.table_options:
            parts.append(form.more_button)
        return parts

    def _wire(self) -> None:
        super()._wire()
        call = self._loop.call
        self.table_result.on_stale = self._wire_stale
        self.table_input.on_file = self._open_table
        self.source.observe(lambda _: call(self._choose_source), "value")
        self.open_as_table.on_click(lambda _: call(self._open_pasted))
        for chip, name in zip(self.table_chips, self.table_samples, strict=True):
            chip.on_click(lambda _, name=name: call(lambda: self.table_input.load_sample(name)))

    @property
    def _text(self) -> str:
        """What is typed or pasted in the form of one call."""
        text = self.form.controls.get("text")
        return "" if text is None else str(text.widget.value)

    def _offer_table(self) -> None:
        """Offer the table form where the text is a table."""
        names = column_names(self._text)
        set_visible(self.pasted_table, bool(names))
        if names:
            listed = escape(shortened(", ".join(names), _LONGEST_LIST))
            words = f"This text is a table with the columns {listed}."
            self.pasted_table.children[0].value = f'<span role="status">{words}</span>'

    def _open_pasted(self) -> None:
        """Read the text as a table, in the table form."""
        first = self._text.partition("\n")[0]
        name = "pasted.tsv" if "\t" in first else "pasted.csv"
        self.table_input.load([Attachment(self._text.encode(), name, "text/csv")])

    def _open_table(self) -> None:
        # A table may be dropped on the other input.
        self.source.value = TABLE

    def _choose_source(self) -> None:
        if self.state == "running":
            # The toggle is disabled, but a click may have been on its way.
            self.source.value = TABLE if self.is_table else self.single
            return
        is_table = self.source.value == TABLE
        if is_table != self.is_table:
            # Each form has a state and a result of its own.
            here = self.state, self._run, self._shown
            (self.state, self._run, self._shown), self._other_form = self._other_form, here
        self.is_table = is_table
        (self.add_class if self.is_table else self.remove_class)("triptych-tabular")
        if self.is_table:
            self.table_input.refresh()
            # It loads pandas, which takes a second: not when Run is pressed.
            with contextlib.suppress(RuntimeError):
                warm = asyncio.to_thread(import_module, "triptych.columns")
                self._preparing = self._loop.start(warm)
        self._check()

    def readable(self, result: pandas.DataFrame) -> pandas.DataFrame:
        """Return the result of a run as a person reads it; files have it as it is."""
        return result

    # Running

    def run(self) -> asyncio.Task[Reply | None] | None:
        """Start the call, or a call for each row of the table, and return the task; see `Panel`."""
        if not self.is_table:
            return super().run()
        if self.state == "running":
            return None
        self._check()
        if self.run_button.disabled:
            return None
        assert self.table_input.table is not None
        if self.client is None:
            self.client = AsyncClient()
        run = TableRun(
            self.accessor,
            self.table_input.snapshot(),
            self.table_input.column.value,
            self._options(),
            address(self.client),
            self.readable,
        )
        self._run = Run(run.summary, self._choice(), self.inputs())
        self.task = run.task = self._loop.start(self._work(run, self.client))
        self.task.add_done_callback(self._on_task_done)
        self._set_state("running", "Running …")
        return self.task

    async def _work(self, run: TableRun, client: AsyncClient) -> Reply | None:
        CURRENT_RUN.set(self._run)
        following = self._loop.start(self.table_result.follow(run))
        failure: Exception | None = None
        try:
            self.on_table_run(run)
            await run.work(client)
            run.end("done")
        except asyncio.CancelledError:
            run.end("cancelled")
        except Exception as error:
            # Every error is shown in the card: in a callback it would be lost.
            failure = error
            run.end("failed", str(error))
        finally:
            following.cancel()
        self._show_run(run, failure)
        return None

    def _show_run(self, run: TableRun, failure: Exception | None) -> None:
        self._health = "last call failed" if failure else "ready"
        if run.frame is not None:
            # A run that gave nothing leaves the last result.
            self.table_run, self._shown = run, self._run
        try:
            self.on_table_run(run)
            if self._is_closed:
                return
            self.table_result.show(run, failure)
        except Exception as error:
            self._fail(error)
            return
        errors = f", {run.errors:,} failed" if run.errors else ""
        rows = f"{count(run.done, 'row')}{errors}"
        match run.outcome:
            case "done":
                self._set_state("done", f"Done in {duration(run.seconds)}: {rows}")
            case "cancelled":
                kept = f": {run.done:,} of {count(run.total, 'row')} done{errors}"
                self._set_state("cancelled", f"Cancelled after {duration(run.seconds)}{kept}")
            case _:
                self._set_state("failed", f"Failed: {rows} done" if run.done else "Failed")

    def _fail(self, error: Exception, request: Request | None = None) -> None:
        super()._fail(error, request)
        if self.is_table:
            self.table_result.fail(error)

    # Checks

    def _options(self) -> dict[str, Any]:
        """Return the options of the accessor's method that are not its defaults."""
        values = {name: self.form.controls[name].value for name in self.table_options}
        blank = {name: None if value == "" else value for name, value in values.items()}
        fields = self.operation.request.model_fields
        return {
            name: value
            for name, value in blank.items()
            if value is not None and value != fields[name].get_default(call_default_factory=True)
        }

    def _option_problems(self) -> list[Problem]:
        member = {"url": "https://example.com"} if self.of_pictures else {"text": "text"}
        try:
            self.form.request({**self._options(), **member})
        except InvalidInputError as error:
            return error.problems
        return []

    def _choice(self) -> tuple[Any, ...]:
        table, column = self.table_input.table, self.table_input.column.value
        return id(table), column, repr(self._options()), self.client and address(self.client)

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter: the controls, and the table with its column."""
        own = {"is_table": self.is_table, "table_choice": self.table_input.choice}
        return {**super().inputs(), **own}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        self.source.value = TABLE if inputs["is_table"] else self.single
        super().put_inputs(inputs)
        if self.is_table:
            self.table_input.choose(inputs["table_choice"])

    def _has_changed(self) -> bool:
        if not self.is_table:
            return super()._has_changed()
        return self._shown is None or self._choice() != self._shown.identity

    @property
    def _is_elsewhere(self) -> bool:
        # The choice has the address.
        return not self.is_table and super()._is_elsewhere

    def _check(self) -> None:
        if not self.is_table:
            self._offer_table()
            super()._check()
            return
        if self.state == "running":
            return
        chosen = self.table_input
        problems = self._option_problems()
        self.form.show_problems(problems)
        missing = "" if chosen.table is not None else chosen.missing
        is_bad = bool(chosen.problem or problems)
        self._is_changed = is_bad or bool(missing) or self._has_changed()
        if is_bad:
            self._set_state("invalid", "")
        elif missing:
            self._set_state("empty", missing)
        elif self._shown is None:
            self._set_state("ready", "")
        elif self._is_changed:
            self._set_state("stale", f"{CHANGED}: run again")
        elif self.state != "done" and not self._has_just_broken:
            self.table_result.clear_failure()
            self._set_state("done", "")
        self.run_button.disabled = bool(is_bad or missing)

    def _set_state(self, state: State, words: str | None = None) -> None:
        super()._set_state(state, words)
        self.source.disabled = state == "running"

    @property
    def _part(self) -> ResultBox:
        return self.table_result if self.is_table else self.result

    def _dim(self, *, dimmed: bool, running: bool) -> None:
        if self.is_table:
            self.table_result.dim(dimmed=dimmed)
        else:
            super()._dim(dimmed=dimmed, running=running)

    # What Python sees

    @property
    def frame(self) -> pandas.DataFrame | None:
        """The last result as a table: of the reply, or of the run over a table."""
        if self.is_table:
            return None if self.table_run is None else self.table_run.frame
        return super().frame

    def close(self) -> None:
        """Cancel what runs and close every widget of the panel."""
        self._loop.call(self.table_result.stop)
        super().close()
