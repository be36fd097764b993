"""`triptych profanity`, `spam`, `search` and others: one call, printed, or given as JSON."""

from __future__ import annotations

import json
import re
from typing import cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from triptych.client import Client
from triptych.contract import Reply
from triptych.contract.web import SearchProvider
from triptych.views.base.units import count, shortened
from triptych.views.search.citing import references
from triptych.views.search.wording import advice, facts, no_overview, plain, printable, summary

# An address may hold parentheses, but no `)]`.
MARKER = re.compile(r"\[\[(\d+)\]\(\S*?\)\]")


def profanity(text: str, replacement: str, *, as_json: bool) -> int:
    """Print the censored text to standard output and what was found to standard error."""
    with Client() as client:
        reply = client.profanity(text, censor_replacement=replacement)
    if as_json:
        _print_json(reply)
        return 0
    # Plain, so that the censored text can be piped on byte for byte.
    print(reply.clean_text, end="" if reply.clean_text.endswith("\n") else "\n")  # noqa: T201
    found = [item.profanity for item in reply.profanities]
    summary = f"{count(len(found), 'profane word')} found" + (": " if found else "")
    summary += ", ".join(found)
    Console(stderr=True).print(Text(summary, style="dim"))
    return 0


def spam(texts: list[str], *, as_json: bool) -> int:
    """Print a row per text: score, verdict, text."""
    with Client() as client:
        reply = client.spam(texts)
    if as_json:
        _print_json(reply)
        return 0
    console = Console()
    table = Table(box=None, pad_edge=False)
    table.add_column("score", justify="right")
    table.add_column("verdict")
    table.add_column("text")
    # What the two narrow columns and the gaps leave.
    width = max(20, console.width - 20)
    for text, check in zip(texts, reply.checks, strict=True):
        style = "bold" if check.is_spam else "dim"
        verdict = "spam" if check.is_spam else "not spam"
        table.add_row(
            f"{check.score:.2f}", Text(verdict, style=style), Text(shortened(text, width))
        )
    console.print(table)
    return 0


def sentiment(text: str, *, as_json: bool) -> int:
    """Print a row per sentence, after one for the whole; warnings go to standard error."""
    with Client() as client:
        reply = client.sentiment(text)
    if as_json:
        _print_json(reply)
        return 0
    console = Console()
    table = Table(box=None, pad_edge=False)
    table.add_column("score", justify="right")
    for column in ("sentiment", "emotion", "sentence"):
        table.add_column(column)
    # What the three narrow columns and the gaps leave.
    width = max(20, console.width - 36)
    whole = reply.sentiment
    table.add_row(
        *(Text(words, style="bold") for words in (f"{whole.score:.2f}", whole.sentiment)),
        Text(whole.emotion, style="bold"),
        Text(f"whole text: {count(len(whole.sentences), 'sentence')}", style="bold"),
    )
    for sentence in whole.sentences:
        table.add_row(
            f"{sentence.score:.2f}",
            sentence.sentiment,
            sentence.emotion,
            Text(shortened(sentence.text, width)),
        )
    console.print(table)
    for warning in reply.warnings:
        Console(stderr=True).print(Text(warning.message))
    return 0


def search(query: str, results: int, provider: str | None, *, as_json: bool) -> int:
    """Print the overview, then each result: its number, title, address and description."""
    with Client() as client:
        # What is not a provider's name is refused by the client, with the names.
        reply = client.search(query, max_results=results, provider=cast("SearchProvider", provider))
    if as_json:
        _print_json(reply)
        return 0
    console = Console(highlight=False)

    def say(words: str, style: str = "") -> None:
        console.print(Text(printable(words), style=style))

    if reply.spell_fixed:
        say(f"Showing results for “{reply.query}” instead of “{query}”\n", "dim")
    if reply.ai_overview:
        # The addresses stand below, once each.
        say(MARKER.sub(r"[\1]", reply.ai_overview) + "\n")
    elif words := no_overview(reply):
        say(f"{words}\n", "dim")
    for number, result in references(reply).items():
        say(f"{number}. {result.title or result.url}", "bold")
        console.print(Text(printable(result.url), style="dim"), soft_wrap=True)
        # Author and licence have to be named where their words are shown.
        say(" · ".join(filter(None, (facts(result), result.attribution))), "dim")
        say(plain(result.description or "") + "\n")
    if not reply.results:
        say("\n".join([summary(reply), *(f"- {tip}" for tip in advice(reply))]))
    for warning in reply.warnings:
        Console(stderr=True).print(Text(warning.message))
    return 0


def suggest(query: str, *, as_json: bool) -> int:
    """Print a completion a line."""
    with Client() as client:
        reply = client.suggest(query)
    if as_json:
        _print_json(reply)
        return 0
    for suggestion in reply.suggestions:
        print(printable(suggestion))  # noqa: T201
    if not reply.suggestions:
        # Standard output stays empty, for a program that reads it.
        Console(stderr=True).print("No suggestions for this query.")
    return 0


def _print_json(reply: Reply) -> None:
    print(json.dumps(reply.raw, ensure_ascii=False, indent=2))  # noqa: T201
