"""Checks of a constructor's arguments, before there is a widget that would have to be closed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Self, TypeGuard

from triptych.client import AsyncClient, Client

if TYPE_CHECKING:
    import pandas


class CheckedArguments:
    """Raises TypeError for arguments of a wrong type before the object is made."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """Check the arguments; see `check_arguments`."""
        cls.check_arguments(_by_name(cls, args, kwargs))
        return super().__new__(cls, *args, **kwargs)

    @classmethod
    def check_arguments(cls, arguments: Mapping[str, Any]) -> None:
        """Raise TypeError if an argument, by the name of its parameter, has the wrong type."""
        if any(isinstance(value, Client) for value in arguments.values()):
            raise TypeError(
                "Pass an AsyncClient, such as triptych.AsyncClient(): a Client would block the "
                "notebook until its reply arrives."
            )
        if any(isinstance(v, AsyncClient) for name, v in arguments.items() if name != "client"):
            raise _client_by_name(cls)
        client = arguments.get("client")
        if client is not None and not isinstance(client, AsyncClient):
            raise TypeError(f"client must be a triptych.AsyncClient, not {with_article(client)}.")

    @classmethod
    def input_name(cls) -> str:
        """Return the name of the first parameter."""
        return list(inspect.signature(cls.__init__).parameters)[1]


def is_table(value: object) -> TypeGuard[pandas.DataFrame | pandas.Series[Any]]:
    """Return whether a value is a pandas DataFrame or Series; pandas is not loaded for it."""
    # By name: another thread may be in the middle of loading it.
    return any(
        kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in {"DataFrame", "Series"}
        for kind in type(value).__mro__
    )


def is_frame(value: object) -> TypeGuard[pandas.DataFrame]:
    """Return whether a value is a pandas DataFrame; pandas is not loaded for it."""
    return is_table(value) and getattr(value, "ndim", 1) == 2


def is_texts(value: object) -> bool:
    """Return whether a value may be a collection of texts; what is in it is checked later."""
    return hasattr(value, "__iter__") and not isinstance(value, bytes | bytearray | Mapping)


def check_texts(name: str, value: object) -> None:
    """Raise TypeError if a value is a text where texts are expected, or no collection at all."""
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        raise TypeError(f"{name} must be a list of texts, not {with_article(value)}.")


def with_article(value: object) -> str:
    """Return the name of a value's type with its article.

    Examples
    --------
    >>> with_article(3), with_article(["tea"])
    ('an int', 'a list')
    """
    name = "file path" if isinstance(value, PurePath) else type(value).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def _by_name(kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a constructor by the names of its parameters."""
    try:
        arguments = inspect.signature(kind.__init__).bind(None, *args, **kwargs).arguments  # type: ignore[misc]
    except TypeError as error:
        if any(isinstance(value, AsyncClient) for value in args):
            raise _client_by_name(kind) from None
        raise TypeError(f"{kind.__name__}: {error}.") from None
    _, *own = arguments.items()
    return dict(own)


def _client_by_name(kind: type) -> TypeError:
    return TypeError(f"Pass the client by its name: {kind.__name__}(client=client).")
