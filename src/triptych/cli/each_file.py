"""One call for each file that a command is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from rich.console import Console
from rich.text import Text

from triptych.client import TriptychError
from triptych.views.search.wording import printable

_T = TypeVar("_T")


class EachFile(Generic[_T]):
    """The replies for files, in their order; a file that fails does not stop the others.

    Parameters
    ----------
    call : callable
        Makes the call for the name of a file.

    Attributes
    ----------
    status : int
        Exit status so far: 1 once a call has failed.
    """

    def __init__(self, call: Callable[[str], _T]) -> None:
        self._call = call
        self.status = 0

    def replies(self, names: Sequence[str]) -> Iterator[tuple[int, _T]]:
        """Yield the place and the reply of each file; name the others on standard error."""
        errors = Console(stderr=True, highlight=False)
        for place, name in enumerate(names):
            try:
                reply = self._call(name)
            except TriptychError as error:
                errors.print(Text(f"triptych: {printable(name)}: {error}"), soft_wrap=True)
                self.status = 1
            else:
                yield place, reply
