"""`triptych research`: the work as it goes on, then the answer with its sources."""

from __future__ import annotations

import json

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from triptych.client import Client
from triptych.contract import ResearchReply, ResearchStep
from triptych.views.base.units import shortened
from triptych.views.search.wording import printable


def research(query: str, depth: int, breadth: int, *, as_markdown: bool, as_json: bool) -> int:
    """Print the answer to standard output, and the steps to standard error; return the status."""
    said = Console(stderr=True, highlight=False)

    def tell(step: ResearchStep) -> None:
        words = f"{step.question}: {step.message}" if step.step == "found" else step.message
        # Where nobody watches, nothing is told.
        if said.is_terminal and step.step != "searching":
            said.print(Text(printable(shortened(words, said.width - 2)), style="dim"))

    with Client() as client:
        reply = client.research(query, max_depth=depth, max_breadth=breadth, on_progress=tell)
    if as_json:
        print(json.dumps(reply.raw, ensure_ascii=False, indent=2))  # noqa: T201
    elif as_markdown:
        print(printable(reply.results))  # noqa: T201
    else:
        _print(reply)
    for warning in reply.warnings:
        said.print(Text(printable(warning.message)))
    return 0 if reply.sources else 1


def _print(reply: ResearchReply) -> None:
    from triptych.cli.ask import MARKER

    console = Console(highlight=False)
    # The addresses stand below, once each.
    console.print(Markdown(MARKER.sub(r"\\[\1]", printable(reply.results))))
    console.print()
    for source in reply.sources:
        words = f"{source.reference_number}. {printable(source.title or source.url)}"
        console.print(Text(words, style="bold"))
        console.print(Text(f"   {printable(source.url)}", style="dim"), soft_wrap=True)
        if source.attribution:
            console.print(Text(f"   {printable(source.attribution)}", style="dim"))
