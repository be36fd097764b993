"""What every result has, of a reply or of a table, made when it is first needed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import ipywidgets

from triptych.panels.base.event_loop import EventLoop
from triptych.panels.base.save_menu import SaveMenu
from triptych.panels.base.stale import StaleLine


class ResultBox(ipywidgets.VBox):
    """A result, with the line above one that is not current, and the menu of what can be saved.

    An empty panel has neither: each widget takes its time to be shown.

    Attributes
    ----------
    on_stale : callable
        Called with the line when it is made.
    """

    def __init__(self, loop: EventLoop) -> None:
        self.on_stale: Callable[[StaleLine], object] = lambda line: None
        self._loop = loop
        self._stale: StaleLine | None = None
        self._menu: SaveMenu | None = None
        # Their places are there from the beginning: a child that comes between others makes
        # ipywidgets draw all that follow anew, a page that is being corrected included.
        self._stale_place = ipywidgets.VBox()
        self._message_place = ipywidgets.VBox()
        super().__init__()

    @abstractmethod
    def _order(self) -> None:
        """Place the parts that there are."""

    @property
    def stale(self) -> StaleLine:
        """The line above a result that is not current, at first hidden."""
        if self._stale is None:
            self._stale = StaleLine()
            self.on_stale(self._stale)
            self._stale_place.children = [self._stale]
        return self._stale

    @property
    def menu(self) -> SaveMenu:
        """The menu of what can be saved, hidden until something is offered."""
        if self._menu is None:
            self._menu = SaveMenu(self._loop)
            self._message_place.children = [self._menu.message]
            self._order()
        return self._menu

    @property
    def has_menu(self) -> bool:
        """Whether anything was offered to be saved so far."""
        return self._menu is not None

    def hide_stale(self) -> None:
        """Hide the line: the result is current, or there is none."""
        if self._stale is not None:
            self._stale.hide()
