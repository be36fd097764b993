"""Magics: the text of a cell is sent to an operation, and the reply shows itself below.

`%load_ext triptych` registers one for each operation: `%%sentiment`, `%%search`, `%%research` and
the rest. `%%search?` tells the options of one. `%workbench` opens all of them in one widget.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError

from triptych.client import Client, InvalidInput, TriptychError, build
from triptych.contract import OPERATIONS, Operation, Reply
from triptych.panels.magics.inputs import input_of, input_words
from triptych.panels.magics.options import described, parsed

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

    from triptych.panels.workbench import Workbench

__all__ = ["register", "run", "unregister"]


def register(shell: InteractiveShell) -> None:
    """Add the magics to a shell."""
    for operation in OPERATIONS.values():
        magic: Any = partial(run, shell, operation)
        # What `%%search?` shows.
        magic.__doc__ = _documented(operation)
        shell.register_magic_function(magic, "cell", operation.name)
    opens: Any = _workbench
    shell.register_magic_function(opens, "line", "workbench")


def unregister(shell: InteractiveShell) -> None:
    """Take the magics away again."""
    for name in OPERATIONS:
        shell.magics_manager.magics["cell"].pop(name, None)
    shell.magics_manager.magics["line"].pop("workbench", None)


def _workbench(line: str) -> Workbench:
    """Open the workbench: `%workbench`, or `bench = %workbench` to have it in a variable."""
    if line.strip():
        raise UsageError("%workbench takes no options: calls are set up in the workbench itself.")
    from triptych.panels.workbench import Workbench

    return Workbench()


def run(shell: InteractiveShell, operation: Operation[Any, Any], line: str, cell: str) -> Reply:
    """Ask for the reply to a cell.

    Parameters
    ----------
    shell : InteractiveShell
        Its namespace takes the reply, where a name for it is given.
    operation : Operation
        What is asked.
    line : str
        Options, behind the magic's name.
    cell : str
        The text of the cell.

    Raises
    ------
    IPython.core.error.UsageError
        If anything is wrong, with what to do in one line; a shell shows it without a traceback.
    """
    try:
        given, into = parsed(operation, line)
        request = build(operation, given | input_of(operation, cell, given))
        with Client() as client:
            reply: Reply = client.call(operation, request)
    except InvalidInput as error:
        raise _refused(operation, error) from None
    except (TriptychError, ValueError) as error:
        raise UsageError(_line(str(error))) from None
    except Exception as error:
        raise UsageError(_line(f"{type(error).__name__}: {error}")) from error
    if into:
        shell.user_ns[into] = reply
    return reply


def _refused(operation: Operation[Any, Any], error: InvalidInput) -> UsageError:
    return UsageError(_line(f"%%{operation.name}: {error}"))


def _line(words: str) -> str:
    return " ".join(words.split())


def _documented(operation: Operation[Any, Any]) -> str:
    return "\n".join(
        [
            f"{operation.summary}.",
            "",
            f"    %%{operation.name} [options]",
            f"    {input_words(operation)}",
            "",
            "Options",
            "-------",
            "--into NAME",
            "    Keep the reply in this variable.",
            *described(operation),
        ]
    )
