"""`triptych profanity`, `spam`, `search` and others: one call, printed as text or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from rich.console import Console
from rich.table import Table
from rich.text import Text

from triptych.client import Client
from triptych.contract import Reply, ReplyWarning, SearchReply
from triptych.contract.text import SentimentReply
from triptych.contract.web import SearchProvider
from triptych.views.base.units import count, shortened
from triptych.views.search.citing import references
from triptych.views.search.wording import advice, facts, no_overview, plain, printable, summary
from triptych.views.sentiment.wording import emotion_word, sentiment_words, uncertainty_note

if TYPE_CHECKING:
    from triptych.views.sentiment.wording import Mood

# An address may hold parentheses, but no `)]`.
MARKER = re.compile(r"\[\[(\d+)\]\(\S*?\)\]")


def profanity(texts: Sequence[str], replacement: str, *, as_json: bool) -> int:
    """Print the censored texts to standard output and the profane words to standard error."""
    with Client() as client:
        replies = [client.profanity(text, censor_replacement=replacement) for text in texts]
    if as_json:
        return print_json(*replies)
    for reply in replies:
        # Plain, so that the censored text can be piped on byte for byte.
        print(reply.clean_text, end="" if reply.clean_text.endswith("\n") else "\n")  # noqa: T201
    words = [item.profanity for reply in replies for item in reply.profanities]
    summary = f"{count(len(words), 'profane word')} found" + (": " if words else "")
    summary += ", ".join(words)
    Console(stderr=True).print(Text(summary, style="dim"))
    return 0


def spam(texts: list[str], *, as_json: bool) -> int:
    """Print a row per text: score, verdict, text."""
    with Client() as client:
        reply = client.spam(texts)
    if as_json:
        return print_json(reply)
    console = Console()
    table = new_table("score", "verdict", "text")
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


def sentiment(texts: Sequence[str], *, as_json: bool) -> int:
    """Print a row per sentence, after one for the whole; warnings go to standard error."""
    with Client() as client:
        replies = [client.sentiment(text) for text in texts]
    if as_json:
        return print_json(*replies)
    for reply in replies:
        _print_sentiment(reply)
    return 0


def _print_sentiment(reply: SentimentReply) -> None:
    console = Console()
    table = new_table("score", "sentiment", "emotion", "sentence")
    # What the three narrow columns and the gaps leave.
    width = max(20, console.width - 48)
    whole = reply.sentiment
    whole_words = f"whole text: {count(len(whole.sentences), 'sentence')}"
    rows: list[tuple[Mood, str, str]] = [(whole, whole_words, "bold")]
    rows += [(sentence, sentence.text, "") for sentence in whole.sentences]
    for mood, text, style in rows:
        cells = (f"{mood.score:.2f}", sentiment_words(mood), emotion_word(mood))
        table.add_row(*(Text(cell, style=style) for cell in (*cells, shortened(text, width))))
    console.print(table)
    if note := uncertainty_note([whole, *whole.sentences]):
        console.print(Text(note, style="dim"))
    print_warnings(reply.warnings)


def search(query: str, results: int, provider: str | None, *, as_json: bool) -> int:
    """Print the overview, then each result: its number, title, address and description."""
    with Client() as client:
        # The client refuses an unknown provider, and names those it knows.
        reply = client.search(query, max_results=results, provider=cast("SearchProvider", provider))
    if as_json:
        return print_json(reply)
    console = Console(highlight=False)

    def write(text: str, style: str = "") -> None:
        console.print(Text(printable(text), style=style))

    if reply.spell_fixed:
        write(f"Showing results for “{reply.query}” instead of “{query}”\n", "dim")
    if reply.ai_overview:
        # The addresses follow below, once each.
        console.print(_overview_text(reply), end="\n\n")
    elif words := no_overview(reply):
        write(f"{words}\n", "dim")
    for number, result in references(reply).items():
        write(f"{number}. {result.title or result.url}", "bold")
        console.print(Text(printable(result.url), style="dim"), soft_wrap=True)
        # Author and licence have to be named where their text is shown.
        write(" · ".join(filter(None, (facts(result), result.attribution))), "dim")
        write(plain(result.description or "") + "\n")
    if not reply.results:
        write("\n".join([summary(reply), *(f"- {tip}" for tip in advice(reply))]))
    print_warnings(reply.warnings)
    return 0


def _overview_text(reply: SearchReply) -> Text:
    """Return the overview with the direct answer in bold, and numbers for its markers."""
    overview, answer = reply.ai_overview or "", reply.answer
    start, end = (answer.start, answer.end) if answer else (0, 0)
    if answer is None or overview[start:end] != answer.text:
        start = end = 0
    parts = [(overview[:start], ""), (overview[start:end], "bold"), (overview[end:], "")]
    return Text.assemble(*((printable(MARKER.sub(r"[\1]", part)), style) for part, style in parts))


def suggest(query: str, *, as_json: bool) -> int:
    """Print a completion a line."""
    with Client() as client:
        reply = client.suggest(query)
    if as_json:
        return print_json(reply)
    for suggestion in reply.suggestions:
        print(printable(suggestion))  # noqa: T201
    if not reply.suggestions:
        # Standard output stays empty, for a program that reads it.
        Console(stderr=True).print("No suggestions for this query.")
    return 0


def print_json(*replies: Reply) -> int:
    """Print replies as JSON, one after the other; return the exit status."""
    for reply in replies:
        print(json.dumps(reply.raw, ensure_ascii=False, indent=2))  # noqa: T201
    return 0


def print_warnings(warnings: Sequence[ReplyWarning], console: Console | None = None) -> None:
    """Print the warnings of a reply to standard error."""
    for warning in warnings:
        (console or Console(stderr=True)).print(Text(printable(warning.message)))


def new_table(*columns: str) -> Table:
    """Return a table without lines, whose first column is a number."""
    table = Table(box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place else "right")
    return table
