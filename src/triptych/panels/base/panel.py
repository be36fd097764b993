"""The base class of every panel: form, Run and Cancel, result, footer."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import ipywidgets

from triptych.client import APIStatusError, AsyncClient, ConfigurationError, InvalidInputError
from triptych.contract import OPERATIONS, Attachment, Operation, Problem, Reply, Request
from triptych.panels.base.arguments import CheckedArguments, with_article
from triptych.panels.base.browser import Front
from triptych.panels.base.code import file_of
from triptych.panels.base.controls import Control
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.export import picture_file, reply_file, table_file
from triptych.panels.base.failure import member_of
from triptych.panels.base.files import Upload
from triptych.panels.base.form import FILE, Form, Line
from triptych.panels.base.html import about, address, footer, summary, title_bar
from triptych.panels.base.layout import StatusLine, Steps
from triptych.panels.base.result import DisplayedReply, Result
from triptych.panels.base.result_box import ResultBox
from triptych.panels.base.save_menu import Saveable
from triptych.panels.base.saved_card import saved_card
from triptych.panels.base.shareable import brief, without_logins
from triptych.panels.base.stale import BROKEN, CHANGED, CURRENT_RUN, Run, StaleLine
from triptych.views.base.units import count, duration, shortened

if TYPE_CHECKING:
    import pandas

State = Literal["empty", "invalid", "ready", "running", "done", "failed", "cancelled", "stale"]

_LONGEST_HISTORY = 20
_RUNNING = "Running …"
#: Characters of a text that say which it is.
_QUOTED = 40


@dataclass(frozen=True, slots=True)
class Sample:
    """Values to try with one click.

    Parameters
    ----------
    label : str
        On the button.
    values : mapping
        Put into the controls of the same names.
    """

    label: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the history."""

    request: Request
    reply: Reply
    seconds: float


