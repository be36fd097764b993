"""Widgets whose calls never hold up the notebook."""

from __future__ import annotations

from typing import Any, Self

from triptych.client import Client


class Unblocked:
    """What asks an `AsyncClient` alone; mixed into a widget.

    A client that blocks is refused before there is a widget, which would have to be closed again.
    """

    def __new__(cls, *given: Any, **named: Any) -> Self:
        """Raise TypeError if one of the constructor's arguments is a client that blocks."""
        if any(isinstance(one, Client) for one in (*given, *named.values())):
            raise TypeError(
                "Give an AsyncClient, such as triptych.AsyncClient(): a Client would hold up the "
                "notebook until its reply is there."
            )
        return super().__new__(cls, *given, **named)
