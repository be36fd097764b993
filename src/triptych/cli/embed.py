"""`triptych embed` and `triptych transcribe`: texts as vectors, and who says what in a sound."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy
from rich.console import Console
from rich.text import Text

from triptych._disk import writing_to
from triptych.cli.ask import new_table, print_json, print_warnings
from triptych.cli.each_file import EachFile
from triptych.cli.texts import refuse
from triptych.client import Client
from triptych.contract import EmbeddingReply
from triptych.views.base.units import count, shortened
from triptych.views.embedding.voices import clock, stretches
from triptych.views.search.wording import printable

_PAIRS = 5


def embed(texts: Sequence[str], output: Path | None, *, as_json: bool) -> int:
    """Print the most similar pairs of texts; write the vectors (n, d), float32, as NumPy's file."""
    if output is not None and output.suffix != ".npy":
        refuse(f"{output} does not end in .npy: vectors are written as NumPy's files.")
    with Client() as client:
        reply = client.embed_many(texts)
    vectors = reply.vectors
    if output is not None:
        with writing_to(output.parent):
            output.parent.mkdir(parents=True, exist_ok=True)
            numpy.save(output, vectors)
    if as_json:
        return print_json(reply)
    console = Console(highlight=False)
    written = f", written to {output}" if output is not None else ""
    size = f"{count(len(vectors), 'vector')} of {vectors.shape[1]} numbers{written}"
    console.print(Text(size, style="bold"))
    _print_pairs(reply, console)
    print_warnings(reply.warnings)
    return 0


def _print_pairs(reply: EmbeddingReply, console: Console) -> None:
    """Print the pairs with the greatest cosines."""
    vectors = reply.vectors
    first, second = numpy.triu_indices(len(vectors), 1)
    if not len(first):
        return
    cosines = (vectors @ vectors.T)[first, second]
    table = new_table("cosine", "text", "and")
    width = max(16, (console.width - 10) // 2)
    for place in numpy.argsort(-cosines, kind="stable")[:_PAIRS]:
        pair = (reply.labels[first[place]], reply.labels[second[place]])
        cells = (Text(printable(shortened(text, width))) for text in pair)
        table.add_row(f"{cosines[place]:.2f}", *cells)
    console.print(table)


def transcribe(sounds: Sequence[str], *, as_json: bool) -> int:
    """Print a line for each stretch of speech; a sound that fails does not stop the others."""
    console = Console(highlight=False)
    with Client() as client:
        calls = EachFile(
            lambda sound: client.embed_v2(file=sound, type="audio", speaker_fingerprint=True)
        )
        for place, reply in calls.replies(sounds):
            if as_json:
                print_json(reply)
                continue
            if len(sounds) > 1:
                console.print(Text(printable(sounds[place]), style="bold"))
            for turn in stretches(reply):
                text = f"{clock(turn.start)}  {turn.name}: {printable(turn.text)}"
                console.print(Text(text), soft_wrap=True)
            print_warnings(reply.warnings)
    return calls.status
