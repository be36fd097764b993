"""`triptych index`: add to, show, change and rebuild your own search index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from triptych.views.base.units import count

app = typer.Typer(
    name="index",
    help="Build a search index of your own pages. It is stored in your user data folder, or in "
    "the one set by TRIPTYCH_INDEX.",
    no_args_is_help=True,
)

#: As a shell reports a program that Ctrl+C ended.
_INTERRUPTED = 130


@app.command()
def add(
    targets: Annotated[
        list[str],
        typer.Argument(metavar="TARGET...", help="Addresses of sites or sitemaps, folders, files."),
    ],
    depth: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Maximum links to follow from the first page of a site, 0 for that page alone; "
            "by default 10, and 0 for the pages of a sitemap.",
            show_default=False,
        ),
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="Maximum pages to read per site.")] = 1000,
    delay: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=3600,
            help="Minimum seconds between requests to a host (robots.txt may ask for more); by "
            "default 0.5, and 0 for hosts in TRIPTYCH_FETCH_ALLOW.",
            show_default=False,
        ),
    ] = None,
    whole_site: Annotated[
        bool, typer.Option("--whole-site", help="Also read pages outside the folder of the first.")
    ] = False,
    address: Annotated[
        str,
        typer.Option(
            help="URL where the files of a folder are published; results link there.",
            show_default=False,
        ),
    ] = "",
    no_vectors: Annotated[
        bool,
        typer.Option("--no-vectors", help="Faster, but pages are found by keywords only."),
    ] = False,
) -> None:
    """Add sites, sitemaps, folders and files; run again, only what has changed is read."""
    from triptych.service.user_index import Index, Interrupted

    index = Index()
    with _one_line_errors():
        try:
            report = index.add(
                *targets,
                depth=depth,
                limit=limit,
                delay=delay,
                whole_site=whole_site,
                address=address,
                vectors=not no_vectors,
            )
        except Interrupted as interruption:
            typer.echo(
                f"Interrupted: {interruption.report.summary.rstrip(':')}. Pages read so far are in "
                f"{index.folder}; run the same command again to continue.",
                err=True,
            )
            raise typer.Exit(_INTERRUPTED) from None
    nothing = not (report.read or report.removed)
    if nothing and report.failed:
        for address, reason in report.failed[:20]:
            typer.echo(f"triptych: {address}: {reason}", err=True)
    elif nothing and not (report.disallowed or report.other_kinds or report.waiting):
        kinds = "HTML, Markdown, reStructuredText, plain text, notebooks and PDF"
        where = ", ".join(targets)
        typer.echo(f"triptych: No pages to read in {where}: pages are {kinds}.", err=True)
    else:
        typer.echo(str(report), err=nothing)
    if report.duplicates and address:
        typer.echo(
            "Pages already indexed under another address stay there: remove them to move them.",
            err=True,
        )
    if report.waiting:
        typer.echo("Raise --limit to read the remaining pages.", err=True)
    if nothing:
        raise typer.Exit(1)


@app.command("list")
def list_sites() -> None:
    """Show the sites in the index."""
    from rich.console import Console
    from rich.table import Table

    from triptych.service.user_index import Index

    index = Index()
    with _one_line_errors():
        sites = index.list()
        table = Table(box=None, pad_edge=False)
        for column in ("site", "pages", "words", "newest"):
            table.add_column(column, justify="right" if column in {"pages", "words"} else "left")
        for site in sites:
            name = site.name or "files"
            table.add_row(name, f"{site.pages:,}", f"{site.words:,}", site.newest[:10])
        if sites:
            Console().print(table)
        typer.echo(f"{count(len(index), 'page')} in {index.folder}", err=True)


@app.command()
def remove(
    target: Annotated[
        str,
        typer.Argument(
            metavar="ADDRESS_OR_SITE",
            help="A site as 'list' shows it, or an address or path: that page and all below it.",
        ),
    ],
) -> None:
    """Remove a site, or a page and all below it."""
    from triptych.service.user_index import Index

    index = Index()
    with _one_line_errors():
        removed = index.remove(target)
        if not removed:
            raise ValueError(f"{target!r} is not in {index.folder}: see 'triptych index list'.")
        typer.echo(f"{count(removed, 'page')} removed")


@app.command()
def rebuild() -> None:
    """Rebuild the index from its stored pages, with vectors for all of them."""
    from triptych.service.user_index import Index

    index = Index()
    with _one_line_errors():
        typer.echo(f"{count(index.rebuild(), 'page')} in {index.folder}")


@contextmanager
def _one_line_errors() -> Iterator[None]:
    """Print an error the user can fix in one line; others stay tracebacks."""
    from triptych.engines.index import IndexFileError
    from triptych.service.crawl import CrawlError

    try:
        yield
    except (CrawlError, IndexFileError, OSError, ValueError) as error:
        typer.echo(f"triptych: {error}", err=True)
        raise typer.Exit(1) from None
