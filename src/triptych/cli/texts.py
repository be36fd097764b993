"""The texts that a command works on: its arguments, files, or standard input."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import typer

from triptych._delimited import column_names

#: As for other commands that are used wrongly.
WRONG_USAGE = 2
#: An argument of one word that ends like the name of a file, or begins like a path.
_FILE_NAME = re.compile(
    r"(?i)(\.{0,2}|~)/\S+|\S+\.(txt|text|md|rst|log|csv|tsv|jsonl?|ndjson|parquet|html?|pdf|docx?)"
)
#: Names of what `triptych map` reads.
_TABLE_NAME = re.compile(r"(?i).*\.((csv|tsv|jsonl|ndjson)(\.gz)?|parquet|pq)")


def texts_of(
    arguments: Sequence[str], files: Sequence[Path], operation: str, *, by_line: bool = False
) -> list[str]:
    """Return the text of the arguments and those of the files; else that of standard input.

    An argument that is a file is read, with a line on standard error. The command ends with status
    2 and a line on standard error if an argument looks like a file that is not there, if a file
    cannot be read, if a text is a table, and if there is no text at all.

    Parameters
    ----------
    arguments
        Of the command: together a text, whose words a shell has split.
    files
        Of its option `--file`; "-" is standard input.
    operation
        Its name for `triptych map`, which works on tables.
    by_line
        Whether each argument, and each line of a file, is a text of its own.
    """
    named = [path for path in map(_named_file, arguments) if path is not None]
    words = [word for word in arguments if not _FILE_NAME.fullmatch(word)]
    texts = words if by_line else [" ".join(words)] if words else []
    paths = [*named, *files] if arguments or files else [Path("-")]
    for text in (_read(path, operation) for path in paths):
        texts += text.splitlines() if by_line else [text]
    texts = [text for text in texts if text.strip()]
    if not texts:
        refuse(f"There is no text: triptych {operation} TEXT, --file FILE, or pipe one in.")
    return texts


def _named_file(argument: str) -> Path | None:
    """Return the file that an argument names, or None if it is a word."""
    if not _FILE_NAME.fullmatch(argument):
        return None
    path = Path(argument).expanduser()
    if not path.is_file():
        refuse(
            f"There is no file {argument}: correct the name, or pipe the words in if they are "
            "the text."
        )
    typer.echo(f"Reading the file {argument}.", err=True)
    return path


def _read(path: Path, operation: str) -> str:
    from triptych.engines.text.decoding import TextFileError, decode_file

    if str(path) == "-":
        return _without_table(_stdin(), "-", operation)
    if _TABLE_NAME.fullmatch(path.name):
        refuse(_use_map(str(path), [], operation))
    try:
        text = decode_file(path.read_bytes())
    except OSError as error:
        refuse(f"{path} cannot be read ({error.strerror}): give the path of a text file.")
    except TextFileError as error:
        refuse(f"{path}: {error}")
    return _without_table(text, str(path), operation)


def _without_table(text: str, name: str, operation: str) -> str:
    names = column_names(text)
    if names:
        refuse(_use_map(name, names, operation))
    return text


def _use_map(name: str, names: Sequence[str], operation: str) -> str:
    what = "Standard input" if name == "-" else name
    columns = f" with the columns {', '.join(names)}" if names else ""
    return (
        f"{what} is a table{columns}: for a result beside each row, run "
        f"triptych map {operation} {name} --column NAME."
    )


def _stdin() -> str:
    if sys.stdin.isatty():
        typer.echo("Reading from the terminal; end with Ctrl+D.", err=True)
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")


def refuse(message: str) -> NoReturn:
    """End the command: it was used wrongly."""
    typer.echo(f"triptych: {message}", err=True)
    raise typer.Exit(WRONG_USAGE)