class Panel(CheckedArguments, ipywidgets.VBox):
    """A form for one operation, and its reply.

    A subclass names its operation and which members of the request it shows. The first parameter of
    its constructor is the input to begin with, the client is given by name. Running is an asyncio
    task: the kernel answers other cells meanwhile, and Cancel ends the wait.

    Parameters
    ----------
    client : AsyncClient, optional
        Client used for the calls; by default one made from the environment, which without key and
        base URL is the embedded default.

    Attributes
    ----------
    reply : Reply or None
        The last reply.
    history : list of Call
        The last calls that succeeded, newest last.
    task : asyncio.Task or None
        The last run; see `run`.
    state : str
        empty, invalid, ready, running, done, failed, cancelled or stale.
    """

    operation_name: ClassVar[str]
    #: Controls in sight, from top to bottom; a tuple stands side by side.
    lines: ClassVar[Sequence[Line]]
    #: Controls under "More options".
    more: ClassVar[Sequence[Line]] = ()
    multiline: ClassVar[Sequence[str]] = ()
    #: Labels and placeholders that replace those made from the members' names.
    labels: ClassVar[Mapping[str, str]] = MappingProxyType({})
    placeholders: ClassVar[Mapping[str, str]] = MappingProxyType({})
    samples: ClassVar[Sequence[Sample]] = ()
    #: What the table of a reply has, for whoever saves it.
    table_rows: ClassVar[str] = "the table of this result"
    #: What the constructor's first parameter is, in words.
    takes: ClassVar[str] = "a text"
    empty: ClassVar[str] = "The reply will appear here."
    sketch: ClassVar[str] = ""

    def __init__(self, *, client: AsyncClient | None = None) -> None:
        self.operation = OPERATIONS[self.operation_name]
        self.client = client
        self.reply: Reply | None = None
        self.history: list[Call] = []
        self.state: State = "empty"
        self._own_client = client is None
        self._health = ""
        self.task: asyncio.Task[Reply | None] | None = None
        self._last_request: Request | None = None
        #: The last run, and that whose result is shown.
        self._run: Run | None = None
        self._shown: Run | None = None
        self._is_closed = False
        #: The run whose result can be saved.
        self._offered: Run | None = None
        #: What stands for the form where the result has the whole width; made for the first result.
        self._summary: ipywidgets.HTML | None = None
        self._is_changed = False
        self._footer = ""
        self._show_activity(_RUNNING)
        self._loop = EventLoop(self._fail)

        self.form = Form(
            self.operation,
            self.lines,
            self.more,
            self.multiline,
            self.custom_controls(),
            self.labels,
            self.placeholders,
            loop=self._loop,
        )
        self.run_button = ipywidgets.Button(
            description="Run", button_style="primary", tooltip="Run (Ctrl+Enter)"
        )
        self.cancel_button = ipywidgets.Button(
            description="Cancel", tooltip="Stop waiting for the reply", disabled=True
        )
        self.chips = [
            ipywidgets.Button(description=sample.label, tooltip="Fill in this sample")
            for sample in self.samples
        ]
        self.sample_buttons = ipywidgets.Box([ipywidgets.Label("Try:"), *self.chips])
        self.status = StatusLine()
        self.result = Result(self.empty, self.sketch, self._loop)
        self.bar = ipywidgets.HTML()
        self.footer = ipywidgets.HTML()
        self.front = Front(label=f"{self.operation.title} panel")
        super().__init__(self._parts())
        self._wire()
        self._show_bar()
        self._check()

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Raise TypeError if the input or the client has the wrong type."""
        super().check_arguments(arguments)
        value = arguments.get(cls.input_name())
        if value is not None and not cls.is_input(value):
            raise TypeError(
                f"{cls.__name__} takes {cls.takes}, not {with_article(value)}.{cls.instead(value)}"
            )

    @classmethod
    def is_input(cls, value: object) -> bool:
        """Return whether a value is of a type that the constructor's first parameter takes."""
        return isinstance(value, str)

    @classmethod
    def instead(cls, value: object) -> str:
        """Return what to do with a value that is no input, after a space, or nothing."""
        if isinstance(value, PurePath):
            return f" Give its content: {cls.__name__}(path.read_text())."
        if isinstance(value, bytes | bytearray):
            return f" Decode it first: {cls.__name__}(content.decode())."
        if hasattr(value, "__iter__"):
            return f' For many, use AsyncClient.map("{cls.operation_name}", ...).'
        return ""

    def _parts(self) -> list[ipywidgets.Widget]:
        actions = ipywidgets.Box([self.run_button, self.cancel_button, self.status])
        left = ipywidgets.VBox([self.form, *([self.sample_buttons] if self.chips else []), actions])
        self._form_column = left
        body = ipywidgets.Box([left, self.result])
        for widget, name in (
            (self, "panel"),
            (self.bar, "titlebar"),
            (body, "body"),
            (left, "form"),
            (self.result, "result"),
            (self.sample_buttons, "samples"),
            (actions, "actions"),
            (self.run_button, "run"),
        ):
            widget.add_class(f"triptych-{name}")
        return [self.bar, body, self.footer, self.front]

    def _wire(self) -> None:
        """Handle every event of the front end on the panel's loop, whatever its thread."""
        call = self._loop.call
        self.form.on_change(self._check)
        for chip, sample in zip(self.chips, self.samples, strict=True):
            chip.on_click(lambda _, values=sample.values: call(lambda: self.fill(values)))
        self.run_button.on_click(lambda _: call(self.run))
        self.result.retry.on_click(lambda _: call(self.retry))
        self.result.on_stale = self._wire_stale
        self.cancel_button.on_click(lambda _: self.cancel())
        self.front.on_run(lambda typed: call(lambda: self._on_run(typed)))

    def _wire_stale(self, line: StaleLine) -> None:
        call = self._loop.call
        line.run_button.on_click(lambda _: call(self.run))
        line.restore_button.on_click(lambda _: call(self.restore_inputs))
        ipywidgets.dlink((self.run_button, "disabled"), (line.run_button, "disabled"))

    # What a subclass can override

    def custom_controls(self) -> dict[str, Control | ipywidgets.Widget]:
        """Return controls that need more than a member's type, and other widgets, by name."""
        return {}

    def values(self) -> dict[str, Any]:
        """Return the members to send, from the controls."""
        return self.form.values()

    def fill(self, values: Mapping[str, Any]) -> None:
        """Take over a sample's values."""
        self.form.fill(values)

    def begin_with(self, values: Mapping[str, Any]) -> None:
        """Fill in the input to begin with; nothing, or an empty text, changes nothing."""
        if given := {name: value for name, value in values.items() if value}:
            self.form.fill(given)

    def prepare(self, request: Request) -> None:
        """Store what `ask` needs beside the request: the controls may change before it starts."""

    def inputs(self) -> dict[str, Any]:
        """Return all that a person can enter, to put it back later."""
        return {name: item.widget.value for name, item in self.form.controls.items()}

    def put_inputs(self, inputs: Mapping[str, Any]) -> None:
        """Put back what `inputs` returned."""
        for name, item in self.form.controls.items():
            item.widget.value = inputs[name]

    def identity(self, request: Request) -> object:
        """Return what is equal for runs that ask for the same: the request, and what is beside."""
        return request

    def subject(self, request: Request) -> str:
        """Return what a run is about, in a few words; a text stands in quotation marks."""
        words = (getattr(request, name, None) for name in ("text", "query", "prompt"))
        text = next((word for word in words if word), None)
        if isinstance(text, str) and file_of(request) is None:
            return f"“{shortened(without_logins(text), _QUOTED)}”"
        return brief(request)

    async def ask(self, client: AsyncClient, request: Request) -> Reply:
        """Make the call, or the calls, and return the reply to show."""
        reply: Reply = await client.call(self.operation_of(request), request, on_step=self._on_step)
        return reply

    def _on_step(self, step: Mapping[str, Any]) -> None:
        """Show how far the service is, where it counts its steps."""
        done, total = step.get("done"), step.get("total")
        if isinstance(done, int) and isinstance(total, int) and 0 <= done <= total:
            unit = str(step.get("unit", "step"))
            self._show_activity(f"{done:,} of {count(total, unit)} …", done, total)

    def operation_of(self, request: Request) -> Operation[Any, Any]:
        """Return the operation that takes a request of this panel."""
        return self.operation

    def missing(self, values: Mapping[str, Any]) -> str:
        """Return what has yet to be filled in, or nothing; called before validation."""
        first = values[next(iter(self.form.controls))]
        return "" if str(first or "").strip() else "Type something, or choose a sample."

    def problems(self) -> list[Problem]:
        """Return further problems of the controls, beyond those of the request class."""
        return []

    def displayed_reply(self, call: Call, base_url: str | None) -> DisplayedReply:
        """Return what to show of a call."""
        operation = self.operation_of(call.request)
        return DisplayedReply(operation, call.request, call.reply, base_url)

    def files_to_save(self) -> dict[str, Saveable]:
        """Return what can be saved of the reply, by the names that `save` takes."""
        reply, stem = self.reply, self.operation.name
        if reply is None:
            return {}
        picture = "the picture of this result"
        return {
            "csv": Saveable("CSV", self.table_rows, partial(table_file, reply, stem)),
            "png": Saveable("PNG", picture, partial(picture_file, reply, stem)),
            **self.reply_to_save(),
        }

    def reply_to_save(self) -> dict[str, Saveable]:
        """Return the whole reply as a file, by its name."""
        assert self.reply is not None
        make = partial(reply_file, self.reply, self.operation.name)
        return {"reply": Saveable("Reply (JSON)", "everything the service sent", make)}

    def save(self, kind: str) -> asyncio.Task[None]:
        """Let the browser save a file of the shown result; the Save menu names the kinds."""
        return self._part.menu.save(kind)

    def accept_uploads(
        self, upload: Upload, on_files: Callable[[list[Attachment]], object]
    ) -> None:
        """Call with the files of each choice; refusals are shown beside the button."""
        upload.on_choose(
            on_files, lambda error: self.form.show_problems([Problem(FILE, str(error))]), self._loop
        )

    # Running

    def run(self) -> asyncio.Task[Reply | None] | None:
        """Start the call and return its task; nothing is started while one runs or input is bad.

        The task's result is the reply, or None when the call failed or was cancelled: the panel
        says why, and nothing is raised. Only a task that is cancelled before its first step raises
        `asyncio.CancelledError`.

        Raises
        ------
        RuntimeError
            If no event loop runs, as in a plain script.
        """
        if self.state == "running":
            return None
        self._check()
        if self.run_button.disabled:
            return None
        return self.start(self.form.request(self.values()))

    def retry(self) -> asyncio.Task[Reply | None] | None:
        """Run again after a failure; see `run`."""
        return self.run()

    def start(self, request: Request) -> asyncio.Task[Reply | None]:
        """Start the call of a request and return its task; see `run`."""
        self.prepare(request)
        self._run = Run(self.subject(request), self.identity(request), self.inputs())
        self.task = self._loop.start(self._call(request))
        self.task.add_done_callback(self._on_task_done)
        self._show_activity(_RUNNING)
        self._set_state("running", self._activity)
        return self.task

    def _show_activity(self, words: str, done: int = 0, total: int = 0) -> None:
        """Show what a run is doing, with a share where the number of its steps is known."""
        self._activity = words
        self._steps: Steps | None = (done, total) if total > 1 else None

    def _on_task_done(self, task: asyncio.Task[Reply | None]) -> None:
        # Cancelled before its first step, a task cannot report it itself.
        if task.cancelled():
            self._set_state("cancelled", "Cancelled")

    def restore_inputs(self, run: Run | None = None) -> None:
        """Put the inputs of a run, here that of the shown result, into the form; not during one."""
        run = run or self._shown
        if run is not None and self.state != "running":
            self.put_inputs(run.inputs)
            self._check()

    def cancel(self) -> None:
        """Stop waiting for the reply; the last one stays."""
        if self.task is not None:
            self._loop.call(self.task.cancel)

    def use_client(self, client: AsyncClient) -> None:
        """Use another client from now on; what runs is cancelled, and the last reply stays.

        Parameters
        ----------
        client : AsyncClient
            It is not closed with the panel.
        """
        # Else the rest of a run would use the wrong connection.
        self.cancel()
        self.client, self._own_client = client, False
        self._health = ""
        # The shown reply, or error, is from another connection.
        self._last_request = None
        self.result.clear_failure()
        self._show_bar()
        self._check()

    def _on_run(self, typed: Mapping[str, str]) -> None:
        """Run with the texts as they stood when Run was pressed."""
        self.form.type(typed)
        self.run()

    async def _call(self, request: Request) -> Reply | None:
        CURRENT_RUN.set(self._run)
        began = time.perf_counter()
        ticking = self._loop.start(self.status.tick(lambda: (self._activity, self._steps)))
        try:
            if self.client is None:
                self.client = AsyncClient()
            reply = await self.ask(self.client, request)
        except asyncio.CancelledError:
            self._set_state("cancelled", f"Cancelled after {duration(time.perf_counter() - began)}")
            return None
        except Exception as error:
            # Every error is shown in the card: in a callback it would be lost.
            self._fail(error, request)
            return None
        finally:
            ticking.cancel()
        seconds = time.perf_counter() - began
        try:
            self._record(Call(request, reply, seconds))
        except Exception as error:
            self._fail(error)
        return reply

    def _record(self, call: Call) -> None:
        self.reply, self._last_request = call.reply, call.request
        self._shown = self._run
        self.history = [*self.history, call][-_LONGEST_HISTORY:]
        self._health = "ready"
        assert self.client is not None
        self.result.show(self.displayed_reply(call, address(self.client)))
        self._show_footer(call.reply, call.seconds)
        self._set_state("done", f"Done in {duration(call.seconds)}")
        # The input may have changed meanwhile.
        self._check()

    def _show_footer(self, reply: Reply, seconds: float) -> None:
        self._footer = footer(reply, seconds, len(self.history))
        self.footer.value = self._footer

    def _fail(self, error: Exception, request: Request | None = None) -> None:
        self._health = "last call failed"
        self.result.fail(error)
        if isinstance(error, InvalidInputError):
            self.form.show_problems(error.problems)
        elif isinstance(error, APIStatusError) and (member := member_of(error, request)):
            self.form.show_problems([Problem(member, error.message)])
        self._set_state("failed", "Failed")

    # What is shown

    def _check(self) -> None:
        """Validate the form, and show problems beside the controls."""
        if self.state == "running":
            return
        values = self.values()
        missing = self.missing(values)
        problems: list[Problem] = []
        request: Request | None = None
        if not missing:
            try:
                request = self.form.request(values)
            except InvalidInputError as error:
                problems = error.problems
            problems = [*problems, *self.problems()]
        self.form.show_problems(problems)
        self._is_changed = request is None or self._is_other(request)
        if problems:
            self._set_state("invalid", "")
        elif self._shown is None:
            self._set_state("empty" if missing else "ready", missing)
        elif self._is_changed or self._is_elsewhere:
            elsewhere = "This result is from another connection"
            reason = elsewhere if self._is_elsewhere else CHANGED
            self._set_state("stale", missing or f"{reason}: run again")
        elif self.state != "done" and not self._has_just_broken:
            self.result.clear_failure()
            self._set_state("done", "")
        self.run_button.disabled = bool(missing or problems)

    def _is_other(self, request: Request) -> bool:
        """Return whether a request asks for something else than the shown result."""
        return self._shown is None or self.identity(request) != self._shown.identity

    @property
    def _has_just_broken(self) -> bool:
        """Whether a run for what the shown result is for was cancelled, or has failed."""
        last, shown = self._run, self._shown
        is_same = last is not None and shown is not None and last.identity == shown.identity
        return self.state in BROKEN and is_same

    @property
    def _is_elsewhere(self) -> bool:
        """Whether the shown result is from another connection than the current one."""
        return self._shown is not None and self._last_request is None

    def _has_changed(self) -> bool:
        """Return whether the inputs are others than those of the shown result."""
        try:
            return self._is_other(self.form.request(self.values()))
        except InvalidInputError:
            return True

    def _set_state(self, state: State, words: str | None = None) -> None:
        self.state = state
        running = state == "running"
        self.cancel_button.disabled = not running
        self.run_button.disabled = running
        if running:
            self.result.clear_failure()
        if state in BROKEN:
            # Something may have been typed while it ran.
            self._is_changed = self._has_changed()
        self._show_age()
        self._offer_files()
        # The identifier of the failed call is in its card: one is enough.
        self.footer.value = "" if self.result.has_failed else self._footer
        self._show_bar()
        if words is not None:
            self.status.show(words)

    def _offer_files(self) -> None:
        """Offer what can be saved now."""
        if self._part.has_menu:
            self._part.menu.pause(paused=self.state == "running")
        shown, is_reply = self._shown, self._part is self.result
        if shown is not None and shown is not self._offered and is_reply and not self._is_closed:
            self._offered = shown
            self.result.menu.offer(self.files_to_save(), shown.title)

    @property
    def _is_old(self) -> bool:
        """Whether the shown result is not that of the current inputs, or of the last run."""
        if self._shown is None or self.state in {"running", "done"}:
            return False
        is_earlier = self.state in BROKEN and self._shown is not self._run
        return self._is_changed or self._is_elsewhere or is_earlier

    def _show_age(self) -> None:
        """Dim a result that is not current, under a line that says what it is for."""
        running = self.state == "running"
        self._dim(dimmed=running or self._is_old, running=running)
        self._show_summary()
        if self._shown is None or not self._is_old or self._is_closed:
            self._part.hide_stale()
            return
        reasons = [
            "It is from another connection." if self._is_elsewhere else "",
            f"{CHANGED}." if self._is_changed else "",
            BROKEN.get(self.state, ""),
        ]
        self._part.stale.show(
            self._shown.title,
            " ".join(filter(None, reasons)),
            # The card of a failure has a button for it.
            can_run=self.state != "failed",
            can_restore=self._is_changed,
        )

    def _show_summary(self) -> None:
        """Write what the shown result is for, and a button that brings back the form."""
        if self._shown is None or self._is_closed:
            return
        if self._summary is None:
            self._summary = ipywidgets.HTML()
            self._summary.add_class("triptych-summary")
            # Last, so that nothing is drawn anew.
            self._form_column.children = [*self._form_column.children, self._summary]
        self._summary.value = summary(self._shown.title)

    @property
    def _part(self) -> ResultBox:
        """The result that is seen."""
        return self.result

    def _dim(self, *, dimmed: bool, running: bool) -> None:
        """Dim the shown result, or no longer."""
        self.result.dim(dimmed=dimmed, running=running)

    def _show_bar(self) -> None:
        if self.client is None:
            try:
                self.client = AsyncClient()
            except ConfigurationError:
                where = "not configured · run to see why"
                self.bar.value = title_bar(self.operation, where, self.about)
                return
        base_url = address(self.client)
        where = "this machine" if base_url is None else self.client.base_url.netloc.decode()
        health = self._health or ("ready" if base_url is None else "not checked yet")
        self.bar.value = title_bar(self.operation, f"{where} · {health}", self.about)

    @property
    def about(self) -> str:
        """What there is to know of the operation, as HTML that unfolds at a question mark."""
        base_url = None if self.client is None else address(self.client)
        docs = f"{base_url.rstrip('/')}/docs" if base_url else ""
        return about(self.operation, self.form.controls, docs)

    # What Python sees

    @property
    def frame(self) -> pandas.DataFrame | None:
        """The last reply as a table, or None before there is one."""
        return None if self.reply is None else self.reply.to_frame()

    def close(self) -> None:
        """Cancel what runs and close every widget of the panel."""
        # What runs ends later, and must make no further widget.
        self._is_closed = True
        self.cancel()
        self._loop.call(self.result.stop)
        if self._own_client and (client := self.client) is not None:
            self._loop.call(lambda: self._close_client(client))
        for widget in descendants(self):
            widget.close()
        super().close()

    def _close_client(self, client: AsyncClient) -> None:
        # Without a loop no call was ever made, and there is nothing to close.
        with contextlib.suppress(RuntimeError):
            self._closing = self._loop.start(client.close())

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.state}>"

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        """Show the widget; where there are no widgets its inputs and its result."""
        return {**saved_card(self), **super()._repr_mimebundle_(**options)}


def descendants(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    """Return what a widget is made of, its layout and style included."""
    children = [
        item for child in getattr(widget, "children", ()) for item in (child, *descendants(child))
    ]
    looks = [getattr(widget, name) for name in ("layout", "style") if hasattr(widget, name)]
    return [*children, *looks]
