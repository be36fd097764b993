"""The connection bar: where calls go, the key to it, its health, and what has been used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import anywidget
import traitlets

_HERE = Path(__file__).parent

Order = Literal["connect", "disconnect", "use", "check"]


class ConnectionBar(anywidget.AnyWidget):
    """A line above the panels.

    Address and key travel in messages, since what widgets synchronise may be saved: the traits
    below never hold a key, nor an address with a login in it.

    Parameters
    ----------
    obey : callable
        Told what a person wants: the order, and the address and key, or the place, that go with it.

    Attributes
    ----------
    here : str
        Where calls go: "embedded" or "server".
    server : str
        Host and port of the server that is connected; empty without one.
    suggested : str
        Address that the environment names and holds a key for.
    health, used : str
        How it is there, in words; calls and tokens so far.
    well, busy : bool
        Whether calls can be made, as far as is known; whether the service is being asked.
    problem : str
        Why there is no connection.
    """

    _esm = (_HERE / "bar.js").read_text(encoding="utf-8")
    _css = (_HERE / "workbench.css").read_text(encoding="utf-8")

    here = traitlets.Unicode("embedded").tag(sync=True)
    server = traitlets.Unicode("").tag(sync=True)
    suggested = traitlets.Unicode("").tag(sync=True)
    health = traitlets.Unicode("").tag(sync=True)
    used = traitlets.Unicode("").tag(sync=True)
    well = traitlets.Bool(True).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    problem = traitlets.Unicode("").tag(sync=True)

    def __init__(self, obey: Callable[[Order, str, str], None]) -> None:
        self._obey = obey
        super().__init__()
        self.on_msg(self._receive)

    def _receive(self, _: object, message: Any, __: object) -> None:
        if not isinstance(message, dict):
            return
        for order in ("connect", "disconnect", "use", "check"):
            if message.get("order") == order:
                first, second = (
                    value if isinstance(value := message.get(name), str) else ""
                    for name in ("address", "key")
                )
                self._obey(order, first, second)
