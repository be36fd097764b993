"""`triptych research`: progress, then the report with its sources."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from triptych.cli.ask import MARKER, print_json, print_warnings
from triptych.client import Client
from triptych.contract import ResearchReply, ResearchStep
from triptych.views.base.units import shortened
from triptych.views.search.wording import printable


def research(query: str, depth: int, breadth: int, *, as_markdown: bool, as_json: bool) -> int:
    """Print the answer to standard output, and the steps to standard error; return the status."""
    errors = Console(stderr=True, highlight=False)

    def on_progress(step: ResearchStep) -> None:
        words = f"{step.question}: {step.message}" if step.step == "found" else step.message
        # Progress is for terminals only.
        if errors.is_terminal and step.step != "searching":
            errors.print(Text(printable(shortened(words, errors.width - 2)), style="dim"))

    with Client() as client:
        reply = client.research(
            query, max_depth=depth, max_breadth=breadth, on_progress=on_progress
        )
    if as_json:
        print_json(reply)
    elif as_markdown:
        print(printable(reply.results))  # noqa: T201
    else:
        _print(reply)
    print_warnings(reply.warnings, errors)
    return 0 if reply.sources else 1


def _print(reply: ResearchReply) -> None:
    console = Console(highlight=False)
    # The addresses follow below, once each.
    console.print(Markdown(MARKER.sub(r"\\[\1]", printable(reply.results))))
    console.print()
    for source in reply.sources:
        words = f"{source.reference_number}. {printable(source.title or source.url)}"
        console.print(Text(words, style="bold"))
        console.print(Text(f"   {printable(source.url)}", style="dim"), soft_wrap=True)
        if source.attribution:
            console.print(Text(f"   {printable(source.attribution)}", style="dim"))
