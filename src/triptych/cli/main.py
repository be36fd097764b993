"""The command line; each command is a module that is loaded when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from triptych import __version__
from triptych.cli import index

app = typer.Typer(
    name="triptych",
    help="Explore the Text, Vision and Web Intelligence API, on your own machine or hosted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.add_typer(index.app)

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        help="The text, or the names of text files; standard input if omitted.",
        show_default=False,
    ),
]
TextFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--file", "-f", help="A text file; can be given more than once.", show_default=False
    ),
]
AsJSON = Annotated[bool, typer.Option("--json", help="Print the reply as JSON.")]


def _version(requested: bool) -> None:
    if requested:
        typer.echo(f"triptych {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


@app.command()
def tour(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder to write the pictures to.")
    ] = Path("triptych-tour"),
) -> None:
    """Run every operation on samples, offline, and show inputs and results."""
    from triptych.cli.tour import run

    raise typer.Exit(run(output))


@app.command()
def profanity(
    texts: Texts = None,
    files: TextFiles = None,
    replacement: Annotated[
        str, typer.Option(help="One character is repeated, a longer string is used once.")
    ] = "*",
    as_json: AsJSON = False,
) -> None:
    """Find profanity in a text and print the censored copy."""
    from triptych.cli.ask import profanity
    from triptych.cli.texts import texts_of

    given = texts_of(texts or [], files or [], "profanity")
    raise typer.Exit(profanity(given, replacement, as_json=as_json))


@app.command()
def spam(texts: Texts = None, files: TextFiles = None, as_json: AsJSON = False) -> None:
    """Score texts for spam: each argument, or each line of a file or standard input, is a text."""
    from triptych.cli.ask import spam
    from triptych.cli.texts import texts_of

    given = texts_of(texts or [], files or [], "spam", by_line=True)
    raise typer.Exit(spam(given, as_json=as_json))


@app.command()
def sentiment(texts: Texts = None, files: TextFiles = None, as_json: AsJSON = False) -> None:
    """Show the sentiment and emotion of a text, sentence by sentence."""
    from triptych.cli.ask import sentiment
    from triptych.cli.texts import texts_of

    given = texts_of(texts or [], files or [], "sentiment")
    raise typer.Exit(sentiment(given, as_json=as_json))


@app.command()
def embed(
    texts: Texts = None,
    files: TextFiles = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="NumPy file (.npy) to write the vectors to."),
    ] = None,
    as_json: AsJSON = False,
) -> None:
    """Embed texts, each argument or each line; show which are most alike, or write the vectors."""
    from triptych.cli.embed import embed
    from triptych.cli.texts import texts_of

    given = texts_of(texts or [], files or [], "embed", by_line=True)
    raise typer.Exit(embed(given, output, as_json=as_json))


@app.command()
def transcribe(
    sounds: Annotated[list[str], typer.Argument(metavar="FILE...", help="Sounds or their URLs.")],
    as_json: AsJSON = False,
) -> None:
    """Print who says what in a sound, and when; JSON has the vectors as well."""
    from triptych.cli.embed import transcribe

    raise typer.Exit(transcribe(sounds, as_json=as_json))


@app.command()
def detect(
    pictures: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Pictures or their URLs.")
    ],
    prompt: Annotated[
        list[str] | None,
        typer.Option(help="What to look for; can be given more than once.", show_default=False),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Folder to write the pictures with boxes to."),
    ] = None,
    as_json: AsJSON = False,
) -> None:
    """Find the objects in pictures."""
    from triptych.cli.vision import detect

    raise typer.Exit(detect(pictures, prompt or [], output, as_json=as_json))


@app.command()
def image(
    prompt: Annotated[list[str], typer.Argument(help="What to draw.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="File to write (.png or .svg).")
    ] = None,
    ratio: Annotated[str, typer.Option(help="Width to height, such as 16:9.")] = "1:1",
    seed: Annotated[
        int | None, typer.Option(help="The same seed draws the same.", show_default=False)
    ] = None,
    as_json: AsJSON = False,
) -> None:
    """Draw a picture (deprecated in the specification)."""
    from triptych.cli.vision import image

    raise typer.Exit(image(" ".join(prompt), output, ratio, seed, as_json=as_json))


@app.command()
def search(
    query: Annotated[list[str], typer.Argument(help="What to search for.")],
    results: Annotated[int, typer.Option(min=1, max=50, help="Results to show.")] = 5,
    provider: Annotated[
        str | None,
        typer.Option(help="Provider: index, searxng, brave or ddgs.", show_default=False),
    ] = None,
    as_json: AsJSON = False,
) -> None:
    """Search, and print an overview with its sources, then the results."""
    from triptych.cli.ask import search

    raise typer.Exit(search(" ".join(query), results, provider, as_json=as_json))


@app.command()
def suggest(
    query: Annotated[list[str], typer.Argument(help="Beginning of a query.")],
    as_json: AsJSON = False,
) -> None:
    """Complete a query."""
    from triptych.cli.ask import suggest

    raise typer.Exit(suggest(" ".join(query), as_json=as_json))


@app.command()
def research(
    query: Annotated[list[str], typer.Argument(help="The question.")],
    depth: Annotated[int, typer.Option(min=1, max=5, help="Maximum search rounds.")] = 3,
    breadth: Annotated[int, typer.Option(min=1, max=5, help="Sub-questions per round.")] = 3,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    as_json: AsJSON = False,
) -> None:
    """Research a question, and print a report that cites a source for each sentence."""
    from triptych.cli.research import research

    raise typer.Exit(
        research(" ".join(query), depth, breadth, as_markdown=as_markdown, as_json=as_json)
    )


@app.command()
def scrape(
    page: Annotated[str, typer.Argument(help="URL of the page, or path of an HTML file.")],
    prompts: Annotated[list[str], typer.Argument(help="What to find, up to 5 descriptions.")],
    position: Annotated[
        int, typer.Option("--page", min=1, help="Page of a paginated listing.")
    ] = 1,
    render: Annotated[
        str, typer.Option(help="Whether to render the page in a browser: auto, never or always.")
    ] = "auto",
    as_csv: Annotated[bool, typer.Option("--csv", help="Print the records as CSV.")] = False,
    as_json: AsJSON = False,
) -> None:
    """Find elements of a page by description, such as "price" or "the author"."""
    from triptych.cli.scrape import scrape

    raise typer.Exit(scrape(page, prompts, position, render, as_csv=as_csv, as_json=as_json))


@app.command("map")
def map_column(
    operation: Annotated[
        str,
        typer.Argument(
            help="sentiment, spam, profanity, embed, detect, scrape or search.",
            show_default=False,
        ),
    ],
    table: Annotated[
        str,
        typer.Argument(
            help="CSV, TSV, JSON lines (each also with .gz) or Parquet; - reads standard input.",
            show_default=False,
        ),
    ],
    column: Annotated[str, typer.Option(help="The column to read.", show_default=False)],
    out: Annotated[
        str, typer.Option(help="File to write, in any of these formats; - is standard output.")
    ] = "-",
    journal: Annotated[
        Path | None,
        typer.Option(
            help="File that keeps each reply: after an interruption, the same command goes on "
            "where it stopped. With --dask, a folder that all workers can write to.",
            show_default=False,
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="Option of the operation, such as dimensions=64 or "
            "element_prompts='[\"price\"]'; can be given more than once.",
            show_default=False,
        ),
    ] = None,
    concurrency: Annotated[
        int | None,
        typer.Option(min=1, help="Requests at a time; by default it adapts.", show_default=False),
    ] = None,
    on_error: Annotated[
        Literal["keep", "raise"],
        typer.Option(help="A row that fails: keep its error in the output, or raise it."),
    ] = "keep",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the output if it exists.")
    ] = False,
    input_format: Annotated[
        Literal["csv", "tsv", "jsonl", "parquet"] | None,
        typer.Option(
            help="Format of the table; by default as the name ends, and csv for -.",
            show_default=False,
        ),
    ] = None,
    output_format: Annotated[
        Literal["csv", "tsv", "jsonl", "parquet"] | None,
        typer.Option(
            help="Format of the output; by default as the name ends, and for - that of the table.",
            show_default=False,
        ),
    ] = None,
    progress: Annotated[
        bool | None,
        typer.Option(
            "--progress/--quiet",
            help="Show progress; by default on terminals only.",
            show_default=False,
        ),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(
            help="Work on a Dask cluster: the address of its scheduler, such as tcp://host:8786.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Run an operation on a column of a table, and write its result beside the table's columns.

    The table may be larger than memory. Exit status: 0 when all rows are done, 1 when some failed,
    2 for wrong usage, 130 after Ctrl+C.
    """
    from triptych.cli.map import Job, run

    job = Job(
        operation=operation,
        table=table,
        out=out,
        column=column,
        journal=journal,
        options=tuple(option or ()),
        concurrency=concurrency,
        on_error=on_error,
        input_format=input_format,
        output_format=output_format,
        overwrite=overwrite,
        progress=progress,
        dask=dask,
    )
    raise typer.Exit(run(job))


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8000,
    api_key: Annotated[
        list[str] | None,
        typer.Option(
            help="Accept only this API key; can be given more than once. Prefer "
            "TRIPTYCH_SERVER_KEYS, which other users of the machine cannot see.",
            show_default=False,
        ),
    ] = None,
    requests_per_minute: Annotated[
        int | None,
        typer.Option(
            min=1, help="Rate limit per API key; without keys, per address.", show_default=False
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Processes that serve; each loads its own models.")
    ] = 1,
    warm: Annotated[
        str,
        typer.Option(
            metavar="OPERATIONS",
            help="Operations whose models are loaded at the start, such as sentiment,embedding; "
            "/readyz waits for them.",
            show_default=False,
        ),
    ] = "",
    drain_seconds: Annotated[
        int, typer.Option(min=0, help="Most seconds that requests in flight get after SIGTERM.")
    ] = 30,
) -> None:
    """Serve the API over HTTP; /docs shows every operation."""
    from triptych.cli.serve import run

    status = run(
        host,
        port,
        api_key or [],
        requests_per_minute,
        workers=workers,
        warm=warm,
        drain_seconds=drain_seconds,
    )
    raise typer.Exit(status)


@app.command()
def lab(
    folder: Annotated[
        Path, typer.Option(help="Folder to copy the tutorials to; existing files are kept.")
    ] = Path("triptych-tutorials"),
) -> None:
    """Open JupyterLab on the tutorials."""
    from triptych.cli.lab import run

    raise typer.Exit(run(folder))


@app.command("app")
def dashboard(
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on. On any other than loopback, anyone who reaches it can use "
            "the API of this machine, each visit starts a Python process, and the API key of the "
            "environment is ignored: visitors enter their own."
        ),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 picks a free one.")] = 8866,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open it in the browser.")
    ] = True,
) -> None:
    """Open every operation in the browser, without a notebook: the workbench by itself."""
    from triptych.cli.dashboard import run

    raise typer.Exit(run(host, port, browser=browser))


def main() -> None:
    """Run the command line; our own errors are one line, without a traceback."""
    try:
        app()
    except Exception as error:
        from triptych.client import InvalidInputError, TriptychError

        if not isinstance(error, TriptychError):
            raise
        typer.echo(f"triptych: {error}", err=True)
        # What was given is wrong, or the call failed.
        sys.exit(2 if isinstance(error, InvalidInputError) else 1)
