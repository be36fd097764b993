"""`triptych tour`: every operation that works, on samples that travel in the wheel."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from triptych import samples
from triptych.client import Client
from triptych.contract import OPERATIONS, Reply
from triptych.contract.text import ProfanityReply, SpamReply


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the tour.

    Attributes
    ----------
    operation : str
        Name in the table of operations.
    shown : str
        What goes in, as a person would say it.
    call : callable
        Makes the call.
    told : callable
        Puts the reply into words.
    """

    operation: str
    shown: str
    call: Callable[[Client], Reply]
    told: Callable[[Reply], str]


def _stops() -> list[Stop]:
    message, inbox = samples.text("message.txt"), samples.lines("inbox.txt")
    return [
        Stop("profanity", message, lambda client: client.profanity(message), _tell_profanity),
        Stop("spam", "\n".join(inbox), lambda client: client.spam(inbox), _tell_spam),
    ]


def _tell_profanity(reply: Reply) -> str:
    assert isinstance(reply, ProfanityReply)
    found = ", ".join(item.profanity for item in reply.profanities)
    return f"{len(reply.profanities)} profane words found: {found}\n\n{reply.clean_text}"


def _tell_spam(reply: Reply) -> str:
    assert isinstance(reply, SpamReply)
    return "\n".join(
        f"{check.score:.2f} {'spam' if check.is_spam else 'not spam'}" for check in reply.checks
    )


def run(output: Path) -> int:
    """Make every stop, write its picture, print the table; return the exit status."""
    console = Console(highlight=False)
    table = Table(title="Triptych, offline: no key, no network", show_lines=True, expand=True)
    table.add_column("operation")
    table.add_column("in", ratio=5)
    table.add_column("out", ratio=5)
    table.add_column("time", justify="right")
    stops = _stops()
    output.mkdir(parents=True, exist_ok=True)
    pictures: list[Path] = []
    with Client() as client, console.status("") as status:
        for stop in stops:
            operation = OPERATIONS[stop.operation]
            status.update(f"{operation.title} …")
            began = time.perf_counter()
            reply = stop.call(client)
            milliseconds = (time.perf_counter() - began) * 1000
            picture = output / f"{stop.operation}.png"
            reply.plot().savefig(picture)
            pictures.append(picture)
            name = Text.assemble(
                (operation.title, "bold"), f"\n{operation.method} {operation.path}"
            )
            table.add_row(name, Text(stop.shown), Text(stop.told(reply)), f"{milliseconds:,.0f} ms")
    console.print(table)
    console.print("Pictures: " + ", ".join(str(picture) for picture in pictures))
    console.print(
        f"{len(stops)} of {len(OPERATIONS)} operations are built in so far. "
        "The first call of each loads its model; later ones are faster."
    )
    return 0
