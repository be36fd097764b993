"""The bar that shows where calls go, and the switching between connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import anywidget
import traitlets

from triptych.client import AsyncClient, ConfigurationError
from triptych.panels.base.browser import POPOVER_SCRIPT, POPOVER_STYLE
from triptych.panels.base.event_loop import EventLoop
from triptych.panels.workbench.connections import Connection, address_outside, embedded, of, server

_HERE = Path(__file__).parent

Action = Literal["connect", "disconnect", "use", "check"]


class ConnectionBar(anywidget.AnyWidget):
    """The name of the workbench, and a menu that says where calls go and lets it be changed.

    The tabs of the workbench stand between the two: the style makes them one line.

    Address and key travel in messages, since synchronised traits may be saved: those below never
    hold a key, nor an address with a login in it. `on_action` is called with an action, and with
    the address and key, or the place, that belong to it.

    Attributes
    ----------
    here : str
        Where calls go: "embedded" or "server".
    server : str
        Host and port of the server that is connected; empty without one.
    suggested : str
        Address that the environment names and holds a key for.
    health : str
        State of the service, in words.
    facts : dict
        What is known of the service, and the calls and tokens so far, by what they are.
    well, busy : bool
        Whether calls can be made, as far as is known; whether a check is running.
    problem : str
        Why there is no connection.
    """

    _esm = POPOVER_SCRIPT + (_HERE / "bar.js").read_text(encoding="utf-8")
    _css = POPOVER_STYLE + (_HERE / "workbench.css").read_text(encoding="utf-8")

    here = traitlets.Unicode("embedded").tag(sync=True)
    server = traitlets.Unicode("").tag(sync=True)
    suggested = traitlets.Unicode("").tag(sync=True)
    health = traitlets.Unicode("").tag(sync=True)
    facts = traitlets.Dict({}).tag(sync=True)
    well = traitlets.Bool(True).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, on_action: Callable[[Action, str, str], None]) -> None:
        self._on_action = on_action
        super().__init__()
        self.on_msg(self._receive)

    def _receive(self, _: object, message: Any, __: object) -> None:
        if not isinstance(message, dict):
            return
        for action in ("connect", "disconnect", "use", "check"):
            if message.get("action") == action:
                first, second = (
                    value if isinstance(value := message.get(name), str) else ""
                    for name in ("address", "key")
                )
                self._on_action(action, first, second)


#: Seconds before the embedded service is checked: loading it would delay the first paint.
_PAUSE = 1.5


class Switchboard:
    """The API inside this process, perhaps a server, and the connection that calls use: `here`.

    Calls use `client` at first, else the server that the environment names, else this process.
    `on_switch` is called when the connection changes, or a second one opens.
    """

    def __init__(
        self, client: AsyncClient | None, on_switch: Callable[[], object], loop: EventLoop
    ) -> None:
        self._on_switch = on_switch
        self._loop = loop
        self._tasks: set[asyncio.Task[None]] = set()
        self.bar = ConnectionBar(self._on_action)
        self._server: Connection | None = None
        self._embedded = embedded()
        self.here = self._embedded
        address = address_outside()
        # A login in it is as secret as a key.
        self.bar.suggested = "" if "@" in address else address
        if client is not None:
            self.here = of(client)
            if client.embedded:
                self._embedded = self.here
            else:
                self._server = self.here
        elif address:
            try:
                self.here = self._server = server(address, "")
            except ConfigurationError as error:
                self.bar.problem = str(error)
        self.show()
        self.check(_PAUSE if self.here.embedded else 0)

    @property
    def other(self) -> Connection | None:
        """The connection that is not in use, if there is one."""
        return self._server if self.here is self._embedded else self._embedded

    @property
    def all(self) -> list[Connection]:
        """Every open connection."""
        return [one for one in (self._embedded, self._server) if one is not None]

    def connect(self, base_url: str, api_key: str) -> None:
        """Send calls to a server, and close the connection before; see `Workbench.connect`."""
        connection = server(base_url, api_key)
        before, self._server = self._server, connection
        self._go(connection)
        self._leave(before)

    def disconnect(self) -> None:
        """Send calls to this process, close the server's connection and forget its key."""
        before, self._server = self._server, None
        self._go(self._embedded)
        self._leave(before)

    def use(self, place: str) -> None:
        """Send calls to the "server" that is connected, or to the "embedded" API."""
        self._go((self._server if place == "server" else None) or self._embedded)

    def _go(self, connection: Connection) -> None:
        self.here = connection
        self.bar.problem = ""
        self._on_switch()
        self.show()
        self.check()

    def _leave(self, connection: Connection | None) -> None:
        if connection is not None:
            self._do(connection.close())

    def _on_action(self, action: Action, address: str, key: str) -> None:
        """Carry out an action of the bar, on the panel's loop."""

        def act() -> None:
            try:
                if action == "connect":
                    # Pressed again before the browser knows that there is a server.
                    if self._server is None:
                        self.connect(address, key)
                elif action == "disconnect":
                    self.disconnect()
                elif action == "use":
                    self.use(address)
                else:
                    self.check()
            except ConfigurationError as error:
                self.bar.problem = str(error)

        self._loop.call(act)

    def check(self, pause: float = 0) -> None:
        """Check the service's health, and show it."""
        self._do(self._check(self.here, pause))

    async def _check(self, connection: Connection, pause: float) -> None:
        await asyncio.sleep(pause)
        if connection is not self.here:
            # Switched meanwhile; the other connection has its own check.
            return
        self.bar.busy = True
        await connection.check()
        if connection is self.here:
            self.bar.busy = False
            self.show()

    def show(self) -> None:
        """Show the connection, its health, and the tokens used on it."""
        with self.bar.hold_sync():
            self.bar.here = "embedded" if self.here.embedded else "server"
            self.bar.server = "" if self._server is None else self._server.name
            self.bar.well, self.bar.health = self.here.status
            self.bar.facts = self.here.about | self.here.used.facts

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        # Without a loop, as in a plain script, no call is ever made.
        with suppress(RuntimeError):
            task = self._loop.start(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Cancel all checks, and close every connection."""
        for task in self._tasks:
            task.cancel()
        for connection in self.all:
            self._leave(connection)
        self.bar.close()
