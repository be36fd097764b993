"""`triptych scrape`: elements of a page as a table, as CSV or as JSON."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path
from typing import cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from triptych.cli.ask import print_json, print_warnings
from triptych.client import Client, InvalidInputError
from triptych.contract import Problem, ScrapeReply
from triptych.contract.scrape import Render
from triptych.views.base.units import count, shortened
from triptych.views.search.wording import printable


def scrape(
    page: str, prompts: list[str], position: int, render: str, *, as_csv: bool, as_json: bool
) -> int:
    """Print what was found on a page of the web, or in a file; warnings go to standard error."""
    address = "://" in page or page.startswith("data:")
    with Client() as client:
        reply = client.scrape(
            page if address else None,
            prompts,
            html=None if address else _read(page),
            page_position=position,
            # The client refuses any other value, and names the three.
            render=cast("Render", render),
        )
    if as_json:
        print_json(reply)
    elif as_csv:
        _write_csv(reply)
    else:
        _print_tables(reply)
    print_warnings(reply.warnings)
    # As with grep, the exit status is 1 if nothing was found.
    return 0 if any(reply.context.values()) else 1


def _read(page: str) -> str:
    from triptych.engines.text.decoding import decode_page

    try:
        return decode_page(Path(page).read_bytes())
    except OSError as error:
        message = f"{page} cannot be read ({error.strerror}): give an address or a file."
        raise InvalidInputError([Problem("url", message)]) from None


def _write_csv(reply: ScrapeReply) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(reply.context), lineterminator="\n")
    writer.writeheader()
    writer.writerows(reply.records)
    sys.stdout.write(text.getvalue())


def _print_tables(reply: ScrapeReply) -> None:
    console = Console(highlight=False)
    table = Table(box=None, pad_edge=False)
    table.add_column("element")
    # A selector may be long, and matters less than the value.
    table.add_column("value", min_width=min(30, console.width // 3))
    table.add_column("confidence", justify="right")
    table.add_column("selector", style="dim", no_wrap=True, overflow="ellipsis")
    for field in reply.data:
        values = reply.context.get(field.key, [])
        shown = shortened(" ".join(values[0].split()), 60) if values else field.note or "not found"
        more = f" (+ {len(values) - 1} more)" if len(values) > 1 else ""
        table.add_row(
            Text(printable(shortened(field.key, 30)), style="bold"),
            Text(printable(shown) + more, style="" if values else "dim"),
            "" if field.confidence is None or not values else f"{field.confidence:.2f}",
            Text(printable(field.selector)),
        )
    console.print(table)
    facts = [count(len(reply.records), "record")]
    if reply.page_position_length > 1:
        facts.append(f"page {reply.page_position} of {reply.page_position_length}")
    if reply.rendered:
        facts.append("drawn by a browser")
    console.print(Text(" · ".join(facts), style="dim"))
